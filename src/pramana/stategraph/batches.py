"""A graph over many inputs: in memory, or each input as a run that is kept and can be resumed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pramana.canonical import digest
from pramana.errors import InputError, StateGraphError
from pramana.serialization import JsonRecord, JsonShape
from pramana.stategraph.calling import ENDS_RUN, spread
from pramana.stategraph.checkpoints import KIND, Checkpoints
from pramana.stategraph.model import StateGraph
from pramana.stategraph.plan import META, plan
from pramana.stategraph.registry import Registry, default_registry
from pramana.stategraph.runtime import MAX_STEPS, Runner, StateGraphResult, begin, complete, state_object
from pramana.store import Database
from pramana.trace import Ledger, OpenRun, Run, RunStatus

BATCH = "stategraph batch"
"""The kind of run of a batch; each of its inputs is a run of kind `stategraph`."""
CONCURRENCY = 8
"""Inputs under way at once, unless the caller says otherwise. Model calls are bounded by the gateway besides."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class BatchItem(JsonRecord):
    """One input of a batch. `index` counts from 0; `run` is its run, None in memory and where it has not begun.

    `status` is `done`, `failed`, `waiting` or `pending`; `problem` says why it failed or what it waits for. `state` is
    the last state of a run that is done, without `_meta`.
    """

    index: int
    run: int | None
    status: str
    problem: str = ""
    state: Mapping[str, Any] | None = None

    json_shape = JsonShape(omit_empty=("problem",))


@dataclass(frozen=True, slots=True)
class BatchResult(JsonRecord):
    """The result of a batch. `run` is its number in the ledger, None in memory."""

    run: int | None
    items: tuple[BatchItem, ...]

    json_shape = JsonShape(without=("items",), plus=("total", "counts", "failures"))

    @property
    def total(self) -> int:
        return len(self.items)

    @property
    def counts(self) -> dict[str, int]:
        """How many inputs have each status, those that occur, by name."""
        found = [item.status for item in self.items]
        return {status: found.count(status) for status in sorted(set(found))}

    @property
    def failures(self) -> tuple[BatchItem, ...]:
        """The inputs that failed, in order."""
        return tuple(item for item in self.items if item.status == "failed")


def run_batch(
    graph: StateGraph,
    inputs: Sequence[Mapping[str, Any]],
    *,
    registry: Registry | None = None,
    concurrency: int = CONCURRENCY,
    max_steps: int = MAX_STEPS,
) -> list[StateGraphResult | StateGraphError]:
    """Run a graph on each of several inputs, `concurrency` at once. Results are in the order of the inputs; a run that
    fails leaves its error in its place. `Batches` keeps each run."""
    work = arun_batch(graph, inputs, registry=registry, concurrency=concurrency, max_steps=max_steps)
    return complete(work)


async def arun_batch(
    graph: StateGraph,
    inputs: Sequence[Mapping[str, Any]],
    *,
    registry: Registry | None = None,
    concurrency: int = CONCURRENCY,
    max_steps: int = MAX_STEPS,
) -> list[StateGraphResult | StateGraphError]:
    """The async twin of `run_batch`."""
    ready = plan(graph, registry or default_registry)

    async def run_input(index: int) -> StateGraphResult:
        return await Runner(ready, max_steps).run(begin(ready, inputs[index]))

    return await _outcomes(run_input, len(inputs), concurrency)


async def _outcomes(one: Callable[[int], Awaitable[T]], count: int, concurrency: int) -> list[T | StateGraphError]:
    """Return what each index gives, or the error that its run ended with. Errors that end runs end the batch."""
    results: list[Any] = [None] * count
    pending = iter(range(count))

    async def work() -> None:
        for index in pending:
            try:
                results[index] = await one(index)
            except StateGraphError as error:
                results[index] = error

    await spread(work, min(concurrency, count), ENDS_RUN)
    return results


