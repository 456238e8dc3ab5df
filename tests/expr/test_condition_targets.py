"""One meaning on every target."""

from __future__ import annotations

import math
from typing import Any

import pytest
from condition_targets import TARGETS, Target
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conditions import closed, mixed_records, typed_records
from pramana.expr import Field, IsNull, Predicate, evaluate, write_condition

BOUND = settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
all_targets = pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)


def expected(records: list[dict[str, Any]], predicate: Predicate) -> list[int]:
    return [index for index, record in enumerate(records) if evaluate(predicate, record) is True]


def finite(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the records as JSON can hold them: without NaN and infinities."""
    return [{k: v for k, v in r.items() if not isinstance(v, float) or math.isfinite(v)} for r in records]


@pytest.mark.slow
@all_targets
@given(data=st.data())
@BOUND
def test_target_keeps_what_the_meaning_keeps_of_typed_columns(target: Target, data: st.DataObject) -> None:
    """Where each attribute has one type, a target keeps exactly the records of which the predicate is true."""
    records, predicate = data.draw(typed_records()), data.draw(closed)
    records = records if target.nan else finite(records)
    assert target.run(records, predicate) == expected(records, predicate), write_condition(predicate)


@pytest.mark.parametrize("target", [target for target in TARGETS if target.mixed], ids=lambda target: target.name)
@given(data=st.data())
@BOUND
def test_target_keeps_what_the_meaning_keeps_of_mixed_values(target: Target, data: st.DataObject) -> None:
    """Where an attribute holds texts here and numbers, lists or mappings there, a target does so too."""
    records, predicate = data.draw(mixed_records), data.draw(closed)
    assert target.run(records, predicate) == expected(records, predicate), write_condition(predicate)


@pytest.mark.parametrize("name", ["*", "^a$", "^.*$", "a.b", "^"])
@all_targets
def test_a_name_is_no_pattern(target: Target, name: str) -> None:
    """A property whose name an engine would read as a pattern is itself alone: present where it is, else missing."""
    records: list[dict[str, Any]] = [{name: "", "a": "x"}, {"a": "y"}]
    assert target.run(records, IsNull(Field((name,)))) == [1]
    assert target.run(records, IsNull(Field((name,)), negated=True)) == [0]


@all_targets
def test_a_path_into_what_is_no_object_is_missing(target: Target) -> None:
    """A path leads on from objects alone, also where a name holds a quote: a text on the way makes it missing."""
    path = Field(("s", 'q"uote'))
    assert target.run([{"s": ""}], IsNull(path)) == [0]
    assert target.run([{"s": {'q"uote': 1}}], IsNull(path)) == []
