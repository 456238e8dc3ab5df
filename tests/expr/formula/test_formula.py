"""What formulas mean, what they refuse, and what stops them."""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.timing import quickest

from pramana.errors import FormulaFailed, FormulaRefused
from pramana.expr.formula import FUNCTIONS, MAX_DEPTH, MAX_LENGTH, Formula, FormulaFailure, compile_formula

HERE = Path(__file__).parent


def cases(name: str) -> list[tuple[str, str, str]]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    parts = [[part.strip() for part in line.split(" | ")] for line in lines if line and not line.startswith("#")]
    return [(formula, data, outcome) for formula, data, outcome in parts]


def made(recipe: str) -> Any:
    kind, *sizes = recipe.split()
    return RECIPES[kind](*map(int, sizes)) if sizes else int(kind)


def deep(size: int) -> Any:
    value: Any = 0
    for _ in range(size):
        value = [value]
    return value


RECIPES: dict[str, Callable[..., Any]] = {
    "list": lambda size: list(range(size)),
    "text": lambda size: "x" * size,
    "wide": lambda size: "\N{GRINNING FACE}" * size,
    "texts": lambda size, length: ["x" * length + str(i) for i in range(size)],
    "bigint": lambda bits: 1 << bits,
    "bigints": lambda size, bits: [(1 << bits) + i * 7919 % size for i in range(size)],
    "floats": lambda size: [(-1) ** i * 2.0 ** (i * 7919 % 2000 - 1000) for i in range(size)],
    "turns": lambda size, bits: {"turns": list(range(size)), "big": (1 << bits) - 1, "wider": (1 << 4090) - 1},
    "deep": deep,
}


def outcome_of(formula: str, values: dict[str, Any]) -> Any:
    try:
        return compile_formula(formula, list(values)).evaluate(values)
    except FormulaRefused:
        return "refused"
    except FormulaFailed as error:
        return error.kind


@pytest.mark.slow
@pytest.mark.parametrize(("formula", "recipe", "expected"), cases("attacks.txt"))
def test_an_attack_is_refused_or_stopped(formula: str, recipe: str, expected: str) -> None:
    """Every way out and every bomb ends as its line says, within a second of the processor and without another exception."""
    value = made(recipe)
    assert quickest(lambda: outcome_of(formula, {"x": value}), 1) < 1
    outcome = outcome_of(formula, {"x": value})
    assert (outcome == expected) if expected != "value" else outcome not in ("refused", *map(str, FormulaFailure))


@pytest.mark.parametrize(("formula", "values", "expected"), cases("values.txt"))
def test_a_formula_has_its_value(formula: str, values: str, expected: str) -> None:
    """A formula's value, or the name of its failure, is the one in its line, type included."""
    outcome = outcome_of(formula, json.loads(values))
    wanted = json.loads(expected)
    assert outcome == wanted
    assert type(outcome) is type(wanted) or isinstance(outcome, FormulaFailure)


def test_a_refusal_names_the_place_and_what_to_write() -> None:
    """A refusal has the piece, its place in code points, and what to write instead, as fields."""
    with pytest.raises(FormulaRefused) as caught:
        compile_formula("'größe' == x.name", ["x"])
    error = caught.value
    assert (error.line, error.column, error.what) == (1, 11, "x.name")
    assert error.instead.startswith("value['name']")


def test_an_unknown_name_comes_with_the_nearest() -> None:
    """A name that is not there is refused when compiled, with the nearest one that is."""
    with pytest.raises(FormulaRefused) as caught:
        compile_formula("n_mild + n_sever", ["n_mild", "n_severe"])
    assert (caught.value.what, caught.value.instead, caught.value.column) == ("n_sever", "n_severe", 9)


def test_a_failure_names_the_piece_that_failed() -> None:
    """A failure has its kind, and the innermost piece of the formula with its place."""
    with pytest.raises(FormulaFailed) as caught:
        compile_formula("'é' == 'é' and state['a'] / state['b'] > 2", ["state"])({"a": 1, "b": 0})
    error = caught.value
    assert (error.kind, error.what, error.column) == ("DivisionByZero", "state['a'] / state['b']", 15)


@pytest.mark.parametrize(
    "formula",
    [
        "(" * (MAX_DEPTH + 1) + "1" + ")" * (MAX_DEPTH + 1),
        "-" * 5000 + "1",
        "not " * 2000 + "x",
        "1 if x else " * 700 + "2",
        "+".join("x" * 1200),
        "x" * (MAX_LENGTH + 1),
        "[" * 9000,
        "lambda: " * 1000 + "1",
        "x\0",
        "\ud800",
        "'\\N{",
        "9" * 9000,
        "x" + "[0]" * 3000,
        "x" + ".a" * 3000,
        "x" + "(x)" * 3000,
        "",
        "   ",
    ],
)
def test_a_formula_past_the_bounds_is_refused(formula: str) -> None:
    """Length, depth and number of parts are bounded before anything walks the tree, with a clean refusal."""
    with pytest.raises(FormulaRefused):
        compile_formula(formula, ["x"])


@pytest.mark.parametrize("name", ["_x", "sum", "true", "lambda", "a b", "__builtins__", "None"])
def test_a_value_cannot_take_a_reserved_name(name: str) -> None:
    """A value's name is an identifier that is no function, no keyword and does not begin with `_`."""
    with pytest.raises(FormulaRefused):
        compile_formula("1", [name])


