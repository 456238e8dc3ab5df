"""DEGREE: how many edges nodes have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pramana.errors import ExecutionError
from pramana.expr import Predicate
from pramana.gasl.binding import item_rows
from pramana.gasl.command import Command
from pramana.gasl.estimating import from_source, same_rows
from pramana.gasl.hints import known_attributes
from pramana.gasl.records import Outcome
from pramana.gasl.slots import FILTER, VARIABLE, Keyword, ValueSlot, choice, optional, result
from pramana.gasl.tree import GASLNode
from pramana.gasl.types import TargetKind
from pramana.gasl.work import Work, list_outcome
from pramana.graph import Direction, Selection


class EdgeDirection(StrEnum):
    """Which edges of a node are meant: those that leave it, those that reach it, or both."""

    OUT = "out"
    IN = "in"
    ANY = "any"

    @property
    def of_adapter(self) -> Direction:
        return {self.OUT: Direction.OUT, self.IN: Direction.IN}.get(self, Direction.BOTH)


@dataclass(frozen=True, slots=True)
class DegreeNode(GASLNode):
    """DEGREE: nodes, which of their edges are counted (None: any), and a condition on the edges."""

    source: str
    output: str
    direction: EdgeDirection | None = None
    where: Predicate | None = None


async def degree(node: DegreeNode, work: Work) -> Outcome:
    """Return the nodes, each with the field `degree`: how many edges it has that the condition is true of.

    A loop counts once. The most connected node comes first; of equals the one that came first.
    """
    value = work.scope.sequence(node.source)
    items = [item for item in item_rows(value) if isinstance(item, Mapping) and "id" in item and "relation" not in item]
    if len(items) < len(value):
        raise ExecutionError(f"{node.source} holds items that are no nodes; DEGREE takes nodes.")
    where = None if node.where is None else work.scope.bound(node.where)
    example = f"DEGREE {node.source} WHERE … AS {node.output}"
    known_attributes(work.adapter, TargetKind.EDGES).require_others(where, example)
    direction = (node.direction or EdgeDirection.ANY).of_adapter
    ids = [str(item["id"]) for item in items]
    edges = work.adapter.incident(value if isinstance(value, Selection) else ids, direction, where)
    counted = _counts(edges, direction)
    made = [{**item, "degree": counted[id_]} for item, id_ in zip(items, ids, strict=True)]
    return list_outcome(sorted(made, key=_most_first), edges=len(edges))


def _most_first(item: Mapping[str, Any]) -> int:
    return -int(item["degree"])


def _counts(edges: Selection, direction: Direction) -> Counter[str]:
    counted: Counter[str] = Counter()
    for edge in edges.edges():
        ends = {Direction.OUT: {edge.source}, Direction.IN: {edge.target}}.get(direction, {edge.source, edge.target})
        counted.update(ends)
    return counted


DIRECTION = choice("EDGE_DIRECTION", EdgeDirection)
DEGREE = Command(
    place=240,
    node=DegreeNode,
    run=degree,
    parts=(
        *(Keyword("DEGREE"), ValueSlot("source", VARIABLE), optional("WHERE", ValueSlot("where", FILTER))),
        *(optional("DIRECTION", ValueSlot("direction", DIRECTION)), *result()),
    ),
    example="DEGREE people DIRECTION any AS central",
    says="Counts each node's edges, the most connected node first.",
    gives="nodes with field degree, most first; WHERE is of edges",
    estimate=from_source(same_rows),
)
