"""A knowledge base that is a file: rows of tab-separated values, or JSON lines."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pramana.canonical import canonical
from pramana.errors import KnowledgeFailed
from pramana.retrieval.knowledge.answers import Answers, KnowledgeAnswer
from pramana.retrieval.knowledge.gazetteer_file import file_state, write_index
from pramana.retrieval.knowledge.model import KnowledgeEntry, LookUp, entry, name_key
from pramana.retrieval.knowledge.settings import KnowledgeSettings
from pramana.store import Database, Schema

INDEX_SCHEMA = Schema(
    "gazetteer",
    """
    CREATE TABLE source (one INTEGER PRIMARY KEY CHECK (one = 1), state TEXT NOT NULL, digest TEXT NOT NULL);
    CREATE TABLE entry (number INTEGER PRIMARY KEY, id TEXT NOT NULL, row TEXT NOT NULL);
    CREATE TABLE called (name TEXT NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY (name, entry)) WITHOUT ROWID;
    CREATE UNIQUE INDEX entry_id ON entry (id);
    """,
)


def open_gazetteer(file: Path, index: Path | None) -> Database:
    """Return the index of a gazetteer's file, made anew where the file is another one. `index` None: in memory.

    Reads the file row by row; memory does not grow with it. Raises KnowledgeFileError.
    """
    state = file_state(file)
    if index is not None:
        index.parent.mkdir(parents=True, exist_ok=True)
    database = Database(index, (INDEX_SCHEMA,))
    held = database.one("SELECT state FROM source")
    if held is None or held[0] != state:
        try:
            write_index(database, file, state)
        except BaseException:
            database.close()
            raise
    return database


class Gazetteer:
    """A gazetteer as a knowledge base. Without its file's index (`held` None) it gives stored answers alone."""

    def __init__(
        self, settings: KnowledgeSettings, identity: Mapping[str, str], answers: Answers, held: Database | None
    ) -> None:
        self.name = identity["name"]
        self.identity = identity
        self._file = settings.file
        self._answers = answers
        self._held = held

    async def search(self, name: str, looking: LookUp, *, kind: str = "", limit: int = 8) -> tuple[KnowledgeEntry, ...]:
        """Return the entries that go by just this name, in any case, in the order of the file."""
        body = self._ask(
            "name",
            name_key(name),
            "SELECT row FROM called JOIN entry ON entry.number = called.entry WHERE name = ? ORDER BY number LIMIT 50",
            looking,
        )
        return _entries(body)[:limit]

    async def entries(self, ids: Sequence[str], looking: Mapping[str, LookUp]) -> dict[str, KnowledgeEntry]:
        found: dict[str, KnowledgeEntry] = {}
        for id_ in dict.fromkeys(ids):
            body = self._ask("entry", id_, "SELECT row FROM entry WHERE id = ?", looking[id_])
            for one in _entries(body):
                found[id_] = one
        return found

    async def aclose(self) -> None:
        if self._held is not None:
            self._held.close()

    def _ask(self, what: str, said: str, sql: str, looking: LookUp) -> bytes:
        request = self._answers.key(what, said)
        stored = self._answers.stored_answer(request, looking, _usable)
        if stored is not None:
            return stored.body
        if self._held is None:
            raise KnowledgeFailed(f"The file of the gazetteer {self.name!r} is not there ({self._file}).")
        rows = [json.loads(row) for (row,) in self._held.all(sql, (said,))]
        made = self._answers.put((request,), 200, canonical(rows).encode())[request]
        looking.used[request] = made.number
        return made.body


def _usable(answer: KnowledgeAnswer) -> bool:
    return answer.status == 200


def _entries(body: bytes) -> tuple[KnowledgeEntry, ...]:
    rows: list[dict[str, Any]] = json.loads(body)
    made = (
        entry(row["id"], row["label"], row["description"], row["aliases"], row["types"], row["sure"]) for row in rows
    )
    return tuple(one for one in made if one is not None)
