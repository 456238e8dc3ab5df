"""Files that are no database of ours: refused with the reason, and left as they are."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from pramana.errors import DatabaseUnusable
from pramana.store import Database, Schema

SCHEMA = Schema(
    "things", "CREATE TABLE thing (id INTEGER PRIMARY KEY, body TEXT);\nCREATE INDEX by_body ON thing (body);"
)
OTHER = Schema("others", "CREATE TABLE other (id INTEGER PRIMARY KEY);")


def sql(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def made(path: Path) -> None:
    with Database(path, [SCHEMA]) as database, database.transaction():
        database.executemany("INSERT INTO thing VALUES (?, ?)", ((n, "x" * 500) for n in range(200)))


def truncated(path: Path) -> None:
    made(path)
    path.write_bytes(path.read_bytes()[:8192])


def foreign(path: Path) -> None:
    sql(path, "CREATE TABLE bookmark (url TEXT)")


def of_another_kind(path: Path) -> None:
    Database(path, [OTHER]).close()


def without(*statements: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        made(path)
        sql(path, *statements)

    return make


UNUSABLE: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (lambda path: None, "is missing"),
    "empty": (lambda path: path.touch(), "has 0 bytes"),
    "folder": (lambda path: path.mkdir(), "cannot be used"),
    "text": (lambda path: path.write_text("hello " * 1000, "utf-8"), "cannot be used"),
    "short": (lambda path: path.write_text("x", "utf-8"), "cannot be used"),
    "truncated": (truncated, "cannot be used"),
    "foreign": (foreign, "of another application"),
    "vacant": (lambda path: sql(path, "PRAGMA user_version = 1"), "has no tables"),
    "kind": (of_another_kind, "not this kind"),
    "table": (without("DROP TABLE thing"), "it lacks by_body, thing"),
    "index": (without("DROP INDEX by_body"), "it lacks by_body"),
    "versions": (without("DROP TABLE table_schema"), "of another application"),
}


@pytest.mark.parametrize("kind", UNUSABLE)
def test_what_is_no_database_of_ours_is_refused_and_left(kind: str, tmp_path: Path) -> None:
    """Each kind of damage has its reason; no file is made, filled or changed."""
    path = tmp_path / "some.db"
    make, reason = UNUSABLE[kind]
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(DatabaseUnusable, match=reason) as raised:
        Database(path, [SCHEMA], create=False)
    assert raised.value.exit_code == 2
    assert (path.read_bytes() if path.is_file() else None) == before


@pytest.mark.parametrize("kind", sorted(set(UNUSABLE) - {"missing", "empty", "vacant", "kind"}))
def test_what_is_no_database_is_not_made_one(kind: str, tmp_path: Path) -> None:
    """Where a file may be made, one that is something else is refused all the same."""
    path = tmp_path / "some.db"
    UNUSABLE[kind][0](path)
    with pytest.raises(DatabaseUnusable):
        Database(path, [SCHEMA])


def test_missing_tables_of_another_package_are_added(tmp_path: Path) -> None:
    """A database that lacks all tables of a package is not damaged."""
    made(tmp_path / "some.db")
    with Database(tmp_path / "some.db", [SCHEMA, OTHER], create=False) as database:
        assert database.all("SELECT * FROM other") == []
