"""The workspace's graph as an adapter: reads its tables and evaluates conditions in the database."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, TypeVar

import numpy as np

from pramana.errors import SchemaViolation
from pramana.evidence import Evidence
from pramana.expr import Predicate, json_column
from pramana.graph.adapters.base import BaseAdapter, Neighbours, first_rows, names_of
from pramana.graph.adapters.matching import edge_test, node_test
from pramana.graph.adapters.protocol import Caps
from pramana.graph.adapters.rows import ElementKind, Rows
from pramana.graph.adapters.sqlite_columns import FIRST_PLACE, PLACE, Search, shown_properties
from pramana.graph.model import Edge, Node, fold_name
from pramana.graph.sqlite import SqliteGraph
from pramana.graph.sqlite_tables import SupportKind as FactKind
from pramana.graph.sqlite_units import evidence_of, load_hash, node_of
from pramana.store import Database

T = TypeVar("T", Node, Edge)

_CHUNK = 10_000
"""Nodes or edges that are read together if the database cannot evaluate a condition. Chosen by hand."""

_NODE = "SELECT key, id, type, props, added FROM node"
_EDGE = (
    "SELECT edge.key, start.id, relation, stop.id, edge.props, ordinal FROM edge "
    "JOIN node start ON start.key = edge.source JOIN node stop ON stop.key = edge.target"
)
_EVIDENCE = (
    "SELECT fact, doc_id, line, start, end, quote, grade FROM evidence JOIN source ON source.id = evidence.source "
    "WHERE kind = ? AND fact IN (SELECT value FROM json_each(?)) "
    f"ORDER BY fact, {FIRST_PLACE}"
)


class SqliteAdapter(BaseAdapter):
    """A read-only adapter over the graph in a workspace's database, always in its current state.

    Rows are the tables' keys. A node or an edge with evidence has, besides its properties, those of its first place in
    the text: `doc_id`, `line_number`, `quote` and `grade`, unless it has a property of that name.

    A node is found by its exact id, by the names that it was given, then by its id or `name`, ignoring case.
    """

    name = "sqlite"
    _coded = True
    """Whether relations are numbers in the table of edges, as in a workspace's."""

    def __init__(self, graph: SqliteGraph | Database, *, caps: Caps | None = None) -> None:
        self._database = graph if isinstance(graph, Database) else graph.database
        self.caps = caps or Caps()

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes, in order of insertion."""
        return iter(self.nodes_at(self.node_rows(None, None)))

    def edges(self) -> Iterator[Edge]:
        """Yield all edges, in order of insertion."""
        return iter(self.edges_at(self.edge_rows(None, None)))

    def count(self) -> tuple[int, int]:
        """Return the number of nodes and the number of edges."""
        row = self._database.one("SELECT (SELECT count(*) FROM node), (SELECT count(*) FROM edge)")
        assert row is not None, "count returns one row"
        return row[0], row[1]

    def hash(self) -> str:
        """Return the hash of all live facts with their evidence, under natural keys. Reads one row."""
        return load_hash(self._database).hexdigest()

    # Rows

    def row_of(self, node_id: str) -> int | None:
        """Return the row of the node with this id, None if there is none."""
        row = self._database.one("SELECT key FROM node WHERE id = ?", (node_id,))
        return row[0] if row else None

    def node_rows(self, where: Predicate | None, most: int | None) -> Rows:
        """Return the rows of the first `most` nodes (None: of all) for which the condition is true, in order."""
        search = Search(ElementKind.NODES, where)
        if search.rest is None:
            return self._keys(search, most)
        return _matching_keys(self._keys(search, None), self.nodes_at, node_test(search.rest), most)

    def edge_rows(self, where: Predicate | None, most: int | None) -> Rows:
        """Return the rows of the first `most` edges (None: of all) for which the condition is true, in order."""
        search = Search(ElementKind.EDGES, where, coded=self._coded)
        if search.rest is None:
            return self._keys(search, most)
        return _matching_keys(self._keys(search, None), self.edges_at, self._edge_check(search.rest), most)

    def _keys(self, search: Search, most: int | None) -> Rows:
        bound = -1 if most is None else most
        found = self._database.execute(f"{search.sql} LIMIT ?", (*search.parameters, bound))
        return np.fromiter((key for (key,) in found), np.int64)

    def index(self, name: str, kind: ElementKind = ElementKind.NODES) -> None:
        """Create a permanent index on a property in the database.

        Types and relations are always indexed. Raises SchemaViolation if the name is not an identifier.
        """
        if not name.isidentifier():
            raise SchemaViolation(f"property {name!r}", "only a property with a plain name can be indexed")
        if self._database.read_only:  # an index makes searches fast, and changes no result
            return
        table, document = ("node", shown_properties()) if kind is ElementKind.NODES else ("edge", "props")
        value = json_column(document, (name,)).value
        self._database.execute(f'CREATE INDEX IF NOT EXISTS "{table}_shows_{name}" ON {table} ({value})')

    def edge_test(self, where: Predicate) -> Callable[[int], bool]:
        """Return a test of edge rows that is true where the condition is true."""
        check = self._edge_check(where)
        return lambda row: check(self.edges_at(np.array([row]))[0])

    def _edge_check(self, where: Predicate) -> Callable[[Edge], bool]:
        return edge_test(where, lru_cache(maxsize=_CHUNK)(self._node))

    def nodes_at(self, rows: Rows) -> list[Node]:
        places = self._first_places(FactKind.NODE, rows)
        found = {row[0]: _with_place(node_of(row[1:]), places.get(row[0])) for row in self._select_rows(_NODE, rows)}
        return [found[row] for row in rows.tolist()]

    def edges_at(self, rows: Rows) -> list[Edge]:
        places = self._first_places(FactKind.EDGE, rows)
        found = {
            key: _with_place(Edge(source, relation, target, json.loads(props), ordinal), places.get(key))
            for key, source, relation, target, props, ordinal in self._select_rows(_EDGE, rows)
        }
        return [found[row] for row in rows.tolist()]

    def node_ids(self, rows: Rows) -> list[str]:
        ids = dict(self._select_rows("SELECT key, id FROM node", rows))
        return [ids[row] for row in rows.tolist()]

    def _select_rows(self, sql: str, rows: Rows) -> Iterable[tuple[Any, ...]]:
        table = "edge" if sql is _EDGE else "node"
        clause = f"WHERE {table}.key IN (SELECT value FROM json_each(?))"
        return self._database.execute(f"{sql} {clause}", (json.dumps(rows.tolist()),))

    # Evidence

    def evidence(self, kind: ElementKind, rows: Rows) -> list[list[Evidence]]:
        """Return all evidence of each node or edge, by place."""
        found = self._places(FactKind.NODE if kind is ElementKind.NODES else FactKind.EDGE, rows)
        return [found.get(row, []) for row in rows.tolist()]

    def _places(self, kind: FactKind, rows: Rows) -> dict[int, list[Evidence]]:
        places: dict[int, list[Evidence]] = {}
        for fact, *row in self._database.execute(_EVIDENCE, (kind, json.dumps(rows.tolist()))):
            places.setdefault(fact, []).append(evidence_of(tuple(row)))
        return places

    def _first_places(self, kind: FactKind, rows: Rows) -> dict[int, Evidence]:
        return {fact: places[0] for fact, places in self._places(kind, rows).items()}

    # Neighbours

    def ahead(self, row: int) -> Mapping[int, Collection[int]]:
        """Return the nodes one edge away along the edges, each with those edges in order."""
        return _group_edges(
            self._database.execute("SELECT target, key FROM edge WHERE source = ? ORDER BY key", (row,))
        )

    def behind(self, row: int) -> Mapping[int, Collection[int]]:
        """Return the nodes one edge away against the edges, each with those edges in order."""
        return _group_edges(
            self._database.execute("SELECT source, key FROM edge WHERE target = ? ORDER BY key", (row,))
        )

    def walking(self) -> tuple[Neighbours, Neighbours]:
        """Return `ahead` and `behind` with a cache for one search, which visits the same nodes repeatedly."""
        return cache(self.ahead), cache(self.behind)

    def _row_named(self, folded: str) -> int | None:
        row = self._database.one("SELECT min(node) FROM name WHERE folded = ?", (folded,))
        if row is not None and row[0] is not None:
            return int(row[0])
        rows = self._database.execute("SELECT key, id, type, props, added FROM node ORDER BY key")
        named = ((row[0], name) for row in rows for name in names_of(node_of(row[1:])))
        return next((key for key, name in named if fold_name(name) == folded), None)


def _matching_keys(keys: Rows, at: Callable[[Rows], list[T]], test: Callable[[T], bool], most: int | None) -> Rows:
    """Return the first keys whose nodes or edges pass a test. They are read in chunks."""
    parts = (keys[start : start + _CHUNK] for start in range(0, len(keys), _CHUNK))
    return first_rows((key for part in parts for key, item in zip(part, at(part), strict=True) if test(item)), most)


def _with_place(item: T, place: Evidence | None) -> T:
    """Return a node or an edge with the fields of its first place, unless it has properties of those names."""
    if place is None:
        return item
    found = {name: getattr(place, name) for name in PLACE}
    return replace(item, properties={**found, "grade": place.grade.value, **item.properties})


def _group_edges(rows: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    groups: dict[int, list[int]] = {}
    for other, edge in rows:
        groups.setdefault(other, []).append(edge)
    return groups
