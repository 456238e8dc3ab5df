"""IF, ON, TRY: commands that execute others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from pramana.errors import BindingError
from pramana.expr import Predicate, evaluate, write_condition
from pramana.gasl.command import Command, WriteNested
from pramana.gasl.records import FAILED_STATUSES, Outcome
from pramana.gasl.slots import COMMAND, CONDITION, VARIABLE, Keyword, ValueSlot, choice, optional
from pramana.gasl.tree import GASLNode
from pramana.gasl.types import Status, Trigger
from pramana.gasl.work import Work

INDENT = "  "
_TRIGGERS = {
    Trigger.EMPTY: (Status.EMPTY,),
    Trigger.ERROR: (Status.ERROR, Status.BINDING_FAILURE),
    Trigger.PARTIAL: (Status.PARTIAL,),
    Trigger.SCHEMA_MISMATCH: (Status.SCHEMA_MISMATCH,),
}


def is_triggered(trigger: Trigger, status: Status | None) -> bool:
    """Return whether `ON trigger` answers a step that ended so. A binding failure counts as an error."""
    return status in _TRIGGERS[trigger]


@dataclass(frozen=True, slots=True)
class BranchNode(GASLNode):
    """IF: the command of THEN, and that of ELSE (None: nothing)."""

    condition: Predicate
    then: GASLNode
    otherwise: GASLNode | None = None


@dataclass(frozen=True, slots=True)
class OnNode(GASLNode):
    """ON: the command that answers the way in which the step that made the variable ended."""

    trigger: Trigger
    variable: str
    command: GASLNode


@dataclass(frozen=True, slots=True)
class TryNode(GASLNode):
    """TRY: three parts, each any number of commands. None: the part is not there."""

    body: tuple[GASLNode, ...]
    catch: tuple[GASLNode, ...] | None = None
    final: tuple[GASLNode, ...] | None = None


async def branch(node: BranchNode, work: Work) -> Outcome:
    """Execute THEN where the condition is true, ELSE where it is false or unknown, and return its outcome.

    `success` where there is nothing to execute.
    """
    chosen = evaluate(work.scope.bound(node.condition), {}) is True
    command = node.then if chosen else node.otherwise
    if command is None:
        return Outcome(Status.SUCCESS, metrics={"chosen": "none"})
    outcome = await work.step(command, "then" if chosen else "else")
    return _as(outcome, chosen="then" if chosen else "else")


async def on(node: OnNode, work: Work) -> Outcome:
    """Execute the command where the step that made the variable ended so, and return its outcome.

    `success` where it ended otherwise, `binding_failure` where no step was to make the variable.
    """
    status = work.scope.outcomes.get(node.variable)
    if status is None:
        near = get_close_matches(node.variable, list(work.scope.outcomes), n=3, cutoff=0.5)
        raise BindingError(node.variable, "is made by no step so far", near)
    if not is_triggered(node.trigger, status):
        return Outcome(Status.SUCCESS, metrics={"fired": False, "was": str(status)})
    return _as(await work.step(node.command, "on"), fired=True, was=str(status))


def _as(outcome: Outcome, **metrics: Any) -> Outcome:
    """Return the outcome of a command inside this one, its value too, as this one's."""
    return replace(outcome, metrics=metrics)


async def try_(node: TryNode, work: Work) -> Outcome:
    """Execute the body up to a command that fails; then CATCH; in any case FINALLY.

    `success` where the body ended, or CATCH did, with the value of its last command that made one; else the outcome of
    what failed last.
    """
    outcome = await _run_all(node.body, work, "try")
    metrics: dict[str, Any] = {}
    if _fails(outcome) and not outcome.cancels and node.catch is not None:
        metrics["caught"] = _caught(outcome)
        outcome = await _run_all(node.catch, work, "catch")
    last = await _run_all(node.final or (), work, "finally")
    return _as(last if _fails(last) else outcome, **metrics)


async def _run_all(commands: Sequence[GASLNode], work: Work, part: str) -> Outcome:
    """Execute commands in order; return the outcome of the one that ended them, else `success` with the last value."""
    made = Outcome(Status.SUCCESS)
    for index, command in enumerate(commands):
        outcome = await work.step(command, f"{part}/{index}")
        if _fails(outcome):
            return outcome
        if outcome.value is not None:
            made = Outcome(Status.SUCCESS, outcome.value, outcome.count)
    return made


def _fails(outcome: Outcome) -> bool:
    return outcome.status in FAILED_STATUSES or outcome.cancels


def _caught(outcome: Outcome) -> dict[str, Any]:
    message = outcome.error["message"] if outcome.error else str(outcome.status)
    return {"status": str(outcome.status), "message": message}


def _write_branch(node: BranchNode, nested: WriteNested) -> str:
    condition, then = write_condition(node.condition), nested(node.then)
    if node.otherwise is None:
        return f"IF {condition} THEN {then}"
    # An ELSE belongs to the nearest IF; parentheses keep it from one.
    then = f"({then})" if _takes_else(node.then) else then
    return f"IF {condition} THEN {then} ELSE {nested(node.otherwise)}"


def _takes_else(node: GASLNode) -> bool:
    """Return whether an ELSE after this command would be read as a part of it."""
    if isinstance(node, OnNode):
        return _takes_else(node.command)
    return isinstance(node, BranchNode) and (node.otherwise is None or _takes_else(node.otherwise))


def _write_try(node: TryNode, nested: WriteNested) -> str:
    parts = (("TRY", node.body), ("CATCH ANY", node.catch), ("FINALLY", node.final))
    lines = [line for word, commands in parts if commands is not None for line in (word, *_indent(commands, nested))]
    return "\n".join([*lines, "END"])


def _indent(commands: Sequence[GASLNode], nested: WriteNested) -> list[str]:
    return [f"{INDENT}{line}" for command in commands for line in nested(command).split("\n")]


ON = Command(
    place=80,
    node=OnNode,
    run=on,
    parts=(
        *(Keyword("ON"), ValueSlot("trigger", choice("TRIGGER", Trigger)), ValueSlot("variable", VARIABLE)),
        *(Keyword("THEN"), ValueSlot("command", COMMAND)),
    ),
    example="ON EMPTY people THEN FIND nodes LIMIT 10 AS people",
    says="Runs a command where the step that made the name ended so.",
    gives="if the step that made the name ended so",
)
IF = Command(
    place=90,
    node=BranchNode,
    run=branch,
    parts=(
        *(Keyword("IF"), ValueSlot("condition", CONDITION), Keyword("THEN"), ValueSlot("then", COMMAND)),
        optional("ELSE", ValueSlot("otherwise", COMMAND)),
    ),
    example="IF LEN ${people} > 50 THEN COUNT people AS size ELSE DISTINCT people AS few",
    says="Runs one command or the other.",
    write=_write_branch,
)
TRY = Command(
    place=100,
    node=TryNode,
    run=try_,
    form="TRY … [CATCH ANY …] [FINALLY …] END",
    example="TRY\nFIND paths AS p\nCATCH ANY\nFIND edges AS p\nEND",
    says="Runs other commands after a failure; each word and command is on its own line.",
    write=_write_try,
    inner=lambda node: (*node.body, *(node.catch or ()), *(node.final or ())),
)
