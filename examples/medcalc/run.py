"""Runs every row of a MedCalc-Bench file and counts the answers that lie within the row's limits.

    python examples/medcalc/run.py one_shot_data.csv

Once by the calculator that the row names, and once through the graph, where it is chosen by rule from the question
alone. In both the row's entities stand in for what a model would read from the note. Exit codes: 0 all within their
limits; 2 the file cannot be read; 3 some are not, or have no calculator.
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

from medcalc.catalogue import Answer, compute, find
from medcalc.graph import GRAPH, registry
from medcalc.ptools import PROMPTS, RULES
from medcalc.rows import Row, read_rows, within
from pramana.errors import InputError, UnknownName
from pramana.llm import RESPONSE_SCHEMA, Gateway
from pramana.stategraph import arun_stategraph
from pramana.store import Database


@dataclass
class Tally:
    """One calculator's rows: how many there are, how many it answered rightly, and how many the graph did."""

    rows: int = 0
    right: int = 0
    through: int = 0
    problems: list[str] = field(default_factory=list)


async def tally(rows: list[Row]) -> dict[str, Tally]:
    """Compute each row in both ways and return the tallies by the calculator's name in the file."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    with Database(None, [RESPONSE_SCHEMA]) as database:
        gateway = Gateway(database, PROMPTS, rules=RULES)
        known = registry(gateway)
        for row in rows:
            each = tallies[row.calculator]
            each.rows += 1
            if row.entities is None:
                each.problems.append(f"row {row.number}: its entities are no dictionary")
                continue
            problem = alone(row, row.entities)
            each.right += problem is None
            inputs = {"task_description": row.question, "note": dict(row.entities), "required_fields": [*row.entities]}
            reached = graphed(row, (await arun_stategraph(GRAPH, inputs, registry=known)).state)
            each.through += reached is None
            each.problems += [f"row {row.number}: {said}" for said in (problem or reached,) if said]
        await gateway.aclose()
    return tallies


def alone(row: Row, entities: Mapping[str, Any]) -> str | None:
    """Return what is wrong with the answer of the calculator that the row names, None where nothing is."""
    try:
        return compared(compute(row.calculator, entities).answer, row)
    except InputError as error:
        return f"{type(error).__name__}: {error}"


def graphed(row: Row, state: Mapping[str, Any]) -> str | None:
    """Return what is wrong with what the graph came to, None where nothing is."""
    if "answer" not in state:
        return f"through the graph: {state['problem']['message']}"
    value = state["answer"]
    problem = compared(tuple(value) if isinstance(value, list) else value, row)
    return problem and f"through the graph, by {state['calculator']}: {problem}"


def compared(answer: Answer, row: Row) -> str | None:
    """Return what is wrong with an answer, None where it is within the row's limits."""
    return None if within(answer, row.lower, row.upper) else f"{answer}, expected {row.lower} to {row.upper}"


def implemented(name: str) -> bool:
    """Return whether there is a calculator of that name."""
    try:
        return bool(find(name))
    except UnknownName:
        return False


def report(tallies: Mapping[str, Tally]) -> bool:
    """Print the table and return whether every row was right, both ways."""
    for name, each in sorted(tallies.items()):
        print(f"{each.right:5d} of {each.rows:<5d} {name}{'' if implemented(name) else '  (not implemented)'}")
        for problem in each.problems:
            print(f"               {problem}")
    rows, right = sum(each.rows for each in tallies.values()), sum(each.right for each in tallies.values())
    through = sum(each.through for each in tallies.values())
    missing = [name for name in sorted(tallies) if not implemented(name)]
    print(f"\n{right} of {rows} rows within their limits, {len(tallies) - len(missing)} of {len(tallies)} calculators.")
    print(f"Through the graph, the calculator chosen by rule from the question: {through} of {rows}.")
    print(f"Not implemented: {', '.join(missing) or 'none'}.")
    return right == rows == through


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
