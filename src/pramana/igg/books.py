"""Who added each node and edge of a growing graph, and the evidence for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from pramana.evidence import Evidence, Grade
from pramana.graph import Edge, Node


@dataclass(frozen=True, slots=True)
class Provenance:
    """Who added a node or an edge, and its evidence: empty if it is asserted."""

    owner: str
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class GrowthChange:
    """A change of a node or an edge: added (`before` is None), removed (`after` is None) or updated.

    `row` is its row in the graph; `ends` are the rows of an edge's source and target.
    """

    before: Node | Edge | None
    after: Node | Edge | None
    was: Provenance | None
    now: Provenance | None
    row: int
    ends: tuple[int, int] = (-1, -1)

    def reverse(self) -> GrowthChange:
        return GrowthChange(self.after, self.before, self.now, self.was, self.row, self.ends)


class GrowthListener(Protocol):
    """Is notified of every change after it was made (for an atomic batch: after the whole batch)."""

    def follow(self, change: GrowthChange) -> None: ...


def evidence_from(value: Mapping[str, Any]) -> Evidence:
    """Return the evidence that `json_value` wrote. Raises KeyError, TypeError or ValueError for other values."""
    return Evidence(**{**value, "grade": Grade(value["grade"])})
