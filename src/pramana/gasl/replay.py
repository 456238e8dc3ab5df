"""A session executed again from its history: does the same come out, and where does it part?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from pramana.background import BackgroundLoop
from pramana.canonical import canonical
from pramana.errors import ReplayMiss
from pramana.gasl.executor import GASLExecutor
from pramana.gasl.plan import Plan, PlanCommand, PlanConfig
from pramana.gasl.serialization import summary_value
from pramana.gasl.state import StateStore
from pramana.gasl.state.backends import COMPARED
from pramana.gasl.verifying import Verifier
from pramana.graph import GraphAdapter
from pramana.llm import Gateway
from pramana.serialization import JsonRecord, JsonShape


@dataclass(frozen=True, slots=True)
class StepDifference(JsonRecord):
    """The first step that differs: its number, its command, and what it was and is. `what` names the fields."""

    step: int
    command: str
    what: tuple[str, ...]
    before: Mapping[str, Any]
    now: Mapping[str, Any]

    json_shape = JsonShape(
        without=("what", "before", "now"),
        computed={
            "differs": lambda first: {
                name: {"before": first.before.get(name), "now": first.now.get(name)} for name in first.what
            }
        },
    )

    def __str__(self) -> str:
        parts = [
            f"{name} was {_short_field(self.before, name)}, is {_short_field(self.now, name)}" for name in self.what
        ]
        return f"Step {self.step}, {self.command}: {'; '.join(parts)}."


@dataclass(frozen=True, slots=True)
class Replayed(JsonRecord):
    """The result of a replay. `steps` are those of the history; `expected` and `found` are hashes of states.

    `altered` says what was changed in the file since it was saved, "" for nothing; then nothing was executed.
    `engine_changed`: other code executed a step then than executes it now; None where that is not known.
    """

    steps: int
    expected: str
    found: str
    first: StepDifference | None
    altered: str = ""
    engine_changed: bool | None = None

    json_shape = JsonShape(plus=("identical",), omit_empty=("altered",))

    @property
    def identical(self) -> bool:
        return self.first is None and self.expected == self.found


async def areplay(
    state: StateStore,
    adapter: GraphAdapter,
    llm: Gateway | None = None,
    *,
    verifier: Verifier | None = None,
    engine: str = "",
) -> Replayed:
    """Execute the commands of a state's history anew, in an empty state in memory, and compare step by step.

    `llm` should answer from stored responses alone (mode `replay`): then no model is asked, and what it said is the
    same. Plans begin with no variables and with the adapter's caps, as they did. The state itself is not changed.
    `engine` is the hash of the code that executes now, as the state has notes of it; "": not known.
    """
    history = state.history()
    altered, changed = _difference_of_file(state), _engine_changed(state, engine)
    if altered:
        return Replayed(len(history), state.hash, "", None, altered, changed)
    again = StateStore()
    missed = ""
    try:
        for _, records in groupby(_commands(history), key=lambda each: each.get("session")):
            with GASLExecutor(adapter, llm, again, verifier=verifier) as executor:
                await repeat_commands(list(records), executor)
    except ReplayMiss as error:
        missed = str(error)
    first = _first_difference(history, again.history(), missed)
    return Replayed(len(history), state.hash, again.hash, first, engine_changed=changed)


def _difference_of_file(state: StateStore) -> str:
    """Return what was changed in a state's file since it was saved, "" for nothing."""
    recorded = state.recorded_hash
    if recorded is None or recorded == state.document()["replay"]["hash"]:
        return ""
    return f"the run was saved as {recorded}, and its file has been changed since"


def _engine_changed(state: StateStore, engine: str) -> bool | None:
    """Return whether other code executed a step of a state; None where that is not known of each step."""
    noted = {each["engine"] for each in state.engines}
    if engine and noted - {engine, ""}:
        return True
    return None if not engine or noted != {engine} or state.engines[0]["step"] > 1 else False


def replay(
    state: StateStore,
    adapter: GraphAdapter,
    llm: Gateway | None = None,
    *,
    verifier: Verifier | None = None,
    engine: str = "",
) -> Replayed:
    """Execute a state's history anew: `areplay` for callers without an event loop."""
    with BackgroundLoop() as loop:
        return loop.run(areplay(state, adapter, llm, verifier=verifier, engine=engine))


def _commands(history: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield the records of commands that are in no other."""
    return (record for record in history if not record.get("depth"))


async def repeat_commands(records: Sequence[Mapping[str, Any]], executor: GASLExecutor) -> None:
    """Execute again what one executor did: its plans, and its single commands."""
    for (_, plan), part in groupby(records, key=lambda each: (each.get("run"), each.get("plan"))):
        commands = tuple(PlanCommand(command=record["command"], why=record.get("why", "")) for record in part)
        if plan is None:
            for each in commands:
                await executor.aexecute_one(each.command, each.why)
        else:
            # What ended the plan then is its last command now.
            config = PlanConfig(stop_on_error=False, continue_on_empty=True)
            await executor.arun_plan(Plan(plan_id=plan, why="A replay.", commands=commands, config=config))


def _first_difference(
    before: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]], missed: str
) -> StepDifference | None:
    for number, record in enumerate(before, 1):
        found = now[number - 1] if number <= len(now) else {"status": f"not executed. {missed}".strip()}
        what = tuple(name for name in COMPARED if _canonical_text(record.get(name)) != _canonical_text(found.get(name)))
        if what:
            shown = what if number <= len(now) else ("status",)
            return StepDifference(number, str(record.get("command", "")), shown, record, found)
    if len(now) > len(before):
        extra = now[len(before)]
        return StepDifference(len(before) + 1, str(extra["command"]), ("status",), {"status": "not there"}, extra)
    return None


def _canonical_text(value: Any) -> str:
    return canonical(value)


def _short_field(record: Mapping[str, Any], name: str) -> str:
    return str(summary_value(record.get(name), 300))
