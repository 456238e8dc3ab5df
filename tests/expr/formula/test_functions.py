"""A function of formulas is one declaration: evaluation, analysis, plain Python and documentation follow from it."""

from __future__ import annotations

import ast
import importlib.util
import sys
from pathlib import Path

import pytest

from pramana.anot.language import language
from pramana.errors import FormulaFailed, FormulaRefused
from pramana.expr.formula import FUNCTIONS, Function, compile_formula, plain_formula, plain_functions
from pramana.expr.formula.analysis import constant_truth, infer_shape
from pramana.expr.formula.functions import functions_of
from pramana.expr.formula.shapes import INF, number_shape
from pramana.mining import distil
from pramana.stategraph import StateCondition, StateEdge, StateGraph, StateNode

ADDED = '''
"""A family of functions, as somebody may add one."""

from __future__ import annotations

import math
from typing import Any

from pramana.expr.formula import Function, Gives
from pramana.expr.formula.guards import number
from pramana.expr.formula.pieces import _number
from pramana.expr.formula.shapes import NUMERIC
from pramana.expr.formula.shapes import number_shape


def ceiling(value: Any) -> int:
    return math.ceil(number(value))


def _ceiling(value: Any) -> int:
    return math.ceil(_number(value))


def ceiling_shape(reader, node, scope):
    value = reader.need(node.args[0], scope, NUMERIC, "a number")
    return number_shape(value.low, value.high + 1, whole=True) if value.known else number_shape(whole=True)


CEIL = Function(
    "ceil", "ceil(number)", "the next whole number above", ceiling, Gives.NUMBER, ceiling_shape, _ceiling
)
'''


@pytest.fixture
def ceil(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Function:
    """Return a function that one more module declares, known as those of the package are."""
    path = tmp_path / "added_functions.py"
    path.write_text(ADDED, "utf-8")
    spec = importlib.util.spec_from_file_location("added_functions", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "added_functions", module)
    spec.loader.exec_module(module)
    (function,) = functions_of(module)
    monkeypatch.setitem(FUNCTIONS, function.name, function)
    return function


def test_an_added_function_is_evaluated(ceil: Function) -> None:
    """It is called by its name, with its own number of arguments, and its failures have their place."""
    assert compile_formula("ceil(ceil_x) + 1", ["ceil_x"])(1.5) == 3
    with pytest.raises(FormulaFailed, match="ceil"):
        compile_formula("1 + ceil(ceil_x)", ["ceil_x"])("a")
    with pytest.raises(FormulaRefused, match="1 arguments"):
        compile_formula("ceil(1, 2)", [])


def test_an_added_function_is_analysed(ceil: Function) -> None:
    """Its shape is followed, its arguments are checked, and guards know the kind of its result."""
    inferred = infer_shape("1 / ceil(x)", {"x": number_shape(2.0, 5.0)})
    assert (inferred.findings, inferred.shape.low) == ((), 1 / 6)
    assert "can be 0" in str(infer_shape("1 / ceil(x)", {"x": number_shape(0.0, INF)}).findings[0])
    assert constant_truth("ceil(state['x'])") is False


def test_an_added_function_is_distilled(ceil: Function) -> None:
    """A module that uses it has the source of its twin with what that needs, and imports the standard library alone."""
    nodes = {name: StateNode(name, "python", "identity") for name in ("here", "there")}
    edges = [StateEdge("here", "there", StateCondition("ceil(state['x']) > 1"))]
    source = distil(StateGraph("added", nodes, edges, "here", {"there"}))
    assert "if _ceiling(state['x']) > 1:" in source
    assert "import math\n" in source and "pramana" not in source
    scope = {"__name__": __name__}
    exec(compile(source, "distilled", "exec"), scope)  # noqa: S102 - made right here
    run, calls = scope["added"], scope["Calls"]
    assert callable(run) and callable(calls)
    assert run({"x": 1.5}, calls())[1] == ["here", "there"]


def test_an_added_function_is_documented(ceil: Function) -> None:
    """A model that writes formulas reads its line."""
    assert "\n- ceil(number): the next whole number above\n" in language()


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_a_declaration_is_complete(function: Function) -> None:
    """Its usage shows its name, and it has a meaning of one line."""
    assert function.usage.startswith(f"{function.name}(")
    assert function.meaning and "\n" not in function.meaning


def test_arguments_follow_from_the_guard() -> None:
    """How many arguments a function takes, and whether it charges the budget, is read off its guard."""
    found = {name: (each.least, each.most, each.budgeted) for name, each in FUNCTIONS.items()}
    assert found["get"] == (2, 3, False)
    assert found["log"] == (1, 2, False)
    assert found["max"] == found["min"] == (1, 50, True)
    assert found["round"] == (1, 2, True)
    assert found["sorted"] == found["sum"] == (1, 1, True)


def test_what_a_module_lists_is_found() -> None:
    """The names of a module's declarations are those of the table."""
    numbers = {each.name for each in functions_of(sys.modules["pramana.expr.formula.functions.numbers"])}
    assert numbers == {"abs", "exp", "log", "pow", "round", "sqrt"}
    assert list(FUNCTIONS) == sorted(FUNCTIONS)


def test_plain_pieces_have_names_of_their_own() -> None:
    """No two pieces share a name, and each name begins with `_`, which no name of a formula's own does."""
    twins = [function.twin for function in FUNCTIONS.values() if function.twin is not None]
    assert len(plain_functions()) == len({*map(id, plain_functions().values()), *map(id, twins)})
    assert all(name.startswith("_") for name in plain_functions())


def test_every_function_has_its_plain_form() -> None:
    """A plain formula names a piece, or Python's own function, for every function there is."""
    for function in FUNCTIONS.values():
        call = f"{function.name}({', '.join('xyz'[: function.least])})"
        named = {
            node.id
            for node in ast.walk(ast.parse(plain_formula(call, ["x", "y", "z"]).text))
            if isinstance(node, ast.Name)
        }
        assert named - {"x", "y", "z"} <= plain_functions().keys() | {"abs", "len"}
