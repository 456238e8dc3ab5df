"""[LINES] Reading on Ray with 1, 2 and 4 workers, against one process: calls a second at a model server of 200 ms.

python bench/ray_reading.py 160
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))
from oracle import answer
from sentences import text

import pramana
from pramana.testing.model_server import rate_limited

LATENCY_S = 0.2
CONCURRENCY = 2
"""Calls in flight of one worker: 10 calls/s each, so that four of them and the driver fit two cores."""


_recent: deque[float] = deque()
_lock = threading.Lock()


def limited_answer(request: dict[str, Any], number: int) -> Any:
    """Answer as `oracle` does, up to LIMIT calls in any second (0: any number), and write down when. The server's."""
    now, limit = time.monotonic(), int(os.environ["LIMIT"])
    with _lock:
        while _recent and _recent[0] < now - 1:
            _recent.popleft()
        if limit and len(_recent) >= limit:
            return rate_limited("0.1")
        _recent.append(now)
        with Path(os.environ["TIMES"]).open("a") as file:
            file.write(f"{now}\n")
    return answer(request, number)


@contextmanager
def served(limit: int, times: Path) -> Iterator[str]:
    """Yield the address of a server in a process of its own."""
    command = [sys.executable, "-m", "pramana.testing.model_server", "--script", "ray_reading:limited_answer"]
    here = Path(__file__).parent
    paths = f"{here}:{here.parent / 'tests' / 'support'}"
    environment = {**os.environ, "PYTHONPATH": paths, "LIMIT": str(limit), "TIMES": str(times)}
    command += ["--delay", str(LATENCY_S)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.kill()


def rate(times: list[float]) -> float:
    """Return calls a second over the middle four fifths of the calls: the ends wait for batches."""
    tenth = len(times) // 10
    middle = times[tenth : len(times) - tenth]
    return (len(middle) - 1) / (middle[-1] - middle[0])


def read(lines: int, workers: int | None, limit: int = 0) -> tuple[float, str, float]:
    """Return calls a second, the graph hash and the driver's processor seconds a call; workers None: without Ray."""
    with tempfile.TemporaryDirectory() as folder, served(limit, Path(folder, "times")) as url:
        document = Path(folder, "made.txt")
        document.write_text(text(lines), "utf-8")
        settings = {"model": "test", "base_url": url, "concurrency": CONCURRENCY, "samples": False}
        ray = {} if workers is None else {"address": "local", "cpus": 0.5}
        flags = {"llm": {"default": "it", "models": {"it": settings}}, "ray": ray}
        began = time.process_time()
        with pramana.open(f"{folder}/ws", create=True, karaka={"passes": [], "workers": workers}, **flags) as ws:
            found = ws.ingest(document)
        times = [float(line) for line in Path(folder, "times").read_text().split()]
        return rate(times), str(found.graph_hash), (time.process_time() - began) / len(times)


def main() -> None:
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else 160
    print(f"{lines} lines, {LATENCY_S * 1000:.0f} ms a call, {CONCURRENCY} in flight a worker, {os.cpu_count()} cores")
    alone, graph, _ = read(lines, None)
    print(f"one process, no Ray   {alone:6.1f} calls/s")
    rates = {}
    for workers in (1, 2, 4):
        rates[workers], found, cpu = read(lines, workers)
        assert found == graph, "the graphs differ"
        share = rates[workers] / (rates[1] * workers)
        told = f"{share:.2f} of linear, {cpu * 1000:.1f} ms of the driver a call"
        print(f"Ray, {workers} workers        {rates[workers]:6.1f} calls/s, {told}")
    print(f"overhead of one worker: {alone / rates[1] - 1:+.1%}")
    limit = round(2.5 * CONCURRENCY / LATENCY_S)
    limited, found, _ = read(lines, 4, limit)
    assert found == graph, "the graphs differ"
    print(f"Ray, 4 workers        {limited:6.1f} calls/s at a server of {limit} calls/s")


if __name__ == "__main__":
    main()
