"""The live nodes and edges of a graph in memory, by row; applies and reverts single changes."""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import Any, cast

from pramana.expr import Predicate
from pramana.graph.adapters.memory_index import Indexes, conjuncts_of, equalities
from pramana.graph.adapters.memory_log import GraphChange
from pramana.graph.adapters.rows import ElementKind
from pramana.graph.model import Edge, EdgeKey, Node

Adjacency = dict[int, dict[int, list[int]]]
"""Maps a node's row to its neighbours' rows, each with the rows of the edges between them, ascending."""


class MemoryState:
    """`nodes[row]` is None if the node was removed. Every change takes constant time."""

    def __init__(self, directed: bool) -> None:
        self.nodes: list[Node | None] = []
        self.edges: list[Edge | None] = []
        self.node_row: dict[str, int] = {}
        self.edge_row: dict[EdgeKey, int] = {}
        self.ahead: Adjacency = {}
        self.behind: Adjacency = {} if directed else self.ahead
        self.indexes = Indexes()
        self._full: dict[tuple[str, str, str], int] = {}

    def node(self, row: int) -> Node:
        """Return the node in a row. Raises IndexError if it was removed."""
        node = self.nodes[row]
        if node is None:
            raise IndexError(f"The node of row {row} was removed.")
        return node

    def edge(self, row: int) -> Edge:
        """Return the edge in a row. Raises IndexError if it was removed."""
        edge = self.edges[row]
        if edge is None:
            raise IndexError(f"The edge of row {row} was removed.")
        return edge

    def touching(self, row: int) -> list[int]:
        """Return the rows of the edges that touch a node, ascending."""
        sides = (self.ahead.get(row, {}), self.behind.get(row, {}))
        return sorted({edge for side in sides for edges in side.values() for edge in edges})

    def candidates(self, kind: ElementKind, where: Predicate) -> list[int] | None:
        """Return rows, in order, that include all for which the condition is true; None if all rows are candidates."""
        for name, values in map(equalities, conjuncts_of(where)):
            if kind is ElementKind.NODES and name == "id":
                return sorted({self.node_row[value] for value in values if value in self.node_row})
            if kind is ElementKind.EDGES and name in ("source", "target"):
                side = self.ahead if name == "source" or self.ahead is self.behind else self.behind
                ends = [self.node_row[value] for value in values if value in self.node_row]
                return sorted({edge for end in ends for edges in side.get(end, {}).values() for edge in edges})
        return self.indexes.candidates(kind, where)

    def free_ordinal(self, edge: Edge) -> int:
        """Return the first ordinal, starting from the edge's own, that no parallel edge has."""
        if edge.key not in self.edge_row:
            return edge.ordinal
        # All ordinals below the one in `_full` are taken: without it the n-th parallel edge would need n lookups.
        like = edge.key[:3]
        ordinal = max(edge.ordinal, self._full.get(like, 0))
        while (*like, ordinal) in self.edge_row:
            ordinal += 1
        if edge.ordinal == 0:
            self._full[like] = ordinal
        return ordinal

    def make(self, change: GraphChange) -> None:
        """Apply a change."""
        if change.before is None:
            self._rows(change.kind).append(None)
        self._replace(change, change.before, change.after)

    def take_back(self, change: GraphChange) -> None:
        """Revert the last change that was applied."""
        self._replace(change, change.after, change.before)
        if change.before is None:
            self._rows(change.kind).pop()

    def _rows(self, kind: ElementKind) -> list[Any]:
        return self.nodes if kind is ElementKind.NODES else self.edges

    def _replace(self, change: GraphChange, old: Node | Edge | None, new: Node | Edge | None) -> None:
        kind, row = change.kind, change.row
        if old is not None:
            self.indexes.leave(kind, row, old)
        if new is not None:
            self.indexes.enter(kind, row, new)
        if kind is ElementKind.NODES:
            self._replace_node(row, cast(Node | None, old), cast(Node | None, new))
        else:
            self._replace_edge(row, cast(Edge | None, old), cast(Edge | None, new))

    def _replace_node(self, row: int, old: Node | None, new: Node | None) -> None:
        self.nodes[row] = new
        if new is None and old is not None:
            del self.node_row[old.id]
        elif old is None and new is not None:
            self.node_row[new.id] = row

    def _replace_edge(self, row: int, old: Edge | None, new: Edge | None) -> None:
        self.edges[row] = new
        if new is None and old is not None:
            del self.edge_row[old.key]
            self._unlink(row, self.node_row[old.source], self.node_row[old.target])
            like = old.key[:3]
            if old.ordinal < self._full.get(like, 0):
                self._full[like] = old.ordinal
        elif old is None and new is not None:
            self.edge_row[new.key] = row
            self._link(row, self.node_row[new.source], self.node_row[new.target])

    def _link(self, row: int, source: int, target: int) -> None:
        # Both ends share one list of the edges between them.
        edges = self.ahead.setdefault(source, {}).setdefault(target, [])
        self.behind.setdefault(target, {})[source] = edges
        insort(edges, row)

    def _unlink(self, row: int, source: int, target: int) -> None:
        edges = self.ahead[source][target]
        del edges[bisect_left(edges, row)]
        if not edges:
            del self.ahead[source][target]
            self.behind[target].pop(source, None)
