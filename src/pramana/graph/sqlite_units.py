"""Insertion and removal of units of facts in SQLite, with the update of the graph's hash."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from json import JSONEncoder
from typing import Any

from pramana.canonical import canonical
from pramana.errors import SchemaViolation
from pramana.evidence import Evidence, Grade
from pramana.graph.elements import (
    Owner,
    check_property,
    edge_element,
    evidence_element,
    merge_properties,
    node_element,
    property_element,
    without_nulls,
)
from pramana.graph.model import Edge, EdgeFact, Node, NodeFact, PropertyFact, Unit, fold_name
from pramana.graph.schema import GraphSchema
from pramana.graph.sethash import SetHash
from pramana.graph.sqlite_tables import (
    EDGE_PARTS,
    NODE_PARTS,
    VERDICTS,
    SupportKind,
    relation_code,
    short_path,
)
from pramana.store import Database, code_of, hash_bytes, row_digest, shorten

Row = tuple[str | int, ...]
UNIT_ROWS = {
    "premise": "SELECT source, line FROM premise WHERE unit = ?",
    "support": "SELECT DISTINCT fact, kind FROM unit_fact WHERE unit = ?",
    "evidence": "SELECT fact, kind, source, line, start, end, quote, grade FROM unit_fact "
    "WHERE unit = ? AND line IS NOT NULL",
    "name": "SELECT folded, node FROM unit_name JOIN spelling ON spelling.id = spelling WHERE unit = ?",
}
"""What belongs to a unit, and is under its digest."""
UNIT_TABLES = ("premise", "support", "unit_fact", "unit_name")
"""The tables whose rows belong to units."""
_REPEATED = "evidence"
"""The one kind of row that a unit may have twice."""
_INSERT_PREMISE = "INSERT OR IGNORE INTO premise (unit, source, line) VALUES (?, ?, ?)"
_INSERT_SUPPORT = "INSERT OR IGNORE INTO support (unit, fact, kind) VALUES (?, ?, ?)"
_INSERT_EVIDENCE = (
    "INSERT INTO unit_fact (unit, number, fact, kind, source, line, start, end, quote, other_grade) "
    f"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, '{Grade.VERBATIM.value}'))"
)
_INSERT_BARE = "INSERT INTO unit_fact (unit, number, fact, kind) VALUES (?, 0, ?, ?)"
"""A fact that a unit supports without a place in the text."""
_INSERT_SPELLING = "INSERT OR IGNORE INTO spelling (folded) VALUES (?)"
_INSERT_NAME = (
    "INSERT OR IGNORE INTO unit_name (unit, node, spelling) VALUES (?, ?, (SELECT id FROM spelling WHERE folded = ?))"
)
_TOUCH = """
    INSERT INTO touched (source, writer, change) VALUES (?, ?, (SELECT coalesce(max(change), 0) + 1 FROM touched))
    ON CONFLICT (source, writer) DO UPDATE SET change = excluded.change
