"""The stored vectors: every one that was paid for, under its request and a revision."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pramana.canonical import digest_bytes
from pramana.store import Database, seal_column

EMBEDDING_TABLE = f"""
    CREATE TABLE embedding (
        request TEXT NOT NULL, revision INTEGER NOT NULL, body BLOB NOT NULL, digest TEXT NOT NULL, model TEXT NOT NULL,
        {seal_column("request", "revision", "digest", "model")},
        PRIMARY KEY (request, revision)
    ) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class StoredVector:
    """One vector as bytes. `digest` is the hash of the body now, `written` its hash when it was stored.

    Revisions count from 1.
    """

    request: str
    revision: int
    body: bytes
    written: str

    @property
    def digest(self) -> str:
        return digest_bytes(self.body)


class VectorStore:
    """The table of vectors. A batch is committed in a separate transaction before it is used."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def refuse_paying(self, model: str) -> None:
        """Raise WorkspaceReadOnly, before a model is asked, where its vectors could not be stored."""
        self._database.refuse_writing(f"{model} was not asked: its vectors could not be stored.")

    def add(self, model: str, bodies: Mapping[str, bytes]) -> dict[str, StoredVector]:
        """Store a new revision of each vector, by request."""
        with self._database.transaction():
            newest = self.newest(bodies)
            added = {
                request: StoredVector(
                    request, newest[request].revision + 1 if request in newest else 1, body, digest_bytes(body)
                )
                for request, body in bodies.items()
            }
            rows = ((one.request, one.revision, one.body, one.written, model) for one in added.values())
            self._database.executemany("INSERT INTO embedding VALUES (?, ?, ?, ?, ?)", rows)
        return added

    def newest(self, requests: Collection[str]) -> dict[str, StoredVector]:
        """Return the newest revision of each, by request; what is not stored is not in it."""
        return {request: revisions[max(revisions)] for request, revisions in self.revisions(requests).items()}

    def revisions(self, requests: Collection[str]) -> dict[str, dict[int, StoredVector]]:
        """Return all revisions of each, by request and revision."""
        found: dict[str, dict[int, StoredVector]] = {}
        sql = "SELECT request, revision, body, digest FROM embedding WHERE request IN ({})"
        for row in self._database.all_in(sql, list(requests)):
            found.setdefault(row[0], {})[row[1]] = StoredVector(*row)
        return found
