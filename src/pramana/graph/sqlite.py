"""The workspace's graph: durable, written in units, with an incrementally updated hash."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any

from pramana.evidence import Evidence
from pramana.graph.elements import check_unit, edge_element, evidence_element, node_element, property_element
from pramana.graph.model import (
    WHOLE_DOCUMENT,
    Edge,
    Node,
    PropertyFact,
    StoredEdge,
    StoredProperty,
    StoredUnit,
    Unit,
    by_place,
    fold_name,
)
from pramana.graph.schema import GraphSchema
from pramana.graph.sethash import SetHash
from pramana.graph.sqlite_flaws import added_flaws, support_flaws, unit_flaws
from pramana.graph.sqlite_tables import (
    SupportKind,
    path_of_property,
    relation_code,
    relation_of,
    values_of_property,
    where_property,
)
from pramana.graph.sqlite_units import (
    Insertion,
    evidence_of,
    load_hash,
    node_of,
    property_of,
    remove_unit,
)
from pramana.store import Database, Flaw

_BY_AGE = "ORDER BY +edge.key"
"""Puts the edges of one node in the order in which they were added. The plus keeps SQLite from going over all edges of
a relation, which come in that order, in place of the few of the node: 3 ms each at 12,000 lines, 0.03 ms with it."""

_EDGE = "start.id, relation, stop.id, edge.props, ordinal"
_EDGES = "edge JOIN node start ON start.key = edge.source JOIN node stop ON stop.key = edge.target"
_EDGES_FROM_END = {
    "start": "node start CROSS JOIN edge ON edge.source = start.key CROSS JOIN node stop ON stop.key = edge.target",
    "stop": "node stop CROSS JOIN edge ON edge.target = stop.key CROSS JOIN node start ON start.key = edge.source",
}
"""The same tables in an order that SQLite keeps: for two nodes it would go over all edges of a relation, 4 ms each."""
_ENDS = attrgetter("source"), attrgetter("target")
_PROPERTY, _PROPERTIES = "node.id, name, value", "property JOIN node ON node.key = property.node"
"""What an edge, and an added property, is read from: columns and tables."""
_EVIDENCE = slice(1, 7)
"""The columns of evidence in a row of `_with_evidence`, behind the fact's key and before its own columns."""

_NAMED = """
    WITH RECURSIVE named (folded, spelling, node) AS (
        SELECT folded, id, (SELECT min(node) FROM unit_name WHERE spelling = id) FROM spelling WHERE folded IN ({})
        UNION ALL SELECT folded, spelling, (
            SELECT min(each.node) FROM unit_name each WHERE each.spelling = named.spelling AND each.node > named.node
        ) FROM named WHERE node IS NOT NULL
    ) SELECT folded, id, type, props, added FROM named JOIN node ON node.key = named.node ORDER BY node.key
"""
"""The nodes of some names. Each next node of a name is searched for: a row for each unit would be read otherwise, and
*London* is in thousands."""

_PAGE = 1_000
"""Nodes that are read at a time where all are wanted: a megabyte of them."""


