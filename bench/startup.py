"""How long `pramana --help` and other first words take. Usage: python bench/startup.py

Peers in the same run: the bare interpreter, and the import of Typer, below which no command line of it can start.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

ROUNDS = 15
AIM_S = 0.3
PRAMANA = "from pramana.cli import main; main()"


LOADED = "import sys\ntry:\n    {}\nfinally:\n    print(len(sys.modules), file=sys.stderr)"
"""Runs a command and then says on standard error how many modules it has loaded."""


def two_lines(folder: Path, workspace: str) -> str:
    """Return the fastest of some runs of `pramana ingest` with two new lines: of the processor, and modules loaded."""
    taken = []
    for number in range(ROUNDS):
        (folder / f"{number}.txt").write_text("Rama gave the bow to Lakshmana.\nSita saw Rama.\n", "utf-8")
        words = ("ingest", str(folder / f"{number}.txt"), "-w", workspace)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [sys.executable, "-c", LOADED.format(PRAMANA), *words], check=True, capture_output=True, text=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return f"{min(taken) * 1000:7.0f} ms of the processor, {done.stderr.split()[-1]} modules"


def seconds(code: str, *arguments: str) -> float:
    """Return the median time of a process of its own."""
    times = []
    for _ in range(ROUNDS):
        began = perf_counter()
        subprocess.run([sys.executable, "-c", code, *arguments], check=True, capture_output=True)
        times.append(perf_counter() - began)
    return statistics.median(times)


def main() -> None:
    bare, typer = seconds("pass"), seconds("import typer")
    print(f"{'python':24}{bare * 1000:7.0f} ms")
    print(f"{'import typer':24}{typer * 1000:7.0f} ms")
    with tempfile.TemporaryDirectory() as folder:
        workspace = str(Path(folder) / "ws")
        subprocess.run([sys.executable, "-c", PRAMANA, "init", workspace], check=True, capture_output=True)
        for words in (("--help",), ("--version",), ("ask", "--help"), ("status", "-w", workspace)):
            taken = seconds(PRAMANA, *words)
            named = "pramana " + " ".join(words[:2] if words[0] == "ask" else words[:1])
            print(f"{named:24}{taken * 1000:7.0f} ms  {taken / typer:5.1f} × import typer")
        print(f"{'pramana ingest, 2 lines':24}{two_lines(Path(folder), workspace)}")
    print(f"The aim for --help is {AIM_S * 1000:.0f} ms.")


if __name__ == "__main__":
    main()
