"""The fields of items: their own, those inside their objects and lists, and those of the nodes that they name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from pramana.expr import Field, Membership, Predicate, map_fields
from pramana.gasl.binding import graph_provenance, item_rows, provenance_of
from pramana.gasl.other_fields import KnownFields
from pramana.gasl.provenance import union
from pramana.gasl.tree import FieldPath
from pramana.graph import GraphAdapter

Item = Mapping[str, Any]

NAMING = ("source", "target", "start", "end", "nodes")
"""Fields in which edges and paths hold the ids of nodes: `target.name` is the name of the node whose id is `target`."""
FETCHED = 10_000
"""Nodes that are read by one search, so that no bound on its result leaves one out."""


@dataclass(frozen=True, slots=True)
class ItemFields:
    """Reads fields of items. `nodes` holds the records of the nodes that the items name, as far as a path asks it."""

    items: Sequence[Item]
    nodes: Mapping[str, Item]
    skipped: int = 0
    """How many values were passed over, as they are no objects: those have no fields."""

    @classmethod
    def of(cls, value: Sequence[Any], paths: Iterable[FieldPath], adapter: GraphAdapter) -> ItemFields:
        """Return the fields of a list's items, ready to read the given paths."""
        found = item_rows(value)
        items = [item for item in found if isinstance(item, Mapping)]
        named = {path[0] for path in paths if _names_nodes(path)}
        ids = dict.fromkeys(each for item in items for name in named for each in _texts(item.get(name)))
        return cls(items, read_nodes(list(ids), adapter), len(found) - len(items))

    def at(self, item: Any, path: FieldPath) -> Any:
        """Return the value at a path into an item, None for what is missing; of a list the values of its members.

        An attribute of a named node is read where the item has no own field of that name.
        """
        if not isinstance(item, Mapping):
            return None
        if len(path) > 1:
            written = ".".join(path)
            if written in item:
                return item[written]
            if _names_nodes(path) and _is_ids(item.get(path[0])):
                return self._at_nodes(item[path[0]], path[1:])
        return _value_at(item, path)

    def _at_nodes(self, ids: Any, path: FieldPath) -> Any:
        if isinstance(ids, str):
            return _value_at(self.nodes.get(ids), path)
        return [_value_at(self.nodes.get(each), path) for each in ids]

    def name_of(self, path: FieldPath) -> FieldPath:
        """Return the path under which a value is kept: that of objects in objects, else the whole path as one name."""
        nested = len(path) == 1 or all(_is_nested(item, path) for item in self.items)
        return path if nested else (".".join(path),)

    def provenance(self, item: Item, paths: Iterable[FieldPath]) -> list[dict[str, Any]]:
        """Return where the values at the paths come from: what the item's own records say, and the nodes it names."""
        if not self.nodes:
            return provenance_of(item)
        names = dict.fromkeys(path[0] for path in paths if _names_nodes(path))
        ids = dict.fromkeys(each for name in names for each in _texts(item.get(name)) if each in self.nodes)
        return union(provenance_of(item), *(graph_provenance(self.nodes[each]) for each in ids))

    def hints(self, paths: Iterable[FieldPath]) -> list[dict[str, Any]]:
        """Return a hint for each field that no item has, with the nearest names there are."""
        return [self._hint(path) for path in paths if self.items and not self._has(path)]

    def _has(self, path: FieldPath) -> bool:
        own = any(path[0] in item or ".".join(path) in item for item in self.items)
        if not own or not self._reads_nodes(path):
            return own
        return any(path[1] in node for node in self.nodes.values())

    def _reads_nodes(self, path: FieldPath) -> bool:
        return bool(self.nodes) and _names_nodes(path) and any(_is_ids(item.get(path[0])) for item in self.items)

    def _hint(self, path: FieldPath) -> dict[str, Any]:
        names = self.names(path)
        near = get_close_matches(".".join(path), names, n=3, cutoff=0.5)
        return {"kind": "unknown_field", "field": ".".join(path), "nearest": near or names[:8]}

    def names(self, path: FieldPath) -> list[str]:
        """Return the fields that could be meant by a path."""
        if self._reads_nodes(path) and any(path[0] in item for item in self.items):
            return list(dict.fromkeys(f"{path[0]}.{name}" for node in self.nodes.values() for name in node))
        return list(dict.fromkeys(str(name) for item in self.items[:1000] for name in item))

    def known_fields(self) -> KnownFields:
        """Return the fields, to check a condition by. No items refuse none."""
        return KnownFields(self._exists, self.names)

    def _exists(self, path: FieldPath) -> bool:
        return not self.items or any(self.at(item, path) is not None for item in self.items)

    def flat_rows(self, where: Predicate) -> tuple[Predicate, list[Item]]:
        """Return a condition and the items with the values that it asks of, each under its whole path as one name.

        A condition sees one item alone: what it asks of a named node, or of a list's members, must be in the item.
        """
        moved: dict[FieldPath, str] = {}

        def flatten(path: FieldPath) -> FieldPath:
            name = self.name_of(path)
            if name != path:
                moved[path] = name[0]
            return name

        flat = map_fields(where, flatten)
        if not moved:
            return flat, list(self.items)
        return flat, [{**item, **{name: self.at(item, path) for path, name in moved.items()}} for item in self.items]


def _names_nodes(path: FieldPath) -> bool:
    return len(path) > 1 and path[0] in NAMING


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        yield from (each for each in value if isinstance(each, str))


def _is_ids(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, list | tuple) and all(isinstance(each, str) for each in value))


def _is_nested(item: Item, path: FieldPath) -> bool:
    """Return whether a value at a path can be kept as it is in an item: in objects, or where nothing is yet."""
    held: Any = item
    if ".".join(path) in item:
        return False
    for name in path[:-1]:
        held = held.get(name)
        if held is None:
            return True
        if not isinstance(held, Mapping):
            return False
    return True


def _value_at(value: Any, path: FieldPath) -> Any:
    for step, name in enumerate(path):
        if isinstance(value, list | tuple):
            return [_value_at(each, path[step:]) for each in value]
        if not isinstance(value, Mapping):
            return None
        value = value.get(name)
    return value


def read_nodes(ids: Sequence[str], adapter: GraphAdapter) -> dict[str, Item]:
    """Return the records of nodes by their ids; those that the graph has not are left out."""
    size = min(FETCHED, adapter.caps.max_rows or FETCHED)
    parts = (tuple(ids[start : start + size]) for start in range(0, len(ids), size))
    found = (record for part in parts for record in adapter.find_nodes(Membership(Field(("id",)), part)))
    return {record["id"]: record for record in found}
