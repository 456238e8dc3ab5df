"""kill -9 at any point of an ingest, the same command again: nothing lost, nothing doubled, nothing paid twice."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from oracle import answer
from sentences import text

import pramana
from pramana.testing.model_server import ModelServer

KILLS = 20
LINES = 50
CONCURRENCY = 4
SUPPORT = Path(__file__).parent.parent / "support"

INGEST = """
import sys, json, pramana
folder, document, url = sys.argv[1:]
model = {"model": "test", "base_url": url, "concurrency": 4}
with pramana.open(folder, create=True, llm={"default": "it", "models": {"it": model}}, gsv={"lines_per_validation": 5}) as ws:
    print(json.dumps(ws.ingest(document).as_json()))
"""


@contextmanager
def model_server(log: Path, delay: float) -> Iterator[str]:
    command = [sys.executable, "-m", "pramana.testing.model_server", "--script", "oracle:answer"]
    command += ["--log", str(log), "--delay", str(delay)]
    environment = {**os.environ, "PYTHONPATH": str(SUPPORT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.kill()


def ingest(folder: Path, document: Path, url: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", INGEST, str(folder), str(document), url]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def requests(log: Path) -> Counter[str]:
    lines = log.read_text("utf-8").split("\n")[:-1] if log.exists() else []  # the last may be half written
    return Counter(json.dumps(json.loads(line)["request"], sort_keys=True) for line in lines)


def stored(folder: Path) -> int:
    with sqlite3.connect(folder / "workspace.db") as database:
        (count,) = database.execute("SELECT count(*) FROM response").fetchone()
    database.close()
    return int(count)


@pytest.mark.slow
def test_killed_at_any_point_the_same_command_goes_on(tmp_path: Path) -> None:
    """Twenty kills at random points: the graph hash is that of an undisturbed run, and the server saw no request
    twice but those that were in flight at a kill."""
    document = tmp_path / "made.txt"
    document.write_text(text(LINES), "utf-8")
    with model_server(tmp_path / "whole.jsonl", 0.0) as url:
        whole = ingest(tmp_path / "whole", document, url)
        undisturbed = json.loads(whole.communicate()[0])
    whole_requests = requests(tmp_path / "whole.jsonl").total()
    log, folder, luck, kills, lost = tmp_path / "log.jsonl", tmp_path / "ws", random.Random(20), 0, [0]
    with model_server(log, 0.01) as url:
        while True:
            before = requests(log).total()
            process = ingest(folder, document, url)
            goal = before + luck.randint(0, whole_requests // KILLS)
            while process.poll() is None and (requests(log).total() <= goal or kills >= KILLS):
                time.sleep(0.002)
            process.send_signal(signal.SIGKILL)
            output = process.communicate()[0]
            if output:
                break
            kills += 1
            time.sleep(0.3)  # the server logs what it had received when its sender was killed
            lost.append(requests(log).total() - stored(folder))
    resumed = json.loads(output)
    seen = requests(log)
    assert kills >= KILLS
    assert resumed["graph_hash"] == undisturbed["graph_hash"]
    assert set(seen) == set(requests(tmp_path / "whole.jsonl"))
    assert seen.total() - len(seen) == lost[-1]
    assert max(after - before for before, after in pairwise(lost)) <= CONCURRENCY


@pytest.mark.slow
def test_status_counts_the_calls_of_killed_runs(tmp_path: Path) -> None:
    """After each kill the calls that `status` shows are the responses that were committed: what was paid for."""
    document, folder = tmp_path / "made.txt", tmp_path / "ws"
    document.write_text(text(LINES), "utf-8")
    with ModelServer(answer, delay_s=0.02) as server:
        for _ in range(2):
            before = len(server.requests)
            process = ingest(folder, document, server.url)
            while process.poll() is None and len(server.requests) < before + 8:
                time.sleep(0.002)
            process.send_signal(signal.SIGKILL)
            process.communicate()
            with pramana.open(folder) as ws:
                found = ws.status().as_json()
            assert found["metrics"]["calls"]["calls"] == stored(folder) > 0
            assert sum(each["calls"] for each in found["spending"]) == stored(folder)
