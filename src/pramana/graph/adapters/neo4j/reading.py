"""A graph in Neo4j as an adapter: the database searches nodes, edges and neighbours; paths are searched here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from pramana.errors import AdapterError
from pramana.expr import Predicate
from pramana.graph.adapters.base import first_rows
from pramana.graph.adapters.fetched import EdgeCache, FetchingAdapter
from pramana.graph.adapters.matching import edge_test, node_test
from pramana.graph.adapters.neo4j.connection import Neo4jConnection
from pramana.graph.adapters.neo4j.layout import META, Layout, number_of, pack_row, quote_name
from pramana.graph.adapters.neo4j.searching import CypherSearch
from pramana.graph.adapters.protocol import Caps, Places
from pramana.graph.adapters.rows import ElementKind, Rows
from pramana.graph.adapters.selection import Selection
from pramana.graph.model import Edge, Node, fold_name

_CHUNK = 5_000
"""Nodes or edges that are read with one query. Chosen by hand: a few megabytes."""

_ODD = "DATE | LOCAL TIME | ZONED TIME | LOCAL DATETIME | ZONED DATETIME | DURATION | POINT"
_ODD_KINDS = " | ".join(f"{kind} NOT NULL" for kind in _ODD.split(" | "))
"""Types of Neo4j that are texts here: conditions on a property with such a value are evaluated in Python."""


class Neo4jAdapter(FetchingAdapter):
    """A read-only adapter over a graph in Neo4j, which is neither copied nor modified, always in its current state.

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
        """Look again which properties hold times or points."""
        self._plain.clear()

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
        query = f"MATCH {self._edge_pattern()} RETURN {self._edge_fields()} ORDER BY {order}, id(r)"
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
        wanted = [node_id for node_id in dict.fromkeys(node_ids) if _is_text(node_id)]
        returned = f"{self.layout.id_of('n')}, {self._row('n')}"
        node = self.layout.node("n")
        if self.layout.managed:
            key = f"{self.layout.id_of('n')} = i"
        elif self.layout.key:
            key = f"n.{quote_name(self.layout.key)} = i"
        else:
            key = "id(n) = toInteger(i)"
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
        found = self._found_rows(self.layout.node("n"), "n", search, most if search.rest is None else None)
        if search.rest is None:
            return found
        return self._passing_rows(found, self.nodes_at, node_test(search.rest), most)

    def edge_rows(self, where: Predicate | None, most: int | None) -> Rows:
        """Return the rows of the first `most` edges (None: of all) for which the condition is true, in order."""
        search = self._search(ElementKind.EDGES, where)
        found = self._found_rows(self._edge_pattern(), "r", search, most if search.rest is None else None)
        if search.rest is None:
            return found
        return self._passing_rows(found, self.edges_at, self._edge_check(search.rest), most)

    def _found_rows(self, pattern: str, name: str, search: CypherSearch, most: int | None) -> Rows:
        query = f"MATCH {pattern}{search.text} RETURN {self._row(name)}"
        if most is not None:
            query += f" ORDER BY {self._row(name)} LIMIT $most"
        rows = self.connection.run(query, {"scope": self.layout.label, "most": most, **search.parameters})
        return np.sort(np.fromiter((self._row_for(search.kind, *row) for row in rows), np.int64, len(rows)))

    def _passing_rows(
        self, rows: Rows, at: Callable[[Rows], list[Any]], test: Callable[[Any], bool], most: int | None
    ) -> Rows:
        parts = (rows[start : start + _CHUNK] for start in range(0, len(rows), _CHUNK))
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

    def _edge_fields(self) -> str:
        ordinal = "0"
        if not self.layout.managed:  # the place of an edge among those of its relation between the same nodes
            ordinal = "COUNT { (a)-[q]->(b) WHERE type(q) = type(r) AND id(q) < id(r) }"
        source, target = self.layout.id_of("a"), self.layout.id_of("b")
        return f"id(r), {source}, type(r), {target}, properties(r), {ordinal}"

    def nodes_at(self, rows: Rows) -> list[Node]:
        query = f"MATCH (n) WHERE id(n) IN $numbers RETURN {self._node_fields('n')}"
        numbers = self._numbers_of(ElementKind.NODES, rows)
        found = {number: self.layout.as_node(*row) for number, *row in self._read_at(query, numbers)}
        return _in_given_order(found, numbers)

    def edges_at(self, rows: Rows) -> list[Edge]:
        query = f"MATCH (a)-[r]->(b) WHERE id(r) IN $numbers RETURN {self._edge_fields()}"
        numbers = self._numbers_of(ElementKind.EDGES, rows)
        found = {number: self.layout.as_edge(*row) for number, *row in self._read_at(query, numbers)}
        return _in_given_order(found, numbers)

    def node_ids(self, rows: Rows) -> list[str]:
        query = f"MATCH (n) WHERE id(n) IN $numbers RETURN id(n), {self.layout.id_of('n')}"
        numbers = self._numbers_of(ElementKind.NODES, rows)
        return _in_given_order(dict(self._read_at(query, numbers)), numbers)

    def _read_at(self, query: str, numbers: list[int]) -> Iterator[tuple[Any, ...]]:
        for start in range(0, len(numbers), _CHUNK):
            yield from self._ask(query, numbers=numbers[start : start + _CHUNK])

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

    # Walking

    def edge_cache(self, where: Predicate | None) -> EdgeCache:
        """Return the edges for which a condition is true, read for many nodes with one query."""
        search = self._search(ElementKind.EDGES, where)
        check = None if search.rest is None else self._edge_check(search.rest)

        def read(rows: list[int], along: bool) -> list[tuple[int, int, int]]:
            found = self._edges_around(rows, along, search)
            if check is None:
                return found
            edges = self.edges_at(np.array([edge for _, _, edge in found], dtype=np.int64))
            return [each for each, edge in zip(found, edges, strict=True) if check(edge)]

        return EdgeCache(read)

    def _edges_around(self, rows: list[int], along: bool, search: CypherSearch) -> list[tuple[int, int, int]]:
        """Return (node, neighbour, edge) of each edge that leaves or reaches one of the nodes, in order of edges."""
        layout, row_for = self.layout, self._row_for
        by_number = dict(zip(self._numbers_of(ElementKind.NODES, np.array(rows, dtype=np.int64)), rows, strict=True))
        # Conditions on the ends of an edge name them `a` and `b`, the way it goes.
        near, far = ("a", "b") if along else ("b", "a")
        pattern = f"({near})-[r]->{layout.node(far)}" if along else f"{layout.node(far)}-[r]->({near})"
        ends = f"id({near}) AS near, {layout.order_of(far)} AS far_order, id({far}) AS far"
        returned = f"{ends}, {layout.order_of('r')} AS edge_order, id(r) AS edge"
        query = f"MATCH {pattern} WHERE id({near}) IN $numbers AND {search.condition} RETURN {returned}"
        found = self._ask(query, numbers=list(by_number), **search.parameters)
        edges = [
            (by_number[near], row_for(ElementKind.NODES, *far_end), row_for(ElementKind.EDGES, *edge))
            for near, far_end, edge in ((row[0], row[1:3], row[3:5]) for row in found)
        ]
        return sorted(edges, key=lambda edge: edge[2])


def _in_given_order(found: Mapping[int, Any], numbers: list[int]) -> list[Any]:
    try:
        return [found[number] for number in numbers]
    except KeyError:
        raise AdapterError("A selected node or edge was deleted from the database meanwhile.") from None


def _is_text(node_id: str) -> bool:
    """Return whether an id can be sent: an unpaired surrogate cannot, and no node has one."""
    try:
        node_id.encode()
    except UnicodeEncodeError:
        return False
    return True
