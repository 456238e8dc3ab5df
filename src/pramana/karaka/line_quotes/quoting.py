"""How likely a line is to answer a question: chosen among ranked lines by its words, then judged by its clause, too."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import exp, log

from pramana.karaka.line_answers import PassageLine, question_frame
from pramana.karaka.line_answers.frames import LIGHT_VERBS
from pramana.karaka.line_quotes.clause_traits import clause_traits
from pramana.karaka.line_quotes.kinds import QUOTED_KINDS, SURE_KIND, kind_phrase
from pramana.karaka.line_quotes.terms import (
    DERIVED,
    RELATED,
    QuestionTerm,
    near_terms,
    question_terms,
    stem_nearness,
    stems_of_text,
)
from pramana.karaka.line_quotes.traits import LineTraits, Weigh, line_traits, lines_before, unheld_share
from pramana.language import AnswerKind, AskedQuestion, EvidenceLine, word_set, word_weights

QUOTED_FROM = 0.5
"""The least likelihood, 0–1, at which a line is quoted: the lowest at which 95 % of the questions without an answer are
refused and at most 3 % of the others are answered wrongly, by cross-validation on the questions that the weights come
from. `docs/decisions/quotes-by-words.md` has the figures."""
TRUTH_QUOTED_FROM = 0.7
"""The same for yes and no, where no expression shows that a line decides: 0.02 fewer of all are right than at 0.5, and
each question without an answer that was answered in texts not fitted on was one of these."""
SHOWN_FROM = 0.3
"""The least share of the question's words that a line, with what is around it, has where it is named as the nearest."""
UNIT = 1000
"""Weights are written in thousandths of a logit."""
LIKELIHOOD_DIGITS = 6
"""Places to which a likelihood is rounded, so that no other order of adding decides at the floor."""
_TYPED = frozenset(
    {
        *(AnswerKind.PRICE, AnswerKind.MEASURE, AnswerKind.DURATION, AnswerKind.FREQUENCY, AnswerKind.REASON),
        *(AnswerKind.TIME, AnswerKind.NUMBER, AnswerKind.PLACE, AnswerKind.AGE),
    }
)
"""Kinds that an expression marks: few lines near a question have one that its own words do not."""
_GROUPS: Mapping[AnswerKind, str] = {
    AnswerKind.CHOICE: "truth",
    AnswerKind.SAYING: "event",
    AnswerKind.POSSESSOR: "person",
    AnswerKind.NAME: "identity",
    **{kind: kind.value for kind in (AnswerKind.REASON, AnswerKind.MANNER, AnswerKind.TRUTH, AnswerKind.EVENT)},
    **{kind: kind.value for kind in (AnswerKind.PERSON, AnswerKind.IDENTITY, AnswerKind.THING)},
    **{kind: kind.value for kind in (AnswerKind.PLACE, AnswerKind.TIME)},
}
"""Groups of kinds that have a weight of their own; all others are amounts."""


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
    floor: float = QUOTED_FROM

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
    return [
        WeighedLine(place, traits, _sum("line", traits.by_name()), _floor(asked, terms, place, traits))
        for place, traits in found
    ]


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
    sayable = [each for each in able if each.quotable] if asked.kind in QUOTED_KINDS | _PARTICIPANTS else []
    quoted = max(sayable, key=lambda each: each.odds, default=nearest)
    likelihood = _likelihood(asked, terms, found, quoted, unheld_share(terms, passages, weigh)) if sayable else 0.0
    chosen = quoted if likelihood >= quoted.floor else nearest
    return LikelyLine(
        chosen.place,
        likelihood if chosen is quoted else 0.0,
        chosen.traits.around,
        chosen is quoted and bool(sayable),
        kind_phrase(asked, chosen.place.line.text),
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
    traits = {**answer_traits(asked, terms, line, unheld), **lead_traits(line.odds, others)}
    return round(chance(_sum("answer", traits)), LIKELIHOOD_DIGITS)


def answer_traits(
    asked: AskedQuestion, terms: tuple[QuestionTerm, ...], line: WeighedLine, unheld: float
) -> dict[str, float]:
    """Return what speaks for a line that was chosen: its own traits, its best clause, the question.

    `unheld` is the share of the question that no line is near to.
    """
    clause = clause_traits(asked, line.place.line)
    return {
        **line.traits.by_name(),
        "clause_verb": clause.near,
        "clause_agreed": clause.agreed,
        "clause_filled": clause.filled,
        "clause_all": clause.near * clause.agreed * clause.filled,
        "clause_others": clause.others,
        "own_kind": line.traits.own * line.traits.kind,
        "asked_words": float(len(terms)),
        "asked_verb": float(any(term.verb for term in terms)),
        "asked_name": float(any(term.named for term in terms)),
        "unheld": unheld,
        "all_held": float(_has_all_but_verbs(terms, line.place.line.text)),
        "truth_held": float(asked.kind is not AnswerKind.TRUTH or _has_all_but_verbs(terms, line.place.line.text)),
        f"kind_{_GROUPS.get(asked.kind, 'amount')}": 1.0,
    }


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


HELD_FROM = 0.55
"""The least share of the question's words, by weight, that a line has itself. The weights were fitted on questions
whose words are near those of the text: where they are far, a lead over other lines says nothing, since these share even
fewer words. Chosen on 105 questions with an answer in six texts, most of them in words far from the text's, and on the
same with words that the answering line shares replaced, one after the other."""
MANNER_HELD_FROM = 0.7
"""The same of *how*, with the question's own verb or its noun; any line tells how something was in some way."""
WHOLE_FROM = 0.95
"""The share from which *how* needs no verb: the question has none that says more, or nearly all its words are there."""


FAR_HELD_FROM, FAR_AROUND_FROM, FAR_FROM = 0.3, 0.6, 0.6
"""The same share where an expression of the asked kind is rare, the share with the lines around, and the likelihood.
Chosen with all texts of bench/readers in view, where they quote no other line."""
LIKE_KIND = 0.6
"""Expressions that only look like the asked kind have this share, or less."""
NEVER = 2.0
"""More than any likelihood."""


def _floor(asked: AskedQuestion, terms: tuple[QuestionTerm, ...], place: PassageLine, traits: LineTraits) -> float:
    """Return the likelihood from which a line is quoted, `NEVER` for one that may not be, however much it leads."""
    if traits.lacking or traits.kind < SURE_KIND or not _keeps_condition(asked.text, place.line.text):
        return NEVER
    if asked.kind is AnswerKind.DURATION and not _has_objects(asked.text, place):
        return NEVER
    if asked.kind is AnswerKind.TRUTH:
        decides = traits.verb > 0 and traits.own >= HELD_FROM and not traits.mood and _may_decide(terms, place)
        return TRUTH_QUOTED_FROM if decides else NEVER
    if asked.kind is AnswerKind.MANNER:
        return _manner_floor(asked, place, traits)
    if asked.kind in _PARTICIPANTS:
        return _participant_floor(asked, place, traits)
    if traits.verb > 0 and traits.own >= HELD_FROM:
        return QUOTED_FROM
    typed = asked.kind in _TYPED and traits.kind > LIKE_KIND and (traits.verb > 0 or asked.kind is AnswerKind.REASON)
    return FAR_FROM if typed and traits.own >= FAR_HELD_FROM and traits.around >= FAR_AROUND_FROM else NEVER


_TELLS_HOW = re.compile(r"\b(?:by|when|through|using|with the help of|thanks to|from)\b", re.IGNORECASE)
MANNER_NEAR_FROM, MANNER_FROM = 0.6, 0.8
"""For *how*: the share of the words and the nearness of the verb, and the likelihood."""


def _manner_floor(asked: AskedQuestion, place: PassageLine, traits: LineTraits) -> float:
    """Return the same of *how*: with the question's own verb or its noun, or a clause with a verb near it that says
    when or through what."""
    if traits.own >= WHOLE_FROM or (traits.own >= MANNER_HELD_FROM and traits.verb >= DERIVED):
        return QUOTED_FROM
    told = traits.own >= MANNER_NEAR_FROM and traits.verb > 0 and _TELLS_HOW.search(place.line.text)
    return MANNER_FROM if told and clause_traits(asked, place.line).near >= MANNER_NEAR_FROM else NEVER


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


_PARTICIPANTS = frozenset({AnswerKind.PERSON, AnswerKind.THING})
PARTICIPANT_FROM = 0.55
"""The likelihood from which a line is quoted for *who* and *what*."""
NEAR_VERB, SAME_VERB, AGREED_FROM = 0.5, 0.6, 0.5
"""How near the verb of a clause must be for *who*, and for *what*, where the participants must also agree this far."""


def _participant_floor(asked: AskedQuestion, place: PassageLine, traits: LineTraits) -> float:
    """Return the same of *who* and *what*, which only a clause answers that has the question's verb, or one near it,
    and something new in the part that is asked for."""
    if traits.verb <= 0 or traits.own < HELD_FROM or traits.mood or _EXCEPTS.search(place.line.text):
        return NEVER
    frame, clause = question_frame(asked), clause_traits(asked, place.line)
    if frame is None or frame.verb in _SAYS_LITTLE or clause.near < NEAR_VERB or not clause.filled:
        return NEVER
    if asked.kind is AnswerKind.THING and (clause.agreed < AGREED_FROM or clause.near < SAME_VERB):
        return NEVER
    return PARTICIPANT_FROM


_EXCEPTS = re.compile(r"\b(?:except|other than|apart from|but for)\b", re.IGNORECASE)
_SAYS_LITTLE = word_set("questions/saying_verbs") | LIGHT_VERBS


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
