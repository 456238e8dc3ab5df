"""Ptools whose answers keep to a rule are proposed as Python, with what the rule agrees with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pramana.expr.formula import compile_formula
from pramana.mining import propose_rules
from pramana.stategraph import Registry, StateGraph, StateNode, run_stategraph
from pramana.trace import WorkflowTrace

GRAPH = StateGraph(
    "g", {"ask": StateNode("ask", "ptool", "a'sk", {"n": "number", "w": "word"}, {"r": "said"})}, [], "ask", {"ask"}
)


def traces(answer: Callable[[int, str], Any], count: int = 60) -> list[WorkflowTrace]:
    registry = Registry()
    registry.ptool("a'sk", lambda n, w: {"r": answer(n, w)})
    inputs = [{"number": number, "word": "one two three".split()[number % 3]} for number in range(count)]
    return [run_stategraph(GRAPH, each, registry=registry).trace for each in inputs]


def carried_out(python: str) -> Callable[..., Any]:
    scope: dict[str, Any] = {}
    exec(python, scope)  # noqa: S102 - made right here
    return scope["answer"]


def test_constant_table_and_tree_are_found() -> None:
    """The simplest kind that fits is proposed; its Python gives the answers, its formula too."""
    (constant,) = propose_rules(GRAPH, traces(lambda n, w: ["same'\n"]))
    assert (constant.kind, constant.callable, constant.output) == ("constant", "a'sk", "r")
    assert (constant.learned, constant.held_out, constant.agreed) == (42, 18, 18)
    assert carried_out(constant.python)(n=1, w="x") == ["same'\n"]
    (table,) = propose_rules(GRAPH, traces(lambda n, w: w.upper()))
    assert (table.kind, carried_out(table.python)(n=1, w="two")) == ("table", "TWO")
    (tree,) = propose_rules(GRAPH, traces(lambda n, w: "big" if n >= 20 else "small"))
    assert tree.kind == "tree"
    assert tree.agreed >= 17
    assert (carried_out(tree.python)(n=50, w="x"), carried_out(tree.python)(n=0, w="x")) == ("big", "small")
    assert compile_formula(tree.formula or "", ["state"])({"n": 50, "w": "x"}) == "big"


def test_what_keeps_to_no_rule_is_not_proposed() -> None:
    """Answers that differ each time, too few answers, and examples that a table would only repeat."""
    assert propose_rules(GRAPH, traces(lambda n, w: f"{n * 7919 % 101}")) == []
    assert propose_rules(GRAPH, traces(lambda n, w: 1, count=3)) == []
    assert propose_rules(GRAPH, []) == []


def test_proposals_are_the_same_in_any_order() -> None:
    """The order of the traces does not matter."""
    made = traces(lambda n, w: "big" if n >= 20 else "small")
    assert propose_rules(GRAPH, made) == propose_rules(GRAPH, made[::-1])
