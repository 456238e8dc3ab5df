"""How a database file is opened to be read alone, and what SQLite's errors mean to the user."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

from pramana.errors import DatabaseUnusable, StoreError, WorkspaceReadOnly

_BUSY_SECONDS = 30.0


def can_write(path: Path) -> bool:
    """Return whether a database and its log, which is made beside it, can be written."""
    return os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK)


def open_read_only(path: Path) -> tuple[sqlite3.Connection, TemporaryDirectory[str] | None]:
    """Open a database that is not to be written. Returns the connection and what to remove when it is closed, or None.

    SQLite reads a database in WAL mode through two files beside it, which it makes where they are missing. Where it can
    make none, and no log is there, the file alone is the database: it is opened as immutable, without locks, so that a
    process elsewhere that writes to it meanwhile is not noticed. Where a log is there and cannot be read in its place,
    a private copy of both is read.
    """
    try:
        return _connection(f"{path.absolute().as_uri()}?mode=ro"), None
    except sqlite3.OperationalError as error:
        if not error.sqlite_errorname.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY")):
            raise
    log = path.with_name(f"{path.name}-wal")
    if not log.is_file() or not log.stat().st_size:
        return _connection(f"{path.absolute().as_uri()}?immutable=1"), None
    private = TemporaryDirectory(prefix="pramana-")
    try:
        copy = Path(private.name) / path.name
        shutil.copyfile(path, copy)
        shutil.copyfile(log, copy.with_name(log.name))
        return _connection(f"{copy.as_uri()}?mode=ro"), private
    except BaseException:
        private.cleanup()
        raise


def _connection(uri: str) -> sqlite3.Connection:
    connection = sqlite3.connect(uri, uri=True, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # the files are opened only now
    except BaseException:
        connection.close()
        raise
    return connection


_MEANINGS: tuple[tuple[tuple[str, ...], type[StoreError], str], ...] = (
    (("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_FORMAT"), DatabaseUnusable, "cannot be used as a database: {error}."),
    (("SQLITE_READONLY", "SQLITE_PERM"), WorkspaceReadOnly, "can only be read ({error})."),
    (("SQLITE_FULL",), StoreError, "cannot grow: the disk is full, or the largest file that is allowed is reached."),
    (("SQLITE_BUSY", "SQLITE_LOCKED"), StoreError, "is being written to by another process. Try again."),
    (("SQLITE_CANTOPEN",), StoreError, "cannot be opened: a file is missing, or the system allows no more open files."),
    (("SQLITE_IOERR", "SQLITE_NOLFS"), StoreError, "cannot be read or written: the system reports {error}."),
    (("SQLITE_NOMEM",), StoreError, "needs more memory than there is."),
)
_NO_TEXT = "Could not decode to UTF-8"
"""How Python's module reports text that is not UTF-8; it gives no code then."""


SQLITE_ERRORS = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What Python's module raises for a damaged file: a name of a table or a message that is not UTF-8 has no error of its
own."""


def typed_error(path: Path | None, error: Exception) -> StoreError | None:
    """Return the error that says what a user can do about SQLite's; None for what the file is not the reason of."""
    name = getattr(error, "sqlite_errorname", "") or ""
    if isinstance(error, UnicodeDecodeError) or str(error).startswith(_NO_TEXT):
        name = "SQLITE_CORRUPT"
    for beginnings, kind, meaning in _MEANINGS:
        if name.startswith(beginnings):
            found = kind(f"{path or 'the database in memory'} {meaning.format(error=error)}")
            found.add_note(_ADVICE[kind])
            return found
    return None


_ADVICE = {
    DatabaseUnusable: "`pramana doctor --deep` shows what is damaged. Restore the database from a backup.",
    WorkspaceReadOnly: "Nothing was written. Copy the workspace to where it can be written.",
    StoreError: "What was committed before is kept: run the same command again when this is settled.",
}