class Batches:
    """Batches in a database that was opened with TRACE_SCHEMA. Each input is a run of its own, with its checkpoints."""

    def __init__(self, database: Database, registry: Registry | None = None) -> None:
        self._ledger = Ledger(database)
        self._checkpoints = Checkpoints(database, registry)

    async def run(
        self,
        graph: StateGraph,
        inputs: Sequence[Mapping[str, Any]],
        concurrency: int = CONCURRENCY,
        max_steps: int = MAX_STEPS,
    ) -> BatchResult:
        """Run a graph on each input. The same call resumes the newest batch where it was killed or stopped.

        A run that fails does not stop the others. Raises InputError where an input is not a JSON object, the errors
        that end a run (a spent budget) after the other runs were stopped; all of them can be resumed.
        """
        given = [state_object(each, f"inputs {number}") for number, each in enumerate(inputs, 1)]
        if any(META in each for each in given):
            raise InputError(f"{META!r} is the run's own. Leave it out of the inputs.")
        manifest = {"graph": graph.to_dict(), "inputs": given, "hash": digest(given)}
        return await self._carry(self._ledger.begin(BATCH, manifest, (BATCH,)), concurrency, max_steps)

    async def resume(self, run: int, concurrency: int = CONCURRENCY, max_steps: int = MAX_STEPS) -> BatchResult:
        """Resume a batch: inputs that were not begun, were stopped or failed, and those that waited and time out.

        Raises InputError where the run is not that of a batch.
        """
        return await self._carry(self._batch(run), concurrency, max_steps)

    def result(self, run: int) -> BatchResult:
        """Return the result of a batch so far. Raises InputError where the run is not that of a batch."""
        batch = self._batch(run)
        runs = self._runs(batch)
        return BatchResult(run, tuple(self._item(index, runs.get(index)) for index in range(_count(batch))))

    async def _carry(self, batch: Run, concurrency: int, max_steps: int) -> BatchResult:
        graph = StateGraph.from_dict(batch.manifest["graph"])
        runs = self._runs(batch)
        done = {index for index, run in runs.items() if run.status is RunStatus.DONE}
        pending = [index for index in range(_count(batch)) if index not in done]

        async def resume_input(position: int) -> None:
            index = pending[position]
            number = runs[index].id if index in runs else self._begin(batch, graph, index)
            await self._checkpoints.resume(number, max_steps)

        with self._ledger.holding(batch) as held:
            held.tell = lambda: self.result(batch.id).counts
            await _outcomes(resume_input, len(pending), concurrency)
            result = self.result(batch.id)
            _mark_end(held, result)
        return result

    def _begin(self, batch: Run, graph: StateGraph, index: int) -> int:
        origin = {"batch": {"run": batch.id, "index": index}}
        return self._checkpoints.begin(graph, batch.manifest["inputs"][index], origin)

    def _batch(self, run: int) -> Run:
        found = self._ledger.run(run)
        if found.kind != BATCH:
            raise InputError(f"The run {run} is of kind {found.kind!r}, not a batch of a StateGraph.")
        return found

    def _runs(self, batch: Run) -> dict[int, Run]:
        """Return the runs of a batch by the index of their input."""
        runs = self._ledger.runs_with(KIND, "batch.run", batch.id)
        return {run.manifest["batch"]["index"]: run for run in runs if "fork" not in run.manifest}

    def _item(self, index: int, run: Run | None) -> BatchItem:
        if run is None:
            return BatchItem(index, None, "pending")
        if run.status is RunStatus.DONE:
            final = self._checkpoints.trace(run.id).final
            return BatchItem(index, run.id, "done", state={key: final[key] for key in final if key != META})
        if "waiting" in run.result:
            asked = ", ".join(run.result["waiting"]["asks"])
            return BatchItem(index, run.id, "waiting", f"waits for {run.result['waiting']['for']}: {asked}")
        if run.status is RunStatus.FAILED:
            return BatchItem(index, run.id, "failed", f"node {run.result.get('node')!r}: {run.result.get('message')}")
        return BatchItem(index, run.id, "pending", str(run.result.get("message", "")))


def _count(batch: Run) -> int:
    return len(batch.manifest["inputs"])


def _mark_end(held: OpenRun, result: BatchResult) -> None:
    """Decide how a batch ends: stopped where runs wait, partial where some failed."""
    held.left_out = bool(result.failures)
    waiting = result.counts.get("waiting", 0)
    held.stopped_by = f"{waiting} of {result.total} runs wait" if waiting else ""
