"""BM25, the weight of a text for some words, and an index of a few texts in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import log
from typing import Generic, TypeAlias, TypeVar

from pramana.retrieval.analysis import query_terms, search_terms

K1 = 1.2
"""How soon more of the same word stops to count; B: how much longer texts are held back. On one half of the HotpotQA
sample 1.2 and 0.75 found 0.82 of the passages, 0.9 and 0.4 found 0.79 (`bench/retrieval.py`)."""
B = 0.75

Key = TypeVar("Key", bound=Hashable)


Posting: TypeAlias = tuple[Key, int, int]
"""A text that has a word: its key, how often, and how many words the text has in all."""


def word_weight(texts: int, having: int) -> float:
    """Return the weight (above 0) of a word that `having` of `texts` have: rare words say more."""
    return log(1 + (texts - having + 0.5) / (having + 0.5))


def bm25(postings: Mapping[str, Sequence[Posting[Key]]], texts: int, average: float) -> dict[str, dict[Key, float]]:
    """Return for each word the weight that each text which has it gets.

    `postings` are those of the words of a query, `texts` and `average` the number of all texts and their mean length.
    """
    found: dict[str, dict[Key, float]] = {}
    for word, having in postings.items():
        weight = word_weight(texts, len(having)) * (K1 + 1)
        found[word] = {
            key: weight * (count / (count + K1 * (1 - B + B * length / average))) for key, count, length in having
        }
    return found


def sum_by_text(parts: Mapping[str, Mapping[Key, float]]) -> dict[Key, float]:
    """Return the sum of the weights of each text, over the words in their order."""
    sums: dict[Key, float] = {}
    for weights in parts.values():
        for key, weight in weights.items():
            sums[key] = sums.get(key, 0.0) + weight
    return sums


class TextIndex(Generic[Key]):
    """Texts by key, ranked by the words that they share with a query, after stemming. All in memory."""

    def __init__(self, texts: Iterable[tuple[Key, str]] = ()) -> None:
        self._postings: dict[str, list[Posting[Key]]] = {}
        self._order: dict[Key, int] = {}
        self._words = 0
        for key, text in texts:
            self._add(key, text)

    def _add(self, key: Key, text: str) -> None:
        terms = search_terms(text)
        self._order[key] = len(self._order)
        self._words += len(terms)
        for word, count in Counter(terms).items():
            self._postings.setdefault(word, []).append((key, count, len(terms)))

    def __len__(self) -> int:
        return len(self._order)

    def ranking(self, query: str) -> list[tuple[Key, float]]:
        """Return every text that shares a word with the query with its weight, best first, ties as they were given."""
        having = {word: self._postings[word] for word in sorted(query_terms(query)) if word in self._postings}
        sums = sum_by_text(bm25(having, len(self._order), self._words / max(1, len(self._order))))
        return sorted(sums.items(), key=lambda found: (-found[1], self._order[found[0]]))

    def nearest(self, query: str, limit: int = 5) -> list[Key]:
        """Return the keys of the first of `ranking`."""
        return [key for key, _ in self.ranking(query)[:limit]]
