"""A workspace's database made anew: its documents are read again, with the responses that were paid for."""

from __future__ import annotations

import shutil
import sqlite3
import zlib
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pramana.app.config import FILE, load_config
from pramana.app.ingest import Ingestion, Observe, follow_up
from pramana.app.workspace import DATABASE, SCHEMAS, WorkspaceResources, find, give_id
from pramana.documents import LoadedDocument, Shelf
from pramana.errors import DatabaseOutdated, DatabaseUnusable, WorkspaceLocked
from pramana.store import Database, lease
from pramana.views import IngestReport

PAID = ("response", "embedding", "knowledge_answer")
"""Tables whose rows cost calls to make. They are copied where their columns are still there."""


@dataclass(frozen=True, slots=True)
class Renewal:
    """What was taken over into a new database. `backup` is the old file, None where the tables were up to date."""

    backup: Path | None = None
    documents: int = 0
    copied: Mapping[str, int] = field(default_factory=dict)


def renew_database(folder: str | Path | None = None) -> Renewal:
    """Replace a database with other tables by a new one that holds its documents, unread, and its paid responses.

    The old file stays beside it. A killed process leaves either the old file or the new one in its place. Raises
    DatabaseUnusable for a file that is not one of ours.
    """
    path = find(folder) / DATABASE
    if not _is_outdated(path):
        return Renewal()
    with lease(path, "pramana rebuild"):
        # Another process may have renewed it before this one got the lease.
        return _renew(path) if _is_outdated(path) else Renewal()


def _is_outdated(path: Path) -> bool:
    try:
        Database(path, SCHEMAS, create=False).close()
    except DatabaseOutdated:
        return True
    return False


def _renew(path: Path) -> Renewal:
    draft, backup = path.with_name(f"{DATABASE}.new"), _free_name(path)
    draft.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as old:
            _take_over(old, path)
            with Database(draft, SCHEMAS) as database:
                documents, copied = _fill_database(old, database, path.with_name(FILE))
            shutil.copy2(path, backup)
            draft.replace(path)
    except (sqlite3.DatabaseError, zlib.error, ValueError) as error:
        raise DatabaseUnusable(f"The documents of {path} cannot be read: {error}.") from error
    return Renewal(backup, documents, copied)


def _take_over(old: sqlite3.Connection, path: Path) -> None:
    """Lock the old database until its connection is closed, its log written into it.

    A log that another process has open would outlive the file, and be read as the new one's.
    """
    try:
        old.execute("PRAGMA locking_mode = EXCLUSIVE")  # in force with the first read; refused beside other connections
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname.startswith("SQLITE_BUSY"):
            raise WorkspaceLocked(f"{path} is open in another process. Try again when it has ended.") from None
        raise


def _fill_database(old: sqlite3.Connection, database: Database, settings: Path) -> tuple[int, dict[str, int]]:
    """Copy documents and paid responses, give the new database the workspace's id, and return what was copied."""
    with database.transaction():
        give_id(database, load_config(settings).workspace_id)
        documents = _copy_documents(old, database)
        return documents, {table: count for table in PAID if (count := _copy(old, database, table))}


def _free_name(path: Path) -> Path:
    number = 1
    while (name := path.with_name(f"{path.name}.{number}.old")).exists():
        number += 1
    return name


def _copy_documents(old: sqlite3.Connection, database: Database) -> int:
    """Shelve the documents whose text the old database holds, and return how many there are.

    Of the tables of documents and blobs only the date of a document is new since version 0.1.
    """
    shelf, count = Shelf(database), 0
    dated = "dated" if any(name == "dated" for _, name, *_ in old.execute("PRAGMA table_info(document)")) else "''"
    columns = f"doc_id, sha, loader, origin, hash, blob.body, {dated}"
    sql = f"SELECT {columns} FROM document JOIN blob ON hash = document.body ORDER BY doc_id"
    for doc_id, sha, loader, origin, key, body, date in old.execute(sql):
        database.execute("INSERT OR IGNORE INTO blob VALUES (?, ?)", (key, body))
        shelf.put(LoadedDocument(doc_id, sha, loader, shelf.body(key) or (), date), origin)
        count += 1
    return count


def _copy(old: sqlite3.Connection, database: Database, table: str) -> int:
    """Copy a table's rows where its columns are still there, and return how many there are. New ones get defaults."""
    columns = [name for _, name, *_ in old.execute(f"PRAGMA table_info({table})")]
    needed = {name: needs and default is None for _, name, _, needs, default, _ in _columns(database, table)}
    if not columns or not set(columns) <= set(needed) or any(needed[name] for name in set(needed) - set(columns)):
        return 0
    names, marks = ", ".join(columns), ", ".join("?" * len(columns))
    count = 0
    for row in old.execute(f"SELECT {names} FROM {table}"):
        database.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", row)
        count += 1
    return count


def _columns(database: Database, table: str) -> list[tuple[Any, ...]]:
    """Return the columns of a table: number, name, type, whether it may not be null, default, key."""
    return database.all(f"PRAGMA table_info({table})")


async def read_again(workspace: WorkspaceResources, observe: Observe | None = None) -> IngestReport:
    """Read every document that has not been read under the present configuration. Hold the workspace's lease."""
    before = workspace.gateway.spending.copy()
    unread = [each for each in workspace.shelf.all() if each.read_under != workspace.reader.configuration]
    loaded = [
        (LoadedDocument(each.doc_id, each.sha, each.loader, lines, each.date), each.origin)
        for each in unread
        if (lines := workspace.shelf.body(each.body)) is not None
    ]
    report = await Ingestion(workspace).read_again(loaded, observe)
    return await follow_up(workspace, report, before)
