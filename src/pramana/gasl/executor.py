"""The executor: commands bound, executed, recorded; plans run to their end, or to what ends them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from time import perf_counter
from typing import Any, TypeVar

from pramana.background import BackgroundLoop
from pramana.errors import ParseError
from pramana.gasl.binding import Scope
from pramana.gasl.blocks import Located
from pramana.gasl.commands import asks_model, nested_commands
from pramana.gasl.commands.branch import OnNode, TryNode, is_triggered
from pramana.gasl.context import ContextStore
from pramana.gasl.dispatcher import ENDS_RUN, CommandDispatcher
from pramana.gasl.parsing import GASLParser
from pramana.gasl.plan import Plan, parse_plan
from pramana.gasl.prompting import PROMPTS
from pramana.gasl.records import (
    FAILED_STATUSES,
    ExecutionRecord,
    ExecutionResult,
    Outcome,
    PlanResult,
    error_of,
    failed_outcome,
)
from pramana.gasl.state import StateMark, StateStore
from pramana.gasl.state.store import utc_now
from pramana.gasl.stepwise import MAX_STEPS, AsyncStepFn, Completed, StepFn, Stepwise
from pramana.gasl.summing import provenance_summary, responses_of, summary_of
from pramana.gasl.sync import at_once
from pramana.gasl.tree import GASLNode
from pramana.gasl.types import Status
from pramana.gasl.verifying import Verifier
from pramana.gasl.work import Work
from pramana.gasl.writing import write_command
from pramana.graph import Caps, GraphAdapter
from pramana.llm import Gateway, LLMClient, gateway_of
from pramana.trace import Trail

R = TypeVar("R")


class GASLExecutor:
    """Executes commands on one graph and one state.

    `llm` is a gateway or a client; None: PROCESS and ANALYZE end in `error`. `context` None: each plan begins with no
    variables, as does the executor; a context that is given is kept through all of them. `verifier` is what
    `PROCESS … VERIFIED` asks. `now` tells the time for records. Steps of model calls are recorded at `trail`, or, where
    it is None, nowhere.

    Single commands after a plan see its variables. What a command does to the state is persisted when it has ended,
    blocks as a whole. SET changes the adapter's caps: up to the end of the plan, or outside of plans up to `close`.
    `loop` is where models are asked by the calls that are no coroutines; whoever gives one closes it. Use one executor
    from one thread, or one event loop, at a time.
    """

    def __init__(
        self,
        adapter: GraphAdapter,
        llm: Gateway | LLMClient | None = None,
        state: StateStore | None = None,
        context: ContextStore | None = None,
        *,
        verifier: Verifier | None = None,
        now: Callable[[], str] = utc_now,
        trail: Trail | None = None,
        dispatcher: CommandDispatcher | None = None,
        loop: BackgroundLoop | None = None,
    ) -> None:
        self.adapter = adapter
        self.llm: Gateway | None = gateway_of(llm, prompts=PROMPTS) if isinstance(llm, LLMClient) else llm
        self.state = StateStore() if state is None else state
        self.command_history: list[ExecutionRecord] = []
        self._given = context
        self._verifier = verifier
        self._now = now
        self._trail = trail
        self._dispatcher = dispatcher or CommandDispatcher()
        self._parser = GASLParser()
        shared = llm.loop if isinstance(llm, LLMClient) else None
        self._loop = loop or shared or BackgroundLoop()
        self._own_loop = loop is None and shared is None
        self._caps = self._set_caps = adapter.caps
        self._steps = 0
        self._begun = self.state.steps
        self._session = _Session(self._scope(), self._begun)

    @property
    def context(self) -> ContextStore:
        """The variables of the last plan, or of the commands executed one by one."""
        return self._session.scope.context

    def _scope(self) -> Scope:
        return Scope(ContextStore() if self._given is None else self._given, self.state)

    # One command

    def execute_one(self, command: str, why: str = "") -> ExecutionResult:
        """Execute one command. A text that is not a command is an `error` whose fields say how to fix it.

        Raises what ends every run: BudgetExceeded, PriceUnknown, AccessRefused, ReplayMiss, StoreError. The state is
        then as it was before the command, and `command_history` has the error.
        """
        try:
            node = self._parser.parse(command)
        except ParseError as error:
            return self._unread(command, why, error)
        return self._sync([node], self._top(node, command, why))

    async def aexecute_one(self, command: str, why: str = "") -> ExecutionResult:
        """Execute one command: `execute_one` for event loops."""
        try:
            node = self._parser.parse(command)
        except ParseError as error:
            return self._unread(command, why, error)
        return await self._top(node, command, why)

    def run_until_complete(self, step_fn: StepFn, max_steps: int = MAX_STEPS) -> Completed:
        """Execute the commands that `step_fn` says, one at a time, until it says `COMPLETE: <answer>`.

        It is given the result before, None at first. A failed command is returned with fields that help to fix it. The
        same failure three times in a row ends it, as `max_steps` commands do. Raises what `execute_one` raises.
        """
        turns = Stepwise(self.state, max_steps)
        while True:
            taken = turns.take(step_fn(turns.last))
            ended = (
                taken if isinstance(taken, Completed) else turns.add_result(self.execute_one(taken.command, taken.why))
            )
            if ended is not None:
                return ended

    async def arun_until_complete(self, step_fn: AsyncStepFn, max_steps: int = MAX_STEPS) -> Completed:
        """Execute commands one at a time: `run_until_complete` for event loops."""
        turns = Stepwise(self.state, max_steps)
        while True:
            taken = turns.take(await step_fn(turns.last))
            if isinstance(taken, Completed):
                return taken
            ended = turns.add_result(await self.aexecute_one(taken.command, taken.why))
            if ended is not None:
                return ended

    def _unread(self, command: str, why: str, error: ParseError) -> ExecutionResult:
        return self._record_step(
            _Begun(command, why, self._now(), self.state.mark()), failed_outcome(error), replay=False
        )

    # Plans

    def run_plan(self, plan: Plan | Mapping[str, Any] | str) -> PlanResult:
        """Run a plan (also as JSON), command by command, within its configuration.

        Every command is read before the first is executed. Raises InputError for what is not a plan, ParseError for
        what is not a command, and what `execute_one` raises.
        """
        read, located = self._read_plan(plan)
        return self._sync([each.node for each in located], self._plan(read, located))

    async def arun_plan(self, plan: Plan | Mapping[str, Any] | str, position: PlanPosition | None = None) -> PlanResult:
        """Run a plan: `run_plan` for event loops. `position` is where it goes on; None: at its beginning."""
        return await self._plan(*self._read_plan(plan), position=position)

    async def first_steps(self, plan: Plan, count: int) -> PlanResult:
        """Run the first commands of a plan alone."""
        return await self._plan(*self._read_plan(plan), most=count)

    def position(self, done: PlanResult, run: int, session: int) -> PlanPosition:
        """Return where the plan is that was run last, for another executor to go on with it."""
        return PlanPosition(done, dict(self._session.scope.outcomes), self._set_caps, run, session)

    def _read_plan(self, plan: Plan | Mapping[str, Any] | str) -> tuple[Plan, list[Located]]:
        read = plan if isinstance(plan, Plan) else parse_plan(plan)
        return read, self._parser.parse_script([entry.command for entry in read.entries()])

    async def _plan(
        self, plan: Plan, located: Sequence[Located], *, position: PlanPosition | None = None, most: int | None = None
    ) -> PlanResult:
        caps, before = self.adapter.caps, self._session
        self._session = _Session(self._scope(), self.state.steps, plan.plan_id)
        if position is not None:
            self._take_position(position, plan)
        elif most is None:
            self.state.note_run(_plan_note(plan, self._session.run, caps))
        whys = [entry.why for entry in plan.entries()]
        results = list(position.done.results) if position else []
        stopped = position.done.stopped if position else ""
        begin = len(located) if stopped else len(results)
        try:
            for index, each in list(enumerate(located))[begin:most]:
                result, outcome = await self._execute_node(each.node, _text_of(each), whys[each.entry])
                results.append(result)
                stopped = _stop(plan, outcome, each.node, [later.node for later in located[index + 1 :]])
                if stopped:
                    break
        finally:
            self._set_caps, self.adapter.caps = self.adapter.caps, caps
            self._session = replace(before, scope=self._session.scope)
        return PlanResult(plan.plan_id, _status(results, stopped), tuple(results), self.context, stopped)

    def _take_position(self, position: PlanPosition, plan: Plan) -> None:
        scope = Scope(position.done.context, self.state)
        scope.outcomes |= position.outcomes
        self._begun, self._steps = position.session, len(position.done.results)
        self.adapter.caps = position.caps
        self._session = _Session(scope, position.run, plan.plan_id)

    # Steps

    async def _top(self, node: GASLNode, command: str, why: str) -> ExecutionResult:
        return (await self._execute_node(node, command, why))[0]

    async def _execute_node(self, node: GASLNode, command: str, why: str) -> tuple[ExecutionResult, Outcome]:
        """Execute a command of a plan, and what is inside it."""
        self._steps += 1
        trail = (self._trail or Trail()).at(self._steps)
        return await self._step(node, _Begun(command, why, self._now(), self.state.mark()), trail)

    async def _step(self, node: GASLNode, begun: _Begun, trail: Trail) -> tuple[ExecutionResult, Outcome]:
        scope = self._session.scope
        work = Work(
            self.adapter,
            self.llm,
            self.state,
            scope,
            self._verifier,
            self._session.plan,
            trail,
            begun.at,
            lambda inner, part: self._inner(inner, begun, trail.at(part)),
        )
        try:
            outcome = await self._dispatcher.dispatch(node, work)
        except ENDS_RUN as error:
            self._record_end(begun, error)
            raise
        output = getattr(node, "output", None)
        if output is not None:
            scope.outcomes[output] = outcome.status
            if outcome.status not in FAILED_STATUSES:
                scope.context.set(output, outcome.value)
        return self._record_step(begun, outcome, node), outcome

    async def _inner(self, node: GASLNode, outer: _Begun, trail: Trail) -> Outcome:
        begun = _Begun(write_command(node), outer.why, self._now(), self.state.mark(), outer.depth + 1)
        return (await self._step(node, begun, trail))[1]

    def _record_end(self, begun: _Begun, error: Exception) -> None:
        """Record an error that ends the run, and take back what the command did: it is executed again as a whole."""
        self.state.go_back(begun.mark)
        outcome = Outcome(Status.ERROR, error=error_of(error))
        self.command_history.append(self._record(begun, outcome, None))

    def _record_step(
        self, begun: _Begun, outcome: Outcome, node: GASLNode | None = None, *, replay: bool = True
    ) -> ExecutionResult:
        """Record a step, and persist the state after a top-level command."""
        record = self._record(begun, outcome, node)
        self.command_history.append(record)
        if self.llm is not None and node is not None and begun.depth == 0 and asks_model(node):
            self.state.note_responses(responses_of(outcome.value))
        self.state.append_history(record.as_json(), replay=replay and begun.depth == 0)
        if begun.depth == 0:
            self.state.persist()
        return ExecutionResult(outcome.status, outcome.value, outcome.count, outcome.metrics, outcome.error, record)

    def _record(self, begun: _Begun, outcome: Outcome, node: GASLNode | None) -> ExecutionRecord:
        session = self._session
        return ExecutionRecord(
            step=self.state.steps + 1,
            command=begun.command,
            why=begun.why,
            status=outcome.status,
            summary=summary_of(node, outcome, session.scope),
            metrics=outcome.metrics,
            provenance_summary=provenance_summary(outcome.value),
            errors=(outcome.error,) if outcome.error else (),
            started_at=begun.at,
            finished_at=self._now(),
            seconds=perf_counter() - begun.clock,
            depth=begun.depth,
            session=self._begun,
            run=session.run,
            plan=session.plan,
            state=self.state.hash,
        )

    def _sync(self, nodes: Iterable[GASLNode], work: Coroutine[Any, Any, R]) -> R:
        asks = self.llm is not None and any(asks_model(node) for node in nodes)
        return self._loop.run(work) if asks else at_once(work)

    def close(self) -> None:
        """Give the adapter its caps back, and end the loop in which models were asked, if it is the executor's own."""
        self.adapter.caps = self._caps
        if self._own_loop:
            self._loop.close()

    def __enter__(self) -> GASLExecutor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(frozen=True, slots=True)
