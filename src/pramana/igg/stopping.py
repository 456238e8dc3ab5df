"""When a run stops, and why."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from pramana.canonical import canonical
from pramana.igg.budgeting import name, value
from pramana.igg.log import IterationRecord
from pramana.igg.payload import Config
from pramana.igg.rendering import sentence


class Stopped(StrEnum):
    """Why a run stopped. Those that can be gone on with leave the log open: see `RESUMABLE`."""

    FINISHED = "finished"
    """The agent said so."""
    MAX_ITERATIONS = "max_iterations"
    LIMITS = "limits"
    """There is room for no node and no edge, or an iteration came to nothing but refusals for want of room."""
    NO_PROGRESS = "no_progress"
    """For so many iterations nothing was changed, and nothing was asked that had not been asked before."""
    BUDGET = "budget"
    """The next call could pass what may be spent."""
    CANCELLED = "cancelled"
    ABSTAINED = "abstained"
    """The agent said that it cannot decide: the embedded model does where it cannot read the context."""
    EXPIRED = "expired"
    """A session was not used for too long."""


_FOR_WANT_OF_ROOM = frozenset(("limit", "unknown_reference", "batch"))
"""What is refused where there is no room: nodes, edges to nodes that were refused, and what came with them."""
_BACK = 30
"""Iterations whose words are kept."""
_SAID = 400
_QUESTIONS = 6

RESUMABLE = frozenset((Stopped.BUDGET, Stopped.CANCELLED, Stopped.ABSTAINED))
"""After these the same run can be gone on with: its log has no end yet."""


class Course:
    """How a run goes, as its records tell it: enough to say when it is over, also after a restart."""

    def __init__(self, config: Config, records: Iterable[IterationRecord] = ()) -> None:
        self._config = config
        self._asked: set[str] = set()
        self._told: deque[str] = deque(maxlen=_BACK)
        self.spent: dict[str, float] = {}
        self.iterations = self.idle = self.applied = self.refused = 0
        self.stopped: Stopped | None = None
        self.detail = ""
        for record in records:
            self.take(record)

    def take(self, record: IterationRecord) -> None:
        """Take in what happened in an iteration."""
        self.iterations += 1
        self.applied += len(record.actions_taken)
        self.refused += len(record.refusals)
        for what, amount in record.cost.items():
            if isinstance(amount, int | float):
                self.spent[what] = self.spent.get(what, 0) + amount
        self._told.appendleft(_told(record))
        new = {canonical(query) for query in queries_of(record)} - self._asked
        self._asked |= new
        self.idle = 0 if new or record.hash_after != record.hash_before else self.idle + 1
        self._judge(record)

    def _judge(self, record: IterationRecord) -> None:
        codes = {refusal["code"] for refusal in record.refusals}
        nothing = record.hash_after == record.hash_before and not queries_of(record)
        if record.finished is not None:
            self._stop(Stopped.FINISHED, record.finished)
        elif {"max_nodes", "max_edges"} <= set(record.limits_reached):
            self._stop(Stopped.LIMITS, "max_nodes and max_edges reached")
        elif nothing and "limit" in codes and codes <= _FOR_WANT_OF_ROOM:
            self._stop(Stopped.LIMITS, f"{' and '.join(record.limits_reached) or 'a bound'} reached")
        elif self._config.no_progress is not None and self.idle >= self._config.no_progress:
            self._stop(Stopped.NO_PROGRESS, f"{self.idle} iterations in a row changed nothing and asked nothing new")
        elif self.iterations >= self._config.max_iterations:
            self._stop(Stopped.MAX_ITERATIONS, f"{self.iterations} iterations")

    def _stop(self, why: Stopped, detail: str) -> None:
        self.stopped, self.detail = why, detail

    def told(self) -> tuple[str, ...]:
        """Return what was said and asked, a line an iteration, the last one first."""
        return tuple(self._told)

    def left(self) -> dict[str, Any]:
        """Return what may still be spent: calls, tokens, money in US dollars; nothing where there is no bound."""
        budget = self._config.budget.model_dump()
        return {
            what: round(max(most - self.spent.get(what, 0), 0), 6) for what, most in budget.items() if most is not None
        }


def _told(record: IterationRecord) -> str:
    """Return in a line what was said and asked in an iteration: the agent may remember nothing of it."""
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
