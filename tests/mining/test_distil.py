"""Distilling: the plain module does what the runtime does, and holds nothing of the graph but literals."""

from __future__ import annotations

import ast
import sys
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from workflows import IDS, INPUTS, Handlers, workflows

from pramana.errors import FormulaFailed, FormulaRefused, InputError, StateGraphError, UnknownName
from pramana.expr.formula import FUNCTIONS, compile_formula, plain_functions
from pramana.mining import distil, plain_formula, python_literal
from pramana.stategraph import Registry, Retry, StateCondition, StateEdge, StateGraph, StateNode, run_stategraph

MESSAGES_DIFFER = {"GuardFailed"}
"""Why a guard has no value is told in other words; that it has none, and where, is the same."""


def module_of(source: str) -> dict[str, Any]:
    scope: dict[str, Any] = {"__name__": "distilled"}
    module = type(sys)("distilled")
    sys.modules["distilled"] = module
    exec(compile(source, "distilled", "exec"), module.__dict__)  # noqa: S102 - made right here
    scope.update(module.__dict__)
    return scope


def entry_of(source: str) -> str:
    """Return the name that the first line gives."""
    return source.split("Call ", 1)[1].split("(", 1)[0]


def told(state: dict[str, Any]) -> dict[str, Any]:
    error = state["_meta"].get("error")
    if error and error["type"] in MESSAGES_DIFFER:
        return {**state, "_meta": {**state["_meta"], "error": {**error, "message": "…"}}}
    return state


def by_runtime(graph: StateGraph, inner: list[StateGraph], inputs: dict[str, Any]) -> Any:
    handlers = Handlers()
    try:
        result = run_stategraph(graph, inputs, registry=handlers.registry(inner), max_steps=12)
    except StateGraphError as error:
        kind = type(error).__name__
        return kind, error.node, None if "guard" in error.problem else error.problem, handlers.log
    return told(dict(result.state)), result.trace.path, handlers.log


def by_module(graph: StateGraph, inner: list[StateGraph], inputs: dict[str, Any]) -> Any:
    handlers = Handlers()
    source = distil(graph, inner)
    module = module_of(source)
    calls = module["Calls"](
        {name: handlers.make("ptool", name) for name in IDS},
        {name: handlers.make("python", name) for name in IDS},
        max_steps=12,
    )
    try:
        state, path = module[entry_of(source)](inputs, calls)
    except module["StateGraphError"] as error:
        kind = type(error).__name__
        return kind, error.node, None if "guard" in error.problem else error.problem, handlers.log
    return told(state), path, handlers.log


@pytest.mark.slow
@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(workflows(), INPUTS)
def test_distilled_module_does_what_the_runtime_does(
    workflow: tuple[StateGraph, list[StateGraph]], inputs: dict[str, Any]
) -> None:
    """On random graphs, handlers and inputs: the same state, path, calls in order, and the same failures."""
    graph, inner = workflow
    assert by_module(graph, inner, inputs) == by_runtime(graph, inner, inputs)


@pytest.mark.slow
@settings(max_examples=200)
@given(st.text(max_size=12), st.text(max_size=12), st.text(max_size=20))
def test_names_and_goals_reach_the_module_as_literals(name: str, key: str, goal: str) -> None:
    """Whatever an id, a key or a goal says, the module has the shape that it has for a harmless one."""
    hostile = [f"{name}'''", f'{name}"""', f"{name}\\", f"{name}\n1/0", name]
    for text in hostile:
        assert ast.literal_eval(python_literal(text)) == text
    shapes = {
        shape(distil(small(*texts))) for texts in [("a", "k", "g"), (name, key, goal), (hostile[3], key, hostile[1])]
    }
    assert len(shapes) == 1


def small(name: str, key: str, goal: str) -> StateGraph:
    """Return a graph in which the three texts stand wherever a text can."""
    node = StateNode(name, "ptool", name, {key or "k": key}, {key: key}, goal or "g")
    return StateGraph(name, {name: node}, [StateEdge(name, name, StateCondition("true"))], name, set())


