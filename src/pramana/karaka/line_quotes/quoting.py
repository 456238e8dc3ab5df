"""How likely a line is to answer a question: weighed by its words against other lines and against no answer at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp

from pramana.karaka.line_answers import PassageLine
from pramana.karaka.line_quotes.kinds import QUOTED_KINDS, holds_kind, kind_phrase
from pramana.karaka.line_quotes.terms import QuestionTerm, best_of, coverage, near_terms, question_terms, stems_of_text
from pramana.language import AnswerKind, AskedQuestion, gives_orders

Weigh = Callable[[Sequence[str]], Mapping[str, float]]
"""What gives the weight of stems, rare ones more."""
QUOTED_FROM = 0.75
"""The least likelihood, 0–1, at which a line is quoted. On the even half of 568 questions that readers asked of 26
texts it quotes a right line for 13 % of those with an answer, and no wrong one; on the odd half 15 %, and 2 % wrong."""
SHOWN_FROM = 0.3
"""The least share of the question's words that a line, with what is around it, has where it is named as the nearest."""
AHEAD = 5
"""Of the ranking, how many lines count as near the question."""
_SHORTEST = 5
"""Words that a line must have: shorter ones are headings."""
_FREE = frozenset({AnswerKind.REASON, AnswerKind.TRUTH, AnswerKind.EVENT, AnswerKind.MANNER})


@dataclass(frozen=True, slots=True)
class LineWeights:
    """What each trait of a line adds to its log-odds, fitted on the even half of the questions named above.

    `own`: words of the question in the line or in what its pronouns mean; `around`: the same with the two lines before
    and the title; `lead`: how much more that is than in the next best line; `after`: words in the line after; `ahead`:
    whether it is among the first of the ranking; `words`: how many words it has, one each. `none`, `none_free`: what it
    weighs that nothing answers; less for reasons, events, manners and yes or no.
    """

    own: float = 1.8
    around: float = 4.9
    lead: float = 0.5
    after: float = 2.7
    ahead: float = 0.7
    words: float = 0.24
    none: float = 5.2
    none_free: float = 4.3


WEIGHTS = LineWeights()


@dataclass(frozen=True, slots=True)
class LikelyLine:
    """A line with the likelihood, 0–1, that it answers.

    `held` is the share of the question's words that it has, with what is around it. `phrase` are the words of the kind
    that was asked for, "" where there are none or several. `leads`: the line before has words of the question that the
    line itself lacks.
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


@dataclass(frozen=True, slots=True)
class LineTraits:
    """What a line has of a question, each 0–1 but `words`, a count."""

    own: float
    around: float
    after: float
    ahead: float
    words: float


def likeliest_line(asked: AskedQuestion, passages: Sequence[PassageLine], weigh: Weigh) -> LikelyLine | None:
    """Return the line that most likely answers, None where no line has the names and the kind that were asked for.

    `passages` are in the order of their ranking; `weigh` gives the weight of stems, rare ones more.
    """
    terms = question_terms(asked.text)
    found = line_traits(asked, terms, passages, weigh) if terms else []
    if not found:
        return None
    odds = [_log_odds(traits, [other for _, other in found if other is not traits]) for _, traits in found]
    none = WEIGHTS.none_free if asked.kind in _FREE else WEIGHTS.none
    best = max(range(len(odds)), key=lambda at: odds[at])
    place, traits = found[best]
    return LikelyLine(
        place,
        exp(odds[best]) / (exp(none) + sum(map(exp, odds))),
        traits.around,
        asked.kind in QUOTED_KINDS,
        kind_phrase(asked, place.line.text),
        _is_led(terms, place),
    )


def line_traits(
    asked: AskedQuestion,
    terms: tuple[QuestionTerm, ...],
    passages: Sequence[PassageLine],
    weigh: Weigh,
) -> list[tuple[PassageLine, LineTraits]]:
    """Return the lines that may answer by their kind and by the names in them, each with what it has of a question."""
    weights = weigh([term.stem for term in terms])
    weighed = [weights[term.stem] for term in terms]
    found = []
    for rank, place in enumerate(passages):
        text = place.line.text
        if not _may_be_quoted(place) or not holds_kind(asked, terms, text):
            continue
        own = _words_within(terms, place)
        if _has_stranger(terms, own, [near_terms(terms, each) for each in _lines_before(place)]):
            continue
        around = words_around(terms, place)
        traits = LineTraits(
            coverage(own, weighed),
            coverage(around, weighed),
            coverage(near_terms(terms, place.after), weighed),
            float(rank < AHEAD),
            float(sum(value > 0 for value in near_terms(terms, text))),
        )
        found.append((place, traits))
    return found


def _words_within(terms: tuple[QuestionTerm, ...], place: PassageLine) -> list[float]:
    return best_of((1.0, near_terms(terms, place.line.text)), (0.95, _linked_terms(terms, place)))


def words_around(terms: tuple[QuestionTerm, ...], place: PassageLine) -> list[float]:
    """Return how near a line, with the two before it and its title, is to each word of a question, 0–1."""
    title, one, two = (near_terms(terms, each) for each in _lines_before(place))
    return best_of((1.0, _words_within(terms, place)), (0.9, one), (0.6, two), (0.5, title))


def _may_be_quoted(place: PassageLine) -> bool:
    """Whether a line states something: it is not a question or a title, and gives no orders to its reader."""
    text = place.line.text.rstrip()
    if place.number == 1 and not text.endswith((".", "!", "”", '"')):
        return False
    return not text.endswith("?") and len(stems_of_text(text)) >= _SHORTEST and not gives_orders(text)


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


def _log_odds(traits: LineTraits, others: Sequence[LineTraits]) -> float:
    lead = traits.around - max((other.around for other in others), default=0.0)
    return (
        WEIGHTS.own * traits.own
        + WEIGHTS.around * traits.around
        + WEIGHTS.lead * lead
        + WEIGHTS.after * traits.after
        + WEIGHTS.ahead * traits.ahead
        + WEIGHTS.words * traits.words
    )


def _is_led(terms: tuple[QuestionTerm, ...], place: PassageLine) -> bool:
    own, before = near_terms(terms, place.line.text), near_terms(terms, _lines_before(place)[1])
    return any(each > mine for each, mine in zip(before, own, strict=True))
