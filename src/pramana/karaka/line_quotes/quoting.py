"""How likely a line is to answer a question: chosen among ranked lines by its words, then judged by its clause, too."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import exp, log

from pramana.karaka.line_answers import PassageLine
from pramana.karaka.line_quotes.amounts import AMOUNT_KINDS, amount_phrase
from pramana.karaka.line_quotes.clause_traits import clause_traits
from pramana.karaka.line_quotes.kinds import SURE_KIND
from pramana.karaka.line_quotes.part_traits import part_traits
from pramana.karaka.line_quotes.terms import (
    RELATED,
    QuestionTerm,
    near_terms,
    question_terms,
    stem_nearness,
    stems_of_text,
)
from pramana.karaka.line_quotes.traits import LineTraits, Weigh, line_traits, lines_before, unheld_share
from pramana.language import AnswerKind, AskedQuestion, EvidenceLine, word_weights

_GROUPS: Mapping[AnswerKind, str] = {
    **dict.fromkeys(AMOUNT_KINDS, "amount"),
    **{kind: kind.value for kind in (AnswerKind.TIME, AnswerKind.PLACE, AnswerKind.REASON, AnswerKind.MANNER)},
    **dict.fromkeys((AnswerKind.TRUTH, AnswerKind.CHOICE), "truth"),
    **dict.fromkeys((AnswerKind.EVENT, AnswerKind.SAYING), "event"),
}
"""Groups of kinds that have weights and a floor of their own; all others are *who*, *what* and *which*."""
_OTHERS = "participant"
_MARKED = frozenset({"amount", "time", "place", "reason"})
"""Groups whose answers an expression marks: only lines that have one are quoted, and they are ranked by it."""
QUOTED_FROM: Mapping[str, float] = {
    "amount": 0.62,
    "time": 0.8,
    "place": 0.65,
    "reason": 0.5,
    "truth": 0.72,
    "event": 0.78,
    "manner": 0.85,
    _OTHERS: 0.8,
}
"""The least likelihood, 0–1, at which a line is quoted, by group: by cross-validation on the questions that the weights
come from these answer most rightly where at most 3 % are answered wrongly and some 6 % of those without an answer get
one. `docs/decisions/quotes-by-words.md` has the figures."""
SHOWN_FROM = 0.3
"""The least share of the question's words that a line, with what is around it, has where it is named as the nearest."""
UNIT = 1000
"""Weights are written in thousandths of a logit."""
LIKELIHOOD_DIGITS = 6
"""Places to which a likelihood is rounded, so that no other order of adding decides at the floor."""


@dataclass(frozen=True, slots=True)
class LikelyLine:
    """A line with the likelihood, 0–1, that it answers.

    `held` is the share of the question's words that it has, with what is around it. `quotable`: lines are quoted for
    such questions, and this one has an expression of the kind that was asked for. `phrase` is that expression, "" where
    there are none or several. `before` is the line before it where that has words of the question that the line itself
    lacks, else None. `floor` is the likelihood from which it is quoted.
    """

    place: PassageLine
    likelihood: float
    held: float
    quotable: bool
    phrase: str = ""
    before: PassageLine | None = None
    floor: float = 1.0

    @property
    def is_sure(self) -> bool:
        """Whether the line is quoted as an answer."""
        return self.quotable and self.likelihood >= self.floor

    @property
    def is_near(self) -> bool:
        """Whether the line may answer, though it is not sure enough to be quoted."""
        return self.held >= SHOWN_FROM


@dataclass(frozen=True, slots=True)
class WeighedLine:
    """A ranked line with its traits. `odds`: those that it answers, by its words alone, as a logarithm. `floor`: the
    likelihood from which it is quoted, `NEVER` where it lacks the kind or the condition that are asked for."""

    place: PassageLine
    traits: LineTraits
    odds: float
    floor: float

    @property
    def quotable(self) -> bool:
        return self.floor < NEVER


def weighed_lines(
    asked: AskedQuestion, terms: tuple[QuestionTerm, ...], passages: Sequence[PassageLine], weigh: Weigh
) -> list[WeighedLine]:
    """Return the lines that state something with their weights. `passages` are in the order of their ranking."""
    found = line_traits(asked, terms, passages, weigh) if terms else []
    model = line_model(asked.kind)
    return [
        WeighedLine(place, traits, _sum(model, traits.by_name()), _floor(asked, terms, place, traits))
        for place, traits in found
    ]


def line_model(kind: AnswerKind) -> str:
    """Return the name of the weights that rank lines: `marked` where an expression marks what is asked for."""
    return "marked" if group_of(kind) in _MARKED else "open"


def group_of(kind: AnswerKind) -> str:
    """Return the group of a kind: `amount`, `time`, `place`, `reason`, `truth`, `event`, `manner` or `participant`."""
    return _GROUPS.get(kind, _OTHERS)


@dataclass(frozen=True, slots=True)
class JudgedLines:
    """The lines near a question: the one that most likely answers, None where none has the names that were asked for,
    and all of them, the likeliest to answer first, then those that state nothing."""

    likely: LikelyLine | None
    nearest: tuple[PassageLine, ...]


