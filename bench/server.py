"""How fast the server answers. Usage:
bench/server.py [--lines N | --workspace FOLDER] [--rate Q] [--seconds S] [--explorer]

A text of N lines is made from a seed and read by the embedded model; or a workspace is given that holds such a text.
`pramana serve --read-only` then runs in a process of its own. Printed: milliseconds of questions that arrive at a
constant rate whether or not the last one is answered (an open load: waiting counts), the rate at which the server is
saturated, the rate of reads of facts by 8 clients at once, and the memory before and after. Goals at 12,000 lines:
median 120 ms and 99th percentile 400 ms at 5 questions a second; 500 reads of facts a second.

With --explorer: bytes and seconds until a graph is drawn in Chromium, with 2,000 and with 50,000 edges, and until all
of it has its layout.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from statistics import quantiles

import httpx2

import pramana

sys.path.insert(0, str(Path(__file__).resolve().parent))
from asking import FORMS, THINGS
from scale_text import documents

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))
from chromium import Chromium, find_chromium

RATES = (1, 2, 5, 10, 20, 40)
CLIENTS = 8


def questions(folder: Path) -> list[str]:
    """Return questions about names of the text."""
    with pramana.open(folder) as ws:
        names = list(dict.fromkeys(fact.edge.source for fact in ws.facts("GAVE_TO", limit=200)))
    return [form.format(name=name, thing=thing) for form in FORMS for name, thing in zip(names, THINGS, strict=False)]


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, int]]:
    """Run a server and give its address and its process."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    words = ["serve", "-w", str(folder), "--port", str(port), "--read-only"]
    process = subprocess.Popen([sys.executable, "-m", "pramana", *words], stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            try:
                if httpx2.get(f"http://127.0.0.1:{port}/readyz").status_code == 200:
                    break
            except httpx2.TransportError:
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/api/v1/workspaces/{folder.name}", process.pid
    finally:
        process.terminate()
        process.wait()


def cpu(pid: int) -> float:
    """Return the seconds of CPU that a process has used: what a busy machine does not change much."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def open_load(url: str, asked: list[str], rate: float, seconds: float) -> tuple[list[float], int]:
    """Return the milliseconds of questions that arrive at a constant rate, and how many failed."""
    times: list[float] = []
    failed = 0
    async with httpx2.AsyncClient(timeout=60, limits=httpx2.Limits(max_connections=200)) as client:

        async def ask(question: str) -> None:
            nonlocal failed
            began = time.perf_counter()
            try:
                failed += (await client.post(f"{url}/ask", json={"question": question})).status_code != 200
            except httpx2.TransportError:
                failed += 1
            times.append((time.perf_counter() - began) * 1000)

        tasks, texts, began = [], cycle(asked), time.perf_counter()
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
            tasks.append(asyncio.create_task(ask(next(texts))))
        await asyncio.gather(*tasks)
    return times, failed


async def closed_load(url: str, path: str, seconds: float) -> tuple[float, int]:
    """Return how many reads a second CLIENTS get that send one after the other, and how many failed."""
    until, done, failed = time.perf_counter() + seconds, 0, 0

    async def read() -> None:
        nonlocal done, failed
        async with httpx2.AsyncClient(timeout=60) as client:
            while time.perf_counter() < until:
                answer = await client.get(f"{url}/{path}")
                done += 1
                failed += answer.status_code != 200

    await asyncio.gather(*(read() for _ in range(CLIENTS)))
    return done / seconds, failed


def print_times(what: str, times: list[float], failed: int) -> float:
    cuts = quantiles(times, n=100)
    told = f"median {cuts[49]:7.1f} ms, 95th {cuts[94]:7.1f}, 99th {cuts[98]:7.1f}"
    print(f"{what:28} {told}, {len(times)} questions, {failed} failed", flush=True)
    return cuts[98]


def measure(folder: Path, rate: float, seconds: float) -> None:
    """Print everything about one workspace."""
    asked = questions(folder)
    print(f"load of this machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with served(folder) as (url, pid):
        warm(url, asked)
        began, used, since = memory(pid), cpu(pid), time.perf_counter()
        print_times("ask, one after the other", warm(url, asked), 0)
        took = time.perf_counter() - since
        print(f"CPU of the server: {(cpu(pid) - used) / len(asked) * 1000:.0f} ms a question, in {took:.0f} s")
        times, failed = asyncio.run(open_load(url, asked, rate, seconds))
        print_times(f"ask, {rate:g} a second", times, failed)
        for each in RATES:
            times, failed = asyncio.run(open_load(url, asked, each, 10))
            if print_times(f"ask, {each} a second", times, failed) > 2_000:
                print(f"saturated below {each} a second")
                break
        for path in ("facts?limit=1", "facts?limit=50", "line?place=" + first_place(url)):
            used = cpu(pid)
            found, failed = asyncio.run(closed_load(url, path, 5))
            each = (cpu(pid) - used) / max(1.0, 5 * found) * 1000
            print(f"{path}: {found:.0f} a second, {failed} failed, {each:.2f} ms CPU of the server each", flush=True)
        print(f"memory: {began:.0f} MB warm, {memory(pid):.0f} MB after")


def warm(url: str, asked: list[str]) -> list[float]:
    """Ask every question, one after the other, and return the milliseconds of each."""
    times: list[float] = []
    with httpx2.Client(timeout=120) as client:
        for question in asked:
            began = time.perf_counter()
            client.post(f"{url}/ask", json={"question": question})
            times.append((time.perf_counter() - began) * 1000)
    return times


def first_place(url: str) -> str:
    """Return the place of the first line of the first document."""
    document = httpx2.get(f"{url}/documents", params={"limit": 1}).json()["items"][0]["doc_id"]
    return f"{document}:1"


def measure_explorer(folder: Path) -> None:
    """Print what the explorer's graph page of a workspace weighs, and when it is drawn."""
    program = find_chromium()
    if program is None:
        raise SystemExit("Chromium is not installed.")
    with served(folder) as (url, _), Chromium(program) as page:
        home = url.partition("/api/")[0]
        for limit in (2_000, 50_000):
            page.open("data:text/html,")
            began = time.perf_counter()
            page.open(f"{home}/graph?workspace={folder.name}&limit={limit}")
            page.until("typeof scene !== 'undefined' && scene.nodes.length && painted", 300)
            took = time.perf_counter() - began
            entries = "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
            weight = page.run(f"{entries}.reduce((sum, each) => sum + each.transferSize, 0)")
            edges = page.run("edges.length")
            print(f"graph page with {edges:,} edges: {weight / 1e6:.1f} MB, drawn after {took:.1f} s", flush=True)
        began = time.perf_counter()
        page.run("setScope('all')")
        page.until("layout.done", 600)
        print(
            f"all of it laid out after {time.perf_counter() - began:.1f} s; painting takes {page.run('painted'):.0f} ms"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=12_000)
    parser.add_argument("--workspace", type=Path)
    parser.add_argument("--rate", type=float, default=5.0)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--explorer", action="store_true", help="measure the graph's page in Chromium instead")
    given = parser.parse_args()
    if given.workspace is not None:
        run(given.workspace.resolve(), given)
        return 0
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "texts"
        folder.mkdir()
        documents(folder, given.lines, 1)
        with pramana.open(f"{home}/ws", create=True) as ws:
            ws.ingest(folder)
        run(Path(home) / "ws", given)
    return 0


def run(folder: Path, given: argparse.Namespace) -> None:
    if given.explorer:
        measure_explorer(folder)
    else:
        measure(folder, given.rate, given.seconds)


if __name__ == "__main__":
    raise SystemExit(main())
