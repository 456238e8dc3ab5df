"""What an edge says beyond its two ends, and how surely a passage says it, too.

Each word of content is a small bet: a true description has about a fifth of its words in the passage, chance puts a
word there as often as the text has it anywhere. The sum of the bets is a log likelihood ratio.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import log

from pramana.audit import lexicon as lex
from pramana.audit.stems import stem
from pramana.audit.text import Text
from pramana.evidence.words import words
from pramana.language.kin import kindred_verbs

TOLD = 0.2
"""How often a word of a true description stands in the passage that it describes."""
BACKGROUND = 1_000
"""So many lines of everyday English stand behind the text, so that in a short one not every word is common."""
RARE, EVERYDAY = 0.004, 0.04
"""In what share of those lines a word stands, and one of the commonest."""
ASIDE = 0.75
"""What a word counts that stands near the ends, but in another line."""
SHORT = 2
"""How many words a saying may have for one to be enough."""
MOST_WORDS = 60
"""Longer descriptions are read so far."""


@dataclass(frozen=True, slots=True)
class Bet:
    """A word that is told: what finding it gains, what finding one of its `kin` gains, and what missing all loses."""

    gain: float
    loss: float
    kin: frozenset[str] = frozenset()
    kin_gain: float = 0.0

    def stems(self, own: str) -> frozenset[str]:
        return self.kin | {own}


@dataclass(frozen=True, slots=True)
class Saying:
    """One thing that is said of an edge, by the stems of its words."""

    bets: Mapping[str, Bet]

    def score(self, near: Collection[str], there: Collection[str]) -> float:
        """Return how much likelier the stems of a passage are for what is described than for chance, as a logarithm.

        `near` are the stems in the lines of the ends themselves; of the others, `there`, the gain is less.
        """
        return sum(_won(key, bet, near, there) for key, bet in self.bets.items())

    def weight(self, near: Collection[str], there: Collection[str]) -> float:
        """Return what the found words gain alone, whatever is missing."""
        return sum(bet.gain * (1.0 if key in near else ASIDE) for key, bet in self.bets.items() if key in there)

    def enough(self, there: Collection[str]) -> bool:
        """Return whether more than one word of it stands there; one will do where it has hardly more."""
        found = sum(1 for key, bet in self.bets.items() if not bet.stems(key).isdisjoint(there))
        return found > 1 or (found == 1 and len(self.bets) <= SHORT)

    def stems(self) -> set[str]:
        """Return all stems that count."""
        return {key for own, bet in self.bets.items() for key in bet.stems(own)}


def _won(key: str, bet: Bet, near: Collection[str], there: Collection[str]) -> float:
    if key in near:
        return bet.gain
    kin = max((1.0 if each in near else ASIDE for each in bet.kin if each in there), default=0.0)
    own = ASIDE if key in there else 0.0
    return max(bet.gain * own, bet.kin_gain * kin) if own or kin else bet.loss


def sayings(
    relation: str | None, descriptions: Iterable[str], named: frozenset[str], text: Text, window: int
) -> tuple[Saying, ...]:
    """Return what a relation and descriptions say, each for itself, without the stems of the names concerned.

    Empty where they say nothing; a saying without bets is a description that has no word of content.
    """
    related = _content(relation or "", named | _GENERIC)
    told = [_content(part, named) for part in dict.fromkeys(descriptions) if part.strip()]
    kept = [forms for forms in told if forms] or told[:1]
    kept += [related] if related else []
    return tuple(Saying({key: _bet(key, form, text, window) for key, form in forms.items()}) for forms in kept)


def _content(said: str, named: frozenset[str]) -> dict[str, str]:
    """Return the words of content: stem to form, as they come."""
    spaced = _HUMP.sub(" ", said.replace("_", " "))
    found: dict[str, str] = {}
    for form in words(spaced).forms[: 4 * MOST_WORDS]:
        if (
            form not in lex.STOP_WORDS | lex.GLOSS
            and len(form) > 1
            and stem(form) not in named
            and len(found) < MOST_WORDS
        ):
            found.setdefault(stem(form), form)
    return found


_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_GENERIC = frozenset(stem(word) for word in lex.GENERIC_RELATIONS)
_COMMON = frozenset(stem(word) for word in lex.COMMON | lex.SPEECH)
_TALK = frozenset(stem(word) for word in lex.TALK)
_SPEECH = frozenset(stem(word) for word in lex.SPEECH)


def _bet(key: str, form: str, text: Text, window: int) -> Bet:
    kin = _kin(key, form)
    gain, loss = _odds({key}, text, window)
    kin_gain, kin_loss = _odds({key, *kin}, text, window)
    return Bet(gain, kin_loss if kin else loss, kin, kin_gain)


def _odds(stems: set[str], text: Text, window: int) -> tuple[float, float]:
    """Return what it gains to find one of the stems, and loses to find none; nothing, where the text has none."""
    standing = len({line for each in sorted(stems) for line in text.lines_with(each)})
    behind = BACKGROUND * (EVERYDAY if stems & _COMMON else RARE)
    share = (standing + behind) / (len(text) + BACKGROUND)
    chance = min(1 - (1 - share) ** window, TOLD)
    return log(TOLD / chance), log((1 - TOLD) / (1 - chance)) if standing else 0.0


def _kin(key: str, form: str) -> frozenset[str]:
    """Return the stems of the verbs that may tell of the same."""
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