def judge_lines(asked: AskedQuestion, passages: Sequence[PassageLine], weigh: Weigh) -> JudgedLines:
    """Return which of some lines answers a question. `passages` are in the order of their ranking.

    A line that may be quoted goes before those that only come near.
    """
    terms = question_terms(asked.text)
    asked = _as_reason(asked)
    found = weighed_lines(asked, terms, passages, weigh)
    order = [each.place for each in sorted(found, key=lambda each: -each.odds)]
    return JudgedLines(_likeliest(asked, terms, found, passages, weigh), tuple(dict.fromkeys([*order, *passages])))


_CAUSED = re.compile(
    r"what (?:(?:was|is|were|are|has|had|have) )?(?:been )?"
    r"(?:caus(?:e[sd]?|ing)|made|makes|making|led|forced|prompted)\b",
    re.IGNORECASE,
)


def _as_reason(asked: AskedQuestion) -> AskedQuestion:
    """Return a question for what caused something as one for a reason, by whose words lines tell of it."""
    caused = asked.kind is AnswerKind.THING and _CAUSED.match(asked.text) is not None
    return replace(asked, kind=AnswerKind.REASON) if caused else asked


def _likeliest(
    asked: AskedQuestion,
    terms: tuple[QuestionTerm, ...],
    found: Sequence[WeighedLine],
    passages: Sequence[PassageLine],
    weigh: Weigh,
) -> LikelyLine | None:
    able = [each for each in found if not each.traits.lacking]
    if not able:
        return None
    nearest = max(able, key=lambda each: each.odds)
    sayable = [each for each in able if each.quotable]
    quoted = max(sayable, key=lambda each: each.odds, default=nearest)
    likelihood = _likelihood(asked, terms, found, quoted, unheld_share(terms, passages, weigh)) if sayable else 0.0
    chosen = quoted if likelihood >= quoted.floor else nearest
    return LikelyLine(
        chosen.place,
        likelihood if chosen is quoted else 0.0,
        chosen.traits.around,
        chosen is quoted and bool(sayable),
        amount_phrase(asked, chosen.place.line.text),
        _leading_line(terms, chosen.place),
        quoted.floor,
    )


def _likelihood(
    asked: AskedQuestion,
    terms: tuple[QuestionTerm, ...],
    found: Sequence[WeighedLine],
    line: WeighedLine,
    unheld: float,
) -> float:
    others = [each.odds for each in found if each is not line]
    traits = answer_traits(asked, terms, line, unheld, only_share(found))
    return round(
        chance(_sum("answer", with_group(asked.kind, traits | lead_traits(line.odds, others)))), LIKELIHOOD_DIGITS
    )


def only_share(lines: Sequence[WeighedLine]) -> float:
    """Return 1 divided by the number of lines that have an expression of the asked kind, 1 for none."""
    return 1 / max(1, sum(each.traits.kind >= SURE_KIND for each in lines))


def answer_traits(
    asked: AskedQuestion, terms: tuple[QuestionTerm, ...], line: WeighedLine, unheld: float, only: float
) -> dict[str, float]:
    """Return what speaks for a line that was chosen: its own traits, its best clause and its best part, the question.

    `unheld` is the share of the question that no line is near to, `only` is of `only_share`.
    """
    text = line.place.line.text
    clause, part = clause_traits(asked, line.place.line), part_traits(asked, terms, text)
    return {
        **line.traits.by_name(),
        "clause_verb": clause.near,
        "clause_agreed": clause.agreed,
        "clause_filled": clause.filled,
        "clause_all": clause.near * clause.agreed * clause.filled,
        "clause_others": clause.others,
        "part_words": part.words,
        "part_verb": part.verb,
        "part_names": part.names,
        "part_alone": part.alone,
        "part_before": part.before,
        "own_kind": line.traits.own * line.traits.kind,
        "only": only,
        "asked_words": float(len(terms)),
        "asked_verb": float(any(term.verb for term in terms)),
        "asked_name": float(any(term.named for term in terms)),
        "unheld": unheld,
        "all_held": float(_has_all_but_verbs(terms, text)),
    }


_BY_GROUP = (
    *("own", "around", "kind", "verb", "nouns", "rare", "missing", "mood", "denial"),
    *("part_words", "part_verb", "part_names", "part_before", "clause_all", "clause_filled", "lead", "margin"),
)
"""Traits that weigh differently by what is asked for: a year in a line says more than a name."""


def with_group(kind: AnswerKind, traits: Mapping[str, float]) -> dict[str, float]:
    """Return traits with those of the group of a kind beside them: `amount.own` beside `own`."""
    group = group_of(kind)
    return {**traits, f"{group}.group": 1.0, **{f"{group}.{name}": traits[name] for name in _BY_GROUP}}


def lead_traits(odds: float, others: Sequence[float]) -> dict[str, float]:
    """Return how far a line leads by its odds: its own chance, beside the next one's, and as a share of all."""
    own, rest = chance(odds), [chance(each) for each in others]
    return {
        "lead": log(own + _LEAST_CHANCE),
        "margin": log((own + _LEAST_CHANCE) / (max(rest, default=0.0) + _LEAST_CHANCE)),
        "share": own / (own + sum(rest)),
        "whole": own + sum(rest),
    }


