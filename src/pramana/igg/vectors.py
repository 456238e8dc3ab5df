"""Semantic search for nodes: embedded through the gateway as they are added, searched exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from pramana.graph import Node
from pramana.igg.backend import GrowingGraph
from pramana.igg.books import GrowthChange
from pramana.igg.plain import ActionError
from pramana.igg.rendering import node_text
from pramana.igg.summary import Growing
from pramana.llm import Kind, Matrix
from pramana.retrieval import VectorIndex
from pramana.trace import Trail

MOST_EMBEDDED = 100_000
"""Nodes that may have vectors: each takes about a kilobyte with its text. A larger graph is searched by conditions."""


class Embedding(Protocol):
    """Turns texts into vectors, one per row: a gateway, or its embedder."""

    async def embed(self, texts: Sequence[str], *, kind: Kind = ..., trail: Trail | None = ...) -> Matrix: ...


class NodeVectors:
    """The vectors of a growing graph's nodes, one per node. It is a listener of the growth.

    Changes are noted when they happen, and embedded together: at `embed`, or at the next query. Changed nodes are
    embedded again, removed ones are dropped. A node's text is its type, its name and its other properties; a text that
    was embedded in this run is not sent again.
    """

    def __init__(self, graph: GrowingGraph, embedder: Embedding) -> None:
        self._embedder = embedder
        self._known: dict[str, bytes] = {}
        self._vectors: dict[str, bytes] = {}
        self._waiting: dict[str, Node] = {}
        self._index: tuple[list[int], VectorIndex] | None = None
        self._graph = graph
        self._large = False

    @classmethod
    def of(cls, growth: Growing, embedder: Embedding) -> NodeVectors:
        """Return the vectors of a growth, which tells them of every action."""
        vectors = cls(growth.graph, embedder)
        growth.listen(vectors)
        return vectors

    def __len__(self) -> int:
        """Return the number of nodes with a vector."""
        return len(self._vectors)

    async def embed(self, *, trail: Trail | None = None) -> int:
        """Embed the nodes that were added or changed, and return the number of texts that were sent.

        Errors are those of `Embedder.embed`; after an error, the same call resumes.
        """
        if self._is_too_large():
            return 0
        texts = {node_id: node_text(node) for node_id, node in self._waiting.items()}
        new = list(dict.fromkeys(text for text in texts.values() if text not in self._known))
        if new:
            rows = await self._embedder.embed(new, trail=trail)
            self._known.update(zip(new, (row.tobytes() for row in rows), strict=True))
        for node_id, text in texts.items():
            if node_id in self._waiting and node_text(self._waiting[node_id]) == text:  # it may have changed meanwhile
                del self._waiting[node_id]
                self._vectors[node_id] = self._known[text]
                self._index = None
        return len(new)

    async def nearest(self, text: str, k: int = 10, *, trail: Trail | None = None) -> list[tuple[Node, float]]:
        """Return up to `k` (node, cosine) nearest to a text, the nearest first, ties in order of insertion.

        Records up to two steps below `trail`: 0 for nodes without a vector, 1 for the text.
        """
        if self._is_too_large():
            raise ActionError("field", f"graphs of over {MOST_EMBEDDED:,} nodes have no vectors; use a condition")
        place = trail or Trail()
        if self._waiting:
            await self.embed(trail=place.at(0))
        if not self._vectors:
            return []
        asked = await self._embedder.embed([text], kind="query", trail=place.at(1))
        rows, index = self._vector_index()
        found = index.nearest(asked, k)[0]
        nodes = self._graph.nodes_at(np.array([rows[at] for at, _ in found], np.int64))
        return [(node, cosine) for node, (_, cosine) in zip(nodes, found, strict=True)]

    def _vector_index(self) -> tuple[list[int], VectorIndex]:
        """Return the rows of the nodes with vectors, in order, and the index of these vectors."""
        if self._index is None:
            held = {row: body for key, body in self._vectors.items() if (row := self._graph.row_of(key)) is not None}
            rows = sorted(held)
            table = np.frombuffer(b"".join(held[row] for row in rows), np.int8)
            self._index = rows, VectorIndex(table.reshape(len(rows), -1))
        return self._index

    def _is_too_large(self) -> bool:
        """Return whether the graph has too many nodes for vectors, and drop those that there are if so."""
        self._large = self._large or self._graph.count()[0] > MOST_EMBEDDED
        if self._large:
            self._known, self._vectors, self._waiting, self._index = {}, {}, {}, None
        return self._large

    def follow(self, change: GrowthChange) -> None:
        """Note a node that was added or changed; drop the vector of one that was removed."""
        if self._large:
            return
        if isinstance(change.before, Node):
            self._waiting.pop(change.before.id, None)
            if change.after is None and self._vectors.pop(change.before.id, None) is not None:
                self._index = None
        if isinstance(change.after, Node):
            self._waiting[change.after.id] = change.after
