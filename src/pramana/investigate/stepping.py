"""Executes one plan from one snapshot: the state afterwards, the records, and signals that code can count.

Branches share only the graph: each plan begins with no variables, on a fork of its snapshot's state.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from pramana.canonical import digest
from pramana.gasl import (
    FAILED_STATUSES,
    ExecutionRecord,
    GASLExecutor,
    GASLNode,
    GASLParser,
    KeyDiff,
    Located,
    PlanResult,
    SetNode,
    StateItem,
    StateStore,
    Status,
    Verifier,
    bounded_json,
    error_of,
    hint_text,
    nested_commands,
    with_inputs,
)
from pramana.graph import GraphAdapter
from pramana.investigate.model import Diagnosis, NextAction, StepView
from pramana.llm import Gateway
from pramana.serialization import JsonRecord
from pramana.trace import Trail


@dataclass(frozen=True, slots=True)
class Signals(JsonRecord):
    """The result of a plan, as counts.

    `items_gained`: items that the state did not have. `evidence_gained`: places and elements of the graph that none of
    the changed items was based on before. `repeated`: how often the same plan, or the same failure of a command,
    occurred earlier in this branch.
    """

    assertions_held: int = 0
    assertions_failed: int = 0
    items_gained: int = 0
    evidence_gained: int = 0
    empties: int = 0
    errors: int = 0
    repeated: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class StateFork:
    """A state that is never modified: plans work on forks of it. Equal hashes mean equal states.

    `tried` are the hashes of earlier plans and failures of this branch; they do not affect the hash.
    """

    state: StateStore
    tried: tuple[str, ...] = ()

    @property
    def hash(self) -> str:
        return self.state.hash

    @classmethod
    def root(cls, state: StateStore | None = None) -> StateFork:
        """Return a snapshot of the current state, or of an empty one."""
        return cls((state or StateStore()).fork())


@dataclass(frozen=True, slots=True)
class Stepped:
    """The result of executing a plan. `result` is None where a command could not be read, and none was executed."""

    snapshot: StateFork
    records: tuple[ExecutionRecord, ...]
    views: tuple[StepView, ...]
    signals: Signals
    diagnoses: tuple[Diagnosis, ...] = ()
    stopped: str = ""
    result: PlanResult | None = field(default=None, compare=False)


class PlanStepper:
    """Executes plans. `gateway` None: PROCESS and ANALYZE fail. Steps of model calls are recorded at `trail`."""

    def __init__(
        self,
        adapter: GraphAdapter,
        gateway: Gateway | None = None,
        *,
        verifier: Verifier | None = None,
        trail: Trail | None = None,
    ) -> None:
        self._adapter = adapter
        self._gateway = gateway
        self._verifier = verifier
        self._trail = trail or Trail()
        self._parser = GASLParser()

    async def apply(self, snapshot: StateFork, action: NextAction, *, key: str = "") -> Stepped:
        """Execute an action's plan on a fork of the snapshot; steps are recorded at `key`.

        If commands cannot be read, each is returned as a diagnosis, and nothing is executed. Raises BudgetExceeded,
        PriceUnknown, AccessRefused, ReplayMiss and StoreError, which end every run.
        """
        located, unread = self._read_commands(action)
        if unread:
            return _step_result(snapshot, action, snapshot.state, (), unread, None)
        state = snapshot.state.fork()
        trail = self._trail.at(key) if key else self._trail
        # SET changes the adapter's caps: another branch that waits beside this one must not see that.
        adapter = copy(self._adapter) if any(_sets(each.node) for each in located) else self._adapter
        with GASLExecutor(adapter, self._gateway, state, verifier=self._verifier, trail=trail) as executor:
            result = await executor.arun_plan(action.plan)
            records = tuple(executor.command_history)
        return _step_result(snapshot, action, state, records, _unbound(action, records), result)

    def _read_commands(self, action: NextAction) -> tuple[list[Located], tuple[Diagnosis, ...]]:
        """Return the plan's commands, and what is wrong with each that cannot be read, in order."""
        commands = [entry.command for entry in action.plan.entries()]
        located, problems = self._parser.check(commands)
        name = action.plan.plan_id
        wrong = (Diagnosis(plan=name, command=commands[each.entry], error=_error(each.error)) for each in problems)
        return located, tuple(wrong)


def _sets(node: GASLNode) -> bool:
    return isinstance(node, SetNode) or any(_sets(each) for each in nested_commands(node))


def _step_result(
    snapshot: StateFork,
    action: NextAction,
    state: StateStore,
    records: tuple[ExecutionRecord, ...],
    diagnoses: tuple[Diagnosis, ...],
    result: PlanResult | None,
) -> Stepped:
    marks = _marks(action, records, diagnoses)
    signals = _signals(snapshot, state, records, diagnoses, marks)
    after = StateFork(state, tuple(dict.fromkeys((*snapshot.tried, *marks))))
    views = tuple(_view(action, record) for record in records)
    stopped = result.stopped if result else "Commands of the plan cannot be read; none was executed."
    return Stepped(after, records, views, signals, diagnoses, stopped, result)


