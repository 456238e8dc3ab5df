"""A loop that calculates with one value of each item means the same as one with a guard for each."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import FormulaFailed
from pramana.expr.formula import rewriting
from pramana.expr.formula.compiling import Formula

FORMULAS = (
    "[e * 2 for e in items]",
    "sum(e * k for e in items)",
    "sum(e * e - 1 for e in items if e != 3)",
    "max([k - e / 2 for e in items])",
    "[e // k % 5 for e in items]",
    "[[x + e for x in items] for e in items]",
    "[x * 2 for x in [e + 1 for e in items]]",
    "[e + true for e in items]",
    "sum(1 for x in [e * null for e in items])",
)
VALUES: st.SearchStrategy[Any] = st.one_of(
    st.integers(-5, 5),
    st.sampled_from([1 << 62, -(1 << 63), 1 << 1023, 1 << 1024, 1 << 4095, -(1 << 4096)]),
    st.floats(),
    st.booleans(),
    st.sampled_from([None, "ab", [1], {}]),
)
LISTS = st.one_of(
    st.lists(st.integers(-(1 << 63), 1 << 63), max_size=5),
    st.lists(st.floats() | st.integers(-9, 9), max_size=5),
    st.lists(VALUES, max_size=3),
)


def outcome(formula: Formula, *values: Any) -> str:
    try:
        return repr(formula(*values))
    except FormulaFailed as error:
        return f"{error.kind}: {error}"


@pytest.fixture(scope="module")
def pairs() -> list[tuple[Formula, Formula]]:
    """Each formula as it is compiled, and with a guard for each item."""
    compiled = [Formula(each, ["items", "k"]) for each in FORMULAS]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rewriting, "column_of", lambda element, targets: None)
        return list(zip(compiled, [Formula(each, ["items", "k"]) for each in FORMULAS], strict=True))


@given(items=LISTS, k=VALUES)
@settings(max_examples=300)
def test_values_and_failures_are_those_of_a_guard_for_each_item(
    pairs: list[tuple[Formula, Formula]], items: list[Any], k: Any
) -> None:
    for formula, guarded in pairs:
        assert outcome(formula, items, k) == outcome(guarded, items, k), formula


def test_texts_are_not_repeated_and_lists_not_joined() -> None:
    """What numbers may do natively is refused for texts of any length before anything is made of them."""
    for formula in ("sum(text * 2 for e in items)", "[e['t'] * 9 for e in items]"):
        with pytest.raises(FormulaFailed):
            Formula(formula, ["items", "text"])([{"t": "x" * 1_000}] * 1_000, "x" * 1_000)
