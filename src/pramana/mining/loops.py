"""L1 and L3: a ptool picks the graph; a ptool picks each next action. Each choice is checked before it is executed."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pramana.canonical import canonical
from pramana.errors import AccessRefused, BudgetExceeded, CanonicalError, InputError, PriceUnknown, ReplayMiss
from pramana.llm import Abstention, Gateway, PromptFolder
from pramana.mining.ptools import NEXT_ACTION, ROUTE, NextInput, ProposedAction, RouteInput
from pramana.mining.transcripts import FINISH, TranscriptAction, trace_of_actions
from pramana.stategraph import Registry, StateGraph
from pramana.trace import WorkflowTrace

PROMPTS = PromptFolder(Path(__file__).with_name("prompts"))
MAX_ACTIONS = 20
"""Actions of a run. Each is one call of a model; one that needs more is taken to be in a loop."""
_END_RUN = (BudgetExceeded, PriceUnknown, AccessRefused, ReplayMiss)


async def route(task: str, graphs: Sequence[StateGraph], gateway: Gateway) -> StateGraph | None:
    """Return the graph that a model picks for a task (L1), None where it picks none or an unknown one.

    A graph is shown by its name and the goals of its nodes.
    """
    known = {graph.name: graph for graph in graphs}
    shown = {name: "; ".join(node.goal for node in graph.nodes.values() if node.goal) for name, graph in known.items()}
    output = (await gateway.call(ROUTE, RouteInput(task=task, workflows=shown))).output
    if isinstance(output, Abstention) or output.workflow is None:
        return None
    return known.get(output.workflow)


async def react(
    inputs: Mapping[str, Any],
    registry: Registry,
    actions: Sequence[str],
    gateway: Gateway,
    max_actions: int = MAX_ACTIONS,
) -> WorkflowTrace:
    """Let a model choose among registered Python functions until it finishes (L3), and return the trace.

    `actions` are their names. An action that is not among them, or that raises, is a failed step, which the model sees.
    The run ends with `finish`, when the model abstains, or after `max_actions` (1 or more); only a trace whose last
    step is `finish` has an `answer`. Raises UnknownName for an action that is not registered.
    """
    if max_actions < 1:
        raise InputError(f"At least one action is needed, not {max_actions}.")
    calls = {name: registry.get("python", name).call for name in actions}
    shown = {name: _describe_call(call) for name, call in calls.items()}
    shown[FINISH] = "(answer): give the answer, and end"
    done: list[TranscriptAction] = []
    for number in range(max_actions):
        asked = NextInput(inputs=dict(inputs), actions=shown, steps=[_action_record(action) for action in done])
        output = (await gateway.call(NEXT_ACTION, asked, sample=number)).output
        if isinstance(output, Abstention):
            break
        done.append(await _execute(output, calls))
        if done[-1].name == FINISH:
            break
    return trace_of_actions("react", inputs, done)


async def _execute(chosen: ProposedAction, calls: Mapping[str, Any]) -> TranscriptAction:
    action = TranscriptAction(chosen.action, chosen.arguments, thought=chosen.thought)
    if chosen.action == FINISH:
        return action
    call = calls.get(chosen.action)
    if call is None:
        action.error = f"there is no action {chosen.action!r}; there are {', '.join([*sorted(calls), FINISH])}"
        return action
    try:
        result = call(**chosen.arguments)
        action.observation = await result if inspect.isawaitable(result) else result
        canonical(action.observation)
    except _END_RUN:
        raise
    except CanonicalError as error:
        action.observation, action.error = None, f"its result is not JSON: {error}"
    except Exception as error:
        action.error = f"{type(error).__name__}: {error}"
    return action


def _action_record(action: TranscriptAction) -> dict[str, Any]:
    told: dict[str, Any] = {"action": action.name, "arguments": dict(action.arguments)}
    return {**told, "error": action.error} if action.error is not None else {**told, "seen": action.observation}


def _describe_call(call: Any) -> str:
    names = ", ".join(inspect.signature(call).parameters)
    first = (inspect.getdoc(call) or "").split("\n", 1)[0]
    return f"({names}): {first}" if first else f"({names})"
