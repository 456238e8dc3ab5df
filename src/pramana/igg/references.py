"""Lookup of nodes: by id, by properties that only one node has, and by similar names.

All indexes are updated as nodes are added and removed, so that no lookup scans the whole graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeAlias

from rapidfuzz import fuzz, process

from pramana.canonical import canonical, digest
from pramana.graph import Node, Properties
from pramana.igg.actions import Reference
from pramana.igg.payload import SchemaConfig
from pramana.igg.plain import ActionError

MOST_INDEXES = 24
"""Properties that are indexed: those of the schema, and the first others that are requested. Chosen by hand."""

MOST_CANDIDATES = 5
_FEW = 128
"""Up to this many nodes all are candidates for a similar name; beyond, those with an equal beginning or end."""

_POOL = 64
"""Candidates for each of the two. This and the two constants below were chosen by hand."""

_ALIKE = 4
"""Characters of the equal beginning or end."""

_NEAR = 60
"""The lowest similarity, from 0 to 100, of a suggested name."""

_LONGEST_LABEL = 120

Place: TypeAlias = Any
"""A value as a key: 1 and 1.0 share one, True and "1" do not."""

Bucket: TypeAlias = dict[Place, str | dict[str, None]]
"""Ids by value; a single id is stored without a dictionary, in a tenth of the memory."""


class NodeFinder:
    """The nodes of a growing graph by their references. It is notified of every added and removed node."""

    def __init__(self, schema: SchemaConfig) -> None:
        self._nodes: dict[str, Node] = {}
        self._keys = {name: schema.keys_of(name) for name in schema.node_types}
        self._required = schema.required_attributes
        named = [name for key in self._keys.values() for names in key for name in names]
        required = [name for kind in schema.node_types for name in self._required.get(kind, ())]
        self._by: dict[str, Bucket] = {name: {} for name in ("name", *named, *required)}
        self._taken: dict[tuple[Any, ...], str] = {}
        self._alike: Bucket = {}
        self._starts: Bucket = {}
        self._ends: Bucket = {}
        self._free: dict[str, int] = {}

    # Updates

    def add(self, node: Node) -> None:
        self._nodes[node.id] = node
        for name, bucket in self._by.items():
            value = node.properties.get(name)
            if value is not None:
                _enter(bucket, _place(value), node.id)
        for key in self._places(node.type, node.properties):
            self._taken[key] = node.id
        _enter(self._alike, _print(node.type, node.properties), node.id)
        handle = _handle(node)
        _enter(self._starts, handle[:_ALIKE], node.id)
        _enter(self._ends, handle[-_ALIKE:], node.id)

    def drop(self, node: Node) -> None:
        del self._nodes[node.id]
        for name, bucket in self._by.items():
            value = node.properties.get(name)
            if value is not None:
                _leave(bucket, _place(value), node.id)
        for key in self._places(node.type, node.properties):
            del self._taken[key]
        _leave(self._alike, _print(node.type, node.properties), node.id)
        handle = _handle(node)
        _leave(self._starts, handle[:_ALIKE], node.id)
        _leave(self._ends, handle[-_ALIKE:], node.id)

    def change(self, before: Node, after: Node) -> None:
        """Update a node's entries after a change of its properties."""
        old, new = before.properties, after.properties
        if any(old.get(name) is not new.get(name) for name in self._by):  # `is not`: True equals 1, but has another key
            self.drop(before)
            self.add(after)
            return
        self._nodes[after.id] = after
        _leave(self._alike, _print(before.type, old), before.id)
        _enter(self._alike, _print(after.type, new), after.id)

    def release(self, node_id: str) -> None:
        """Allow the id of a removed node to be used again."""
        base, mark, number = node_id.rpartition(" #")
        if mark and number.isdecimal() and base in self._free:
            self._free[base] = min(self._free[base], int(number))

    # Ids

    def new_id(self, node_type: str, properties: Properties) -> str:
        """Return an id for a new node: its type and identifying properties, followed by ` #n` if that is taken."""
        base = self._base(node_type, properties)
        if base not in self._nodes:
            return base
        number = self._free.get(base, 2)
        while f"{base} #{number}" in self._nodes:
            number += 1
        self._free[base] = number
        return f"{base} #{number}"

    def _base(self, node_type: str, properties: Properties) -> str:
        keys = (*self._keys.get(node_type, ()), tuple(self._required.get(node_type, ())), ("name",))
        for names in keys:
            values = [properties.get(name) for name in names]
            if values and None not in values:
                return f"{node_type}:{_label(values)}"
        return node_type

    def holder(self, node_type: str, properties: Properties) -> tuple[tuple[str, ...], str] | None:
        """Return the unique key of a type that these properties share with a node, and that node; else None."""
        for key in self._places(node_type, properties):
            if key in self._taken:
                return key[1], self._taken[key]
        return None

    def double(self, node_type: str, properties: Properties) -> str | None:
        """Return the node with this type and exactly these properties."""
        return next(_ids(self._alike, _print(node_type, properties)), None)

    def _places(self, node_type: str, properties: Properties) -> Iterator[tuple[Any, ...]]:
        for names in self._keys.get(node_type, ()):
            values = tuple(properties.get(name) for name in names)
            if None not in values:
                yield (node_type, names, *map(_place, values))

    # Lookup

    def find(self, reference: Reference, use: str) -> str:
        """Return the id of the node that a reference identifies. `use` is its purpose, as a phrase.

        Raises Unfit if there is none or more than one.
        """
        if isinstance(reference, str):
            if reference in self._nodes:
                return reference
            found = list(islice(_ids(self._by["name"], reference), MOST_CANDIDATES + 1))
        else:
            found = self._alone(reference) or list(islice(self._matching(reference), MOST_CANDIDATES + 1))
        if len(found) == 1:
            return found[0]
        shown = repr(reference) if isinstance(reference, str) else canonical(reference)
        if found:
            several = f"more than {MOST_CANDIDATES}" if len(found) > MOST_CANDIDATES else f"{len(found)}"
            problem = f"Node {shown} for {use} is ambiguous: {several} nodes match"
            raise ActionError("ambiguous_reference", problem, tuple(found[:MOST_CANDIDATES]))
        raise ActionError(
            "unknown_reference", f"Node {shown} not found for {use}", self.near(_reference_text(reference))
        )

    def _alone(self, reference: Mapping[str, Any]) -> list[str]:
        """Return the node of a reference with a single text property if it is unique: the most frequent case."""
        if len(reference) == 1:
            ((name, value),) = reference.items()
            if isinstance(value, str) and name in self._by:
                found = self._by[name].get(value)
                return [found] if isinstance(found, str) else []
        return []

    def _matching(self, reference: Mapping[str, Any]) -> Iterator[str]:
        wanted = dict(reference)
        node_id = wanted.pop("id", None)
        types = {wanted.pop(name) for name in ("label", "type") if name in wanted and name not in self._by}
        for found in self._candidates(node_id, types, wanted):
            node = self.node(found)
            fits = all(_place(node.properties.get(name)) == _place(value) for name, value in wanted.items())
            if fits and types <= {node.type}:
                yield found

    def _candidates(self, node_id: Any, types: set[Any], wanted: Mapping[str, Any]) -> Iterable[str]:
        """Return ids that include all matches, as few as an index provides."""
        if node_id is not None:
            return [node_id] if isinstance(node_id, str) and node_id in self._nodes else []
        if not wanted:
            raise ActionError("field", "a reference needs an id, or at least one property")
        for node_type in types & self._keys.keys():
            for key in self._places(node_type, wanted):
                return [self._taken[key]] if key in self._taken else []
        held = [self._index(name).get(_place(value), {}) for name, value in wanted.items()]
        fewest = min(held, key=lambda ids: 1 if isinstance(ids, str) else len(ids))
        return (fewest,) if isinstance(fewest, str) else fewest

    def _index(self, name: str) -> Bucket:
        if name not in self._by:
            if len(self._by) >= MOST_INDEXES:
                known = ", ".join(self._by)
                raise ActionError("field", f"nodes cannot be looked up by {name!r}, only by their id, or by {known}")
            bucket = self._by[name] = {}
            for node in self._nodes.values():
                if node.properties.get(name) is not None:
                    _enter(bucket, _place(node.properties[name]), node.id)
        return self._by[name]

    def node(self, node_id: str) -> Node:
        """Return the node with this id, which must exist."""
        return self._nodes[node_id]

    def near(self, wanted: str) -> tuple[str, ...]:
        """Return the ids of up to three nodes with similar names, the closest first."""
        folded = wanted.casefold()
        if not folded or folded.isspace():
            return ()
        pool = list(self._pool(folded))
        found = _scores(folded, pool, [_handle(node) for node in pool])
        if ":" in folded or len(self._nodes) <= _FEW:
            for name, score in _scores(folded, pool, [node.id.casefold() for node in pool]).items():
                found[name] = max(score, found.get(name, 0.0))
        best = sorted((-score, name) for name, score in found.items())
        return tuple(name for _, name in best[:3])

    def _pool(self, folded: str) -> Iterable[Node]:
        if len(self._nodes) <= _FEW:
            return self._nodes.values()
        handle = folded.rpartition(":")[2]
        ids: dict[str, None] = {}
        for bucket, part in ((self._starts, handle[:_ALIKE]), (self._ends, handle[-_ALIKE:])):
            ids.update(dict.fromkeys(islice(_ids(bucket, part), _POOL)))
        return [self._nodes[node_id] for node_id in ids]


