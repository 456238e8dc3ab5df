"""Runs every row of a MedCalc-Bench file through the graph, and counts the answers that lie within the row's limits.

    python examples/medcalc/run.py one_shot_data.csv

The calculator is chosen by rule from the question alone; the row's entities stand in for what a model would read from
the note. Exit codes: 0 all within their limits; 2 the file cannot be read; 3 some are not, or have no calculator.
"""

# ruff: noqa: T201 - it is a program: it prints

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from medcalc.catalogue import find
from medcalc.graph import GRAPH, registry
from medcalc.ptools import PROMPTS, RULES
from medcalc.rows import Row, read_rows, within
from pramana.errors import InputError, UnknownName
from pramana.llm import RESPONSE_SCHEMA, Gateway
from pramana.stategraph import arun_stategraph
from pramana.store import Database


@dataclass
class Tally:
    """One calculator's rows: how many there are, were identified, and were answered within their limits."""

    rows: int = 0
    identified: int = 0
    right: int = 0
    problems: list[str] = field(default_factory=list)


async def tally(rows: list[Row]) -> dict[str, Tally]:
    """Run the graph on each row and return the tallies by the calculator's name in the file."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    with Database(None, [RESPONSE_SCHEMA]) as database:
        gateway = Gateway(database, PROMPTS, rules=RULES)
        known = registry(gateway)
        for row in rows:
            inputs = {"task_description": row.question, "note": dict(row.entities), "required_fields": [*row.entities]}
            count(tallies[row.calculator], row, (await arun_stategraph(GRAPH, inputs, registry=known)).state)
        await gateway.aclose()
    return tallies


def count(tally: Tally, row: Row, state: Mapping[str, Any]) -> None:
    """Enter what a run came to."""
    tally.rows += 1
    tally.identified += implemented(row.calculator) and state.get("calculator") == find(row.calculator).name
    if "answer" not in state:
        tally.problems.append(f"row {row.number}: {state['problem']['message']}")
        return
    value = state["answer"]
    if within(tuple(value) if isinstance(value, list) else value, row.lower, row.upper):
        tally.right += 1
    else:
        tally.problems.append(f"row {row.number}: {value}, expected {row.lower} to {row.upper}")


def implemented(name: str) -> bool:
    """Return whether there is a calculator of that name."""
    try:
        return bool(find(name))
    except UnknownName:
        return False


def report(tallies: Mapping[str, Tally]) -> bool:
    """Print the table and return whether every row was right."""
    for name, each in sorted(tallies.items()):
        mark = "" if implemented(name) else "  not implemented"
        print(f"{each.right:5d} of {each.rows:<5d} {name}{mark}")
        for problem in each.problems:
            print(f"               {problem}")
    rows, right = sum(each.rows for each in tallies.values()), sum(each.right for each in tallies.values())
    missing = [name for name in sorted(tallies) if not implemented(name)]
    print(f"\n{right} of {rows} rows within their limits, {len(tallies) - len(missing)} of {len(tallies)} calculators.")
    print(f"Identified from the question: {sum(each.identified for each in tallies.values())} of {rows}.")
    print(f"Not implemented: {', '.join(missing) or 'none'}.")
    return right == rows


def main(arguments: list[str]) -> int:
    """Run the file that is named on the command line."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        rows = list(read_rows(arguments[0]))
    except (InputError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0 if report(anyio.run(tally, rows)) else 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
