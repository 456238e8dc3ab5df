"""What a change costs in a workspace that is large already, beside an earlier version in the same run.

    python bench/scale_goals.py [--lines 12000] [--before CHECKOUT] [--json FILE]

Each version reads the same generated text (`scale_text.py`) in processes of its own: CHECKOUT is a folder with another
version's `src`. CPU seconds are those of a process and of all that it started; wall clock is beside them. The projected
time on idle cores is the larger of the writer's CPU and all CPU by two.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from scale_text import documents, question

_TIMED = """
import json, resource, sys, time
def used():
    own, begun = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime, begun.ru_utime + begun.ru_stime
def tell(before, began, **more):
    own, begun = used()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    figures = {"cpu": own - before[0], "children": begun - before[1], "wall": time.perf_counter() - began, "peak": peak}
    print(json.dumps(figures | more))
"""
_READ = """
import pramana
folder, texts, workers = sys.argv[1:]
karaka = {"passes": []} | ({"workers": int(workers)} if workers != "none" else {})
with pramana.open(folder, create=True, karaka=karaka) as ws:
    before, began = used(), time.perf_counter()
    report = ws.ingest(texts)
    tell(before, began, lines=report.lines.total() - report.lines["unchanged"], graph=report.graph_hash)
"""
_PASSES = """
import pramana
with pramana.open(sys.argv[1]) as ws:
    before, began = used(), time.perf_counter()
    ws.run_passes()
    tell(before, began)
"""
_INGEST = """
import pramana
before, began = used(), time.perf_counter()
with pramana.open(sys.argv[1]) as ws:
    report = ws.ingest(sys.argv[2])
tell(before, began, read=report.lines.total() - report.lines["unchanged"])
"""
_ASK = """
import pramana
with pramana.open(sys.argv[1]) as ws:
    ws.ask(sys.argv[2])
    before, began = used(), time.perf_counter()
    for number in range(5):
        ws.ask(f"{sys.argv[2][:-1]} {number}?")
    tell(before, began)
"""
_REMOVE = """
import pramana
with pramana.open(sys.argv[1]) as ws:
    before, began = used(), time.perf_counter()
    ws.remove("d00001.txt")
    tell(before, began)
"""


def run(source: Path, work: str, *given: str) -> dict[str, Any]:
    """Run a piece of work with the version whose packages are in `source`, and return its figures."""
    environment = {**os.environ, "PYTHONPATH": str(source)}
    command = [sys.executable, "-c", _TIMED + work, *given]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures


def measure(source: Path, lines: int, workers: bool) -> dict[str, dict[str, Any]]:
    """Return the figures of one version by what was done."""
    with tempfile.TemporaryDirectory() as made:
        folder, texts = Path(made), Path(made) / "docs"
        texts.mkdir()
        documents(texts, lines)
        ws = str(folder / "ws")
        found = {"reading, one process": run(source, _READ, ws, str(texts), "1" if workers else "none")}
        if workers:
            found["reading, two processes"] = run(source, _READ, str(folder / "two"), str(texts), "2")
            same = {each["graph"] for each in found.values()}
            assert len(same) == 1, same
        size = (folder / "ws" / "workspace.db").stat().st_size
        found["passes"] = run(source, _PASSES, ws)
        found["five questions, warm"] = run(source, _ASK, ws, question(texts))
        (folder / "new.txt").write_text("Rama gave the bow to Lakshmana.\nSita saw Rama.\n", "utf-8")
        found["two lines in a new document"] = run(source, _INGEST, ws, str(folder / "new.txt"))
        first = texts / "d00000.txt"
        first.write_text(f"Rama met Sita.\n{first.read_text('utf-8')}", "utf-8")
        found["a line before 400 others"] = run(source, _INGEST, ws, str(texts))
        found["removing 400 lines"] = run(source, _REMOVE, ws)
        found["storage"] = {"bytes a line": size / lines}
    return found


def table(now: dict[str, dict[str, Any]], before: dict[str, dict[str, Any]] | None) -> str:
    """Return the figures as a table of Markdown."""
    rows = ["| work | before | now |", "|---|---|---|"]
    for name, figures in now.items():
        rows.append(f"| {name} | {_cell((before or {}).get(name))} | {_cell(figures)} |")
    if "reading, two processes" in now:
        alone, two = now["reading, one process"], now["reading, two processes"]
        idle = max(two["cpu"], (two["cpu"] + two["children"]) / 2)
        rows.append(f"| two processes against one, projected on two idle cores | – | {alone['cpu'] / idle:.2f} × |")
    return "\n".join(rows)


def _cell(figures: dict[str, Any] | None) -> str:
    if figures is None:
        return "–"
    if "bytes a line" in figures:
        return f"{figures['bytes a line']:,.0f} bytes a line"
    parts = [f"{figures['cpu']:.2f} s CPU"] + (
        [f"+ {figures['children']:.2f} s of readers"] if figures["children"] > 0.5 else []
    )
    told = f", {figures['read']} lines read" if "read" in figures else ""
    return f"{' '.join(parts)}, {figures['wall']:.1f} s, {figures['peak'] / 1e6:.0f} MB{told}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=12_000)
    parser.add_argument("--before", type=Path, help="the checkout of an earlier version")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    now = measure(Path(__file__).resolve().parents[1] / "src", given.lines, True)
    before = measure(given.before / "src", given.lines, False) if given.before else None
    print(table(now, before))
    if given.json:
        given.json.write_text(json.dumps({"lines": given.lines, "now": now, "before": before}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
