"""States that a database gets into by crashes, full disks, other processes and wrong files: a message, never a crash."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from damage import DATABASE, flaws

import pramana
from pramana.app.workspace import SCHEMAS
from pramana.errors import StoreError
from pramana.store import Database, database

STORY = "".join(f"Rama gave the bow{n} to Lakshmana. Ravana stole the jewel{n}.\n" for n in range(20))

KILLED = """
import os, signal, sys, pramana
def stop(progress):
    if progress.done == 20:
        os.kill(os.getpid(), signal.SIGKILL)
with pramana.open(sys.argv[1], create=True) as ws:
    ws.ingest(sys.argv[2], observe=stop)
"""
INGEST = """
import resource, sys, pramana
from pramana.errors import PramanaError
limit = int(sys.argv[3])
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    with pramana.open(sys.argv[1]) as ws:
        print("done", ws.ingest(sys.argv[2]).status)
except PramanaError as error:
    print(type(error).__name__, error)
"""


def python(program: str, *arguments: object) -> str:
    command = [sys.executable, "-c", program, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace whose process was killed while it read: a part of it is in the log alone."""
    folder = tmp_path_factory.mktemp("killed")
    (folder / "story.txt").write_text(STORY, "utf-8")
    python(KILLED, folder / "ws", folder / "story.txt")
    assert (folder / "ws" / f"{DATABASE}-wal").stat().st_size > 100_000
    return folder


def flip_in_log(log: Path) -> None:
    body = bytearray(log.read_bytes())
    body[len(body) // 2] ^= 1
    log.write_bytes(bytes(body))


LOGS: dict[str, tuple[Callable[[Path], object], bool]] = {
    "whole": (lambda log: None, True),
    "a flipped bit": (flip_in_log, False),
    "cut within a frame": (lambda log: os.truncate(log, log.stat().st_size // 2 + 100), True),
    "its beginning overwritten": (lambda log: log.write_bytes(b"x" * log.stat().st_size), False),
    "empty": (lambda log: os.truncate(log, 0), True),
    "deleted": (lambda log: log.unlink(), True),
}


@pytest.mark.slow
@pytest.mark.parametrize("state", LOGS)
def test_a_damaged_log_is_named_and_what_is_left_is_consistent(state: str, killed: Path, tmp_path: Path) -> None:
    """Damage in the log is found before SQLite drops it. What was committed before it is whole, or the database
    itself is reported; the same ingest then completes."""
    damage, well = LOGS[state]
    shutil.copytree(killed, tmp_path / "copy")
    folder = tmp_path / "copy" / "ws"
    damage(folder / f"{DATABASE}-wal")
    found = flaws(folder)
    assert any("write-ahead log" in flaw for flaw in found) is not well
    others = [flaw for flaw in found if "write-ahead log" not in flaw]
    if others:
        assert "deleted" in state or "empty" in state or not well
        return
    assert python(INGEST, folder, tmp_path / "copy" / "story.txt", 0) == "done done\n"
    assert flaws(folder) == []


@pytest.mark.slow
def test_a_full_disk_is_reported_and_loses_nothing(killed: Path, tmp_path: Path) -> None:
    """Where a file cannot grow the run ends with the reason; what was committed is whole, and the run is resumed."""
    shutil.copytree(killed, tmp_path / "copy")
    folder, story = tmp_path / "copy" / "ws", tmp_path / "copy" / "story.txt"
    with Database(folder / DATABASE, SCHEMAS, create=False):
        pass  # the log is written into the database
    said = python(INGEST, folder, story, 65_536)  # less than the log of what is left to read
    assert said.startswith("StoreError "), said
    assert DATABASE in said
    assert flaws(folder) == []
    with pramana.open(folder) as ws:
        assert ws.ingest(story).status == "done"
    assert flaws(folder) == []


HOLDER = """
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("PRAGMA locking_mode = EXCLUSIVE")
held.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
"""


def test_a_database_that_another_process_holds_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock that does not end in time is a StoreError that names the file; `doctor` reports it, too."""
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)
    pramana.open(tmp_path / "ws", create=True).close()
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path / "ws" / DATABASE)], **pipes) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(StoreError, match=f"{DATABASE} is being written to by another process"):
            pramana.open(tmp_path / "ws")
        assert any("another process" in flaw for flaw in flaws(tmp_path / "ws"))
        process.communicate("")
    assert flaws(tmp_path / "ws") == []


def test_a_name_that_is_no_text_is_found(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 in the list of tables end no command, and not `doctor`, with another error than ours."""
    pramana.open(tmp_path / "ws", create=True).close()
    file = tmp_path / "ws" / DATABASE
    body = file.read_bytes()
    assert b"CREATE TABLE effort" in body
    file.write_bytes(body.replace(b"CREATE TABLE effort", b"CREATE TABLE eff\xd2rt"))
    with pytest.raises(StoreError):
        pramana.open(tmp_path / "ws")
    assert any("database" in flaw for flaw in flaws(tmp_path / "ws"))
