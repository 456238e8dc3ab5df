"""A graph of Pramana's on a Gremlin server that can be changed, one operation at a time, with undo and a hash.

Servers do not agree on transactions, so what is to be taken back is taken back by further writes. Each write is one
traversal, which JanusGraph commits whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from pramana.errors import AdapterError, InputError
from pramana.graph.adapters.checked_writes import CheckedWrites
from pramana.graph.adapters.gremlin.connection import GremlinConnection, sendable
from pramana.graph.adapters.gremlin.layout import (
    GRAPH,
    ID,
    META,
    META_BODY,
    META_NAME,
    ORDINAL,
    RELATION,
    ROW,
    GraphKeys,
    label_of,
    native_properties,
    stored_properties,
)
from pramana.graph.adapters.gremlin.reading import GremlinAdapter
from pramana.graph.adapters.memory_checks import admit_edge
from pramana.graph.adapters.protocol import Caps, Direction
from pramana.graph.adapters.rows import ElementKind
from pramana.graph.adapters.values import plain_properties
from pramana.graph.elements import edge_element, node_element
from pramana.graph.model import Edge, EdgeKey, Node
from pramana.graph.schema import GraphSchema, SchemaMode, Violation
from pramana.graph.sethash import SetHash

_OPEN = GraphSchema({}, {}, mode=SchemaMode.SOFT, self_loops=True)
"""Takes every type and relation."""
_DELETED = 2_000
"""Elements that one traversal deletes: its transaction is bounded."""
RECENT = 20_000
"""Nodes that are kept as they were written or read last."""

_Change = tuple[ElementKind, int, Node | Edge | None, Node | Edge | None, GraphSchema]
"""Kind, row, the item before and after, and the schema before: enough to take the change back."""


class GrowingGremlinAdapter(GremlinAdapter, CheckedWrites):
    """A mutable graph, with the order and the hash of a `MemoryAdapter` of the same writes.

    One process writes to it at a time. Each write sets `changed`, which is the caller's to reset.
    """

    def __init__(
        self, connection: GremlinConnection, graph: str, *, schema: GraphSchema | None = None, caps: Caps | None = None
    ) -> None:
        super().__init__(connection, graph, caps=caps)
        self.schema = schema or _OPEN
        self.changed = False
        self._keys = GraphKeys.of(connection)
        self._keys.prepare()
        self._journal: list[list[_Change]] = []
        self._open: list[_Change] | None = None
        self._recent: dict[str, tuple[int, Node]] = {}
        self._counts: dict[ElementKind, int] = {}
        self._next: dict[ElementKind, int] = {}
        self._set_hash: SetHash | None = None
        for kind, number in zip((ElementKind.NODES, ElementKind.EDGES), super().count(), strict=True):
            found = self._ask(self._elements(kind).project("r").by(ROW).select("r").max_()) if number else []
            self._counts[kind], self._next[kind] = number, int(found[0]) + 1 if found else 0

    # Transactions

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make all writes inside one operation; if an exception leaves the block, they are taken back."""
        outer, first = self._open is not None, len(self._open or ())
        self._open = self._open if self._open is not None else []
        opened = self._open
        try:
            yield
        except BaseException:
            self._take_back(opened[first:])
            del opened[first:]
            raise
        finally:
            if not outer:
                self._open = None
                if opened:
                    self._journal.append(opened)

    def undo(self, operations: int = 1) -> int:
        """Undo the last operations; a transaction counts as one. Returns how many were undone."""
        if self._open is not None:
            raise AdapterError("Inside a transaction nothing can be undone: an exception takes it back.")
        undone = 0
        while undone < operations and self._journal:
            self._take_back(self._journal[-1])
            self._journal.pop()
            undone += 1
        return undone

    def keep(self) -> None:
        """Let `roll_back` come back to the present state; what was written before can no longer be undone."""
        self._journal.clear()
        self.changed = False

    def roll_back(self) -> None:
        """Drop what was written since `keep`."""
        if self.changed:
            self.undo(len(self._journal))
        self.changed = False

    def claim(self, owner: str) -> None:
        """Empty the graph for a run. Raises InputError where it holds what another owner has put there."""
        found = read_meta(self.connection, self.graph)
        if self.count() != (0, 0) and (found or {}).get("owner") != owner:
            raise InputError(
                f"{self.connection.address}: the graph {self.graph!r} is not empty, and not of this run. Name another "
                "one: ?graph=NAME at the end of the address."
            )
        store_meta(self.connection, self.graph, {"owner": owner})
        self.delete_all()

    def _take_back(self, changes: list[_Change]) -> None:
        for kind, row, before, after, schema in reversed(changes):
            self._replace(kind, row, after, before)
            self.schema = schema
            if before is None:
                self._next[kind] = row

    # Writing

    def add_edge(self, edge: Edge) -> Edge:
        """Add an edge and return it as stored: with the first free ordinal, starting from the given one."""
        ends = self.row_of(edge.source), self.row_of(edge.target)
        if ends[0] is None or ends[1] is None:
            missing = edge.source if ends[0] is None else edge.target
            raise Violation("end", f"edge {edge.id!r}", f"unknown node {missing!r}", given=missing).error()
        taken, ordinal = set(self._between(edge)), edge.ordinal
        while ordinal in taken:
            ordinal += 1
        edge = Edge(edge.source, edge.relation, edge.target, plain_properties(edge.properties), ordinal)
        types = self.node_at(ends[0]).type, self.node_at(ends[1]).type
        widened, _ = admit_edge(self.schema, edge, types, self._counts[ElementKind.EDGES] + 1)
        self._change(ElementKind.EDGES, self._next[ElementKind.EDGES], None, edge, widened)
        return edge

    def _between(self, edge: Edge) -> dict[int, int]:
        """Return the ordinals of the edges with an edge's ends and relation, each with its row."""
        from gremlin_python.process.graph_traversal import __

        leaving = self._elements(ElementKind.NODES).has(ID, edge.source).out_e().has(GRAPH, self.graph)
        like = leaving.has(RELATION, edge.relation).filter_(__.in_v().has(ID, edge.target))
        return {int(each["o"]): int(each["r"]) for each in self._ask(like.project("o", "r").by(ORDINAL).by(ROW))}

    def remove_node(self, node_id: str) -> None:
        """Remove a node and the edges that touch it. Raises UnknownName if it does not exist."""
        row = self._known_row(node_id)
        touching = self.incident([node_id], Direction.BOTH)
        with self.transaction():
            for place, edge in zip(touching.rows.tolist(), touching.edges(), strict=True):
                self._change(ElementKind.EDGES, place, edge, None, self.schema)
            self._change(ElementKind.NODES, row, self.node_at(row), None, self.schema)

    def _next_place(self, kind: ElementKind) -> int:
        return self._next[kind]

    def _change(
        self, kind: ElementKind, row: int, before: Node | Edge | None, after: Node | Edge | None, schema: GraphSchema
    ) -> None:
        self.changed = True
        with self.transaction():
            assert self._open is not None
            self._open.append((kind, row, before, after, self.schema))  # first: a write that fails is taken back, too
            self._replace(kind, row, before, after)
            self.schema = schema
            if before is None:
                self._next[kind] = row + 1

    def _replace(self, kind: ElementKind, row: int, old: Node | Edge | None, new: Node | Edge | None) -> None:
        gone, come = ([] if item is None else [_element(item)] for item in (old, new))
        if isinstance(old, Node):
            self._recent.pop(old.id, None)
        if new is None:
            self._ask(self._at_rows(kind, [row]).drop())
        elif isinstance(new, Edge):
            self._insert_edge(row, new)
        else:
            self._write_node(row, new, is_new=old is None)
        self._counts[kind] += (new is not None) - (old is not None)
        if self._set_hash is not None:
            self._set_hash.remove(gone)
            self._set_hash.add(come)

    def _write_node(self, row: int, node: Node, *, is_new: bool) -> None:
        from gremlin_python.process.graph_traversal import __

        self._keys.make(set(native_properties(node.properties)[0]))
        if is_new:
            written = self.connection.g.add_v(label_of(node.type, "Node"))
        else:
            written = self._at_rows(ElementKind.NODES, [row]).side_effect(__.properties().drop())
        self._ask(with_properties(written, stored_properties(self.graph, row, node)).none())
        self._remember(row, node)

    def _insert_edge(self, row: int, edge: Edge) -> None:
        self._keys.make(set(native_properties(edge.properties)[0]))
        ends = [self._known_row(end) for end in (edge.source, edge.target)]
        made = self._at_rows(ElementKind.NODES, ends[:1]).as_("a").V().has(GRAPH, self.graph)
        made = made.has(ROW, sendable(ends[1])).add_e(label_of(edge.relation, "RELATED")).from_("a")
        self._ask(with_properties(made, stored_properties(self.graph, row, edge)).none())

    def _remember(self, row: int, node: Node) -> None:
        if len(self._recent) >= RECENT:
            self._recent.clear()
        self._recent[node.id] = row, node

    def delete_all(self) -> None:
        """Delete the graph, and what could be undone."""
        delete_graph(self.connection, self.graph)
        self._journal.clear()
        self._recent.clear()
        self._set_hash = None
        for kind in self._counts:
            self._counts[kind] = self._next[kind] = 0

    # Reading

    def hash(self) -> str:
        """Return the hash of all nodes and edges under natural keys. The first call reads them all."""
        if self._set_hash is None:
            self._set_hash = SetHash()
            self._set_hash.add(map(node_element, self.nodes()))
            self._set_hash.add(map(edge_element, self.edges()))
        return self._set_hash.hexdigest()

    def count(self) -> tuple[int, int]:
        """Return the number of nodes and the number of edges."""
        return self._counts[ElementKind.NODES], self._counts[ElementKind.EDGES]

    def row_of(self, node_id: str) -> int | None:
        """Return the row of the node with this id, None if there is none."""
        known = self._recent.get(node_id)
        return super().row_of(node_id) if known is None else known[0]

    def edge_row_of(self, key: EdgeKey) -> int | None:
        """Return the row of the edge with this natural key, None if there is none."""
        return self._between(Edge(*key[:3])).get(key[3])

    def node_at(self, row: int) -> Node:
        """Return the node in a row, which must exist."""
        (node,) = self.nodes_at(np.array([row]))
        return node

    def edge_at(self, row: int) -> Edge:
        """Return the edge in a row, which must exist."""
        (edge,) = self.edges_at(np.array([row]))
        return edge


