"""A connection to a workspace's database."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pramana.errors import SchemaTooNew, StoreError, WorkspaceLocked

BUSY_SECONDS = 30.0
"""How long a short write waits for another process's short write."""


_OUTERMOST = ("BEGIN IMMEDIATE", "COMMIT", "ROLLBACK")


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables of one room. `migrations[i]` is the SQL that leads from version i to i + 1; only ever appended to."""

    room: str
    migrations: tuple[str, ...]


class Database:
    """One SQLite file in WAL mode, or a private database in memory.

    Readers never wait. `transaction` is a short write: it waits for other short writes, up to 30 s. `lease` marks a
    long job: whoever asks for a second one gets WorkspaceLocked at once. Use it from one thread at a time.

    After `kill -9` every committed transaction is there; after a power cut the last ones before it may be missing
    (`synchronous=NORMAL`), never half of one.
    """

    def __init__(self, path: Path | None, schemas: Iterable[Schema] = ()) -> None:
        """Open or create `path` (None: in memory) and bring each schema's tables up to date.

        Raises SchemaTooNew where a newer version of Pramana has been at work, StoreError where this is no database.
        """
        self.path = path
        self._depth = 0
        try:
            self._connection = sqlite3.connect(
                path or ":memory:", timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "temp_store=MEMORY"):
                self._connection.execute(f"PRAGMA {pragma}")
            self.add(*schemas)
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{path}: {error}") from error

    def add(self, *schemas: Schema) -> None:
        """Bring each schema's tables up to date; make them where they are not there yet.

        A class that owns tables which few workspaces need asks for them when it is made, so that opening a workspace
        imports no room that it has no work for. Raises SchemaTooNew.
        """
        held = self._versions()
        if all(held.get(schema.room) == len(schema.migrations) for schema in schemas):
            return
        with self.transaction():
            self.execute("CREATE TABLE IF NOT EXISTS schema_version (room TEXT PRIMARY KEY, version INTEGER NOT NULL)")
            versions = self._versions()
            for schema in schemas:
                self._migrate_room(schema, versions.get(schema.room, 0))

    def _versions(self) -> dict[str, int]:
        if not self.all("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'"):
            return {}
        return dict(self.all("SELECT room, version FROM schema_version"))

    def _migrate_room(self, schema: Schema, version: int) -> None:
        newest = len(schema.migrations)
        if version > newest:
            raise SchemaTooNew(
                f"{self.path} was written by a newer Pramana ({schema.room} tables at version {version}, "
                f"this one knows {newest}). Upgrade Pramana to open it."
            )
        for script in schema.migrations[version:]:
            for statement in _statements(script):
                self.execute(statement)
        self.execute("INSERT OR REPLACE INTO schema_version VALUES (?, ?)", (schema.room, newest))

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> sqlite3.Cursor:
        return self._connection.execute(sql, parameters)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        self._connection.executemany(sql, rows)

    def all(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, parameters).fetchall()

    def one(self, sql: str, parameters: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        """Return the first row, or None where there is none."""
        row: tuple[Any, ...] | None = self._connection.execute(sql, parameters).fetchone()
        return row

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit all that is written inside together, or nothing of it.

        Inside another one it is a part of that one: an error that is caught outside it takes back this part alone.
        """
        name = f"part_{self._depth}"
        begin, commit, rollback = ("SAVEPOINT {0}", "RELEASE {0}", "ROLLBACK TO {0}") if self._depth else _OUTERMOST
        self.execute(begin.format(name))
        self._depth += 1
        try:
            yield
            self.execute(commit.format(name))
        except BaseException:
            if self._connection.in_transaction:
                self.execute(rollback.format(name))
            raise
        finally:
            self._depth -= 1

    @contextmanager
    def lease(self, what: str) -> Iterator[None]:
        """Hold the workspace for one long job. Raises WorkspaceLocked at once where another process holds it.

        The lock is the operating system's: it ends with the process, however that ends.
        """
        if self.path is None:
            yield
            return
        note = self.path.with_suffix(".lease")
        lock = sqlite3.connect(self.path.with_suffix(".lock"), timeout=0, isolation_level=None)
        try:
            try:
                lock.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError:
                holder = note.read_text("utf-8") if note.exists() else "another process"
                raise WorkspaceLocked(
                    f"{self.path.parent} is being written to by {holder}. Try again when it has ended."
                ) from None
            note.write_text(f"`{what}` (process {os.getpid()})", "utf-8")
            yield
        finally:
            lock.close()

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _statements(script: str) -> Iterator[str]:
    """Split a migration at its semicolons, which may stand inside triggers too."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement
