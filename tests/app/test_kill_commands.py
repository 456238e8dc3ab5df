"""kill -9 at chosen writes of a command, late ones too, and the same command again: the end of an undisturbed run."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from investigator import answer
from planners import FIRM

import pramana
from pramana.app import init
from pramana.graph.io import ListedGraph, write_graph
from pramana.testing.model_server import ModelServer

PROGRAM = """
import atexit, os, signal, sys
from pathlib import Path
from pramana.store import Database

at, counted = int(sys.argv.pop(1)), sys.argv.pop(1)
writes = 0

def killing(inner):
    def call(self, sql, *rest):
        global writes
        if sql.lstrip()[:6].upper() in ("INSERT", "UPDATE", "DELETE"):
            writes += 1
            if writes == at:
                os.kill(os.getpid(), signal.SIGKILL)
        return inner(self, sql, *rest)
    return call

def replacing(source, target, replace=os.replace):
    return counting(None, "UPDATE") or replace(source, target)

counting = killing(lambda *_: None)
Database.execute, Database.executemany = killing(Database.execute), killing(Database.executemany)
os.replace = replacing
atexit.register(lambda: Path(counted).write_text(str(writes)))
from pramana.cli import main
main()
"""
"""The command line, which kills itself in front of its n-th write to a database, or of a file (0: never), and counts them."""
TALE = """\
Sita lived in Videha. Rama married Sita. He gave the bow to Lakshmana. Anna saw Rama, because she came late.
Ravana stole the jewel. Sita did not see Ravana. Hanuman burned Lanka. The jewel fell into the sea.
"""
PEOPLE = "id\tlabel\tdescription\taliases\ttypes\n1\tSita\twife of Rama\t\thuman\n2\tRama\tking\t\thuman\n"
SCRIPT = """\
FIND nodes WHERE type = "Person" AS people
UPDATE study.people WITH people
COUNT people AS number
UPDATE study.total WITH number
PROCESS people USING "copy {name: text}" AS names
UPDATE study.names WITH names
FIND edges WHERE relation = "WORKS_FOR" AS deeds
COUNT deeds AS number
UPDATE study.total WITH number
SELECT names FIELDS name AS shown
"""
REVIEWS = [
    {
        "id": f"e{number}",
        "reviews": [{"text": "I was vomiting after the nuts.", "date": "2024-05-01"}] * (number % 3 + 1),
    }
    for number in range(40)
]
POINTS = ((0.35,), (0.7, 0.3), (1.0,))
"""Where a run is killed, as shares of its writes: in the middle, twice in a row, and at its very last write."""


@dataclass(frozen=True)
class Case:
    """A command in a workspace; `found` returns what two runs of it are compared by."""

    words: tuple[str, ...]
    found: Callable[[Path], Any]
    asks: bool = False


def graph_hash(folder: Path) -> Any:
    with pramana.open(folder / "ws") as ws:
        states = [(state.name, str(state)) for state in ws.passes()]
        return ws.graph_hash(), states, [run.status for run in ws.runs() if run.status != "done"]


def state(folder: Path) -> Any:
    found = json.loads((folder / "state.json").read_text())
    history = [
        {name: value for name, value in record.items() if name not in ("started_at", "finished_at", "seconds")}
        for record in found["history"]
    ]
    return found["variables"], history, found["replay"], "plan_at_work" in found


def workspace_state(folder: Path) -> Any:
    done = command(folder, ["gasl", "replay", "-w", "ws", "--json"])
    return json.loads(done.stdout)


def output(folder: Path) -> Any:
    return sorted((folder / "out.jsonl").read_text().splitlines()), graph_hash(folder)


def investigation(folder: Path) -> Any:
    with pramana.open(folder / "ws") as ws:
        runs = [run for run in ws.runs() if run.kind == "investigate"]
        assert all(run.result == runs[0].result for run in runs)  # one that was killed when it had ended is repeated
        return runs[-1].status, runs[-1].result, ws.replay(runs[-1].id).identical


CASES = {
    "ingest and its passes": Case(("ingest", "more.txt", "-w", "ws", "--quiet"), graph_hash),
    "passes": Case(("passes", "run", "-w", "ws"), graph_hash),
    "link": Case(("link", "-w", "ws"), graph_hash),
    "import": Case(("import", "firm.json", "-w", "ws"), graph_hash),
    "anot": Case(("anot", "run", "g1a.json", "data.jsonl", "-o", "out.jsonl", "-w", "ws"), output),
    "gasl run into a file": Case(("gasl", "run", "s.gasl", "-g", "ws", "-s", "state.json"), state),
    "gasl run in a workspace": Case(("gasl", "run", "s.gasl", "-w", "ws"), workspace_state),
    "investigate": Case(("investigate", "Who works for Orbit?", "-w", "ws"), investigation, asks=True),
}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with a tale that was read without passes, a knowledge base, and files for every command."""
    folder = tmp_path_factory.mktemp("base")
    (folder / "tale.txt").write_text(TALE)
    (folder / "more.txt").write_text("Lakshmana saw the sea. He told Rama that Sita waited.")
    (folder / "s.gasl").write_text(SCRIPT)
    (folder / "data.jsonl").write_text("".join(json.dumps(each) + "\n" for each in REVIEWS))
    write_graph(ListedGraph(tuple(FIRM.nodes()), tuple(FIRM.edges())), folder / "firm.json")
    ws = init(folder / "ws")
    (ws / "people.tsv").write_text(PEOPLE)
    settings = (ws / "pramana.toml").read_text()
    (ws / "pramana.toml").write_text(settings.replace("[kb]\n", '[kb]\nkind = "gazetteer"\nfile = "people.tsv"\n'))
    with pramana.open(ws, karaka={"passes": []}) as opened:
        opened.ingest(folder / "tale.txt")
        opened.import_graph(folder / "firm.json", "firm")
    command(folder, ["anot", "new", "g1a", "-o", "g1a.json"])
    return folder


def command(folder: Path, words: list[str], at: int = 0) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-c", PROGRAM, str(at), str(folder / "writes"), *words]
    environment = {**os.environ, "OPENAI_API_KEY": "none"}
    return subprocess.run(program, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def copied(base: Path, target: Path) -> Path:
    return Path(shutil.copytree(base, target))


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_killed_at_chosen_writes_the_same_command_ends_alike(name: str, base: Path, tmp_path: Path) -> None:
    """Each time in a folder of its own, followed by the same command; nothing is asked twice but what was in flight."""
    case = CASES[name]
    with ModelServer(answer) if case.asks else nullcontext() as server:
        model = ("--model", "it", "--base-url", server.url, "--concurrency", "1") if server is not None else ()
        words = [*case.words, *model]
        whole = copied(base, tmp_path / "whole")
        undisturbed = command(whole, words)
        assert undisturbed.returncode in (0, 3), undisturbed.stderr
        asked = Counter(json.dumps(each) for each in server.requests) if server is not None else Counter()
        writes = int((whole / "writes").read_text())
        assert writes > 3
        wanted = case.found(whole)
        if server is not None:
            server.requests.clear()
        for number, shares in enumerate(POINTS):
            folder = copied(base, tmp_path / f"killed{number}")
            ended = [command(folder, words, max(1, round(share * writes))).returncode for share in shares]
            assert ended[0] == -signal.SIGKILL
            done = command(folder, words) if ended[-1] == -signal.SIGKILL else None
            assert done is None or done.returncode in (0, 3), done.stderr
            assert case.found(folder) == wanted, shares
            if server is not None:
                seen = Counter(json.dumps(each) for each in server.requests)
                assert set(seen) == set(asked)
                assert seen.total() - len(seen) <= len(shares)
                server.requests.clear()
