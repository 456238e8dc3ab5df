"""Time, memory, calls and sizes of reading 100 to 100,000 lines with the embedded model.

    python bench/scale.py [--sizes 100,500,1000,10000,100000] [--plots docs] [--json FILE]

Each size is measured in a process of its own, phase by phase: reading, each pass, asking, a vector for every line.
Times are of the processor, so that waiting for others is not in them; wall clock is printed beside. Exponent: of the
line through the last two sizes on logarithmic axes; 1 is linear. --drawn FILE draws what --json wrote earlier.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from math import log
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from log_plot import Series, log_plot
from scale_text import documents, question

SIZES = (100, 500, 1_000, 10_000, 100_000)
PASSES = ("homonyms", "resolution", "coreference", "causes", "types")
QUESTIONS = 5
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
    """bytes that the process had taken at most by the end of it"""


@dataclass
class Measured:
    lines: int
    calls: int
    phases: list[Phase] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)
    facts: int = 0


def measure(lines: int) -> Measured:
    """Read so many lines into a workspace of their own, and measure every phase."""
    import pramana

    with tempfile.TemporaryDirectory() as folder:
        texts = Path(folder) / "docs"
        texts.mkdir()
        documents(texts, lines)
        with pramana.open(Path(folder) / "ws", create=True, karaka={"passes": []}) as ws:
            found = Measured(lines, 0)
            report = _timed(found, "read", lambda: ws.ingest(texts))
            assert report.lines.total() == lines, report.lines
            found.calls = int(report.spending["calls"])
            for name in PASSES:
                _timed(found, name, lambda name=name: ws.run_passes(name))
            asked = question(texts)
            _timed(found, "ask, first", lambda: ws.ask(asked))
            _timed(found, "ask, again", lambda: [ws.ask(f"{asked[:-1]} {number}?") for number in range(QUESTIONS)])
            found.phases[-1].cpu /= QUESTIONS
            found.phases[-1].wall /= QUESTIONS
            found.facts = len(ws.facts(limit=10**9)) if lines <= 1_000 else 0
        found.sizes = _sizes(Path(folder) / "ws" / "workspace.db")
        sentences = [line for file in sorted(texts.iterdir()) for line in file.read_text("utf-8").splitlines()]
        _timed(found, "line vectors", lambda: _embedded(found, sentences))
    return found


def _timed(found: Measured, name: str, work: Callable[[], Any]) -> Any:
    cpu, wall = process_time(), perf_counter()
    result = work()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    found.phases.append(Phase(name, process_time() - cpu, perf_counter() - wall, peak))
    return result


def _embedded(found: Measured, sentences: list[str]) -> None:
    """Keep a vector for every line in a database in memory, and find the five nearest of one."""
    import anyio

    from pramana.llm import RESPONSE_SCHEMA, Gateway, PromptBook
    from pramana.retrieval.line_vectors import VECTOR_SCHEMA, LineVectors
    from pramana.store import Database

    async def work() -> int:
        database = Database(None, (RESPONSE_SCHEMA, VECTOR_SCHEMA))
        gateway = Gateway(database, PromptBook({}))
        vectors = LineVectors(database, gateway.embedder)
        await vectors.add(enumerate(sentences))
        await vectors.nearest(sentences[0])
        await gateway.aclose()
        size = int(database.all("SELECT sum(length(body)) FROM vector")[0][0])
        database.close()
        return size

    found.sizes["line vectors"] = anyio.run(work)


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
    yield f"\n| memory, MB at most by the end of | {sizes} |\n{rule}|"
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
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(asdict(measure(given.one))))
        return 0
    measured = _read(given.drawn) if given.drawn else _measured(given.sizes, given.json)
    print("\n".join(tables(measured)))
    for name, image in (plots(measured) if given.plots else {}).items():
        (given.plots / name).write_text(image, "utf-8")
    return 0


def _measured(sizes: str, file: Path | None) -> list[Measured]:
    """Measure each size in a process of its own, and write what is known after each into `file`."""
    measured: list[Measured] = []
    for size in map(int, sizes.split(",")):
        done = subprocess.run(
            [sys.executable, __file__, "--one", str(size)], check=True, capture_output=True, text=True
        )
        measured.append(_as_measured(json.loads(done.stdout)))
        whole = sum(phase.wall for phase in measured[-1].phases)
        print(f"{size:,} lines: {whole:.1f} s", file=sys.stderr, flush=True)
        if file:
            file.write_text(json.dumps([asdict(each) for each in measured]))
    return measured


def _read(file: Path) -> list[Measured]:
    return [_as_measured(told) for told in json.loads(file.read_text())]


def _as_measured(told: dict[str, Any]) -> Measured:
    return Measured(**{**told, "phases": [Phase(**phase) for phase in told["phases"]]})


if __name__ == "__main__":
    sys.exit(main())
