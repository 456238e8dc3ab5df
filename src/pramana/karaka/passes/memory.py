"""What a pass found in a document, kept until the document changes: reading its sentences is what costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from pramana.graph import SqliteGraph
from pramana.karaka.passes.scopes import PASS_SCHEMA
from pramana.store import Database


class DocumentNotes(Protocol):
    """Where a pass keeps a text about each document that it has read."""

    def recall(self, doc_id: str) -> str | None:
        """Return what was kept of a document as it is now, None where nothing was, or the document changed."""

    def keep(self, notes: Mapping[str, str]) -> None:
        """Keep a text about each of some documents, in the place of what was kept before."""


def document_changes(graph: SqliteGraph, parting: Iterable[str] = ()) -> dict[str, int]:
    """Return, by document, the number of the last change of what its lines say, or the passes `parting`, of it."""
    read = {f"pass/{each}" for each in parting}
    found: dict[str, int] = {}
    for doc_id, writer, change in graph.changes():
        if writer in read or not writer.startswith("pass/"):
            found[doc_id] = max(change, found.get(doc_id, 0))
    return found


class DocumentMemory:
    """The notes of one pass in a workspace's database. `basis` hashes all that decides beside the document.

    A document is as it was while no unit of its lines, and none of the passes `parting`, was added or removed.
    """

    def __init__(self, database: Database, graph: SqliteGraph, name: str, basis: str, parting: Iterable[str]) -> None:
        database.add(PASS_SCHEMA)
        self._database = database
        self._name, self._basis = name, basis
        self._changes = document_changes(graph, parting)

    def recall(self, doc_id: str) -> str | None:
        sql = "SELECT body FROM pass_note WHERE pass = ? AND document = ? AND change = ? AND basis = ?"
        row = self._database.one(sql, (self._name, doc_id, self._changes.get(doc_id, 0), self._basis))
        return None if row is None else str(row[0])

    def keep(self, notes: Mapping[str, str]) -> None:
        """Keep notes, and forget those of documents that the graph no longer has."""
        held = self._database.all("SELECT document FROM pass_note WHERE pass = ?", (self._name,))
        gone = [(self._name, doc_id) for (doc_id,) in held if doc_id not in self._changes]
        rows = [(self._name, doc_id, self._changes.get(doc_id, 0), self._basis, notes[doc_id]) for doc_id in notes]
        if rows or gone:
            with self._database.transaction():
                self._database.executemany("DELETE FROM pass_note WHERE pass = ? AND document = ?", gone)
                self._database.executemany("INSERT OR REPLACE INTO pass_note VALUES (?, ?, ?, ?, ?)", rows)
