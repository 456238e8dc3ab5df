"""Words of equal and of opposite meaning, from the lists that rules compare claims by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from pramana.language import stem, word_list

_NOTHING: frozenset[str] = frozenset()


@cache
def _equals() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for words in _rows(word_list("claims/equal_words")):
        for word in words:
            found[word] = found.get(word, _NOTHING) | (frozenset(words) - {word})
    return found


@cache
def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for one, other in _rows(word_list("claims/opposites")):
        for word, opposite in ((one, other), (other, one)):
            found[word] = found.get(word, _NOTHING) | equal_words(opposite) | {opposite}
    return found


def _rows(entries: Sequence[str]) -> Iterator[list[str]]:
    for entry in entries:
        yield [word.replace("_", " ") for word in entry.split()]


def equal_words(lemma: str) -> frozenset[str]:
    """Return the lemmas that say the same as one, itself not among them; empty for most.

    >>> sorted(equal_words("purchase"))
    ['buy']
    """
    return _equals().get(lemma, _NOTHING)


def opposite_of(lemma: str) -> frozenset[str]:
    """Return the lemmas that cannot hold of the same where one does; empty for most.

    >>> sorted(opposite_of("reject"))
    ['accept', 'approve']
    """
    return _opposites().get(lemma, _NOTHING)


def has_counterpart(stemmed: str) -> bool:
    """Return whether another word may replace one, or oppose it, by its stem; so for the *step* of *step down*."""
    return stemmed in _stems()


@cache
def _stems() -> frozenset[str]:
    return frozenset(stem(part) for words in (*_equals(), *_opposites()) for part in words.split())
