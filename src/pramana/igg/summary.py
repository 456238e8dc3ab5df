"""The figures of a large graph, updated with every change."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pramana.graph import Edge, Node, SchemaMode
from pramana.igg.backend import GrowingGraph
from pramana.igg.books import GrowthChange, GrowthListener
from pramana.igg.components import Components
from pramana.serialization import JsonRecord

SHOWN = 8
"""Nodes of each kind that figures name. Chosen by hand."""

_GONE = -1
"""The type number of a removed node."""


class Growing(Protocol):
    """Builds a graph, and notifies listeners of changes."""

    @property
    def graph(self) -> GrowingGraph: ...

    def listen(self, listener: GrowthListener) -> None: ...


@dataclass(frozen=True, slots=True)
class Leader:
    """A node with many edges, and the number of its outgoing and incoming edges."""

    id: str
    type: str
    leaving: int
    reaching: int


@dataclass(frozen=True, slots=True)
class Wanting:
    """Nodes that lack something: their number, and the ids of the newest, the newest first."""

    count: int
    newest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figures(JsonRecord):
    """A graph in figures. Counts are sorted by size, then by name.

    `leaders` have the most edges, ties broken by age, oldest first; `newest` are (id, type), the newest first. The
    frontier: `leaves` have no outgoing edge, though a relation allows one; `lacking` miss a property that the schema
    names for their type. `components` are weakly connected, with the sizes of the largest; `isolated` have no edge to
    another node.
    """

    nodes: int
    edges: int
    types: tuple[tuple[str, int], ...]
    relations: tuple[tuple[str, int], ...]
    leaders: tuple[Leader, ...]
    newest: tuple[tuple[str, str], ...]
    leaves: Wanting
    lacking: Wanting
    components: int
    largest: tuple[int, ...]
    isolated: int


class GrowthSummary:
    """The figures of a growing graph, always equal to a count from scratch.

    It is a listener of the growth, which tells it of every change: a few microseconds each; a removed edge also a
    search between its ends at the next query (see `components`). A query costs a few passes over arrays of integers,
    one number per node.
    """

    def __init__(self, graph: GrowingGraph) -> None:
        self._graph = graph
        self._kind = array("q")
        self._leaving = array("q")
        self._reaching = array("q")
        self._lacks = array("b")
        self._types: list[str] = []
        self._number: dict[str, int] = {}
        self._counts: Counter[int] = Counter()
        self._relations: Counter[str] = Counter()
        self._components = Components(self._near)

    @classmethod
    def of(cls, growth: Growing) -> GrowthSummary:
        """Return the summary of a growth, updated with every action."""
        summary = cls(growth.graph)
        growth.listen(summary)
        return summary

    def figures(self, shown: int = SHOWN) -> Figures:
        """Return the current figures; at most `shown` nodes of each kind are named."""
        kinds, leaving, reaching = (np.array(row, np.int64) for row in (self._kind, self._leaving, self._reaching))
        live = kinds != _GONE
        counts = self.counts()
        largest, isolated = self._components.sizes(shown)[1], counts["isolated"]
        return Figures(
            **counts,
            leaders=self._leaders(leaving, reaching, shown),
            newest=tuple((node.id, node.type) for node in self._last(np.flatnonzero(live), shown)),
            leaves=self._wanting(live & (leaving == 0) & np.isin(kinds, self._starting()), shown),
            lacking=self._wanting(live & (np.array(self._lacks, np.int8) > 0), shown),
            largest=tuple(largest + [1] * min(isolated, shown - len(largest))),
        )

    def counts(self) -> dict[str, Any]:
        """Return the counts among the figures, which cost a pass over the types alone."""
        nodes, edges = self._graph.count()
        components, _ = self._components.sizes(0)
        isolated = nodes - self._components.connected_count()
        return {
            "nodes": nodes,
            "edges": edges,
            "types": _sorted_counts({self._types[kind]: some for kind, some in self._counts.items()}),
            "relations": _sorted_counts(self._relations),
            "components": components + isolated,
            "isolated": isolated,
        }

    def _leaders(self, leaving: NDArray[np.int64], reaching: NDArray[np.int64], shown: int) -> tuple[Leader, ...]:
        degree = leaving + reaching
        joined = np.flatnonzero(degree)
        keys = degree[joined] * len(degree) - joined  # a larger degree, then a smaller row
        if len(joined) > shown:
            joined = joined[np.argpartition(keys, -shown)[-shown:]] if shown else joined[:0]
            keys = degree[joined] * len(degree) - joined
        rows = joined[np.argsort(-keys)]
        nodes = self._graph.nodes_at(rows)
        return tuple(
            Leader(node.id, node.type, int(leaving[row]), int(reaching[row]))
            for node, row in zip(nodes, rows.tolist(), strict=True)
        )

    def _wanting(self, which: NDArray[np.bool_], shown: int) -> Wanting:
        rows = np.flatnonzero(which)
        return Wanting(len(rows), tuple(node.id for node in self._last(rows, shown)))

    def _last(self, rows: NDArray[np.intp], shown: int) -> list[Node]:
        return self._graph.nodes_at(rows[len(rows) - shown :][::-1] if shown < len(rows) else rows[::-1])

    def _starting(self) -> list[int]:
        """Return the types, by number, that an edge may lead from."""
        schema = self._graph.schema
        every = list(range(len(self._types)))
        if schema.mode is SchemaMode.SOFT:  # a soft schema allows an edge from any type
            return every
        sources = [relation.sources for relation in schema.relations.values()]
        return [number for number in every if any(some is None or self._types[number] in some for some in sources)]

    # Following

    def _near(self, row: int) -> list[int]:
        return [*self._graph.ahead(row), *self._graph.behind(row)]

    def follow(self, change: GrowthChange) -> None:
        """Follow one change."""
        before, after, row = change.before, change.after, change.row
        if isinstance(after, Node):
            if before is None:
                self._enter(row, after)
            self._lacks[row] = self._lacking(after)
        elif isinstance(after, Edge):
            self._join(after, *change.ends)
        elif isinstance(before, Edge):
            self._part(before, *change.ends)
        else:
            self._leave(row)

    def _enter(self, row: int, node: Node) -> None:
        while len(self._kind) <= row:
            for column, empty in ((self._kind, _GONE), (self._leaving, 0), (self._reaching, 0), (self._lacks, 0)):
                column.append(empty)
        number = self._number.get(node.type)
        if number is None:
            number = self._number[node.type] = len(self._types)
            self._types.append(node.type)
        self._kind[row] = number
        self._counts[number] += 1

    def _leave(self, row: int) -> None:
        self._counts[self._kind[row]] -= 1
        self._kind[row] = _GONE
        self._lacks[row] = 0
        self._components.remove(row)

    def _join(self, edge: Edge, source: int, target: int) -> None:
        self._leaving[source] += 1
        self._reaching[target] += 1
        self._relations[edge.relation] += 1
        self._components.join(source, target)

    def _part(self, edge: Edge, source: int, target: int) -> None:
        self._leaving[source] -= 1
        self._reaching[target] -= 1
        self._relations[edge.relation] -= 1
        self._components.cut(source, target)

    def _lacking(self, node: Node) -> int:
        """Return 1 if a property is missing that the schema names for nodes of this type."""
        known = self._graph.schema.node_types.get(node.type)
        if known is None:
            return 0
        names = (*known.required, *known.attributes)
        return int(any(node.properties.get(name) in (None, "") for name in names))


def _sorted_counts(counts: Counter[str] | dict[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(((name, some) for name, some in counts.items() if some), key=lambda one: (-one[1], one[0])))
