"""A graph of Pramana's in Neo4j that can be changed, one operation at a time, with undo and a hash."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import numpy as np

from pramana.graph.adapters.checked_writes import CheckedWrites
from pramana.graph.adapters.memory_checks import admit_edge
from pramana.graph.adapters.neo4j.connection import Neo4jConnection
from pramana.graph.adapters.neo4j.layout import (
    ID,
    META,
    ORDER,
    ORDINAL,
    Layout,
    number_of,
    odd_names,
    pack_row,
    quote_name,
    stored_properties,
    token,
)
from pramana.graph.adapters.neo4j.reading import Neo4jAdapter
from pramana.graph.adapters.protocol import Caps, Direction
from pramana.graph.adapters.rows import ElementKind
from pramana.graph.adapters.values import plain_properties
from pramana.graph.elements import edge_element, node_element
from pramana.graph.model import Edge, EdgeKey, Node
from pramana.graph.schema import GraphSchema, SchemaMode, Violation
from pramana.graph.sethash import SetHash

_OPEN = GraphSchema({}, {}, mode=SchemaMode.SOFT, self_loops=True)
"""Takes every type and relation."""

_DELETED = 5_000
"""Nodes that are deleted in one transaction: the memory of a transaction is bounded."""

_Change = tuple[ElementKind, int, Node | Edge | None, Node | Edge | None, GraphSchema]
"""Kind, place in order of insertion, the item before and after, and the schema before."""


class GrowingNeo4jAdapter(Neo4jAdapter, CheckedWrites):
    """A mutable graph in Neo4j, under a label of its own. One process writes to it at a time.

    Each write is checked against the schema and is a transaction, unless a `transaction` is open. `undo` takes back
    what this object has written. `hash` is that of a `MemoryAdapter` of the same writes.
    """

    def __init__(
        self, connection: Neo4jConnection, label: str, *, schema: GraphSchema | None = None, caps: Caps | None = None
    ) -> None:
        super().__init__(connection, Layout(label, managed=True), caps=caps)
        self.schema = schema or _OPEN
        self._undoable: list[list[_Change]] = []
        self._open: list[_Change] | None = None
        make_managed(connection, label)
        self._load()

    def _load(self) -> None:
        row = self._ask(f"MATCH (m:{META} {{label: $scope}}) RETURN m.next, m.odd_nodes, m.odd_edges")[0]
        self._next = row[0] or 1
        self._odd = {ElementKind.NODES: set(row[1] or ()), ElementKind.EDGES: set(row[2] or ())}
        self._counts: tuple[int, int] | None = None
        self._set_hash: SetHash | None = None

    # Transactions

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make all writes inside one operation; if an exception leaves the block, they are taken back."""
        if self._open is not None:
            yield
            return
        schema, first = self.schema, self._next
        self._open = []
        try:
            with self.connection.transaction():
                yield
        except BaseException:
            self.schema, self._open = schema, None
            self._load()
            self._next = max(first, self._next)
            raise
        done, self._open = self._open, None
        if done:
            self._undoable.append(done)

    def undo(self, operations: int = 1) -> int:
        """Undo the last operations. Returns how many were undone."""
        undone = 0
        while undone < operations and self._undoable:
            with self.connection.transaction():
                for kind, place, before, after, schema in reversed(self._undoable[-1]):
                    self._replace(kind, place, after, before)
                    self.schema = schema
            self._undoable.pop()
            undone += 1
        return undone

    # Writing

    def add_edge(self, edge: Edge) -> Edge:
        """Add an edge and return it as stored: with the first free ordinal, starting from the given one."""
        ends = self.rows_of([edge.source, edge.target])
        for end in (edge.source, edge.target):
            if end not in ends:
                self._refuse_end(edge, end)
        ordinal = self._free_ordinal(edge)
        edge = Edge(edge.source, edge.relation, edge.target, plain_properties(edge.properties), ordinal)
        types = self.node_at(ends[edge.source]).type, self.node_at(ends[edge.target]).type
        widened, _ = admit_edge(self.schema, edge, types, self.count()[1] + 1)
        self._change(ElementKind.EDGES, self._next, None, edge, widened)
        return edge

    def _refuse_end(self, edge: Edge, missing: str) -> NoReturn:
        raise Violation("end", f"edge {edge.id!r}", f"unknown node {missing!r}", given=missing).error()

    def _free_ordinal(self, edge: Edge) -> int:
        rows = self._ask(
            f"MATCH {self._between(edge.relation)} WHERE r.{ORDINAL} >= $least RETURN r.{ORDINAL} AS n ORDER BY n",
            source=edge.source,
            target=edge.target,
            least=edge.ordinal,
        )
        least = edge.ordinal
        for (taken,) in rows:
            if taken != least:
                break
            least += 1
        return least

    def _between(self, relation: str) -> str:
        label = quote_name(self.layout.label)
        return f"(a:{label} {{{ID}: $source}})-[r:{quote_name(token(relation))}]->(b:{label} {{{ID}: $target}})"

    def remove_node(self, node_id: str) -> None:
        """Remove a node and the edges that touch it. Raises UnknownName if it does not exist."""
        row = self._known_row(node_id)
        touching = self.edge_cache(None).touching([row], Direction.BOTH)
        with self.transaction():
            for edge_row, edge in zip(touching, self.edges_at(np.array(touching, dtype=np.int64)), strict=True):
                self._change(ElementKind.EDGES, _place(edge_row), edge, None, self.schema)
            self._change(ElementKind.NODES, _place(row), self.node_at(row), None, self.schema)

    def _next_place(self, kind: ElementKind) -> int:
        return self._next

    def _place_of(self, row: int) -> int:
        return _place(row)

    def _change(
        self, kind: ElementKind, place: int, before: Node | Edge | None, after: Node | Edge | None, schema: GraphSchema
    ) -> None:
        with self.transaction():
            self._replace(kind, place, before, after)
            assert self._open is not None
            self._open.append((kind, place, before, after, self.schema))
            self.schema = schema

    def _replace(self, kind: ElementKind, place: int, old: Node | Edge | None, new: Node | Edge | None) -> None:
        if new is None:
            self._delete(old)
        elif isinstance(new, Node):
            self._write_node(place, new, is_new=old is None)
        else:
            self._insert_edge(place, new)
        if new is not None:
            self._note_written(kind, place, new)
        self._recount(kind, old, new)

    def _recount(self, kind: ElementKind, old: Node | Edge | None, new: Node | Edge | None) -> None:
        if self._counts is not None:
            more = (new is not None) - (old is not None)
            nodes, edges = self._counts
            self._counts = (nodes + more, edges) if kind is ElementKind.NODES else (nodes, edges + more)
        if self._set_hash is not None:
            self._set_hash.remove([] if old is None else [_element(old)])
            self._set_hash.add([] if new is None else [_element(new)])

    def _note_written(self, kind: ElementKind, place: int, item: Node | Edge) -> None:
        """Note the next place and the names of properties that Cypher does not compare."""
        odd = odd_names(item.properties) - self._odd[kind]
        if place < self._next and not odd:
            return
        self._next = max(self._next, place + 1)
        self._odd[kind] |= odd
        name = "odd_nodes" if kind is ElementKind.NODES else "odd_edges"
        self._ask(
            f"MATCH (m:{META} {{label: $scope}}) SET m.next = $next, m.{name} = $odd",
            next=self._next,
            odd=sorted(self._odd[kind]),
        )

    def _is_plain(self, kind: ElementKind, name: str) -> bool:
        return name not in self._odd[kind]

    def _write_node(self, place: int, node: Node, *, is_new: bool) -> None:
        stored = {**stored_properties(node.properties), ID: node.id, ORDER: place}
        labels = f"{quote_name(self.layout.label)}:{quote_name(self.layout.type_token(node.type))}"
        if is_new:
            self._ask(f"CREATE (n:{labels}) SET n = $stored", stored=stored)
        else:
            self._ask(f"MATCH (n:{labels} {{{ID}: $id}}) SET n = $stored", id=node.id, stored=stored)

    def _insert_edge(self, place: int, edge: Edge) -> None:
        label = quote_name(self.layout.label)
        self._ask(
            f"MATCH (a:{label} {{{ID}: $source}}), (b:{label} {{{ID}: $target}}) "
            f"CREATE (a)-[r:{quote_name(token(edge.relation))}]->(b) SET r = $stored",
            source=edge.source,
            target=edge.target,
            stored={**stored_properties(edge.properties), ORDINAL: edge.ordinal, ORDER: place},
        )

    def _delete(self, item: Node | Edge | None) -> None:
        if isinstance(item, Node):
            self._ask(f"MATCH (n:{quote_name(self.layout.label)} {{{ID}: $id}}) DETACH DELETE n", id=item.id)
        elif item is not None:
            query = f"MATCH {self._between(item.relation)} WHERE r.{ORDINAL} = $ordinal DELETE r"
            self._ask(query, source=item.source, target=item.target, ordinal=item.ordinal)

    def clear(self) -> None:
        """Delete everything in the graph, and forget what could be undone."""
        delete_graph(self.connection, self.layout.label)
        make_managed(self.connection, self.layout.label)
        self._undoable.clear()
        self._load()

    # Reading

    def count(self) -> tuple[int, int]:
        """Return the number of nodes and the number of edges."""
        if self._counts is None:
            self._counts = super().count()
        return self._counts

    def hash(self) -> str:
        """Return the hash of all nodes and edges under natural keys."""
        if self._set_hash is None:
            state = SetHash()
            state.add(map(node_element, self.nodes()))
            state.add(map(edge_element, self.edges()))
            self._set_hash = state
        return self._set_hash.hexdigest()

    def edge_row_of(self, key: EdgeKey) -> int | None:
        """Return the row of the edge with this natural key, None if there is none."""
        source, relation, target, ordinal = key
        query = f"MATCH {self._between(relation)} WHERE r.{ORDINAL} = $ordinal RETURN {self._row('r')}"
        found = self._ask(query, source=source, target=target, ordinal=ordinal)
        return pack_row(*found[0]) if found else None

    def node_at(self, row: int) -> Node:
        """Return the node in a row, which must exist."""
        return self._at(row)

    def edge_at(self, row: int) -> Edge:
        """Return the edge in a row, which must exist."""
        found: list[Edge] = self.edges_at(np.array([row]))
        return found[0]


