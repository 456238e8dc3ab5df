"""Words that change what a sentence claims: denials, doubts, and adjectives that deny what they describe."""

from __future__ import annotations

import re
from functools import lru_cache

from pramana.language.word_lists import word_set

NEGATIONS = word_set("claims/negations")
DENYING_VERBS = word_set("claims/denying_verbs")
DOUBTS = word_set("claims/doubts")
PRIVATIVES = word_set("claims/privatives")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_NOT = re.compile(r"(?:(?<=\w)n['’]t|\bcannot)\b", re.IGNORECASE)


@lru_cache(maxsize=8_192)
def operator_words(text: str) -> tuple[str, ...]:
    """Return the words of a text in order, case-folded, with *n't* and *cannot* as *not*.

    >>> operator_words("Marsh didn’t steal it.")
    ('marsh', 'did', 'not', 'steal', 'it')
    """
    return tuple(word.casefold() for word in _WORD.findall(_NOT.sub(" not", text)))


def negations(text: str) -> int:
    """Return how many words of a text deny.

    >>> [negations(text) for text in ("He did not go.", "Nobody went nowhere.", "He went.")]
    [1, 2, 0]
    """
    return sum(1 for word in operator_words(text) if word in NEGATIONS)
