"""Flat tables: one row per item, with a column for its entity. Rows of one entity become one document, in any order."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pramana.store import Database, Schema

Row = tuple[str, Any]
"""A row's place in its file, and its value."""
Rows = Callable[[], Iterator[Row]]
"""Reads the file from its beginning."""
_SPOOL = Schema(
    "anot_rows",
    """
    CREATE TABLE whose (name TEXT PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE spooled (
        place INTEGER, number INTEGER, row TEXT NOT NULL, PRIMARY KEY (place, number)
    ) WITHOUT ROWID;
    """,
)
_AT_ONCE = 2_000
"""Rows in one transaction: bounds memory, and makes the cost of a transaction negligible."""


def group_rows(rows: Rows, column: str) -> Iterator[Row]:
    """Yield one document an entity, `{"id": …, "items": [row, …]}`, in the order in which entities first appear.

    A file whose entities are contiguous is read in order. Any other file is first sorted by entity, on disk. A row
    without the column is yielded unchanged.
    """
    if _together(rows(), column):
        yield from _documents(rows(), column)
        return
    with TemporaryDirectory() as folder, Database(Path(folder) / "rows.db", (_SPOOL,)) as spool:
        _spool(rows(), column, spool)
        yield from _documents(_spooled_rows(spool), column)


def join_rows(rows: Rows, column: str, entities: Rows, key: str) -> Iterator[Row]:
    """Yield one document an entity of a second file, in its order: its fields, and under `items` its rows of the first.

    Rows of other entities are left out; a row without the column, and an entity without the key, is yielded unchanged.
    """
    wanted = {_short_hash(name) for _, row in entities() if (name := whose(row, key))}
    with TemporaryDirectory() as folder, Database(Path(folder) / "rows.db", (_SPOOL,)) as spool:
        _spool(_rows_of(wanted, rows(), column), column, spool)
        for place, row in entities():
            name = whose(row, key)
            if name:
                yield place, {**row, "id": name, "items": [_without(each, column) for each in _rows_about(name, spool)]}
            else:
                yield place, row
        yield from _rows_about(None, spool)


def _rows_of(wanted: set[bytes], rows: Iterator[Row], column: str) -> Iterator[Row]:
    return ((place, row) for place, row in rows if not (name := whose(row, column)) or _short_hash(name) in wanted)


def _short_hash(name: str) -> bytes:
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def _without(row: Row, column: str) -> dict[str, Any]:
    return {key: value for key, value in row[1].items() if key != column}


def _rows_about(name: str | None, spool: Database) -> Iterator[Row]:
    """Yield the spooled rows of an entity, in their order; None: those of nobody's."""
    sql = "SELECT row FROM spooled JOIN whose USING (place) WHERE "
    sql += "name = ?" if name is not None else "name LIKE char(0) || '%'"
    for (text,) in spool.execute(f"{sql} ORDER BY place, number", () if name is None else (name,)):
        place, body, problem = json.loads(text)
        yield place, body if body is not None else ValueError(problem)


def whose(row: Any, column: str) -> str:
    """Return the id of the entity that a row belongs to, "" where it has none."""
    value = row.get(column) if isinstance(row, Mapping) else None
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _together(rows: Iterator[Row], column: str) -> bool:
    seen: set[bytes] = set()
    last = ""
    for _, row in rows:
        name = whose(row, column)
        if name and name != last:
            known = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
            if known in seen:
                return False
            seen.add(known)
            last = name
    return True


def _documents(rows: Iterator[Row], column: str) -> Iterator[Row]:
    for name, group in groupby(rows, lambda each: whose(each[1], column)):
        if not name:
            yield from group
            continue
        listed = list(group)
        items = [{key: value for key, value in row.items() if key != column} for _, row in listed]
        yield listed[0][0], {"id": name, "items": items}


def _spool(rows: Iterator[Row], column: str, spool: Database) -> None:
    batch: list[tuple[str, int, str]] = []
    for number, (place, row) in enumerate(rows):
        name = whose(row, column) or f"\0{number}"  # a row of nobody's is a document of its own
        body = row if isinstance(row, Mapping) else None
        batch.append((name, number, json.dumps([place, body, str(row)], default=_json_text)))
        if len(batch) == _AT_ONCE:
            _insert_batch(batch, spool)
            batch = []
    _insert_batch(batch, spool)


def _insert_batch(batch: list[tuple[str, int, str]], spool: Database) -> None:
    with spool.transaction():
        spool.executemany("INSERT OR IGNORE INTO whose VALUES (?, ?)", [each[:2] for each in batch])
        sql = "INSERT INTO spooled VALUES ((SELECT place FROM whose WHERE name = ?), ?, ?)"
        spool.executemany(sql, batch)


def _spooled_rows(spool: Database) -> Iterator[Row]:
    for (text,) in spool.execute("SELECT row FROM spooled ORDER BY place, number"):
        place, body, problem = json.loads(text)
        yield place, body if body is not None else ValueError(problem)


def _json_text(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else str(value)
