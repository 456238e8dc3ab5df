"""Map installed packages, and say how near the maps come to the truth.

    python examples/codemap/run.py [PACKAGE ...] [--payload] [--workload FILE]

Without packages: those that a workload is here for. `--payload` writes PACKAGE.json for `pramana igg run` instead.
Exit code 2 for a package that is not there.
"""

# ruff: noqa: T201 - it is a program: it prints

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from codemap import payload_of, scores, truth_of
from pramana.errors import PramanaError
from pramana.igg import (
    PROMPTS,
    RULES,
    GenerationResult,
    GraphGenerationService,
    ModelAgent,
    read_payload,
)
from pramana.llm import RESPONSE_SCHEMA, Gateway, PromptBook, RuleBook
from pramana.store import Database

WORKLOADS = Path(__file__).with_name("workloads")


def workload_of(package: str) -> str:
    """Return the code that puts a package to use; nothing where none is here: then no call is seen."""
    file = WORKLOADS / f"{package}.txt"
    return file.read_text("utf-8") if file.exists() else ""


def mapped(package: str) -> GenerationResult:
    """Return the map that the embedded model makes of a package."""
    database = Database(None, [RESPONSE_SCHEMA])
    gateway = Gateway(database, PromptBook(PROMPTS), rules=RuleBook("codemap", RULES))
    return GraphGenerationService(read_payload(payload_of(package)), ModelAgent(gateway)).execute_loop()


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Map installed packages from their sources.")
    parser.add_argument("package", nargs="*", default=sorted(file.stem for file in WORKLOADS.glob("*.txt")))
    parser.add_argument("--payload", action="store_true", help="write PACKAGE.json for `pramana igg run` instead")
    parser.add_argument(
        "--workload", type=Path, help="Python code that puts the package to use, for the trace of calls"
    )
    given = parser.parse_args(arguments)
    try:
        for package in given.package:
            if given.payload:
                Path(f"{package}.json").write_text(json.dumps(payload_of(package)), "utf-8")
                print(f"Wrote {package}.json")
            else:
                _print(package, given.workload.read_text("utf-8") if given.workload else workload_of(package))
    except PramanaError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def _print(package: str, workload: str) -> None:
    result = mapped(package)
    nodes, edges = result.graph.count()
    print(f"{package}: {nodes} nodes, {edges} edges in {result.iterations} iterations ({result.stopped}),")
    print(f"  {result.applied} actions applied, {result.refused} refused, graph {result.hash}")
    for score in scores(result.graph, truth_of(package, workload)):
        print(f"  {score}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