_LEAST_CHANCE = 1e-6
"""What is added to chances before a logarithm."""


def chance(odds: float) -> float:
    """Return a probability of its logarithmic odds."""
    return 1 / (1 + exp(-max(-50.0, min(50.0, odds))))


@cache
def _weights() -> dict[str, float]:
    return {name: value / UNIT for name, value in word_weights("questions/line_weights").items()}


def _sum(model: str, traits: Mapping[str, float]) -> float:
    weights = _weights()
    values = {**traits, "always": 1.0}
    return sum(value * weights.get(f"{model}.{name}", 0.0) for name, value in values.items())


NEVER = 2.0
"""More than any likelihood."""


def _floor(asked: AskedQuestion, terms: tuple[QuestionTerm, ...], place: PassageLine, traits: LineTraits) -> float:
    """Return the likelihood from which a line is quoted, `NEVER` for one that may not be, however much it leads."""
    group = group_of(asked.kind)
    if traits.lacking or not _keeps_condition(asked.text, place.line.text):
        return NEVER
    if group in _MARKED and traits.kind < SURE_KIND:
        return NEVER
    if asked.kind is AnswerKind.DURATION and not _has_objects(asked.text, place):
        return NEVER
    if group == "truth" and (traits.mood or not _may_decide(terms, place)):
        return NEVER
    if group == "place" and len(terms) < _PLACED_FROM:
        return NEVER
    if group == _OTHERS and (asked.kind not in _WHO_AND_WHAT or asked.noun or _EXCEPTS.search(place.line.text)):
        return NEVER
    return QUOTED_FROM[group]


_TAKES_TO = re.compile(r"\btakes?\b.* to (?P<verb>\w+) (?P<object>.+)", re.IGNORECASE)
_STANDS_FOR = re.compile(r"\b(?:it|them|they|this|that|one|its|their)\b", re.IGNORECASE)


def _has_objects(question: str, place: PassageLine) -> bool:
    """Return whether a line has what somebody takes time to do something to, or a pronoun for it: *How long did it take
    him to dig the well?* is not answered by *he dug for two days*."""
    match = _TAKES_TO.search(question)
    if match is None or _STANDS_FOR.search(place.line.text):
        return True
    told = " ".join((place.line.text, *(link.means for link in place.line.references)))
    return _has_all_but_verbs(question_terms(f"what {match['object']}"), told)


_PLACED_FROM = 2
"""Words of a question for a place: *Where is the rent?* has one, and any line about the rent has some place."""
_WHO_AND_WHAT = frozenset({AnswerKind.PERSON, AnswerKind.THING})
"""Of *which*, names and what something is nothing is quoted: nearly every line has some name."""
_EXCEPTS = re.compile(r"\b(?:except|other than|apart from|but for)\b", re.IGNORECASE)


def _may_decide(terms: tuple[QuestionTerm, ...], place: PassageLine) -> bool:
    """Return whether a line has each noun and name of a question, by what its pronouns mean; a name also in the title.

    *Is the office shared by Ada and Ben?* is decided neither by *the office is shared by Ada and Carl* nor by *the
    kitchen is shared by Ada and Ben*, whatever the line before says.
    """
    told = " ".join((place.line.text, *(link.means for link in place.line.references)))
    near, titled = near_terms(terms, told), near_terms(terms, lines_before(place)[0])
    named = all(not term.named or 1 in (one, two) for term, one, two in zip(terms, near, titled, strict=True))
    return named and _has_all_but_verbs(tuple(term for term in terms if not term.named), told)


def _has_all_but_verbs(terms: tuple[QuestionTerm, ...], text: str) -> bool:
    """Return whether a line has every noun and adjective of a question, or one near it: *Was it dull?* asks for it."""
    own = set(stems_of_text(text))
    wanted = (term.stem for term in terms if not term.verb and "_" not in term.stem)
    return all(any(stem_nearness(each, word) >= RELATED for word in own) for each in wanted)


_DENIED_CONDITION = re.compile(r"\bif\b.*?(?:\b(?:not|never|no|nobody|without)\b|n['’]t\b)", re.IGNORECASE)
_DENIAL = re.compile(r"\b(?:not|never|no|nobody|without|unless|fails?|refuses?)\b|n['’]t\b", re.IGNORECASE)


def _keeps_condition(question: str, text: str) -> bool:
    """Whether a line denies something where the condition of a question does: *What happens if she does not pay?*"""
    return _DENIED_CONDITION.search(question) is None or _DENIAL.search(text) is not None


def _leading_line(terms: tuple[QuestionTerm, ...], place: PassageLine) -> PassageLine | None:
    """Return the line before where it has words of the question that a line lacks: who *he* is, what *it* was."""
    text = lines_before(place)[1]
    own, before = near_terms(terms, place.line.text), near_terms(terms, text)
    if not any(each > mine for each, mine in zip(before, own, strict=True)):
        return None
    return PassageLine(place.doc_id, place.number - 1, EvidenceLine(text))
