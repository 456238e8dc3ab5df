"""A workspace that can only be read: everything that reads works, everything that writes says why it does not."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest
from read_only import commands_reading, run_reading

import pramana
from pramana.app.workspace import DATABASE
from pramana.testing.model_server import ModelServer

STORY = "Rama gave the bow to Lakshmana. He used it to kill Ravana.\nRavana did not release Sita.\n"
QUESTION = "Who gave the bow to Lakshmana?"
WAYS = ("permissions", pytest.param("mount", marks=pytest.mark.slow))
"""SQLite and Pramana refuse both alike; `make test` tries the first alone."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rama.txt").write_text(STORY, "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "rama.txt")
        ws.ask(QUESTION)
        ws.gasl("DECLARE people AS LIST")
    return tmp_path / "ws"


def contents(folder: Path) -> dict[str, str]:
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(folder.iterdir())}


@pytest.mark.slow
@pytest.mark.parametrize("how", WAYS)
def test_every_command_that_reads_works(how: str, folder: Path) -> None:
    """Status, questions, views, exports, replays and examinations need no right to write, and leave no file."""
    out = folder.parent
    (out / "more.txt").write_text("Sita saw the deer.\n", "utf-8")
    reading = [
        ["status"],
        ["ask", QUESTION],
        ["show", "line", "rama.txt:1"],
        ["entity", "show", "Rama"],
        ["ledger"],
        ["runs"],
        ["report", "--json"],
        ["passes", "list"],
        ["prompts", "list"],
        ["estimate", str(out / "more.txt")],
        ["export", str(out / "graph.json")],
        ["view", "-o", str(out / "view.html")],
        ["replay", "1"],
        ["doctor", "--deep"],
    ]
    before = contents(folder)
    done = commands_reading(how, folder, *[[*command, "-w", str(folder)] for command in reading])
    failed = [(command, *ended) for command, ended in zip(reading, done, strict=True) if ended[0]]
    assert failed == []
    assert "Rama gave the bow" in done[1][1]
    assert "not recorded: the workspace can only be read" in done[1][1]
    assert contents(folder) == before


@pytest.mark.slow
@pytest.mark.parametrize("how", WAYS)
def test_every_command_that_writes_is_refused_with_the_reason(how: str, folder: Path) -> None:
    """Exit code 2, the file and the reason; nothing is written."""
    plan = folder.parent / "plan.gasl"
    plan.write_text("FIND nodes LIMIT 1 AS found\n", "utf-8")
    writing = [
        ["ingest", str(folder.parent / "rama.txt")],
        ["remove", "rama.txt"],
        ["rebuild"],
        ["passes", "run"],
        ["entity", "merge", "Rama", "Ravana"],
        ["investigate", QUESTION],
    ]
    before = contents(folder)
    done = commands_reading(how, folder, *[[*command, "-w", str(folder)] for command in writing])
    assert [code for code, _, _ in done] == [2] * len(writing), done
    assert all(f"{DATABASE} can only be read" in err for _, _, err in done)
    assert contents(folder) == before


PAYING = """
import sys, pramana
from pramana.errors import WorkspaceReadOnly
model = {"default": "m", "models": {"m": {"model": "test", "base_url": sys.argv[2]}}}
with pramana.open(sys.argv[1], llm=model) as ws:
    try:
        ws.ask("Who killed Ravana?")
    except WorkspaceReadOnly as error:
        print(error)
"""


@pytest.mark.slow
@pytest.mark.parametrize("how", WAYS)
def test_no_answer_is_paid_for_that_could_not_be_stored(how: str, folder: Path) -> None:
    """A question that needs a model's server is refused before the server is asked."""
    with ModelServer(lambda *_: {}) as server:
        said = run_reading(how, folder, PAYING, str(folder), server.url)
        assert "openai:test was not asked: its answer could not be stored." in said
        assert server.requests == []


KILLED = """
import os, signal, sqlite3, sys
sys.path.insert(0, "")
from pathlib import Path
from pramana.store import Database
from pramana.app.workspace import SCHEMAS
database = Database(Path(sys.argv[1]), SCHEMAS)
database.execute("INSERT INTO embedding VALUES ('q', 1, x'01', 'd', 'm')")
os.kill(os.getpid(), signal.SIGKILL)
"""
COUNT = """
import sys
from pathlib import Path
from pramana.app.workspace import SCHEMAS
from pramana.store import Database
with Database(Path(sys.argv[1]), SCHEMAS, create=False) as database:
    print(database.read_only, database.one("SELECT count(*) FROM embedding")[0])
"""


@pytest.mark.slow
@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("shared_memory", [True, False], ids=["with -shm", "without -shm"])
def test_a_log_that_was_left_behind_is_read(how: str, shared_memory: bool, folder: Path) -> None:
    """What a killed process committed is in the log alone: it is read there, and no file changes."""
    database = folder / DATABASE
    subprocess.run([sys.executable, "-c", KILLED, str(database)], check=False)
    assert (folder / f"{DATABASE}-wal").stat().st_size > 0
    if not shared_memory:
        (folder / f"{DATABASE}-shm").unlink()
    before = contents(folder)
    assert run_reading(how, folder, COUNT, str(database)) == "True 1\n"
    assert contents(folder) == before
