"""How long questions take in a running process. Usage: bench/asking.py [--lines N] [--seed S]

A text of N lines is made from a seed (`scale_text`) and read by the embedded model; then questions of each form are
asked twice over. Printed: the median and the 95th percentile of milliseconds for the first asking of each question and
for the second, wall clock and CPU of the process. Goal: 100 ms at 12,000 lines.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time

import pramana

sys.path.insert(0, str(Path(__file__).resolve().parent))
from scale_text import documents

FORMS = (
    "Who gave the {thing} to {name}?",
    "What did {name} steal?",
    "When did {name} mend the {thing}?",
    "Why did {name} leave London?",
    "Where did {name} find the {thing}?",
    "Did {name} open the door of the station?",
    "How much did {name} pay for the {thing}?",
    "What happened to the {thing}?",
    "Tell me about {name}.",
    "What did {name} do first?",
    "Who repaired the {thing} for nothing?",
    "What is a ledger?",
)
THINGS = ("letter", "key", "lamp", "violin")


def _names(file: Path) -> list[str]:
    """Return the givers of gifts in a document."""
    lines = file.read_text("utf-8").splitlines()
    return list(dict.fromkeys(line.partition(" gave the ")[0] for line in lines if " gave the " in line))


def _print(told: str, what: str, times: list[float]) -> None:
    print(f"{told:6} {what:5} median {median(times):6.1f} ms, 95th percentile {quantiles(times, n=20)[-1]:6.1f} ms")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=12_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as home, pramana.open(f"{home}/ws", create=True) as ws:
        folder = Path(home) / "texts"
        folder.mkdir()
        files = documents(folder, given.lines, given.seed)
        begun = perf_counter()
        report = ws.ingest(folder)
        print(f"{given.lines} lines read in {perf_counter() - begun:.0f} s ({report.status})")
        names = _names(files[0])
        asked = [
            form.format(name=name, thing=thing) for form in FORMS for name, thing in zip(names, THINGS, strict=False)
        ]
        for told in ("first", "again"):
            walls, cpus = [], []
            for question in asked:
                wall, cpu = perf_counter(), process_time()
                ws.ask(question)
                walls.append((perf_counter() - wall) * 1000)
                cpus.append((process_time() - cpu) * 1000)
            _print(told, "wall", walls)
            _print(told, "CPU", cpus)
            slowest = max(zip(walls, asked, strict=True))
            print(f"  slowest {slowest[0]:.0f} ms: {slowest[1]}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
