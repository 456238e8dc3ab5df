"""A connection to a workspace's database."""

from __future__ import annotations

import os
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from pramana.canonical import digest_bytes
from pramana.errors import DatabaseOutdated, DatabaseUnusable, StoreError, WorkspaceLocked, WorkspaceReadOnly
from pramana.store.opening import SQLITE_ERRORS, can_write, open_read_only, typed_error
from pramana.store.seals import add_functions

BUSY_SECONDS = 30.0
"""How long a short write waits for another process's short write."""
VALUES_AT_ONCE = 500
"""Values in one statement. SQLite before 3.32 allowed 999 parameters; larger statements are not faster."""

_TEMPORARY = "PRAGMA temp_store=MEMORY"
_GROWN, _LEAST_PAGES = 4 / 3, 1_000
"""From how much larger a file is packed, and from what size (4 MB): below, a few pages are not worth writing all."""

_OUTERMOST = ("BEGIN IMMEDIATE", "COMMIT", "ROLLBACK")


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables of one package, as one SQL script.

    There is one schema per version of Pramana and no migration between them: a database whose tables were made by
    another script is outdated, and is built again from its documents (`pramana rebuild`).
    """

    package: str
    sql: str
    exempt: tuple[tuple[str, str], ...] = ()
    """Columns (`table.column`) whose values are under no digest, each with the reason."""

    @property
    def hash(self) -> str:
        """The hash of the script, whatever its white space."""
        return digest_bytes(" ".join(self.sql.split()).encode())

    @property
    def tables(self) -> list[str]:
        """The names of the tables, in the order of the script."""
        return re.findall(r"CREATE TABLE (\w+)", self.sql)


class Database:
    """One SQLite file in WAL mode, or a private database in memory.

    Where the file or its folder cannot be written, the database is opened to be read alone: `read_only` says so, and
    whatever writes raises WorkspaceReadOnly.

    Readers never wait. `transaction` is a short write: it waits for other short writes, up to 30 s. `lease` marks a
    long job: whoever asks for a second one gets WorkspaceLocked at once. Use it from one thread at a time.

    After `kill -9` every committed transaction is there; after a power cut the last ones before it may be missing
    (`synchronous=NORMAL`), never half of one.
    """

    def __init__(
        self, path: Path | None, schemas: Sequence[Schema] = (), *, create: bool = True, read_only: bool = False
    ) -> None:
        """Open `path` (None: in memory), and make each schema's tables where they are missing.

        `create`: make the file where it is missing or empty. Without it, the file must hold each schema's tables.
        `read_only`: open it to be read alone, though it could be written.
        Raises DatabaseOutdated where another version of Pramana made the tables, DatabaseUnusable where the file is
        missing, damaged, of another application, or lacks tables; StoreError where it cannot be used now.
        """
        self.path = path
        self._depth = 0
        self._opened = None if path is None else _note_open(path, create)
        self.read_only = path is not None and path.exists() and (read_only or not can_write(path))
        self._private: TemporaryDirectory[str] | None = None
        self._connection = self._connect()
        try:
            self._prepare(tuple(schemas), create)
        except SQLITE_ERRORS as error:
            self.close()
            raise DatabaseUnusable(f"{path} cannot be used as a database: {error}.") from error
        except BaseException:
            self.close()
            raise

    def _connect(self) -> sqlite3.Connection:
        try:
            if self.read_only and self.path is not None:
                opened, self._private = open_read_only(self.path)
            else:
                opened = sqlite3.connect(
                    self.path or ":memory:", timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
                )
        except SQLITE_ERRORS as error:
            self._note_closed()
            raise typed_error(self.path, error) or DatabaseUnusable(
                f"{self.path} cannot be used as a database: {error}."
            ) from error
        add_functions(opened)
        return opened

    def _prepare(self, schemas: tuple[Schema, ...], create: bool) -> None:
        self._refuse_strangers(create)
        writing = () if self.read_only else ("journal_mode=WAL", "synchronous=NORMAL")
        for pragma in (*writing, "foreign_keys=ON"):
            self.execute(f"PRAGMA {pragma}")
        self.execute(_TEMPORARY)
        if not create and not any(schema.package in self._schema_hashes() for schema in schemas):
            raise DatabaseUnusable(f"{self.path} is a database of Pramana's, but not this kind: it lacks every table.")
        self.add(*schemas)
        if self.path is not None:
            present = {name for (name,) in self.all("SELECT name FROM sqlite_master")}
            missing = sorted({name for _, name in made_by(schemas)} - present)
            if missing:
                shown = ", ".join(missing[:_SHOWN]) + (" …" if len(missing) > _SHOWN else "")
                raise DatabaseUnusable(f"{self.path} is damaged: it lacks {shown}.")

    def _refuse_strangers(self, create: bool) -> None:
        """Leave the database of another application as it is: no table of ours, no other journal."""
        names = {name for (name,) in self.all("SELECT name FROM sqlite_master")}
        if "schema_version" in names:
            raise DatabaseOutdated(f"{self.path} was made by an earlier version of Pramana.")
        if "table_schema" not in names and (names or not create):
            held = "it is of another application" if names else "it has no tables"
            raise DatabaseUnusable(f"{self.path} is not a database of Pramana's: {held}.")

    def add(self, *schemas: Schema) -> None:
        """Make each schema's tables where they are not there yet.

        A class that owns tables which few workspaces need asks for them when it is made, so that opening a workspace
        imports no package that it has no work for. Raises DatabaseOutdated.
        """
        made = self._schema_hashes()
        other = [schema.package for schema in schemas if made.get(schema.package, schema.hash) != schema.hash]
        if other:
            raise DatabaseOutdated(
                f"{self.path} was made by another version of Pramana: its tables of {', '.join(other)} differ.", other
            )
        missing = [schema for schema in schemas if schema.package not in made]
        if missing:
            with self.transaction():
                self.execute("CREATE TABLE IF NOT EXISTS table_schema (package TEXT PRIMARY KEY, hash TEXT NOT NULL)")
                for schema in missing:
                    self._make(schema)

    def _schema_hashes(self) -> dict[str, str]:
        """Return the hash of each schema whose tables are there, by its package."""
        if not self.all("SELECT 1 FROM sqlite_master WHERE name = 'table_schema'"):
            return {}
        return dict(self.all("SELECT package, hash FROM table_schema"))

    def _make(self, schema: Schema) -> None:
        # Another process may have made them since `_made` was asked.
        if self.one("SELECT 1 FROM table_schema WHERE package = ?", (schema.package,)) is None:
            for statement in _statements(schema.sql):
                try:
                    self.execute(statement)
                except sqlite3.OperationalError as error:
                    if "already exists" not in str(error):
                        raise
                    what = f"table_schema does not list the tables of {schema.package}, and {error}"
                    raise DatabaseUnusable(f"{self.path} is damaged: {what}.") from None
            self.execute("INSERT INTO table_schema VALUES (?, ?)", (schema.package, schema.hash))

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Run a statement. Raises StoreError and those below it for what the file or the system is the reason of."""
        try:
            return self._connection.execute(sql, parameters)
        except SQLITE_ERRORS as error:
            raise typed_error(self.path, error) or error from None

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        try:
            self._connection.executemany(sql, rows)
        except SQLITE_ERRORS as error:
            raise typed_error(self.path, error) or error from None

    def all(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(sql, parameters).fetchall()
        except SQLITE_ERRORS as error:
            raise typed_error(self.path, error) or error from None

    def all_in(self, sql: str, values: Sequence[Any], *more: Any) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a statement for however many values, which go in the place of `{}`, then `more` parameters.

        Values go by `VALUES_AT_ONCE`, each time with a statement of its own: order holds among those alone.
        """
        for start in range(0, len(values), VALUES_AT_ONCE):
            some = values[start : start + VALUES_AT_ONCE]
            yield from self.all(sql.format(", ".join("?" * len(some))), (*some, *more))

    def one(self, sql: str, parameters: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        """Return the first row, or None where there is none."""
        try:
            row: tuple[Any, ...] | None = self._connection.execute(sql, parameters).fetchone()
            return row
        except SQLITE_ERRORS as error:
            raise typed_error(self.path, error) or error from None

    @property
    def changes(self) -> int:
        """How many rows were written since the database was opened."""
        return self._connection.total_changes

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._connection.in_transaction

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit all that is written inside together, or nothing of it.

        Inside another one it is a part of that one: an error that is caught outside it takes back this part alone.
        """
        self.refuse_writing()
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
        self.refuse_writing()
        if self.path is None:
            yield
            return
        with lease(self.path, what):
            yield

    @contextmanager
    def reading_damage(self) -> Iterator[None]:
        """Read text that is not UTF-8 instead of raising, with surrogates for its bytes, so that checks can name it."""
        before = self._connection.text_factory
        self._connection.text_factory = lambda body: body.decode("utf-8", "surrogateescape")
        try:
            yield
        finally:
            self._connection.text_factory = before

    def refuse_writing(self, why: str = "") -> None:
        """Raise WorkspaceReadOnly where the database can be read alone. `why` says what would have to be written."""
        if self.read_only and self.path is not None:
            reason = f"{self.path} can only be read: the file or its folder cannot be written here."
            raise WorkspaceReadOnly(f"{reason} {why}".rstrip())

    @contextmanager
    def packing(self) -> Iterator[None]:
        """Pack the file where what is done inside has made it larger by a third: rows come in no order, and fill pages
        by nine tenths. Each page is written again a few times at most, however large the file becomes."""
        before = self._pages()
        yield
        if self._pages() > max(before * _GROWN, _LEAST_PAGES):
            self.vacuum()

    def _pages(self) -> int:
        return int(self.all("PRAGMA page_count")[0][0])

    def vacuum(self) -> None:
        """Give the room of deleted rows back to the system, so that nothing of them is left in the file or its log.

        Where another process reads meanwhile the file stays as it is: SQLite uses the room again.
        """
        if self.path is not None:
            with suppress(StoreError, sqlite3.OperationalError):
                self.execute("PRAGMA temp_store=FILE")  # the copy that SQLite makes would be in memory, all of it
                try:
                    self.execute("VACUUM")
                finally:
                    self.execute(_TEMPORARY)
                self.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def interrupt(self) -> None:
        """End what SQLite is doing now, which raises StoreError there. Any thread may call it."""
        with suppress(sqlite3.ProgrammingError):  # it is closed
            self._connection.interrupt()

    def copy(self) -> Database:
        """Return a private copy in memory. What is written to it is gone when it is closed."""
        made = Database(None)
        try:
            self._connection.backup(made._connection)
        except SQLITE_ERRORS as error:
            made.close()
            raise typed_error(self.path, error) or error from None
        return made

    def close(self) -> None:
        self._connection.close()
        self._note_closed()
        if self._private is not None:
            self._private.cleanup()
            self._private = None

    def _note_closed(self) -> None:
        with _OPENING:
            if self._opened is not None:
                _OPEN[self._opened] -= 1
                self._opened = None

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def lease(path: Path, what: str) -> Iterator[None]:
    """Hold a database's workspace for one long job, whether the database is open or not. See `Database.lease`."""
    note = path.with_suffix(".lease")
    lock = sqlite3.connect(path.with_suffix(".lock"), timeout=0, isolation_level=None)
    try:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            holder = note.read_text("utf-8") if note.exists() else "another process"
            raise WorkspaceLocked(
                f"{path.parent} is being written to by {holder}. Try again when it has ended."
            ) from None
        note.write_text(f"`{what}` (process {os.getpid()})", "utf-8")
        yield
    finally:
        lock.close()


_OPENING = Lock()
_OPEN: Counter[Path] = Counter()
"""How many connections this process has to each file. While it has one, the file must not be opened in any other way:
when that is closed, POSIX drops all locks of the process on the file. Another process that closes the database then
takes itself for the last one and deletes the log, and every connection here fails with "disk I/O error"."""


def _note_open(path: Path, create: bool) -> Path:
    """Check a file that this process has not open yet, and note that it will have. Returns what it is noted as."""
    with _OPENING:
        name = path.absolute()
        if not _OPEN[name]:
            _check_file(path, create)
        _OPEN[name] += 1
        return name


def _check_file(path: Path, create: bool) -> None:
    """Raise DatabaseUnusable where SQLite would make a file, or fill one: an empty one, or one shorter than a page,
    which it takes for empty."""
    if not path.exists():
        if create:
            return
        raise DatabaseUnusable(f"The database {path} is missing.")
    if not path.is_file():
        raise DatabaseUnusable(f"{path} cannot be used as a database: it is not a file.")
    try:
        with path.open("rb") as file:
            begins = file.read(len(_MAGIC))
    except OSError as error:
        raise DatabaseUnusable(f"{path} cannot be used as a database: {error.strerror or error}.") from None
    if not begins and not create:
        raise DatabaseUnusable(f"The database {path} is empty: it has 0 bytes.")
    if begins and begins != _MAGIC:
        raise DatabaseUnusable(f"{path} cannot be used as a database: it is not one of SQLite's.")


_MAGIC = b"SQLite format 3\x00"


_SHOWN = 5


@lru_cache(maxsize=16)
def made_by(schemas: tuple[Schema, ...]) -> dict[tuple[str, str], str]:
    """Return what the schemas make, as SQL by type and name: tables, indexes and triggers.

    Only running the scripts tells exactly; it takes 2 ms for all of a workspace's.
    """
    scratch = sqlite3.connect(":memory:")
    add_functions(scratch)
    try:
        for schema in schemas:
            scratch.executescript(schema.sql)
        rows = scratch.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
        return {(kind, name): sql for kind, name, sql in rows}
    finally:
        scratch.close()


def _statements(script: str) -> Iterator[str]:
    """Split a script at its semicolons, which may be inside triggers too."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement
