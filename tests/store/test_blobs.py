"""Bodies under their content hash."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.canonical import digest_bytes
from pramana.store import Blobs, Database
from pramana.store.blobs import BLOB_SCHEMA


@settings(max_examples=40)
@given(st.lists(st.binary(max_size=64)))
def test_body_comes_back_under_its_hash(bodies: list[bytes]) -> None:
    """Every body is found again by its hash, however often it was put; equal ones are stored once."""
    with Database(None, [BLOB_SCHEMA]) as database:
        blobs = Blobs(database)
        keys = [blobs.put(body) for body in bodies]
        assert keys == [digest_bytes(body) for body in bodies]
        assert [blobs.get(key) for key in keys] == bodies
        assert database.one("SELECT count(*) FROM blob") == (len(set(bodies)),)


def test_dropped_body_is_gone() -> None:
    """What was dropped, or never put, is None."""
    with Database(None, [BLOB_SCHEMA]) as database:
        blobs = Blobs(database)
        key = blobs.put(b"body")
        blobs.drop(key)
        blobs.drop(key)
        assert blobs.get(key) is None


def test_body_lies_compressed(tmp_path: Path) -> None:
    """A long text with repetitions takes less room than it is long."""
    with Database(tmp_path / "workspace.db", [BLOB_SCHEMA]) as database:
        Blobs(database).put(b"Rama gave the bow. " * 1000)
        row = database.one("SELECT length(body) FROM blob")
        assert row is not None
        assert row[0] < 1000
