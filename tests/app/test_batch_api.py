"""A whole ingest by way of a batch API: the same graph as by direct calls, and nothing sent twice after a kill."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from oracle import answer
from sentences import text

import pramana
from pramana.app import Progress, init
from pramana.testing.batch_server import BatchModelServer
from pramana.testing.model_server import ModelServer

LINES = 12


def ingest(folder: Path, document: Path, url: str, *more: str) -> subprocess.Popen[str]:
    """Start `pramana ingest` in a workspace that looks at its jobs every 50 ms."""
    if not folder.exists():
        init(folder)
    config = f'[llm]\ndefault = "it"\n[llm.models.it]\nmodel = "test"\nbase_url = "{url}"\nbatch_look_s = 0.05\n'
    (folder / "pramana.toml").write_text(config, "utf-8")
    command = [sys.executable, "-m", "pramana", "ingest", "-w", str(folder), "--json", "-q", *more, str(document)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def report(process: subprocess.Popen[str]) -> dict[str, object]:
    output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    found: dict[str, object] = json.loads(output)
    return found


@pytest.fixture
def document(tmp_path: Path) -> Path:
    file = tmp_path / "made.txt"
    file.write_text(text(LINES), "utf-8")
    return file


@pytest.mark.slow
def test_an_ingest_through_jobs_gives_the_graph_of_direct_calls(tmp_path: Path, document: Path) -> None:
    with ModelServer(answer) as server:
        direct = report(ingest(tmp_path / "direct", document, server.url))
        calls = len(server.requests)
    with BatchModelServer(answer, job_s=0.1) as server:
        batched = report(ingest(tmp_path / "batched", document, server.url, "--batch-api"))
        assert len(server.requests) == calls
        assert len(server.jobs.listed) <= calls * 2 / 3, "calls that wait for nothing go together"
    assert batched["graph_hash"] == direct["graph_hash"]


@pytest.mark.slow
def test_a_killed_ingest_fetches_the_jobs_that_it_sent(tmp_path: Path, document: Path) -> None:
    """Killed twice while a job is at the server: the same command again sends none of it a second time."""
    with BatchModelServer(answer, job_s=1.0) as server:
        for jobs in (1, 2):
            process = ingest(tmp_path / "ws", document, server.url, "--batch-api")
            while len(server.jobs.listed) < jobs:
                assert process.poll() is None, process.communicate()
                time.sleep(0.01)
            time.sleep(0.1)
            process.send_signal(signal.SIGKILL)
            process.communicate()
        resumed = report(ingest(tmp_path / "ws", document, server.url, "--batch-api"))
        sent = Counter(name for job in server.jobs.listed for name, _ in job.requests)
    assert set(sent.values()) == {1}
    with ModelServer(answer) as server:
        assert resumed["graph_hash"] == report(ingest(tmp_path / "direct", document, server.url))["graph_hash"]


@pytest.mark.slow
def test_progress_tells_of_the_jobs_at_the_server(tmp_path: Path, document: Path) -> None:
    seen: list[Progress] = []
    with BatchModelServer(answer, job_s=0.3) as server:
        model = {"model": "test", "base_url": server.url, "batch_api": True, "batch_look_s": 0.05}
        settings = {"llm": {"default": "it", "models": {"it": model}}}
        with pramana.open(tmp_path / "ws", create=True, **settings) as ws:
            ws.ingest(document, observe=seen.append)
    waiting = [each.jobs for each in seen if each.jobs is not None and each.jobs.jobs]
    assert {each.jobs for each in waiting} == {1}
    assert all(0 <= each.done <= each.requests for each in waiting)
    assert seen[-1].done == seen[-1].total
