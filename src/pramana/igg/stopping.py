"""The reasons to stop a run, and their detection."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from pramana.canonical import canonical
from pramana.igg.budgeting import name, value
from pramana.igg.log import IterationRecord
from pramana.igg.payload import RunConfig
from pramana.igg.rendering import sentence


class Stopped(StrEnum):
    """Why a run stopped. Resumable reasons leave the log open: see `RESUMABLE`."""

    FINISHED = "finished"
    """The agent finished."""
    MAX_ITERATIONS = "max_iterations"
    LIMITS = "limits"
    """Both bounds are reached, or an iteration had nothing but refusals because of a bound."""
    NO_PROGRESS = "no_progress"
    """A number of iterations changed nothing and asked no new query."""
    BUDGET = "budget"
    """The next call could exceed the budget."""
    CANCELLED = "cancelled"
    ABSTAINED = "abstained"
    """The agent cannot decide: the embedded model abstains if it cannot read the context."""
    UNREADABLE = "unreadable"
    """None of as many answers as `no_progress` allows could be read: the agent, not the run, has a problem."""
    FAILED = "failed"
    """The agent, or what it calls, raised an error."""
    EXPIRED = "expired"
    """A session was not used for its lifetime."""


_FOR_WANT_OF_ROOM = frozenset(("limit", "unknown_reference", "batch"))
"""Refusals that a bound causes: of nodes, of edges to refused nodes, and of their batch."""

_BACK = 30
"""Iterations whose summary is kept. Observations rarely have space for more; chosen by hand."""

_SAID = 400
"""Characters of the reasoning in a summary."""

_QUESTIONS = 6

RESUMABLE = frozenset((Stopped.BUDGET, Stopped.CANCELLED, Stopped.ABSTAINED, Stopped.UNREADABLE, Stopped.FAILED))
"""After these the same run can be resumed: its log has no end yet."""

PAUSES = frozenset((Stopped.NO_PROGRESS, Stopped.UNREADABLE))
"""These only pause a session: its agent, which may be a person, can look at what was refused and act again."""


class RunCourse:
    """The progress of a run by its records: enough to decide when it ends, also after a restart."""

    def __init__(self, config: RunConfig, records: Iterable[IterationRecord] = ()) -> None:
        self._config = config
        self._asked: set[str] = set()
        self._told: dict[str, deque[str]] = {}
        self._acting: set[str] = set()
        self.spent: dict[str, float] = {}
        self.iterations = self.idle = self.unread = self.applied = self.refused = 0
        self.stopped: Stopped | None = None
        self.detail = ""
        for record in records:
            self.take(record)

    def take(self, record: IterationRecord) -> None:
        """Add the record of an iteration."""
        self.iterations += 1
        self.applied += len(record.actions_taken)
        self.refused += len(record.refusals)
        for what, amount in record.cost.items():
            if isinstance(amount, int | float):
                self.spent[what] = self.spent.get(what, 0) + amount
        self._told.setdefault(record.who, deque(maxlen=_BACK)).appendleft(_turn_line(record))
        (self._acting.add if record.finished is None else self._acting.discard)(record.who)
        new = {canonical(query) for query in queries_of(record)} - self._asked
        self._asked |= new
        self.idle = 0 if new or record.hash_after != record.hash_before else self.idle + 1
        self.unread = self.unread + 1 if _is_unreadable(record) else 0
        if self.stopped in PAUSES:
            self._forget_stop()
        self._judge(record)

    def resume(self) -> None:
        """Forget why the run stopped, if it can be resumed after that."""
        if self.stopped in RESUMABLE:
            self._forget_stop()

    def _forget_stop(self) -> None:
        self.stopped, self.detail = None, ""
        self.idle = self.unread = 0

    def _judge(self, record: IterationRecord) -> None:
        codes = {refusal["code"] for refusal in record.refusals}
        nothing = record.hash_after == record.hash_before and not queries_of(record)
        if record.finished is not None and not self._acting:  # the last of the agents that acted
            self._stop(Stopped.FINISHED, record.finished)
        elif {"max_nodes", "max_edges"} <= set(record.limits_reached):
            self._stop(Stopped.LIMITS, "max_nodes and max_edges reached")
        elif nothing and "limit" in codes and codes <= _FOR_WANT_OF_ROOM:
            self._stop(Stopped.LIMITS, f"{' and '.join(record.limits_reached) or 'a bound'} reached")
        elif self._config.no_progress is not None and self.unread >= self._config.no_progress:
            self._stop(Stopped.UNREADABLE, f"{self.unread} answers in a row could not be read")
        elif self._config.no_progress is not None and self.idle >= self._config.no_progress:
            self._stop(Stopped.NO_PROGRESS, f"{self.idle} iterations in a row changed nothing and asked nothing new")
        elif self.iterations >= self._config.max_iterations:
            self._stop(Stopped.MAX_ITERATIONS, f"{self.iterations} iterations")

    def _stop(self, why: Stopped, detail: str) -> None:
        self.stopped, self.detail = why, detail

    def earlier_turns(self, who: str) -> tuple[str, ...]:
        """Return the reasoning and queries of an agent's earlier iterations, one line each, the latest first."""
        return tuple(self._told.get(who, ()))

    def remaining_budget(self) -> dict[str, Any]:
        """Return the remaining budget: calls, tokens, money in US dollars; only those with a bound."""
        budget = self._config.budget.model_dump()
        return {
            what: round(max(most - self.spent.get(what, 0), 0), 6) for what, most in budget.items() if most is not None
        }


def _is_unreadable(record: IterationRecord) -> bool:
    """Return whether nothing at all of an answer could be read as an action."""
    return not record.actions_taken and {refusal["code"] for refusal in record.refusals} == {"unreadable"}


def _turn_line(record: IterationRecord) -> str:
    """Return a line with the reasoning and queries of an iteration: the agent may have no memory of it."""
    asked = "; ".join(f"{query['query']} {_arguments(query)}".rstrip() for query in queries_of(record)[:_QUESTIONS])
    more = len(queries_of(record)) - _QUESTIONS
    told = [sentence(record.agent_reasoning.strip(), _SAID), f"Asked: {asked}" if asked else ""]
    line = " ".join(filter(None, told)) + (f"; and {more:,} more" if more > 0 else "")
    return f"- iteration {record.iteration}: {line or 'nothing'}"


def _arguments(query: Mapping[str, Any]) -> str:
    return " ".join(f"{name(key)}={value(given, 80)}" for key, given in query.items() if key not in ("type", "query"))


def queries_of(record: IterationRecord) -> list[Mapping[str, Any]]:
    """Return the queries of an iteration, as actions."""
    return [done["action"] for done in record.actions_taken if done["action"].get("type") == "QUERY"]
