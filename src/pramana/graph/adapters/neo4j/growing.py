"""A graph of Pramana's in Neo4j that can be changed, one operation at a time, with undo and a hash."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import contextmanager

from pramana.graph.adapters.checked_writes import OPEN_SCHEMA, Change, UndoableWrites
from pramana.graph.adapters.neo4j.connection import Neo4jConnection
from pramana.graph.adapters.neo4j.layout import (
    ID,
    META,
    ORDER,
    ORDINAL,
    Layout,
    odd_names,
    ordered_properties,
    quote_name,
    token,
)
from pramana.graph.adapters.neo4j.walking import Neo4jAdapter
from pramana.graph.adapters.protocol import Caps, Direction
from pramana.graph.adapters.rows import ElementKind, Rows
from pramana.graph.model import Edge, EdgeKey, Node
from pramana.graph.schema import GraphSchema

_DELETED = 5_000
"""Nodes that are deleted in one transaction: the memory of a transaction is bounded."""
RECENT = 20_000
"""Nodes that are kept as they were written or read last, a few megabytes of them. Chosen by hand."""


class GrowingNeo4jAdapter(UndoableWrites, Neo4jAdapter):
    """A mutable graph in Neo4j, under a label of its own. One process writes to it at a time.

    Each write is checked against the schema and is a transaction, unless a `transaction` is open. `undo` takes back
    what this object has written. `hash` is that of a `MemoryAdapter` of the same writes.
    """

    transactional = True
    address_option = "label"

    def __init__(
        self, connection: Neo4jConnection, label: str, *, schema: GraphSchema | None = None, caps: Caps | None = None
    ) -> None:
        super().__init__(connection, Layout(label, managed=True), caps=caps)
        self._begin_writing(schema or OPEN_SCHEMA)
        make_managed(connection, label)
        self._load()

    def _load(self) -> None:
        row = self._ask(f"MATCH (m:{META} {{label: $scope}}) RETURN m.next, m.odd_nodes, m.odd_edges")[0]
        self._next = dict.fromkeys(ElementKind, row[0] or 0)
        self._odd = {ElementKind.NODES: set(row[1] or ()), ElementKind.EDGES: set(row[2] or ())}
        self._noted: tuple[int, int] | None = None
        self._recent: dict[str, tuple[int, Node]] = {}
        self._numbers: dict[ElementKind, array[int]] = {}
        self._counts = dict(zip((ElementKind.NODES, ElementKind.EDGES), Neo4jAdapter.count(self), strict=True))

    # Transactions

    @contextmanager
    def _operation(self) -> Iterator[None]:
        try:
            with self.connection.transaction():
                yield
                self._note_next()
        except BaseException:
            self.forget()
            self._recent.clear()
            self._noted = None
            raise

    def _undo_one(self, changes: list[Change]) -> None:
        with self.connection.transaction():
            self._take_back(changes)

    def _note_next(self) -> None:
        """Note the next place and the names of properties that Cypher does not compare, if they have changed."""
        odd = sum(map(len, self._odd.values()))
        following = max(self._next.values())
        if self._noted == (following, odd):
            return
        self._noted = following, odd
        self._ask(
            f"MATCH (m:{META} {{label: $scope}}) SET m.next = $next, m.odd_nodes = $nodes, m.odd_edges = $edges",
            next=following,
            nodes=sorted(self._odd[ElementKind.NODES]),
            edges=sorted(self._odd[ElementKind.EDGES]),
        )

    def _owner(self) -> str | None:
        found = self._ask(f"MATCH (m:{META} {{label: $scope}}) RETURN m.owner")
        owner: str | None = found[0][0] if found else None
        return owner

    def _empty_for(self, owner: str | None) -> None:
        delete_graph(self.connection, self.layout.label)
        make_managed(self.connection, self.layout.label)
        self._ask(f"MATCH (m:{META} {{label: $scope}}) SET m.owner = $owner", owner=owner)
        self._load()

    # Writing

    def _ordinals_between(self, edge: Edge) -> set[int]:
        rows = self._ask(
            f"MATCH {self._between(edge.relation)} RETURN r.{ORDINAL}", source=edge.source, target=edge.target
        )
        return {ordinal for (ordinal,) in rows}

    def _between(self, relation: str) -> str:
        label = quote_name(self.layout.label)
        return f"(a:{label} {{{ID}: $source}})-[r:{quote_name(token(relation))}]->(b:{label} {{{ID}: $target}})"

    def _rows_touching(self, row: int) -> list[int]:
        return self.edge_cache(None).touching([row], Direction.BOTH)

    # A row is a place: those who follow a growing graph keep lists by row.

    def _row_for(self, kind: ElementKind, order: int, number: int) -> int:
        return order

    def _numbers_of(self, kind: ElementKind, rows: Rows) -> list[int]:
        numbers = self._numbers.get(kind) or self._read_numbers(kind)
        return [numbers[row] for row in rows.tolist()]

    def _read_numbers(self, kind: ElementKind) -> array[int]:
        """Read the database's numbers of all elements, by place. -1 is a place without one."""
        numbers = self._numbers[kind] = array("q")
        name, pattern = ("n", self.layout.node("n")) if kind is ElementKind.NODES else ("r", self._edge_pattern())
        query = f"MATCH {pattern} RETURN {self._row(name)}"
        for place, number in self.connection.stream(query, {"scope": self.layout.label}):
            _set_at(numbers, place, number)
        return numbers

    def _note_number(self, kind: ElementKind, place: int, number: int) -> None:
        if kind in self._numbers:
            _set_at(self._numbers[kind], place, number)

    def _store(self, kind: ElementKind, place: int, old: Node | Edge | None, new: Node | Edge | None) -> None:
        self.forget()
        if isinstance(old, Node):
            self._recent.pop(old.id, None)
        if new is None:
            self._delete(old)
            return
        self._odd[kind] |= odd_names(new.properties)
        if isinstance(new, Node):
            self._write_node(place, new, is_new=old is None)
        else:
            self._insert_edge(place, new)

    def _is_plain(self, kind: ElementKind, name: str) -> bool:
        return name not in self._odd[kind]

    def _write_node(self, place: int, node: Node, *, is_new: bool) -> None:
        stored = {**ordered_properties(node.properties), ID: node.id, ORDER: place}
        labels = f"{quote_name(self.layout.label)}:{quote_name(self.layout.type_token(node.type))}"
        written = f"CREATE (n:{labels})" if is_new else f"MATCH (n:{labels} {{{ID}: $id}})"
        ((number,),) = self._ask(f"{written} SET n = $stored RETURN id(n)", id=node.id, stored=stored)
        self._note_number(ElementKind.NODES, place, number)
        self._remember(place, node)

    def _remember(self, row: int, node: Node) -> None:
        if len(self._recent) >= RECENT:
            self._recent.clear()
        self._recent[node.id] = row, node

    def _insert_edge(self, place: int, edge: Edge) -> None:
        label = quote_name(self.layout.label)
        ((number,),) = self._ask(
            f"MATCH (a:{label} {{{ID}: $source}}), (b:{label} {{{ID}: $target}}) "
            f"CREATE (a)-[r:{quote_name(token(edge.relation))}]->(b) SET r = $stored RETURN id(r)",
            source=edge.source,
            target=edge.target,
            stored={**ordered_properties(edge.properties), ORDINAL: edge.ordinal, ORDER: place},
        )
        self._note_number(ElementKind.EDGES, place, number)

    def _delete(self, item: Node | Edge | None) -> None:
        if isinstance(item, Node):
            self._ask(f"MATCH (n:{quote_name(self.layout.label)} {{{ID}: $id}}) DETACH DELETE n", id=item.id)
        elif item is not None:
            query = f"MATCH {self._between(item.relation)} WHERE r.{ORDINAL} = $ordinal DELETE r"
            self._ask(query, source=item.source, target=item.target, ordinal=item.ordinal)

    # Reading

    def row_of(self, node_id: str) -> int | None:
        """Return the row of the node with this id, None if there is none."""
        known = self._recent.get(node_id)
        return super().row_of(node_id) if known is None else known[0]

    def edge_row_of(self, key: EdgeKey) -> int | None:
        """Return the row of the edge with this natural key, None if there is none."""
        source, relation, target, ordinal = key
        query = f"MATCH {self._between(relation)} WHERE r.{ORDINAL} = $ordinal RETURN {self._row('r')}"
        found = self._ask(query, source=source, target=target, ordinal=ordinal)
        return found[0][0] if found else None


