"""How fast the server answers. Usage:
bench/server.py [--lines N | --workspace FOLDER] [--rate Q] [--seconds S] [--mixed MINUTES | --explorer]

A text of N lines is made from a seed and read by the embedded model; or a workspace is given that holds such a text,
which records the questions. `pramana serve` then runs in a process of its own. All loads are open: requests arrive at a
constant rate, whether or not the last one is answered, and waiting counts. A question comes again only after all
others, some 700. Printed: milliseconds of questions, the rate at which the server is saturated, of reads of facts,
and the memory before and after. Goals at 12,000 lines: median 120 ms and 99th percentile 400 ms at 5 questions
a second; 500 reads of facts a second.

With --mixed: questions in all ways, reads, conversations, and one upload a minute, on a copy.

With --explorer: bytes and seconds until a graph is drawn in Chromium, with 2,000 and with 50,000 edges, and until all
of it has its layout.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, repeat
from pathlib import Path
from random import Random
from statistics import quantiles
from urllib.parse import quote

import httpx2

import pramana

sys.path.insert(0, str(Path(__file__).resolve().parent))
from asking import FORMS, THINGS
from open_load import Measured, Sent, cpu, memory, open_load
from scale_text import documents

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))
from chromium import Chromium, find_chromium

RATES = (10, 15, 20, 30, 40)
READ_RATES = (100, 500)
SATURATED = 2_000
"""Milliseconds of the 99th percentile from which a rate counts as too much: what comes then waits for what came."""


def questions(folder: Path) -> list[str]:
    """Return questions about names of the text, each once, in an order from a seed."""
    with pramana.open(folder) as ws:
        names = list(dict.fromkeys(fact.edge.source for fact in ws.facts("GAVE_TO", limit=200)))
    pairs = list(zip(names, cycle(THINGS), strict=False))
    asked = list(dict.fromkeys(form.format(name=name, thing=thing) for form in FORMS for name, thing in pairs))
    Random(1).shuffle(asked)
    return asked


@contextmanager
def served(folder: Path, *options: str) -> Iterator[tuple[str, int]]:
    """Run a server and give its address and its process."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    words = ["serve", "-w", str(folder), "--port", str(port), *options]
    process = subprocess.Popen([sys.executable, "-m", "pramana", *words], stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            try:
                if httpx2.get(f"http://127.0.0.1:{port}/readyz").status_code == 200:
                    break
            except httpx2.TransportError:
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.wait()


def asked_of(name: str, asked: list[str]) -> Iterator[Sent]:
    """Return questions without an end."""
    return (Sent("ask", "POST", f"/api/v1/workspaces/{name}/ask", {"question": each}) for each in cycle(asked))


def facts_of(name: str) -> Iterator[Sent]:
    """Return reads of one fact each, from all places of the graph, without an end."""
    random = Random(1)
    while True:
        after = cursor(random.randint(0, 20_000))
        yield Sent("one fact", "GET", f"/api/v1/workspaces/{name}/facts?limit=1&cursor={after}")


def reads_of(name: str, path: str) -> Iterator[Sent]:
    """Return one read without an end."""
    return repeat(Sent(path, "GET", f"/api/v1/workspaces/{name}/{path}"))


def load(url: str, pid: int, what: str, requests: Iterator[Sent], rate: float, seconds: float) -> dict[str, Measured]:
    """Run an open load, print its figures, and return them."""
    used = cpu(pid)
    found = asyncio.run(open_load(url, requests, rate, seconds))
    spent = cpu(pid) - used
    count = sum(len(each.times) for each in found.values())
    for kind, measured in sorted(found.items()):
        print(f"{what + ': ' + kind if len(found) > 1 else what:34} {measured.text()}", flush=True)
    busy = f"{os.getloadavg()[0]:.1f}"
    print(f"{'':34} CPU of the server {spent / max(1, count) * 1000:.2f} ms a request; load of the machine {busy}")
    return found


def measure(folder: Path, rate: float, seconds: float) -> None:
    """Print everything about one workspace."""
    asked, name = questions(folder), folder.name
    print(f"load of this machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with served(folder) as (url, pid):
        load(url, pid, "ask, cold, 2 a second", asked_of(name, asked[::-1]), 2, 20)
        print(f"memory: {memory(pid):.0f} MB")
        load(url, pid, f"ask, {rate:g} a second", asked_of(name, asked), rate, seconds)
        for each in RATES:
            (found,) = load(url, pid, f"ask, {each} a second", asked_of(name, asked), each, 20).values()
            if quantiles(found.times, n=100)[98] > SATURATED:
                print(f"saturated below {each} a second")
                break
        for each in READ_RATES:
            load(url, pid, f"one fact of many, {each} a second", facts_of(name), each, 10)
            load(url, pid, f"the same 50 facts, {each} a second", reads_of(name, "facts?limit=50"), each, 10)
        print(f"memory: {memory(pid):.0f} MB after")


def mixed_requests(name: str, asked: list[str]) -> Iterator[Sent]:
    """Return reads, questions, conversations, tools and writes without an end, from a seed."""
    random, at = Random(1), f"/api/v1/workspaces/{name}"
    people = [each.removeprefix("Tell me about ").rstrip(".") for each in asked if each.startswith("Tell me about ")]
    while True:
        question, person = random.choice(asked), quote(random.choice(people))
        call = {"name": "ask", "arguments": {"question": question, "workspace": name}}
        rpc = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
        place = f"d00000.txt:{random.randint(1, 400)}"
        shares = (
            (60, Sent("facts", "GET", f"{at}/facts?limit=10&cursor={cursor(random.randint(0, 50_000))}")),
            (12, Sent("line", "GET", f"{at}/line?place={place}")),
            (10, Sent("entity", "GET", f"{at}/entity?entity={person}")),
            (5, Sent("graph", "GET", f"{at}/graph?entity={person}&limit=200&whys=false")),
            (5, Sent("search", "GET", f"{at}/search?q={quote(question)}")),
            (5, Sent("ask", "POST", f"{at}/ask", {"question": question})),
            (1, Sent("ask, streamed", "POST", f"{at}/ask/stream", {"question": question})),
            (1, Sent("ask, MCP", "POST", "/mcp", rpc, (("Accept", "application/json, text/event-stream"),))),
            (1, Sent("chat", "POST", f"{at}/chats")),
        )
        yield random.choices([each for _, each in shares], [share for share, _ in shares])[0]


def cursor(after: int) -> str:
    """Return the cursor of a position."""
    return urlsafe_b64encode(f"p:{after}".encode()).decode().rstrip("=")


def measure_mixed(folder: Path, minutes: int, rate: float) -> None:
    """Print times and memory of a mixed load on a copy of a workspace, which is written to, minute by minute."""
    with tempfile.TemporaryDirectory() as home:
        copied = Path(shutil.copytree(folder, Path(home) / "ws"))
        asked = questions(copied)
        with served(copied, "--allow-writes") as (url, pid):
            requests, held = mixed_requests(copied.name, asked), []
            for minute in range(minutes):
                write_document(url, copied.name, minute)
                load(url, pid, f"minute {minute + 1}", requests, rate, 60)
                held.append(memory(pid))
                print(f"memory: {held[-1]:.0f} MB", flush=True)
            settled = held[len(held) // 3 :]
            print(f"memory from minute {len(held) // 3 + 1} on: {min(settled):.0f} to {max(settled):.0f} MB")


def write_document(url: str, name: str, number: int) -> None:
    """Upload a small document, which is read while the load goes on."""
    body = f"Visitor {number} gave the letter to Anna. Anna left London.".encode()
    files = {"files": (f"visit{number}.txt", body)}
    httpx2.post(f"{url}/api/v1/workspaces/{name}/jobs", files=files, timeout=60).raise_for_status()


def measure_explorer(folder: Path) -> None:
    """Print what the explorer's graph page of a workspace weighs, and when it is drawn."""
    program = find_chromium()
    if program is None:
        raise SystemExit("Chromium is not installed.")
    with served(folder, "--read-only") as (home, _), Chromium(program) as page:
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
            if limit > edges:
                page.until(f"edges.length > {edges} && painted", 300)
                took = time.perf_counter() - began
                weight = page.run(f"{entries}.reduce((sum, each) => sum + each.transferSize, 0)")
                print(
                    f"{page.run('edges.length'):,} edges loaded: {weight / 1e6:.1f} MB, after {took:.1f} s", flush=True
                )
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
    parser.add_argument("--mixed", type=int, metavar="MINUTES", help="a mixed load with writes instead, on a copy")
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
    elif given.mixed:
        measure_mixed(folder, given.mixed, given.rate)
    else:
        measure(folder, given.rate, given.seconds)


if __name__ == "__main__":
    raise SystemExit(main())