def shape(source: str) -> str:
    """Return the tree of a module with its texts and its names blotted out."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
        for field in ("id", "name", "attr"):
            if isinstance(getattr(node, field, None), str):
                setattr(node, field, "n")
    return ast.dump(tree)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False, width=16) | st.text("ab%d", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=5,
)
ATOMS = st.sampled_from(["x", "y", "1", "2.5", "-1", "'a'", "''", "true", "null", "[]", "x['a']", "y[0]", "[1, 2]"])
EXPRESSIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.tuples(
            inner,
            st.sampled_from(
                ["+", "-", "*", "/", "//", "%", "==", "!=", "<", "<=", ">", ">=", "in", "not in", "and", "or"]
            ),
            inner,
        ).map(lambda parts: f"({' '.join(parts)})"),
        st.tuples(st.sampled_from(sorted(FUNCTIONS)), inner).map(lambda parts: f"{parts[0]}({parts[1]})"),
        st.tuples(st.sampled_from(["get", "pow", "round", "min", "log"]), inner, inner).map(
            lambda parts: f"{parts[0]}({parts[1]}, {parts[2]})"
        ),
        st.tuples(inner, inner, inner).map(lambda parts: f"({parts[0]} if {parts[1]} else {parts[2]})"),
        st.tuples(inner, inner).map(lambda parts: f"[{parts[0]} for x in {parts[1]}]"),
        st.tuples(st.sampled_from(["sum", "any", "all", "max"]), inner, inner).map(
            lambda parts: f"{parts[0]}({parts[1]} for y in {parts[2]} if y)"
        ),
        st.tuples(inner, inner).map(lambda parts: f"{parts[0]}[{parts[1]}]"),
        st.tuples(inner, inner).map(lambda parts: f"{parts[0]}[{parts[1]}:]"),
        inner.map(lambda part: f"(not {part})"),
        inner.map(lambda part: f"(-{part})"),
    ),
    max_leaves=6,
)


@pytest.mark.slow
@settings(max_examples=1500, suppress_health_check=list(HealthCheck))
@given(EXPRESSIONS, JSON, JSON)
def test_plain_guard_has_the_value_of_the_formula(expression: str, x: Any, y: Any) -> None:
    """On random formulas and data: the same value, or both fail; `truth` is told only where it is so."""
    try:
        formula = compile_formula(expression, ["x", "y"])
    except FormulaRefused:
        return
    made = plain_formula(expression, ["x", "y"])
    try:
        expected = formula(x, y)
    except FormulaFailed:
        with pytest.raises(Exception):  # noqa: B017 - whichever it is
            finite(eval(made.text, {**plain_functions(), "x": x, "y": y}))  # noqa: S307 - made right here
        return
    value = finite(eval(made.text, {**plain_functions(), "x": x, "y": y}))  # noqa: S307 - made right here
    value = list(value) if type(value) is tuple else value
    assert (value, type(value)) == (expected, type(expected))
    assert not made.truth or type(value) is bool


def finite(value: Any) -> Any:
    if isinstance(value, float) and abs(value) == float("inf"):
        raise OverflowError
    return value


def test_module_needs_nothing_of_pramana() -> None:
    """It imports the standard library alone, and its guards read as they were written."""
    node = StateNode("find", "ptool", "find", {"word": "word"}, {"count": "count"}, "Count the word")
    last = StateNode("done", "python", "identity", {"count": "count"}, {"answer": "answer"})
    edges = [StateEdge("find", "done", StateCondition("state['count'] >= 1 and state['word'] != null"))]
    graph = StateGraph("counting", {"find": node, "done": last}, edges, "find", {"done"})
    source = distil(graph)
    assert "if state['count'] >= 1 and state['word'] != None:" in source
    assert '"Count the word"' in source
    imports = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Import | ast.ImportFrom)]
    named = {n.module if isinstance(n, ast.ImportFrom) else n.names[0].name for n in imports}
    assert named <= {"__future__", "collections.abc", "contextlib", "dataclasses", "typing"}
    module = module_of(source)
    state, path = module["counting"]({"word": "a"}, module["Calls"]({"find": lambda word: {"count": 2}}))
    assert (state["answer"], path) == (2, ["find", "done"])
    assert source == distil(graph)
    with pytest.raises(LookupError, match="'find'"):
        module["counting"]({}, module["Calls"]())


def test_time_limit_holds_in_the_module() -> None:
    """A call that takes longer fails the node as it does in the runtime, and a failure edge mends it."""
    slow = StateNode("slow", "python", "slow", {}, {"x": "x"}, retry=Retry(2, backoff=0.0), timeout=0.02)
    nodes = {"slow": slow, "done": StateNode("done", "python", "identity")}
    graph = StateGraph("limited", nodes, [StateEdge("slow", "done", on_failure=True)], "slow", {"done"})
    registry = Registry()
    registry.python("slow", lambda: time.sleep(0.2))
    expected = run_stategraph(graph, {}, registry=registry)
    module = module_of(distil(graph))
    state, path = module["limited"]({}, module["Calls"](functions={"slow": lambda: time.sleep(0.2)}))
    assert (state, path) == (expected.state, expected.trace.path)
    assert state["_meta"]["error"]["type"] == "NodeTimedOut"


def test_what_cannot_be_distilled_is_refused() -> None:
    """An unknown node, an unknown graph, a graph in itself, a guard that does not compile."""
    node = StateNode("a", "graph", "other")
    with pytest.raises(UnknownName):
        distil(StateGraph("g", {"a": node}, [], "a", {"a"}))
    with pytest.raises(UnknownName):
        distil(StateGraph("g", {"a": node}, [], "b", {"a"}))
    itself = StateGraph("other", {"a": node}, [], "a", {"a"})
    with pytest.raises(InputError, match="contains itself"):
        distil(itself, [itself])
    with pytest.raises(FormulaRefused):
        distil(
            StateGraph("g", {"a": StateNode("a", "ptool", "p")}, [StateEdge("a", "a", StateCondition("("))], "a", set())
        )