def test_only_what_is_read_is_needed() -> None:
    """`used` are the names that a formula reads; the others may be missing."""
    formula = compile_formula("a + 1", ["a", "b"])
    assert formula.used == {"a"}
    assert formula.evaluate({"a": 1}) == 2
    with pytest.raises(FormulaFailed, match="MissingKey"):
        formula.evaluate({"b": 1})


def test_a_smaller_step_budget_stops_sooner() -> None:
    """A loop costs a step, and each turn the parts of its body: 1 + 2 × 10 steps are ten turns and not eleven, each
    time anew."""
    formula = Formula("len([-e for e in xs])", ["xs"], steps=21)
    assert [formula(list(range(10))) for _ in range(3)] == [10, 10, 10]
    with pytest.raises(FormulaFailed, match="StepsExceeded"):
        formula(list(range(11)))


def test_the_value_does_not_hang_on_the_order_of_a_sum() -> None:
    """A sum of floats is exactly rounded, so every order gives the same bits."""
    numbers = [random.Random(1).uniform(-1e9, 1e9) * 10**power for power in range(-9, 9) for _ in range(5)]
    formula = compile_formula("sum(xs)", ["xs"])
    sums = {formula(random.Random(seed).sample(numbers, len(numbers))) for seed in range(20)}
    assert sums == {math.fsum(numbers)}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)
ATOMS = st.sampled_from(["x", "y", "1", "2.5", "-1", "'a'", "''", "true", "null", "[]", "x['a']", "y[0]", "[1, 2]"])
EXPRESSIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+ - * / // % == != < <= > >= in and or".split()), inner).map(
            lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"
        ),
        st.tuples(st.sampled_from(sorted(FUNCTIONS)), inner).map(lambda parts: f"{parts[0]}({parts[1]})"),
        st.tuples(inner, inner, inner).map(lambda parts: f"({parts[0]} if {parts[1]} else {parts[2]})"),
        st.tuples(inner, inner).map(lambda parts: f"[{parts[0]} for x in {parts[1]}]"),
        st.tuples(inner, inner).map(lambda parts: f"sum({parts[0]} for y in {parts[1]} if y)"),
        st.tuples(inner, inner).map(lambda parts: f"{parts[0]}[{parts[1]}]"),
    ),
    max_leaves=8,
)
OURS = {"true": True, "null": None, "__builtins__": {"sum": sum, "len": len, "abs": abs, "any": any, "all": all}}


@settings(max_examples=400)
@given(EXPRESSIONS, JSON, JSON)
def test_a_value_is_the_one_that_python_gives(expression: str, x: Any, y: Any) -> None:
    """Where a formula has a value, Python's own evaluation of the same text, if it has one, gives the same."""
    try:
        ours = compile_formula(expression, ["x", "y"])(x, y)
    except (FormulaRefused, FormulaFailed):
        return
    try:
        theirs = eval(expression, {**OURS, "x": x, "y": y})  # noqa: S307 - generated right here
    except Exception:
        return
    theirs = list(theirs) if isinstance(theirs, tuple) else theirs
    if isinstance(theirs, float) and "sum" in expression:
        assert math.isclose(ours, theirs, rel_tol=1e-9, abs_tol=1e-9)
    else:
        assert ours == theirs


@settings(max_examples=500)
@given(st.text(alphabet="xy01'\"[](){}.,:+-*/%<>=!&|~@\\ \nifelsornatduml_", max_size=40), JSON)
def test_no_text_breaks_the_compiler(text: str, value: Any) -> None:
    """Any text is refused, or compiles and then has a value or a named failure."""
    outcome_of(text, {"x": value, "y": value})


@pytest.mark.slow
def test_a_formula_that_calls_out_leaves_no_trace(tmp_path: Path) -> None:
    """None of the published escapes touches the file system of a fresh process."""
    escapes = [formula for formula, _, outcome in cases("attacks.txt") if outcome == "refused"]
    script = (
        "import json, sys\n"
        "from pramana.expr.formula import compile_formula\n"
        "from pramana.errors import FormulaRefused\n"
        "events = []\n"
        "formulas = json.load(sys.stdin)\n"
        "try: compile_formula('ｓ', ['x'])  # Python's parser loads its table of characters\n"
        "except FormulaRefused: pass\n"
        "sys.addaudithook(lambda name, args: events.append(f'{name} {args[0]}' if name == 'import' else name))\n"
        "for formula in formulas:\n"
        "    try: compile_formula(formula, ['x'])(1)\n"
        "    except Exception: pass\n"
        "print(sorted(set(events) - {'compile', 'exec'}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps(escapes),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
    )
    assert done.stdout.strip() == "[]"


def test_only_pythons_own_line_ends_count() -> None:
    """A failure is placed by the lines that Python counts; U+2028 within a text ends none."""
    formula = compile_formula("(x['\u2028'] +\r\n x['b'])", ["x"])
    with pytest.raises(FormulaFailed) as failed:
        formula({"\u2028": 1})
    assert (failed.value.what, failed.value.line, failed.value.column) == ("x['b']", 2, 1)
    with pytest.raises(FormulaFailed) as failed:
        formula({"b": 1})
    assert (failed.value.what, failed.value.line, failed.value.column) == ("x['\u2028']", 1, 1)
