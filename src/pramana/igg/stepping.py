"""One turn of a run: observe, act, record. The loop and sessions both use it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pramana.errors import InputError
from pramana.igg.actions import Query, UnreadableAction
from pramana.igg.backends import new_backend, open_backend
from pramana.igg.books import GrowthListener, evidence_from
from pramana.igg.context import RunContext
from pramana.igg.finalise import export, prune
from pramana.igg.growth import Growth
from pramana.igg.log import Ending, IterationRecord, Log, LogWriter, read_log
from pramana.igg.meanwhile import AGENT, MOST_CHANGES, Agents, with_meanwhile
from pramana.igg.observe import Observation, observe
from pramana.igg.outcome import ActionOutcome, AppliedAction, RefusedAction
from pramana.igg.payload import Payload
from pramana.igg.proposals import propose
from pramana.igg.queries import QueryAnswer, answer
from pramana.igg.reading import read_action, read_answer
from pramana.igg.replaying import replay
from pramana.igg.stopping import PAUSES, RunCourse, Stopped
from pramana.igg.summary import GrowthSummary
from pramana.igg.vectors import Embedding, NodeVectors
from pramana.trace import Trail

_AT_ONCE = 8
"""Queries that may each use the full budget at first; the final share of each follows when all are answered."""

_LEAST = 100
"""Tokens of an answer, however many queries there are. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class TurnResult:
    """The result of one turn. `stopped` is None if the run continues; a session that is only `paused` takes more."""

    record: IterationRecord
    outcome: ActionOutcome
    stopped: Stopped | None
    detail: str = ""

    @property
    def paused(self) -> bool:
        return self.stopped in PAUSES


class Unwritten(LogWriter):
    """A log that creates records without storing them."""

    def __init__(self, growth: Growth) -> None:
        self.chain, self._hash = "", growth.hash

    def _append(self, line: Any) -> None:
        pass

    def close(self) -> None:
        """Do nothing: this log has no file."""

    def reopen(self) -> Unwritten:
        """Return this one: it has no file that was closed."""
        return self


