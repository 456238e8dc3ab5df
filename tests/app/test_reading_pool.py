"""Reading in several processes: the same graph, and no process that outlives its parent."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from sentences import text

import pramana
from pramana.app.reading_pool import WORTHWHILE, cores
from pramana.store.seals import add_functions

ALONE = {"karaka": {"passes": [], "workers": 1}}
INGEST = """
import sys, pramana
folder, documents, workers = sys.argv[1:]
with pramana.open(folder, create=True, karaka={"passes": [], "workers": int(workers)}) as ws:
    print(ws.ingest(documents).graph_hash)
"""


def _documents(folder: Path, lines: int = 120, files: int = 4) -> Path:
    folder.mkdir()
    for number in range(files):
        (folder / f"d{number}.txt").write_text(text(lines), "utf-8")
    return folder


def _children(process: int) -> list[int]:
    """Return the processes that another one has started and that are at work."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in listed.splitlines()]
    return [int(pid) for pid, parent, status in rows if int(parent) == process and not status.startswith("Z")]


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return not Path(f"/proc/{process}/stat").exists() or " Z " not in Path(f"/proc/{process}/stat").read_text()


def _until(condition: object, seconds: float = 60) -> None:
    assert callable(condition)
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)


@pytest.mark.slow
def test_any_number_of_processes_makes_the_same_graph(tmp_path: Path) -> None:
    """With 1, 2 and 4 processes: the same hash, the same outcomes, calls and record; and each run replays."""
    documents, found = _documents(tmp_path / "docs"), []
    for workers in (1, 2, 4):
        with pramana.open(tmp_path / f"ws{workers}", create=True, karaka={"passes": [], "workers": workers}) as ws:
            report = ws.ingest(documents)
            assert ws.replay(report.run).identical
        with closing(sqlite3.connect(tmp_path / f"ws{workers}" / "workspace.db")) as database:
            add_functions(database)
            rows = [database.execute(f"SELECT * FROM {table}").fetchall() for table in ("step", "proposal", "unit")]
        found.append((report.graph_hash, report.lines, report.spending["calls"], rows))
    assert found[0] == found[1] == found[2]


@pytest.mark.slow
def test_a_killed_process_is_replaced(tmp_path: Path) -> None:
    """kill -9 of one that reads: another one reads its batch, and the graph is the same."""
    documents = _documents(tmp_path / "docs")
    command = [sys.executable, "-c", INGEST]
    alone = subprocess.run([*command, str(tmp_path / "one"), str(documents), "1"], capture_output=True, check=True)
    with subprocess.Popen([*command, str(tmp_path / "two"), str(documents), "2"], stdout=subprocess.PIPE) as process:
        _until(lambda: len(_children(process.pid)) == 2)
        os.kill(_children(process.pid)[0], signal.SIGKILL)
        told, _ = process.communicate()
    assert process.returncode == 0
    assert told == alone.stdout


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_no_process_outlives_its_parent(tmp_path: Path, how: signal.Signals) -> None:
    """Whether the parent is killed or interrupted: its readers end, and the same command resumes to the same graph."""
    documents = _documents(tmp_path / "docs")
    (tmp_path / "ws").mkdir()
    cli = [sys.executable, "-m", "pramana", "ingest", "-w", str(tmp_path / "ws"), "--no-passes", "--workers", "2"]
    subprocess.run([sys.executable, "-m", "pramana", "init", str(tmp_path / "ws")], capture_output=True, check=True)
    with subprocess.Popen([*cli, str(documents)], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        _until(lambda: len(_children(process.pid)) == 2)
        readers = _children(process.pid)
        process.send_signal(how)
        process.wait()
    _until(lambda: not any(map(_alive, readers)))
    again = subprocess.run([*cli, str(documents)], capture_output=True, check=False)
    assert again.returncode == 0, again.stderr
    with pramana.open(tmp_path / "ws") as ws, pramana.open(tmp_path / "other", create=True, **ALONE) as other:
        assert ws.graph_hash() == other.ingest(documents).graph_hash


def test_small_texts_start_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the number is left open, the first lines are read in the process itself: most texts have no more."""
    assert cores() >= 1
    document = tmp_path / "a.txt"
    document.write_text("Rama gave the bow to Lakshmana.\n" * 20, "utf-8")
    started: list[object] = []
    begin = subprocess.Popen.__init__

    def note(self: subprocess.Popen[bytes], *given: object, **more: object) -> None:
        started.append(given)
        begin(self, *given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(subprocess.Popen, "__init__", note)
    with pramana.open(tmp_path / "ws", create=True) as ws:
        assert ws.ingest(document).lines.total() == 20 < WORTHWHILE
    assert not started
