"""Several agents on one graph: the last turn of each, and what others changed since it looked."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pramana.igg.actions import Query, action_json
from pramana.igg.log import IterationRecord
from pramana.igg.outcome import ActionOutcome, RefusedAction
from pramana.serialization import texts_in

AGENT = "agent"
"""The name of an agent that gives none."""
MOST_CHANGES = 2_000
"""Changes by others that are remembered: an agent that looked before that many is told of the newest."""
SHOWN = 3
"""Changes that a refusal names."""


@dataclass(frozen=True, slots=True)
class OtherChange:
    """A change of a node or an edge: in which iteration, by whom, and as `+ Person:Anna`."""

    iteration: int
    who: str
    id: str
    what: str

    def __str__(self) -> str:
        return f"{self.what} ({self.who}, version {self.iteration})"


@dataclass(slots=True)
class OwnTurn:
    """The last turn of one agent: its queries and its refusals, which its next observation answers and lists."""

    queries: tuple[Query, ...] = ()
    refused: tuple[RefusedAction, ...] = ()
    iteration: int = 0


@dataclass(slots=True)
class Agents:
    """The turns of each agent, and the newest changes. The graph's version is the number of iterations."""

    turns: dict[str, OwnTurn] = field(default_factory=dict)
    changes: deque[OtherChange] = field(default_factory=lambda: deque(maxlen=MOST_CHANGES))

    def turn(self, who: str) -> OwnTurn:
        return self.turns.get(who, OwnTurn())

    def take(self, record: IterationRecord, outcome: ActionOutcome) -> None:
        """Add an iteration."""
        self.turns[record.who] = OwnTurn(outcome.queries, outcome.refused, record.iteration)
        self.changes.extend(_changes(record.iteration, record.who, record.actions_taken))

    def since(self, version: int, who: str) -> list[OtherChange]:
        """Return the changes that others made after a version, oldest first."""
        return [change for change in self.changes if change.iteration > version and change.who != who]


def _changes(iteration: int, who: str, taken: Iterable[Mapping[str, Any]]) -> Iterator[OtherChange]:
    marks = {"ADD_NODE": "+", "ADD_EDGE": "+", "UPDATE_NODE": "~", "REMOVE": "-"}
    for done in taken:
        mark = marks.get(done["action"].get("type", ""))
        if mark is not None:
            for each in (done.get("id", ""), *done.get("removed", ())):
                yield OtherChange(iteration, who, each, f"{mark} {each}")


def with_meanwhile(outcome: ActionOutcome, changes: Iterable[OtherChange]) -> ActionOutcome:
    """Return an outcome whose refusals name what others changed meanwhile of what the action is about."""
    found = list(changes)
    if not found or not outcome.refused:
        return outcome
    return replace(outcome, refused=tuple(_explanation(refusal, found) for refusal in outcome.refused))


def _explanation(refusal: RefusedAction, changes: list[OtherChange]) -> RefusedAction:
    texts = {text.casefold() for text in texts_in(action_json(refusal.action))} | {
        candidate.casefold() for candidate in refusal.candidates
    }
    about = [change for change in changes if _is_about(change, texts)]
    if not about:
        return refusal
    more = f", and {len(about) - SHOWN:,} more" if len(about) > SHOWN else ""
    told = ", ".join(map(str, about[-SHOWN:]))
    return replace(refusal, problem=f"{refusal.problem}; changed meanwhile: {told}{more}")


def _is_about(change: OtherChange, texts: set[str]) -> bool:
    """Return whether a change is of a node or an edge that an action names by its id, or by the part after its type."""
    folded = change.id.casefold()
    return folded in texts or folded.partition(":")[2] in texts
