"""Running a graph: call the node, write its outputs into a new state, take the first edge whose guard is true."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import anyio

from pramana.background import BackgroundLoop
from pramana.canonical import digest
from pramana.errors import (
    CanonicalError,
    FormulaFailed,
    GuardFailed,
    InputError,
    MissingInput,
    MissingResult,
    NodeFailed,
    NodeTimedOut,
    NoMatchingEdge,
    RunRepeats,
    RunWaits,
    StateGraphError,
    TooManySteps,
)
from pramana.stategraph.calling import ENDS_RUN, SIDE_BY_SIDE, NodeCall, Tried, bind
from pramana.stategraph.model import StateGraph
from pramana.stategraph.plan import META, WAIT, NodePlan, PlannedEdge, PlannedNode, plan
from pramana.stategraph.registry import Registry, default_registry
from pramana.stategraph.values import ATOMS, argument_copies, checked_result, state_value
from pramana.trace import TraceStep, WorkflowTrace

MAX_STEPS = 1_000
T = TypeVar("T")

OnStep = Callable[[int, TraceStep, str | None], None]
"""Called after each step with its number from 0, the step, and the next node (None: the end)."""


@dataclass(frozen=True)
class StateGraphResult:
    """The result of a run. `state` is the last snapshot, with `_meta`; `trace` holds every step."""

    state: Mapping[str, Any]
    trace: WorkflowTrace


@dataclass(frozen=True, slots=True)
class Position:
    """The position of a run: the state, the next node, and the steps so far.

    `given` are the changes made to the state by the caller of `fork`.
    """

    state: Mapping[str, Any]
    node: str
    steps: Sequence[TraceStep] = field(default_factory=tuple)
    initial: Mapping[str, Any] | None = None
    given: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class WaitAnswer:
    """What a waiting run is resumed with: results by name, None where none came in time."""

    results: Mapping[str, Any] | None


def run_stategraph(
    graph: StateGraph,
    inputs: Mapping[str, Any],
    *,
    registry: Registry | None = None,
    max_steps: int = MAX_STEPS,
    on_step: OnStep | None = None,
) -> StateGraphResult:
    """Run a graph on inputs (state keys by name) and return the last state with the trace.

    Deterministic, given the same answers of its callables. Also works where an event loop is already running. Raises a
    StateGraphError, which holds node, state and trace, where a run cannot go on; UnknownName, FormulaRefused or
    InputError where the graph cannot run at all.
    """
    ready = plan(graph, registry or default_registry)
    work = Runner(ready, max_steps, on_step).run(begin(ready, inputs))
    return drive(work) if not ready.waits else complete(work)


async def arun_stategraph(
    graph: StateGraph,
    inputs: Mapping[str, Any],
    *,
    registry: Registry | None = None,
    max_steps: int = MAX_STEPS,
    on_step: OnStep | None = None,
) -> StateGraphResult:
    """The async twin of `run_stategraph`."""
    ready = plan(graph, registry or default_registry)
    return await Runner(ready, max_steps, on_step).run(begin(ready, inputs))


class _StepTaken(Exception):
    """Leaves the loop after one step."""

    def __init__(self, step: TraceStep, target: str | None) -> None:
        self.step, self.target = step, target


async def take_step(ready: NodePlan, position: Position) -> tuple[TraceStep, str | None]:
    """Execute one node, and return the step with the next node (None: the end).

    Raises StateGraphError where the node fails and no edge takes it, and the errors that end a run.
    """

    def leave(_: int, step: TraceStep, target: str | None) -> None:
        raise _StepTaken(step, target)

    try:
        await Runner(ready, len(position.steps) + 1, leave).run(position)
    except _StepTaken as taken:
        return taken.step, taken.target
    raise AssertionError("a run takes at least one step")


def begin(ready: NodePlan, inputs: Mapping[str, Any]) -> Position:
    """Return the place at which a run of the graph begins. Raises InputError where the inputs are not JSON."""
    meta = {"graph": ready.graph.name, "graph_hash": ready.graph.hash}
    return Position({**state_object(inputs, "inputs"), META: meta}, ready.graph.start)


def state_object(values: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return values for a state, by their keys. Raises InputError where they are not a JSON object."""
    if not isinstance(values, Mapping):
        raise InputError(
            f"The {where} of a state graph are an object, state keys by name, not a {type(values).__name__}."
        )
    try:
        kept: dict[str, Any] = state_value(values, where)
    except CanonicalError as error:
        raise InputError(f"The state of a graph is JSON: {error}.") from None
    return kept


