"""Durable runs: each step is committed when it is done, so a killed run resumes after its last finished node."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from time import time
from typing import Any

from pramana.errors import CanonicalError, InputError, NodeFailed, RunWaits, StateGraphError
from pramana.stategraph.calling import ENDS_RUN
from pramana.stategraph.model import StateGraph
from pramana.stategraph.plan import META, NodePlan, plan
from pramana.stategraph.registry import Registry, default_registry
from pramana.stategraph.replaying import RepeatedStep, repeat_steps
from pramana.stategraph.runtime import (
    MAX_STEPS,
    Position,
    Runner,
    StateGraphResult,
    WaitAnswer,
    begin,
    state_object,
)
from pramana.stategraph.values import argument_copies
from pramana.stategraph.waiting import Clock, answer_for, waiting_record
from pramana.store import Database
from pramana.trace import Ledger, Run, RunStatus, Step, TraceStep, Trail, WorkflowTrace

KIND = "stategraph"


class Checkpoints:
    """Runs of graphs in a database that was opened with TRACE_SCHEMA: runs of its ledger, of kind `stategraph`.

    A finished step survives `kill -9`; a power cut may take the last ones, never half of one (SQLite in WAL mode with
    `synchronous=NORMAL`). The node that was at work at a kill is called again.
    """

    def __init__(self, database: Database, registry: Registry | None = None, clock: Clock = time) -> None:
        """`clock` returns seconds since 1970: by it the time of a wait is over."""
        self._clock = clock
        self._database = database
        self._ledger = Ledger(database)
        self._registry = registry or default_registry

    async def run(
        self, graph: StateGraph, inputs: Mapping[str, Any], max_steps: int = MAX_STEPS
    ) -> tuple[int, StateGraphResult]:
        """Begin a run, and return its number and result.

        Raises what `run_stategraph` raises; the steps are kept. Raises RunWaits at a node that waits.
        """
        number = self.begin(graph, inputs)
        return number, await self.resume(number, max_steps)

    def begin(self, graph: StateGraph, inputs: Mapping[str, Any], origin: Mapping[str, Any] | None = None) -> int:
        """Record a run without executing a node, and return its number. `origin` is added to its manifest."""
        ready = plan(graph, self._registry)
        position = begin(ready, inputs)
        given = {key: value for key, value in position.state.items() if key != META}
        return self._ledger.begin(KIND, {"graph": graph.to_dict(), "inputs": given, **(origin or {})}).id

    async def resume(
        self, run: int, max_steps: int = MAX_STEPS, given: Mapping[str, Any] | None = None
    ) -> StateGraphResult:
        """Resume a run that waits, was killed, was stopped or failed, without repeating a finished node.

        `given` is what a waiting run waits for, results by name. A finished run returns its result again. Raises
        InputError where the run does not exist, or does not wait for what is given; RunWaits where it waits on.
        """
        found = self._run(run)
        ready, position = self._position(found, None)
        if position is None:
            if given:
                raise InputError(f"The run {run} has ended: it waits for nothing.")
            trace = self.trace(run)
            if found.status is not RunStatus.DONE:
                # killed behind its last step, before its end was recorded
                with self._ledger.holding(found) as held:
                    held.result = _end_record(trace)
            return StateGraphResult(argument_copies(trace.final), trace)
        answer = answer_for(found, ready.nodes[position.node], given, self._clock())
        return await self._go_on(run, ready, position, max_steps, answer)

    async def fork(
        self, run: int, step: int, changes: Mapping[str, Any] | None = None, max_steps: int = MAX_STEPS
    ) -> tuple[int, StateGraphResult]:
        """Begin a new run that shares the first `step` steps of another, with `changes` made to the state there.

        Raises InputError where the run has fewer steps, or ended with them.
        """
        source = self._run(run)
        taken = len(self._steps(run))
        if not 0 <= step <= taken:
            raise InputError(f"The run {run} has taken {taken:,} steps. It is forked behind 0 to {taken:,} of them.")
        if META in (changes or {}):
            raise InputError(f"{META!r} is the run's own. Change another key.")
        given = state_object(changes or {}, "changes")
        ready, position = self._position(source, step)
        if position is None:
            raise InputError(f"The run {run} ended with its step {step}: there is nothing to go on with.")
        manifest = {**source.manifest, "fork": {"run": run, "step": step, "changes": given}}
        with self._database.transaction():
            number = self._ledger.begin(KIND, manifest).id
            self._ledger.write(number, Trail(steps=list(self._steps(run)[:step])))
        position = replace(position, state={**position.state, **given}, given=given)
        return number, await self._go_on(number, ready, position, max_steps)

    def trace(self, run: int) -> WorkflowTrace:
        """Return the trace of a run, as far as it came."""
        found = self._run(run)
        graph = StateGraph.from_dict(found.manifest["graph"])
        initial = begin(NodePlan(graph, {}, False), found.manifest["inputs"]).state
        steps = [step.body for step in self._steps(run)]
        meta = {"graph": graph.name, "graph_hash": graph.hash, "path": [step["node"] for step in steps], "run": run}
        document = {"name": graph.name, "meta": meta, "initial": initial, "steps": steps}
        return WorkflowTrace.from_dict(document)

    async def repeat(self, run: int) -> list[RepeatedStep]:
        """Execute each step of a run again from its recorded state, and return both beside each other.

        Nothing is written. Raises InputError where the run does not exist, UnknownName where a callable is not
        registered.
        """
        ready = plan(self.graph(run), self._registry)
        following = [step.body["next"] for step in self._steps(run)]
        return await repeat_steps(ready, self.trace(run), following)

    def graph(self, run: int) -> StateGraph:
        """Return the graph that a run executes."""
        return StateGraph.from_dict(self._run(run).manifest["graph"])

    async def _go_on(
        self, run: int, ready: NodePlan, position: Position, max_steps: int, answer: WaitAnswer | None = None
    ) -> StateGraphResult:
        given = {len(position.steps): position.given} if position.given else {}

        def keep(number: int, step: TraceStep, following: str | None) -> None:
            step.given = given.get(number)
            try:
                self._keep(run, number, step, following)
            except CanonicalError as error:
                raise NodeFailed(step.node, f"its outputs cannot be kept: {error}", step.before) from error

        found, waits = self._run(run), None
        with self._ledger.holding(found) as held:
            try:
                result = await Runner(ready, max_steps, keep, answer=answer).run(position)
            except RunWaits as error:
                reached = replace(position, state=error.state, steps=error.trace.steps)
                record = waiting_record(ready.nodes[error.node], reached, found.result.get("waiting"), self._clock())
                held.result, held.stopped_by, waits = {"waiting": record}, error.problem, error
            except StateGraphError as error:
                held.result = {"node": error.node, "message": error.problem}
                raise
            except ENDS_RUN as error:
                held.result = {"message": str(error)}
                raise
            else:
                held.result = _end_record(result.trace)
        if waits is not None:
            waits.run = run
            # raised here: within the block the run would end as failed
            raise waits
        return result

    def _keep(self, run: int, number: int, step: TraceStep, following: str | None) -> None:
        body = {**step.to_dict(), "next": following}
        with self._database.transaction():
            self._ledger.write(run, Trail(steps=[Step(_path(number), "node", body)]))

    def _run(self, run: int) -> Run:
        found = self._ledger.run(run)
        if found.kind != KIND:
            raise InputError(f"The run {run} is of kind {found.kind!r}, not of a StateGraph.")
        return found

    def _steps(self, run: int) -> list[Step]:
        return list(self._ledger.steps(run))

    def _position(self, run: Run, count: int | None) -> tuple[NodePlan, Position | None]:
        """Return the plan, and the position after `count` steps (None: after all); None for a run that ended."""
        ready = plan(StateGraph.from_dict(run.manifest["graph"]), self._registry)
        kept = self._steps(run.id)[:count]
        trace = self.trace(run.id)
        following = kept[-1].body["next"] if kept else ready.graph.start
        if following is None:
            return ready, None
        steps = list(trace.steps[: len(kept)])
        state = steps[-1].after if steps else trace.initial
        fork = run.manifest.get("fork", {})
        given = fork["changes"] if fork and len(kept) == fork["step"] else {}
        return ready, Position({**state, **given}, following, steps, trace.initial, given)


def _end_record(trace: WorkflowTrace) -> dict[str, Any]:
    """Return what the record of a run that ended says."""
    return {"steps": len(trace.steps), "hash": trace.steps[-1].hash_after}


def _path(number: int) -> str:
    return f"{number:08d}"
