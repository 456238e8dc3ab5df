"""A plan that was cut off, resumed by the same command: what its finished steps left is rebuilt, and none is repeated.

A state notes which plan is at work in it, until that has ended. Steps that were finished before a kill are in its
history. They are executed once more on a copy of the state as it was when the plan began, since the variables that they
made were in memory alone; their models' answers are stored. If the result is not the very state that is kept (since the
graph has changed, say), the plan begins anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from pramana.canonical import digest
from pramana.gasl.executor import GASLExecutor, PlanPosition
from pramana.gasl.parsing import GASLParser
from pramana.gasl.plan import Plan
from pramana.gasl.records import PlanResult
from pramana.gasl.replay import repeat_commands
from pramana.gasl.state import StateStore
from pramana.gasl.verifying import Verifier
from pramana.graph import GraphAdapter
from pramana.llm import Gateway


async def run_or_resume(
    plan: Plan,
    adapter: GraphAdapter,
    llm: Gateway | None = None,
    state: StateStore | None = None,
    *,
    verifier: Verifier | None = None,
) -> PlanResult:
    """Run a plan to its end; resume it where it was at work in this state when the process was killed or stopped.

    Raises what `GASLExecutor.arun_plan` raises: then the plan can be resumed.
    """
    state = StateStore() if state is None else state
    commands = [entry.command for entry in plan.entries()]
    GASLParser().parse_script(commands)  # nothing is noted of a plan that cannot be read
    position = await _position(plan, digest(commands), adapter, llm, state, verifier)
    with GASLExecutor(adapter, llm, state, verifier=verifier) as executor:
        if position is None:
            note = {"plan": plan.plan_id, "commands": digest(commands), "run": state.steps}
            state.note_plan(note)
        result = await executor.arun_plan(plan, position)
    state.note_plan(None)
    return result


async def _position(
    plan: Plan, commands: str, adapter: GraphAdapter, llm: Gateway | None, state: StateStore, verifier: Verifier | None
) -> PlanPosition | None:
    """Return where the plan was cut off, None where it begins."""
    note = state.plan_at_work
    if note is None or (note["plan"], note["commands"]) != (plan.plan_id, commands):
        return None
    begun = int(note["run"])
    records = [record for record in state.history()[begun:] if not record.get("depth")]
    if not records or any((record.get("plan"), record.get("run")) != (plan.plan_id, begun) for record in records):
        return None
    again = await _state_before(state, begun, adapter, llm, verifier)
    if again is None:
        return None
    with GASLExecutor(adapter, llm, again, verifier=verifier) as executor:
        done = await executor.first_steps(plan, len(records))
        alike = [str(result.status) for result in done.results] == [record["status"] for record in records]
        if not alike or again.hash != state.hash:
            return None
        return executor.position(done, run=begun, session=int(records[0]["session"]))


async def _state_before(
    state: StateStore, step: int, adapter: GraphAdapter, llm: Gateway | None, verifier: Verifier | None
) -> StateStore | None:
    """Return a copy of the state as it was after a step of its history; None where that cannot be had.

    A database keeps the snapshots of a state; from a file, earlier sessions are executed once more.
    """
    kept = [snapshot for snapshot in state.log() if snapshot.step <= step]
    if kept:
        return state.fork(kept[-1].hash)
    again = StateStore()
    for _, records in groupby(_top(state.history()[:step]), key=lambda each: each.get("session")):
        with GASLExecutor(adapter, llm, again, verifier=verifier) as executor:
            await repeat_commands(list(records), executor)
    return again


def _top(history: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [record for record in history if not record.get("depth")]
