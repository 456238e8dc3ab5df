"""What an edge says beyond its two ends, and how surely a passage says it, too.

Each word of content is a small bet: a true description has about a fifth of its words in the passage, chance puts a
word there as often as the text has it anywhere. The sum of the bets is a log likelihood ratio.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from math import log

from pramana.audit import lexicon as lex
from pramana.audit.model import AuditEdge
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
MOST_WORDS = 60
"""Longer descriptions are read so far."""


@dataclass(frozen=True, slots=True)
class Bet:
    """A word that is told: what finding it gains, what finding one of its `kin` gains, and what missing all loses."""

    gain: float
    loss: float
    kin: frozenset[str] = frozenset()
    kin_gain: float = 0.0


@dataclass(frozen=True, slots=True)
class Saying:
    """One thing that is said of an edge, by the stems of its words."""

    bets: Mapping[str, Bet]

    def score(self, there: Collection[str]) -> float:
        """Return how much likelier the stems of a passage are for what is described than for chance, as a logarithm."""
        return sum(_won(key, bet, there) for key, bet in self.bets.items())

    def stems(self) -> set[str]:
        """Return all stems that count."""
        return {key for own, bet in self.bets.items() for key in (own, *bet.kin)}


def _won(key: str, bet: Bet, there: Collection[str]) -> float:
    if key in there:
        return bet.gain
    return bet.kin_gain if any(kin in there for kin in bet.kin) else bet.loss


def sayings(edge: AuditEdge, named: frozenset[str], text: Text, window: int) -> tuple[Saying, ...]:
    """Return what the edge's relation and descriptions say, each for itself, without the stems of its ends' names.

    Empty where it says nothing; a saying without bets is a description that has no word of content.
    """
    relation = _content(edge.relation or "", named | _GENERIC)
    told = [_content(part, named) for part in dict.fromkeys(edge.descriptions) if part.strip()]
    kept = [forms for forms in told if forms] or told[:1]
    kept += [relation] if relation else []
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
