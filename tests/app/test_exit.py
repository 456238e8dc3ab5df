"""Processes that never close what they opened: they end by themselves, and nothing that was accepted is lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pramana

LIMIT = 60.0
"""Seconds for a process that takes two or three: a hang would last for ever."""
STORY = "Rama gave the bow to Lakshmana. Ravana stole the jewel.\n"

READ = """
import asyncio, sys, threading
import pramana
ws = pramana.open(sys.argv[1], create=True)
ws.ingest(sys.argv[2])
print(ws.graph_hash(), flush=True)
"""
ENDS = {
    "script": "",
    "loop": "async def main(): ws.status()\nasyncio.run(main())",
    "several": "others = [pramana.open(sys.argv[1], create=True), pramana.open(sys.argv[1] + '2', create=True)]\nothers[0].ask('Who stole it?')",
    "daemon": "threading.Thread(target=ws.ask, args=('Who stole the jewel?',), daemon=True).start()",
    "rows": "rows = ws.gasl('FIND nodes AS found')\ndel ws\nlen(rows)",
    "console": "console = ws.console()\nlist(console.run(console.read('FIND nodes AS found')))",
    "async": "async def main(): await (await opened()).ask('Who stole it?')\n"
    "async def opened(): return pramana.aopen(sys.argv[1], create=True)\nasyncio.run(main())",
}

FAST = ("script", "async", "console")
"""A plain script, the asynchronous workspace and a console; each end takes a process, and `make test` runs these."""


def story(folder: Path) -> Path:
    file = folder / "story.txt"
    file.write_text(STORY, "utf-8")
    return file


def ran(folder: Path, program: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program, str(folder / "ws"), str(story(folder))]
    return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)


def graph_hash(folder: Path) -> str:
    with pramana.open(folder / "ws", create=True) as ws:
        assert ws.facts()
        return ws.graph_hash()


@pytest.mark.parametrize("end", [end if end in FAST else pytest.param(end, marks=pytest.mark.slow) for end in ENDS])
def test_a_script_that_never_closes_ends(end: str, tmp_path: Path) -> None:
    """However a script uses a workspace, its end is an end: silent, in time, with all facts on disk."""
    done = ran(tmp_path, READ + ENDS[end])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() == graph_hash(tmp_path)
    assert not (tmp_path / "ws" / "workspace.db-wal").exists()


@pytest.mark.slow
def test_a_script_that_fails_ends_with_its_own_error(tmp_path: Path) -> None:
    """An error that ends the script is the only one that is shown."""
    done = ran(tmp_path, READ + "raise ValueError('mine')")
    assert (done.returncode, done.stderr.count("Traceback")) == (1, 1)
    assert done.stderr.endswith("ValueError: mine\n")
    assert done.stdout.strip() == graph_hash(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    "program",
    [
        "from pramana.app.console import open_console\nimport networkx\nconsole = open_console(networkx.path_graph(3))",
        "import networkx\nfrom pramana.gasl import GASLExecutor\nfrom pramana.graph.adapters import NetworkXAdapter\n"
        "GASLExecutor(NetworkXAdapter(networkx.path_graph(3))).execute_one('FIND nodes AS found')",
    ],
)
def test_other_owners_of_loops_end_too(program: str, tmp_path: Path) -> None:
    """Consoles and executors that nobody closes do not keep a process either."""
    done = ran(tmp_path, program)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
