"""Checks of any database: its tables are those of their scripts, its cells can be read, rows fit their digests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pramana.store.database import Database, Schema, made_by
from pramana.store.seals import seal

_STORED = 3
"""How `PRAGMA table_xinfo` marks a generated column that is stored."""
_KINDS = {"TEXT": (str,), "INTEGER": (int,), "REAL": (float,), "BLOB": (bytes,)}
"""What Python reads from a column of each declared type, where it is not null."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing that is not as it was written: the table, the row as people name it, and what is wrong with it."""

    table: str
    row: str
    what: str

    def __str__(self) -> str:
        return f"{self.table} ({self.row}): {self.what}" if self.row else f"{self.table}: {self.what}"


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table. `key` says that it is a part of the primary key, `stored` that SQLite computes it."""

    name: str
    type: str
    required: bool
    key: bool
    stored: bool


def columns_of(database: Database, table: str) -> list[TableColumn]:
    """Return all columns of a table, those that SQLite computes included."""
    rows = database.all(f'PRAGMA table_xinfo("{table}")')
    return [
        TableColumn(name, kind, bool(required or key), bool(key), hidden == _STORED)
        for _, name, kind, required, _, key, hidden in rows
    ]


def tables_of(database: Database) -> list[str]:
    """Return the names of all tables but those of SQLite and of full text indexes, sorted."""
    found = {name for (name,) in database.all("SELECT name FROM sqlite_master WHERE type = 'table'")}
    virtual = [name for (name,) in database.all("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%'")]
    return sorted(
        name
        for name in found
        if not name.startswith("sqlite_") and not any(name == each or name.startswith(f"{each}_") for each in virtual)
    )


def table_flaws(database: Database, schemas: Iterable[Schema]) -> Iterator[Flaw]:
    """Yield tables, indexes and triggers that are not what the scripts of `schemas` make.

    `schemas` are all that may have been added; those that `table_schema` does not list are not expected. Indexes that
    code makes on demand are in no script: they are left to `PRAGMA integrity_check`.
    """
    known = tuple(schemas)
    made = [package for (package,) in database.all("SELECT package FROM table_schema ORDER BY package")]
    packages = {schema.package for schema in known}
    yield from (
        Flaw("table_schema", str(each), "is not a package of Pramana's") for each in made if each not in packages
    )
    expected = made_by(tuple(schema for schema in known if schema.package in made))
    found = {(kind, name): sql for kind, name, sql in database.all("SELECT type, name, sql FROM sqlite_master")}
    for place in sorted({*expected, *found}):
        kind, name = place
        if place not in found:
            yield Flaw("sqlite_master", name, f"the {kind} is missing")
        elif place in expected and found[place] != expected[place]:
            yield Flaw("sqlite_master", name, f"the {kind} is not as it was made")
        elif place not in expected and kind != "index" and name != "table_schema":
            yield Flaw("sqlite_master", name, f"the {kind} is not one of Pramana's")


def cell_flaws(database: Database) -> Iterator[Flaw]:
    """Yield cells that cannot be what was written: of another type, null where that is refused, no UTF-8."""
    for table in tables_of(database):
        columns = columns_of(database, table)
        names = ", ".join(f'"{column.name}"' for column in columns)
        for row in database.execute(f'SELECT {names} FROM "{table}"'):
            wrong = [column.name for column, cell in zip(columns, row, strict=True) if not _fits(column, cell)]
            if wrong:
                yield Flaw(table, row_name(columns, row), f"cannot be read as what was written: {', '.join(wrong)}")


def _fits(column: TableColumn, cell: object) -> bool:
    if cell is None:
        return not column.required
    if isinstance(cell, str) and not _is_text(cell):
        return False
    return isinstance(cell, _KINDS.get(column.type, (object,)))


def _is_text(cell: str) -> bool:
    return cell.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in cell)


def seal_flaws(database: Database, schemas: Iterable[Schema]) -> Iterator[Flaw]:
    """Yield rows of the tables of `schemas` that do not fit the digest that was stored with them. See `seal_column`."""
    present = tables_of(database)
    for table, covered in sealed_columns(schemas).items():
        if table not in present:
            continue
        columns = columns_of(database, table)
        keys = [column.name for column in columns if column.key]
        names = ", ".join(f'"{name}"' for name in (*keys, *covered, "seal"))
        for row in database.execute(f'SELECT {names} FROM "{table}"'):
            if seal(*row[len(keys) : -1]) != row[-1]:
                shown = ", ".join(f"{name} {_cell_text(cell)}" for name, cell in zip(keys, row, strict=False))
                yield Flaw(table, shown, f"is not as it was written: {', '.join(covered)}")


def sealed_columns(schemas: Iterable[Schema]) -> dict[str, tuple[str, ...]]:
    """Return, by table, the columns that its `seal` is the digest of."""
    tables = {name: sql for (kind, name), sql in made_by(tuple(schemas)).items() if kind == "table" and "(seal(" in sql}
    return {name: tuple(sql.partition("(seal(")[2].partition("))")[0].split(", ")) for name, sql in tables.items()}


def row_name(columns: Iterable[TableColumn], row: Iterable[object]) -> str:
    """Return how a row is named in messages: by its primary key."""
    pairs = zip(columns, row, strict=True)
    return ", ".join(f"{column.name} {_cell_text(cell)}" for column, cell in pairs if column.key)


def _cell_text(cell: object) -> str:
    text = cell.hex() if isinstance(cell, bytes) else str(cell)
    text = text.encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= 80 else f"{text[:80]}…"
