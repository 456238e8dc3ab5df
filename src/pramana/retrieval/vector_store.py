"""Vectors in memory by key, with exact search."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pramana.errors import UnknownName
from pramana.llm import Matrix, quantise
from pramana.retrieval.vectors import VectorIndex


class FAISSVectorStore:
    """Vectors by key. The name is the specification's; the search is exact, in NumPy, and the same on every machine.

    All vectors have one length. They are kept as bytes: a direction to about one part in 250.
    """

    def __init__(self) -> None:
        self._rows: dict[str, Matrix] = {}
        self._index: VectorIndex | None = None

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, key: object) -> bool:
        return key in self._rows

    def add(self, key: str, embedding: ArrayLike) -> None:
        """Store a vector under a key, replacing the one there. Raises ValueError for anything but a vector."""
        row = quantise(np.atleast_2d(np.asarray(embedding, dtype=np.float64)))
        if len(row) != 1 or any(row.shape != other.shape for other in self._rows.values()):
            raise ValueError(f"{key!r} needs one vector, as long as those that are there; given: {row.shape}")
        self._rows[key] = row
        self._index = None

    def query(self, embedding: ArrayLike, k: int = 5) -> list[tuple[str, float]]:
        """Return up to `k` (key, cosine) nearest to a vector, the nearest first, ties by order of adding."""
        keys = list(self._rows)
        if not keys:
            return []
        if self._index is None:
            self._index = VectorIndex(np.concatenate([self._rows[key] for key in keys]))
        [found] = self._index.nearest(quantise(np.atleast_2d(np.asarray(embedding, dtype=np.float64))), k)
        return [(keys[row], cosine) for row, cosine in found]

    def query_nearby(self, key: str, k: int = 5) -> list[str]:
        """Return up to `k` keys whose vectors are nearest to that of a key, without it. Raises UnknownName."""
        if key not in self._rows:
            raise UnknownName("vector", key, list(self._rows))
        return [near for near, _ in self.query(self._rows[key], k + 1) if near != key][:k]
