"""How likely a line is to answer a question: weighed by its words against other lines and against no answer at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log

from pramana.karaka.line_answers import PassageLine
from pramana.karaka.line_quotes.kinds import QUOTED_KINDS, SURE_KIND, kind_phrase, kind_share
from pramana.karaka.line_quotes.terms import (
    RELATED,
    QuestionTerm,
    best_of,
    coverage,
    near_terms,
    question_terms,
    stem_nearness,
    stems_of_text,
)
from pramana.language import AnswerKind, AskedQuestion, gives_orders

Weigh = Callable[[Sequence[str]], Mapping[str, float]]
"""What gives the weight of stems, rare ones more."""
QUOTED_FROM = 0.63
"""The least likelihood, 0–1, at which a line is quoted: the lowest at which 95 % of the questions without an answer are
refused, by cross-validation on the questions named below. `docs/decisions/quotes-by-words.md` has the figures."""
SHOWN_FROM = 0.3
"""The least share of the question's words that a line, with what is around it, has where it is named as the nearest."""
_SHORTEST = 5
"""Words that a line must have: shorter ones are headings."""
_FREE = frozenset({AnswerKind.REASON, AnswerKind.TRUTH, AnswerKind.EVENT, AnswerKind.MANNER})
_AMOUNTS = frozenset(
    {
        *(AnswerKind.PRICE, AnswerKind.MEASURE, AnswerKind.DURATION),
        *(AnswerKind.FREQUENCY, AnswerKind.AGE, AnswerKind.NUMBER),
    }
)
_POINTS_BACK = re.compile(
    r"[\"“'‘]?(?:he|she|it|they|this|that|these|those|his|her|its|their|but|and|so)\b", re.IGNORECASE
)
"""How a line begins that goes on from the line before."""


@dataclass(frozen=True, slots=True)
class LineTraits:
    """What a line has of a question.

    `own`: the share of the question's words in the line or in what its pronouns mean; `around`: the same with the two
    lines before and the title. `kind`: how surely it has an expression of the kind that was asked for. `lacking`:
    whether a name or a number of the question is neither in it nor around it. These are 0–1. `words`: how many of the
    question's words it has. `rank`: 1 divided by its place in the ranking. `back`: whether it goes on from the line
    before, 0 or 1. `new`: the logarithm of the number of its words that the question has not.
    """

    own: float
    around: float
    kind: float
    lacking: float
    words: float
    rank: float
    back: float
    new: float

    def log_odds(self, weights: LineTraits) -> float:
        """Return the sum of all traits, each by its weight."""
        return sum(float(getattr(self, name) * getattr(weights, name)) for name in LineTraits.__slots__)


WEIGHTS = LineTraits(own=1.59, around=2.28, kind=2.49, lacking=-0.44, words=0.35, rank=1.32, back=0.53, new=-0.71)
"""What each trait adds to a line's log-odds: fitted on 340 questions that readers asked of 14 texts, 100 of them
without an answer there (`bench/quotes.py --fit`)."""
NONE_ANSWERS: Mapping[str, float] = {"free": 2.51, "amount": 4.13, "other": 4.27}
"""What it weighs that no line answers, by the kind that was asked for."""


@dataclass(frozen=True, slots=True)
class LikelyLine:
    """A line with the likelihood, 0–1, that it answers.

    `held` is the share of the question's words that it has, with what is around it. `quotable`: lines are quoted for
    such questions, and this one has an expression of the kind that was asked for. `phrase` is that expression, "" where
    there are none or several. `leads`: the line before has words of the question that the line itself lacks.
    """

    place: PassageLine
    likelihood: float
    held: float
    quotable: bool
    phrase: str = ""
    leads: bool = False

    @property
    def is_sure(self) -> bool:
        """Whether the line is quoted as an answer."""
        return self.quotable and self.likelihood >= QUOTED_FROM

    @property
    def is_near(self) -> bool:
        """Whether the line may answer, though it is not sure enough to be quoted."""
        return self.held >= SHOWN_FROM


def likeliest_line(asked: AskedQuestion, passages: Sequence[PassageLine], weigh: Weigh) -> LikelyLine | None:
    """Return the line that most likely answers, None where no line has the names that were asked for.

    `passages` are in the order of their ranking.
    """
    terms = question_terms(asked.text)
    found = line_traits(asked, terms, passages, weigh) if terms else []
    odds = [traits.log_odds(WEIGHTS) for _, traits in found]
    able = [at for at, (_, traits) in enumerate(found) if not traits.lacking]
    if not able:
        return None
    best = max(able, key=lambda at: odds[at])
    place, traits = found[best]
    return LikelyLine(
        place,
        exp(odds[best]) / (exp(NONE_ANSWERS[kind_group(asked.kind)]) + sum(map(exp, odds))),
        traits.around,
        asked.kind in QUOTED_KINDS
        and traits.kind >= SURE_KIND
        and _keeps_condition(asked.text, place.line.text)
        and (asked.kind is not AnswerKind.TRUTH or _has_all_but_verbs(terms, place.line.text)),
        kind_phrase(asked, place.line.text),
        _is_led(terms, place),
    )


