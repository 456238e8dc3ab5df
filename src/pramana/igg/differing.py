"""In what two logs differ: the graphs that they lead to, and the first iteration in which the runs part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from pramana.canonical import canonical
from pramana.graph import Edge, Node
from pramana.igg.growth import Growth
from pramana.igg.log import IterationRecord, Log
from pramana.igg.replaying import replay
from pramana.serialization import JsonRecord, JsonShape


@dataclass(frozen=True, slots=True)
class ChangedProperties(JsonRecord):
    """A node or an edge that both graphs have: the properties that differ, each with both values, None where absent."""

    id: str
    properties: Mapping[str, tuple[Any, Any]]


@dataclass(frozen=True, slots=True)
class LogDifference(JsonRecord):
    """What differs between two logs. Ids are sorted; `removed` are in the first alone, `added` in the second alone.

    `parted_at` is the first iteration whose applied actions differ, None where one log continues the other.
    """

    hashes: tuple[str, str]
    iterations: tuple[int, int]
    parted_at: int | None
    nodes_removed: tuple[str, ...] = ()
    nodes_added: tuple[str, ...] = ()
    nodes_changed: tuple[ChangedProperties, ...] = ()
    edges_removed: tuple[str, ...] = ()
    edges_added: tuple[str, ...] = ()
    edges_changed: tuple[ChangedProperties, ...] = ()

    json_shape = JsonShape(plus=("identical",))

    @property
    def identical(self) -> bool:
        """Whether both graphs are the same."""
        return self.hashes[0] == self.hashes[1]


def diff_logs(one: Log, other: Log) -> LogDifference:
    """Return in what two logs differ. Both are rebuilt and checked. Raises GraphFileError as `replay` does."""
    first, second = replay(one), replay(other)
    nodes = _Sides.of({node.id: node for node in first.graph.nodes()}, {node.id: node for node in second.graph.nodes()})
    edges = _Sides.of(_edges(first), _edges(second))
    return LogDifference(
        (first.hash, second.hash),
        (len(one.records), len(other.records)),
        _parted_at(one, other),
        nodes.removed,
        nodes.added,
        nodes.changed,
        edges.removed,
        edges.added,
        edges.changed,
    )


def _edges(growth: Growth) -> dict[str, Edge]:
    """Return the edges by their ids; parallel ones with the same id get their number."""
    found: dict[str, Edge] = {}
    for edge in sorted(growth.graph.edges(), key=lambda edge: edge.key):
        name, number = edge.id, 2
        while name in found:
            name, number = f"{edge.id} ({number})", number + 1
        found[name] = edge
    return found


def _parted_at(one: Log, other: Log) -> int | None:
    if one.beginning.hash != other.beginning.hash:
        return 0
    for number, (a, b) in enumerate(zip_longest(one.records, other.records), 1):
        if a is None or b is None:
            return None
        if _actions(a) != _actions(b):
            return number
    return None


def _actions(record: IterationRecord) -> list[str]:
    return [canonical([done["action"], done.get("id", "")]) for done in record.actions_taken]


@dataclass(frozen=True, slots=True)
class _Sides:
    removed: tuple[str, ...]
    added: tuple[str, ...]
    changed: tuple[ChangedProperties, ...]

    @classmethod
    def of(cls, one: Mapping[str, Node | Edge], other: Mapping[str, Node | Edge]) -> _Sides:
        changed = [_property_changes(name, one[name], other[name]) for name in sorted(one.keys() & other.keys())]
        return cls(
            tuple(sorted(one.keys() - other.keys())),
            tuple(sorted(other.keys() - one.keys())),
            tuple(each for each in changed if each.properties),
        )


def _property_changes(name: str, one: Node | Edge, other: Node | Edge) -> ChangedProperties:
    pairs = {
        key: (one.properties.get(key), other.properties.get(key))
        for key in sorted({*one.properties, *other.properties})
        if canonical(one.properties.get(key)) != canonical(other.properties.get(key))
    }
    if isinstance(one, Node) and isinstance(other, Node) and one.type != other.type:
        pairs["(type)"] = (one.type, other.type)
    return ChangedProperties(name, pairs)
