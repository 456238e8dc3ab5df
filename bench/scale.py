"""Time, memory, calls and sizes of reading 100 to 100,000 lines with the embedded model.

    python bench/scale.py [--sizes 100,500,1000,10000,100000] [--plots docs] [--json FILE]

Every phase of every size is a process of its own: reading, each pass, asking, status, view, export to each format,
replay, estimate, doctor, what a change costs, a vector for every line. --phases NAME,NAME measures some of them in the
workspace of --folder. Times are of the processor, so that waiting for others is not in them; wall clock is
printed beside. Exponent: of the line through the last two sizes on logarithmic axes; 1 is linear. --drawn FILE draws
what --json wrote earlier; --source FOLDER measures another version's `src`.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from math import log
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from log_plot import Series, log_plot
from scale_text import LINES_IN_A_DOCUMENT, documents, question

SIZES = (100, 500, 1_000, 10_000, 100_000)
PASSES = ("homonyms", "resolution", "coreference", "events", "sources", "causes", "types", "relations")
QUESTIONS = 5
FORMATS = ("csv", "json", "graphml", "gexf", "parquet", "arrow", "cypher")
PARTS = {
    "full text": ("passage",),
    "documents": ("document", "line", "blob"),
    "graph": ("node", "edge", "evidence", "unit", "premise", "support", "name", "property", "source"),
    "record": ("run", "step", "timing", "proposal", "effort"),
    "responses": ("response", "spent"),
    "vectors": ("vector", "embedding"),
}
"""The tables of the database by what they are, by the beginnings of their names."""


@dataclass
class Phase:
    name: str
    cpu: float
    wall: float
    peak: int
    """bytes that its process had taken at most"""


@dataclass
class Measured:
    lines: int
    calls: int
    phases: list[Phase] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)


def measure(lines: int, folder: Path, source: Path | None) -> Measured:
    """Read so many lines into a workspace of their own, and measure every phase in a process of its own.

    `source` holds the packages of another version to measure; None: this one.
    """
    texts = folder / "docs"
    texts.mkdir()
    documents(texts, lines)
    found = Measured(lines, 0)
    for name in PHASES:
        phase, told = _phase(name, folder, source)
        if phase is None:
            continue
        found.phases.append(phase)
        found.calls = told.get("calls", found.calls)
        found.sizes |= told.get("sizes", {})
        print(f"{lines:,} {name}: {phase.cpu:.1f} s, {phase.peak / 1e6:.0f} MB", file=sys.stderr, flush=True)
        if name == PHASES[0]:
            assert told["lines"] == lines, told
        if name == LAST_WRITER:
            found.sizes |= _sizes(folder / "ws" / "workspace.db")
    return found


def _phase(name: str, folder: Path, source: Path | None) -> tuple[Phase | None, dict[str, Any]]:
    """Run one phase in a process; no phase where that version does not have it."""
    environment = dict(os.environ) | ({"PYTHONPATH": str(source)} if source else {})
    command = [sys.executable, __file__, "--phase", name, "--folder", str(folder)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        print(f"{name}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None, {}
    told = json.loads(done.stdout.splitlines()[-1])
    return Phase(**told.pop("phase")), told


def work(name: str, folder: Path) -> None:
    """Do the work of one phase, and print its figures as JSON."""
    import pramana

    told: dict[str, Any] = {}
    if name == "line vectors":
        phase = _timed(name, lambda: told.update(_embedded(folder / "docs")))
    else:
        options = {"create": True, "karaka": {"passes": [], "workers": 1}} if name == PHASES[0] else {}
        with pramana.open(folder / "ws", **options) as ws:
            if name == "ask, again":
                ws.ask(question(folder / "docs"))
            phase = _timed(name, lambda: told.update(_WORK[name](ws, folder) or {}))
    if name == "ask, again":
        phase = Phase(name, phase.cpu / QUESTIONS, phase.wall / QUESTIONS, phase.peak)
    print(json.dumps({**told, "phase": asdict(phase)}))


def _timed(name: str, doing: Callable[[], Any]) -> Phase:
    cpu, wall = process_time(), perf_counter()
    doing()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return Phase(name, process_time() - cpu, perf_counter() - wall, peak)


def _read_lines(ws: Any, folder: Path) -> dict[str, Any]:
    report = ws.ingest(folder / "docs")
    return {"lines": report.lines.total(), "calls": int(report.spending["calls"])}


def _ask_again(ws: Any, folder: Path) -> None:
    asked = question(folder / "docs")
    for number in range(QUESTIONS):
        ws.ask(f"{asked[:-1]} {number}?")


def _two_lines(ws: Any, folder: Path) -> None:
    (folder / "new.txt").write_text("Rama gave the bow to Lakshmana.\nSita saw Rama.\n", "utf-8")
    ws.ingest(folder / "new.txt")


def _replay(command: str, ws: Any) -> None:
    """Replay the last run of a command, without a model."""
    report = ws.replay([run for run in ws.runs() if run.kind == command][-1].id)
    assert report.identical, report


def _estimate(ws: Any, folder: Path) -> None:
    """Estimate the reading of one more document, and the passes."""
    (folder / "estimated.txt").write_text("Rama saw the bow of Sita.\n" * LINES_IN_A_DOCUMENT, "utf-8")
    ws.estimate(folder / "estimated.txt")
    ws.estimate_passes()


def _export(suffix: str, ws: Any, folder: Path) -> None:
    ws.export(folder / f"graph.{suffix}")
    for written in folder.glob("graph*"):
        written.unlink()


def _doctor(ws: Any, deep: bool) -> None:
    """Check the workspace as `pramana doctor` does, on its files alone."""
    from pramana.app.deep import workspace_checks

    ws.close()
    checks = workspace_checks(ws.folder, deep=deep)
    assert all(check.well for check in checks), checks


_WORK: dict[str, Callable[[Any, Path], dict[str, Any] | None]] = {
    "read": _read_lines,
    **{name: lambda ws, _, name=name: ws.run_passes(name) and None for name in PASSES},
    "ask, first": lambda ws, folder: ws.ask(question(folder / "docs")) and None,
    "ask, again": _ask_again,
    "status": lambda ws, _: ws.status() and None,
    "view": lambda ws, folder: ws.view().save(folder / "view.html") and None,
    **{f"export {suffix}": partial(_export, suffix) for suffix in FORMATS},
    "replay a question": lambda ws, _: _replay("ask", ws),
    "estimate": _estimate,
    "doctor": lambda ws, _: _doctor(ws, deep=False),
    "doctor --deep": lambda ws, _: _doctor(ws, deep=True),
    "two more lines": _two_lines,
    "replay two lines": lambda ws, _: _replay("ingest", ws),
    "remove 400 lines": lambda ws, _: ws.remove("d00000.txt") and None,
}
PHASES = (*_WORK, "line vectors")
LAST_WRITER = PASSES[-1]
"""The phase after which the sizes are taken."""


def _embedded(texts: Path) -> dict[str, Any]:
    """Keep a vector for every line in a database in memory, and find the five nearest of one."""
    import anyio

    from pramana.llm import RESPONSE_SCHEMA, Gateway, PromptBook
    from pramana.retrieval.line_vectors import VECTOR_SCHEMA, LineVectors
    from pramana.store import Database

    sentences = [line for file in sorted(texts.iterdir()) for line in file.read_text("utf-8").splitlines()]

    async def embed() -> int:
        database = Database(None, (RESPONSE_SCHEMA, VECTOR_SCHEMA))
        gateway = Gateway(database, PromptBook({}))
        vectors = LineVectors(database, gateway.embedder)
        await vectors.add(enumerate(sentences))
        await vectors.nearest(sentences[0])
        await gateway.aclose()
        size = int(database.all("SELECT sum(length(body)) FROM vector")[0][0])
        database.close()
        return size

    return {"sizes": {"line vectors": anyio.run(embed)}}


def _sizes(file: Path) -> dict[str, int]:
    """Return the bytes of the database's pages, by what they hold; its indexes go with their tables."""
    import sqlite3

    with sqlite3.connect(file) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        rows = database.execute(
            "SELECT tbl_name, sum(pgsize) FROM dbstat JOIN sqlite_schema USING (name) GROUP BY tbl_name"
        ).fetchall()
    found = dict.fromkeys((*PARTS, "other"), 0)
    for table, size in rows:
        kinds = [kind for kind, starts in PARTS.items() if any(_begins(table, start) for start in starts)]
        found[kinds[0] if kinds else "other"] += size
    return {**found, "database": file.stat().st_size}


