"""The questions of L1 and L3 to models: which workflow performs a task, and which action is next."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from pramana.llm import Abstention, Ptool, Rule


class MiningInput(BaseModel):
    """Base of what models are given."""

    model_config = ConfigDict(frozen=True)


class MiningOutput(BaseModel):
    """Base of what models answer: frozen, unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class RouteInput(MiningInput):
    """`workflows` is name → what it does."""

    task: str
    workflows: dict[str, str]


class Route(MiningOutput):
    """`workflow` is one of the names, None where none does the task."""

    workflow: str | None
    reason: str = ""


class NextInput(MiningInput):
    """`actions` is name → arguments and what it does; `steps` are those so far, with what was seen or went wrong."""

    inputs: dict[str, Any]
    actions: dict[str, str]
    steps: list[dict[str, Any]]


class ProposedAction(MiningOutput):
    thought: str = ""
    action: str
    arguments: dict[str, Any] = {}


ROUTE = Ptool("mining.route", "mining.route", RouteInput, Route, ("task",))
NEXT_ACTION = Ptool("mining.next_action", "mining.next_action", NextInput, ProposedAction, ("inputs", "steps"))
PTOOLS: tuple[Ptool[Any, Any], ...] = (ROUTE, NEXT_ACTION)


def _route(asked: RouteInput) -> Route | Abstention:
    """Choose where there is one workflow that the task names, as the caller wrote it."""
    named = [name for name in sorted(asked.workflows) if name.casefold() in asked.task.casefold()]
    if len(named) == 1:
        return Route(workflow=named[0], reason="The task names it.")
    return Abstention(reason="The embedded model routes only a task that names one workflow.")


def _next_action(asked: NextInput) -> Abstention:
    return Abstention(reason="The embedded model does not choose actions; configure a model.")


RULES: dict[str, Rule] = {ROUTE.name: _route, NEXT_ACTION.name: _next_action}
"""The embedded model's answers: it abstains rather than guess."""
