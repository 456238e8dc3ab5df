"""Calling what is behind a node: with retries, waits, time limits, once for each item of a list, or a nested graph."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from typing import Any, TypeAlias

import anyio
from anyio.to_thread import run_sync

from pramana.canonical import canonical
from pramana.errors import (
    AccessRefused,
    ArgumentChanged,
    BudgetExceeded,
    MapFailed,
    NodeTimedOut,
    OutputInvalid,
    PriceUnknown,
    ReplayMiss,
    StateGraphError,
)
from pramana.stategraph.model import MapOver, Retry
from pramana.stategraph.plan import NodePlan, PlannedNode
from pramana.stategraph.registry import Abstained, AskedPtool, Bare
from pramana.stategraph.values import argument_copies, checked_result, state_value
from pramana.trace import TraceStep, WorkflowTrace

ENDS_RUN = (BudgetExceeded, PriceUnknown, AccessRefused, ReplayMiss)
"""Errors that no failure edge handles: they end the run, which can be resumed."""

ANSWERED = (OutputInvalid, Abstained)
"""Failures of a ptool whose answer is stored: asking the same again would read it back, and fail in the same way."""


@dataclass(slots=True)
class Tried:
    """What failed before at the same place: `sample` counts unusable answers, `steps` are those of a nested graph.

    The next attempt asks for another sample where an answer could not be used, and for the same one elsewhere: what a
    server did not answer is not stored, and what was answered well is not paid twice.
    """

    sample: int = 0
    steps: list[TraceStep] = field(default_factory=list)

    @classmethod
    def before(cls, steps: Iterable[TraceStep], node: str) -> Tried:
        """Return what failed at a node in the steps of a run, since it last succeeded."""
        tried, names = cls(), {kind.__name__ for kind in ANSWERED}
        for step in steps:
            if step.node != node:
                continue
            if step.error is None:
                tried = cls()
            else:
                tried.sample += step.attempts if step.error["type"] in names else 0
                tried.steps += [each for inner in step.inner for each in inner.steps]
        return tried


SIDE_BY_SIDE: ContextVar[bool] = ContextVar("side by side", default=False)
"""Whether other inputs or items are under way: a plain function then runs in a thread, so that they go on."""


RunInner: TypeAlias = Callable[[NodePlan, Mapping[str, Any], Sequence[TraceStep]], Awaitable[WorkflowTrace]]


class NodeCall:
    """One node's work at one step. `attempts` counts its calls, `inner` collects the traces of a nested graph, `calls`
    what its answered calls to models took."""

    def __init__(
        self, node: PlannedNode, state: Mapping[str, Any], place: str, run_inner: RunInner, tried: Tried
    ) -> None:
        self.node = node
        self.attempts = 0
        self.inner: list[WorkflowTrace] = []
        self.calls: list[Mapping[str, Any]] = []
        self._state = state
        self._place = place
        self._run_inner = run_inner
        self._tried = tried

    async def result(self, arguments: dict[str, Any]) -> Any:
        """Return what the callable gives, a mapped node's as a mapping of lists. Raises what its last attempt did."""
        if self.node.map is None:
            return await self._with_retries(arguments, self._place, self._tried)
        return await self._call_for_each(self.node.map, arguments)

    def describe(self, step: TraceStep) -> None:
        """Write into a step what its calls were. Those of a mapped node are sorted: they end in any order."""
        step.attempts, step.inner = self.attempts, self.inner
        step.calls = sorted(self.calls, key=canonical) if self.node.map is not None else self.calls

    async def _with_retries(self, arguments: dict[str, Any], place: str, tried: Tried) -> Any:
        retry = self.node.retry or Retry(attempts=1)
        for attempt in range(1, retry.attempts + 1):
            self.attempts += 1
            try:
                return await self._attempt(arguments, tried)
            except (*ENDS_RUN, ArgumentChanged):
                raise
            except Exception as error:
                if attempt == retry.attempts or not _is_retried(error, retry):
                    raise
                tried.sample += isinstance(error, ANSWERED)
            await anyio.sleep(pause(retry, attempt, place))
        raise AssertionError("a node has at least one attempt")

    async def _attempt(self, arguments: dict[str, Any], tried: Tried) -> Any:
        if self.node.timeout is None:
            return await self._once(arguments, tried)
        try:
            with anyio.fail_after(self.node.timeout):
                return await self._once(arguments, tried)
        except TimeoutError:
            problem = f"took longer than {self.node.timeout:g} s"
            raise NodeTimedOut(self.node.id, problem, self._state) from None

    async def _once(self, arguments: dict[str, Any], tried: Tried) -> Any:
        if self.node.inner is not None:
            return await self._inner_result(self.node.inner, arguments, tried)
        given = argument_copies(arguments)
        result = await self._answer(given, tried.sample)
        return checked_result(self.node, self._state, arguments, given, result)

    async def _inner_result(self, inner: NodePlan, arguments: dict[str, Any], tried: Tried) -> Any:
        try:
            trace = await self._run_inner(inner, arguments, tuple(tried.steps))
        except StateGraphError as error:
            self.inner.append(error.trace)
            tried.steps += error.trace.steps
            raise
        self.inner.append(trace)
        return {key: value for key, value in trace.final.items() if key != "_meta"}

    async def _answer(self, given: dict[str, Any], sample: int) -> Any:
        node = self.node
        assert node.call is not None
        if isinstance(node.call, AskedPtool):
            return await node.call.answer(given, sample, self.calls)
        if node.awaits:
            return await node.call(**given)
        if node.timeout is not None or SIDE_BY_SIDE.get():
            # A thread that a time-out leaves behind cannot be stopped, but the run goes on.
            work = partial(node.call, **given)
            result = await run_sync(work, abandon_on_cancel=node.timeout is not None)
        else:
            result = node.call(**given)
        return await result if inspect.isawaitable(result) else result

    async def _call_for_each(self, over: MapOver, arguments: dict[str, Any]) -> dict[str, list[Any]]:
        items = arguments.pop(over.item)
        if not isinstance(items, list | tuple):
            raise TypeError(f"state[{over.over!r}] is a {type(items).__name__}, not a list")
        results: list[Any] = [None] * len(items)
        errors: dict[int, Exception] = {}
        pending = iter(range(len(items)))

        async def work() -> None:
            for index in pending:
                place, given = f"{self._place}/{index}", {**arguments, over.item: items[index]}
                try:
                    results[index] = self._item_value(await self._with_retries(given, place, Tried()))
                except ENDS_RUN:
                    raise
                except Exception as error:
                    errors[index] = error

        await spread(work, min(over.concurrency, len(items)), ENDS_RUN)
        return self._map_output(over, results, errors)

    def _item_value(self, result: Any) -> Any:
        """Return an item's result as the state's own, before another item's call can change what they share."""
        if isinstance(result, Mapping):
            return {key: state_value(result[key], key) for key, _ in self.node.outputs if key in result}
        value = result.value if isinstance(result, Bare) else result
        return Bare(state_value(value, "the result")) if self.node.outputs else None

    def _map_output(self, over: MapOver, results: list[Any], errors: Mapping[int, Exception]) -> dict[str, list[Any]]:
        failures = [
            {"index": index, "error": type(errors[index]).__name__, "message": str(errors[index])}
            for index in sorted(errors)
        ]
        if len(errors) > over.tolerate:
            first = failures[0]
            problem = f"{len(errors)} of {len(results)} items failed, the first at {first['index']}: {first['message']}"
            raise MapFailed(self.node.id, problem, self._state)
        gathered: dict[str, list[Any]] = {key: [] for key, _ in self.node.outputs}
        for index, result in enumerate(results):
            bound = dict.fromkeys(gathered) if index in errors else bind(self.node, result)
            for key in gathered:
                gathered[key].append(bound[key])
        if over.failures is not None:
            gathered[f"\0{over.failures}"] = failures
        return gathered


