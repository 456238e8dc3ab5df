"""A run, one turn at a time: what is seen, what is done, what is written down. The loop and sessions both go by it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pramana.igg.actions import Query, Unreadable
from pramana.igg.books import GrowthListener
from pramana.igg.context import Context
from pramana.igg.finalise import export, prune
from pramana.igg.growth import Growth
from pramana.igg.log import Ending, IterationRecord, Log, LogWriter, evidence_from, read_log
from pramana.igg.observe import Observation, observe
from pramana.igg.outcome import Applied, Outcome, Refusal
from pramana.igg.payload import Payload
from pramana.igg.proposals import propose
from pramana.igg.queries import QueryAnswer, answer
from pramana.igg.reading import read_action, read_answer
from pramana.igg.replaying import replay
from pramana.igg.stopping import Course, Stopped
from pramana.igg.summary import Summary
from pramana.igg.vectors import Embedding, NodeVectors
from pramana.trace import Trail

_AT_ONCE = 8
"""Questions that may each have as much at first; what is shown of each is settled when all are answered."""
_LEAST = 100
"""Tokens of an answer, however many questions there are."""


@dataclass(frozen=True, slots=True)
class Turned:
    """What one turn came to. `stopped` is None where the run goes on."""

    record: IterationRecord
    outcome: Outcome
    stopped: Stopped | None
    detail: str = ""


class Unwritten(LogWriter):
    """A log that is kept nowhere: its records are made, and that is all."""

    def __init__(self, growth: Growth) -> None:
        self._chain, self._hash = "", growth.hash

    def _append(self, line: Any) -> None:
        pass

    def close(self) -> None:
        """Close nothing."""


class Stepper:
    """A run that is gone through turn by turn. Its state is that of its log: `resume` finds it again.

    `embedder` turns nodes into vectors as they come; without it, semantic queries are refused.
    """

    def __init__(
        self,
        payload: Payload,
        context: Context | None = None,
        *,
        log: Path | None = None,
        embedder: Embedding | None = None,
        listeners: Iterable[GrowthListener] = (),
    ) -> None:
        """Begin a run. Raises InputError where context or seed data cannot be used, or the log is there already."""
        self.context = Context.of(payload.context_data) if context is None else context
        self.growth = Growth(payload, self.context, listeners)
        self.log: LogWriter = Unwritten(self.growth) if log is None else LogWriter.begin(log, self.growth)
        self._begin(payload, (), embedder)

    @classmethod
    def resume(
        cls,
        log: Log | Path,
        payload: Payload | None = None,
        context: Context | None = None,
        *,
        embedder: Embedding | None = None,
        listeners: Iterable[GrowthListener] = (),
    ) -> Stepper:
        """Go on with a run whose log (its file, or what was just read of it) has no end.

        Raises GraphFileError, InputError.
        """
        self = cls.__new__(cls)
        written = log if isinstance(log, Log) else read_log(log, torn=True)
        writer = LogWriter.resume(written)
        self.context = Context.of((payload or written.payload).context_data) if context is None else context
        self.growth = replay(written, payload, context=self.context, listeners=listeners)
        self.log = writer
        self._begin(self.growth.payload, written.records, embedder)
        self._recall(written)
        return self

    def _begin(self, payload: Payload, records: Iterable[IterationRecord], embedder: Embedding | None) -> None:
        self.payload = payload
        self.course = Course(payload.config, records)
        self.summary = Summary.of(self.growth)
        self.vectors = None if embedder is None else NodeVectors(self.growth.graph, embedder)
        self._queries: tuple[Query, ...] = ()
        self._refused: tuple[Refusal, ...] = ()
        self._seen: Observation | None = None
        self._answers: tuple[QueryAnswer, ...] = ()

    def _recall(self, log: Log) -> None:
        """Take up what the last iteration asked, and what was refused in it."""
        for record in log.records[-1:]:
            outcome = outcome_of(record)
            self._queries, self._refused = outcome.queries, outcome.refused

    @property
    def iteration(self) -> int:
        """The number of the turn that comes next, from 1."""
        return self.course.iterations + 1

    @property
    def stopped(self) -> Stopped | None:
        """Why the run is over, None where it goes on."""
        return self.course.stopped

    async def observe(self, trail: Trail | None = None, left: Mapping[str, Any] | None = None) -> Observation:
        """Return what the agent sees now: the same until it acts. `left` is what may still be spent."""
        if self._seen is None:
            self._answers = await self._answered(trail)
            self._seen = observe(
                self.growth,
                self.summary,
                self.context,
                iteration=self.iteration,
                answers=self._answers,
                refusals=self._refused,
                before=self.course.told(),
                budget_left=self.course.left() if left is None else left,
            )
        return self._seen

    async def _answered(self, trail: Trail | None) -> tuple[QueryAnswer, ...]:
        """Answer what was asked, in its order."""
        most = self.payload.config.observe.tokens
        room = max(most * _AT_ONCE // max(len(self._queries), _AT_ONCE), _LEAST)
        found: list[QueryAnswer] = []
        for at, query in enumerate(self._queries):
            place = None if trail is None else trail.at("query", at)
            found.append(await answer(query, self.growth, self.context, self.vectors, tokens=room, trail=place))
        return tuple(found)

    @property
    def answers(self) -> tuple[QueryAnswer, ...]:
        """The answers to what was asked last, once they were observed."""
        return self._answers

    def act(
        self, given: Any, trail: Trail | None = None, *, cost: Mapping[str, Any] | None = None, who: str = "agent"
    ) -> Turned:
        """Carry out an answer, whatever it is, and write it down. Proposals and a step are recorded at `trail`.

        `cost` is what the answer took, in calls, tokens and money.
        """
        read = read_answer(given)
        state = self._state()
        outcome = self.growth.act(read, who)
        record = self.log.write(self.growth, read, outcome, state=state, cost=cost, who=who)
        if trail is not None:
            note(trail, record)
        self._queries, self._refused, self._seen = outcome.queries, outcome.refused, None
        self.course.take(record)
        return Turned(record, outcome, self.course.stopped, self.course.detail)

    def _state(self) -> dict[str, Any]:
        figures = self.summary.figures(3)
        told = asdict(figures)
        return {name: told[name] for name in ("nodes", "edges", "types", "relations", "components", "isolated")}

    async def embed(self) -> None:
        """Embed the nodes that came in the last turn, all together.

        It is no step of the run: after a restart all nodes are embedded at once, from stored vectors.
        """
        if self.vectors is not None:
            await self.vectors.embed()

    def end(self, stopped: Stopped | str, detail: str = "") -> tuple[Ending, tuple[Path, ...]]:
        """End the run: prune and export as the payload says, close the log. Returns the last line and the files."""
        pruned = prune(self.growth)
        ending = self.log.end(self.growth, str(stopped), detail, pruned)
        target = self.payload.config.export
        return ending, () if target is None else export(self.growth, target)

    def close(self) -> None:
        """Close the log as it stands, to be gone on with."""
        self.log.close()

    def reopen(self) -> None:
        """Go on after `close`."""
        self.log = self.log.reopened()


def outcome_of(record: IterationRecord) -> Outcome:
    """Return what became of an answer, as its record tells it."""
    applied = []
    for done in record.actions_taken:
        action = read_action(done["action"])
        if not isinstance(action, Unreadable):
            found = tuple(None if each is None else evidence_from(each) for each in done.get("evidence", ()))
            more = (tuple(done.get("removed", ())), done.get("note", ""))
            applied.append(Applied(done["index"], action, done.get("id", ""), found, *more))
    refused = (
        Refusal(each["index"], read_action(each["action"]), each["code"], each["problem"], tuple(each["candidates"]))
        for each in record.refusals
    )
    queries = tuple(done.action for done in applied if isinstance(done.action, Query))
    return Outcome(tuple(applied), tuple(refused), queries, record.finished, tuple(record.limits_reached))


def note(trail: Trail, record: IterationRecord) -> None:
    """Record an iteration at `trail`, and each of its actions as a proposal; not what it cost: the calls' steps do."""
    trail.record("iteration", {key: value for key, value in record.as_json().items() if key != "Cost"})
    propose(outcome_of(record), trail)
