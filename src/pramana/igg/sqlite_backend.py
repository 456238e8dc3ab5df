"""A run's graph in a SQLite file: for graphs that memory has no room for, and to resume without rebuilding."""

from __future__ import annotations

import json
import weakref
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

from pramana.errors import StoreError
from pramana.graph import (
    GROWING_SCHEMA,
    Added,
    ElementKind,
    GraphSchema,
    GrowingSqliteAdapter,
    schema_as_json,
    schema_from_json,
)
from pramana.igg.backend import KeptGrowth, Place
from pramana.igg.books import Provenance, evidence_from
from pramana.igg.turn import Widened
from pramana.serialization import json_value
from pramana.store import Database, Schema

GROWTH_SCHEMA = Schema(
    "growth",
    """
    CREATE TABLE place_index (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE place (
        number INTEGER NOT NULL, place BLOB NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (number, place, row)
    ) WITHOUT ROWID;
    CREATE TABLE provenance (
        kind INTEGER NOT NULL, row INTEGER NOT NULL, owner TEXT NOT NULL, evidence TEXT, PRIMARY KEY (kind, row)
    ) WITHOUT ROWID;
    CREATE TABLE kept (
        one INTEGER PRIMARY KEY CHECK (one = 1), iteration INTEGER NOT NULL, chain TEXT NOT NULL,
        schema TEXT NOT NULL, widened TEXT NOT NULL
    );
    """,
)

MOST_UNKEPT = 50_000
"""Rows written that are committed together; a node is about nine. A commit writes each page that changed, and keys are
spread over all pages, so one commit an answer costs more than the answer. A killed run repeats them from its log."""

CACHE_KIB = 96 * 1024
"""Pages of the file that are kept in memory. Chosen by hand: with a tenth, a million nodes take twice as long."""

_LONGEST_KEY = 48
"""Bytes of a key that is stored as it is; longer ones are stored as their digest."""

_MANY = 1_000
"""Rows that `count` counts up to."""

_KINDS = {ElementKind.NODES: 0, ElementKind.EDGES: 1}


class SqliteBackend:
    """Keeps the graph, its indexes and its provenance in one file, that of the log after some iteration.

    The log is the record: a file that does not fit it is dropped and rebuilt.
    """

    def __init__(self, schema: GraphSchema, path: Path | None = None) -> None:
        """Open a file, or make one (None: a temporary one, deleted with this object)."""
        self._schema, self._given = schema, path
        self._folder = None if path is not None else TemporaryDirectory(prefix="pramana-")
        self._path = path or Path(self._folder.name if self._folder else "", "graph.sqlite")
        self._database = self._open()
        self._closing = weakref.finalize(self, self._database.close)
        self._writes = 0
        self._numbers = dict(self._database.all("SELECT name, number FROM place_index"))
        row = self._database.one("SELECT iteration, chain, schema, widened FROM kept")
        self._kept = None if row is None else KeptGrowth(row[0], row[1], _additions(row[3]))
        current = schema if row is None else schema_from_json(json.loads(row[2]))
        self.graph = GrowingSqliteAdapter(self._database, current)
        self.provenance = SqliteProvenance(self.graph, self._database)

    def _open(self) -> Database:
        try:
            database = Database(self._path, [GROWING_SCHEMA, GROWTH_SCHEMA])
        except StoreError:  # damaged, or of another version: the log rebuilds it
            _remove(self._path)
            database = Database(self._path, [GROWING_SCHEMA, GROWTH_SCHEMA])
        database.execute(f"PRAGMA cache_size=-{CACHE_KIB}")
        return database

    @property
    def kept_growth(self) -> KeptGrowth | None:
        return self._kept

    def index(self, name: str) -> SqliteIndex:
        if name not in self._numbers:
            self.graph.begin()
            number = self._numbers[name] = len(self._numbers)
            self._database.execute("INSERT INTO place_index VALUES (?, ?)", (number, name))
        return SqliteIndex(self.graph, self._database, self._numbers[name])

    def index_names(self) -> list[str]:
        return list(self._numbers)

    def keep(self, growth: KeptGrowth) -> None:
        schema = json.dumps(schema_as_json(self.graph.schema), ensure_ascii=False)
        widened = json.dumps(json_value(growth.widened), ensure_ascii=False)
        self.graph.begin()
        row = (growth.iteration, growth.chain, schema, widened)
        self._database.execute("INSERT OR REPLACE INTO kept VALUES (1, ?, ?, ?, ?)", row)
        self.graph.changed = False
        if self._database.changes - self._writes >= MOST_UNKEPT:
            self._commit()

    def pause(self) -> None:
        if self.graph.changed:
            self.graph.roll_back()
        else:
            self._commit()

    def _commit(self) -> None:
        self.graph.commit()
        self._writes = self._database.changes

    def clear(self) -> SqliteBackend:
        self._closing()
        _remove(self._path)
        return SqliteBackend(self._schema, self._given)


