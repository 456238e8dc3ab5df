"""IF, ON, TRY: commands that carry out others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from pramana.errors import BindingError
from pramana.expr import evaluate
from pramana.gasl.commands.base import Work
from pramana.gasl.records import FAILED, Outcome
from pramana.gasl.tree import BranchNode, GASLNode, OnNode, TryNode
from pramana.gasl.types import Status, Trigger

_TRIGGERS = {
    Trigger.EMPTY: (Status.EMPTY,),
    Trigger.ERROR: (Status.ERROR, Status.BINDING_FAILURE),
    Trigger.PARTIAL: (Status.PARTIAL,),
    Trigger.SCHEMA_MISMATCH: (Status.SCHEMA_MISMATCH,),
}


def triggered(trigger: Trigger, status: Status | None) -> bool:
    """Return whether `ON trigger` answers a step that ended so. A binding failure counts as an error."""
    return status in _TRIGGERS[trigger]


async def branch(node: BranchNode, work: Work) -> Outcome:
    """Carry out THEN where the condition is true, ELSE where it is false or unknown: the outcome is that one's.

    `success` where there is nothing to carry out.
    """
    chosen = evaluate(work.scope.bound(node.condition), {}) is True
    command = node.then if chosen else node.otherwise
    if command is None:
        return Outcome(Status.SUCCESS, metrics={"chosen": "none"})
    outcome = await work.step(command, "then" if chosen else "else")
    return _as(outcome, chosen="then" if chosen else "else")


async def on(node: OnNode, work: Work) -> Outcome:
    """Carry out the command where the step that made the variable ended so: the outcome is the command's.

    `success` where it ended otherwise, `binding_failure` where no step was to make the variable.
    """
    status = work.scope.outcomes.get(node.variable)
    if status is None:
        near = get_close_matches(node.variable, list(work.scope.outcomes), n=3, cutoff=0.5)
        raise BindingError(node.variable, "is made by no step so far", near)
    if not triggered(node.trigger, status):
        return Outcome(Status.SUCCESS, metrics={"fired": False, "was": str(status)})
    return _as(await work.step(node.command, "on"), fired=True, was=str(status))


def _as(outcome: Outcome, **metrics: Any) -> Outcome:
    """Return the outcome of a command inside this one as this one's. Its value stands under its own name already."""
    return replace(outcome, value=None, count=None, metrics=metrics)


async def try_(node: TryNode, work: Work) -> Outcome:
    """Carry out the body up to a command that fails; then CATCH; in any case FINALLY.

    `success` where the body came to its end, or CATCH did; else the outcome of what failed last.
    """
    outcome = await _all(node.body, work, "try")
    metrics: dict[str, Any] = {}
    if outcome is not None and not outcome.cancels and node.catch is not None:
        metrics["caught"] = _caught(outcome)
        outcome = await _all(node.catch, work, "catch")
    last = await _all(node.final or (), work, "finally")
    ended = last or outcome
    return Outcome(Status.SUCCESS, metrics=metrics) if ended is None else replace(_as(ended), metrics=metrics)


async def _all(commands: Sequence[GASLNode], work: Work, part: str) -> Outcome | None:
    """Carry out commands in order, and return the outcome of the one that ended them, None where none did."""
    for index, command in enumerate(commands):
        outcome = await work.step(command, f"{part}/{index}")
        if outcome.status in FAILED or outcome.cancels:
            return outcome
    return None


def _caught(outcome: Outcome) -> dict[str, Any]:
    message = outcome.error["message"] if outcome.error else str(outcome.status)
    return {"status": str(outcome.status), "message": message}
