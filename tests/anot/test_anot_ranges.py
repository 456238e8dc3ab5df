"""What primitives can be while items are open: nothing that is possible is left out, and few cases are exact."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from anot_seeds import EXTRACTIONS, dags, seed_of
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.anot import CompiledDag, FormulaSeed, PrimitiveValue, range_text, template
from pramana.anot import ranges as ranges_module
from pramana.anot.ranges import PossibleValues, possible_values
from pramana.anot.seed import ITEM_FIELDS

SETTINGS = settings(max_examples=150)


def part(record: dict[str, Any], status: str = "checked") -> dict[str, Any]:
    """Return an extraction as an output line has it; one that was not read has only its item's own fields."""
    own = {name: record.get(name) for name in ITEM_FIELDS}
    values = {name: value for name, value in record.items() if name not in ITEM_FIELDS}
    return {"item": "1", "status": status, **({"values": values} if status == "checked" else {}), **own}


def admits(possible: PossibleValues, primitive: Any) -> bool:
    """Return whether a primitive is one of those that are possible."""
    if not isinstance(primitive, PrimitiveValue):
        return possible.fails
    value = primitive.value
    if possible.numeric:
        slack = 1e-9 * max(1.0, abs(value))  # sums of bounds are rounded in another order
        low, high = (-float("inf") if possible.low is None else possible.low), possible.high
        return low - slack <= value <= (float("inf") if high is None else high) + slack
    return possible.values is None or any(type(each) is type(value) and each == value for each in possible.values)


@pytest.mark.slow
@SETTINGS
@given(dags(), EXTRACTIONS, st.lists(st.booleans(), min_size=4, max_size=4))
def test_no_possible_value_is_left_out(steps: list[tuple[str, str]], extractions: Any, read: list[bool]) -> None:
    """Whatever the open items turn out to say, of any formula: by cases, and by bounds."""
    check(steps, extractions, read)


@settings(SETTINGS, max_examples=30)
@given(dags(), EXTRACTIONS, st.lists(st.booleans(), min_size=4, max_size=4))
def test_no_possible_value_is_left_out_of_a_few(
    steps: list[tuple[str, str]], extractions: Any, read: list[bool]
) -> None:
    """The same on fewer formulas."""
    check(steps, extractions, read)


def check(steps: list[tuple[str, str]], extractions: Any, read: list[bool]) -> None:
    try:
        dag = CompiledDag(seed_of(steps))
    except Exception:
        return
    parts = [part(each, "checked" if known else "failed") for each, known in zip(extractions, read, strict=False)]
    possible = possible_values(dag, parts, len(parts))
    assert possible is not None
    found = dag.run(extractions, len(parts))
    bounded = ranges_module._bounds_of_steps(dag, [ranges_module._open_item(dag, each) for each in parts], {})
    for name in dag.on_items:
        assert admits(possible.values[name], found[name]), (name, found[name], possible.values[name])
        assert admits(bounded[name], found[name]) or not isinstance(found[name], PrimitiveValue), (name, bounded[name])


def g1a_part(
    severity: str, account: str = "firsthand", safety: str = "none", day: str = "2024-01-01"
) -> dict[str, Any]:
    fields = {"incident_severity": severity, "account_type": account, "safety_interaction": safety}
    return part({**fields, "review_validity": "valid", "review_date": day})


def unread(day: str = "2024-06-01") -> dict[str, Any]:
    return part({"review_date": day}, "failed")


G1A = template("g1a")


def values_of(seed: FormulaSeed, *parts: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    possible = possible_values(CompiledDag(seed), parts, len(parts))
    assert possible is not None
    return {name: each.as_json() for name, each in possible.values.items()}, possible.exact


@pytest.mark.parametrize("known", [(), (g1a_part("mild"),), (g1a_part("severe", safety="betrayal"), g1a_part("mild"))])
@pytest.mark.parametrize("count", [1, 2])
def test_the_template_is_exact_for_few_open_items(known: tuple[dict[str, Any], ...], count: int) -> None:
    """Each bound is the least or largest value over every record that the open items can be."""
    dag = CompiledDag(G1A)
    found, exact = values_of(G1A, *known, *[unread()] * count)
    fields = [field.values for field in G1A.fields]
    names = [field.name for field in G1A.fields]
    records = [{**each["values"], **{name: each[name] for name in ITEM_FIELDS}} for each in known]
    own = dict.fromkeys(ITEM_FIELDS) | {"review_date": "2024-06-01"}
    every = [{**dict(zip(names, values, strict=True)), **own} for values in product(*fields)]
    scores, verdicts = set[float](), set[str]()
    for case in product(every, repeat=count) if count == 1 else ((a, b) for a in every[::5] for b in every):
        made = dag.run([*records, *case], 9)
        scores.add(made["final_risk_score"].value)  # type: ignore[union-attr]
        verdicts.add(made["verdict"].value)  # type: ignore[union-attr]
    assert exact
    assert found["final_risk_score"]["low"] <= min(scores) and found["final_risk_score"]["high"] >= max(scores)
    assert count == 2 or (found["final_risk_score"]["low"], found["final_risk_score"]["high"]) == (
        min(scores),
        max(scores),
    )
    assert set(found["verdict"]["one_of"]) >= verdicts


def test_counts_rise_by_the_open_items_and_no_more() -> None:
    """One open item adds at most one incident, of one severity: bounds of steps that rest on each other are joint."""
    found, exact = values_of(G1A, g1a_part("mild"), unread())
    assert exact
    assert found["n_mild"] == {"low": 1, "high": 2}
    assert found["n_severe"] == {"low": 0, "high": 1}
    assert found["incident_score"] == {"low": 2, "high": 17}


def test_many_open_items_give_bounds_that_hold_the_exact_ones() -> None:
    """Thirty open items are too many cases; the score stays within its limits, and counts within the items."""
    found, exact = values_of(G1A, g1a_part("severe"), *[unread()] * 30)
    assert not exact
    assert found["n_severe"] == {"low": 1, "high": 31}
    assert found["final_risk_score"]["high"] == 20.0
    assert set(found["verdict"]["one_of"]) <= {"Low Risk", "High Risk", "Critical Risk"}


def test_a_verdict_that_open_items_cannot_change_is_settled() -> None:
    """Six severe incidents of this year are Critical Risk whatever one more review says."""
    found, _ = values_of(G1A, *[g1a_part("severe", day="2024-12-01")] * 6, unread())
    assert found["verdict"] == {"one_of": ["Critical Risk"]}
    assert found["final_risk_score"] == {"low": 20.0, "high": 20.0}


def test_a_number_that_an_item_does_not_bound_has_no_bounds() -> None:
    """An amount can be any number: the sum is open at both ends, a mean may have no value."""
    seed = seed_of({
        "spent": "sum(e['amount'] for e in extractions if e['amount'] is not null)",
        "many": "sum(1 for e in extractions if e['amount'] is not null)",
        "mean": "spent / many",
        "label": "'none' if many == 0 else 'some'",
    })  # fmt: skip
    found, exact = values_of(seed, part({"amount": 3.0}), part({}, "refused"))
    assert not exact
    assert found["spent"] == {}
    assert found["many"] == {"low": 1, "high": 2}
    assert found["label"] == {"one_of": ["some"]}
    assert (
        range_text(found["many"]) == "1 to 2"
        and range_text({"low": 1, "or_no_value": True}) == "1 or more, or no value"
    )
