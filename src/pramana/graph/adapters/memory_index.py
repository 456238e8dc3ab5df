"""What a graph in memory is found by: type, relation and any property asked for, kept up with every change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from pramana.expr import And, Comparison, Field, Membership, Op, Predicate, Scalar
from pramana.graph.adapters.protocol import Kind
from pramana.graph.adapters.records import EDGE_NAMES, NODE_NAMES
from pramana.graph.model import Edge, Node

Bucket: TypeAlias = dict[Any, dict[int, None]]
"""Rows by value. 1, 1.0 and True share a place: what is found is tested again."""


class Indexes:
    """The rows of nodes and of edges by the value of a property."""

    def __init__(self) -> None:
        self._buckets: dict[Kind, dict[str, Bucket]] = {Kind.NODES: {"type": {}}, Kind.EDGES: {"relation": {}}}

    def create(self, kind: Kind, name: str, rows: Iterable[tuple[int, Node | Edge]]) -> None:
        """Index a property, beginning with what there is. What is indexed already stays."""
        # `type_` may be what a record calls the property `type`: such names are searched without an index.
        if name in self._buckets[kind] or name.rstrip("_") in (*NODE_NAMES, *EDGE_NAMES):
            return
        bucket = self._buckets[kind][name] = {}
        for row, item in rows:
            _enter(bucket, row, item.properties.get(name))

    def enter(self, kind: Kind, row: int, item: Node | Edge) -> None:
        for name, bucket in self._buckets[kind].items():
            _enter(bucket, row, _value(item, name))

    def leave(self, kind: Kind, row: int, item: Node | Edge) -> None:
        for name, bucket in self._buckets[kind].items():
            value = _value(item, name)
            if _is_scalar(value):
                rows = bucket[value]
                del rows[row]
                if not rows:
                    del bucket[value]

    def candidates(self, kind: Kind, where: Predicate) -> list[int] | None:
        """Return rows, in order, among which are all for which the condition is true; None where no index helps."""
        found: list[list[dict[int, None]]] = []
        for name, values in map(equalities, conjuncts_of(where)):
            bucket = self._buckets[kind].get(name)
            if bucket is not None:
                found.append([bucket[value] for value in dict.fromkeys(values) if value in bucket])
        if not found:
            return None
        fewest = min(found, key=lambda groups: sum(map(len, groups)))
        return sorted(row for group in fewest for row in group)


def conjuncts_of(where: Predicate) -> tuple[Predicate, ...]:
    """Return conditions all of which must be true where the given one is."""
    return where.parts if isinstance(where, And) else (where,)


def equalities(part: Predicate) -> tuple[str, tuple[Scalar, ...]]:
    """Return the property and the values of an equality or a membership; an empty name for anything else."""
    if not isinstance(part, Comparison | Membership) or not isinstance(part.left, Field) or len(part.left.path) != 1:
        return "", ()
    name = part.left.path[0]
    if isinstance(part, Comparison):
        right = part.right
        return (name, (right,)) if part.op is Op.EQ and isinstance(right, str | int | float) else ("", ())
    return (name, part.values) if isinstance(part.values, tuple) and not part.negated else ("", ())


def _value(item: Node | Edge, name: str) -> Any:
    if name == "type" and isinstance(item, Node):
        return item.type
    if name == "relation" and isinstance(item, Edge):
        return item.relation
    return item.properties.get(name)


def _enter(bucket: Bucket, row: int, value: Any) -> None:
    if _is_scalar(value):
        bucket.setdefault(value, {})[row] = None


def _is_scalar(value: Any) -> bool:
    return isinstance(value, str | int | float)
