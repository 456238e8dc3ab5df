"""A mutable graph in memory, changed one operation at a time, with its whole history available."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NoReturn

import numpy as np

from pramana.errors import AdapterError, UnknownName
from pramana.expr import Predicate
from pramana.graph.adapters.base import BaseAdapter, first_rows
from pramana.graph.adapters.matching import edge_test, node_test
from pramana.graph.adapters.memory_checks import Admitted, check_edge, check_node, prepare
from pramana.graph.adapters.memory_log import GraphChange, GraphSnapshot, beginning, change_route, history
from pramana.graph.adapters.memory_state import MemoryState
from pramana.graph.adapters.memory_views import HashView, NameView
from pramana.graph.adapters.protocol import Caps
from pramana.graph.adapters.rows import ElementKind, Rows
from pramana.graph.adapters.values import plain_properties
from pramana.graph.model import Edge, EdgeKey, Node
from pramana.graph.schema import GraphSchema, Violation


class MemoryAdapter(BaseAdapter):
    """A mutable property graph with an operation log, undo, transactions and snapshots.

    The cost of an operation does not depend on the size of the graph (removing a node: on its edges). A row is never
    reused, so a selection stays valid while nodes and edges are added and removed; a removed element keeps part of its
    row's memory as long as the adapter exists.
    """

    name = "memory"

    def __init__(self, schema: GraphSchema | None = None, *, directed: bool = True, caps: Caps | None = None) -> None:
        """Create an empty graph. With a schema, all writes are checked against it."""
        self.directed = directed
        self.caps = caps or Caps()
        self._state = MemoryState(directed)
        self._head = beginning(schema)
        if schema is not None:
            prepare(self._state, schema)
        self._operation = 1
        self._depth = 0
        self._hash = HashView(self._head)
        self._names = NameView(self._head)

    @classmethod
    def of(
        cls, nodes: Iterable[Node], edges: Iterable[Edge], schema: GraphSchema | None = None, *, directed: bool = True
    ) -> MemoryAdapter:
        """Return a graph of these nodes and edges, in this order, without history. Raises as `add_node` does."""
        graph = cls(schema, directed=directed)
        for node in nodes:
            graph.add_node(node)
        for edge in edges:
            graph.add_edge(edge)
        graph.forget_history()
        return graph

    @property
    def schema(self) -> GraphSchema | None:
        """The current schema. Writes widen a soft schema; undo narrows it again."""
        return self._head.schema

    # Writing

    def add_node(self, node: Node) -> None:
        """Add a node. Its properties are copied; those that are None are left out.

        Raises SchemaViolation if the schema refuses it or its id is taken, CanonicalError if a property is not JSON.
        The other writing methods raise the same errors; after an error nothing has changed.
        """
        if node.id in self._state.node_row:
            raise Violation("twice", f"node {node.id!r}", "already exists", given=node.id).error()
        node = Node(node.id, node.type, plain_properties(node.properties))
        schema = self.schema
        admitted = check_node(self._state, schema, node, is_new=True) if schema is not None else None
        self._change(ElementKind.NODES, len(self._state.nodes), None, node, admitted)
        self._settle()

    def add_edge(self, edge: Edge) -> Edge:
        """Add an edge and return it as stored: with the first free ordinal, starting from the given one.

        Raises SchemaViolation if an end is not a node.
        """
        rows = self._state.node_row
        if edge.source not in rows or edge.target not in rows:
            self._refuse_ends(edge)
        ordinal = self._state.free_ordinal(edge)
        edge = Edge(edge.source, edge.relation, edge.target, plain_properties(edge.properties), ordinal)
        schema = self.schema
        admitted = check_edge(self._state, schema, edge, is_new=True) if schema is not None else None
        self._change(ElementKind.EDGES, len(self._state.edges), None, edge, admitted)
        self._settle()
        return edge

    def _refuse_ends(self, edge: Edge) -> NoReturn:
        missing = edge.target if edge.source in self._state.node_row else edge.source
        near = tuple(self._hints(missing))
        raise Violation("end", f"edge {edge.id!r}", f"unknown node {missing!r}", "", missing, (), near).error()

    def update_node(self, node_id: str, properties: Mapping[str, Any]) -> Node:
        """Set properties of a node; None removes a property. Returns the changed node."""
        row = self._known_row(node_id)
        before = self._state.node(row)
        after = replace(before, properties=plain_properties({**before.properties, **properties}))
        if self.schema is not None:
            check_node(self._state, self.schema, after, is_new=False)
        self._change(ElementKind.NODES, row, before, after)
        self._settle()
        return after

    def update_edge(self, edge: Edge, properties: Mapping[str, Any]) -> Edge:
        """Set properties of an edge; None removes a property. Returns the changed edge."""
        row = self._edge_row(edge)
        before = self._state.edge(row)
        after = replace(before, properties=plain_properties({**before.properties, **properties}))
        if self.schema is not None:
            check_edge(self._state, self.schema, after, is_new=False)
        self._change(ElementKind.EDGES, row, before, after)
        self._settle()
        return after

    def remove_node(self, node_id: str) -> None:
        """Remove a node and the edges that touch it, as one operation. Raises UnknownName if it does not exist."""
        row = self._known_row(node_id)
        for edge in self._state.touching(row):
            self._change(ElementKind.EDGES, edge, self._state.edge(edge), None)
        self._change(ElementKind.NODES, row, self._state.node(row), None)
        self._settle()

    def remove_edge(self, edge: Edge) -> None:
        """Remove the edge with this natural key. Raises UnknownName if it does not exist."""
        row = self._edge_row(edge)
        self._change(ElementKind.EDGES, row, self._state.edge(row), None)
        self._settle()

    def _edge_row(self, edge: Edge) -> int:
        row = self._state.edge_row.get(edge.key)
        if row is None:
            raise UnknownName("edge", edge.id, ())
        return row

    def _change(
        self,
        kind: ElementKind,
        row: int,
        before: Node | Edge | None,
        after: Node | Edge | None,
        checked: Admitted | None = None,
    ) -> None:
        head = self._head
        # Equivalent to `Change(...)` at half the cost.
        schema, admitted = checked or (head.schema, ())
        change = tuple.__new__(
            GraphChange, (head[0] + 1, self._operation, kind, row, before, after, schema, admitted, head)
        )
        self._state.make(change)
        self._head = change

    def _settle(self) -> None:
        """End an operation, unless it is part of a transaction."""
        if not self._depth:
            self._operation += 1

    # Undo, snapshots and transactions

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make all writes inside one operation; if an exception leaves the block, roll them back.

        A nested transaction is part of the outer one: an exception caught between the two rolls back the inner one.
        """
        before = self._head
        self._depth += 1
        try:
            yield
        except BaseException:
            self._go_to(before)
            raise
        finally:
            self._depth -= 1
            self._settle()

    def undo(self, operations: int = 1) -> int:
        """Undo the last operations; a transaction counts as one. Returns how many were undone.

        Raises AdapterError inside a transaction, which only an exception rolls back.
        """
        self._refuse_inside("undo")
        head = self._head
        for done in range(operations):
            if head.previous is None:
                self._go_to(head)
                return done
            number = head.operation
            while head.previous is not None and head.operation == number:
                head = head.previous
        self._go_to(head)
        return operations

    def snapshot(self) -> GraphSnapshot:
        """Return the current state. Takes constant time."""
        return GraphSnapshot(self._head)

    def restore(self, snapshot: GraphSnapshot) -> None:
        """Go to a state of this graph, also to one that was left by undo. Costs as much as the changes between the two.

        Raises AdapterError inside a transaction, for a snapshot of another graph, or if the history was forgotten.
        """
        self._refuse_inside("restore")
        self._go_to(snapshot.head)

    def history(self) -> list[GraphChange]:
        """Return the changes that led to the current state, the oldest first."""
        return list(history(self._head))[::-1]

    def forget_history(self) -> None:
        """Delete the history: afterwards nothing can be undone, and no earlier snapshot restored."""
        self._refuse_inside("forget_history")
        start = beginning(self.schema)
        for view in (self._hash, self._names):
            view.follow(self._head)
            view.restart(start)
        self._head = start

    def _go_to(self, there: GraphChange) -> None:
        back, forth = change_route(self._head, there)
        for change in back:
            self._state.take_back(change)
        for change in forth:
            self._state.make(change)
        self._head = there

    def _refuse_inside(self, what: str) -> None:
        if self._depth:
            raise AdapterError(f"`{what}` cannot be used inside a transaction. End the transaction first.")

    # Reading

    def hash(self) -> str:
        """Return the hash of all live nodes and edges under natural keys. Costs the changes since the last call."""
        self._hash.follow(self._head)
        return self._hash.hexdigest()

    def index(self, name: str, kind: ElementKind = ElementKind.NODES) -> None:
        """Create an index on a property. `type` and `relation` are always indexed."""
        items: list[Any] = self._state.nodes if kind is ElementKind.NODES else self._state.edges
        self._state.indexes.create(kind, name, ((row, item) for row, item in enumerate(items) if item is not None))

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes, in order of insertion."""
        return (node for node in list(self._state.nodes) if node is not None)

    def edges(self) -> Iterator[Edge]:
        """Yield all edges, in order of insertion."""
        return (edge for edge in list(self._state.edges) if edge is not None)

    def count(self) -> tuple[int, int]:
        """Return the number of nodes and the number of edges."""
        return len(self._state.node_row), len(self._state.edge_row)

    def row_of(self, node_id: str) -> int | None:
        """Return the row of the node with this id, None if there is none."""
        return self._state.node_row.get(node_id)

    def edge_row_of(self, key: EdgeKey) -> int | None:
        """Return the row of the edge with this natural key, None if there is none."""
        return self._state.edge_row.get(key)

    def node_at(self, row: int) -> Node:
        """Return the node in a row. Raises IndexError if it was removed."""
        return self._state.node(row)

    def edge_at(self, row: int) -> Edge:
        """Return the edge in a row. Raises IndexError if it was removed."""
        return self._state.edge(row)

    def ahead(self, row: int) -> Mapping[int, Collection[int]]:
        """Return the nodes one edge away along the edges, each with those edges in order. Do not change it."""
        return self._state.ahead.get(row, _NOWHERE)

    def behind(self, row: int) -> Mapping[int, Collection[int]]:
        """Return the nodes one edge away against the edges; in an undirected graph, what `ahead` returns."""
        return self._state.behind.get(row, _NOWHERE)

    def nodes_at(self, rows: Rows) -> list[Node]:
        return [self._state.node(row) for row in rows.tolist()]

    def edges_at(self, rows: Rows) -> list[Edge]:
        return [self._state.edge(row) for row in rows.tolist()]

    def node_rows(self, where: Predicate | None, most: int | None) -> Rows:
        """Return the rows of the first `most` nodes for which the condition is true, using an index if there is one."""
        state = self._state
        if where is None:
            return np.sort(np.fromiter(state.node_row.values(), np.int64, len(state.node_row)))[:most]
        test = node_test(where)
        candidates = state.candidates(ElementKind.NODES, where)
        if candidates is not None:
            return first_rows((row for row in candidates if test(state.node(row))), most)
        return first_rows((row for row, node in enumerate(state.nodes) if node is not None and test(node)), most)

    def edge_rows(self, where: Predicate | None, most: int | None) -> Rows:
        """Return the rows of the first `most` edges for which the condition is true, using an index if there is one."""
        state = self._state
        if where is None:
            return np.sort(np.fromiter(state.edge_row.values(), np.int64, len(state.edge_row)))[:most]
        candidates = state.candidates(ElementKind.EDGES, where)
        if candidates is None:
            candidates = [row for row, edge in enumerate(state.edges) if edge is not None]
        return first_rows(filter(self.edge_test(where), candidates), most)

    def edge_test(self, where: Predicate) -> Callable[[int], bool]:
        """Return a test of edge rows that is true where the condition is true."""
        state = self._state
        test = edge_test(where, lambda node_id: state.node(state.node_row[node_id]))
        return lambda row: test(state.edge(row))

    def _row_named(self, folded: str) -> int | None:
        self._names.follow(self._head)
        return self._names.first(folded)


_NOWHERE: Mapping[int, Collection[int]] = {}
