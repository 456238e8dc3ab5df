"""The stored answers of knowledge bases: each as it came, usable or not, under its question and a number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pramana.canonical import digest
from pramana.errors import ReplayMiss
from pramana.retrieval.knowledge.model import LookUp
from pramana.store import Blobs, Database, Schema, seal_column

KNOWLEDGE_SCHEMA = Schema(
    "knowledge",
    f"""
    CREATE TABLE knowledge_answer (
        request TEXT NOT NULL, number INTEGER NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL,
        {seal_column("request", "number", "status", "body")},
        PRIMARY KEY (request, number)
    ) WITHOUT ROWID;
    """,
)


@dataclass(frozen=True, slots=True)
class KnowledgeAnswer:
    """What came: an HTTP status (200 for a file's), and the body. `number` counts the answers to a question from 1."""

    status: int
    body: bytes
    number: int


class Answers:
    """The answers of one base. With `replay` nothing but stored ones are given."""

    def __init__(self, database: Database, identity: Mapping[str, str], *, replay: bool = False) -> None:
        self._database = database
        self._blobs = Blobs(database)
        self._identity = dict(identity)
        self.replay = replay

    def key(self, what: str, said: str) -> str:
        """Return the key of a question: `what` is looked for (*name*, *entry*), and by what."""
        return digest([self._identity, what, said])

    def stored_answer(
        self, request: str, looking: LookUp, usable: Callable[[KnowledgeAnswer], bool]
    ) -> KnowledgeAnswer | None:
        """Return the newest stored answer, if it is usable, and note that it was used; None where it is to be asked.

        Where a look-up is repeated, the answer that it used then, or ReplayMiss.
        """
        pinned = None if looking.pinned is None else looking.pinned.get(request)
        found = self._get(request, pinned)
        if self.replay and (found is None or looking.pinned is None or pinned is None or not usable(found)):
            raise ReplayMiss("A knowledge base was asked what it was not asked before.")
        if found is None or not usable(found):
            return None
        looking.used[request] = found.number
        return found

    def put(self, requests: tuple[str, ...], status: int, body: bytes) -> dict[str, KnowledgeAnswer]:
        """Store one body as the answer to some questions, before anyone looks at it."""
        found = {}
        with self._database.transaction():
            held = self._blobs.put(body)
            for request in requests:
                newest = self._database.one(
                    "SELECT coalesce(max(number), 0) FROM knowledge_answer WHERE request = ?", (request,)
                )
                number = 1 + (newest[0] if newest else 0)
                self._database.execute(
                    "INSERT INTO knowledge_answer VALUES (?, ?, ?, ?)", (request, number, status, held)
                )
                found[request] = KnowledgeAnswer(status, body, number)
        return found

    def _get(self, request: str, number: int | None) -> KnowledgeAnswer | None:
        sql = "SELECT status, body, number FROM knowledge_answer WHERE request = ?"
        if number is None:
            row = self._database.one(f"{sql} ORDER BY number DESC LIMIT 1", (request,))
        else:
            row = self._database.one(f"{sql} AND number = ?", (request, number))
        body = None if row is None else self._blobs.get(row[1])
        return None if row is None or body is None else KnowledgeAnswer(row[0], body, row[2])
