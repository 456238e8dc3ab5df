"""Units of facts in SQLite: their tables, their insertion and their removal, with the graph's hash kept up."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from pramana.canonical import canonical
from pramana.errors import SchemaViolation
from pramana.evidence import Evidence, Grade
from pramana.graph.elements import edge_element, evidence_element, node_element, stated
from pramana.graph.model import Edge, EdgeFact, Node, NodeFact, Unit, fold
from pramana.graph.schema import GraphSchema
from pramana.graph.sethash import SetHash
from pramana.store import Database, Schema

GRAPH_SCHEMA = Schema(
    "graph",
    (
        """
        CREATE TABLE source (id INTEGER PRIMARY KEY, doc_id TEXT NOT NULL UNIQUE);
        CREATE TABLE unit (
            id INTEGER PRIMARY KEY, slot TEXT NOT NULL UNIQUE, key TEXT NOT NULL, verdict TEXT NOT NULL,
            run INTEGER, path TEXT
        );
        CREATE TABLE premise (
            source INTEGER NOT NULL REFERENCES source, line INTEGER NOT NULL,
            unit INTEGER NOT NULL REFERENCES unit ON DELETE CASCADE,
            PRIMARY KEY (source, line, unit)
        ) WITHOUT ROWID;
        CREATE INDEX premise_of_unit ON premise (unit);
        CREATE TABLE node (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL, props TEXT NOT NULL);
        CREATE INDEX node_by_type ON node (type);
        CREATE TABLE edge (
            key INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES node, relation TEXT NOT NULL,
            target INTEGER NOT NULL REFERENCES node, ordinal INTEGER NOT NULL, props TEXT NOT NULL,
            UNIQUE (source, relation, target, ordinal)
        );
        CREATE INDEX edge_by_target ON edge (target, relation);
        CREATE INDEX edge_by_relation ON edge (relation);
        CREATE TABLE support (
            unit INTEGER NOT NULL REFERENCES unit, fact INTEGER NOT NULL, is_edge INTEGER NOT NULL,
            PRIMARY KEY (unit, is_edge, fact)
        ) WITHOUT ROWID;
        CREATE INDEX support_of_fact ON support (is_edge, fact);
        CREATE TABLE evidence (
            unit INTEGER NOT NULL REFERENCES unit, fact INTEGER NOT NULL, is_edge INTEGER NOT NULL,
            source INTEGER NOT NULL REFERENCES source, line INTEGER NOT NULL,
            start INTEGER NOT NULL, end INTEGER NOT NULL, quote TEXT NOT NULL, grade TEXT NOT NULL
        );
        CREATE INDEX evidence_of_fact ON evidence (is_edge, fact);
        CREATE INDEX evidence_of_unit ON evidence (unit);
        CREATE TABLE name (
            folded TEXT NOT NULL, node INTEGER NOT NULL REFERENCES node, unit INTEGER NOT NULL REFERENCES unit,
            PRIMARY KEY (folded, node, unit)
        ) WITHOUT ROWID;
        CREATE INDEX name_of_unit ON name (unit);
        CREATE INDEX name_of_node ON name (node);
        CREATE TABLE graph_hash (one INTEGER PRIMARY KEY CHECK (one = 1), state BLOB NOT NULL);
        """,
    ),
)


class Insertion:
    """The writing of one unit."""

    def __init__(self, database: Database, schema: GraphSchema, unit: Unit) -> None:
        self._database = database
        self._schema = schema
        self._unit = unit
        self._nodes: dict[str, tuple[int, str]] = {}
        self._sources: dict[str, int] = {}
        self._elements: list[str] = []

    def write(self) -> None:
        run, path = self._unit.origin or (None, None)
        cursor = self._database.execute(
            "INSERT INTO unit (slot, key, verdict, run, path) VALUES (?, ?, ?, ?, ?)",
            (self._unit.slot, self._unit.key, self._unit.verdict, run, path),
        )
        self._key = cursor.lastrowid
        self._database.executemany(
            "INSERT OR IGNORE INTO premise VALUES (?, ?, ?)",
            [(self._source(doc_id), line, self._key) for doc_id, line in self._unit.premises],
        )
        for fact in self._unit.nodes:
            self._node(fact)
        for edge_fact in self._unit.edges:
            self._edge(edge_fact)
        state = load_hash(self._database)
        state.add(self._elements)
        save_hash(self._database, state)

    def _node(self, fact: NodeFact) -> None:
        node = fact.node
        props = canonical(stated(node.properties))
        row = self._database.one("SELECT key, type, props FROM node WHERE id = ?", (node.id,))
        if row is None:
            self._schema.validate_node(node)
            cursor = self._database.execute(
                "INSERT INTO node (id, type, props) VALUES (?, ?, ?)", (node.id, node.type, props)
            )
            key = cursor.lastrowid or 0
            self._elements.append(node_element(node))
        elif row[1:] != (node.type, props):
            raise SchemaViolation(f"node {node.id!r}", f"is in the graph as a {row[1]} with {row[2]}")
        else:
            key = row[0]
        self._nodes[node.id] = (key, node.type)
        self._support(key, node.id, fact.evidence, is_edge=False)
        self._database.executemany(
            "INSERT OR IGNORE INTO name VALUES (?, ?, ?)", [(fold(name), key, self._key) for name in fact.names]
        )

    def _edge(self, fact: EdgeFact) -> None:
        edge = fact.edge
        source, source_type = self._endpoint(edge.source, edge)
        target, target_type = self._endpoint(edge.target, edge)
        natural = (source, edge.relation, target, edge.ordinal)
        props = canonical(stated(edge.properties))
        row = self._database.one(
            "SELECT key, props FROM edge WHERE source = ? AND relation = ? AND target = ? AND ordinal = ?", natural
        )
        if row is None:
            self._schema.validate_edge(edge, source_type, target_type)
            cursor = self._database.execute(
                "INSERT INTO edge (source, relation, target, ordinal, props) VALUES (?, ?, ?, ?, ?)", (*natural, props)
            )
            key = cursor.lastrowid or 0
            self._elements.append(edge_element(edge))
        elif row[1] != props:
            raise SchemaViolation(f"edge {edge.id!r}", f"is in the graph with {row[1]}")
        else:
            key = row[0]
        self._support(key, edge, fact.evidence, is_edge=True)

    def _endpoint(self, node_id: str, edge: Edge) -> tuple[int, str]:
        if node_id not in self._nodes:
            row = self._database.one("SELECT key, type FROM node WHERE id = ?", (node_id,))
            if row is None:
                raise SchemaViolation(f"edge {edge.id!r}", f"there is no node {node_id!r}")
            # An edge's unit supports its ends too: the unit that brought a node may go before this one.
            self._support(row[0], node_id, (), is_edge=False)
            self._nodes[node_id] = (row[0], row[1])
        return self._nodes[node_id]

    def _support(self, fact: int, owner: str | Edge, evidence: Iterable[Evidence], *, is_edge: bool) -> None:
        self._database.execute("INSERT OR IGNORE INTO support VALUES (?, ?, ?)", (self._key, fact, is_edge))
        rows = []
        for item in dict.fromkeys(evidence):
            source = self._source(item.doc_id)
            rows.append(
                (self._key, fact, is_edge, source, item.line_number, item.start, item.end, item.quote, item.grade.value)
            )
            self._elements.append(evidence_element(owner, item))
        self._database.executemany("INSERT INTO evidence VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def _source(self, doc_id: str) -> int:
        if doc_id not in self._sources:
            self._database.execute("INSERT OR IGNORE INTO source (doc_id) VALUES (?)", (doc_id,))
            row = self._database.one("SELECT id FROM source WHERE doc_id = ?", (doc_id,))
            assert row is not None
            self._sources[doc_id] = row[0]
        return self._sources[doc_id]


def remove_unit(database: Database, unit: int) -> None:
    """Take a unit out, then the facts that it alone supported, edges before nodes."""
    state = load_hash(database)
    given = _evidence_of(database, unit)
    for is_edge in (True, False):
        for fact, owner in _facts_of(database, unit, is_edge=is_edge):
            state.remove(evidence_element(owner, item) for item in given.get((is_edge, fact), ()))
    for table in ("evidence", "name"):
        database.execute(f"DELETE FROM {table} WHERE unit = ?", (unit,))
    for is_edge in (True, False):
        facts = database.all("SELECT fact FROM support WHERE unit = ? AND is_edge = ?", (unit, is_edge))
        database.execute("DELETE FROM support WHERE unit = ? AND is_edge = ?", (unit, is_edge))
        for (fact,) in facts:
            if not database.one("SELECT 1 FROM support WHERE is_edge = ? AND fact = ?", (is_edge, fact)):
                state.remove([_delete_edge(database, fact) if is_edge else _delete_node(database, fact)])
    database.execute("DELETE FROM unit WHERE id = ?", (unit,))
    save_hash(database, state)


def _evidence_of(database: Database, unit: int) -> dict[tuple[bool, int], list[Evidence]]:
    """Return the evidence that a unit gives, for each edge (True) and node (False)."""
    given: dict[tuple[bool, int], list[Evidence]] = {}
    sql = (
        "SELECT is_edge, fact, doc_id, line, start, end, quote, grade "
        "FROM evidence JOIN source ON source.id = evidence.source WHERE unit = ?"
    )
    for is_edge, fact, *row in database.all(sql, (unit,)):
        given.setdefault((bool(is_edge), fact), []).append(evidence_of(tuple(row)))
    return given


def _facts_of(database: Database, unit: int, *, is_edge: bool) -> list[tuple[int, str | Edge]]:
    if not is_edge:
        sql = "SELECT fact, node.id FROM support JOIN node ON node.key = fact WHERE unit = ? AND is_edge = 0"
        return [(fact, identity) for fact, identity in database.all(sql, (unit,))]
    sql = (
        "SELECT fact, a.id, relation, b.id, ordinal FROM support JOIN edge ON edge.key = fact "
        "JOIN node a ON a.key = edge.source JOIN node b ON b.key = edge.target WHERE unit = ? AND is_edge = 1"
    )
    return [(row[0], Edge(row[1], row[2], row[3], {}, row[4])) for row in database.all(sql, (unit,))]


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


def node_of(row: tuple[Any, ...]) -> Node:
    return Node(row[0], row[1], json.loads(row[2]))


def load_hash(database: Database) -> SetHash:
    row = database.one("SELECT state FROM graph_hash")
    return SetHash(row[0] if row else None)


def save_hash(database: Database, state: SetHash) -> None:
    database.execute("INSERT OR REPLACE INTO graph_hash VALUES (1, ?)", (state.state(),))


def evidence_of(row: tuple[Any, ...]) -> Evidence:
    """Read evidence from (doc_id, line, start, end, quote, grade)."""
    doc_id, line, start, end, quote, grade = row
    return Evidence(doc_id, line, start, end, quote, Grade(grade))