def with_properties(traversal: Any, properties: Mapping[str, Any]) -> Any:
    """Return a traversal that sets properties of what it writes."""
    for name, value in properties.items():
        traversal = traversal.property(name, value)
    return traversal


def read_meta(connection: GremlinConnection, graph: str) -> dict[str, Any] | None:
    """Return what is noted about a graph, None where nothing is."""
    found = connection.run(connection.g.V().has(META_NAME, graph).values(META_BODY))
    return json.loads(found[0]) if found else None


def store_meta(connection: GremlinConnection, graph: str, body: Mapping[str, Any]) -> None:
    """Note something about a graph, in the place of what was noted."""
    from gremlin_python.process.graph_traversal import __

    made = __.add_v(META).property(META_NAME, graph)
    found = connection.g.V().has(META_NAME, graph).fold().coalesce(__.unfold(), made)
    connection.run(found.property(META_BODY, json.dumps(dict(body))).none())


def delete_graph(connection: GremlinConnection, graph: str) -> None:
    """Delete all nodes and edges of a graph, and nothing else."""
    while connection.run(connection.g.V().has(GRAPH, graph).limit(1).values(GRAPH)):
        connection.run(connection.g.V().has(GRAPH, graph).limit(_DELETED).drop())


def _element(item: Node | Edge) -> str:
    return node_element(item) if isinstance(item, Node) else edge_element(item)
