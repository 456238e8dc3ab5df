"""The documents of a workspace, with their lines."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from typing import Any

from pramana.canonical import canonical
from pramana.documents.model import Line, LoadedDocument
from pramana.store import Blobs, Database, Flaw, Schema, seal_column

DOCUMENT_SCHEMA = Schema(
    "documents",
    f"""
    CREATE TABLE document (
        key INTEGER PRIMARY KEY, doc_id TEXT NOT NULL UNIQUE, sha TEXT NOT NULL, loader TEXT NOT NULL,
        body TEXT NOT NULL, lines INTEGER NOT NULL, read_under TEXT NOT NULL, origin TEXT NOT NULL,
        dated TEXT NOT NULL DEFAULT '',
        {seal_column("doc_id", "sha", "loader", "body", "lines", "read_under", "origin", "dated")}
    );
    CREATE TABLE line (
        document INTEGER NOT NULL REFERENCES document, number INTEGER NOT NULL,
        start INTEGER NOT NULL, end INTEGER NOT NULL, page INTEGER, place TEXT NOT NULL, text TEXT NOT NULL,
        PRIMARY KEY (document, number)
    );
    """,
)


_LAST = 2**62
"""A number that no line has."""


@dataclass(frozen=True, slots=True)
class Shelved:
    """A document of the workspace. `body` is the blob that holds its lines; `read_under` says by which configuration
    every line of it has been read to the end, "" where that has not happened yet; `origin` the place it came from;
    `date` when it was written, in EDTF, "" where nothing says so."""

    doc_id: str
    sha: str
    loader: str
    body: str
    lines: int
    read_under: str
    origin: str
    date: str = ""


@dataclass(frozen=True, slots=True)
class ShelvedLine:
    """A line of a document."""

    doc_id: str
    line: Line


class Shelf:
    """Documents by doc_id. Bodies stay as blobs when a document goes or changes, for replay, until `burn`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._blobs = Blobs(database)

    def ids(self) -> list[str]:
        return [doc_id for (doc_id,) in self._database.all("SELECT doc_id FROM document ORDER BY doc_id")]

    def get(self, doc_id: str) -> Shelved | None:
        row = self._database.one(
            "SELECT doc_id, sha, loader, body, lines, read_under, origin, dated FROM document WHERE doc_id = ?",
            (doc_id,),
        )
        return Shelved(*row) if row else None

    def all(self) -> list[Shelved]:
        rows = self._database.all(
            "SELECT doc_id, sha, loader, body, lines, read_under, origin, dated FROM document ORDER BY doc_id"
        )
        return [Shelved(*row) for row in rows]

    def keep(self, document: LoadedDocument) -> str:
        """Store the lines of a document as a blob and return its key: the hash of the lines with their places."""
        return self._blobs.put(canonical([list(astuple(line)) for line in document.lines]).encode())

    def put(self, document: LoadedDocument, origin: str = "") -> Shelved:
        """Shelve a document in the place of the one of its doc_id."""
        lines = [astuple(line) for line in document.lines]
        body = self.keep(document)
        self.take(document.doc_id)
        cursor = self._database.execute(
            "INSERT INTO document (doc_id, sha, loader, body, lines, read_under, origin, dated)"
            " VALUES (?, ?, ?, ?, ?, '', ?, ?)",
            (document.doc_id, document.sha, document.loader, body, len(lines), origin, document.date),
        )
        self._database.executemany(
            "INSERT INTO line (document, number, text, start, end, page, place) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(cursor.lastrowid, *line) for line in lines],
        )
        return Shelved(document.doc_id, document.sha, document.loader, body, len(lines), "", origin, document.date)

    def body(self, key: str) -> tuple[Line, ...] | None:
        """Return the lines that a blob holds, None where it was burnt."""
        blob = self._blobs.get(key)
        return None if blob is None else tuple(map(_line, json.loads(blob)))

    def flaws(self) -> Iterator[Flaw]:
        """Yield documents whose lines are not those of their stored text."""
        for document in self.all():
            stored = self._blobs.read(document.body)
            if stored is None:
                yield Flaw("document", document.doc_id, "its stored text is missing or damaged")
                continue
            expected = {line.number: line for line in map(_line, json.loads(stored))}
            found = {shelved.line.number: shelved.line for shelved in self.lines(document.doc_id)}
            wrong = sorted(number for number in {*expected, *found} if expected.get(number) != found.get(number))
            for number in wrong:
                what = "is not what the stored text says: number, text, start, end, page or place"
                yield Flaw("line", f"{document.doc_id}:{number}", what)
            if len(expected) != document.lines:
                yield Flaw("document", document.doc_id, "lines is not the number of its lines")

    def mark_read(self, doc_id: str, configuration: str) -> None:
        """Record that every line has been read to the end under a configuration."""
        self._database.execute("UPDATE document SET read_under = ? WHERE doc_id = ?", (configuration, doc_id))

    def redate(self, doc_id: str, date: str) -> None:
        """Give a document another date; it counts as unread until the lines that need the date are read again."""
        self._database.execute("UPDATE document SET dated = ?, read_under = '' WHERE doc_id = ?", (date, doc_id))

    def lines(self, doc_id: str) -> list[ShelvedLine]:
        return self._lines("doc_id = ? ORDER BY number", (doc_id,))

    def texts(self, doc_id: str, first: int = 1, last: int | None = None) -> list[tuple[int, str]]:
        """Return the lines `first` to `last` (None: to the end) of a document as numbers and texts, in order."""
        sql = (
            "SELECT number, text FROM line JOIN document ON document.key = line.document "
            "WHERE doc_id = ? AND number BETWEEN ? AND ? ORDER BY number"
        )
        return self._database.all(sql, (doc_id, first, _LAST if last is None else last))

    def passages(self, places: Sequence[tuple[str, int, int]]) -> list[list[tuple[int, str]]]:
        """Return what `texts` does for each document, first and last line, in the order of `places`, read at once."""
        found: list[list[tuple[int, str]]] = [[] for _ in places]
        sql = (
            "SELECT asked.key, number, text FROM json_each(?) AS asked "
            "CROSS JOIN document ON doc_id = json_extract(asked.value, '$[0]') "
            "CROSS JOIN line ON line.document = document.key "
            "AND number BETWEEN json_extract(asked.value, '$[1]') AND json_extract(asked.value, '$[2]') "
            "ORDER BY asked.key, number"
        )
        for place, number, text in self._database.all(sql, (json.dumps(places),)):
            found[place].append((number, text))
        return found

    def line(self, doc_id: str, number: int) -> ShelvedLine | None:
        found = self._lines("doc_id = ? AND number = ?", (doc_id, number))
        return found[0] if found else None

    def _lines(self, clause: str, parameters: tuple[object, ...]) -> list[ShelvedLine]:
        sql = (
            "SELECT doc_id, number, text, start, end, page, place FROM line "
            f"JOIN document ON document.key = line.document WHERE {clause}"
        )
        return [ShelvedLine(row[0], Line(*row[1:])) for row in self._database.all(sql, parameters)]

    def take(self, doc_id: str) -> None:
        """Take a document and its lines off the shelf; its body stays as a blob."""
        row = self._database.one("SELECT key FROM document WHERE doc_id = ?", (doc_id,))
        if row:
            self._database.execute("DELETE FROM line WHERE document = ?", row)
            self._database.execute("DELETE FROM document WHERE key = ?", row)

    def burn(self, body: str) -> None:
        """Delete a body for good."""
        self._blobs.drop(body)


def _line(stored: Sequence[Any]) -> Line:
    return Line(*stored)