"""
_GRADES: dict[str, Grade] = {grade.value: grade for grade in Grade}
_encode = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def writer_of(slot: str) -> str:
    """Return who writes to a slot: its first part, for a pass its first two.

    >>> writer_of("line/7/rama.txt"), writer_of("pass/causes/5b2e")
    ('line', 'pass/causes')
    """
    first, _, rest = slot.partition("/")
    return f"{first}/{rest.partition('/')[0]}" if first == "pass" else first


def unit_digest(own: Sequence[str | int | None], rows: Mapping[str, Iterable[Row]]) -> bytes:
    """Return the digest of a unit: of its own row, and of its rows in each of the tables above, without its number."""
    listed = [(table, sorted(rows[table] if table == _REPEATED else set(rows[table]))) for table in sorted(rows)]
    return row_digest(_encode([own, listed]))


class Insertion:
    """The insertion of one unit."""

    def __init__(self, database: Database, schema: GraphSchema, unit: Unit) -> None:
        self._database = database
        self._schema = schema
        self._unit = unit
        self._nodes: dict[str, tuple[int, str]] = {}
        self._sources: dict[str, int] = {}
        self._elements: list[str] = []
        self._rows: dict[str, dict[Row, None]] = {table: {} for table in UNIT_ROWS}
        self._evidence: list[Row] = []

    def write(self) -> None:
        run, path = self._unit.origin or (None, None)
        slot, verdict = self._unit.slot, code_of(VERDICTS, self._unit.verdict)
        cursor = self._database.execute(
            "INSERT INTO unit (slot, key_bytes, verdict_code, run, short_path) VALUES (?, ?, ?, ?, ?)",
            (slot, hash_bytes(self._unit.key), verdict, run, short_path(slot, path)),
        )
        self._key = cursor.lastrowid
        premises = [(self._source(doc_id), line) for doc_id, line in self._unit.premises]
        self._rows["premise"].update(dict.fromkeys(premises))
        _touch(self._database, (source for source, _ in premises), slot)
        for fact in self._unit.nodes:
            self._node(fact)
        for edge_fact in self._unit.edges:
            self._edge(edge_fact)
        for property_fact in self._unit.properties:
            self._property(property_fact)
        self._insert_rows()
        rows = {table: found for table, found in (*self._rows.items(), (_REPEATED, self._evidence)) if found}
        digest = unit_digest((slot, self._unit.key, self._unit.verdict, run, path), rows)
        self._database.execute("UPDATE unit SET digest = ? WHERE id = ?", (digest, self._key))
        state = load_hash(self._database)
        state.add(self._elements)
        save_hash(self._database, state)

    def _insert_rows(self) -> None:
        """Write the rows that belong to the unit, the places of each fact numbered from 0."""
        database, own = self._database, self._key
        database.executemany(_INSERT_PREMISE, [(own, *row) for row in self._rows["premise"]])
        database.executemany(_INSERT_SUPPORT, [(own, *row) for row in self._rows["support"]])
        numbers: Counter[Row] = Counter()
        placed = []
        for row in self._evidence:
            placed.append((own, numbers[row[:2]], *row))
            numbers[row[:2]] += 1
        database.executemany(_INSERT_EVIDENCE, placed)
        database.executemany(_INSERT_BARE, [(own, *row) for row in self._rows["support"] if row not in numbers])
        names = self._rows["name"]
        database.executemany(_INSERT_SPELLING, {(folded,): None for folded, _ in names})
        database.executemany(_INSERT_NAME, [(own, node, folded) for folded, node in names])

    def _node(self, fact: NodeFact) -> None:
        node = fact.node
        props = canonical(without_nulls(node.properties))
        row = self._database.one("SELECT key, type, props FROM node WHERE id = ?", (node.id,))
        if row is None:
            self._schema.validate_node(node)
            cursor = self._database.execute(
                "INSERT INTO node (id, type, short_props) VALUES (?, ?, ?)",
                (node.id, node.type, shorten(NODE_PARTS, props)),
            )
            key = cursor.lastrowid or 0
            self._elements.append(node_element(node))
        elif row[1:] != (node.type, props):
            raise SchemaViolation(f"node {node.id!r}", f"already exists as a {row[1]} with {row[2]}")
        else:
            key = row[0]
        self._nodes[node.id] = (key, node.type)
        self._support(SupportKind.NODE, key, node.id, fact.evidence)
        self._rows["name"].update({(fold_name(name), key): None for name in fact.names})

    def _edge(self, fact: EdgeFact) -> None:
        edge = fact.edge
        source, source_type = self._endpoint(edge.source, edge)
        target, target_type = self._endpoint(edge.target, edge)
        natural = (source, relation_code(edge.relation), target, edge.ordinal)
        props = canonical(without_nulls(edge.properties))
        row = self._database.one(
            "SELECT key, props FROM edge WHERE source = ? AND relation_code = ? AND target = ? AND ordinal = ?",
            natural,
        )
        if row is None:
            self._schema.validate_edge(edge, source_type, target_type)
            cursor = self._database.execute(
                "INSERT INTO edge (source, relation_code, target, ordinal, short_props) VALUES (?, ?, ?, ?, ?)",
                (*natural, shorten(EDGE_PARTS, props)),
            )
            key = cursor.lastrowid or 0
            self._elements.append(edge_element(edge))
        elif row[1] != props:
            raise SchemaViolation(f"edge {edge.id!r}", f"already exists with {row[1]}")
        else:
            key = row[0]
        self._support(SupportKind.EDGE, key, edge, fact.evidence)

    def _endpoint(self, node_id: str, edge: Edge) -> tuple[int, str]:
        if node_id not in self._nodes:
            row = self._database.one("SELECT key, type FROM node WHERE id = ?", (node_id,))
            if row is None:
                raise SchemaViolation(f"edge {edge.id!r}", f"unknown node {node_id!r}")
            # An edge's unit also supports its ends: the unit that added a node may be removed before this one.
            self._support(SupportKind.NODE, row[0], node_id, ())
            self._nodes[node_id] = (row[0], row[1])
        return self._nodes[node_id]

    def _property(self, fact: PropertyFact) -> None:
        row = self._database.one("SELECT key, props FROM node WHERE id = ?", (fact.node,))
        check_property(fact, json.loads(row[1]) if row else None)
        assert row is not None, "just checked"
        self._support(SupportKind.NODE, row[0], fact.node, ())
        natural = (row[0], fact.name, canonical(fact.value))
        cursor = self._database.execute("INSERT OR IGNORE INTO property (node, name, value) VALUES (?, ?, ?)", natural)
        if cursor.rowcount:
            self._elements.append(property_element(fact))
            _show_added(self._database, row[0])
        found = self._database.one("SELECT key FROM property WHERE node = ? AND name = ? AND value = ?", natural)
        assert found is not None, "just written"
        self._support(SupportKind.PROPERTY, found[0], fact, fact.evidence)

    def _support(self, kind: SupportKind, fact: int, owner: Owner, evidence: Iterable[Evidence]) -> None:
        self._rows["support"][fact, int(kind)] = None
        for item in dict.fromkeys(evidence):
            place = (self._source(item.doc_id), item.line_number, item.start, item.end, item.quote, item.grade.value)
            self._evidence.append((fact, int(kind), *place))
            self._elements.append(evidence_element(owner, item))

    def _source(self, doc_id: str) -> int:
        if doc_id not in self._sources:
            self._database.execute("INSERT OR IGNORE INTO source (doc_id) VALUES (?)", (doc_id,))
            row = self._database.one("SELECT id FROM source WHERE doc_id = ?", (doc_id,))
            assert row is not None
            self._sources[doc_id] = row[0]
        return self._sources[doc_id]


def remove_unit(database: Database, unit: int) -> None:
    """Remove a unit, then the facts that it alone supported, nodes last."""
    state = load_hash(database)
    rows = database.all("SELECT source, slot FROM premise JOIN unit ON unit.id = premise.unit WHERE unit = ?", (unit,))
    if rows:
        _touch(database, (source for source, _ in rows), rows[0][1])
    given = _evidence_of(database, unit)
    facts = [*_edges_of(database, unit), *_properties_of(database, unit), *_nodes_of(database, unit)]
    for kind, fact, owner in facts:
        state.remove(evidence_element(owner, item) for item in given.get((kind, fact), ()))
    database.executemany(
        "DELETE FROM support WHERE kind = ? AND fact = ? AND unit = ?", [(kind, fact, unit) for kind, fact, _ in facts]
    )
    database.execute("DELETE FROM unit_fact WHERE unit = ?", (unit,))
    _remove_names(database, unit)
    for kind, fact, _ in facts:
        if not database.one("SELECT 1 FROM support WHERE kind = ? AND fact = ?", (kind, fact)):
            state.remove([_DELETE[kind](database, fact)])
    database.execute("DELETE FROM unit WHERE id = ?", (unit,))
    save_hash(database, state)


def _remove_names(database: Database, unit: int) -> None:
    """Remove a unit's names, and the spellings that no other unit has."""
    spellings = database.all("SELECT DISTINCT spelling FROM unit_name WHERE unit = ?", (unit,))
    database.execute("DELETE FROM unit_name WHERE unit = ?", (unit,))
    unused = "DELETE FROM spelling WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM unit_name WHERE spelling = ?1)"
    database.executemany(unused, spellings)