class GrowthStepper:
    """A run, turn by turn. Its state is that of its log: `resume` restores it.

    `embedder` turns new nodes into vectors; without it, semantic queries are refused.
    """

    def __init__(
        self,
        payload: Payload,
        context: RunContext | None = None,
        *,
        log: Path | None = None,
        embedder: Embedding | None = None,
        listeners: Iterable[GrowthListener] = (),
    ) -> None:
        """Begin a run. Raises InputError if context or seed data cannot be used, or the log exists."""
        self.context = RunContext.of(payload.context_data) if context is None else context
        self.growth = Growth(payload, self.context, listeners, new_backend(payload, log))
        self.log: LogWriter = Unwritten(self.growth) if log is None else LogWriter.begin(log, self.growth)
        self.growth.keep(self.log.chain)
        self._begin(payload, (), embedder)

    @classmethod
    def resume(
        cls,
        log: Log | Path,
        payload: Payload | None = None,
        context: RunContext | None = None,
        *,
        embedder: Embedding | None = None,
        listeners: Iterable[GrowthListener] = (),
    ) -> GrowthStepper:
        """Resume a run from its log (its file, or as read from it), which must have no end.

        Raises GraphFileError, InputError.
        """
        self = cls.__new__(cls)
        written = log if isinstance(log, Log) else read_log(log, torn=True)
        writer = LogWriter.resume(written)
        given = payload or written.payload
        self.context = RunContext.of(given.context_data) if context is None else context
        backend = open_backend(given, written.path)
        self.growth = replay(written, payload, context=self.context, listeners=listeners, backend=backend)
        self.log = writer
        self._begin(self.growth.payload, written.records, embedder)
        self.course.resume()
        self._recall(written)
        return self

    def _begin(self, payload: Payload, records: Iterable[IterationRecord], embedder: Embedding | None) -> None:
        self.payload = payload
        self.course = RunCourse(payload.config, records)
        self.summary = GrowthSummary.of(self.growth)
        self.vectors = None if embedder is None else NodeVectors.of(self.growth, embedder)
        self._agents = Agents()
        self._seen: dict[str, Observation] = {}
        self._answers: tuple[QueryAnswer, ...] = ()

    def _recall(self, log: Log) -> None:
        """Restore the last turn of each agent, and what was changed lately."""
        last = {record.who: record.iteration for record in log.records}
        recent = len(log.records) - MOST_CHANGES
        for record in log.records:
            if record.iteration > recent or last[record.who] == record.iteration:
                self._agents.take(record, outcome_of(record))

    @property
    def iteration(self) -> int:
        """The number of the next turn, from 1."""
        return self.course.iterations + 1

    @property
    def stopped(self) -> Stopped | None:
        """Why the run has ended, None if it continues."""
        return self.course.stopped

    @property
    def version(self) -> int:
        """The version of the graph: the number of iterations so far."""
        return self.course.iterations

    async def observe(
        self, trail: Trail | None = None, left: Mapping[str, Any] | None = None, who: str = AGENT
    ) -> Observation:
        """Return an agent's current observation; it is the same until somebody acts. `left` is the remaining budget.

        Refusals, answers and earlier turns are the agent's own; what others changed since its last turn is named.
        """
        if who not in self._seen:
            turn = self._agents.turn(who)
            self._answers = await self._answer_queries(turn.queries, trail)
            self._seen[who] = observe(
                self.growth,
                self.summary,
                self.context,
                iteration=self.iteration,
                answers=self._answers,
                refusals=turn.refused,
                before=self.course.earlier_turns(who),
                meanwhile=[str(change) for change in self._agents.since(turn.iteration, who)],
                budget_left=self.course.remaining_budget() if left is None else left,
            )
        return self._seen[who]

    async def _answer_queries(self, queries: tuple[Query, ...], trail: Trail | None) -> tuple[QueryAnswer, ...]:
        """Answer the queries of an agent's last turn, in order."""
        most = self.payload.config.observe.tokens
        room = max(most * _AT_ONCE // max(len(queries), _AT_ONCE), _LEAST)
        found: list[QueryAnswer] = []
        for at, query in enumerate(queries):
            place = None if trail is None else trail.at("query", at)
            found.append(await answer(query, self.growth, self.context, self.vectors, tokens=room, trail=place))
        return tuple(found)

    @property
    def answers(self) -> tuple[QueryAnswer, ...]:
        """The answers to the last queries, after they were observed."""
        return self._answers

    def act(
        self,
        given: Any,
        trail: Trail | None = None,
        *,
        cost: Mapping[str, Any] | None = None,
        who: str = AGENT,
        seen: int | None = None,
    ) -> TurnResult:
        """Apply an answer of any form and log it. Proposals and a step are recorded at `trail`.

        `cost` is the cost of the answer in calls, tokens and money. `seen` is the version of the graph that the agent
        decided on (None: that before its turn, as where no other agent acts): what others changed since then it cannot
        update or remove, and its refusals name it. Raises InputError for a version that is not there.
        """
        if seen is not None and not 0 <= seen <= self.version:
            raise InputError(f"The graph has versions 0 to {self.version}, not {seen}.")
        read = read_answer(given)
        state = self.summary.counts()
        meanwhile = [] if seen is None else self._agents.since(seen, who)
        stale = {change.id: str(change) for change in meanwhile}
        outcome = with_meanwhile(self.growth.act(read, who, stale), meanwhile)
        record = self.log.write(self.growth, read, outcome, state=state, cost=cost, who=who, seen=seen)
        self.growth.keep(self.log.chain)
        if trail is not None:
            record_iteration(trail, record)
        self._agents.take(record, outcome)
        self._seen.clear()
        self.course.take(record)
        return TurnResult(record, outcome, self.course.stopped, self.course.detail)

    async def embed(self) -> None:
        """Embed the nodes of the last turn together.

        This is not a step of the run: after a restart all nodes are embedded at once, from stored vectors.
        """
        if self.vectors is not None:
            await self.vectors.embed()

    def end(self, stopped: Stopped | str, detail: str = "") -> tuple[Ending, tuple[Path, ...]]:
        """End the run: prune and export as configured, close the log. Returns the last line and the files."""
        pruned = prune(self.growth)
        ending = self.log.end(self.growth, str(stopped), detail, pruned)
        self.growth.keep(self.log.chain)
        self.growth.backend.pause()
        target = self.payload.config.export
        return ending, () if target is None else export(self.growth, target)

    def close(self) -> None:
        """Close the log without an end, so that the run can be resumed."""
        self.log.close()
        self.growth.backend.pause()

    def reopen(self) -> None:
        """Continue after `close`."""
        self.log = self.log.reopen()


def outcome_of(record: IterationRecord) -> ActionOutcome:
    """Return the outcome of an answer from its record."""
    applied = []
    for done in record.actions_taken:
        action = read_action(done["action"])
        if not isinstance(action, UnreadableAction):
            found = tuple(None if each is None else evidence_from(each) for each in done.get("evidence", ()))
            more = (tuple(done.get("removed", ())), done.get("note", ""))
            applied.append(AppliedAction(done["index"], action, done.get("id", ""), found, *more))
    refused = (
        RefusedAction(
            each["index"], read_action(each["action"]), each["code"], each["problem"], tuple(each["candidates"])
        )
        for each in record.refusals
    )
    queries = tuple(done.action for done in applied if isinstance(done.action, Query))
    return ActionOutcome(tuple(applied), tuple(refused), queries, record.finished, tuple(record.limits_reached))


def record_iteration(trail: Trail, record: IterationRecord) -> None:
    """Record an iteration at `trail`, and each of its actions as a proposal; costs are in the steps of the calls."""
    trail.record("iteration", {key: value for key, value in record.model_dump(mode="json").items() if key != "Cost"})
    propose(outcome_of(record), trail)
