"""From raw items to nodes and edges: finds types, assigns ordinals, checks ends. All readers use it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import isfinite, isnan
from pathlib import Path
from typing import Any, Literal

from pramana.errors import GraphFileError
from pramana.graph.io.model import Imported
from pramana.graph.model import Edge, Node

NODE_TYPE = "Entity"
RELATION = "RELATED_TO"
"""The type of a node and the relation of an edge if the file has none."""

TYPE_NAMES = ("type", "entity_type")
RELATION_NAMES = ("relation", "type", "label")
"""Attributes that may hold a node's type and an edge's relation: the first text that is not empty is used."""

SHOWN = 3
"""Examples that one warning shows."""

LONGEST_SHOWN = 200
"""Characters of a text from a file that a message shows."""

Unit = Literal["line", "row", "item"]


@dataclass(frozen=True, slots=True)
class Raw:
    """A node (`ends` empty) or an edge as the file has it. `place` counts lines, rows or items from 1.

    `kind` is the type or the relation if the format has a field for it; None: it is looked up among the attributes.
    """

    id: str
    ends: tuple[str, ...]
    attributes: dict[str, Any]
    place: int
    kind: str | None = None


@dataclass
class Warnings:
    """Collects warnings about changes to the input: for each kind the first few examples and a count."""

    _kinds: dict[str, list[str]] = field(default_factory=dict)

    def add(self, kind: str, what: str = "") -> None:
        self._kinds.setdefault(kind, []).append(what)

    def sentences(self) -> tuple[str, ...]:
        return tuple(_sentence(kind, found) for kind, found in self._kinds.items())


def _sentence(kind: str, found: list[str]) -> str:
    named = ", ".join(list(dict.fromkeys(filter(None, found)))[:SHOWN])
    more = f" (and {len(found) - SHOWN:,} more)" if len(found) > SHOWN else ""
    return f"{kind}: {named}{more}." if named else f"{kind}."


class Assembler:
    """Takes raw items in the file's order and returns the import, or raises an error with the place of the problem.

    `missing_ends` decides about an edge to a node that the file lacks: `refuse` the file or `add` the node.
    """

    def __init__(self, path: Path, unit: Unit, missing_ends: Literal["refuse", "add"] = "refuse") -> None:
        self.path = path
        self.warnings = Warnings()
        self._unit = unit
        self._add_missing = missing_ends == "add"
        self._nodes: list[Raw] = []
        self._edges: list[Raw] = []

    def node(self, node_id: str, attributes: dict[str, Any], place: int, kind: str | None = None) -> None:
        self._nodes.append(Raw(node_id, (), attributes, place, kind))

    def edge(self, source: str, target: str, attributes: dict[str, Any], place: int, kind: str | None = None) -> None:
        self._edges.append(Raw("", (source, target), attributes, place, kind))

    def names(self, of_edges: bool = False) -> set[str]:
        """Return the names of all attributes of the nodes, or of the edges."""
        return {name for raw in (self._edges if of_edges else self._nodes) for name in raw.attributes}

    def labels_are_types(self) -> bool:
        """Return whether the attribute `label` of the nodes holds their types, which no other attribute does.

        Users of NetworkX put a type there (`add_node("ann", label="Person")`), others a name, as Cytoscape and GEXF do.
        Two nodes hardly ever bear one name: labels are types where two nodes or more share each, on average.
        """
        if not self.names().isdisjoint(TYPE_NAMES) or any(raw.kind is not None for raw in self._nodes):
            return False
        labels = [raw.attributes.get("label") for raw in self._nodes]
        texts = {label for label in labels if isinstance(label, str) and label.strip()}
        return 0 < 2 * len(texts) <= len(labels) - labels.count(None)

    def ids(self) -> list[str]:
        return [raw.id for raw in self._nodes]

    def rewrite(self, change: Callable[[Raw], Raw]) -> None:
        """Replace every item by `change` of it."""
        self._nodes = [change(raw) for raw in self._nodes]
        self._edges = [change(raw) for raw in self._edges]

    def finish(
        self,
        name: str,
        directed: bool = True,
        texts: Mapping[str, str] | None = None,
        types: tuple[str, ...] = TYPE_NAMES,
    ) -> Imported:
        """Return the import, each node's type from the first of the attributes `types` that has one.

        Raises GraphFileError for an empty or duplicate id, or an end that is not a node.
        """
        nodes = self._build_nodes(types)
        edges = tuple(self._build_edges(nodes))
        return Imported(tuple(nodes.values()), edges, name, directed, self.warnings.sentences(), texts or {})

    def _build_nodes(self, types: tuple[str, ...]) -> dict[str, Node]:
        made: dict[str, Node] = {}
        for raw in _drain(self._nodes):
            if not raw.id.strip():
                raise self._fault("a node has no id", raw)
            if raw.id in made:
                raise self._fault(f"the node {short(repr(raw.id))} occurs twice", raw)
            attributes, node_type = self._attributes_and_kind(raw, types, NODE_TYPE)
            made[raw.id] = Node(raw.id, node_type, attributes)
        return made

    def _build_edges(self, nodes: dict[str, Node]) -> Iterator[Edge]:
        counts: dict[tuple[str, str, str], int] = {}
        for raw in _drain(self._edges):
            for end in raw.ends:
                if end not in nodes:
                    self._meet(end, raw, nodes)
            attributes, relation = self._attributes_and_kind(raw, RELATION_NAMES, RELATION)
            like = (raw.ends[0], relation, raw.ends[1])
            ordinal = counts.get(like, 0)
            counts[like] = ordinal + 1
            yield Edge(raw.ends[0], relation, raw.ends[1], attributes, ordinal)

    def _meet(self, end: str, raw: Raw, nodes: dict[str, Node]) -> None:
        if not end.strip():
            raise self._fault("an edge lacks an end", raw)
        if not self._add_missing:
            raise self._fault(f"an edge has the end {short(repr(end))}, which is not a node", raw)
        self.warnings.add("Nodes that occur only in edges were added", short(repr(end)))
        nodes[end] = Node(end, NODE_TYPE)

    def _attributes_and_kind(self, raw: Raw, names: tuple[str, ...], otherwise: str) -> tuple[dict[str, Any], str]:
        attributes = self._clean(raw)
        return (attributes, raw.kind) if raw.kind is not None else _take_kind(attributes, names, otherwise)

    def _clean(self, raw: Raw) -> dict[str, Any]:
        """Return the attributes without missing values: None and NaN."""
        if all(value is not None and not isinstance(value, float) for value in raw.attributes.values()):
            return raw.attributes
        return {name: value for name, value in raw.attributes.items() if self._is_there(name, value, raw)}

    def _is_there(self, name: str, value: Any, raw: Raw) -> bool:
        if isinstance(value, float) and not isfinite(value):
            if not isnan(value):
                raise self._fault(f"{short(repr(name))} is infinite", raw)
            self.warnings.add("Values that are not a number (NaN) were left out", short(repr(name)))
            return False
        return value is not None

    def _fault(self, reason: str, raw: Raw) -> GraphFileError:
        if self._unit == "line":
            return GraphFileError(self.path, reason, line=raw.place)
        if self._unit == "row":
            return GraphFileError(self.path, reason, row=raw.place)
        return GraphFileError(self.path, f"{reason}, in {'edge' if raw.ends else 'node'} {raw.place}")


def short(text: str) -> str:
    """Return the part of a file's text that a message shows."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def _drain(items: list[Raw]) -> Iterator[Raw]:
    """Yield the items in order and release the memory of each."""
    items.reverse()
    while items:
        yield items.pop()


def _take_kind(attributes: dict[str, Any], names: tuple[str, ...], otherwise: str) -> tuple[dict[str, Any], str]:
    """Return the attributes without the first of `names` that is a text and not empty, and that text.

    `entity_type` remains an attribute: users of such graphs search for it.
    """
    for name in names:
        value = attributes.get(name)
        if isinstance(value, str) and value.strip():
            gone = () if name == "entity_type" else (name,)
            return {key: kept for key, kept in attributes.items() if key not in gone}, value
    return attributes, otherwise
