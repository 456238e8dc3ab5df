"""What lines have of a question: the signs by which they are ranked, as numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log

from pramana.karaka.line_answers import PassageLine
from pramana.karaka.line_quotes.kinds import kind_share
from pramana.karaka.line_quotes.terms import (
    QuestionTerm,
    best_of,
    coverage,
    is_empty_word,
    near_terms,
    stems_of_text,
)
from pramana.language import AskedQuestion, gives_orders

Weigh = Callable[[Sequence[str]], Mapping[str, float]]
"""What gives the weight of stems, rare ones more."""
_SHORTEST = 5
"""Words that a line must have: shorter ones are headings."""
_POINTS_BACK = re.compile(
    r"[\"“'‘]?(?:he|she|it|they|this|that|these|those|his|her|its|their|but|and|so)\b", re.IGNORECASE
)
"""How a line begins that goes on from the line before."""
_DENIES = re.compile(r"\b(?:not|never|no|nobody|nothing|none|without|neither|nor|refused|denied)\b|n['’]t\b", re.I)
_UNREAL = re.compile(
    r"\b(?:will|would|shall|should|may|might|could|must|plans?|planned|intend\w*|hopes?|if|unless)\b"
    r"|^[\"“'‘]?had\b|[,;] had (?:i|he|she|it|we|you|they|the|this|these|that|those|his|her|its|their|our)\b",
    re.I,
)
"""What puts a line as planned, possible, demanded or contrary to fact: *Had the pump worked, …*"""
_USUAL = 20.0
"""The usual length of a line in words, for its full-text weight."""


@dataclass(frozen=True, slots=True)
class LineTraits:
    """What a line has of a question, by itself and with the two lines before it and the title (`_around`).

    Shares, 0–1, each word by its weight: `own` of the question's words, what pronouns mean among them; `exact` of those
    in the same form; `verb` how near its nearest verb is (0.5 where the question has none), `nouns` of the others,
    `rare` how near its rarest word is; `pairs` of its neighbouring words. `kind`: how surely the line has an expression
    of the kind that was asked for. `full_text`: its BM25 weight beside the best line's. 0 or 1: `lacking`, a name or
    number of the question is nowhere; `back`, it goes on from the line before; `denial` and `mood`, only one of the two
    denies, or only the line puts something as planned. `words` and `missing` are counts, `rank` is 1 divided by its
    place, `new` the logarithm of the number of its words that the question has not.
    """

    own: float
    around: float
    exact: float
    kind: float
    lacking: float
    words: float
    missing: float
    verb: float
    verb_around: float
    nouns: float
    nouns_around: float
    rare: float
    full_text: float
    pairs: float
    rank: float
    back: float
    new: float
    denial: float
    mood: float

    def by_name(self) -> dict[str, float]:
        """Return the traits by their names."""
        return {name: float(getattr(self, name)) for name in LineTraits.__slots__}


def line_traits(
    asked: AskedQuestion, terms: tuple[QuestionTerm, ...], passages: Sequence[PassageLine], weigh: Weigh
) -> list[tuple[PassageLine, LineTraits]]:
    """Return the lines that state something, each with what it has of a question, in the order of their ranking."""
    question = _WeighedQuestion(asked, terms, weigh)
    stating = [place for place in passages if _states(place)]
    best = max((question.full_text(place.line.text) for place in stating), default=0.0) or 1.0
    ranks = {id(place): rank for rank, place in enumerate(passages, 1)}
    return [(place, question.traits_of(place, 1 / ranks[id(place)], best)) for place in stating]


def unheld_share(terms: tuple[QuestionTerm, ...], passages: Sequence[PassageLine], weigh: Weigh) -> float:
    """Return the share of a question's words, by weight, that nothing in the lines is near to, 0–1."""
    weights = weigh([term.lead for term in terms])
    values = [near_terms(terms, place.line.text) for place in passages]
    best = [max((each[at] for each in values), default=0.0) for at in range(len(terms))]
    return coverage([float(not value) for value in best], [weights[term.lead] for term in terms])


