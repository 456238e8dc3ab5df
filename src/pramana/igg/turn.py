"""One answer on its way through, and what a soft schema took in from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pramana.graph.schema import Added
from pramana.igg.actions import Query
from pramana.igg.books import Event
from pramana.igg.outcome import Applied, Refusal

LONGEST_WHY = 300
"""In characters."""

SEED = "seed"
"""Who owns what the run began with."""


@dataclass(frozen=True, slots=True)
class Widened:
    """What a soft schema was widened by: by whom, in which iteration (0: the seed data), and why."""

    added: Added
    who: str
    iteration: int
    why: str

    def as_json(self) -> dict[str, Any]:
        return {**self.added.as_json(), "who": self.who, "iteration": self.iteration, "why": self.why}

    def __str__(self) -> str:
        why = f": {self.why}" if self.why else ""
        return f"{self.added} (iteration {self.iteration}, {self.who}){why}"


@dataclass(slots=True)
class Turn:
    """One answer on its way through."""

    who: str
    reasoning: str = ""
    applied: list[Applied] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    queries: list[Query] = field(default_factory=list)
    finished: str | None = None
    events: list[Event] = field(default_factory=list)
    """Those that listeners have not been told of."""


class Abandoned(Exception):
    """Takes an atomic batch back."""
