"""Indexes of a graph in memory: by type, by relation and by requested properties, updated with every change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from pramana.expr import And, Comparison, Field, Membership, Op, Predicate, Scalar
from pramana.graph.adapters.records import EDGE_NAMES, NODE_NAMES
from pramana.graph.adapters.rows import ElementKind
from pramana.graph.model import Edge, Node

Bucket: TypeAlias = dict[Any, dict[int, None]]
"""Rows by value. 1, 1.0 and True share a key: results are tested again."""


class Indexes:
    """The rows of nodes and of edges by the value of a property."""

    def __init__(self) -> None:
        self._types: dict[str, dict[int, None]] = {}
        self._relations: dict[str, dict[int, None]] = {}
        # Requested indexes follow these two, which every node and edge has.
        self._buckets: dict[ElementKind, dict[str, Bucket]] = {
            ElementKind.NODES: {"type": self._types},
            ElementKind.EDGES: {"relation": self._relations},
        }

    def create(self, kind: ElementKind, name: str, rows: Iterable[tuple[int, Node | Edge]]) -> None:
        """Index a property, starting with the existing rows. Does nothing if it is indexed already."""
        # A record may rename a property `type` to `type_`; such names are searched without an index.
        if name in self._buckets[kind] or name.rstrip("_") in (*NODE_NAMES, *EDGE_NAMES):
            return
        bucket = self._buckets[kind][name] = {}
        for row, item in rows:
            _enter(bucket, row, item.properties.get(name))

    def enter(self, kind: ElementKind, row: int, item: Node | Edge) -> None:
        bucket, value = self._own(item)
        bucket.setdefault(value, {})[row] = None
        if len(self._buckets[kind]) > 1:
            for bucket, value in self._requested_indexes(kind, item):
                _enter(bucket, row, value)

    def leave(self, kind: ElementKind, row: int, item: Node | Edge) -> None:
        for bucket, value in [self._own(item), *self._requested_indexes(kind, item)]:
            if value is not None:
                rows = bucket[_place(value)]
                del rows[row]
                if not rows:
                    del bucket[_place(value)]

    def _own(self, item: Node | Edge) -> tuple[Bucket, str]:
        return (self._types, item.type) if isinstance(item, Node) else (self._relations, item.relation)

    def _requested_indexes(self, kind: ElementKind, item: Node | Edge) -> list[tuple[Bucket, Any]]:
        """Return the requested indexes, each with the value of a node or an edge."""
        requested = list(self._buckets[kind].items())[1:]
        return [(bucket, item.properties.get(name)) for name, bucket in requested]

    def rows(self, kind: ElementKind, name: str, value: Any) -> list[int]:
        """Return the rows whose indexed property has a value, or a value that Python considers equal.

        All values that are not scalars share one key.
        """
        return sorted(self._buckets[kind][name].get(_place(value), ()))

    def candidates(self, kind: ElementKind, where: Predicate) -> list[int] | None:
        """Return rows, in order, that include all for which the condition is true; None if no index applies."""
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
    """Return conditions that all hold wherever the given one does."""
    return where.parts if isinstance(where, And) else (where,)


def equalities(part: Predicate) -> tuple[str, tuple[Scalar, ...]]:
    """Return the property and the values of an equality or a membership; an empty name for any other condition."""
    if not isinstance(part, Comparison | Membership) or not isinstance(part.left, Field) or len(part.left.path) != 1:
        return "", ()
    name = part.left.path[0]
    if isinstance(part, Comparison):
        right = part.right
        return (name, (right,)) if part.op is Op.EQ and isinstance(right, str | int | float) else ("", ())
    return (name, part.values) if isinstance(part.values, tuple) and not part.negated else ("", ())


def _enter(bucket: Bucket, row: int, value: Any) -> None:
    if value is not None:
        bucket.setdefault(_place(value), {})[row] = None


def _place(value: Any) -> Any:
    """Return the key of a value in an index: a scalar itself, one shared key for lists and mappings."""
    return value if isinstance(value, (str, int, float)) else _OTHER


_OTHER = object()
