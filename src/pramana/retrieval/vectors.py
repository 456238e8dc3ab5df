"""Vectors as bytes, and exact search among them. Integer sums, so that results are the same on every machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Matrix = NDArray[np.int8]
_AT_ONCE = 4_000_000
"""How many cosines are held at once: bounds memory."""
_EXACT = 2**24 // 127**2
"""Up to so many dimensions a sum of products of bytes is exact in a 32-bit float; in a 64-bit one always."""


def quantise(vectors: ArrayLike) -> Matrix:
    """Return float vectors, one a row, as bytes: each row scaled so that its largest part is 127.

    Directions are kept to about one part in 250; lengths are not kept. Raises ValueError for NaN, infinities and
    anything that is no table of numbers.
    """
    table = np.asarray(vectors, dtype=np.float64)
    if table.ndim != 2 or not np.isfinite(table).all():
        raise ValueError("vectors must be a table of finite numbers, one vector a row")
    largest = np.abs(table).max(axis=1, keepdims=True, initial=0.0)
    scaled = np.divide(table * 127.0, largest, out=np.zeros_like(table), where=largest > 0)
    quantised: Matrix = np.rint(scaled).astype(np.int8)
    return quantised


class VectorIndex:
    """Exact search by cosine over quantised vectors, by row number. Ties go to the smaller number."""

    def __init__(self, vectors: Matrix) -> None:
        """`vectors` has one row a vector. Raises ValueError where it is no table of bytes."""
        if vectors.ndim != 2 or vectors.dtype != np.int8:
            raise ValueError("vectors must be a table of int8, one vector a row")
        self._vectors = vectors
        self._exact: type[np.float32 | np.float64] = np.float32 if vectors.shape[1] <= _EXACT else np.float64
        self._lengths = _lengths(vectors)

    def __len__(self) -> int:
        return len(self._vectors)

    def nearest(self, queries: Matrix, k: int = 5) -> list[list[tuple[int, float]]]:
        """Return for each query up to `k` (row, cosine), the nearest first. A vector of zeros is near nothing."""
        found: list[list[tuple[int, float]]] = []
        for scores in self._scores(queries):
            enough = min(k, len(scores))
            if enough < 1:
                found.append([])
                continue
            least = np.partition(scores, len(scores) - enough)[len(scores) - enough]
            rows = np.flatnonzero(scores >= least)
            best = rows[np.argsort(-scores[rows], kind="stable")][:enough]
            found.append([(int(row), float(scores[row])) for row in best if scores[row] > 0])
        return found

    def within(self, queries: Matrix, least: float) -> list[list[tuple[int, float]]]:
        """Return for each query every (row, cosine) with a cosine of at least `least` (above 0), by row."""
        return [
            [(int(row), float(scores[row])) for row in np.flatnonzero(scores >= least) if scores[row] > 0]
            for scores in self._scores(queries)
        ]

    def pairs(self, blocks: Iterable[Sequence[int]], least: float) -> dict[tuple[int, int], float]:
        """Return every pair of rows that share a block and have a cosine of at least `least` (above 0).

        Pairs are (smaller, larger), sorted. The work is that of all pairs within each block.
        """
        found: dict[tuple[int, int], float] = {}
        for block in blocks:
            rows = np.unique(np.asarray(block, dtype=np.intp))
            cosines = self._cosines(self._vectors[rows], rows)
            first, second = np.nonzero(np.triu(cosines >= max(least, 1e-9), 1))
            for a, b in zip(first.tolist(), second.tolist(), strict=True):
                found[int(rows[a]), int(rows[b])] = float(cosines[a, b])
        return dict(sorted(found.items()))

    def _scores(self, queries: Matrix) -> Iterator[NDArray[np.float64]]:
        step = max(1, _AT_ONCE // max(1, len(self)))
        for start in range(0, len(queries), step):
            yield from self._cosines(queries[start : start + step], None)

    def _cosines(self, queries: Matrix, rows: NDArray[np.intp] | None) -> NDArray[np.float64]:
        vectors = self._vectors if rows is None else self._vectors[rows]
        lengths = self._lengths if rows is None else self._lengths[rows]
        products = np.matmul(queries, vectors.T, dtype=self._exact)
        scale = np.outer(_lengths(queries), lengths)
        cosines: NDArray[np.float64] = np.divide(products, scale, out=np.zeros(scale.shape), where=scale > 0)
        return cosines


def _lengths(vectors: Matrix) -> NDArray[np.float64]:
    lengths: NDArray[np.float64] = np.sqrt((vectors.astype(np.int64) ** 2).sum(axis=1).astype(np.float64))
    return lengths