class SqliteIndex:
    """The rows of nodes by a key, in a table."""

    def __init__(self, graph: GrowingSqliteAdapter, database: Database, number: int) -> None:
        self._graph, self._database, self._number = graph, database, number

    def enter(self, place: Place, row: int) -> None:
        self._graph.begin()
        self._database.execute("INSERT INTO place VALUES (?, ?, ?)", (self._number, _key(place), row))

    def leave(self, place: Place, row: int) -> None:
        self._graph.begin()
        where = "number = ? AND place = ? AND row = ?"
        self._database.execute(f"DELETE FROM place WHERE {where}", (self._number, _key(place), row))

    def rows(self, place: Place) -> Iterator[int]:
        sql = "SELECT row FROM place WHERE number = ? AND place = ? ORDER BY row"
        return (row for (row,) in self._database.execute(sql, (self._number, _key(place))))

    def count(self, place: Place) -> int:
        rows = f"SELECT 1 FROM place WHERE number = ? AND place = ? LIMIT {_MANY}"
        found = self._database.one(f"SELECT count(*) FROM ({rows})", (self._number, _key(place)))
        return found[0] if found else 0


class SqliteProvenance:
    """The provenance of nodes and edges by row, in a table."""

    def __init__(self, graph: GrowingSqliteAdapter, database: Database) -> None:
        self._graph, self._database = graph, database

    def get(self, kind: ElementKind, row: int) -> Provenance:
        sql = "SELECT owner, evidence FROM provenance WHERE kind = ? AND row = ?"
        found = self._database.one(sql, (_KINDS[kind], row))
        if found is None:
            raise KeyError(row)
        return Provenance(found[0], tuple(map(evidence_from, json.loads(found[1] or "[]"))))

    def put(self, kind: ElementKind, row: int, provenance: Provenance | None) -> None:
        self._graph.begin()
        if provenance is None:
            self._database.execute("DELETE FROM provenance WHERE kind = ? AND row = ?", (_KINDS[kind], row))
            return
        found = provenance.evidence
        evidence = json.dumps(json_value(found), ensure_ascii=False) if found else None
        values = (_KINDS[kind], row, provenance.owner, evidence)
        self._database.execute("INSERT OR REPLACE INTO provenance VALUES (?, ?, ?, ?)", values)


def _key(place: Place) -> bytes:
    """Return a key as bytes: a text begins with a quote, a tuple is JSON, what is long is its digest."""
    body = b'"' + place.encode("utf-8", "surrogatepass") if isinstance(place, str) else json.dumps(place).encode()
    return body if len(body) <= _LONGEST_KEY else b"#" + blake2b(body, digest_size=16).digest()


def _additions(text: str) -> tuple[Widened, ...]:
    fields = (dict(each) for each in json.loads(text))
    return tuple(Widened(Added(*(each.pop(name) for name in ("what", "name", "type"))), **each) for each in fields)


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