class SqliteGraph:
    """A property graph in a workspace's database.

    Facts are written in units: `put` replaces the unit in a slot, `drop` removes it; a fact exists as long as a unit
    supports it. Results are in the order in which facts were added. `hash` is a function of the live facts and their
    evidence alone.
    """

    _shown = "1"
    """Which edges are read, as SQL over `edge`, `start` and `stop`: all. A graph that hides some has another one."""

    def __init__(self, database: Database, schema: GraphSchema) -> None:
        self._database = database
        self.schema = schema
        self._names: tuple[tuple[Any, ...], tuple[str, ...]] | None = None

    @property
    def database(self) -> Database:
        """The database that stores the graph."""
        return self._database

    # Writing

    def key_of(self, slot: str) -> str | None:
        """Return the key of the unit in a slot, None if the slot is empty."""
        row = self._database.one("SELECT key FROM unit WHERE slot = ?", (slot,))
        return row[0] if row else None

    def put(self, unit: Unit) -> bool:
        """Write a unit to its slot, in one transaction. Returns False if the slot holds an equal unit already.

        Raises SchemaViolation, and writes nothing, if a node, an edge or an endpoint violates the schema, if one has
        other properties than in the graph, if a property is added to a node that does not exist or has its own value,
        or if evidence is unresolved; CanonicalError if something has no canonical JSON.
        """
        check_unit(unit)
        if self.key_of(unit.slot) == unit.key:
            return False
        with self._database.transaction():
            self.drop([unit.slot])
            Insertion(self._database, self.schema, unit).write()
        return True

    def drop(self, slots: Sequence[str]) -> None:
        """Remove units from the graph, with every fact that no other unit supports."""
        with self._database.transaction():
            for slot in slots:
                row = self._database.one("SELECT id FROM unit WHERE slot = ?", (slot,))
                if row:
                    remove_unit(self._database, row[0])

    def slots_resting_on(self, doc_id: str, line: int | None = None) -> list[str]:
        """Return the slots of the units that have a premise in a document, or in one line of it (or all of it)."""
        sql = (
            "SELECT DISTINCT slot FROM premise JOIN source ON source.id = premise.source "
            "JOIN unit ON unit.id = premise.unit WHERE doc_id = ?"
        )
        parameters: tuple[Any, ...] = (doc_id,)
        if line is not None:
            sql += " AND premise.line IN (?, ?)"
            parameters = (doc_id, line, WHOLE_DOCUMENT)
        return [slot for (slot,) in self._database.all(sql + " ORDER BY unit.id", parameters)]

    def units_resting_on(self, doc_id: str) -> list[tuple[int | None, StoredUnit]]:
        """Return the units that have a premise in a document, each with the line, by line.

        The line is None where it is the whole document.
        """
        sql = (
            "SELECT premise.line, slot, key, verdict, run, path FROM premise JOIN source ON source.id = premise.source "
            "JOIN unit ON unit.id = premise.unit WHERE doc_id = ? ORDER BY premise.line, unit.id"
        )
        return [
            (
                None if line == WHOLE_DOCUMENT else line,
                StoredUnit(slot, key, verdict, None if run is None else (run, path)),
            )
            for line, slot, key, verdict, run, path in self._database.all(sql, (doc_id,))
        ]

    def slots_below(self, prefix: str) -> list[str]:
        """Return the filled slots that begin with `prefix`, sorted."""
        sql = "SELECT slot FROM unit WHERE slot >= ? AND slot < ? ORDER BY slot"
        return [slot for (slot,) in self._database.all(sql, (prefix, f"{prefix}\U0010ffff"))]

    def last_change(self) -> int:
        """Return the number of the last change of a unit: 0 before the first."""
        row = self._database.one("SELECT max(change) FROM touched")
        return int(row[0] or 0) if row else 0

    def changes(self, since: int = 0) -> list[tuple[str, str, int]]:
        """Return (document, writer, number) of the last change of units, those after number `since`, sorted.

        A writer is the first part of a unit's slot, of a pass the first two: `line`, `pass/causes`. Documents that are
        no longer there are listed, too.
        """
        sql = (
            "SELECT doc_id, writer, change FROM touched JOIN source ON source.id = touched.source WHERE change > ? "
            "ORDER BY doc_id, writer"
        )
        return self._database.all(sql, (since,))

    def documents(self) -> list[str]:
        """Return the documents that units rest on, sorted."""
        sql = (
            "SELECT doc_id FROM source WHERE EXISTS (SELECT 1 FROM premise WHERE premise.source = source.id) "
            "ORDER BY doc_id"
        )
        return [doc_id for (doc_id,) in self._database.all(sql)]

    def hash(self) -> str:
        """Return the hash of all live facts with their evidence, under natural keys."""
        return load_hash(self._database).hexdigest()

    def recomputed_hash(self) -> str:
        """Return the same hash, recomputed from the facts. For tests and `doctor`."""
        fresh = SetHash()
        for row, evidence in self._with_evidence(SupportKind.NODE, "node.id, type, props", "node"):
            fresh.add([node_element(node_of(row))])
            fresh.add(evidence_element(row[0], item) for item in evidence)
        for row, evidence in self._with_evidence(SupportKind.EDGE, _EDGE, _EDGES):
            edge = _edge_of(row)
            fresh.add([edge_element(edge)])
            fresh.add(evidence_element(edge, item) for item in evidence)
        for row, evidence in self._with_evidence(SupportKind.PROPERTY, _PROPERTY, _PROPERTIES):
            fact = property_of(row)
            fresh.add([property_element(fact)])
            fresh.add(evidence_element(fact, item) for item in evidence)
        return fresh.hexdigest()

    def _with_evidence(
        self, kind: SupportKind, columns: str, tables: str
    ) -> Iterator[tuple[tuple[Any, ...], list[Evidence]]]:
        """Yield the row of every fact of a kind with its evidence, one at a time: `tables` begins with the kind's."""
        key, places = f"{tables.split()[0]}.key", "doc_id, line, start, end, quote, grade"
        sql = (
            f"SELECT {key}, {places}, {columns} FROM {tables} LEFT JOIN support ON support.kind = ? "
            f"AND support.fact = {key} LEFT JOIN unit_fact place ON place.unit = support.unit "
            f"AND place.kind = support.kind AND place.fact = {key} "
            f"LEFT JOIN source said ON said.id = place.source ORDER BY {key}"
        )
        for _, found in groupby(self._database.execute(sql, (kind,)), key=itemgetter(0)):
            rows = list(found)
            yield rows[0][_EVIDENCE.stop :], [evidence_of(row[_EVIDENCE]) for row in rows if row[1] is not None]

    def flaws(self) -> Iterator[Flaw]:
        """Yield rows that are not as units were written. Facts and evidence themselves are what the hash is about."""
        yield from unit_flaws(self._database)
        yield from support_flaws(self._database)
        yield from added_flaws(self._database)

    # Reading

    def node(self, node_id: str) -> Node | None:
        row = self._database.one("SELECT id, type, props, added FROM node WHERE id = ?", (node_id,))
        return node_of(row) if row else None

    def nodes_of(self, ids: Iterable[str]) -> dict[str, Node]:
        """Return the nodes of some ids by their ids, in that order, read at once; ids of none are left out."""
        asked = list(dict.fromkeys(ids))
        rows = self._database.all_in("SELECT id, type, props, added FROM node WHERE id IN ({})", asked)
        found = {row[0]: node_of(row) for row in rows}
        return {node_id: found[node_id] for node_id in asked if node_id in found}

    def nodes(self, node_type: str | None = None) -> Iterator[Node]:
        """Yield all nodes, or those of one type."""
        clause, parameters = ("WHERE type = ?", (node_type,)) if node_type else ("", ())
        for row in self._database.all(f"SELECT id, type, props, added FROM node {clause} ORDER BY key", parameters):
            yield node_of(row)

    def nodes_by_id(self) -> Iterator[Node]:
        """Yield all nodes in the order of their ids, read a page at a time."""
        for page in self._pages_by_id():
            yield from page

    def edges_by_key(self) -> Iterator[Edge]:
        """Yield all edges in the order of their natural keys: those from a page of nodes are read at a time."""
        return (edge for _, edge in self._rows_by_key())

    def stored_edges_by_key(self) -> Iterator[StoredEdge]:
        """Yield all edges in the order of their natural keys, each with the evidence and units that support it."""
        return (self._with_support(key, edge) for key, edge in self._rows_by_key())

    def _rows_by_key(self) -> Iterator[tuple[int, Edge]]:
        clause = "WHERE start.id BETWEEN ? AND ? AND {} ORDER BY start.id, relation, stop.id, ordinal"
        for page in self._pages_by_id():
            yield from self._edge_rows(clause.format(self._shown), (page[0].id, page[-1].id))

    def _pages_by_id(self) -> Iterator[list[Node]]:
        sql = "SELECT id, type, props, added FROM node {} ORDER BY id LIMIT ?"
        page = [node_of(row) for row in self._database.all(sql.format(""), (_PAGE,))]
        while page:
            yield page
            after = (page[-1].id, _PAGE)
            page = [node_of(row) for row in self._database.all(sql.format("WHERE id > ?"), after)]

    def nodes_where(self, node_type: str, name: str, value: str) -> list[Node]:
        """Return the nodes of a type whose text property `name` is `value`.

        Fast for added properties; for own properties only after `index` was called.
        """
        # SQLite's matches are tested again: its JSON functions end a text at the first NUL and return a list as its
        # text, and an added value may be hidden by a smaller one.
        sql = f"SELECT id, type, props, added FROM node WHERE key IN ({where_property('node.key', name)}) ORDER BY key"
        found = map(node_of, self._database.execute(sql, values_of_property(node_type, name, value)))
        return [node for node in found if node.type == node_type and node.properties.get(name) == value]

    def has_node_where(self, node_type: str, name: str, value: str) -> bool:
        """Return whether `nodes_where` has a node, without reading all of them."""
        rows = self._database.execute(
            where_property("id, type, props, added", name), values_of_property(node_type, name, value)
        )
        return any(node.type == node_type and node.properties.get(name) == value for node in map(node_of, rows))

    def count_where(self, node_type: str, name: str, value: str, most: int = -1) -> int:
        """Return how many nodes `nodes_where` has, or a few more: what SQLite finds is not tested again.

        Counting ends at `most` (-1: never).
        """
        sql = f"SELECT count(*) FROM ({where_property('node.key', name)} LIMIT ?)"
        return int(next(self._database.execute(sql, (*values_of_property(node_type, name, value), most)))[0])

    def index(self, name: str) -> None:
        """Index an own property of nodes, for `nodes_where`. Added properties are always indexed."""
        if self._database.read_only:  # it makes searches fast, and changes no result
            return
        value = f"json_extract(props, {path_of_property(name)})"
        index = f'INDEX IF NOT EXISTS "node_where_{name}" ON node (type, {value}) WHERE {value} IS NOT NULL'
        self._database.execute(f"CREATE {index}")

    def nodes_named(self, name: str) -> list[Node]:
        """Return the nodes with a name, ignoring case."""
        return self.nodes_named_each([name])[name]

    def nodes_named_each(self, names: Iterable[str]) -> dict[str, list[Node]]:
        """Return what `nodes_named` does for each of some names, read at once."""
        folded = {name: fold_name(name) for name in names}
        found: dict[str, list[Node]] = {name: [] for name in folded.values()}
        for name, *row in self._database.all_in(_NAMED, list(found)):
            found[name].append(node_of(tuple(row)))
        return {name: found[key] for name, key in folded.items()}

    def names(self) -> list[str]:
        """Return the names of all nodes, folded, sorted. They are read once for each state of the graph."""
        row = self._database.one("SELECT max(id) FROM unit")
        state = (self.hash(), self.last_change(), row[0] if row else None)
        if self._names is None or self._names[0] != state:
            rows = self._database.all("SELECT folded FROM spelling ORDER BY folded")
            self._names = state, tuple(name for (name,) in rows)
        return list(self._names[1])

    def edges_from(self, node_id: str, relation: str | None = None) -> list[Edge]:
        return self._neighbouring("start", node_id, relation)

    def edges_to(self, node_id: str, relation: str | None = None) -> list[Edge]:
        return self._neighbouring("stop", node_id, relation)

    def edges_of(self, ids: Sequence[str], relation: str) -> dict[str, list[Edge]]:
        """Return the edges of a relation from each of some nodes, then those to it, read at once."""
        found: dict[str, list[Edge]] = {node_id: [] for node_id in ids}
        for (end, tables), of_edge in zip(_EDGES_FROM_END.items(), _ENDS, strict=True):
            clause = f"WHERE {end}.id IN ({{}}) AND relation_code = ? AND {self._shown} {_BY_AGE}"
            sql, code = f"SELECT {_EDGE} FROM {tables} {clause}", relation_code(relation)
            for edge in map(_edge_of, self._database.all_in(sql, ids, code)):
                found[of_edge(edge)].append(edge)
        return found

    def count_edges_to(self, node_id: str, relation: str) -> int:
        sql = (
            "SELECT count(*) FROM edge JOIN node stop ON stop.key = edge.target "
            f"WHERE stop.id = ? AND relation_code = ? AND {self._shown}"
        )
        row = self._database.one(sql, (node_id, relation_code(relation)))
        return int(row[0]) if row else 0

    def degree(self, node_id: str) -> int:
        """Return the number of edges to a node, those that are hidden among them."""
        row = self._database.one(
            "SELECT count(*) FROM edge WHERE target = (SELECT key FROM node WHERE id = ?)", (node_id,)
        )
        return int(row[0]) if row else 0

    def edges_between(self, sources: Sequence[str], target: str) -> list[Edge]:
        """Return those of the edges to a node that come from some nodes, in the order of `edges_to`."""
        marks = ", ".join("?" * len(sources))
        clause = f"WHERE stop.id = ? AND start.id IN ({marks}) AND {self._shown} {_BY_AGE}"
        return [edge for _, edge in self._edge_rows(clause, (target, *sources))]

    def edges(self, relation: str | None = None, limit: int | None = None) -> list[Edge]:
        """Return all edges, or those of one relation, at most `limit` of them."""
        clause = "relation_code = ? AND " if relation else ""
        parameters: tuple[Any, ...] = (relation_code(relation),) if relation else ()
        bound = -1 if limit is None else limit
        rows = self._edge_rows(f"WHERE {clause}{self._shown} ORDER BY edge.key LIMIT ?", (*parameters, bound))
        return [edge for _, edge in rows]

    def edges_after(self, key: int, relation: str | None, limit: int) -> list[tuple[int, Edge]]:
        """Return at most `limit` edges, all or of one relation, that were added after the one of that key (0: from the
        first), each with its key."""
        clause = "WHERE edge.key > ? " + ("AND relation_code = ? " if relation else "")
        parameters: tuple[Any, ...] = (key, relation_code(relation)) if relation else (key,)
        return list(self._edge_rows(f"{clause}ORDER BY edge.key LIMIT ?", (*parameters, limit)))

    def nodes_after(self, key: int, node_type: str, limit: int) -> list[tuple[int, Node]]:
        """Return at most `limit` nodes of a type that were added after the one of that key, each with its key."""
        sql = "SELECT key, id, type, props, added FROM node WHERE key > ? AND type = ? ORDER BY key LIMIT ?"
        return [(key, node_of(tuple(row))) for key, *row in self._database.all(sql, (key, node_type, limit))]

    def _neighbouring(self, end: str, node_id: str, relation: str | None) -> list[Edge]:
        clause = f"WHERE {end}.id = ?" + (" AND relation_code = ?" if relation else "")
        parameters = (node_id, relation_code(relation)) if relation else (node_id,)
        return [edge for _, edge in self._edge_rows(f"{clause} AND {self._shown} {_BY_AGE}", parameters)]

    def _edge_rows(self, clause: str = "", parameters: Sequence[Any] = ()) -> Iterator[tuple[int, Edge]]:
        for key, *row in self._database.all(f"SELECT edge.key, {_EDGE} FROM {_EDGES} {clause}", parameters):
            yield key, _edge_of(row)

    def stored_edge(self, edge: Edge) -> StoredEdge | None:
        """Return the edge with this natural key, with the evidence and units that support it; None if there is none."""
        clause = "WHERE start.id = ? AND relation_code = ? AND stop.id = ? AND ordinal = ?"
        natural = (edge.source, relation_code(edge.relation), edge.target, edge.ordinal)
        return next((self._with_support(key, found) for key, found in self._edge_rows(clause, natural)), None)

    def _with_support(self, key: int, edge: Edge) -> StoredEdge:
        return StoredEdge(edge, tuple(self._evidence(SupportKind.EDGE, key)), *self._backing(SupportKind.EDGE, key))

    def node_evidence(self, node_id: str) -> list[Evidence]:
        """Return the evidence of a node, including that of the properties added to it."""
        row = self._database.one("SELECT key FROM node WHERE id = ?", (node_id,))
        if row is None:
            return []
        added = self._database.all("SELECT key FROM property WHERE node = ?", row)
        found = [item for (key,) in added for item in self._evidence(SupportKind.PROPERTY, key)]
        return sorted(self._evidence(SupportKind.NODE, row[0]) + found, key=by_place)

    def node_origin(self, node_id: str) -> tuple[str, tuple[int, str] | None]:
        """Return the verdict and the origin of the first unit that supports a node."""
        row = self._database.one("SELECT key FROM node WHERE id = ?", (node_id,))
        if row is None:
            return "", None
        verdict, origin, _ = self._backing(SupportKind.NODE, row[0])
        return verdict, origin

    def added_properties(self, node_id: str, name: str | None = None) -> list[StoredProperty]:
        """Return the properties added to a node, or those of one name, by (name, canonical value)."""
        clause = "WHERE node.id = ?" + (" AND name = ?" if name is not None else "")
        rows = self._property_rows(f"{clause} ORDER BY name, value", (node_id,) if name is None else (node_id, name))
        return [self._stored_property(key, fact) for key, fact in rows]

    def property_evidence(self, node_id: str, name: str) -> list[Evidence]:
        """Return the evidence of the visible value of an added property, by place. Empty if none was added."""
        added = self.added_properties(node_id, name)
        return list(added[0].fact.evidence) if added else []

    def property_origin(self, node_id: str, name: str) -> tuple[str, tuple[int, str] | None]:
        """Return the verdict and the origin of the first unit that supports the visible value of an added property."""
        added = self.added_properties(node_id, name)
        return (added[0].verdict, added[0].origin) if added else ("", None)

    def _property_rows(self, clause: str = "", parameters: Sequence[Any] = ()) -> Iterator[tuple[int, PropertyFact]]:
        sql = f"SELECT property.key, {_PROPERTY} FROM {_PROPERTIES} {clause}"
        for key, *row in self._database.all(sql, parameters):
            yield key, property_of(tuple(row))

    def _stored_property(self, key: int, fact: PropertyFact) -> StoredProperty:
        evidence = tuple(self._evidence(SupportKind.PROPERTY, key))
        return StoredProperty(replace(fact, evidence=evidence), *self._backing(SupportKind.PROPERTY, key))

    def count(self) -> dict[str, int]:
        """Return the number of nodes of each type and of edges of each relation."""
        return self.count_nodes() | self.count_edges()

    def count_nodes(self) -> dict[str, int]:
        """Return the number of nodes of each type."""
        return dict(self._database.all("SELECT type, count(*) FROM node GROUP BY type ORDER BY type"))

    def count_edges(self) -> dict[str, int]:
        """Return the number of edges of each relation."""
        counted = self._database.all("SELECT relation_code, count(*) FROM edge GROUP BY relation_code")
        return dict(sorted((relation_of(code), count) for code, count in counted))

    def count_verdicts(self) -> dict[str, int]:
        """Return the number of edges supported by units of each verdict."""
        return dict(
            self._database.all(
                "SELECT verdict, count(DISTINCT fact) FROM support JOIN unit ON unit.id = support.unit "
                "WHERE kind = 1 GROUP BY verdict ORDER BY verdict"
            )
        )

    def _backing(self, kind: SupportKind, fact: int) -> tuple[str, tuple[int, str] | None, tuple[str, ...]]:
        """Return verdict and origin of the first unit that supports a fact, and the verdicts of all."""
        rows = self._database.all(
            "SELECT verdict, run, path FROM support JOIN unit ON unit.id = support.unit "
            "WHERE kind = ? AND fact = ? ORDER BY unit.id",
            (kind, fact),
        )
        verdict, run, path = rows[0]
        return verdict, None if run is None else (run, path), tuple(sorted({row[0] for row in rows}))

    def _evidence(self, kind: SupportKind, fact: int) -> list[Evidence]:
        rows = self._database.all(
            "SELECT doc_id, line, start, end, quote, grade FROM evidence JOIN source ON source.id = evidence.source "
            "WHERE kind = ? AND fact = ?",
            (kind, fact),
        )
        return sorted(map(evidence_of, rows), key=by_place)


def _edge_of(row: Sequence[Any]) -> Edge:
    """Return an edge from the columns `_EDGE`."""
    source, relation, target, props, ordinal = row
    return Edge(source, relation, target, json.loads(props), ordinal)