def _touch(database: Database, sources: Iterable[int], slot: str) -> None:
    """Note that what a writer's units say of documents changed."""
    writer = writer_of(slot)
    database.executemany(_TOUCH, [(source, writer) for source in sorted(set(sources))])


def _evidence_of(database: Database, unit: int) -> dict[tuple[SupportKind, int], list[Evidence]]:
    """Return the evidence of a unit, for each fact."""
    given: dict[tuple[SupportKind, int], list[Evidence]] = {}
    sql = (
        "SELECT kind, fact, doc_id, line, start, end, quote, grade "
        "FROM unit_fact JOIN source ON source.id = unit_fact.source WHERE unit = ?"
    )
    for kind, fact, *row in database.all(sql, (unit,)):
        given.setdefault((SupportKind(kind), fact), []).append(evidence_of(tuple(row)))
    return given


def _nodes_of(database: Database, unit: int) -> list[tuple[SupportKind, int, Owner]]:
    sql = "SELECT DISTINCT fact, node.id FROM unit_fact JOIN node ON node.key = fact WHERE unit = ? AND kind = 0"
    return [(SupportKind.NODE, fact, identity) for fact, identity in database.all(sql, (unit,))]


def _edges_of(database: Database, unit: int) -> list[tuple[SupportKind, int, Owner]]:
    sql = (
        "SELECT DISTINCT fact, a.id, relation, b.id, ordinal FROM unit_fact JOIN edge ON edge.key = fact "
        "JOIN node a ON a.key = edge.source JOIN node b ON b.key = edge.target WHERE unit = ? AND kind = 1"
    )
    return [(SupportKind.EDGE, row[0], Edge(row[1], row[2], row[3], {}, row[4])) for row in database.all(sql, (unit,))]


