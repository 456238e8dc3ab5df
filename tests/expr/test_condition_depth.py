"""Conditions nested to the limit run on every target; beyond it every target refuses them with the same words."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable

import polars as pl
import pytest

from pramana.errors import ConditionError
from pramana.expr import (
    And,
    Comparison,
    Field,
    Not,
    Op,
    Or,
    Predicate,
    bind,
    compile_condition,
    compile_filter,
    compile_match,
    json_column,
    parse_condition,
    polars_condition,
    sql_condition,
)
from pramana.expr.conditions.logic import MAX_ALTERNATIONS, MAX_LEVELS

LEAVES = ['name CONTAINS "a"', 'name NOT IN ["x", "y"]', "LEN name > LEN other", 'NOT name STARTS_WITH "z"', "n >= 2"]
ROWS = [
    {"name": "abc", "other": "a", "n": 1},
    {"name": "zz", "other": "zzz", "n": 2},
    {"name": "x", "other": "", "n": 3},
]
SAID = f"A condition nests ANDs and ORs within each other at most {MAX_ALTERNATIONS} deep."


def to_the_right(leaf: str, levels: int) -> str:
    """Return a text whose deepest part is its last."""
    text = leaf
    for level in range(levels):
        text = f"{leaf} {'AND' if level % 2 else 'OR'} ({text})"
    return text


def to_the_left(leaf: str, levels: int) -> str:
    text = leaf
    for level in range(levels):
        text = f"({text}) {'AND' if level % 2 else 'OR'} {leaf}"
    return text


def with_nots(leaf: str, levels: int) -> str:
    """Return a text in which NOT makes an OR of every second AND."""
    text = leaf
    for level in range(levels):
        text = f"{leaf} AND NOT ({text})" if level % 2 else f"{leaf} AND ({text})"
    return text


def wide(leaf: str, levels: int) -> str:
    """Return a text with almost as many comparisons as are allowed, on all its levels."""
    text = leaf
    for level in range(levels):
        word = " AND " if level % 2 else " OR "
        text = f"{word.join([leaf] * (900 // levels))}{word}({text})"
    return text


def found(predicate: Predicate) -> list[list[int]]:
    """Return the rows that each target finds."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE node (props)")
    database.executemany("INSERT INTO node VALUES (?)", [(json.dumps(row),) for row in ROWS])
    sql = sql_condition(predicate, lambda path: json_column("node.props", path))
    rows = database.execute(f"SELECT rowid - 1 FROM node WHERE {sql.text} ORDER BY 1", sql.parameters).fetchall()
    database.close()
    frame = pl.DataFrame(ROWS).with_row_index("row")
    condition, match = compile_condition(predicate), compile_match(predicate)
    return [
        [row for (row,) in rows],
        frame.filter(polars_condition(predicate, frame.schema))["row"].to_list(),
        compile_filter(predicate)(ROWS),
        [at for at, row in enumerate(ROWS) if condition(row)],
        [at for at, row in enumerate(ROWS) if match(row)],
    ]


@pytest.mark.slow
@pytest.mark.parametrize("shape", [to_the_right, to_the_left, with_nots, wide])
@pytest.mark.parametrize("leaf", LEAVES)
def test_the_deepest_condition_runs_on_every_target(shape: Callable[[str, int], str], leaf: str) -> None:
    """All find the same."""
    first, *rest = found(parse_condition(shape(leaf, MAX_ALTERNATIONS - 1)))
    assert rest == [first] * len(rest)


@pytest.mark.parametrize("shape", [to_the_right, to_the_left])
def test_a_deeper_condition_is_refused_when_it_is_read(shape: Callable[[str, int], str]) -> None:
    """The message says what is nested, and how deep it may be."""
    with pytest.raises(ConditionError) as raised:
        parse_condition(shape("n = 1", MAX_ALTERNATIONS + 1))
    assert raised.value.problem == SAID


LEAF = Comparison(Field(("n",)), Op.EQ, 1)


def nested(levels: int, *, nots: bool) -> Predicate:
    predicate: Predicate = LEAF
    for level in range(levels):
        predicate = Not(predicate) if nots else (And if level % 2 else Or)((LEAF, predicate))
    return predicate


TARGETS: dict[str, Callable[[Predicate], object]] = {
    "sql": lambda predicate: sql_condition(predicate, lambda path: json_column("props", path)),
    "polars": lambda predicate: polars_condition(predicate, pl.DataFrame(ROWS).schema),
    "filter": compile_filter,
    "match": compile_match,
    "condition": compile_condition,
    "bind": lambda predicate: bind(predicate, {}),
}


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("levels", [MAX_ALTERNATIONS + 1, 100_000])
def test_a_tree_made_by_hand_is_refused_by_every_target(target: str, levels: int) -> None:
    """In the same words, however deep it is."""
    with pytest.raises(ConditionError) as raised:
        TARGETS[target](nested(levels, nots=False))
    assert raised.value.problem == SAID
    with pytest.raises(ConditionError) as raised:
        TARGETS[target](nested(MAX_LEVELS + 1, nots=True))
    assert raised.value.problem == f"A condition nests at most {MAX_LEVELS} deep."


def test_parts_of_one_kind_may_follow_each_other_in_any_grouping() -> None:
    """ANDs within ANDs are one AND: parentheses alone cost nothing but their own limit."""
    text = "n >= 1"
    for _ in range(60):
        text = f"n >= 1 AND ({text})"
    assert found(parse_condition(text)) == [[0, 1, 2]] * 5
