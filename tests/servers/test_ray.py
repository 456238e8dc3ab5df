"""Reading on real Ray clusters: the graph of one process, whatever is killed, and no key where Ray keeps records."""

from __future__ import annotations

import json
import math
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from oracle import answer
from ray_nodes import KEY, need_ray, ray_cluster
from sentences import text

import pramana
from pramana.errors import ConfigError
from pramana.store.seals import add_functions
from pramana.testing.model_server import ModelServer

SECRET = "sk-a-key-that-is-seen-nowhere-4711"
INGEST = """
import json, sys, pramana
folder, documents, flags = sys.argv[1:]
with pramana.open(folder, create=True, **json.loads(flags)) as ws:
    report = ws.ingest(documents)
print(json.dumps(report.as_json()))
"""
LINES = 24


@pytest.fixture(autouse=True)
def _ray() -> None:
    need_ray()


def flags_of(
    url: str, ray: dict[str, Any] | None = None, workers: int | None = None, key: str | None = KEY
) -> dict[str, Any]:
    model = {"model": "test", "base_url": url, "concurrency": 3, "key_env": key, "backoff_s": 0.05, "samples": False}
    flags = {"llm": {"default": "it", "models": {"it": model}}, "gsv": {"lines_per_validation": 5}}
    return {**flags, "karaka": {"passes": [], "workers": workers}, "ray": ray or {}}


def start(folder: Path, documents: Path, flags: dict[str, Any]) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", INGEST, str(folder), str(documents), json.dumps(flags)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(process: subprocess.Popen[str]) -> dict[str, Any]:
    said, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    found: dict[str, Any] = json.loads(said.splitlines()[-1])
    return found


def document(folder: Path, lines: int = LINES) -> Path:
    file = folder / "made.txt"
    file.write_text(text(lines), "utf-8")
    return file


def records(folder: Path) -> list[Any]:
    with closing(sqlite3.connect(folder / "workspace.db")) as database:
        add_functions(database)
        tables = [database.execute(f"SELECT * FROM {table}").fetchall() for table in ("step", "proposal", "unit")]
        return [*tables, sorted(database.execute("SELECT request, digest FROM response"))]


def workers_of(cluster: Any) -> list[int]:
    """Return the processes that are at work for the reading of lines on a cluster's nodes, not on another one's."""
    nodes = {_raylet(node) for node in cluster.list_all_nodes()}
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            named = b"ray::RayWorker" in (folder / "cmdline").read_bytes()
            if named and _variable(int(folder.name), "RAY_RAYLET_PID") in nodes:
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def _raylet(node: Any) -> str:
    return str(node.all_processes["raylet"][0].process.pid)


def until(condition: Any, process: subprocess.Popen[str]) -> None:
    end = time.monotonic() + 240
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.01)


class Gate:
    """Answers so many requests; the next one waits, and the server with it. So what asks cannot end meanwhile."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._most: float = 0

    def __call__(self, request: dict[str, Any], number: int) -> Any:
        with self._changed:
            self._changed.wait_for(lambda: number <= self._most)
        return answer(request, number)

    def let(self, most: float) -> None:
        """Let so many requests through, those that were answered included."""
        with self._changed:
            self._most = most
            self._changed.notify_all()


@contextmanager
def gated_server() -> Iterator[tuple[ModelServer, Gate]]:
    gate = Gate()
    with ModelServer(gate) as server:
        try:
            yield server, gate
        finally:
            gate.let(math.inf)


def undisturbed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Counter[str]]:
    """Return the graph hash and the requests of one process that reads alone."""
    monkeypatch.setenv(KEY, SECRET)
    with ModelServer(answer) as server:
        with pramana.open(tmp_path / "alone", create=True, **flags_of(server.url)) as ws:
            found = ws.ingest(document(tmp_path)).graph_hash
        return found, seen(server)


def seen(server: ModelServer) -> Counter[str]:
    return Counter(json.dumps(each, sort_keys=True) for each in list(server.requests))


@pytest.mark.slow
def test_the_embedded_model_reads_on_ray_as_in_one_process(tmp_path: Path) -> None:
    """On a local cluster of two workers: the same hash, outcomes, calls, steps and units; and the run replays."""
    found = []
    for name, flags in (("alone", {"workers": 1}), ("ray", {"workers": 2})):
        ray = {"address": "local"} if name == "ray" else {}
        with pramana.open(tmp_path / name, create=True, karaka={"passes": [], **flags}, ray=ray) as ws:
            report = ws.ingest(document(tmp_path, 120))
            assert ws.replay(report.run).identical
        found.append((report.graph_hash, report.lines, report.spending["calls"], records(tmp_path / name)))
    assert found[0] == found[1]


@pytest.mark.slow
def test_calls_made_on_ray_are_stored_here_and_no_key_leaves_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server asked by two workers: the same requests, steps, responses and graph. The key reaches the server, and is
    in no file of the cluster or the workspace."""
    graph, requests = undisturbed(tmp_path, monkeypatch)
    (tmp_path / "r").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "r"))
    kept = tmp_path / "kept"
    monkeypatch.setattr("pramana.app.ray_workers.shutil.rmtree", lambda folder, **_: Path(folder).rename(kept))
    monkeypatch.setattr(
        "pramana.app.ray_workers.tempfile.mkdtemp", lambda **_: _made(Path("/tmp") / f"pr-{os.getpid()}")
    )
    with ModelServer(answer) as server:
        with pramana.open(tmp_path / "ray", create=True, **flags_of(server.url, {"address": "local"}, 2)) as ws:
            report = ws.ingest(tmp_path / "made.txt")
        assert seen(server) == requests
        assert server.most_in_flight <= 2 * 3, "the model's `concurrency` is that of each worker"
        assert {each.get("authorization") for each in server.headers} == {f"Bearer {SECRET}"}
    assert report.graph_hash == graph
    assert records(tmp_path / "ray") == records(tmp_path / "alone")
    files = [file for folder in (kept, tmp_path / "ray") for file in folder.rglob("*") if file.is_file()]
    assert any("log" in str(file) for file in files)
    assert not [file for file in files if SECRET.encode() in file.read_bytes()]


