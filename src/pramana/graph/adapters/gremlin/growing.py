"""A graph of Pramana's on a Gremlin server that can be changed, one operation at a time, with undo and a hash.

Servers do not agree on transactions, so what is to be taken back is taken back by further writes. Each write is one
traversal, which JanusGraph commits whole.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pramana.graph.adapters.checked_writes import OPEN_SCHEMA, UndoableWrites
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
from pramana.graph.adapters.gremlin.walking import GremlinAdapter
from pramana.graph.adapters.protocol import Caps, Direction
from pramana.graph.adapters.rows import ElementKind
from pramana.graph.model import Edge, EdgeKey, Node
from pramana.graph.schema import GraphSchema

_DELETED = 2_000
"""Elements that one traversal deletes: its transaction is bounded."""
RECENT = 20_000
"""Nodes that are kept as they were written or read last."""


class GrowingGremlinAdapter(UndoableWrites, GremlinAdapter):
    """A mutable graph, with the order and the hash of a `MemoryAdapter` of the same writes.

    One process writes to it at a time. Each write sets `changed`, which is the caller's to reset.
    """

    address_option = "graph"

    def __init__(
        self, connection: GremlinConnection, graph: str, *, schema: GraphSchema | None = None, caps: Caps | None = None
    ) -> None:
        super().__init__(connection, graph, caps=caps)
        self._begin_writing(schema or OPEN_SCHEMA)
        self._keys = GraphKeys.of(connection)
        self._keys.prepare()
        self._recent: dict[str, tuple[int, Node]] = {}
        for kind, number in zip((ElementKind.NODES, ElementKind.EDGES), GremlinAdapter.count(self), strict=True):
            found = self._ask(self._elements(kind).project("r").by(ROW).select("r").max_()) if number else []
            self._counts[kind], self._next[kind] = number, int(found[0]) + 1 if found else 0

    def _owner(self) -> str | None:
        return (read_meta(self.connection, self.graph) or {}).get("owner")

    def _empty_for(self, owner: str | None) -> None:
        if owner is not None:
            store_meta(self.connection, self.graph, {"owner": owner})
        delete_graph(self.connection, self.graph)
        self.refresh()
        self._recent.clear()
        self._next = dict.fromkeys(ElementKind, 0)

    # Writing

    def _ordinals_between(self, edge: Edge) -> set[int]:
        return set(self._between(edge))

    def _between(self, edge: Edge) -> dict[int, int]:
        """Return the ordinals of the edges with an edge's ends and relation, each with its row."""
        from gremlin_python.process.graph_traversal import __

        leaving = self._elements(ElementKind.NODES).has(ID, edge.source).out_e().has(GRAPH, self.graph)
        like = leaving.has(RELATION, edge.relation).filter_(__.in_v().has(ID, edge.target))
        return {int(each["o"]): int(each["r"]) for each in self._ask(like.project("o", "r").by(ORDINAL).by(ROW))}

    def _rows_touching(self, row: int) -> list[int]:
        return self.edge_cache(None).touching([row], Direction.BOTH)

    def _store(self, kind: ElementKind, place: int, old: Node | Edge | None, new: Node | Edge | None) -> None:
        self.refresh()
        if isinstance(old, Node):
            self._recent.pop(old.id, None)
        if new is None:
            self._ask(self._at_rows(kind, [place]).drop())
        elif isinstance(new, Edge):
            self._insert_edge(place, new)
        else:
            self._write_node(place, new, is_new=old is None)

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

    # Reading

    def row_of(self, node_id: str) -> int | None:
        """Return the row of the node with this id, None if there is none."""
        known = self._recent.get(node_id)
        return super().row_of(node_id) if known is None else known[0]

    def edge_row_of(self, key: EdgeKey) -> int | None:
        """Return the row of the edge with this natural key, None if there is none."""
        return self._between(Edge(*key[:3])).get(key[3])


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
