"""What is said of guards: which keys they read, whether they can hold."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import FormulaFailed
from pramana.expr.formula import compile_formula
from pramana.expr.formula.analysis import GuardVerdict, constant_truth, decide_guards, guard_reads

MISSING = object()
NUMBERS = [-1, 0, 0.5, 1, 1.5, 2, 3, True, False]
DOMAIN = [MISSING, None, [], {"z": 1}, "", "a", "aa", "a\0", "b", "c", *NUMBERS]
LITERALS = ["0", "1", "2", "1.0", "'a'", "'b'", "null", "true", "False"]
VALUES = ["state['x']", "state['y']", "get(state, 'x')", "get(state, 'y', 1)"]


def compared(value: str, operator: str, literal: str, turned: bool) -> str:
    return f"{literal} {operator} {value}" if turned else f"{value} {operator} {literal}"


ATOMS = st.one_of(
    st.builds(
        compared,
        st.sampled_from(VALUES),
        st.sampled_from(["<", "<=", "==", "!=", ">", ">="]),
        st.sampled_from(LITERALS),
        st.booleans(),
    ),
    st.builds("{} {} {}".format, st.sampled_from(VALUES), st.sampled_from(["is", "is not"]), st.just("None")),
    st.builds("{} {} ['a', 1, null]".format, st.sampled_from(VALUES), st.sampled_from(["in", "not in"])),
    st.builds("'{}' {} state".format, st.sampled_from("xy"), st.sampled_from(["in", "not in"])),
    st.builds("{} <= {} < {}".format, st.sampled_from("012"), st.sampled_from(VALUES), st.sampled_from("012")),
    st.sampled_from(["true", "False"]),
)
GUARDS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.builds("({} and {})".format, inner, inner),
        st.builds("({} or {})".format, inner, inner),
        st.builds("(not {})".format, inner),
        st.builds("({} if {} else {})".format, inner, inner, inner),
    ),
    max_leaves=5,
)


def outcome(guard: str, state: dict[str, Any]) -> Any:
    try:
        return compile_formula(guard, ["state"])(state)
    except FormulaFailed:
        return "fails"


def states() -> list[dict[str, Any]]:
    pairs = product(DOMAIN, repeat=2)
    return [{key: value for key, value in zip("xy", pair, strict=True) if value is not MISSING} for pair in pairs]


STATES = states()


@settings(max_examples=150)
@given(GUARDS)
def test_a_verdict_agrees_with_trying_every_state(guard: str) -> None:
    """`never`, `always` and `sometimes` are what a guard comes to over a domain that holds every class of value."""
    outcomes = {str(outcome(guard, state)) for state in STATES}
    (decision,) = decide_guards([guard])
    expected = (
        GuardVerdict.NEVER
        if "True" not in outcomes
        else GuardVerdict.SOMETIMES
        if "False" in outcomes
        else GuardVerdict.ALWAYS
    )
    assert decision.alone is expected


@settings(max_examples=100)
@given(st.lists(GUARDS, min_size=2, max_size=4))
def test_a_shadow_agrees_with_trying_every_state(guards: list[str]) -> None:
    """A guard is shadowed just where no state reaches it that makes it true, though some state does by itself."""
    reached: set[int] = set()
    for state in STATES:
        for index, guard in enumerate(guards):
            found = outcome(guard, state)
            if found is True:
                reached.add(index)
            if found is not False:
                break
    decisions = decide_guards(guards)
    for index, decision in enumerate(decisions):
        if decision.alone is not GuardVerdict.NEVER:
            assert decision.shadowed is (index not in reached)


UNDECIDED = [
    "state['x'] == state['y']",
    "len(state['x']) > 0",
    "'a' in state['x']",
    "state['x'] in 'abc'",
    "state['x'] + 1 > 2",
    "state['x'] > 1 and state['x']['y'] > 1",
    "state['x'] > 1 or state['y']",
    "any(item > 1 for item in state['x'])",
]


@pytest.mark.parametrize("guard", UNDECIDED)
def test_what_is_not_decided_is_said_to_be_so(guard: str) -> None:
    """A guard outside the decided kinds is `undecided`, never taken for one that holds or does not."""
    assert decide_guards([guard, "true"])[0].alone is GuardVerdict.UNDECIDED


def test_an_undecided_guard_hides_only_its_own_copy() -> None:
    """After a guard that is not decided the next is judged as if it were not there; an equal one is shadowed."""
    guard = "len(state['x']) > 0"
    assert [decision.shadowed for decision in decide_guards([guard, "state['x'] is null", guard])] == [
        False,
        False,
        True,
    ]


def test_many_edges_are_decided_in_bounded_work() -> None:
    """A switch of 150 cases is decided; guards of many values are given up, not worked at without end."""
    switch = [f"state['kind'] == 'k{number}'" for number in range(150)]
    assert [decision.shadowed for decision in decide_guards([*switch, switch[7]])] == [False] * 150 + [True]
    wide = " and ".join(f"state['k{number}'] > {number}" for number in range(30))
    assert decide_guards([wide])[0].alone is GuardVerdict.UNDECIDED


@pytest.mark.parametrize("literal", ["1e308", "-1e308", "9007199254740993", "1e999", "1" + "0" * 600, "5e-324"])
def test_extreme_literals_are_decided(literal: str) -> None:
    """The classes of numbers hold at the ends of what a number can be."""
    (below,) = decide_guards([f"state['x'] < {literal} and state['x'] > {literal}"])
    (around,) = decide_guards([f"state['x'] <= {literal} or state['x'] > {literal}"])
    assert (below.alone, around.alone) == (GuardVerdict.NEVER, GuardVerdict.ALWAYS)


READS = [
    ("state['a'] > 1 and state['b']['c'] == 2", {"a", "b"}, set(), set(), False),
    ("'a' in state and state['a'] > 1", set(), {"a"}, {"a"}, False),
    ("get(state, 'a') == 1 or 'b' not in state", set(), {"a", "b"}, set(), False),
    ("len(state) > 1", set(), set(), set(), True),
    ("any(state[k] == 1 for k in state['ks'])", {"ks"}, set(), set(), True),
    ("'state' == 'a'", set(), set(), set(), False),
]


@pytest.mark.parametrize(("guard", "needed", "optional", "ensured", "whole"), READS)
def test_the_keys_that_a_guard_reads(
    guard: str, needed: set[str], optional: set[str], ensured: set[str], whole: bool
) -> None:
    """A key by subscript has to be there, one that is asked for need not be; a guard may read any key."""
    found = guard_reads(guard)
    assert (found.needed, found.optional, found.ensured, found.whole) == (needed, optional, ensured, whole)


BOOLEANS = [
    ("state['a'] > 1", True),
    ("state['a']", None),
    ("state['a'] and 1", None),
    ("len(state)", False),
    ("1 + 1", False),
    ("not state['a']", True),
    ("'text'", False),
    ("true", True),
    ("all(x > 1 for x in state['a'])", True),
    ("1 if state['a'] else 2", False),
    ("[1]", False),
    ("state", False),
    ("sum(state['a'])", False),
    ("max(state['a'])", None),
    ("sorted(state['a'])", False),
]


@pytest.mark.parametrize(("guard", "expected"), BOOLEANS)
def test_whether_a_guard_is_true_or_false(guard: str, expected: bool | None) -> None:
    """A guard that is surely a boolean, surely none, or either."""
    assert constant_truth(guard) is expected
