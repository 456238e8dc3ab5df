"""[LINES] Reading on Ray with 1, 2 and 4 workers, against one process: calls a second at a model server of 200 ms.

python bench/ray_reading.py 160
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))
from oracle import answer
from sentences import text

import pramana
from pramana.testing.model_server import ServerReply, as_reply, rate_limited

CONCURRENCY = 2
"""Calls in flight of one worker: 10 calls/s each, so that four of them and the driver fit two cores."""
_answers: dict[str, ServerReply] = {}
_recent: deque[float] = deque()
_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class CallServer:
    """A model server that answers after `latency_ms`, up to `limit` calls in any second (0: any number).

    It travels as the model's name, so that one process answers all runs and computes each answer once: the time that
    the tests' model takes to read is not a server's.
    """

    latency_ms: int = 200
    limit: int = 0
    run: int = 0

    @property
    def model(self) -> str:
        return f"{self.latency_ms}-{self.limit}-{self.run}"


@dataclass(frozen=True, slots=True)
class MeasuredRun:
    """Calls a second, in all, the graph hash, and the driver's processor seconds a call."""

    rate: float
    calls: int
    graph: str
    driver_s: float


def limited_answer(request: dict[str, Any], number: int) -> ServerReply:
    """Answer as `oracle` does, within what the model's name says, and write down when. Runs in the server."""
    server = CallServer(*map(int, request["model"].split("-")))
    now = time.monotonic()
    with _lock:
        while _recent and _recent[0] < now - 1:
            _recent.popleft()
        if server.limit and len(_recent) >= server.limit:
            return replace(rate_limited("0.1"), delay_s=0.001)
        _recent.append(now)
        with Path(os.environ["TIMES"], server.model).open("a") as file:
            file.write(f"{now}\n")
        key = json.dumps({name: each for name, each in request.items() if name != "model"}, sort_keys=True)
        if key not in _answers:
            _answers[key] = as_reply(answer(request, number))
    return replace(_answers[key], delay_s=server.latency_ms / 1000)


class Bench:
    """Reads one text again and again, each time in a workspace of its own."""

    def __init__(self, folder: Path, url: str, lines: int) -> None:
        self._folder, self._url, self._runs = folder, url, 0
        self._document = folder / "made.txt"
        self._document.write_text(text(lines), "utf-8")
        self.graph = self.read(None, 32, CallServer(1)).graph

    def read(self, workers: int | None, concurrency: int, server: CallServer) -> MeasuredRun:
        """Return what reading took, with so many Ray workers, None: without Ray."""
        self._runs += 1
        server = replace(server, run=self._runs)
        settings = {"model": server.model, "base_url": self._url, "concurrency": concurrency, "samples": False}
        ray = {} if workers is None else {"address": "local", "cpus": 0.5}
        flags = {"llm": {"default": "it", "models": {"it": settings}}, "ray": ray}
        karaka = {"passes": [], "workers": workers}
        began = time.process_time()
        with pramana.open(self._folder / f"ws{self._runs}", create=True, karaka=karaka, **flags) as ws:
            found = str(ws.ingest(self._document).graph_hash)
        spent = time.process_time() - began
        if self._runs > 1 and found != self.graph:
            raise AssertionError("the graphs differ")
        times = [float(line) for line in (self._folder / server.model).read_text().split()]
        return MeasuredRun(steady_rate(times), len(times), found, spent / len(times))


@contextmanager
def opened_bench(lines: int) -> Iterator[Bench]:
    """Yield a bench with a server in a process of its own, which knows all answers."""
    command = [sys.executable, "-m", "pramana.testing.model_server", "--script", "ray_reading:limited_answer"]
    here = Path(__file__).parent
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPATH": f"{here}:{here.parent / 'tests' / 'support'}", "TIMES": folder}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
            assert process.stdout is not None
            try:
                yield Bench(Path(folder), process.stdout.readline().strip(), lines)
            finally:
                process.kill()


def steady_rate(times: list[float]) -> float:
    """Return calls a second over the middle four fifths of the calls: the ends wait for batches."""
    tenth = len(times) // 10
    middle = times[tenth : len(times) - tenth]
    return (len(middle) - 1) / (middle[-1] - middle[0])


def main() -> None:
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else 160
    server = CallServer()
    print(f"{lines} lines, {server.latency_ms} ms a call, {CONCURRENCY} in flight a worker, {os.cpu_count()} cores")
    with opened_bench(lines) as bench:
        alone = bench.read(None, CONCURRENCY, server).rate
        print(f"one process, no Ray   {alone:6.1f} calls/s")
        rates = {}
        for limit in (0, 25):
            print(f"the server's limit: {f'{limit} calls/s' if limit else 'none'}")
            for workers in (1, 2, 4):
                found = bench.read(workers, CONCURRENCY, replace(server, limit=limit))
                rates[limit, workers] = found.rate
                due = rates[0, 1] * workers
                share = found.rate / min(due, limit or due)
                told = f"{share:.2f} of linear or of the limit, {found.driver_s * 1000:.1f} ms of the driver a call"
                print(f"Ray, {workers} workers        {found.rate:6.1f} calls/s, {told}")
        print(f"overhead of one worker: {alone / rates[0, 1] - 1:+.1%}")


if __name__ == "__main__":
    main()
