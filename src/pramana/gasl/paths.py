"""What a condition on paths asks of their starts, their ends, each of their edges, and their length."""

from __future__ import annotations

from dataclasses import dataclass

from pramana.errors import ExecutionError
from pramana.expr import (
    Comparison,
    Op,
    Predicate,
    conjoin,
    conjuncts,
    evaluate,
    field_paths,
    strip_prefix,
    write_condition,
)
from pramana.gasl.types import TargetKind
from pramana.graph import PathSelection

PARTS = ("start", "end", "edge", "length")
EXAMPLE = 'FIND paths WHERE start.name = "Rama" AND end.type = "Entity" AND edge.weight > 2 AND length <= 3 AS p'


@dataclass(frozen=True, slots=True)
class PathQuery:
    """A condition on paths in its parts. `longest` is the greatest length that `length` leaves open, None for any."""

    start: Predicate | None
    end: Predicate | None
    edge: Predicate | None
    length: Predicate | None
    longest: int | None

    def conditions(self) -> tuple[tuple[Predicate | None, TargetKind], ...]:
        """Return the conditions on starts, ends and edges, each with what it is about."""
        return (
            (self.start, TargetKind.NODES),
            (self.end, TargetKind.NODES),
            (self.edge, TargetKind.EDGES),
        )

    @property
    def picks_lengths(self) -> bool:
        """Whether some paths up to the greatest length are not wanted."""
        return self.length is not None and not all(map(_bounds_above, conjuncts(self.length)))

    def of_wanted_length(self, paths: PathSelection) -> PathSelection:
        """Return the paths whose length is wanted."""
        if self.length is None:
            return paths
        lengths = {len(edges) for edges in paths.edges}
        wanted = {length for length in lengths if evaluate(self.length, {"length": length}) is True}
        keep = [index for index, edges in enumerate(paths.edges) if len(edges) in wanted]
        nodes, edges = tuple(paths.nodes[index] for index in keep), tuple(paths.edges[index] for index in keep)
        return PathSelection(paths.source, nodes, edges, paths.cap_hit, paths.where)


def path_query(where: Predicate | None) -> PathQuery:
    """Return a condition in its parts. Raises ExecutionError where one of those joined by AND is of two parts."""
    by_part: dict[str, list[Predicate]] = {part: [] for part in PARTS}
    for conjunct in conjuncts(where) if where is not None else ():
        part = _part_of(conjunct)
        by_part[part].append(strip_prefix(conjunct, part))
    joined = {part: conjoin(found) for part, found in by_part.items()}
    bounds = [bound for conjunct in by_part["length"] if (bound := _bound(conjunct)) is not None]
    longest = min(bounds, default=None)
    return PathQuery(joined["start"], joined["end"], joined["edge"], joined["length"], longest)


def _part_of(conjunct: Predicate) -> str:
    named = {_prefix(path, conjunct) for path in field_paths(conjunct)}
    if len(named) > 1:
        parts = " and ".join(sorted(named))
        raise ExecutionError(
            f"{write_condition(conjunct)} asks about {parts} at once. Of paths, each condition joined by AND is about "
            "one of start, end, edge and length.",
            example=EXAMPLE,
        )
    return named.pop() if named else "start"


_ENDS_OF_EDGES = {"source": "start", "target": "end", "from": "start", "to": "end"}
"""What an edge calls its ends, and what a path calls them."""


def _prefix(path: tuple[str, ...], conjunct: Predicate) -> str:
    if path == ("length",) or (len(path) > 1 and path[0] in PARTS[:3]):
        return path[0]
    name = ".".join(path)
    meant = ".".join((_ENDS_OF_EDGES[path[0]], *(path[1:] or ("id",)))) if path[0] in _ENDS_OF_EDGES else ""
    said = f"start.{name}, end.{name} or edge.{name}, or length"
    raise ExecutionError(
        f"{name} in {write_condition(conjunct)} is not a field of paths: write {meant or said}. A text needs quotes.",
        nearest=(meant,) if meant else () if path[0] not in PARTS[:3] else (f"{path[0]}.id", f"{path[0]}.name"),
        example=EXAMPLE,
    )


def _bound(conjunct: Predicate) -> int | None:
    """Return the greatest length for which a condition on it can be true, as far as one comparison says it."""
    if not isinstance(conjunct, Comparison) or isinstance(conjunct.right, bool):
        return None
    if not isinstance(conjunct.right, int | float) or conjunct.op not in (Op.LE, Op.LT, Op.EQ):
        return None
    most = int(conjunct.right // 1)
    return max(most - (conjunct.op is Op.LT and most == conjunct.right), 0)


def _bounds_above(conjunct: Predicate) -> bool:
    return _bound(conjunct) is not None and isinstance(conjunct, Comparison) and conjunct.op is not Op.EQ