class _Session:
    """What holds from one command to the next: the variables, the number of the run, the plan."""

    scope: Scope
    run: int
    plan: str | None = None


@dataclass(frozen=True, slots=True)
class PlanPosition:
    """Where a plan goes on: its finished steps, what they left beside the state, and the numbers of its records."""

    done: PlanResult
    outcomes: Mapping[str, Status]
    caps: Caps
    run: int
    session: int


class _Begun:
    """A step that has begun."""

    __slots__ = ("at", "clock", "command", "depth", "mark", "why")

    def __init__(self, command: str, why: str, at: str, mark: StateMark, depth: int = 0) -> None:
        self.command = command
        self.why = why
        self.at = at
        self.mark = mark
        self.depth = depth
        self.clock = perf_counter()


def _plan_note(plan: Plan, run: int, caps: Caps) -> dict[str, Any]:
    """Return what the state keeps of a plan beside its steps."""
    config = plan.config.model_dump()
    return {"plan_id": plan.plan_id, "why": plan.why, "run": run, "config": config, "caps": asdict(caps)}


def outputs(node: GASLNode) -> frozenset[str]:
    """Return the variables that a command, or one inside it, makes."""
    own = getattr(node, "output", None)
    below = frozenset[str]().union(*map(outputs, nested_commands(node)))
    return below if own is None else below | {own}


