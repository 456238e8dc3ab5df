"""A mutable graph in a SQLite file of its own, changed one operation at a time: what memory has no room for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from pramana.graph.adapters.checked_writes import CheckedWrites
from pramana.graph.adapters.protocol import Caps
from pramana.graph.adapters.rows import ElementKind, Rows
from pramana.graph.adapters.sqlite import SqliteAdapter
from pramana.graph.model import Edge, EdgeKey, Node
from pramana.graph.schema import GraphSchema
from pramana.graph.sqlite_units import load_hash, save_hash
from pramana.store import Database, Schema

# The columns that `SqliteAdapter` reads. A file of these is rebuilt, never repaired: its rows carry no digests.
GROWING_SCHEMA = Schema(
    "growing graph",
    """
    CREATE TABLE node (
        key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL, props TEXT NOT NULL, added TEXT
    );
    CREATE INDEX node_by_type ON node (type);
    CREATE TABLE edge (
        key INTEGER PRIMARY KEY, source INTEGER NOT NULL, relation TEXT NOT NULL, target INTEGER NOT NULL,
        ordinal INTEGER NOT NULL, props TEXT NOT NULL, UNIQUE (source, relation, target, ordinal)
    );
    CREATE INDEX edge_by_target ON edge (target, source);
    CREATE INDEX edge_by_relation ON edge (relation);
    CREATE TABLE source (id INTEGER PRIMARY KEY, doc_id TEXT NOT NULL UNIQUE);
    CREATE TABLE evidence (
        fact INTEGER NOT NULL, kind INTEGER NOT NULL, source INTEGER NOT NULL, line INTEGER NOT NULL,
        start INTEGER NOT NULL, end INTEGER NOT NULL, quote TEXT NOT NULL, grade TEXT NOT NULL
    );
    CREATE INDEX evidence_of_fact ON evidence (kind, fact);
    CREATE TABLE name (folded TEXT NOT NULL, node INTEGER NOT NULL, PRIMARY KEY (folded, node)) WITHOUT ROWID;
    CREATE TABLE graph_hash (one INTEGER PRIMARY KEY CHECK (one = 1), state BLOB NOT NULL);
    """,
)

RECENT = 20_000
"""Nodes that are kept as they were read or written last, a few megabytes of them. Chosen by hand."""

_CHUNK = 1_000
"""Rows that are read together while the whole graph is gone through."""


class GrowingSqliteAdapter(CheckedWrites, SqliteAdapter):
    """A mutable property graph in a database, with the hash and the order of a `MemoryAdapter` of the same writes.

    The database has the tables of `GROWING_SCHEMA`. Writes are in one open transaction, begun by the first of them,
    which only `commit` ends; `roll_back` drops them. Each write sets `changed`, which is the caller's to reset. Whether
    a property is unique is for the caller to check, who has an index of its own. Rows ascend in order of insertion.
    """

    _coded = False

    def __init__(self, database: Database, schema: GraphSchema, *, caps: Caps | None = None) -> None:
        super().__init__(database, caps=caps)
        self._begin_writing(schema)
        self._committed = schema
        self._load()

    def _load(self) -> None:
        self._set_hash = load_hash(self._database)
        self._recent: dict[int, Node] = {}
        self._latest: tuple[EdgeKey, int] | None = None
        for kind, table in ((ElementKind.NODES, "node"), (ElementKind.EDGES, "edge")):
            row = self._database.one(f"SELECT count(*), max(key) FROM {table}")
            assert row is not None
            self._counts[kind], self._next[kind] = row[0], 0 if row[1] is None else row[1] + 1

    # Transactions

    def begin(self) -> None:
        """Begin the transaction that `commit` ends, if none is open."""
        if not self._database.in_transaction:
            self._database.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Commit all writes since the last call."""
        if self._database.in_transaction:
            assert self._set_hash is not None, "read when the file was opened"
            save_hash(self._database, self._set_hash)
            self._database.execute("COMMIT")
        self._committed = self.schema

    def roll_back(self) -> None:
        """Drop all writes since the last `commit`."""
        if self._database.in_transaction:
            self._database.execute("ROLLBACK")
        self.schema, self.changed = self._committed, False
        self._load()

    @contextmanager
    def _operation(self) -> Iterator[None]:
        self.begin()
        yield

    # Writing

    def _ordinals_between(self, edge: Edge) -> set[int]:
        where = "source = ? AND relation = ? AND target = ? AND ordinal >= ?"
        ends = self._known_row(edge.source), self._known_row(edge.target)
        sql = f"SELECT ordinal FROM edge WHERE {where}"
        return {each for (each,) in self._database.all(sql, (ends[0], edge.relation, ends[1], edge.ordinal))}

    def _rows_touching(self, row: int) -> list[int]:
        sql = "SELECT key FROM edge WHERE source = ? UNION SELECT key FROM edge WHERE target = ? ORDER BY key"
        return [key for (key,) in self._database.all(sql, (row, row))]

    def _store(self, kind: ElementKind, place: int, old: Node | Edge | None, new: Node | Edge | None) -> None:
        if isinstance(new, Edge):
            self._insert_edge(place, new)
        elif isinstance(new, Node):
            self._write_node(place, new, is_new=old is None)
        else:
            self._latest = None
            if kind is ElementKind.NODES:
                self._recent.pop(place, None)
            self._database.execute(f"DELETE FROM {_TABLES[kind]} WHERE key = ?", (place,))

    def _write_node(self, row: int, node: Node, *, is_new: bool) -> None:
        props = json.dumps(node.properties, ensure_ascii=False)
        if is_new:
            self._database.execute("INSERT INTO node VALUES (?, ?, ?, ?, NULL)", (row, node.id, node.type, props))
        else:
            self._database.execute("UPDATE node SET props = ? WHERE key = ?", (props, row))
        self._remember(row, node)

    def _insert_edge(self, row: int, edge: Edge) -> None:
        ends = self._known_row(edge.source), self._known_row(edge.target)
        props = json.dumps(edge.properties, ensure_ascii=False)
        values = (row, ends[0], edge.relation, ends[1], edge.ordinal, props)
        self._database.execute("INSERT INTO edge VALUES (?, ?, ?, ?, ?, ?)", values)
        self._latest = edge.key, row

    def _remember(self, row: int, node: Node) -> None:
        if len(self._recent) >= RECENT:
            self._recent.clear()
        self._recent[row] = node

    # Reading

    def row_of(self, node_id: str) -> int | None:
        """Return the row of the node with this id, None if there is none."""
        try:
            return super().row_of(node_id)
        except UnicodeEncodeError:  # an unpaired surrogate, which no id has
            return None

    def edge_row_of(self, key: EdgeKey) -> int | None:
        """Return the row of the edge with this natural key, None if there is none."""
        if self._latest is not None and self._latest[0] == key:
            return self._latest[1]
        ends = self.row_of(key[0]), self.row_of(key[2])
        if None in ends:
            return None
        where = "WHERE source = ? AND relation = ? AND target = ? AND ordinal = ?"
        found = self._database.one(f"SELECT key FROM edge {where}", (ends[0], key[1], ends[1], key[3]))
        return found[0] if found else None

    def node_at(self, row: int) -> Node:
        """Return the node in a row, which must exist."""
        node = self._recent.get(row)
        if node is None:
            (node,) = self._nodes_in([row])
            self._remember(row, node)
        return node

    def nodes_at(self, rows: Rows) -> list[Node]:
        return self._nodes_in(rows.tolist())

    def _nodes_in(self, rows: list[int]) -> list[Node]:
        sql = "SELECT key, id, type, props FROM node WHERE key IN (SELECT value FROM json_each(?))"
        read = self._database.execute(sql, (json.dumps(rows),))
        found = {key: Node(node_id, kind, json.loads(props)) for key, node_id, kind, props in read}
        return [found[row] for row in rows]

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes, in order of insertion; a chunk of them is in memory at once."""
        for rows in self._chunks("node"):
            yield from self._nodes_in(rows)

    def edges(self) -> Iterator[Edge]:
        """Yield all edges, in order of insertion; a chunk of them is in memory at once."""
        for rows in self._chunks("edge"):
            yield from self.edges_at(np.array(rows))

    def _chunks(self, table: str) -> Iterator[list[int]]:
        last = -1
        sql = f"SELECT key FROM {table} WHERE key > ? ORDER BY key LIMIT {_CHUNK}"
        while rows := [key for (key,) in self._database.all(sql, (last,))]:
            yield rows
            last = rows[-1]


_TABLES = {ElementKind.NODES: "node", ElementKind.EDGES: "edge"}
