"""Every way to run a condition, one line each: the differential test holds them all to the plain meaning.

To join, add a line to TARGETS: a name, and a function from records and a predicate to the indexes, ascending, of the
records of which the predicate is true. `mixed` says whether one attribute may hold values of several types.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any, NamedTuple

import polars as pl

from pramana.canonical import canonical
from pramana.expr import (
    Predicate,
    compile_condition,
    compile_filter,
    compile_match,
    json_column,
    polars_condition,
    sql_condition,
)
from pramana.graph.adapters.columnar.encode import encode_values
from pramana.graph.adapters.columnar.sieve import matching
from pramana.graph.adapters.columnar.table import Columns

Records = list[dict[str, Any]]


class Target(NamedTuple):
    name: str
    run: Callable[[Records, Predicate], list[int]]
    mixed: bool = True
    nan: bool = True


def by_condition(records: Records, predicate: Predicate) -> list[int]:
    test = compile_condition(predicate)
    return [index for index, record in enumerate(records) if test(record) is True]


def by_match(records: Records, predicate: Predicate) -> list[int]:
    test = compile_match(predicate)
    return [index for index, record in enumerate(records) if test(record)]


def by_filter(records: Records, predicate: Predicate) -> list[int]:
    return compile_filter(predicate)(records)


def by_polars(records: Records, predicate: Predicate) -> list[int]:
    """Run over columns typed by what they hold; a column of nothing but null has no other type."""
    names = sorted({name for record in records for name in record})
    columns = {name: pl.Series([record.get(name) for record in records], strict=True) for name in names}
    frame = pl.DataFrame(columns or {"_": [None] * len(records)})
    kept = frame.lazy().select(polars_condition(predicate, frame.schema).alias("kept")).collect()["kept"]
    assert len(kept) == len(records) and kept.dtype == pl.Boolean
    return kept.fill_null(False).arg_true().to_list()


def by_sql(records: Records, predicate: Predicate) -> list[int]:
    base = sqlite3.connect(":memory:")
    try:
        base.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, props TEXT)")
        base.executemany("INSERT INTO t VALUES (?, ?)", [(n, canonical(record)) for n, record in enumerate(records)])
        made = sql_condition(predicate, lambda path: json_column("t.props", path))
        found = base.execute(f"SELECT n FROM t WHERE {made.text} ORDER BY n", made.parameters)
        return [row[0] for row in found]
    finally:
        base.close()


def by_columns(records: Records, predicate: Predicate) -> list[int]:
    """Run over the columns of the columnar adapter."""
    names = sorted({name for record in records for name in record})
    columns = {name: encode_values([record.get(name) for record in records]) for name in names}
    table = Columns(len(records), {}, columns, lambda rows: [records[row] for row in rows.tolist()], {})
    return matching(table.sieve(predicate), len(records)).tolist()


TARGETS = [
    Target("python: three values", by_condition),
    Target("python: match", by_match),
    Target("python: filter", by_filter),
    Target("polars", by_polars, mixed=False),
    Target("numpy: columns", by_columns),
    Target("sql", by_sql, nan=False),
]