async def spread(
    work: Callable[[], Coroutine[Any, Any, None]], workers: int, ends: tuple[type[BaseException], ...]
) -> None:
    """Run `workers` tasks that share a queue. The first error of a class in `ends` cancels the others and is raised."""
    before = SIDE_BY_SIDE.set(SIDE_BY_SIDE.get() or workers > 1)
    try:
        async with anyio.create_task_group() as group:
            for _ in range(workers):
                group.start_soon(work)
    except BaseExceptionGroup as errors:
        found: BaseException | None = errors.subgroup(ends)
        if found is None:
            raise
        while isinstance(found, BaseExceptionGroup):
            found = found.exceptions[0]
        raise found from None
    finally:
        SIDE_BY_SIDE.reset(before)


def bind(node: PlannedNode, result: Any) -> Mapping[str, Any]:
    """Return a result by the result keys of the node's output map. Raises KeyError for one that is missing.

    A result that is not a mapping is the value of the node's only output.
    """
    if type(result) is dict or (isinstance(result, Mapping) and not isinstance(result, Bare)):
        for key, _ in node.outputs:
            if key not in result:
                raise KeyError(key)
        return result
    value = result.value if isinstance(result, Bare) else result
    if len(node.outputs) == 1:
        return {node.outputs[0][0]: value}
    if not node.outputs:
        return {}
    raise KeyError(node.outputs[0][0])


def pause(retry: Retry, attempt: int, place: str) -> float:
    """Return the seconds to wait after an attempt (from 1). Jitter is a function of the place, not of chance."""
    try:
        seconds = min(retry.backoff * retry.factor ** (attempt - 1), retry.longest)
    except OverflowError:
        seconds = retry.longest if retry.backoff else 0.0
    share = int.from_bytes(blake2b(f"{place}/{attempt}".encode(), digest_size=4).digest()) / 2**32
    return seconds * (1 - retry.jitter * share)


def _is_retried(error: Exception, retry: Retry) -> bool:
    names = {kind.__name__ for kind in type(error).__mro__}
    return "*" in retry.errors or not names.isdisjoint(retry.errors)
