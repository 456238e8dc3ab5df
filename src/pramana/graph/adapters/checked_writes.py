"""Writes that every growing graph checks, counts and takes back alike, whatever keeps it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any, TypeAlias

import numpy as np

from pramana.errors import AdapterError, InputError, UnknownName
from pramana.graph.adapters.memory_checks import admit_edge, admit_node
from pramana.graph.adapters.rows import ElementKind, Rows
from pramana.graph.adapters.values import plain_properties
from pramana.graph.elements import element_of
from pramana.graph.model import Edge, EdgeKey, Node
from pramana.graph.schema import GraphSchema, SchemaMode, Violation
from pramana.graph.sethash import SetHash

OPEN_SCHEMA = GraphSchema({}, {}, mode=SchemaMode.SOFT, self_loops=True)
"""Takes every type and relation."""

Change: TypeAlias = tuple[ElementKind, int, Node | Edge | None, Node | Edge | None, GraphSchema]
"""Kind, place, the item before and after, and the schema before: enough to take the change back."""


class CheckedWrites(ABC):
    """Changes a graph by replacing what is at a place, which is a row by default.

    An heir reads and stores; it calls `_begin_writing` first. Name this class before the adapter that reads the graph:
    what both have (`count`, `hash`) is then of the open transaction. Each write sets `changed`, which is the
    caller's to reset.
    """

    # The reading adapter's. Methods, even abstract ones, would hide it.
    row_of: Callable[[str], int | None]
    nodes: Callable[[], Iterator[Node]]
    edges: Callable[[], Iterator[Edge]]
    nodes_at: Callable[[Rows], list[Node]]
    edges_at: Callable[[Rows], list[Edge]]
    _known_row: Callable[[str], int]

    schema: GraphSchema
    changed: bool
    transactional = False
    """Whether `_operation` drops all that was stored in it when an exception leaves it."""
    undoable = False

    def _begin_writing(self, schema: GraphSchema) -> None:
        self.schema, self.changed = schema, False
        self._open: list[Change] | None = None
        self._journal: list[list[Change]] = []
        self._counts: dict[ElementKind, int] = {}
        self._next: dict[ElementKind, int] = {}
        self._set_hash: SetHash | None = None

    @abstractmethod
    def edge_row_of(self, key: EdgeKey) -> int | None: ...

    @abstractmethod
    def _ordinals_between(self, edge: Edge) -> set[int]:
        """Return the ordinals of the edges with an edge's ends and relation."""

    @abstractmethod
    def _rows_touching(self, row: int) -> list[int]:
        """Return the rows of the edges of a node, in order."""

    @abstractmethod
    def _store(self, kind: ElementKind, place: int, old: Node | Edge | None, new: Node | Edge | None) -> None:
        """Write what is at a place (None: nothing)."""

    def _place_of(self, row: int) -> int:
        return row

    # Transactions

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make all writes inside one operation; if an exception leaves the block, they are taken back."""
        outer, opened = self._open is None, [] if self._open is None else self._open
        first, self._open = len(opened), opened
        try:
            with self._operation() if outer else nullcontext():
                yield
        except BaseException:
            self._take_back(opened, first, stored=not (outer and self.transactional))
            raise
        finally:
            if outer:
                self._open = None
        if outer and opened and self.undoable:
            self._journal.append(opened)

    @contextmanager
    def _operation(self) -> Iterator[None]:
        """Surround an outermost transaction."""
        yield

    def _take_back(self, changes: list[Change], first: int = 0, *, stored: bool = True) -> None:
        while len(changes) > first:
            kind, place, before, after, schema = changes[-1]
            if stored:
                self._store(kind, place, after, before)
            self._recount(kind, after, before)
            self.schema = schema
            if before is None:
                self._next[kind] = place
            changes.pop()

    def _change(
        self, kind: ElementKind, place: int, before: Node | Edge | None, after: Node | Edge | None, schema: GraphSchema
    ) -> None:
        self.changed = True
        with self.transaction():
            assert self._open is not None
            self._recount(kind, before, after)
            self._open.append((kind, place, before, after, self.schema))  # first: a failed write is taken back, too
            self.schema = schema
            if before is None:
                self._next[kind] = place + 1
            self._store(kind, place, before, after)

    def _recount(self, kind: ElementKind, old: Node | Edge | None, new: Node | Edge | None) -> None:
        self._counts[kind] += (new is not None) - (old is not None)
        if self._set_hash is not None:
            self._set_hash.remove([] if old is None else [element_of(old)])
            self._set_hash.add([] if new is None else [element_of(new)])

    # Writing

    def add_node(self, node: Node) -> None:
        """Add a node. Its properties are copied; those that are None are left out.

        Raises SchemaViolation if the schema refuses it or its id is taken, CanonicalError if a property is not JSON.
        """
        if self.row_of(node.id) is not None:
            raise Violation("twice", f"node {node.id!r}", "already exists", given=node.id).error()
        node = Node(node.id, node.type, plain_properties(node.properties))
        widened, _ = admit_node(self.schema, node, self._counts[ElementKind.NODES] + 1)
        self._change(ElementKind.NODES, self._next[ElementKind.NODES], None, node, widened)

    def add_edge(self, edge: Edge) -> Edge:
        """Add an edge and return it as stored: with the first free ordinal, starting from the given one.

        Raises SchemaViolation if the schema refuses it or an end is missing, CanonicalError if a property is not JSON.
        """
        types = self._end_type(edge, edge.source), self._end_type(edge, edge.target)
        taken, ordinal = self._ordinals_between(edge), edge.ordinal
        while ordinal in taken:
            ordinal += 1
        edge = Edge(edge.source, edge.relation, edge.target, plain_properties(edge.properties), ordinal)
        widened, _ = admit_edge(self.schema, edge, types, self._counts[ElementKind.EDGES] + 1)
        self._change(ElementKind.EDGES, self._next[ElementKind.EDGES], None, edge, widened)
        return edge

    def _end_type(self, edge: Edge, end: str) -> str:
        row = self.row_of(end)
        if row is None:
            raise Violation("end", f"edge {edge.id!r}", f"unknown node {end!r}", given=end).error()
        return self.node_at(row).type

    def update_node(self, node_id: str, properties: Mapping[str, Any]) -> Node:
        """Set properties of a node; None removes a property. Returns the changed node."""
        row = self._known_row(node_id)
        before = self.node_at(row)
        after = Node(before.id, before.type, plain_properties({**before.properties, **properties}))
        admit_node(self.schema, after, 0)
        self._change(ElementKind.NODES, self._place_of(row), before, after, self.schema)
        return after

    def remove_edge(self, edge: Edge) -> None:
        """Remove the edge with this natural key. Raises UnknownName if it does not exist."""
        row = self.edge_row_of(edge.key)
        if row is None:
            raise UnknownName("edge", edge.id, ())
        self._change(ElementKind.EDGES, self._place_of(row), self.edge_at(row), None, self.schema)

    def remove_node(self, node_id: str) -> None:
        """Remove a node and the edges that touch it. Raises UnknownName if it does not exist."""
        row = self._known_row(node_id)
        touching = self._rows_touching(row)
        with self.transaction():
            for edge_row, edge in zip(touching, self.edges_at(np.array(touching, dtype=np.int64)), strict=True):
                self._change(ElementKind.EDGES, self._place_of(edge_row), edge, None, self.schema)
            self._change(ElementKind.NODES, self._place_of(row), self.node_at(row), None, self.schema)

    # Reading

    def count(self) -> tuple[int, int]:
        """Return the number of nodes and the number of edges."""
        return self._counts[ElementKind.NODES], self._counts[ElementKind.EDGES]

    def hash(self) -> str:
        """Return the hash of all nodes and edges under natural keys. The first call may read them all."""
        if self._set_hash is None:
            state = SetHash()
            state.add(map(element_of, self.nodes()))
            state.add(map(element_of, self.edges()))
            self._set_hash = state
        return self._set_hash.hexdigest()

    def node_at(self, row: int) -> Node:
        """Return the node in a row, which must exist."""
        return self.nodes_at(np.array([row]))[0]

    def edge_at(self, row: int) -> Edge:
        """Return the edge in a row, which must exist."""
        return self.edges_at(np.array([row]))[0]


class UndoableWrites(CheckedWrites):
    """Writes to a graph on a server. One process writes to it at a time."""

    undoable = True
    address_option: str
    """What names a graph in an address: `label`, `graph`."""

    @abstractmethod
    def _owner(self) -> str | None:
        """Return who has claimed the graph, None where nobody has."""

    @abstractmethod
    def _empty_for(self, owner: str | None) -> None:
        """Delete the whole graph, and note who has claimed it."""

    def undo(self, operations: int = 1) -> int:
        """Undo the last operations; a transaction counts as one. Returns how many were undone."""
        if self._open is not None:
            raise AdapterError("Inside a transaction nothing can be undone: an exception takes it back.")
        undone = 0
        while undone < operations and self._journal:
            self._undo_one(self._journal[-1])
            self._journal.pop()
            undone += 1
        return undone

    def _undo_one(self, changes: list[Change]) -> None:
        self._take_back(changes)

    def keep(self) -> None:
        """Let `roll_back` come back to the present state; what was written before can no longer be undone."""
        self._journal.clear()
        self.changed = False

    def roll_back(self) -> None:
        """Drop what was written since `keep`."""
        if self.changed:
            self.undo(len(self._journal))
        self.changed = False

    def clear(self) -> None:
        """Delete everything in the graph, and forget what could be undone."""
        self._empty_for(None)
        self._forget()

    def claim(self, owner: str) -> None:
        """Empty the graph for a run. Raises InputError where it holds what another owner has put there."""
        if self.count() != (0, 0) and self._owner() != owner:
            raise InputError(
                "The graph is not empty, and not of this run. Name another one: "
                f"?{self.address_option}=NAME at the end of the address."
            )
        self._empty_for(owner)
        self._forget()

    def _forget(self) -> None:
        self._journal.clear()
        self._set_hash = None
        for kind in ElementKind:
            self._counts[kind] = 0
