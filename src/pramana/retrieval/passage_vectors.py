"""Passages found by what they mean, where an embedder that knows meaning is configured."""

from __future__ import annotations

import numpy as np

from pramana.llm import Embedder
from pramana.retrieval.index import PassageIndex
from pramana.retrieval.vectors import Matrix, VectorIndex
from pramana.trace import Trail

SPELLING = "ngrams"
"""The provider of the built-in embedder: its vectors compare letters, which full text and names do better."""
NEAREST = 50
"""Passages that get a part of their score by vectors; what is farther away gets none."""


class PassageVectors:
    """Vectors of a workspace's passages, in memory. Each passage is embedded once: the embedder stores its vectors."""

    def __init__(self, index: PassageIndex, embedder: Embedder) -> None:
        self._passages = index
        self._embedder = embedder
        self._stamp: tuple[int, int] | None = None
        self._keys: list[int] = []
        self._index = VectorIndex(np.zeros((0, 0), np.int8))

    @property
    def knows_meaning(self) -> bool:
        return self._embedder.settings.provider != SPELLING

    async def cosines(self, query: str, *, trail: Trail | None = None) -> dict[int, float]:
        """Return the cosines of the passages nearest to a query, by passage; none by the built-in embedder.

        New passages are embedded first. Errors are those of `Embedder.embed`.
        """
        if not self.knows_meaning or not query.strip():
            return {}
        if self._stamp != self._passages.stamp():
            texts = self._passages.texts()
            vectors: Matrix = await self._embedder.embed(list(texts.values()), trail=trail)
            self._keys, self._index = list(texts), VectorIndex(vectors)
            self._stamp = self._passages.stamp()
        [found] = self._index.nearest(await self._embedder.embed([query], kind="query", trail=trail), NEAREST)
        return {self._keys[row]: cosine for row, cosine in found}