def _properties_of(database: Database, unit: int) -> list[tuple[SupportKind, int, Owner]]:
    sql = (
        "SELECT DISTINCT fact, node.id, name, value FROM unit_fact JOIN property ON property.key = fact "
        "JOIN node ON node.key = property.node WHERE unit = ? AND kind = 2"
    )
    return [(SupportKind.PROPERTY, row[0], property_of(row[1:])) for row in database.all(sql, (unit,))]


def _delete_edge(database: Database, key: int) -> str:
    row = database.one(
        "SELECT a.id, relation, b.id, edge.props, ordinal FROM edge JOIN node a ON a.key = edge.source "
        "JOIN node b ON b.key = edge.target WHERE edge.key = ?",
        (key,),
    )
    assert row is not None
    database.execute("DELETE FROM edge WHERE key = ?", (key,))
    return edge_element(Edge(row[0], row[1], row[2], json.loads(row[3]), row[4]))


def _delete_node(database: Database, key: int) -> str:
    row = database.one("SELECT id, type, props FROM node WHERE key = ?", (key,))
    assert row is not None
    database.execute("DELETE FROM node WHERE key = ?", (key,))
    return node_element(node_of(row))


def _delete_property(database: Database, key: int) -> str:
    row = database.one(
        "SELECT node.key, node.id, name, value FROM property JOIN node ON node.key = property.node "
        "WHERE property.key = ?",
        (key,),
    )
    assert row is not None
    database.execute("DELETE FROM property WHERE key = ?", (key,))
    _show_added(database, row[0])
    return property_element(property_of(row[1:]))


_DELETE: dict[SupportKind, Callable[[Database, int], str]] = {
    SupportKind.NODE: _delete_node,
    SupportKind.EDGE: _delete_edge,
    SupportKind.PROPERTY: _delete_property,
}
"""Each function deletes a fact and returns its element."""


def _show_added(database: Database, node: int) -> None:
    """Update the added properties in a node's row."""
    database.execute("UPDATE node SET added = ? WHERE key = ?", (added_properties(database, node), node))


def added_properties(database: Database, node: int) -> str | None:
    """Return what a node's row shows of its added properties: for each name the smallest canonical value, as JSON."""
    rows = database.all("SELECT name, min(value) FROM property WHERE node = ? GROUP BY name", (node,))
    return canonical({name: json.loads(value) for name, value in rows}) if rows else None


def node_of(row: tuple[Any, ...]) -> Node:
    """Return a node from (id, type, props), with its own properties, or from (id, type, props, added) with all."""
    own = json.loads(row[2])
    added = row[3] if len(row) > 3 else None
    return Node(row[0], row[1], merge_properties(own, json.loads(added)) if added else own)


def property_of(row: tuple[Any, ...]) -> PropertyFact:
    """Return an added property, without its evidence, from (node id, name, value)."""
    return PropertyFact(row[0], row[1], json.loads(row[2]))


def load_hash(database: Database) -> SetHash:
    row = database.one("SELECT state FROM graph_hash")
    return SetHash(row[0] if row else None)


def save_hash(database: Database, state: SetHash) -> None:
    database.execute("INSERT OR REPLACE INTO graph_hash VALUES (1, ?)", (state.state(),))


def evidence_of(row: tuple[Any, ...]) -> Evidence:
    """Return evidence from (doc_id, line, start, end, quote, grade)."""
    doc_id, line, start, end, quote, grade = row
    return Evidence(doc_id, line, start, end, quote, _GRADES[grade])
