"""Conditions as SQL: plain columns, indexes, and names and values that are hostile."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from conditions import closed, integers, texts
from pramana.canonical import canonical
from pramana.expr import Field, evaluate, json_column, parse_condition, plain_column, sql_condition
from pramana.expr.conditions.logic import map_leaves
from pramana.expr.conditions.tree import Comparison, Length, Not, Op

# SQLite counts the characters of a plain column up to U+0000; of a JSON property all.
plain_texts = texts.filter(lambda text: "\x00" not in text)


@pytest.fixture
def base() -> Iterator[sqlite3.Connection]:
    made = sqlite3.connect(":memory:")
    made.execute("CREATE TABLE node (n INTEGER PRIMARY KEY, type TEXT, weight, props TEXT)")
    yield made
    made.close()


def column(path: tuple[str, ...]) -> Any:
    if path == ("a",):
        return plain_column("node.type")
    return plain_column("node.weight", numeric=True) if path == ("b",) else json_column("node.props", path)


@example(Not(Comparison(Field(("a",)), Op.CONTAINS, "")), [(None, None, None), ("x", None, None)])
@example(Not(Comparison(Field(("a",)), Op.STARTS_WITH, "")), [(None, None, None), ("x", None, None)])
@given(closed, st.lists(st.tuples(st.none() | plain_texts, st.none() | integers, st.none() | texts), max_size=5))
@settings(max_examples=200)
def test_plain_columns_answer_as_properties_do(predicate: Any, rows: list[tuple[Any, Any, Any]]) -> None:
    """A column of texts and one of numbers keep what the meaning keeps, beside a JSON property."""
    base = sqlite3.connect(":memory:")
    base.execute("CREATE TABLE node (n INTEGER PRIMARY KEY, type TEXT, weight, props TEXT)")
    base.executemany(
        "INSERT INTO node VALUES (?, ?, ?, ?)", [(n, a, b, canonical({"c": c})) for n, (a, b, c) in enumerate(rows)]
    )
    predicate = map_leaves(predicate, to_columns)
    made = sql_condition(predicate, column)
    kept = [row[0] for row in base.execute(f"SELECT n FROM node WHERE {made.text} ORDER BY n", made.parameters)]
    base.close()
    records = [dict(zip("abc", row, strict=True)) for row in rows]
    assert kept == [n for n, record in enumerate(records) if evaluate(predicate, record) is True]


def to_columns(leaf: Any) -> Any:
    """Return the leaf over the three columns: fields of other names become one of them, by their length."""

    def moved(side: Any) -> Any:
        if isinstance(side, Length):
            return Length(moved(side.of))
        return Field(("abc"[len(side.path[-1]) % 3],)) if isinstance(side, Field) else side

    if isinstance(leaf, Comparison):
        return Comparison(moved(leaf.left), leaf.op, moved(leaf.right))
    return type(leaf)(moved(leaf.left), *(getattr(leaf, name) for name in leaf.__slots__[1:]))


def test_an_equality_uses_an_index(base: sqlite3.Connection) -> None:
    """An index on the property's expression, or on a plain column, is used in spite of the guards."""
    base.execute(
        """CREATE INDEX by_name ON node (json_extract(node.props, '$."name"'))""".replace("node.props", "props")
    )
    base.execute("CREATE INDEX by_type ON node (type)")
    made = sql_condition(parse_condition('name = "Rama"'), lambda path: json_column("props", path))
    plan = base.execute(f"EXPLAIN QUERY PLAN SELECT n FROM node WHERE {made.text}", made.parameters).fetchall()
    assert "USING INDEX by_name" in plan[0][3]
    made = sql_condition(parse_condition('a = "PERSON"'), column)
    plan = base.execute(f"EXPLAIN QUERY PLAN SELECT n FROM node WHERE {made.text}", made.parameters).fetchall()
    assert "INDEX by_type" in plan[0][3]


@pytest.mark.parametrize("name", ["') OR 1=1 --", '"', "'", "\\", "a.b", "$", "", "a\x00b", "\n", "😀", "?"])
def test_names_and_values_are_never_sql(base: sqlite3.Connection, name: str) -> None:
    """Any name reaches its own property alone, and any value stays a value."""
    base.execute("INSERT INTO node VALUES (0, NULL, NULL, ?)", (canonical({name: name, "other": 1}),))
    for predicate, kept in (
        (Comparison(Field((name,)), parse_condition("x = 1").op, name), 1),  # type: ignore[union-attr]
        (Comparison(Field((name,)), parse_condition("x = 1").op, "' OR '1'='1"), 0),  # type: ignore[union-attr]
    ):
        made = sql_condition(predicate, lambda path: json_column("props", path))
        assert made.parameters
        assert len(base.execute(f"SELECT n FROM node WHERE {made.text}", made.parameters).fetchall()) == kept