def _made(folder: Path) -> str:
    folder.mkdir()
    return str(folder)


@pytest.mark.slow
def test_a_killed_worker_a_killed_node_and_a_killed_driver_lose_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker is killed, then a node, then the driver; the same command ends with the graph of one process. The server
    saw no request twice but those in flight at a kill."""
    graph, requests = undisturbed(tmp_path, monkeypatch)
    nodes = [{"num_cpus": 1}, {"num_cpus": 1, "resources": {"reader": 2}}, {"num_cpus": 1, "resources": {"reader": 2}}]
    with gated_server() as (server, gate), ray_cluster(nodes, **{KEY: SECRET}) as (cluster, readers):
        ray = {"address": cluster.address, "cpus": 0, "resources": {"reader": 1}}
        flags = flags_of(server.url, ray, 2)
        process = start(tmp_path / "ws", tmp_path / "made.txt", flags)

        def arrive(number: int) -> None:
            gate.let(number)
            until(lambda: len(server.requests) > number, process)

        arrive(4)
        os.kill(workers_of(cluster)[0], signal.SIGKILL)
        arrive(12)
        cluster.remove_node(readers[-1], allow_graceful=False)
        arrive(20)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        gate.let(math.inf)
        resumed = finish(start(tmp_path / "ws", tmp_path / "made.txt", flags))
        asked = seen(server)
    assert resumed["graph_hash"] == graph
    assert set(asked) == set(requests)
    assert asked.total() - len(asked) <= 3 + 6 + 6, "each kill may cost what was in flight: 3 a worker, 6 in all"
    assert sorted(records(tmp_path / "ws")[3]) == sorted(records(tmp_path / "alone")[3])


@pytest.mark.slow
def test_workers_are_placed_by_their_resources_and_lacks_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of a resource a worker: two share a node that has one of it. What no node has, and a missing key, are named
    before anything is read."""
    nodes = [{"num_cpus": 1}, {"num_cpus": 1, "num_gpus": 1}]
    with gated_server() as (server, gate), ray_cluster(nodes) as (cluster, readers):
        monkeypatch.delenv(KEY, raising=False)
        half = {"address": cluster.address, "gpus": 0.5, "cpus": 0}
        with (
            pramana.open(tmp_path / "keyless", create=True, **flags_of(server.url, half)) as ws,
            pytest.raises(ConfigError, match=f"set the environment variable {KEY}"),
        ):
            ws.ingest(document(tmp_path))
        assert not server.requests
        process = start(tmp_path / "ws", tmp_path / "made.txt", flags_of(server.url, half, key=None))
        until(lambda: len(server.requests) and len(workers_of(cluster)) == 2, process)
        placed = {_variable(each, "RAY_RAYLET_PID") for each in workers_of(cluster)}
        gate.let(math.inf)
        assert finish(process)["status"] == "done"
        assert placed == {_raylet(readers[0])}, "on the node with the GPU"
        none = {"karaka": {"passes": []}, "ray": {**half, "resources": {"tpu": 1}, "start_s": 2}}
        with (
            pramana.open(tmp_path / "none", create=True, **none) as ws,
            pytest.raises(ConfigError, match=r"A worker takes GPU 0\.5, tpu 1; there is GPU 1, tpu 0"),
        ):
            ws.ingest(tmp_path / "made.txt")


def _variable(process: int, name: str) -> str:
    """Return an environment variable of a process as it was started, "" without it."""
    words = Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    return next((each.decode().partition("=")[2] for each in words if each.startswith(f"{name}=".encode())), "")
