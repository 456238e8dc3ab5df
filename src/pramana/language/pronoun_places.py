"""Places of pronouns, what a pronoun was resolved to, and whom a heading names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

LONGEST_HEADING = 8
"""Words."""


def heading_words(line: str) -> frozenset[str]:
    """Return the capitalised words, in small letters, of a first line that is a heading; none where it is a sentence.

    >>> sorted(heading_words("# Marta Keller")), sorted(heading_words("Marta Keller left."))
    (['keller', 'marta'], [])
    """
    words = line.strip(" #*_=").split()
    if len(words) > LONGEST_HEADING or line.rstrip()[-1:] in ".!?:;,\"'”’":
        return frozenset()
    return frozenset(word.casefold() for word in words if word[0].isupper())


class MentionPlace(NamedTuple):
    """A stretch of a line: `line` counts from 0, `start` and `end` in code points, `end` exclusive."""

    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PronounResolution:
    """The resolution of a pronoun. `antecedent` is a name or a noun phrase, never a pronoun; `confidence` is 1 to 100.

    `reason` names the signs that favoured it, for a reader. `alone`: nothing else near agrees with the pronoun.
    """

    antecedent: MentionPlace
    confidence: int
    reason: str
    alone: bool = False