def _text_of(located: Located) -> str:
    """Return a command as it was written; a block, which may span several entries, in its canonical form."""
    return write_command(located.node) if isinstance(located.node, TryNode) else located.source.strip()


def _stop(plan: Plan, outcome: Outcome, node: GASLNode, later: Sequence[GASLNode]) -> str:
    """Return why the plan ends after a command, "" where it continues."""
    if outcome.cancels:
        return f"CANCEL PLAN ended it: {write_command(node)}"
    if outcome.guards:
        return f"A guard does not hold: {(outcome.error or {}).get('message', '')}"
    if outcome.status in FAILED_STATUSES and plan.config.stop_on_error and not is_answered(outcome.status, node, later):
        return f"A command failed ({outcome.status}): {(outcome.error or {}).get('message', '')}"
    empty = outcome.status is Status.EMPTY and not plan.config.continue_on_empty and not isinstance(node, TryNode)
    if empty and not is_answered(outcome.status, node, later):
        return f"Nothing was found, and the plan does not go on with nothing: {write_command(node)}"
    return ""


def is_answered(status: Status, node: GASLNode, later: Sequence[GASLNode]) -> bool:
    """Return whether the commands that follow at once are ONs of which one answers this end of the step."""
    made = outputs(node)
    for each in later:
        if not isinstance(each, OnNode):
            return False
        if each.variable in made and is_triggered(each.trigger, status):
            return True
    return False


def _status(results: Sequence[ExecutionResult], stopped: str) -> Status:
    if stopped:
        return results[-1].status
    whole = all(result.status in (Status.SUCCESS, Status.EMPTY) for result in results)
    return Status.SUCCESS if whole else Status.PARTIAL
