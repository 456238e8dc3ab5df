"""Exact search among vectors of bytes. Integer sums, so that results are the same on every machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pramana.llm import Matrix

__all__ = ["Matrix", "VectorIndex"]

Floats = NDArray[np.float64]

_QUERIES = 128
"""Queries that are compared at once."""
_NUMBERS = 4_000_000
"""How many numbers of vectors are held as floats at once; with _QUERIES, what bounds memory."""
_FIRST = 256
"""How many vectors are looked at first: their best tell which of the rest need a closer look."""
_EXACT = 2.0**24
"""Up to here 32-bit floats hold every integer, and every partial sum."""
_SLACK = 1 - 1e-5
"""A cosine from 32-bit floats is off by less. What passes so is computed anew in 64 bits."""
_LEAST = 1e-6
"""Between zero and the smallest product of a vector and one of length 1."""


@dataclass(frozen=True, slots=True)
class _Hits:
    """Cosines found: `queries[i]` and `rows[i]` have `cosines[i]`."""

    queries: NDArray[np.intp]
    rows: NDArray[np.intp]
    cosines: Floats

    def select(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> _Hits:
        return _Hits(self.queries[which], self.rows[which], self.cosines[which])

    def concatenate(self, more: _Hits) -> _Hits:
        queries, rows = np.concatenate((self.queries, more.queries)), np.concatenate((self.rows, more.rows))
        return _Hits(queries, rows, np.concatenate((self.cosines, more.cosines)))

    def lists(self, count: int) -> list[list[tuple[int, float]]]:
        found: list[list[tuple[int, float]]] = [[] for _ in range(count)]
        for query, row, cosine in zip(self.queries.tolist(), self.rows.tolist(), self.cosines.tolist(), strict=True):
            found[query].append((row, cosine))
        return found


class VectorIndex:
    """Exact search by cosine over quantised vectors, by row number. Ties go to the smaller number.

    A vector has the cosine 1.0 with itself, exactly, and no pair has a larger one; a vector of zeros is near nothing.
    Building is linear; memory beside the vectors themselves is bounded, however many there are.
    """

    def __init__(self, vectors: Matrix) -> None:
        """`vectors` has one row a vector. Raises ValueError where it is not a table of bytes."""
        _check(vectors)
        self._vectors = vectors
        self._squares = _squares(vectors)
        self._largest = float(self._squares.max(initial=0.0))
        self._stripe = max(1, _NUMBERS // max(1, vectors.shape[1]))

    def __len__(self) -> int:
        return len(self._vectors)

    def nearest(self, queries: Matrix, k: int = 5) -> list[list[tuple[int, float]]]:
        """Return for each query up to `k` (row, cosine), the nearest first."""
        found: list[list[tuple[int, float]]] = []
        for part in self._parts(queries):
            best, floor = _nothing(), np.zeros(len(part))
            for rows in self._stripes(max(_FIRST, 4 * k)) if k > 0 else ():
                best, floor = _best(best, self._above(part, rows, floor), k, floor)
            found += best.lists(len(part))
        return found

    def within(self, queries: Matrix, least: float) -> list[list[tuple[int, float]]]:
        """Return for each query every (row, cosine) with a cosine of at least `least` (above 0), by row."""
        found: list[list[tuple[int, float]]] = []
        for part in self._parts(queries):
            floor = np.full(len(part), least)
            lists: list[list[tuple[int, float]]] = [[] for _ in part]
            for rows in self._stripes(self._stripe):
                for every, more in zip(lists, self._above(part, rows, floor).lists(len(part)), strict=True):
                    every += more
            found += lists
        return found

    def pairs(self, blocks: Iterable[Sequence[int]], least: float) -> dict[tuple[int, int], float]:
        """Return every pair of rows that share a block and have a cosine of at least `least` (above 0).

        Pairs are (smaller, larger), sorted. The work is that of all pairs within each block.
        """
        found: dict[tuple[int, int], float] = {}
        for block in blocks:
            rows = np.unique(np.asarray(block, dtype=np.intp))
            for start in range(0, len(rows), _QUERIES):
                some = rows[start : start + _QUERIES]
                for later in range(start, len(rows), self._stripe):
                    hits = self._above(
                        self._vectors[some], rows[later : later + self._stripe], np.full(len(some), least)
                    )
                    hits = hits.select(some[hits.queries] < hits.rows)
                    pairs = zip(some[hits.queries].tolist(), hits.rows.tolist(), strict=True)
                    found.update(zip(pairs, hits.cosines.tolist(), strict=True))
        return dict(sorted(found.items()))

    def _parts(self, queries: Matrix) -> Iterator[Matrix]:
        _check(queries)
        width, asked = self._vectors.shape[1], queries.shape[1]
        if asked == 0:  # texts without characters alone: nobody knows how long their vectors would be
            queries = np.zeros((len(queries), width), np.int8)
        elif len(self) and asked != width:
            raise ValueError(f"vectors of {asked} numbers among those of {width}")
        for start in range(0, len(queries), _QUERIES):
            yield queries[start : start + _QUERIES]

    def _stripes(self, first: int) -> Iterator[NDArray[np.intp]]:
        """Yield all rows in order, in stripes of `first` and then of four times as many as before."""
        start, size = 0, first
        while start < len(self):
            size = min(size, self._stripe)
            yield np.arange(start, min(start + size, len(self)))
            start, size = start + size, size * 4

    def _above(self, queries: Matrix, rows: NDArray[np.intp], floor: Floats) -> _Hits:
        """Return what has a cosine above 0 and of at least its query's `floor`, by query and row."""
        vectors = self._vectors[rows[0] : rows[-1] + 1] if rows[-1] - rows[0] == len(rows) - 1 else self._vectors[rows]
        asked, squares = _squares(queries), self._squares[rows]
        fits = np.sqrt(self._largest * asked.max(initial=0.0)) <= _EXACT
        exact: Any = np.float32 if fits else np.float64
        products: NDArray[Any] = queries.astype(exact) @ vectors.astype(exact).T
        inverse = np.divide(1.0, np.sqrt(squares), out=np.zeros(len(squares)), where=squares > 0).astype(exact)
        rough = np.maximum(floor * np.sqrt(asked) * _SLACK, _LEAST).astype(exact)
        query, row = np.nonzero(products * inverse >= rough[:, None])
        cosines = products[query, row].astype(np.float64) / np.sqrt(asked[query] * squares[row])
        return _Hits(query, rows[row], cosines).select(cosines >= floor[query])


def _best(best: _Hits, more: _Hits, k: int, floor: Floats) -> tuple[_Hits, Floats]:
    """Return the `k` best of each query, the best first, and the cosine that a later row must pass."""
    together = best.concatenate(more)
    order = np.lexsort((together.rows, -together.cosines, together.queries))
    together = together.select(order)
    rank = np.arange(len(order)) - np.searchsorted(together.queries, together.queries)
    last = together.select(rank == k - 1)
    floor = floor.copy()
    floor[last.queries] = np.nextafter(last.cosines, 2.0)  # a later row with the same cosine comes after them
    return together.select(rank < k), floor


def _nothing() -> _Hits:
    return _Hits(np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros(0))


def _check(vectors: Matrix) -> None:
    if vectors.ndim != 2 or vectors.dtype != np.int8:
        raise ValueError("vectors must be a table of int8, one vector a row")


def _squares(vectors: Matrix) -> Floats:
    """Return the squared length of each row: integers, exact."""
    found = np.zeros(len(vectors))
    for start in range(0, len(vectors), 8_192):
        part = vectors[start : start + 8_192].astype(np.int64)
        found[start : start + 8_192] = np.einsum("ij,ij->i", part, part)
    return found
