"""The write-ahead log is read before SQLite opens it: what was taken back is no damage, what was committed is."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pramana.store import log_state

ROW = "INSERT INTO t VALUES (randomblob(3000))"
_HEADER, _FRAME = 32, 24 + 4096


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The log of a database that was copied while it was open: a transaction taken back, then a small one."""
    kept, copied = sqlite3.connect(tmp_path / "kept.db", isolation_level=None), tmp_path / "copy.db-wal"
    for pragma in ("journal_mode = WAL", "cache_size = 2", "synchronous = OFF"):
        kept.execute(f"PRAGMA {pragma}")
    kept.execute("CREATE TABLE t (body)")
    kept.execute(ROW)
    kept.execute("BEGIN")
    for _ in range(50):
        kept.execute(ROW)  # more than the cache holds, so that frames are written before the end
    kept.execute("ROLLBACK")
    kept.execute(ROW)
    copied.write_bytes((tmp_path / "kept.db-wal").read_bytes())
    kept.close()
    return copied


def frames(body: bytes) -> list[int]:
    """Return where the frames of a log begin."""
    return list(range(_HEADER, len(body), _FRAME))


def commits(body: bytes) -> list[int]:
    return [at for at in frames(body) if body[at + 4 : at + 8] != bytes(4)]


def test_a_transaction_that_was_taken_back_is_no_damage(log: Path) -> None:
    body = log.read_bytes()
    assert len(frames(body)) > 20 + len(commits(body))
    state = log_state(log.with_name("copy.db"))
    assert state.well
    assert "taken back" in state.seen


@pytest.mark.parametrize("which", range(-3, 0))
def test_a_wrong_checksum_before_or_in_a_frame_that_commits_is_damage(log: Path, which: int) -> None:
    body = bytearray(log.read_bytes())
    body[commits(bytes(body))[which] + 1_000] ^= 1
    log.write_bytes(bytes(body))
    state = log_state(log.with_name("copy.db"))
    assert not state.well
    assert "damaged at frame" in state.seen


def test_a_part_of_a_frame_after_a_transaction_that_was_taken_back_is_no_damage(log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-100])
    assert log_state(log.with_name("copy.db")).well