def _scores(folded: str, nodes: list[Node], names: list[str]) -> dict[str, float]:
    """Return the ids of the three nodes with the most similar names, with their scores."""
    found = process.extract(folded, names, scorer=fuzz.ratio, limit=3, score_cutoff=_NEAR)
    return {nodes[at].id: score for _, score, at in found}


def _enter(bucket: Bucket, place: Place, node_id: str) -> None:
    held = bucket.get(place)
    if held is None:
        bucket[place] = node_id
    elif isinstance(held, str):
        bucket[place] = {held: None, node_id: None}
    else:
        held[node_id] = None


def _leave(bucket: Bucket, place: Place, node_id: str) -> None:
    held = bucket[place]
    if isinstance(held, str):
        del bucket[place]
    else:
        del held[node_id]
        if not held:
            del bucket[place]


def _ids(bucket: Bucket, place: Place) -> Iterator[str]:
    held = bucket.get(place)
    return iter((held,)) if isinstance(held, str) else iter(held or ())


def _place(value: Any) -> Place:
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    # Values other than texts are in a tuple: 1 differs from "1". Booleans are texts there: True differs from 1.
    return (value,) if type(value) in (int, float) else (canonical(value),)


def _print(node_type: str, properties: Properties) -> Place:
    """Return a key that nodes of one type with the same properties share."""
    return (node_type, *[item for name in sorted(properties) for item in (name, _place(properties[name]))])


def _handle(node: Node) -> str:
    """Return the folded name of a node, or its id without the type."""
    name = node.properties.get("name")
    called = name if isinstance(name, str) else node.id.partition(":")[2] or node.id
    return called[:_LONGEST_LABEL].casefold()


def _reference_text(reference: Reference) -> str:
    """Return the text in a reference that is most like a name."""
    if isinstance(reference, str):
        return reference
    told = (reference.get("name"), reference.get("id"), *reference.values())
    return next((value for value in told if isinstance(value, str)), "")


def _label(values: list[Any]) -> str:
    whole = "/".join(value if isinstance(value, str) else canonical(value) for value in values)
    shown = whole[:_LONGEST_LABEL]
    if not shown.isprintable():
        shown = "".join(sign if sign.isprintable() else " " for sign in shown)
    return shown if len(whole) <= _LONGEST_LABEL else f"{shown}… {digest(whole)[:8]}"