def _begins(table: str, start: str) -> bool:
    return table == start or table.startswith(f"{start}_")


def exponent(measured: list[Measured], name: str) -> float:
    """Return how a phase's time grows between the last two sizes: 1 is linear."""
    last = [(each.lines, phase.cpu) for each in measured[-2:] for phase in each.phases if phase.name == name]
    if len(last) < 2:
        return float("nan")
    (small, before), (large, after) = last
    return log(max(after, 1e-6) / max(before, 1e-6)) / log(large / small)


def tables(measured: list[Measured]) -> Iterator[str]:
    """Yield the result as tables of Markdown."""
    sizes = " | ".join(f"{each.lines:,}" for each in measured)
    rule = "|---" * (len(measured) + 1)
    yield f"| CPU seconds | {sizes} | exponent |\n{rule}|---|"
    for number, phase in enumerate(measured[0].phases):
        row = " | ".join(_seconds(each.phases[number].cpu) for each in measured)
        yield f"| {phase.name} | {row} | {exponent(measured, phase.name):.2f} |"
    whole = [sum(phase.cpu for phase in each.phases) for each in measured]
    yield f"| all | {' | '.join(map(_seconds, whole))} | |"
    walls = [_seconds(sum(phase.wall for phase in each.phases)) for each in measured]
    yield f"| all, wall clock | {' | '.join(walls)} | |"
    yield f"\n| memory, MB at most while | {sizes} |\n{rule}|"
    for number, phase in enumerate(measured[0].phases):
        yield f"| {phase.name} | {' | '.join(f'{each.phases[number].peak / 1e6:,.0f}' for each in measured)} |"
    yield f"\n| bytes a line | {sizes} |\n{rule}|"
    for kind in measured[0].sizes:
        yield f"| {kind} | {' | '.join(f'{each.sizes[kind] / each.lines:,.0f}' for each in measured)} |"
    yield f"| calls a line | {' | '.join(f'{each.calls / each.lines:.2f}' for each in measured)} |"