def make_managed(connection: Neo4jConnection, label: str) -> None:
    """Make the constraints, the indexes and the node that says that a label is a graph of Pramana's."""
    if connection.run(f"MATCH (m:{META} {{label: $label}}) RETURN 1", {"label": label}):
        return
    name = quote_name(f"pramana_id_{label}")
    connection.command(f"CREATE CONSTRAINT pramana_graph IF NOT EXISTS FOR (m:{META}) REQUIRE m.label IS UNIQUE")
    connection.command(f"CREATE CONSTRAINT {name} IF NOT EXISTS FOR (n:{quote_name(label)}) REQUIRE n.{ID} IS UNIQUE")
    connection.run(f"MERGE (m:{META} {{label: $label}}) ON CREATE SET m.next = 0", {"label": label})


def delete_graph(connection: Neo4jConnection, label: str) -> None:
    """Delete all nodes and edges of a graph, and what is known of it."""
    while connection.run(
        f"MATCH (n:{quote_name(label)}) WITH n LIMIT {_DELETED} DETACH DELETE n RETURN count(n) AS c"
    ) not in ([(0,)], []):
        pass
    connection.run(f"MATCH (m:{META} {{label: $label}}) DELETE m", {"label": label})


def _set_at(numbers: array[int], place: int, number: int) -> None:
    numbers.extend([-1] * (place + 1 - len(numbers)))
    numbers[place] = number
