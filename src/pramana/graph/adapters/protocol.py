"""The protocol of all graph adapters, and the optional protocols that some adapters also implement.

Results are selections in a defined order: nodes and edges in order of insertion, paths shortest first.
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
from pramana.graph.adapters.rows import ElementKind, Rows, RowSource
from pramana.graph.adapters.selection import PathSelection, Selection
from pramana.graph.model import Edge, Node

Where: TypeAlias = Predicate | str | None
"""A condition as a tree or as text. None matches everything."""

Places: TypeAlias = Selection | Sequence[str]
"""Nodes, as a selection of this adapter or by their ids."""


class Direction(StrEnum):
    """Which edges are followed from a node. In an undirected graph all three are equivalent."""

    OUT = "out"
    IN = "in"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Caps:
    """The bounds of a search. A result names the bounds that cut it in `cap_hit`.

    `max_path_length` in edges, `max_paths` in paths, `max_expansions` in edges followed by one path search,
    `max_rows` in nodes or edges that a search may return (None: no bound).
    """

    max_path_length: int = 4
    max_paths: int = 10_000
    max_expansions: int = 5_000_000
    max_rows: int | None = None


class GraphAdapter(RowSource, Protocol):
    """A property graph that can be searched.

    Conditions see a node as the flat record `id`, `type` and its properties, an edge as `id`, `source`, `target`,
    `relation` and its properties, with `source.NAME` and `target.NAME` for the fields of its ends. A property with one
    of these names gets `_` at its end.
    """

    name: str
    """The name of the kind of adapter: `memory`, `networkx`, `sqlite`, `columnar`."""
    directed: bool
    caps: Caps

    def get_node(self, name_or_id: str) -> Node | None:
        """Return the node with this id; else the first whose id or `name` equals it, ignoring case."""

    def nearest(self, name: str, limit: int = 3) -> list[str]:
        """Return up to `limit` ids or names of nodes with a similar spelling, the closest first."""

    def count(self) -> tuple[int, int]:
        """Return the number of nodes and the number of edges."""

    def find_nodes(self, where: Where = None, limit: int | None = None) -> Selection:
        """Return the nodes for which the condition is true. With a limit: the first in order of insertion."""

    def find_edges(self, where: Where = None, limit: int | None = None) -> Selection:
        """Return the edges for which the condition is true. With a limit: the first in order of insertion."""

    def find_paths(
        self,
        starts: Places,
        ends: Places,
        max_length: int | None = None,
        where: Where = None,
        limit: int | None = None,
        direction: Direction = Direction.OUT,
    ) -> PathSelection:
        """Return the simple paths of 1 to `max_length` edges from a start to an end.

        A path is a sequence of distinct nodes; between each two there is an edge for which `where` is true (the first
        such edge is returned), followed in a directed graph along the edges (OUT), against them (IN), or each either
        way (BOTH: of two nodes that are joined in both directions the edge along is returned). Shortest first; ties are
        broken by the nodes' order of insertion. `max_length` defaults to `caps.max_path_length`, and cannot exceed it.
        """

    def neighbours(
        self, nodes: Places, hops: int = 1, direction: Direction = Direction.OUT, where: Where = None
    ) -> Selection:
        """Return the nodes reached from `nodes` over 1 to `hops` edges for which `where` is true, without `nodes`."""

    def incident(self, nodes: Places, direction: Direction = Direction.BOTH, where: Where = None) -> Selection:
        """Return the edges that leave (OUT), reach (IN) or touch (BOTH) one of the nodes."""


@runtime_checkable
class Writable(Protocol):
    """Can be changed. Each call is checked against the schema, if there is one, and applied in full or not at all."""

    def add_node(self, node: Node) -> None: ...

    def add_edge(self, edge: Edge) -> Edge:
        """Add an edge and return it as stored: with the next free ordinal among parallel edges."""

    def update_node(self, node_id: str, properties: Mapping[str, Any]) -> Node:
        """Set properties of a node; None removes a property. Returns the changed node."""

    def remove_node(self, node_id: str) -> None:
        """Remove a node and the edges that touch it."""

    def remove_edge(self, edge: Edge) -> None: ...


@runtime_checkable
class Closable(Protocol):
    """Holds a connection to a server."""

    def close(self) -> None: ...


@runtime_checkable
class Transactional(Protocol):
    """Can undo its operations."""

    def transaction(self) -> AbstractContextManager[None]:
        """Keep all writes inside; if an exception leaves the block, roll them back."""

    def undo(self, operations: int = 1) -> int:
        """Undo the last operations. Returns how many were undone."""


@runtime_checkable
class Evidenced(Protocol):
    """Knows the places in the text that support its nodes and edges."""

    def evidence(self, kind: ElementKind, rows: Rows) -> list[list[Evidence]]:
        """Return all evidence of each node or edge, by place, in the order of `rows`; an empty list for none."""


@runtime_checkable
class Exporting(Protocol):
    """Can be iterated and exported as a whole."""

    def nodes(self) -> Iterable[Node]: ...

    def edges(self) -> Iterable[Edge]: ...

    def export(self, path: Path) -> None:
        """Write the graph to a file, in the format of the name's extension."""
