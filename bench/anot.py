"""ANoT's compute DAG beside the same Python, unguarded: the allergy example over an entity of 1,000 items.

    python bench/anot.py

The peer is each formula as a native code object, worked out one after the other into a plain dict: the ceiling of any
way to compute the DAG in CPython. Prints both, and their ratio; the goal is 0.70 or more.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from time import perf_counter
from typing import Any

from pramana.anot import CompiledDag, PrimitiveValue, template
from pramana.expr.formula import FUNCTIONS

ITEMS = 1_000
ROUNDS = 15
REPEATS = 20


def extractions(count: int) -> list[dict[str, Any]]:
    """Return records such as an extraction makes, the same ones every time."""
    chosen = random.Random(7)
    fields = template("g1a").fields
    return [
        {
            **{field.name: chosen.choice(field.values) for field in fields},
            "review_date": f"20{chosen.randrange(10, 25)}-0{chosen.randrange(1, 10)}-11",
            "review_stars": chosen.randrange(1, 6),
            "review_useful": chosen.randrange(9),
        }
        for _ in range(count)
    ]


def native() -> Callable[[list[dict[str, Any]]], dict[str, Any]]:
    """Return what computes the DAG without a guard, a budget or a named error."""
    steps = [
        (step.name, compile(step.formula, step.name, "eval")) for step in CompiledDag(template("g1a")).seed.compute_dag
    ]
    builtins = {name: __builtins__.__dict__.get(name) for name in FUNCTIONS}
    builtins["days_between"] = FUNCTIONS["days_between"].guard

    def run(records: list[dict[str, Any]]) -> dict[str, Any]:
        values: dict[str, Any] = {**builtins, "__builtins__": {}, "extractions": records}
        for name, code in steps:
            values[name] = eval(code, values)  # noqa: S307 - the template's own formulas
        return {name: values[name] for name, _ in steps}

    return run


def microseconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    for _ in range(REPEATS):
        work()
    return (perf_counter() - began) / REPEATS * 1e6


def main() -> None:
    records, dag, peer = extractions(ITEMS), CompiledDag(template("g1a")), native()
    found = {name: each.value for name, each in dag.run(records).items() if isinstance(each, PrimitiveValue)}
    assert found == peer(records)
    ours, theirs = [], []
    for _ in range(ROUNDS):  # by turns, so that both meet the same neighbours
        theirs.append(microseconds(lambda: peer(records)))
        ours.append(microseconds(lambda: dag.run(records)))
    ratios = [their / our for our, their in zip(ours, theirs, strict=True)]
    print(f"G1a's {len(dag.order)} steps over {ITEMS:,} items, median of {ROUNDS} rounds:")
    print(f"  native, unguarded  {statistics.median(theirs):8.0f} µs")
    print(f"  pramana            {statistics.median(ours):8.0f} µs")
    print(f"  share of native    {statistics.median(ratios):8.2f}  (goal 0.70)")
    empty = [microseconds(lambda: dag.run([])) for _ in range(ROUNDS)]
    print(f"  pramana, no items  {statistics.median(empty):8.1f} µs")


if __name__ == "__main__":
    main()
