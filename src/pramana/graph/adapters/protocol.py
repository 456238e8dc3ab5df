"""What every graph can be asked, whatever keeps it: the adapter's protocol, and what some adapters can do besides.

Results are selections, in a stated order: nodes and edges as they were inserted, paths shortest first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol, TypeAlias, runtime_checkable

from pramana.evidence import Evidence
from pramana.expr import Predicate
from pramana.graph.adapters.rows import Kind, Rows, RowSource
from pramana.graph.adapters.selection import PathSelection, Selection
from pramana.graph.model import Edge, Node

Where: TypeAlias = Predicate | str | None
"""A condition as a tree or as text. None keeps everything."""

Places: TypeAlias = Selection | Sequence[str]
"""Nodes, as a selection of this adapter or by their ids."""


class Direction(StrEnum):
    """Which edges are followed from a node. In an undirected graph all three are one."""

    OUT = "out"
    IN = "in"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Caps:
    """The bounds of a search. What a bound cut off is named in the result's `cap_hit`, never silently lost.

    `max_path_length` in edges, `max_paths` in paths, `max_expansions` in edges looked at by one path search,
    `max_rows` in nodes or edges that a search may return (None: no bound).
    """

    max_path_length: int = 4
    max_paths: int = 10_000
    max_expansions: int = 5_000_000
    max_rows: int | None = None


class GraphAdapter(RowSource, Protocol):
    """A property graph that can be searched.

    Conditions see a node as the flat record `id`, `type` and its properties, an edge as `id`, `source`, `target`,
    `relation` and its properties, with `source.NAME` and `target.NAME` for what its ends have. A property that has one
    of these names gets `_` at its end.
    """

    name: str
    """What the kind of adapter is called: `memory`, `networkx`, `sqlite`, `columnar`."""
    directed: bool
    caps: Caps

    def get_node(self, name_or_id: str) -> Node | None:
        """Return the node with this id; else the first, in order, whose id or `name` is this one in any case."""

    def nearest(self, name: str, limit: int = 3) -> list[str]:
        """Return up to `limit` ids or names of nodes that are spelled nearly so, the closest first."""

    def count(self) -> tuple[int, int]:
        """Return how many nodes and how many edges there are."""

    def find_nodes(self, where: Where = None, limit: int | None = None) -> Selection:
        """Return the nodes for which the condition is true. The limit applies to the order of insertion."""

    def find_edges(self, where: Where = None, limit: int | None = None) -> Selection:
        """Return the edges for which the condition is true. The limit applies to the order of insertion."""

    def find_paths(
        self,
        starts: Places,
        ends: Places,
        max_length: int | None = None,
        where: Where = None,
        limit: int | None = None,
    ) -> PathSelection:
        """Return the simple paths of 1 to `max_length` edges from a start to an end.

        A path is its nodes, all distinct; each of its steps has an edge for which `where` is true (of several, the
        first stands for the step), followed along its direction in a directed graph. Shortest first; of one length, by
        the nodes' order of insertion. `max_length` None is, and more is cut to, `caps.max_path_length`.
        """

    def neighbours(
        self, nodes: Places, hops: int = 1, direction: Direction = Direction.OUT, where: Where = None
    ) -> Selection:
        """Return the nodes reached from `nodes` over 1 to `hops` edges for which `where` is true, without `nodes`."""

    def incident(self, nodes: Places, direction: Direction = Direction.BOTH, where: Where = None) -> Selection:
        """Return the edges that leave (OUT), reach (IN) or touch (BOTH) one of the nodes."""


@runtime_checkable
class Writable(Protocol):
    """Can be changed. Each call is checked against the schema, where there is one, and done whole or not at all."""

    def add_node(self, node: Node) -> None: ...

    def add_edge(self, edge: Edge) -> Edge:
        """Add an edge and return it as it was added: with the next free ordinal among its like."""

    def update_node(self, node_id: str, properties: Mapping[str, Any]) -> Node:
        """Set properties of a node; one that is None is taken away. Returns the node as it is now."""

    def remove_node(self, node_id: str) -> None:
        """Remove a node and the edges that touch it."""

    def remove_edge(self, edge: Edge) -> None: ...


@runtime_checkable
class Transactional(Protocol):
    """Can take back what it did."""

    def transaction(self) -> AbstractContextManager[None]:
        """All that is written inside is kept, or, where an exception leaves the block, nothing."""

    def undo(self, operations: int = 1) -> int:
        """Take back the last operations. Returns how many there were to take back."""


@runtime_checkable
class Evidenced(Protocol):
    """Knows where its nodes and edges stand in the text."""

    def evidence(self, kind: Kind, rows: Rows) -> list[list[Evidence]]:
        """Return all evidence of each node or edge, by place, in the order of `rows`; of what has none, nothing."""


@runtime_checkable
class Exporting(Protocol):
    """Can give itself away whole."""

    def nodes(self) -> Iterable[Node]: ...

    def edges(self) -> Iterable[Edge]: ...

    def export(self, path: Path) -> None:
        """Write the graph to a file, in the format that the name's ending says."""