def make_managed(connection: Neo4jConnection, label: str) -> None:
    """Make the constraints, the indexes and the node that says that a label is a graph of Pramana's."""
    if connection.run(f"MATCH (m:{META} {{label: $label}}) RETURN 1", {"label": label}):
        return
    name = quote_name(f"pramana_id_{label}")
    connection.command(f"CREATE CONSTRAINT pramana_graph IF NOT EXISTS FOR (m:{META}) REQUIRE m.label IS UNIQUE")
    connection.command(f"CREATE CONSTRAINT {name} IF NOT EXISTS FOR (n:{quote_name(label)}) REQUIRE n.{ID} IS UNIQUE")
    connection.run(f"MERGE (m:{META} {{label: $label}}) ON CREATE SET m.next = 1", {"label": label})


def delete_graph(connection: Neo4jConnection, label: str) -> None:
    """Delete all nodes and edges of a graph, and what is known of it."""
    while connection.run(
        f"MATCH (n:{quote_name(label)}) WITH n LIMIT {_DELETED} DETACH DELETE n RETURN count(n) AS c"
    ) not in ([(0,)], []):
        pass
    connection.run(f"MATCH (m:{META} {{label: $label}}) DELETE m", {"label": label})


def _place(row: int) -> int:
    """Return the place in order of insertion that a row says."""
    return (row - number_of(row)) >> 31


def _element(item: Node | Edge) -> str:
    return node_element(item) if isinstance(item, Node) else edge_element(item)
