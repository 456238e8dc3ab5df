"""Semantic search for nodes: embedded through the gateway as they are added, searched exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from pramana.graph import Edge, GraphChange, MemoryAdapter, Node
from pramana.igg.following import Follower
from pramana.igg.rendering import node_text
from pramana.llm import Kind, Matrix
from pramana.retrieval import VectorIndex
from pramana.trace import Trail


class Embedding(Protocol):
    """Turns texts into vectors, one per row: a gateway, or its embedder."""

    async def embed(self, texts: Sequence[str], *, kind: Kind = ..., trail: Trail | None = ...) -> Matrix: ...


class NodeVectors(Follower):
    """The vectors of a growing graph's nodes, one per node.

    Changes are noted when they happen, and embedded together: at `embed`, or at the next query. Changed nodes are
    embedded again, removed ones are dropped. A node's text is its type, its name and its other properties; a text that
    was embedded in this run is not sent again.
    """

    def __init__(self, graph: MemoryAdapter, embedder: Embedding) -> None:
        self._embedder = embedder
        self._known: dict[str, bytes] = {}
        self._vectors: dict[str, bytes] = {}
        self._waiting: dict[str, Node] = {}
        self._index: tuple[list[int], VectorIndex] | None = None
        super().__init__(graph)

    def __len__(self) -> int:
        """Return the number of nodes with a vector."""
        return len(self._vectors)

    async def embed(self, *, trail: Trail | None = None) -> int:
        """Embed the nodes that were added or changed, and return the number of texts that were sent.

        Errors are those of `Embedder.embed`; after an error, the same call resumes.
        """
        self.follow()
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
        place = trail or Trail()
        self.follow()
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

    # Following

    def _restart(self) -> None:
        self._index = None
        self._vectors = {}
        self._waiting = {node.id: node for node in self._graph.nodes()}

    def _turn(self, change: GraphChange, old: Node | Edge | None, new: Node | Edge | None) -> None:
        if isinstance(old, Node):
            self._waiting.pop(old.id, None)
            if new is None and self._vectors.pop(old.id, None) is not None:
                self._index = None
        if isinstance(new, Node):
            self._waiting[new.id] = new
