"""What the notebook's work takes: 100, 500 and 1,000 lines, on the embedded model and on an endpoint.

    python bench/notebook.py

Prints calls a line (on average, at most), seconds a line, seconds of a question of three hops, peak memory, and the
size of the workspace and of its indexes; beside each what the specification asks for. The endpoint reads by the
embedded rules and spoils some answers, so that lines are retried; it answers after 0.2 s. `full` is the policy with 13
calls a line or more. Peer: the calls alone, 8 in flight. Each measurement is a process of its own.
"""

from __future__ import annotations

import argparse
import json
import resource
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

import pramana
from pramana.testing.model_server import ModelServer

SUPPORT = Path(__file__).parents[1] / "tests" / "support"
DELAY, IN_FLIGHT = 0.2, 8
PASSES = ("homonyms", "resolution", "coreference", "causes", "types")
QUESTION = "Who praised the person who met the person who wrote to Hugo?"
PEOPLE = ("Anna", "Boris", "Clara", "David", "Elena", "Farid", "Greta", "Hugo")
TARGETS = {"calls": 13.0, "most": 27, "seconds": 5.0, "question": 10.0, "memory": 12_000}
"""Of the specification: calls a line on average and at most, seconds a line and a question, MB."""


def story(lines: int) -> str:
    """Return so many lines: people who give, meet and see, with pronouns among them, at places and times."""
    did = ("gave the book to {}", "met {}", "did not see {}", "painted a picture for {}", "wrote to {}", "praised {}")
    where = ("in Paris", "at the station", "in the garden", "near the river", "in the old library")
    told = []
    for number in range(lines):
        who = "He" if number % 5 == 4 else PEOPLE[number % 7]
        what = did[number % len(did)].format(PEOPLE[(number * 3 + 1) % 8])
        told.append(f"{who} {what} {where[number % len(where)]} in {1000 + number}.")
    return "\n\n".join(told)


def measured(model: str, lines: int) -> dict[str, Any]:
    """Ingest so many lines, ask, and return what it took."""
    with tempfile.TemporaryDirectory() as folder, ModelServer(_answer(), delay_s=DELAY) as server:
        file = Path(folder) / "documents" / "story.txt"
        file.parent.mkdir()
        file.write_text(story(lines), "utf-8")
        policy = {"policy": "full" if model == "full" else "batched"}
        with pramana.open(
            Path(folder) / "ws", create=True, llm=_models(model, server.url), gsv=policy, karaka={"passes": []}
        ) as ws:
            report = ws.ingest(file.parent)
            began = perf_counter()
            ws.run_passes(*PASSES)
            passes = perf_counter() - began
            taken = ws.report().calls
            began = perf_counter()
            hops = ws.ask(QUESTION).plan
            asked = perf_counter() - began
            assert hops is not None and len(hops.steps) == 3
        sizes = _sizes(Path(folder) / "ws" / "workspace.db")
    return {
        "model": model,
        "lines": lines,
        "calls": round(report.calls_per_line, 2),
        "most": round(max(taken), 1),
        "over": sum(count for calls, count in taken.items() if calls > TARGETS["most"]),
        "seconds": round(report.seconds / lines, 4),
        "ideal": round(report.spending["calls"] * DELAY / IN_FLIGHT / lines, 4) if model != "rules" else 0.0,
        "passes": round(passes / lines, 4),
        "question": round(asked, 2),
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        **sizes,
    }


def _answer() -> Any:
    sys.path.insert(0, str(SUPPORT))
    from oracle import answer

    return answer


def _models(model: str, url: str) -> dict[str, Any]:
    if model == "rules":
        return {"default": "rules"}
    it = {"model": "test", "base_url": url, "concurrency": IN_FLIGHT, "price": {"input": 0, "output": 0}}
    return {"default": "it", "models": {"it": it}}


def _sizes(database: Path) -> dict[str, float]:
    """Return kB a line: of the whole workspace, and of full text and vectors in it."""
    with sqlite3.connect(database) as db:
        lines = db.execute("SELECT count(*) FROM line").fetchone()[0]
        tables = "name LIKE 'passage%' OR name LIKE '%vector%' OR name LIKE 'name%'"
        index = db.execute(f"SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE {tables}").fetchone()[0]
    db.close()
    return {
        "workspace_kb": round(database.stat().st_size / lines / 1000, 1),
        "index_kb": round(index / lines / 1000, 2),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--lines", nargs="+", type=int, default=[100, 500, 1_000])
    chosen = parser.parse_args()
    if chosen.one:
        print(json.dumps(measured(chosen.one[0], int(chosen.one[1]))))
        return 0
    work = [(model, lines) for model in ("rules", "endpoint") for lines in chosen.lines] + [("full", chosen.lines[0])]
    for model, lines in work:
        command = [sys.executable, __file__, "--one", model, str(lines)]
        show(json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout))
    print("asked for: " + ", ".join(f"{name} {value:,}" for name, value in TARGETS.items()))
    return 0


def show(found: dict[str, Any]) -> None:
    missed = [name for name, most in TARGETS.items() if found[name] > most]
    print(
        f"{found['model']:9}{found['lines']:6} lines: {found['calls']:6.2f} calls a line, at most {found['most']:5.1f} "
        f"({found['over']} lines over {TARGETS['most']}); "
        f"{1000 * found['seconds']:7.1f} ms a line (the calls alone {1000 * found['ideal']:6.1f}), passes "
        f"{1000 * found['passes']:5.1f}; a question {found['question']:5.2f} s; peak {found['memory']:4} MB; "
        f"{found['workspace_kb']:5.1f} kB a line, index {found['index_kb']:5.2f}; "
        f"{'NOT HELD: ' + ', '.join(missed) if missed else 'held'}"
    )


if __name__ == "__main__":
    sys.exit(main())