def _has_all_but_verbs(terms: tuple[QuestionTerm, ...], text: str) -> bool:
    """Return whether a line has every noun and adjective of a question, or one near it: *Was it dull?* asks for it."""
    own = set(stems_of_text(text))
    wanted = (term.stem for term in terms if not term.verb and "_" not in term.stem)
    return all(any(stem_nearness(each, word) >= RELATED for word in own) for each in wanted)


def nearest_lines(asked: AskedQuestion, passages: Sequence[PassageLine], weigh: Weigh, most: int) -> list[PassageLine]:
    """Return up to `most` of ranked lines, the likeliest to answer first; then those that state nothing."""
    terms = question_terms(asked.text)
    found = line_traits(asked, terms, passages, weigh) if terms else []
    order = sorted(found, key=lambda each: -each[1].log_odds(WEIGHTS))
    return list(dict.fromkeys([*(place for place, _ in order), *passages]))[:most]


def kind_group(kind: AnswerKind) -> str:
    """Return the group of a kind that says how often nothing answers: `free`, `amount` or `other`."""
    return "free" if kind in _FREE else "amount" if kind in _AMOUNTS else "other"


def line_traits(
    asked: AskedQuestion, terms: tuple[QuestionTerm, ...], passages: Sequence[PassageLine], weigh: Weigh
) -> list[tuple[PassageLine, LineTraits]]:
    """Return the lines that state something, each with what it has of a question, in the order of their ranking."""
    weights = weigh([term.lead for term in terms])
    weighed = [weights[term.lead] for term in terms]
    asked_stems = frozenset(stems_of_text(asked.text))
    return [
        (place, _traits_of(place, rank, asked, terms, weighed, asked_stems))
        for rank, place in enumerate(passages, 1)
        if _may_be_quoted(place)
    ]


def _traits_of(
    place: PassageLine,
    rank: int,
    asked: AskedQuestion,
    terms: tuple[QuestionTerm, ...],
    weighed: Sequence[float],
    asked_stems: frozenset[str],
) -> LineTraits:
    text = place.line.text
    said = near_terms(terms, text)
    own = best_of((1.0, said), (0.95, _linked_terms(terms, place)))
    title, one, two = (near_terms(terms, each) for each in _lines_before(place))
    return LineTraits(
        own=coverage(own, weighed),
        around=coverage(best_of((1.0, own), (0.9, one), (0.6, two), (0.5, title)), weighed),
        kind=kind_share(asked, terms, text),
        lacking=float(_has_stranger(terms, own, (title, one, two))),
        words=float(sum(value > 0 for value in said)),
        rank=1 / rank,
        back=float(_POINTS_BACK.match(text) is not None),
        new=log(1 + len(set(stems_of_text(text)) - asked_stems)),
    )


def _may_be_quoted(place: PassageLine) -> bool:
    """Whether a line states something: it is not a question or a title, and gives no orders to its reader."""
    text = place.line.text.rstrip()
    if place.number == 1 and not text.endswith((".", "!", "”", '"')):
        return False
    return not text.endswith("?") and len(stems_of_text(text)) >= _SHORTEST and not gives_orders(text)


_DENIED_CONDITION = re.compile(r"\bif\b.*?(?:\b(?:not|never|no|nobody|without)\b|n['’]t\b)", re.IGNORECASE)
_DENIAL = re.compile(r"\b(?:not|never|no|nobody|without|unless|fails?|refuses?)\b|n['’]t\b", re.IGNORECASE)


def _keeps_condition(question: str, text: str) -> bool:
    """Whether a line denies something where the condition of a question does: *What happens if she does not pay?*"""
    return _DENIED_CONDITION.search(question) is None or _DENIAL.search(text) is not None


def _lines_before(place: PassageLine) -> tuple[str, str, str]:
    """Return the title, the line before and the one before that, "" for none."""
    title, *before = place.before or ("",)
    before = ["", "", *before]
    return title, before[-1], before[-2]


def _linked_terms(terms: tuple[QuestionTerm, ...], place: PassageLine) -> tuple[float, ...]:
    return near_terms(terms, " ".join(link.means for link in place.line.references))


def _has_stranger(terms: Sequence[QuestionTerm], own: Sequence[float], around: Sequence[Sequence[float]]) -> bool:
    """Whether a name or a number of the question is neither in the line nor around it, or what a preposition marks is
    not in the line itself."""
    best = [max(own[at], *(values[at] for values in around)) for at in range(len(terms))]
    return any((term.named and best[at] < _SAME) or (term.marked and not own[at]) for at, term in enumerate(terms))


_SAME = 0.95
"""What a name must have at least: its own word, or a link to it."""


def _is_led(terms: tuple[QuestionTerm, ...], place: PassageLine) -> bool:
    own, before = near_terms(terms, place.line.text), near_terms(terms, _lines_before(place)[1])
    return any(each > mine for each, mine in zip(before, own, strict=True))
