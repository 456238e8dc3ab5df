"""The processing state of one answer, and the additions to a soft schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pramana.graph import Added
from pramana.igg.actions import Query
from pramana.igg.books import GrowthChange
from pramana.igg.outcome import AppliedAction, RefusedAction
from pramana.serialization import JsonRecord, JsonShape

LONGEST_WHY = 300
"""In characters: a reason is one or two sentences. Chosen by hand."""

SEED = "seed"
"""The owner of the initial nodes and edges."""


@dataclass(frozen=True, slots=True)
class Widened(JsonRecord):
    """An addition to a soft schema: by whom, in which iteration (0: the seed data), and why."""

    added: Added
    who: str
    iteration: int
    why: str

    json_shape = JsonShape(inline=("added",))

    def __str__(self) -> str:
        why = f": {self.why}" if self.why else ""
        return f"{self.added} (iteration {self.iteration}, {self.who}){why}"


@dataclass(slots=True)
class AgentTurn:
    """The processing state of one answer."""

    who: str
    reasoning: str = ""
    applied: list[AppliedAction] = field(default_factory=list)
    refused: list[RefusedAction] = field(default_factory=list)
    queries: list[Query] = field(default_factory=list)
    finished: str | None = None
    stale: Mapping[str, str] = field(default_factory=dict)
    """Nodes that others changed since the agent looked, each with what was changed."""
    events: list[GrowthChange] = field(default_factory=list)
    """Events that listeners have not received yet."""


class Abandoned(Exception):
    """Rolls back an atomic batch."""
