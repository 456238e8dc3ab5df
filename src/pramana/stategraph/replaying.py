"""Runs executed again, step by step, each from the state that was recorded before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pramana.canonical import digest
from pramana.errors import PramanaError, ReplayMiss, StateGraphError
from pramana.stategraph.plan import WAIT, NodePlan, PlannedNode
from pramana.stategraph.registry import AskedPtool
from pramana.stategraph.runtime import Position, take_step
from pramana.stategraph.values import same_json
from pramana.trace import TraceStep, WorkflowTrace, recorded_error


@dataclass(frozen=True, slots=True)
class RepeatedStep:
    """A step executed again, as JSON beside the recorded one. `number` counts from 1.

    `found` is empty where the step could not be executed, and `problem` then says why. Left out of both are attempts at
    nodes that ask a model: a call that failed and was repeated is not stored.
    """

    number: int
    node: str
    recorded: Mapping[str, Any]
    found: Mapping[str, Any]
    problem: str = ""


async def repeat_steps(ready: NodePlan, trace: WorkflowTrace, following: Sequence[str | None]) -> list[RepeatedStep]:
    """Execute each recorded step again from its recorded state. `following` are the nodes that came after each.

    Python callables are called; ptools answer from what the plan's gateway has stored; what a wait was given is data of
    the run and is not asked for again.
    """
    for node in _nodes(ready):
        node.retry = None if node.retry is None else replace(node.retry, backoff=0.0)
    repeated = []
    for number, (step, after) in enumerate(zip(trace.steps, following, strict=True), 1):
        position = Position(step.before, step.node, trace.steps[: number - 1], trace.initial)
        recorded = {**step_json(step), "next": after}
        found: Mapping[str, Any] = recorded
        problem = ""
        if step.kind != WAIT:
            found, problem = await _execute_again(ready, position, step)
        repeated.append(RepeatedStep(number, step.node, recorded, found, problem))
    return repeated


async def _execute_again(ready: NodePlan, position: Position, step: TraceStep) -> tuple[Mapping[str, Any], str]:
    if step.node not in ready.nodes:
        return {}, f"the graph has no node {step.node!r}"
    try:
        again, target = await take_step(_with_failure(ready, step), position)
    except ReplayMiss as error:
        return {}, f"no response is stored: {error}"
    except StateGraphError as error:
        return {}, f"fails now: {error.problem}"
    except PramanaError as error:
        return {}, f"cannot be executed: {error}"
    return {**step_json(again), "next": target}, ""


def _with_failure(ready: NodePlan, step: TraceStep) -> NodePlan:
    """Return the plan with a ptool that failed failing as recorded: a failed call leaves no stored response."""
    node = ready.nodes[step.node]
    if step.error is None or not isinstance(node.call, AskedPtool):
        return ready
    failing = replace(node, call=_RecordedFailure(node.call, step.error))
    return replace(ready, nodes={**ready.nodes, node.id: failing})


class _RecordedFailure(AskedPtool):
    """A ptool that fails as it did in the recorded run, unless an answer is stored."""

    def __init__(self, ptool: AskedPtool, error: Mapping[str, str]) -> None:
        self._asked = ptool
        self._error = error

    async def answer(
        self, arguments: Mapping[str, Any], sample: int = 0, calls: list[Mapping[str, Any]] | None = None
    ) -> Mapping[str, Any]:
        try:
            return await self._asked.answer(arguments, sample, calls)
        except ReplayMiss:
            raise recorded_error(self._error) from None


def step_json(step: TraceStep) -> dict[str, Any]:
    """Return what of a step is the same each time: its call, the edge, its error, and what it changed by value."""
    told: dict[str, Any] = {
        "kind": step.kind,
        "callable": step.callable,
        "edge": step.edge,
        "error": step.error,
        "changed": {
            key: value
            for key, value in step.after.items()
            if key not in step.before or not same_json(step.before[key], value)
        },
        "state": digest(step.after),
        "inner": [[step_json(each) for each in inner.steps] for inner in step.inner],
    }
    return told if step.kind != "python" else {**told, "attempts": step.attempts}


def _nodes(ready: NodePlan) -> Iterator[PlannedNode]:
    for node in ready.nodes.values():
        yield node
        if node.inner is not None:
            yield from _nodes(node.inner)