def _unbound(action: NextAction, records: Iterable[ExecutionRecord]) -> tuple[Diagnosis, ...]:
    """Return the commands that failed once they were read, with the fields of their errors."""
    return tuple(
        Diagnosis(plan=action.plan.plan_id, command=record.command, error=_bounded_error(record.errors[0]))
        for record in records
        if record.status in FAILED_STATUSES and record.errors and not _is_guard(record)
    )


def _marks(action: NextAction, records: Sequence[ExecutionRecord], diagnoses: Sequence[Diagnosis]) -> tuple[str, ...]:
    """Return the hash of the plan, and of each failure: a command with what its error says."""
    failures = [
        digest({"command": each.command, "error": str(each.error.get("problem") or each.error.get("message"))})
        for each in diagnoses
    ]
    return (action.hash, *dict.fromkeys(failures))


def _signals(
    snapshot: StateFork,
    state: StateStore,
    records: Sequence[ExecutionRecord],
    diagnoses: Sequence[Diagnosis],
    marks: Sequence[str],
) -> Signals:
    guards = [record for record in records if _is_guard(record)]
    held = sum(record.status is Status.SUCCESS for record in guards)
    changed = [] if state.hash == snapshot.hash else state.diff(snapshot.hash)
    return Signals(
        assertions_held=held,
        assertions_failed=len(guards) - held,
        items_gained=sum(place.change == "added" for diff in changed for place in diff.places),
        evidence_gained=len(_sources(state, changed) - _sources(snapshot.state, changed)),
        empties=sum(record.status is Status.EMPTY for record in records),
        errors=len(diagnoses),
        repeated=sum(mark in snapshot.tried for mark in marks),
    )


def _is_guard(record: ExecutionRecord) -> bool:
    return record.command.split(None, 1)[0].upper() in ("ASSERT", "REQUIRE") if record.command.strip() else False


LOOKED_AT = 1_000
"""Items of a changed key whose provenance is counted: a signal is not an inventory."""


def _sources(state: StateStore, changed: Iterable[KeyDiff]) -> set[tuple[str, ...]]:
    """Return where the items of the changed keys come from: lines, sources, elements of the graph."""
    keys = [diff.key for diff in changed if state.type_of(diff.key) is not None]
    return {found for key in keys for item in islice(state.items(key), LOOKED_AT) for found in places_of(item)}


def places_of(item: StateItem) -> Iterator[tuple[str, ...]]:
    """Yield the places that an item rests on: (`line`, document, number), (`source`, id), (`graph`, id)."""
    for record in with_inputs(item.provenance):
        if record.get("doc_id") is not None:
            yield "line", str(record["doc_id"]), str(record.get("line_number", ""))
        elif record.get("source_id") is not None:
            yield "source", str(record["source_id"])
        elif record.get("source") == "graph" and record.get("id") is not None:
            yield "graph", str(record["id"])


SHOWN_CHARS = 700
"""Characters of JSON of a result's first items, as a planner is shown them."""
ERROR_CHARS = 1_500
"""Characters of JSON of a result's first items, and of an error, as a planner is shown them."""


def _view(action: NextAction, record: ExecutionRecord) -> StepView:
    summary = record.summary
    count = summary.get("count")
    shown = summary.get("first", summary.get("value"))
    return StepView(
        plan=action.plan.plan_id,
        command=record.command,
        status=str(record.status),
        count=count if isinstance(count, int) else None,
        shown=None if shown is None else bounded_json(shown, max_chars=SHOWN_CHARS),
        hints=tuple(hint_text(hint) for hint in record.metrics.get("hints", ())),
        refused=tuple(_refusals(record)),
        error=_bounded_error(record.errors[0]) if record.errors else None,
    )


REFUSALS = 8
"""Refused items of a command that a planner is shown: their reasons repeat."""


def _refusals(record: ExecutionRecord) -> Iterator[str]:
    """Yield what a command refused of a model's answer, with the reason: items, and references that were not shown."""
    items = record.metrics.get("refused_items", ())
    for each in items[:REFUSALS]:
        yield f"{json.dumps(each['item'], ensure_ascii=False)}: {each['reason']}"
    for ref in record.metrics.get("refused_evidence", ())[: REFUSALS - len(items[:REFUSALS])]:
        yield f"{ref}: The model was not shown this item, so it is not evidence."


def _error(error: Exception) -> dict[str, Any]:
    return _bounded_error(error_of(error))


def _bounded_error(error: Mapping[str, Any]) -> dict[str, Any]:
    """Return an error's fields, cut to what fits into a prompt."""
    told = {name: value for name, value in error.items() if name != "message" or "problem" not in error}
    found: dict[str, Any] = bounded_json(told, max_chars=ERROR_CHARS)
    return found
