"""REQUIRE, ASSERT, CANCEL PLAN: what ends a plan that has no more reason to go on."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from pramana.expr import Predicate, conjuncts, evaluate, field_paths, variable_paths, write_condition
from pramana.gasl.command import Command
from pramana.gasl.records import Outcome
from pramana.gasl.slots import CONDITION, VARIABLE, Keyword, ValueSlot, keywords, quoted_kind
from pramana.gasl.tree import GASLNode
from pramana.gasl.types import Status
from pramana.gasl.work import Work


@dataclass(frozen=True, slots=True)
class RequireNode(GASLNode):
    """REQUIRE EXISTS: the variable, or key of the state, that must have a value."""

    variable: str


@dataclass(frozen=True, slots=True)
class AssertNode(GASLNode):
    """ASSERT: the condition that must be true."""

    condition: Predicate


@dataclass(frozen=True, slots=True)
class CancelNode(GASLNode):
    """CANCEL PLAN: the id of the plan that ends."""

    plan_id: str


async def require(node: RequireNode, work: Work) -> Outcome:
    """`success` where the variable, or the key of the state, has a value; else `binding_failure`, and the plan ends."""
    if node.variable in work.scope:
        return Outcome(Status.SUCCESS)
    near = get_close_matches(node.variable, list(work.scope), n=3, cutoff=0.5)
    error = {"type": "RequireFailed", "message": f"There is no {node.variable}.", "variable": node.variable}
    return Outcome(Status.BINDING_FAILURE, error={**error, "nearest": near} if near else error, guards=True)


async def assert_(node: AssertNode, work: Work) -> Outcome:
    """`success` where the condition is true; `error` where it is false or unknown, and the plan ends."""
    bound = work.scope.bound(node.condition)
    if evaluate(bound, {}) is True:
        return Outcome(Status.SUCCESS)
    message = f"It does not hold: {write_condition(node.condition)}."
    bare = [path[0] for path in field_paths(node.condition)]
    if bare:
        message += f" A variable is written ${{{bare[0]}}}; {bare[0]} alone is an attribute of an item."
    error = {"type": "AssertionFailed", "message": message, "parts": _parts(node.condition, work)}
    return Outcome(Status.ERROR, error=error, guards=True)


def _parts(condition: Predicate, work: Work) -> list[dict[str, Any]]:
    """Return each of the conditions that all have to hold, with its value and the sizes or values it met."""
    found = []
    for part in conjuncts(condition):
        met = {".".join(path): _met_value(work, path[0]) for path in variable_paths(part)}
        answer = {True: "true", False: "false", None: "unknown"}[evaluate(work.scope.bound(part), {})]
        found.append({"condition": write_condition(part), "is": answer, "met": met})
    return found


def _met_value(work: Work, name: str) -> Any:
    value = work.scope.value(name)
    return value if value is None or isinstance(value, bool | int | float) else {"length": len(value)}


async def cancel(node: CancelNode, work: Work) -> Outcome:
    """End the plan that runs. `error` where it has another id, or none runs."""
    if node.plan_id == work.plan:
        return Outcome(Status.SUCCESS, metrics={"cancelled": node.plan_id}, cancels=True)
    runs = f"the running one is {work.plan!r}" if work.plan is not None else "no plan is running"
    error = {"type": "ExecutionError", "message": f"The plan {node.plan_id!r} is not running; {runs}."}
    return Outcome(Status.ERROR, error={**error, **({"nearest": [work.plan]} if work.plan else {})})


REQUIRE = Command(
    place=60,
    node=RequireNode,
    run=require,
    parts=(*keywords("REQUIRE EXISTS"), ValueSlot("variable", VARIABLE)),
    example="REQUIRE EXISTS people",
    says="Fails where no step has given the name a value.",
)
ASSERT = Command(
    place=70,
    node=AssertNode,
    run=assert_,
    parts=(Keyword("ASSERT"), ValueSlot("condition", CONDITION)),
    example="ASSERT LEN ${people} > 0",
    says="Fails unless the condition is true.",
)
CANCEL = Command(
    place=120,
    node=CancelNode,
    run=cancel,
    parts=(*keywords("CANCEL PLAN"), ValueSlot("plan_id", quoted_kind("plan_id"))),
    example='CANCEL PLAN "plan-1"',
    says="Ends a running plan.",
)