class Runner:
    """Executes a plan, from any position."""

    def __init__(
        self,
        ready: NodePlan,
        max_steps: int = MAX_STEPS,
        on_step: OnStep | None = None,
        before: Sequence[TraceStep] = (),
        answer: WaitAnswer | None = None,
    ) -> None:
        """`before` are the steps of earlier attempts at this very graph, where it is nested in one that is retried.

        `answer` is for the first node that waits; at the next one the run ends with RunWaits.
        """
        self._plan = ready
        self._max_steps = max_steps
        self._on_step = on_step
        self._before = before
        self._answer = answer

    async def run(self, position: Position) -> StateGraphResult:
        """Run to the end. Raises StateGraphError with the trace so far."""
        steps = list(position.steps)
        if self._plan.graph.no_repetition:
            self._on_step = _refuse_repetition(position, self._on_step)
        initial = position.initial if position.initial is not None else position.state
        try:
            await self._loop(position.state, self._plan.nodes[position.node], steps)
        except StateGraphError as error:
            error.trace = self._trace(initial, steps)
            raise
        trace = self._trace(initial, steps)
        return StateGraphResult(argument_copies(trace.final), trace)

    def _trace(self, initial: Mapping[str, Any], steps: list[TraceStep]) -> WorkflowTrace:
        graph = self._plan.graph
        meta = {"graph": graph.name, "graph_hash": graph.hash, "path": [step.node for step in steps]}
        return WorkflowTrace(graph.name, initial, steps, meta)

    async def _loop(self, state: Mapping[str, Any], node: PlannedNode, steps: list[TraceStep]) -> None:
        nodes, on_step, alone = self._plan.nodes, self._on_step, not SIDE_BY_SIDE.get()
        while True:
            if len(steps) >= self._max_steps:
                raise TooManySteps(node.id, f"the run took {self._max_steps} steps, as many as it may", state)
            if alone and node.plain:
                step = TraceStep(node.id, node.kind, node.callable, state, state)
                error = self._call_plain(node, state, step)
            else:
                step, error = await self._call(node, state, steps)
            edge = None
            if error is None and not (node.terminal or (edge := self._chosen(node, step)) is not None):
                error = self._undecided
            if error is not None:
                edge = self._after_failure(node, step, error, steps)
            state = step.after
            if edge is not None:
                step.edge = edge.index
            steps.append(step)
            if on_step is not None:
                on_step(len(steps) - 1, step, edge.target if edge else None)
            if edge is None:
                return
            node = nodes[edge.target]

    # Calling

    def _call_plain(self, node: PlannedNode, state: Mapping[str, Any], step: TraceStep) -> StateGraphError | None:
        try:
            arguments = {argument: state[key] for argument, key in node.inputs}
        except KeyError as error:
            return _missing_input(node, state, error)
        shared = not ATOMS.issuperset(map(type, arguments.values()))
        given = argument_copies(arguments) if shared else arguments
        try:
            result = node.call(**given)  # type: ignore[misc]
            if shared:
                result = checked_result(node, state, arguments, given, result)
        except ENDS_RUN:
            raise
        except Exception as error:
            return _as_node_error(node, state, error)
        return _write(node, state, step, result)

    async def _call(
        self, node: PlannedNode, state: Mapping[str, Any], steps: Sequence[TraceStep]
    ) -> tuple[TraceStep, StateGraphError | None]:
        step = TraceStep(node.id, node.kind, node.callable, state, state)
        if node.kind == WAIT:
            return step, self._take_answer(node, state, step)
        tried = Tried.before((*self._before, *steps), node.id)
        call = NodeCall(node, state, f"{self._plan.graph.hash}/{len(steps)}/{node.id}", self._inner, tried)
        try:
            arguments = {argument: state[key] for argument, key in node.inputs}
            if node.map is not None:
                arguments[node.map.item] = state[node.map.over]
        except KeyError as error:
            return step, _missing_input(node, state, error)
        try:
            result = await call.result(arguments)
        except ENDS_RUN:
            raise
        except Exception as error:
            call.describe(step)
            return step, _as_node_error(node, state, error)
        call.describe(step)
        return step, _write(node, state, step, result)

    def _take_answer(self, node: PlannedNode, state: Mapping[str, Any], step: TraceStep) -> StateGraphError | None:
        """Write what a node waited for. Raises RunWaits where it is not there yet."""
        answer, self._answer = self._answer, None
        if answer is None:
            asked = ", ".join(key for key, _ in node.outputs)
            raise RunWaits(node.id, f"waits for {node.callable!r}, to be given {asked}", state)
        if answer.results is None:
            return NodeTimedOut(node.id, f"{node.callable!r} was not answered within {node.timeout:g} s", state)
        return _write(node, state, step, dict(answer.results))

    async def _inner(self, inner: NodePlan, inputs: Mapping[str, Any], before: Sequence[TraceStep]) -> WorkflowTrace:
        return (await Runner(inner, self._max_steps, before=before).run(begin(inner, inputs))).trace

    # Edges

    _undecided: StateGraphError

    def _chosen(self, node: PlannedNode, step: TraceStep) -> PlannedEdge | None:
        """Return the first edge whose guard is true. Where there is none, `_undecided` says why."""
        state = step.after
        for edge in node.after_success:
            if edge.guard is None:
                return edge
            try:
                value = edge.guard(state)
            except FormulaFailed as error:
                self._undecided = GuardFailed(node.id, f"the guard of the edge to {edge.target!r}: {error}", state)
                return None
            if value is True:
                return edge
            if value is not False:
                problem = f"the guard of the edge to {edge.target!r} is neither true nor false, but {value!r:.60}"
                self._undecided = GuardFailed(node.id, problem, state)
                return None
        self._undecided = NoMatchingEdge(node.id, "no edge that leaves it has a guard that is true", state)
        return None

    def _after_failure(
        self, node: PlannedNode, step: TraceStep, error: StateGraphError, steps: list[TraceStep]
    ) -> PlannedEdge:
        """Record the failure in the state's `_meta`, and return the first failure edge whose guard is true."""
        kind = type(error.__cause__ or error).__name__
        step.error = {"type": kind, "message": error.problem.encode("utf-8", "backslashreplace").decode()}
        failure = {"node": node.id, **step.error}
        step.after = {**step.after, META: {**step.after.get(META, {}), "error": failure}}
        for edge in node.after_failure:
            try:
                if edge.guard is None or edge.guard(step.after) is True:
                    return edge
            except FormulaFailed as trouble:
                problem = f"the guard of the failure edge to {edge.target!r}: {trouble}"
                error = GuardFailed(node.id, problem, step.after)
                break
        steps.append(step)
        raise error


