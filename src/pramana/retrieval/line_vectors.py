"""Vectors kept under keys of their owner's, and lines found by what they mean. The index is rebuilt from the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

import numpy as np

from pramana.llm import Embedder, Matrix
from pramana.retrieval.vectors import VectorIndex
from pramana.store import Database, Schema
from pramana.trace import Trail

VECTOR_SCHEMA = Schema(
    "vectors",
    """
    CREATE TABLE vector (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        owner TEXT NOT NULL, model TEXT NOT NULL, key NOT NULL, body BLOB NOT NULL,
        UNIQUE (owner, model, key)
    );
    """,
)

Key = TypeVar("Key", int, str)


class StoredIndex(Generic[Key]):
    """The vectors of one owner in one space, by key, with exact search over them.

    `owner` says whose keys they are (`line`, `entity`); `space` is the embedder's, so that vectors of another one are
    not seen. Keys are all integers or all strings. Another process's changes are seen with the next search.
    """

    def __init__(self, database: Database, owner: str, space: str) -> None:
        self._database = database
        self._mine = (owner, space)
        self._stamp: tuple[int, ...] = ()
        self._keys: list[Key] = []
        self._index = VectorIndex(np.zeros((0, 0), np.int8))

    def add(self, keys: Sequence[Key], vectors: Matrix) -> None:
        """Keep a vector under each key, in place of the one that is there. Vectors of zeros are not kept."""
        rows = [(*self._mine, key, row.tobytes()) for key, row in zip(keys, vectors, strict=True) if row.any()]
        with self._database.transaction():
            self.remove(keys)
            self._database.executemany("INSERT INTO vector (owner, model, key, body) VALUES (?, ?, ?, ?)", rows)

    def remove(self, keys: Iterable[Key]) -> None:
        """Forget the vectors under these keys, where there are any."""
        self._stamp = ()
        sql = "DELETE FROM vector WHERE owner = ? AND model = ? AND key = ?"
        self._database.executemany(sql, ((*self._mine, key) for key in keys))

    def lacking(self, keys: Iterable[Key]) -> list[Key]:
        """Return those of `keys` that have no vector here, in order."""
        held = set(self._load_index()[0])
        return [key for key in keys if key not in held]

    def nearest(self, vectors: Matrix, k: int = 5) -> list[list[tuple[Key, float]]]:
        """Return for each vector up to `k` (key, cosine), the nearest first, ties by key."""
        keys, index = self._load_index()
        return [[(keys[row], cosine) for row, cosine in found] for found in index.nearest(vectors, k)]

    def __len__(self) -> int:
        return len(self._load_index()[0])

    def _load_index(self) -> tuple[list[Key], VectorIndex]:
        """Return keys and index, built anew where the table has changed: no id is ever given twice."""
        where = "FROM vector WHERE owner = ? AND model = ?"
        stamp = self._database.one(f"SELECT count(*), coalesce(max(id), 0) {where}", self._mine) or ()
        if stamp != self._stamp:
            rows = self._database.all(f"SELECT key, body {where} ORDER BY key", self._mine)
            self._keys = [key for key, _ in rows]
            table = np.frombuffer(b"".join(body for _, body in rows), np.int8)
            self._index = VectorIndex(table.reshape(len(rows), -1) if rows else table.reshape(0, 0))
            self._stamp = stamp
        return self._keys, self._index


class LineVectors:
    """Lines by number, found by their vectors. `database` must have been opened with VECTOR_SCHEMA."""

    def __init__(self, database: Database, embedder: Embedder) -> None:
        self._embedder = embedder
        self._index: StoredIndex[int] = StoredIndex(database, "line", embedder.space)

    def __len__(self) -> int:
        return len(self._index)

    async def add(self, lines: Iterable[tuple[int, str]], *, trail: Trail | None = None) -> int:
        """Embed the lines that have no vector yet, keep these, and return how many.

        A line whose text has changed must be removed first. Errors are those of `Embedder.embed`; after one, the same
        call continues where it stopped.
        """
        texts = dict(lines)
        lacking = self._index.lacking(texts)
        vectors = await self._embedder.embed([texts[number] for number in lacking], trail=trail)
        self._index.add(lacking, vectors)
        return len(lacking)

    def remove(self, numbers: Iterable[int]) -> None:
        self._index.remove(numbers)

    async def nearest(self, text: str, k: int = 5, *, trail: Trail | None = None) -> list[tuple[int, float]]:
        """Return up to `k` (line, cosine) nearest to `text`, the nearest first, ties by number."""
        return (await self.nearest_each([text], k, trail=trail))[0]

    async def nearest_each(
        self, texts: Sequence[str], k: int = 5, *, trail: Trail | None = None
    ) -> list[list[tuple[int, float]]]:
        """Return what `nearest` does for each of `texts`, with one embedding of them all."""
        return self._index.nearest(await self._embedder.embed(texts, kind="query", trail=trail), k)
