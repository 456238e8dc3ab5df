"""Lookup of nodes: by id, by properties that only one node has, and by similar names.

All indexes are updated as nodes are added and removed, so that no lookup scans the whole graph.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from rapidfuzz import fuzz, process

from pramana.canonical import canonical, digest
from pramana.graph import Node, Properties
from pramana.igg.actions import Reference
from pramana.igg.backend import GraphBackend, Place, RowIndex
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

_BY = "property "
"""What the names of indexes by a property begin with."""


class NodeFinder:
    """The nodes of a growing graph by their references. It is notified of every added and removed node.

    Its indexes are the backend's: those of an earlier process are used as they are.
    """

    def __init__(self, schema: SchemaConfig, backend: GraphBackend) -> None:
        self._graph, self._backend = backend.graph, backend
        self._keys = {name: schema.keys_of(name) for name in schema.node_types}
        self._required = schema.required_attributes
        named = [name for key in self._keys.values() for names in key for name in names]
        required = [name for kind in schema.node_types for name in self._required.get(kind, ())]
        asked = [name.removeprefix(_BY) for name in backend.index_names() if name.startswith(_BY)]
        self._by = {name: backend.index(_BY + name) for name in ("name", *named, *required, *asked)}
        self._taken = backend.index("unique keys")
        self._alike = backend.index("all properties")
        self._starts = backend.index("beginnings of names")
        self._ends = backend.index("ends of names")
        self._free: dict[str, int] = {}

    # Updates

    def add(self, row: int, node: Node) -> None:
        for index, place in self._places_of(node):
            index.enter(place, row)

    def drop(self, row: int, node: Node) -> None:
        for index, place in self._places_of(node):
            index.leave(place, row)

    def _places_of(self, node: Node) -> Iterator[tuple[RowIndex, Place]]:
        """Yield where a node is entered."""
        properties = node.properties
        for name, index in self._by.items():
            value = properties.get(name)
            if value is not None:
                yield index, _place(value)
        for key in self._places(node.type, properties):
            yield self._taken, key
        yield self._alike, _print(node.type, properties)
        handle = _handle(node)
        yield self._starts, handle[:_ALIKE]
        yield self._ends, handle[-_ALIKE:]

    def change(self, row: int, before: Node, after: Node) -> None:
        """Update a node's entries after a change of its properties."""
        old, new = before.properties, after.properties
        if any(old.get(name) is not new.get(name) for name in self._by):  # `is not`: True equals 1, but has another key
            self.drop(row, before)
            self.add(row, after)
            return
        self._alike.leave(_print(before.type, old), row)
        self._alike.enter(_print(after.type, new), row)

    def release(self, node_id: str) -> None:
        """Allow the id of a removed node to be used again."""
        base, mark, number = node_id.rpartition(" #")
        if mark and number.isdecimal() and base in self._free:
            self._free[base] = min(self._free[base], int(number))

    # Ids

    def new_id(self, node_type: str, properties: Properties) -> str:
        """Return an id for a new node: its type and identifying properties, followed by ` #n` if that is taken."""
        base = self._base(node_type, properties)
        if self._graph.row_of(base) is None:
            return base
        number = self._free.get(base, 2)
        while self._graph.row_of(f"{base} #{number}") is not None:
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
            row = next(self._taken.rows(key), None)
            if row is not None:
                return key[1], self._graph.node_at(row).id
        return None

    def double(self, node_type: str, properties: Properties) -> str | None:
        """Return the node with this type and exactly these properties."""
        row = next(self._alike.rows(_print(node_type, properties)), None)
        return None if row is None else self._graph.node_at(row).id

    def _places(self, node_type: str, properties: Properties) -> Iterator[tuple[Any, ...]]:
        for names in self._keys.get(node_type, ()):
            values = tuple(properties.get(name) for name in names)
            if None not in values:
                yield (node_type, names, *map(_place, values))

    # Lookup

    def find(self, reference: Reference, use: str) -> int:
        """Return the row of the node that a reference identifies. `use` is its purpose, as a phrase.

        Raises ActionError if there is none or more than one.
        """
        if isinstance(reference, str):
            row = self._graph.row_of(reference)
            if row is not None:
                return row
            rows = self._by["name"].rows(reference)
        else:
            rows = self._matching(reference)
        found = list(islice(rows, MOST_CANDIDATES + 1))
        if len(found) == 1:
            return found[0]
        shown = repr(reference) if isinstance(reference, str) else canonical(reference)
        if found:
            several = f"more than {MOST_CANDIDATES}" if len(found) > MOST_CANDIDATES else f"{len(found)}"
            problem = f"Node {shown} for {use} is ambiguous: {several} nodes match"
            ids = tuple(self._graph.node_at(row).id for row in found[:MOST_CANDIDATES])
            raise ActionError("ambiguous_reference", problem, ids)
        raise ActionError(
            "unknown_reference", f"Node {shown} not found for {use}", self.near(_reference_text(reference))
        )

    def _matching(self, reference: Mapping[str, Any]) -> Iterator[int]:
        wanted = dict(reference)
        node_id = wanted.pop("id", None)
        types = {wanted.pop(name) for name in ("label", "type") if name in wanted and name not in self._by}
        if len(wanted) == 1 and node_id is None and not types:  # the most frequent case: the index has just these
            ((name, value),) = wanted.items()
            yield from self._index(name).rows(_place(value))
            return
        for row in self._candidates(node_id, types, wanted):
            node = self._graph.node_at(row)
            fits = all(_place(node.properties.get(name)) == _place(value) for name, value in wanted.items())
            if fits and types <= {node.type}:
                yield row

    def _candidates(self, node_id: Any, types: set[Any], wanted: Mapping[str, Any]) -> Iterator[int]:
        """Return rows that include all matches, as few as an index provides."""
        if node_id is not None:
            row = self._graph.row_of(node_id) if isinstance(node_id, str) else None
            return iter(()) if row is None else iter((row,))
        if not wanted:
            raise ActionError("field", "a reference needs an id, or at least one property")
        for node_type in types & self._keys.keys():
            for key in self._places(node_type, wanted):
                return self._taken.rows(key)
        held = [(self._index(name), _place(value)) for name, value in wanted.items()]
        index, place = min(held, key=lambda each: each[0].count(each[1]))
        return index.rows(place)

    def _index(self, name: str) -> RowIndex:
        if name not in self._by:
            if len(self._by) >= MOST_INDEXES:
                known = ", ".join(self._by)
                raise ActionError("field", f"nodes cannot be looked up by {name!r}, only by their id, or by {known}")
            self._by[name] = self._index_of_all(name)
        return self._by[name]

    def _index_of_all(self, name: str) -> RowIndex:
        """Return a new index with all nodes that there are."""
        index = self._backend.index(_BY + name)
        for row in self._graph.node_rows(None, None).tolist():
            value = self._graph.node_at(row).properties.get(name)
            if value is not None:
                index.enter(_place(value), row)
        return index

    def near(self, wanted: str) -> tuple[str, ...]:
        """Return the ids of up to three nodes with similar names, the closest first."""
        folded = wanted.casefold()
        if not folded or folded.isspace():
            return ()
        few = self._graph.count()[0] <= _FEW
        pool = list(self._graph.nodes() if few else self._pool(folded))
        found = _scores(folded, pool, [_handle(node) for node in pool])
        if ":" in folded or few:
            for name, score in _scores(folded, pool, [node.id.casefold() for node in pool]).items():
                found[name] = max(score, found.get(name, 0.0))
        best = sorted((-score, name) for name, score in found.items())
        return tuple(name for _, name in best[:3])

    def _pool(self, folded: str) -> list[Node]:
        handle = folded.rpartition(":")[2]
        rows: dict[int, None] = {}
        for index, part in ((self._starts, handle[:_ALIKE]), (self._ends, handle[-_ALIKE:])):
            rows.update(dict.fromkeys(islice(index.rows(part), _POOL)))
        return [self._graph.node_at(row) for row in rows]


def _scores(folded: str, nodes: list[Node], names: list[str]) -> dict[str, float]:
    """Return the ids of the three nodes with the most similar names, with their scores."""
    found = process.extract(folded, names, scorer=fuzz.ratio, limit=3, score_cutoff=_NEAR)
    return {nodes[at].id: score for _, score, at in found}


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
