"""How fast conditions are read and run. Usage: python bench/conditions.py [records]

Peers in the same run: the same test written by hand in Python, without guards for other types, which is the limit; and
closures over the tree, as most engines interpret a predicate. NumPy and SQLite scans are in bench/graph.py.
"""

from __future__ import annotations

import operator
import random
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

import polars as pl

from pramana.expr import (
    And,
    Comparison,
    Predicate,
    compile_condition,
    compile_filter,
    compile_match,
    evaluate,
    parse_condition,
    polars_condition,
)
from pramana.expr.conditions.parsing import _parse_cached

TEXT = 'entity_type = "PERSON" AND weight > 3'
AIM_MS, ROUNDS, READ = 90, 7, 3_000
TYPES = ["PERSON", "PLACE", "EVENT", "ORGANIZATION", "OBJECT"]
OPERATORS = {"=": operator.eq, ">": operator.gt}

Records = list[dict[str, Any]]


def made(count: int) -> Records:
    """Return records like the nodes of a graph, seeded."""
    draw = random.Random(1)
    return [
        {"id": f"n{n}", "entity_type": draw.choice(TYPES), "weight": draw.random() * 6, "name": f"name {n}"}
        for n in range(count)
    ]


def by_hand(records: Records) -> list[int]:
    return [i for i, r in enumerate(records) if r.get("entity_type") == "PERSON" and r.get("weight", 0) > 3]


def closure(predicate: Predicate) -> Callable[[dict[str, Any]], bool | None]:
    """Return the predicate as closures, three-valued: the least that an interpreter has to do."""
    if isinstance(predicate, And):
        parts = [closure(part) for part in predicate.parts]

        def every(record: dict[str, Any]) -> bool | None:
            answers = [part(record) for part in parts]
            return False if False in answers else None if None in answers else True

        return every
    assert isinstance(predicate, Comparison)
    name, compared, right = predicate.left.path[0], OPERATORS[predicate.op.value], predicate.right  # type: ignore[union-attr]
    likes = (int, float) if isinstance(right, int) else (str,)

    def compare(record: dict[str, Any]) -> bool | None:
        value = record.get(name)
        return compared(value, right) if isinstance(value, likes) and not isinstance(value, bool) else None

    return compare


def milliseconds(run: Callable[[], object]) -> float:
    """Return the best time of several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = perf_counter()
        run()
        best = min(best, perf_counter() - began)
    return best * 1000


def each(test: Callable[[Any], Any], records: Records) -> list[int]:
    return [i for i, r in enumerate(records) if test(r) is True]


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    records, predicate = made(count), parse_condition(TEXT)
    kept, match, three = compile_filter(predicate), compile_match(predicate), compile_condition(predicate)
    closures = closure(predicate)
    assert kept(records) == by_hand(records) == each(match, records) == each(closures, records)
    assert each(three, records[:1000]) == each(lambda r: evaluate(predicate, r), records[:1000])
    base = milliseconds(lambda: each(closures, records))
    rows = [
        ("by hand, no guards (the limit)", milliseconds(lambda: by_hand(records))),
        ("compile_filter", milliseconds(lambda: kept(records))),
        ("compile_match, a call a record", milliseconds(lambda: each(match, records))),
        ("compile_condition, three values", milliseconds(lambda: each(three, records))),
        ("closures over the tree", base),
    ]
    frame = pl.DataFrame({name: [r[name] for r in records] for name in ("entity_type", "weight")})
    expression = polars_condition(predicate, frame.schema)
    rows.append(("polars, its own columns", milliseconds(lambda: frame.select(expression))))
    print(f"{TEXT}   over {count:,} records; best of {ROUNDS}\n")
    for name, spent in rows:
        print(f"{name:34} {spent:8.1f} ms   {base / spent:5.1f} × closures")
    print(f"\naim: compile_filter in {AIM_MS} ms for a million; here {rows[1][1] * 1e6 / count:.0f} ms")
    # Past the cache: each text is read anew.
    read = milliseconds(lambda: [_parse_cached.__wrapped__(TEXT) for _ in range(READ)])
    again = milliseconds(lambda: [parse_condition(TEXT) for _ in range(READ)])
    compiled = milliseconds(lambda: [compile_filter(predicate) for _ in range(READ)])
    print(f"read: {READ / read * 1000:,.0f} conditions/s, one that was read before {READ / again * 1000:,.0f}/s")
    print(f"compile: {READ / compiled * 1000:,.0f}/s")


if __name__ == "__main__":
    main()
