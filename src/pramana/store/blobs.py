"""Bodies stored once, under their content hash."""

from __future__ import annotations

import zlib

from pramana.canonical import digest_bytes
from pramana.store.database import Database, Schema

BLOB_SCHEMA = Schema("store", "CREATE TABLE blob (hash TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;")


class Blobs:
    """Bytes by content hash, compressed on disk."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, body: bytes) -> str:
        """Store `body` and return its hash. Storing it again does nothing."""
        key = digest_bytes(body)
        self._database.execute("INSERT OR IGNORE INTO blob VALUES (?, ?)", (key, zlib.compress(body, 1)))
        return key

    def get(self, key: str) -> bytes | None:
        row = self._database.one("SELECT body FROM blob WHERE hash = ?", (key,))
        return None if row is None else zlib.decompress(row[0])

    def drop(self, key: str) -> None:
        self._database.execute("DELETE FROM blob WHERE hash = ?", (key,))
