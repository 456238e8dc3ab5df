"""Bodies stored once, under their content hash."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from pramana.canonical import digest_bytes
from pramana.errors import DatabaseUnusable
from pramana.store.database import Database, Schema
from pramana.store.flaws import Flaw

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
        """Return a body, None where it was dropped. Raises DatabaseUnusable where it is not what was stored."""
        body = self.read(key)
        if body is None and self._database.one("SELECT 1 FROM blob WHERE hash = ?", (key,)):
            raise DatabaseUnusable(f"{self._database.path} is damaged: the body {key} is not what was stored.")
        return body

    def read(self, key: str) -> bytes | None:
        """Return a body, None where it was dropped or is not what was stored."""
        row = self._database.one("SELECT body FROM blob WHERE hash = ?", (key,))
        return None if row is None else unpack(row[0], key)

    def flaws(self) -> Iterator[Flaw]:
        """Yield bodies that cannot be unpacked, or whose content does not have their hash."""
        for key, body in self._database.execute("SELECT hash, body FROM blob ORDER BY hash"):
            if unpack(body, key) is None:
                yield Flaw("blob", str(key), "body does not have this hash")

    def drop(self, key: str) -> None:
        self._database.execute("DELETE FROM blob WHERE hash = ?", (key,))


def unpack(body: object, key: str) -> bytes | None:
    """Return what a stored body holds, None where it is not what has the hash `key`."""
    try:
        found = zlib.decompress(body) if isinstance(body, bytes) else b""
    except zlib.error:
        return None
    return found if digest_bytes(found) == key else None