class _WeighedQuestion:
    """A question with the weights of its words."""

    def __init__(self, asked: AskedQuestion, terms: tuple[QuestionTerm, ...], weigh: Weigh) -> None:
        weights = weigh([term.lead for term in terms])
        self.asked, self.terms = asked, terms
        self.weights = [weights[term.lead] for term in terms]
        self.stems = stems_of_text(asked.text)
        self.pairs = {pair for pair in pairwise(self.stems) if not all(map(is_empty_word, pair))}
        self.verbs = [at for at, term in enumerate(terms) if term.verb]
        self.nouns = [at for at, term in enumerate(terms) if not term.verb]

    def full_text(self, text: str) -> float:
        """Return the BM25 weight of a text, a related word counting as a part of an occurrence."""
        length = 0.25 + 0.75 * len(stems_of_text(text)) / _USUAL
        near = near_terms(self.terms, text)
        weighed = zip(near, self.weights, strict=True)
        return sum(weight * 2.2 * value / (value + 1.2 * length) for value, weight in weighed)

    def traits_of(self, place: PassageLine, rank: float, best: float) -> LineTraits:
        text = place.line.text
        said = near_terms(self.terms, text)
        meant = near_terms(self.terms, " ".join(link.means for link in place.line.references))
        own = best_of((1.0, said), (0.95, meant))
        title, one, two = (near_terms(self.terms, each) for each in lines_before(place))
        around = best_of((1.0, own), (0.9, one), (0.6, two), (0.5, title))
        stems = stems_of_text(text)
        return LineTraits(
            own=coverage(own, self.weights),
            around=coverage(around, self.weights),
            exact=coverage([float(value == 1) for value in said], self.weights),
            kind=kind_share(self.asked, self.terms, text),
            lacking=float(_has_stranger(self.terms, own, (title, one, two))),
            words=float(sum(value > 0 for value in said)),
            missing=float(sum(value == 0 for value in around)),
            verb=self._verb(own),
            verb_around=self._verb(around),
            nouns=self._nouns(own),
            nouns_around=self._nouns(around),
            rare=own[max(range(len(own)), key=lambda at: self.weights[at])],
            full_text=self.full_text(text) / best,
            pairs=len(self.pairs & set(pairwise(stems))) / max(1, len(self.pairs)),
            rank=rank,
            back=float(_POINTS_BACK.match(text) is not None),
            new=log(1 + len(set(stems) - set(self.stems))),
            denial=float((_DENIES.search(text) is None) != (_DENIES.search(self.asked.text) is None)),
            mood=float(_UNREAL.search(text) is not None and _UNREAL.search(self.asked.text) is None),
        )

    def _verb(self, values: Sequence[float]) -> float:
        return max((values[at] for at in self.verbs), default=0.5)

    def _nouns(self, values: Sequence[float]) -> float:
        weights = [self.weights[at] for at in self.nouns]
        return coverage([values[at] for at in self.nouns], weights) if self.nouns else 0.5


def _states(place: PassageLine) -> bool:
    """Whether a line states something: it is not a question or a title, and gives no orders to its reader."""
    text = place.line.text.rstrip()
    if place.number == 1 and not text.endswith((".", "!", "”", '"')):
        return False
    return not text.endswith("?") and len(stems_of_text(text)) >= _SHORTEST and not gives_orders(text)


def lines_before(place: PassageLine) -> tuple[str, str, str]:
    """Return the title, the line before and the one before that, "" for none."""
    title, *before = place.before or ("",)
    before = ["", "", *before]
    return title, before[-1], before[-2]


def _has_stranger(terms: Sequence[QuestionTerm], own: Sequence[float], around: Sequence[Sequence[float]]) -> bool:
    """Whether a name or a number of the question is neither in the line nor around it, or what a preposition marks is
    not in the line itself."""
    best = [max(own[at], *(values[at] for values in around)) for at in range(len(terms))]
    return any((term.named and best[at] < _SAME) or (term.marked and not own[at]) for at, term in enumerate(terms))


_SAME = 0.95
"""What a name must have at least: its own word, or a link to it."""
