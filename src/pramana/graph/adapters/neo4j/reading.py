"""Nodes and edges of a graph in Neo4j, by condition, by id and by name, and all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from pramana.errors import AdapterError
from pramana.expr import Predicate
from pramana.graph.adapters.base import first_rows
from pramana.graph.adapters.fetched import FetchingAdapter
from pramana.graph.adapters.matching import edge_test, node_test
from pramana.graph.adapters.neo4j.connection import Neo4jConnection
from pramana.graph.adapters.neo4j.layout import META, Layout, number_of, pack_row, quote_name
from pramana.graph.adapters.neo4j.searching import CypherSearch
from pramana.graph.adapters.neo4j.ways import edge_fields, node_key
from pramana.graph.adapters.protocol import Caps, Places
from pramana.graph.adapters.rows import ElementKind, Rows
from pramana.graph.adapters.selection import Selection
from pramana.graph.model import Edge, Node, fold_name

CHUNK = 5_000
"""Nodes or edges that are read with one query. Chosen by hand: a few megabytes."""

_ODD = "DATE | LOCAL TIME | ZONED TIME | LOCAL DATETIME | ZONED DATETIME | DURATION | POINT"
_ODD_KINDS = " | ".join(f"{kind} NOT NULL" for kind in _ODD.split(" | "))
"""Types of Neo4j that are texts here: conditions on a property with such a value are evaluated in Python."""


class Neo4jRows(FetchingAdapter):
    """Reads a graph in Neo4j, which is neither copied nor modified, always in its current state.

    What a search has read serves the first look at its results; each further look reads the database again.

    Nodes and edges are in order of insertion in a graph that Pramana wrote, else in the order of the database's
    numbers. Times, durations and points are texts. In a user's own graph a node with several labels has the property
    `labels`.
    """

    name = "neo4j"

    def __init__(self, connection: Neo4jConnection, layout: Layout, *, caps: Caps | None = None) -> None:
        self.connection = connection
        self.layout = layout
        self.caps = caps or Caps()
        self._plain: dict[tuple[ElementKind, str], bool] = {}

    def close(self) -> None:
        """Close the connection, which is opened again when it is needed."""
        self.connection.close()

    def _ask(self, query: str, **parameters: Any) -> list[tuple[Any, ...]]:
        return self.connection.run(query, {"scope": self.layout.label, **parameters})

    def refresh(self) -> None:
        """Look again which properties hold times or points, and forget what the last search has read."""
        self._plain.clear()
        self.forget()

    # All of it

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes, in order."""
        order = self.layout.order_of("n")
        query = f"MATCH {self.layout.node('n')} RETURN {self._node_fields('n')} ORDER BY {order}, id(n)"
        for _, node_id, labels, stored in self.connection.stream(query, {"scope": self.layout.label}):
            yield self.layout.as_node(node_id, labels, stored)

    def edges(self) -> Iterator[Edge]:
        """Yield all edges, in order."""
        order = self.layout.order_of("r")
        query = f"MATCH {self._edge_pattern()} RETURN {edge_fields(self.layout)} ORDER BY {order}, id(r)"
        for _, *row in self.connection.stream(query, {"scope": self.layout.label}):
            yield self.layout.as_edge(*row)

    def count(self) -> tuple[int, int]:
        """Return the number of nodes and the number of edges."""
        nodes = self._ask(f"MATCH {self.layout.node('n')} RETURN count(n)")
        edges = self._ask(f"MATCH {self._edge_pattern()} RETURN count(r)")
        return nodes[0][0], edges[0][0]

    def _edge_pattern(self) -> str:
        return f"{self.layout.node('a')}-[r]->{self.layout.node('b')}"

    # Rows

    def row_of(self, node_id: str) -> int | None:
        """Return the row of the node with this id, None if there is none."""
        found = self.rows_of([node_id])
        return found.get(node_id)

    def rows_of(self, node_ids: Iterable[str]) -> dict[str, int]:
        """Return the rows of the nodes with these ids, with one query. Ids that no node has are left out."""
        self.forget()
        wanted = [node_id for node_id in dict.fromkeys(node_ids) if is_text(node_id)]
        returned = f"{self.layout.id_of('n')}, {self._row('n')}"
        node = self.layout.node("n")
        key = node_key(self.layout, "n", "i")
        rows = self._ask(f"UNWIND $ids AS i MATCH {node} WHERE {key} RETURN {returned}", ids=wanted)
        found = {row[0]: self._row_for(ElementKind.NODES, row[1], row[2]) for row in reversed(rows)}
        if self.layout.key and len(found) < len(wanted):  # a key that is a number, or none
            left = [node_id for node_id in wanted if node_id not in found]
            rows = self._ask(f"MATCH {node} WHERE {self.layout.id_of('n')} IN $ids RETURN {returned}", ids=left)
            found |= {row[0]: self._row_for(ElementKind.NODES, row[1], row[2]) for row in reversed(rows)}
        return {node_id: found[node_id] for node_id in wanted if node_id in found}

    def place_rows(self, places: Places) -> list[int]:
        """Return the rows of nodes, given as a selection or by id. Raises UnknownNode if an id is unknown."""
        if isinstance(places, Selection):
            return super().place_rows(places)
        ids = [places] if isinstance(places, str) else list(places)
        found = self.rows_of(ids)
        return [found[node_id] if node_id in found else self._known_row(node_id) for node_id in ids]

    def _row(self, name: str) -> str:
        return f"{self.layout.order_of(name)}, id({name})"

    def _search(self, kind: ElementKind, where: Predicate | None) -> CypherSearch:
        return CypherSearch(self.layout, kind, where, self._is_plain)

    def _is_plain(self, kind: ElementKind, name: str) -> bool:
        """Return whether Cypher compares all values of a property as conditions do. Asked once for each property."""
        if (kind, name) not in self._plain:
            self._plain[kind, name] = not self._has_odd_values(kind, name)
        return self._plain[kind, name]

    def _has_odd_values(self, kind: ElementKind, name: str) -> bool:
        if self.layout.managed:
            found = self._ask(f"MATCH (m:{META} {{label: $scope}}) RETURN m.odd_{kind.value}")
            return bool(found) and name in (found[0][0] or ())
        element, pattern = ("n", self.layout.node("n")) if kind is ElementKind.NODES else ("r", self._edge_pattern())
        test = f"{element}.{quote_name(name)} IS :: {_ODD_KINDS}"
        return bool(self._ask(f"MATCH {pattern} WHERE {test} RETURN true LIMIT 1"))

    def node_rows(self, where: Predicate | None, most: int | None) -> Rows:
        """Return the rows of the first `most` nodes (None: of all) for which the condition is true, in order."""
        search = self._search(ElementKind.NODES, where)
        if search.rest is None:
            return self._found_rows(search, most)
        return self._passing_rows(self._all_rows(search, None), self.nodes_at, node_test(search.rest), most)

    def edge_rows(self, where: Predicate | None, most: int | None) -> Rows:
        """Return the rows of the first `most` edges (None: of all) for which the condition is true, in order."""
        search = self._search(ElementKind.EDGES, where)
        if search.rest is None:
            return self._found_rows(search, most)
        return self._passing_rows(self._all_rows(search, None), self.edges_at, self._edge_check(search.rest), most)

    def _found_rows(self, search: CypherSearch, most: int | None) -> Rows:
        """Return the rows of what a search finds. What it has read of them is kept for the first look."""
        self.forget()
        if not search.text or (most is not None and most > CHUNK):
            return self._all_rows(search, most)
        found = self._read_found(search, most)
        if len(found) > CHUNK:
            return self._all_rows(search, most)
        self.hold(search.kind, found)
        return first_rows(found)

    def _read_found(self, search: CypherSearch, most: int | None) -> dict[int, Any]:
        """Return what a search finds, by row, with one query; without `most` no more than CHUNK and one."""
        if search.kind is ElementKind.NODES:
            name, kept, fields = "n", "n", self._node_fields("n")
        else:
            name, kept, fields = "r", "a, r, b", edge_fields(self.layout)
        make: Callable[..., Any] = self.layout.as_node if name == "n" else self.layout.as_edge
        order = "" if most is None else f" ORDER BY {self._row(name)}"
        read = f"WITH {kept}{order} LIMIT $most RETURN {self.layout.order_of(name)}, {fields}"
        bound = CHUNK + 1 if most is None else most
        rows = self._ask(f"MATCH {self._pattern(search.kind)}{search.text} {read}", most=bound, **search.parameters)
        found = ((self._row_for(search.kind, place, number), make(*row)) for place, number, *row in rows)
        return dict(sorted(found, key=lambda pair: pair[0]))

    def _all_rows(self, search: CypherSearch, most: int | None) -> Rows:
        row = self._row("n" if search.kind is ElementKind.NODES else "r")
        ordered = "" if most is None else f" ORDER BY {row} LIMIT $most"
        query = f"MATCH {self._pattern(search.kind)}{search.text} RETURN {row}{ordered}"
        rows = self._ask(query, most=most, **search.parameters)
        return np.sort(np.fromiter((self._row_for(search.kind, *each) for each in rows), np.int64, len(rows)))

    def _pattern(self, kind: ElementKind) -> str:
        return self.layout.node("n") if kind is ElementKind.NODES else self._edge_pattern()

    def _passing_rows(
        self, rows: Rows, at: Callable[[Rows], list[Any]], test: Callable[[Any], bool], most: int | None
    ) -> Rows:
        parts = (rows[start : start + CHUNK] for start in range(0, len(rows), CHUNK))
        return first_rows((row for part in parts for row, item in zip(part, at(part), strict=True) if test(item)), most)

    def edge_test(self, where: Predicate) -> Callable[[int], bool]:
        """Return a test of edge rows that is true where the condition is true."""
        check = self._edge_check(where)
        return lambda row: check(self.edges_at(np.array([row]))[0])

    def _edge_check(self, where: Predicate) -> Callable[[Edge], bool]:
        nodes: dict[str, Node] = {}

        def find(node_id: str) -> Node:
            if node_id not in nodes:
                nodes[node_id] = self._node(node_id)
            return nodes[node_id]

        return edge_test(where, find)

    def _node_fields(self, name: str) -> str:
        return f"id({name}), {self.layout.id_of(name)}, labels({name}), properties({name})"

    def nodes_at(self, rows: Rows) -> list[Node]:
        query = f"MATCH (n) WHERE id(n) IN $numbers RETURN {self._node_fields('n')}"
        return self.take_items(ElementKind.NODES, rows.tolist()) or self._items_at(
            ElementKind.NODES, rows, query, self.layout.as_node
        )

    def edges_at(self, rows: Rows) -> list[Edge]:
        query = f"MATCH (a)-[r]->(b) WHERE id(r) IN $numbers RETURN {edge_fields(self.layout)}"
        return self.take_items(ElementKind.EDGES, rows.tolist()) or self._items_at(
            ElementKind.EDGES, rows, query, self.layout.as_edge
        )

    def node_ids(self, rows: Rows) -> list[str]:
        query = f"MATCH (n) WHERE id(n) IN $numbers RETURN id(n), {self.layout.id_of('n')}"
        return self.known_ids(rows.tolist()) or self._items_at(ElementKind.NODES, rows, query, str)

    def _items_at(self, kind: ElementKind, rows: Rows, query: str, make: Callable[..., Any]) -> list[Any]:
        numbers = self._numbers_of(kind, rows) if len(rows) else []
        return _in_given_order({number: make(*row) for number, *row in self._read_at(query, numbers)}, numbers)

    def _read_at(self, query: str, numbers: list[int]) -> Iterator[tuple[Any, ...]]:
        for start in range(0, len(numbers), CHUNK):
            yield from self._ask(query, numbers=numbers[start : start + CHUNK])

    def _row_for(self, kind: ElementKind, order: int, number: int) -> int:
        """Return the row of an element from its place in order of insertion and the database's number."""
        return pack_row(order, number)

    def _numbers_of(self, kind: ElementKind, rows: Rows) -> list[int]:
        """Return the database's numbers of the elements in rows."""
        return [number_of(row) for row in rows.tolist()]

    # Names

    def _row_named(self, folded: str) -> int | None:
        # Cypher's toLower differs from case folding for some scripts: texts outside of ASCII are compared here.
        name = f"[{self.layout.id_of('n')}, CASE WHEN n.name IS :: STRING NOT NULL THEN n.name END]"
        like = "any(t IN names WHERE toLower(trim(t)) = $folded OR size(t) <> size($folded) OR t =~ '(?s).*[^ -~].*')"
        query = f"MATCH {self.layout.node('n')} WITH n, {name} AS names WHERE {like} RETURN {self._row('n')}, names"
        rows = self.connection.stream(query, {"scope": self.layout.label, "folded": folded})
        return min(
            (
                self._row_for(ElementKind.NODES, order, number)
                for order, number, names in rows
                if any(fold_name(each) == folded for each in names if each is not None)
            ),
            default=None,
        )

    def nearest(self, name: str, limit: int = 3) -> list[str]:
        """Return up to `limit` ids or names of nodes with a similar spelling, the closest first."""
        from rapidfuzz import process

        returned = f"{self.layout.id_of('n')}, CASE WHEN n.name IS :: STRING NOT NULL THEN n.name END"
        query = f"MATCH {self.layout.node('n')} RETURN {returned} ORDER BY {self._row('n')}"
        rows = self.connection.stream(query, {"scope": self.layout.label})
        known = list(dict.fromkeys(each for row in rows for each in row if each is not None))
        found = process.extract(fold_name(name), known, processor=fold_name, limit=limit, score_cutoff=60)
        return [choice for choice, _, _ in found]


def _in_given_order(found: Mapping[int, Any], numbers: list[int]) -> list[Any]:
    try:
        return [found[number] for number in numbers]
    except KeyError:
        raise AdapterError("A selected node or edge was deleted from the database meanwhile.") from None


def is_text(node_id: str) -> bool:
    """Return whether an id can be sent: an unpaired surrogate cannot, and no node has one."""
    try:
        node_id.encode()
    except UnicodeEncodeError:
        return False
    return True