def _seconds(value: float) -> str:
    return f"{value:,.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"


def plots(measured: list[Measured]) -> dict[str, str]:
    """Return the images by their names: time by phase, and memory."""
    time = [
        Series(phase.name, [(each.lines, max(each.phases[number].cpu, 1e-3)) for each in measured])
        for number, phase in enumerate(measured[0].phases)
    ]
    first = measured[0].phases[0].cpu
    linear = [(each.lines, first * each.lines / measured[0].lines) for each in measured]
    memory = [(each.lines, max(phase.peak for phase in each.phases) / 1e6) for each in measured]
    return {
        "scale-time.svg": log_plot("CPU seconds by phase", "lines", [*time, Series("linear", linear, dashed=True)]),
        "scale-memory.svg": log_plot("Memory at most, MB", "lines", [Series("memory", memory)]),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--plots", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--drawn", type=Path)
    parser.add_argument("--source", type=Path, help="the folder with another version's packages")
    parser.add_argument("--folder", type=Path, help="keep the workspaces here")
    parser.add_argument("--phases", help="measure these alone, in the workspace of --folder")
    parser.add_argument("--phase", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.phase:
        work(given.phase, given.folder)
        return 0
    if given.phases:
        for name in given.phases.split(","):
            phase, _ = _phase(name, given.folder, given.source)
            if phase:
                print(f"| {name} | {_seconds(phase.cpu)} | {phase.peak / 1e6:,.0f} |", flush=True)
        return 0
    measured = _read(given.drawn) if given.drawn else _measured(given)
    print("\n".join(tables(measured)))
    for name, image in (plots(measured) if given.plots else {}).items():
        (given.plots / name).write_text(image, "utf-8")
    return 0


def _measured(given: argparse.Namespace) -> list[Measured]:
    """Measure each size in a folder of its own, and write what is known after each into the file that was given."""
    measured: list[Measured] = []
    for size in map(int, given.sizes.split(",")):
        with tempfile.TemporaryDirectory() as made:
            folder = given.folder / str(size) if given.folder else Path(made)
            folder.mkdir(parents=True, exist_ok=True)
            measured.append(measure(size, folder, given.source))
        if given.json:
            given.json.write_text(json.dumps([asdict(each) for each in measured]))
    return measured


def _read(file: Path) -> list[Measured]:
    return [_as_measured(told) for told in json.loads(file.read_text())]


def _as_measured(told: dict[str, Any]) -> Measured:
    return Measured(**{**told, "phases": [Phase(**phase) for phase in told["phases"]]})


if __name__ == "__main__":
    sys.exit(main())
