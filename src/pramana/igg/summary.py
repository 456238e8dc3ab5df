"""What a large graph looks like in a few figures, kept up with every change."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pramana.graph import Edge, Node
from pramana.graph.adapters import Change, MemoryAdapter
from pramana.graph.schema import Mode
from pramana.igg.books import GrowthListener
from pramana.igg.components import Components
from pramana.igg.following import Follower

SHOWN = 8
"""How many nodes of a kind figures name."""

_GONE = -1


class Growing(Protocol):
    """What grows a graph, and tells of it."""

    @property
    def graph(self) -> MemoryAdapter: ...

    def listen(self, listener: GrowthListener) -> None: ...


@dataclass(frozen=True, slots=True)
class Leader:
    """A node with many edges: how many leave it and how many reach it."""

    id: str
    type: str
    leaving: int
    reaching: int


@dataclass(frozen=True, slots=True)
class Wanting:
    """Nodes that want something: how many there are, and the newest of them by id, the newest first."""

    count: int
    newest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """A graph in figures. Names come with counts, the largest first, equal ones by name.

    `leaders` have the most edges, of equal ones the oldest first; `newest` are (id, type), the newest first. The
    frontier: `leaves` no edge leaves, though some relation could; `lacking` are without a property that the schema
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

    def as_json(self) -> dict[str, Any]:
        """Return the figures as JSON."""
        return asdict(self)


class Summary(Follower):
    """The figures of a growing graph. They are those that a count from scratch would give, whatever was undone.

    Changes cost a few microseconds each, removed edges a search between their ends at the next question (see
    `components`). A question costs a few passes over arrays of integers, one number a node.
    """

    @classmethod
    def of(cls, growth: Growing) -> Summary:
        """Return the summary of what a growth has grown, and will: it is kept up with every action."""
        summary = cls(growth.graph)
        growth.listen(summary)
        return summary

    def figures(self, shown: int = SHOWN) -> Figures:
        """Return the figures now; at most `shown` nodes are named of a kind."""
        self.follow()
        kinds, leaving, reaching = (np.array(row, np.int64) for row in (self._kind, self._leaving, self._reaching))
        live = kinds != _GONE
        count, largest = self._components.sizes(shown)
        nodes = int(live.sum())
        isolated = nodes - self._components.joined()
        return Figures(
            nodes=nodes,
            edges=self._relations.total(),
            types=_counted({self._types[kind]: some for kind, some in self._counts.items()}),
            relations=_counted(self._relations),
            leaders=self._leaders(leaving, reaching, shown),
            newest=tuple((node.id, node.type) for node in self._last(np.flatnonzero(live), shown)),
            leaves=self._wanting(live & (leaving == 0) & np.isin(kinds, self._starting()), shown),
            lacking=self._wanting(live & (np.array(self._lacks, np.int8) > 0), shown),
            components=count + isolated,
            largest=tuple(largest + [1] * min(isolated, shown - len(largest))),
            isolated=isolated,
        )

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
        """Return the types, by number, from which an edge could lead."""
        schema = self._graph.schema
        every = list(range(len(self._types)))
        if schema is None or schema.mode is Mode.SOFT:  # a soft schema makes room for whatever leads from them
            return every
        sources = [relation.sources for relation in schema.relations.values()]
        return [number for number in every if any(some is None or self._types[number] in some for some in sources)]

    # Following

    def _restart(self) -> None:
        self._row: dict[str, int] = {}
        self._kind = array("q")
        self._leaving = array("q")
        self._reaching = array("q")
        self._lacks = array("b")
        self._types: list[str] = []
        self._number: dict[str, int] = {}
        self._counts: Counter[int] = Counter()
        self._relations: Counter[str] = Counter()
        self._components = Components(self._near)
        for node in self._graph.nodes():
            self._enter(self._graph.row_of(node.id) or 0, node)
        for edge in self._graph.edges():
            self._join(edge)

    def _near(self, row: int) -> list[int]:
        return [*self._graph.ahead(row), *self._graph.behind(row)]

    def _turn(self, change: Change, old: Node | Edge | None, new: Node | Edge | None) -> None:
        if isinstance(old, Edge) or isinstance(new, Edge):
            if new is None and isinstance(old, Edge):
                self._cut(old)
            elif old is None and isinstance(new, Edge):
                self._join(new)
        elif new is None and old is not None:
            self._leave(change.row, old)
        elif old is None and new is not None:
            self._enter(change.row, new)
        elif new is not None:
            self._lacks[change.row] = self._lacking(new)

    def _enter(self, row: int, node: Node) -> None:
        while len(self._kind) <= row:
            for column, empty in ((self._kind, _GONE), (self._leaving, 0), (self._reaching, 0), (self._lacks, 0)):
                column.append(empty)
        number = self._number.get(node.type)
        if number is None:
            number = self._number[node.type] = len(self._types)
            self._types.append(node.type)
        self._row[node.id] = row
        self._kind[row] = number
        self._lacks[row] = self._lacking(node)
        self._counts[number] += 1

    def _leave(self, row: int, node: Node) -> None:
        del self._row[node.id]
        self._counts[self._kind[row]] -= 1
        self._kind[row] = _GONE
        self._lacks[row] = 0
        self._components.remove(row)

    def _join(self, edge: Edge) -> None:
        source, target = self._row[edge.source], self._row[edge.target]
        self._leaving[source] += 1
        self._reaching[target] += 1
        self._relations[edge.relation] += 1
        self._components.join(source, target)

    def _cut(self, edge: Edge) -> None:
        source, target = self._row[edge.source], self._row[edge.target]
        self._leaving[source] -= 1
        self._reaching[target] -= 1
        self._relations[edge.relation] -= 1
        self._components.cut(source, target)

    def _lacking(self, node: Node) -> int:
        """Return 1 where a property is missing that the schema names for nodes of this type."""
        schema = self._graph.schema
        known = schema.node_types.get(node.type) if schema is not None else None
        if known is None:
            return 0
        names = (*known.required, *known.attributes)
        return int(any(node.properties.get(name) in (None, "") for name in names))


def _counted(counts: Counter[str] | dict[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(((name, some) for name, some in counts.items() if some), key=lambda one: (-one[1], one[0])))
