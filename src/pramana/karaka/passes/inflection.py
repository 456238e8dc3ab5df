"""Case endings of names in Cyrillic and Greek script: *Иванову* is a form of *Иванов* or of *Иванова*."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

_LEAST = 3
"""Letters of a stem: shorter ones are shared by unrelated names."""
_RUSSIAN = re.compile(r"(?:ого|его|ому|ему|ыми|ими|ым|им|ом|ем|ой|ей|ою|ею|ую|юю|ая|яя|ий|ый|ью|ь|й|а|я|у|ю|е|ы|и|о)$")
_GREEK = re.compile(r"(?:ουσ|οσ|ου|ον|ησ|ασ|εσ|ων|ο|η|α|ε)$")
"""Folded: a final sigma is a sigma."""


@lru_cache(maxsize=65_536)  # the words of names are compared again and again
def case_stem(word: str) -> str:
    """Return a folded word of a name without its case ending; the word itself in other scripts, and where it is short.

    >>> case_stem("иванову") == case_stem("иванов"), case_stem("smith")
    (True, 'smith')
    """
    if word.isascii():
        return word
    bare = "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))
    pattern = _RUSSIAN if "\u0400" <= bare[:1] <= "\u052f" else _GREEK if "\u0370" <= bare[:1] <= "\u03ff" else None
    if pattern is None:
        return word
    stem = pattern.sub("", bare)
    return stem if len(stem) >= _LEAST else word


def same_word(one: str, other: str) -> bool:
    """Return whether two folded words are one but for case endings."""
    return one == other or (not one.isascii() and case_stem(one) == case_stem(other))


def case_stems(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a name without case endings."""
    return tuple(map(case_stem, words))
