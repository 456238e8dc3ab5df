"""Conditions: read, written, bound, taken apart, and what they mean, case by case."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from condition_targets import TARGETS
from hypothesis import given, settings

from conditions import closed, mixed_records, predicates, typed_records
from pramana.errors import BindingError, ConditionError
from pramana.expr import (
    And,
    Bound,
    Comparison,
    Field,
    IsNull,
    Length,
    Membership,
    Not,
    Op,
    Opaque,
    Or,
    Variable,
    bind,
    compile_condition,
    conjoin,
    conjuncts,
    evaluate,
    field_paths,
    matches,
    mismatches,
    normalize_negations,
    parse_condition,
    polars_condition,
    sql_condition,
    strip_prefix,
    variable_paths,
    write_condition,
)
from pramana.expr.conditions.parsing import MAX_DEPTH, MAX_LEAVES, MAX_LENGTH, MAX_VALUES

CASES = Path(__file__).parent / "cases"
MEANINGS = [
    line.rsplit(" | ", 2)
    for line in (CASES / "conditions.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
MISTAKES = [json.loads(line) for line in (CASES / "mistakes.jsonl").read_text("utf-8").splitlines()]
ANSWERS = {"true": True, "false": False, "unknown": None}
A = Field(("a",))


@pytest.mark.parametrize(("text", "record", "answer"), MEANINGS)
def test_condition_means_what_the_corpus_says(text: str, record: str, answer: str) -> None:
    """The meaning, the generated code and every target that keeps what is true agree with the line of the corpus."""
    predicate, given_record = parse_condition(text), json.loads(record)
    assert evaluate(predicate, given_record) is ANSWERS[answer]
    assert compile_condition(predicate)(given_record) is ANSWERS[answer]
    assert matches(predicate, given_record) is (answer == "true")
    for target in TARGETS:
        try:
            assert target.run([given_record], predicate) == [0] * (answer == "true"), target.name
        except OverflowError:  # Polars has no column for an integer beyond 128 bits
            assert target.name == "polars"


@pytest.mark.parametrize("case", MISTAKES, ids=lambda case: case["text"] or "nothing")
def test_mistake_is_told_with_its_place_and_a_spelling_that_works(case: dict[str, Any]) -> None:
    """What a model writes wrong is answered by where, what, what was expected, the nearest, and an example that reads."""
    with pytest.raises(ConditionError) as caught:
        parse_condition(case["text"])
    error = caught.value
    told = {"line": error.line, "column": error.column, "problem": error.problem, "found": error.found}
    assert {"text": case["text"], **told, "nearest": list(error.nearest), "example": error.example} == case
    assert error.expected
    assert str(error).splitlines()[2].index("^") >= 2
    parse_condition(error.example)


@given(predicates)
@settings(max_examples=300)
def test_a_written_tree_is_read_as_itself(predicate: Any) -> None:
    """Tree to text to tree loses nothing, not even whether a number is written as an integer."""
    text = write_condition(predicate)
    assert parse_condition(text) == predicate
    assert write_condition(parse_condition(text)) == text


@given(closed, mixed_records)
@settings(max_examples=200)
def test_generated_code_has_three_values(predicate: Any, records: list[dict[str, Any]]) -> None:
    """The generated code answers true, false and unknown as the plain meaning does, NOT pushed to the leaves or not."""
    test, pushed = compile_condition(predicate), normalize_negations(predicate)
    for record in records:
        assert test(record) is evaluate(predicate, record) is evaluate(pushed, record)


@given(closed, typed_records())
@settings(max_examples=100)
def test_polars_has_three_values(predicate: Any, records: list[dict[str, Any]]) -> None:
    """The Polars expression is null exactly where the answer is unknown."""
    import polars as pl

    names = sorted({name for record in records for name in record})
    frame = pl.DataFrame(
        {name: pl.Series([record.get(name) for record in records]) for name in names} or {"_": records}
    )
    kept = frame.select(polars_condition(predicate, frame.schema).alias("kept"))["kept"].to_list()
    assert kept == [evaluate(predicate, record) for record in records]


@given(closed, mixed_records)
@settings(max_examples=100)
def test_in_is_the_or_of_its_equalities(predicate: Any, records: list[dict[str, Any]]) -> None:
    """A membership answers as the equalities with its values joined by OR do, and NOT IN as their negation."""
    for leaf in conjuncts(predicate):
        if isinstance(leaf, Membership) and len(leaf.values) > 1:
            either = Or(tuple(Comparison(leaf.left, Op.EQ, value) for value in leaf.values))
            for record in records:
                assert evaluate(leaf, record) is evaluate(Not(either) if leaf.negated else either, record)


def test_trees_are_equal_by_kind_and_value() -> None:
    """1, 1.0 and true make three conditions, which a cache keeps apart."""
    made = [Comparison(A, Op.EQ, value) for value in (1, 1.0, True)]
    made += [Membership(A, (value,)) for value in (1, 1.0, True)]  # type: ignore[arg-type]
    assert len(set(made)) == 6
    assert parse_condition("a = 1") == Comparison(A, Op.EQ, 1)
    assert Bound(1) != Bound(True)


def test_mismatches_counts_every_leaf_that_met_unlike_types() -> None:
    """Unlike types count, also behind an AND that was decided; what is missing, null or NaN does not."""
    predicate = parse_condition('a > 3 AND b = "x" AND c CONTAINS 1 AND d IN ["x", 1] AND LEN e > 1')
    assert mismatches(predicate, {"a": "x", "b": 1, "c": "1", "d": True, "e": 5}) == 5
    assert mismatches(predicate, {"a": 0, "b": "y", "c": [], "d": 1, "e": "x"}) == 0
    assert mismatches(predicate, {"a": math.nan, "b": None}) == 0
    assert mismatches(predicate, {"d": 2}) == 1


def test_bind_puts_whole_values_in() -> None:
    """A value is never read as a condition; a list goes into IN; an item is reached by its name, of each in a list."""
    values = {
        "who": 'x" OR a = "y',
        "many": ["x", 1],
        "node": {"id": "n1"},
        "nodes": [{"id": "n1"}, {"id": "n2"}],
        "n": 3,
    }
    bound = bind(
        parse_condition("a = ${who} OR a IN ${many} OR a = ${node.id} OR a IN ${nodes.id} OR LEN a > LEN ${nodes}"),
        values,
    )
    assert (
        write_condition(bound)
        == 'a = "x\\" OR a = \\"y" OR a IN ["x", 1] OR a = "n1" OR a IN ["n1", "n2"] OR LEN a > 2'
    )
    assert parse_condition(write_condition(bound)) == bound
    assert evaluate(bind(parse_condition("LEN ${nodes} > 0 AND ${n} >= 3 AND ${many} CONTAINS 1"), values), {}) is True
    assert evaluate(bind(parse_condition("a = ${x}"), {"x": None}), {"a": 1}) is None
    assert bind(parse_condition("${x} = 1"), {"x": {}}) == Comparison(Bound(Opaque.VALUE), Op.EQ, 1)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("id IN ${ways.nodes}", 'id IN ["a", "b", "c"]'),
        ("id IN ${ways.edges}", 'id IN ["a-b", "b-c"]'),
        ("id IN ${ways.edges.to}", 'id IN ["b", "c"]'),
        ("name IN ${ways.edges.to}", 'name IN ["b", "c"]'),
        ("source IN ${ways.end.name}", 'source IN ["Bo"]'),
        ("age IN ${ways.none}", "age IN []"),
        ("age IN ${empty.age}", "age IN []"),
    ],
)
def test_a_list_for_in_is_opened(text: str, bound: str) -> None:
    """Lists in the list, objects asked for by id, names written with dots, null and no items at all make one list."""
    ways = [
        {"nodes": ["a", "b"], "edges": [{"id": "a-b", "to": "b"}], "end.name": "Bo", "none": None},
        {"nodes": ["c"], "edges": [{"id": "b-c", "to": "c"}], "end.name": None},
    ]
    assert write_condition(bind(parse_condition(text), {"ways": ways, "empty": []})) == bound


@pytest.mark.parametrize(
    ("text", "problem", "nearest"),
    [
        ("a = ${wo}", "has no value", ("who",)),
        ("a = ${node.nam}", "has no value", ("node.name",)),
        ("a = ${who.x}", "is not there: a str has no items by name", ()),
        ("a IN ${who}", "is a str, but IN takes a list", ()),
        ("a IN ${nodes}", "holds a mapping at position 0; IN takes texts, numbers and booleans", ("nodes.name",)),
        ("a IN ${deep}", "holds a list at position 0; IN takes texts, numbers and booleans", ()),
        ("a IN ${nodes.nam}", "has no value", ("nodes.name",)),
    ],
)
def test_bind_says_what_is_missing(text: str, problem: str, nearest: tuple[str, ...]) -> None:
    """A variable without a value is named, with the nearest; so is one that cannot stand where it is used."""
    values = {"who": "x", "node": {"name": "n"}, "nodes": [{"name": "n"}], "deep": [[["x"]]]}
    with pytest.raises(BindingError) as caught:
        bind(parse_condition(text), values)
    assert (caught.value.problem, caught.value.nearest) == (problem, nearest)


def test_no_target_runs_an_open_condition() -> None:
    """A condition that waits for a variable is refused by name, by every target."""
    predicate = parse_condition("a = ${x.y}")
    for compiled in (compile_condition, lambda p: polars_condition(p, {}), lambda p: sql_condition(p, lambda _: None)):  # type: ignore[arg-type,return-value]
        with pytest.raises(BindingError, match=r"\$\{x\.y\} is not bound"):
            compiled(predicate)


def test_predicates_are_taken_apart_and_put_together() -> None:
    """Conjuncts open nested ANDs; conjoin is their inverse; fields and variables come once, in order; prefixes go."""
    predicate = parse_condition("start.a = 1 AND (b = ${x} AND LEN start.a > LEN ${y.z}) AND (c = 1 OR b = 2)")
    parts = conjuncts(predicate)
    assert [write_condition(part) for part in parts] == [
        "start.a = 1",
        "b = ${x}",
        "LEN start.a > LEN ${y.z}",
        "c = 1 OR b = 2",
    ]
    assert conjoin(parts) == And(parts)
    assert (conjoin(parts[:1]), conjoin(())) == (parts[0], None)
    assert field_paths(predicate) == (("start", "a"), ("b",), ("c",))
    assert variable_paths(predicate) == (("x",), ("y", "z"))
    assert strip_prefix(And(parts[:3:2]), "start") == And(
        (Comparison(A, Op.EQ, 1), Comparison(Length(A), Op.GT, Length(Variable(("y", "z")))))
    )
    assert strip_prefix(IsNull(Field(("start",))), "start") == IsNull(Field(("start",)))


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10_000 + "a = 1" + ")" * 10_000,
        "NOT " * 10_000 + "a = 1",
        "NOT (" * (MAX_DEPTH // 2 + 1) + "a = 1" + ")" * (MAX_DEPTH // 2 + 1),
        "a = 1 OR " * MAX_LEAVES + "a = 1",
        "a IN [" + "1, " * MAX_VALUES + "1]",
        "a" * (MAX_LENGTH + 1),
        '"' * 1_999,
        "a = 1 AND " * 9_000,
    ],
    ids=["parentheses", "nots", "both", "comparisons", "values", "length", "quotes", "open end"],
)
def test_what_is_too_large_is_refused_cleanly(text: str) -> None:
    """Depth, length, comparisons and values are bounded, each by an error and not by the stack."""
    with pytest.raises(ConditionError):
        parse_condition(text)


def test_what_is_within_the_bounds_runs_everywhere() -> None:
    """The deepest and the widest condition that can be read run on every target."""
    deep = "NOT (" * (MAX_DEPTH // 2) + "a = 1" + ")" * (MAX_DEPTH // 2)
    wide = " OR ".join(["a NOT IN [1]"] * (MAX_LEAVES - 1) + ["a = 1"])
    many = f"a IN [{', '.join(map(str, range(MAX_VALUES)))}]"
    for target in TARGETS:
        assert [target.run([{"a": 1}], parse_condition(text)) for text in (deep, wide, many)] == [[0], [0], [0]]
