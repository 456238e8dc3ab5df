"""The backend whose saves cost what is new, not what is there: SQLite."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from weakref import finalize

from pramana.errors import StoreError
from pramana.gasl.state.storage import Saved, Snapshot, StateBatch, dumps
from pramana.store import Database, Schema, seal_column

GASL_SCHEMA = Schema(
    "gasl",
    f"""
    CREATE TABLE gasl_state (
        name TEXT PRIMARY KEY, root TEXT NOT NULL, header TEXT NOT NULL, {seal_column("name", "root", "header")}
    ) WITHOUT ROWID;
    CREATE TABLE gasl_item (hash BLOB PRIMARY KEY, body TEXT NOT NULL, {seal_column("hash", "body")});
    CREATE TABLE gasl_place (
        item INTEGER NOT NULL, position INTEGER NOT NULL, {seal_column("item", "position")},
        PRIMARY KEY (item, position)
    ) WITHOUT ROWID;
    CREATE TABLE gasl_snapshot (
        state TEXT NOT NULL, number INTEGER NOT NULL, hash TEXT NOT NULL, parent TEXT, step INTEGER NOT NULL,
        command INTEGER NOT NULL, at TEXT NOT NULL,
        {seal_column("state", "number", "hash", "parent", "step", "command")},
        PRIMARY KEY (state, number)
    ) WITHOUT ROWID;
    CREATE INDEX gasl_snapshot_by_hash ON gasl_snapshot (state, hash);
    CREATE TABLE gasl_history (
        state TEXT NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL, {seal_column("state", "number", "body")},
        PRIMARY KEY (state, number)
    ) WITHOUT ROWID;
    CREATE TABLE gasl_command (
        state TEXT NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL, {seal_column("state", "number", "body")},
        PRIMARY KEY (state, number)
    ) WITHOUT ROWID;
    """,
    exempt=(("gasl_snapshot.at", "a time"),),
)

_IN_ONE_QUERY = 500
"""Keys in one query. SQLite before 3.32 allowed 999 parameters; larger queries are not faster."""


class SqliteStateBackend:
    """Keeps states in a SQLite file, each under its name, and all of their snapshots. States share what is equal."""

    def __init__(self, database: Database | Path | str, name: str = "state") -> None:
        """Open a file, or use a database, which gets the tables and stays its owner's to close."""
        self._database = database if isinstance(database, Database) else Database(Path(database), [GASL_SCHEMA])
        self._database.add(GASL_SCHEMA)
        self._closing = None if self._database is database else finalize(self, self._database.close)
        self.name = name

    def close(self) -> None:
        """Close the file, where this opened one. It is closed with the last reference, too."""
        if self._closing:
            self._closing()

    def load(self) -> Saved | None:
        row = self._database.one("SELECT root, header FROM gasl_state WHERE name = ?", (self.name,))
        if row is None:
            return None
        return Saved(row[0], json.loads(row[1]), self._count("gasl_history"), self._count("gasl_command"))

    def node(self, key: str) -> str | None:
        row = self._database.one("SELECT body FROM gasl_item WHERE hash = ?", (bytes.fromhex(key),))
        return None if row is None else str(row[0])

    def places(self, path: tuple[str, ...], keys: Iterable[int]) -> dict[int, list[int]]:
        wanted, found = list(keys), dict[int, list[int]]()
        for start in range(0, len(wanted), _IN_ONE_QUERY):
            part = wanted[start : start + _IN_ONE_QUERY]
            marks = ",".join("?" * len(part))
            sql = f"SELECT item, position FROM gasl_place WHERE item IN ({marks})"
            for key, position in self._database.all(sql, part):
                found.setdefault(key, []).append(position)
        return found

    def history(self) -> list[dict[str, Any]]:
        return [json.loads(body) for body in self._bodies("gasl_history")]

    def commands(self) -> list[str]:
        return list(self._bodies("gasl_command"))

    def snapshots(self) -> list[Snapshot]:
        query = "SELECT hash, parent, step, command, at FROM gasl_snapshot WHERE state = ? ORDER BY number"
        return [Snapshot(*row) for row in self._database.all(query, (self.name,))]

    def snapshot(self, key: str) -> Snapshot | None:
        query = "SELECT hash, parent, step, command, at FROM gasl_snapshot WHERE state = ? AND hash = ?"
        row = self._database.one(f"{query} ORDER BY number DESC LIMIT 1", (self.name, key))
        return None if row is None else Snapshot(*row)

    def save(self, batch: StateBatch) -> None:
        try:
            with self._database.transaction():
                self._save(batch)
        except sqlite3.Error as error:
            raise StoreError(f"The state {self.name!r} cannot be saved: {error}.") from error

    def _save(self, batch: StateBatch) -> None:
        row = self._database.one("SELECT root FROM gasl_state WHERE name = ?", (self.name,))
        if (row[0] if row else None) != batch.base:
            raise StoreError(f"The state {self.name!r} was saved by somebody else since it was loaded.")
        nodes = ((bytes.fromhex(key), body) for key, body in batch.nodes.items())
        self._database.executemany("INSERT OR IGNORE INTO gasl_item VALUES (?, ?)", nodes)
        places = ((key, position) for key, positions in batch.places.items() for position in positions)
        self._database.executemany("INSERT OR IGNORE INTO gasl_place VALUES (?, ?)", places)
        self._log("gasl_history", [(dumps(dict(record)),) for record in batch.history])
        self._log("gasl_command", [(command,) for command in batch.commands])
        rows = [(found.hash, found.parent, found.step, found.command, found.at) for found in batch.snapshots]
        self._log("gasl_snapshot", rows)
        state = (self.name, batch.root, dumps(dict(batch.header)))
        self._database.execute("INSERT OR REPLACE INTO gasl_state VALUES (?, ?, ?)", state)

    def _log(self, table: str, rows: list[tuple[Any, ...]]) -> None:
        if rows:
            first, marks = self._count(table), ",".join("?" * (2 + len(rows[0])))
            numbered = ((self.name, number, *row) for number, row in enumerate(rows, first))
            self._database.executemany(f"INSERT INTO {table} VALUES ({marks})", numbered)

    def _count(self, table: str) -> int:
        row = self._database.one(f"SELECT max(number) FROM {table} WHERE state = ?", (self.name,))
        return 0 if row is None or row[0] is None else int(row[0]) + 1

    def _bodies(self, table: str) -> Iterable[str]:
        query = f"SELECT body FROM {table} WHERE state = ? ORDER BY number"
        return (row[0] for row in self._database.all(query, (self.name,)))
