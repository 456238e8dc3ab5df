"""What an edge says beyond its two ends, and how likely it is that a passage says the same.

Each word of content is a small bet. A true description shares about a fifth of its words with the passage; by chance,
a word occurs there as often as anywhere in the text. The sum of the bets is a log likelihood ratio.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import log

from pramana.audit import lexicon as lex
from pramana.audit.text import DocumentText
from pramana.evidence import words
from pramana.language import kindred_verbs, stem

TOLD = 0.2
"""The share of the words of a true description that occur in the passage that it describes."""
BACKGROUND = 1_000
"""The lines of everyday English that are added to the counts, so that in a short text not every word is common."""
RARE, EVERYDAY = 0.004, 0.06
"""The share of those lines that contain a word, and one of the commonest words."""
ASIDE = 0.75
"""The weight of a word that occurs near the ends, but in another line."""
ABSENT = 0.05
"""The cost of a word that the text does not contain: low, since a describer chooses different words."""
SHORT = 2
"""The most words that a saying may have for one found word to be enough."""
MOST_WORDS = 60
"""The most words of a description that are read."""


Gains = tuple[float, float, float]
"""What it gains to find a word in the one line of both ends, in one of their two lines, in another line near."""


@dataclass(frozen=True, slots=True)
class Bet:
    """A word of a saying: the gain for finding it, the gain for finding one of its `kin`, the loss for finding none."""

    gains: Gains
    loss: float
    kin: frozenset[str] = frozenset()
    kin_gains: Gains = (0.0, 0.0, 0.0)

    def stems(self, own: str) -> frozenset[str]:
        return self.kin | {own}

    def won(self, own: str, found: FoundWords) -> float:
        """Return what the bet gains or loses by what was found."""
        places = [(self.gains, found.place(own)), *((self.kin_gains, found.place(kin)) for kin in self.kin)]
        return max((gains[place] for gains, place in places if place is not None), default=self.loss)


@dataclass(frozen=True, slots=True)
class FoundWords:
    """The stems of a saying in a passage: in the `lines` (1 or 2) of the ends, and in all of its lines."""

    near: Collection[str]
    there: Collection[str]
    lines: int

    def place(self, stem: str) -> int | None:
        """Return which of a bet's gains a stem has, None where it is not there."""
        return self.lines - 1 if stem in self.near else 2 if stem in self.there else None


@dataclass(frozen=True, slots=True)
class Saying:
    """One thing that is said of an edge, by the stems of its words and as it is written."""

    bets: Mapping[str, Bet]
    said: str = ""
    is_relation: bool = False

    def score(self, found: FoundWords) -> float:
        """Return how much likelier the stems of a passage are for what is described than for chance, as a logarithm."""
        return sum(bet.won(key, found) for key, bet in self.bets.items())

    def weight(self, found: FoundWords) -> float:
        """Return what the words themselves gain, whatever is missing."""
        return sum(bet.won(key, found) for key, bet in self.bets.items() if key in found.there)

    def enough(self, there: Collection[str]) -> bool:
        """Return whether more than one word of it occurs there. One is enough for a saying of up to SHORT words."""
        found = sum(1 for key, bet in self.bets.items() if not bet.stems(key).isdisjoint(there))
        return found > 1 or (found == 1 and len(self.bets) <= SHORT)

    def stems(self) -> set[str]:
        """Return all stems that count."""
        return {key for own, bet in self.bets.items() for key in bet.stems(own)}


def sayings(
    relation: str | None, descriptions: Iterable[str], named: frozenset[str], text: DocumentText, window: int
) -> tuple[Saying, ...]:
    """Return what a relation and descriptions say, each for itself, without the stems of the names concerned.

    Empty where they say nothing; a saying without bets is a description that has no word of content.
    """
    related = _content(relation or "", named | _GENERIC, lex.STOP_WORDS)  # *LEADS* is what the graph says
    told = [(_description_words(part, named), part, False) for part in dict.fromkeys(descriptions) if part.strip()]
    kept = [each for each in told if each[0]] or told[:1]
    kept += [(related, relation or "", True)] if related else []
    return tuple(
        Saying({key: _bet(key, form, text, window) for key, form in forms.items()}, said, is_relation)
        for forms, said, is_relation in kept
    )


def _description_words(said: str, named: frozenset[str]) -> dict[str, str]:
    """Return a description's words of content; those of its describer (*shows*, *leads*) where it has no others."""
    return _content(said, named, _SAYING_NOTHING) or _content(said, named, lex.STOP_WORDS)


def _content(said: str, named: frozenset[str], left_out: frozenset[str]) -> dict[str, str]:
    """Return the words of content: stem to form, as they come."""
    spaced = _HUMP.sub(" ", said.replace("_", " "))
    found: dict[str, str] = {}
    for form in words(spaced).forms[: 4 * MOST_WORDS]:
        told = form not in left_out and len(form) > 1 and stem(form) not in named
        if told and len(found) < MOST_WORDS:
            found.setdefault(stem(form), form)
    return found


_SAYING_NOTHING = lex.STOP_WORDS | lex.GLOSS
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_GENERIC = frozenset(stem(word) for word in lex.GENERIC_RELATIONS)
_COMMON = frozenset(stem(word) for word in lex.COMMON | lex.SPEECH)
_TALK = frozenset(stem(word) for word in lex.TALK)
_SPEECH = frozenset(stem(word) for word in lex.SPEECH)


def _bet(key: str, form: str, text: DocumentText, window: int) -> Bet:
    kin = _kin(key, form)
    gains, loss = _odds({key}, text, window)
    kin_gains, kin_loss = _odds({key, *kin}, text, window)
    return Bet(gains, kin_loss if kin else loss, kin, kin_gains)


def _odds(stems: set[str], text: DocumentText, window: int) -> tuple[Gains, float]:
    """Return what it gains to find one of the stems, and loses to find none; little, where the text has none."""
    standing = len({line for each in sorted(stems) for line in text.lines_with(each)})
    behind = BACKGROUND * (EVERYDAY if stems & _COMMON else RARE)
    share = (standing + behind) / (len(text) + BACKGROUND)
    one, two, near = (min(1 - (1 - share) ** lines, TOLD) for lines in (1, 2, window))
    gains = (log(TOLD / one), log(TOLD / two), ASIDE * log(TOLD / near))
    return gains, log((1 - TOLD) / (1 - near)) if standing else -ABSENT


def _kin(key: str, form: str) -> frozenset[str]:
    """Return the stems of verbs that may describe the same event."""
    if key in _TALK:
        return _SPEECH - {key}
    verbs = next((kin for kin in map(kindred_verbs, _bases(form)) if kin), ())
    return frozenset(stem(verb) for verb in verbs if " " not in verb) - {key}


def _bases(form: str) -> Iterator[str]:
    """Yield what a verb may be the inflection of."""
    yield form
    for ending in ("s", "es", "ed", "ing", "d"):
        if form.endswith(ending):
            yield form.removesuffix(ending)
            yield form.removesuffix(ending) + "e"