def _refuse_repetition(position: Position, on_step: OnStep | None) -> OnStep:
    """Return what is called after each step: `on_step`, then RunRepeats is raised where a place is reached again.

    Only steps since the last failure count: what failed once may succeed when it is tried again.
    """
    done = list(position.steps)
    since = max((number for number, step in enumerate(done, 1) if step.error is not None), default=0)
    reached = {(step.node, step.hash_before): number for number, step in enumerate(done[since:], since + 1)}
    reached.setdefault((position.node, digest(position.state)), len(done) + 1)

    def check(number: int, step: TraceStep, target: str | None) -> None:
        if on_step is not None:
            on_step(number, step, target)
        if step.error is not None:
            reached.clear()
        if target is None:
            return
        first = reached.setdefault((target, step.hash_after), number + 2)
        if first != number + 2:
            problem = f"the state is that of step {first}, so the run would repeat itself for ever"
            raise RunRepeats(target, problem, step.after)

    return check


def _write(node: PlannedNode, state: Mapping[str, Any], step: TraceStep, result: Any) -> StateGraphError | None:
    """Return a new state with a result written into it. The old state does not change."""
    outputs = node.outputs
    if not outputs and (node.map is None or node.map.failures is None):
        return None
    after = dict(state)
    try:
        bound = result if type(result) is dict else bind(node, result)
        for key, name in outputs:
            value = bound[key]
            after[name] = value if value is state.get(name) else state_value(value, key)
    except KeyError as error:
        got = sorted(map(str, result)) if isinstance(result, Mapping) else type(result).__name__
        return MissingResult(node.id, f"its result has no {error.args[0]!r}, but {got}", state)
    except CanonicalError as error:
        problem = f"what the {node.kind} callable {node.callable!r} returned cannot be kept: {error}"
        return NodeFailed(node.id, problem, state)
    if node.map is not None and node.map.failures is not None:
        after[node.map.failures] = result[f"\0{node.map.failures}"]
    step.after = after
    return None


def _missing_input(node: PlannedNode, state: Mapping[str, Any], error: KeyError) -> StateGraphError:
    return MissingInput(node.id, f"the state has no {error.args[0]!r}", state)


def _as_node_error(node: PlannedNode, state: Mapping[str, Any], error: Exception) -> StateGraphError:
    if isinstance(error, StateGraphError) and error.node == node.id and node.inner is None:
        return error
    if isinstance(error, KeyError) and node.map is not None:
        return MissingResult(node.id, f"an item's result has no {error.args[0]!r}", state)
    failed = NodeFailed(node.id, f"{type(error).__name__}: {error}", state)
    failed.__cause__ = error
    return failed


# Waiting


def drive(work: Coroutine[Any, Any, T]) -> T:
    """Return what a coroutine gives that never waits, without an event loop."""
    try:
        work.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    raise AssertionError("a plan that does not wait waited")


def complete(work: Coroutine[Any, Any, T]) -> T:
    """Return what a coroutine gives, from sync code, also where an event loop runs in this thread."""

    async def run() -> T:
        return await work

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return anyio.run(run)
    with BackgroundLoop() as loop:
        return loop.run(work)
