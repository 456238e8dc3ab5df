"""Nodes, edges, and the units that put them into a graph."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pramana.evidence import Evidence

Properties = Mapping[str, Any]
"""JSON by name. A property that is None counts as missing and is left out."""

EdgeKey = tuple[str, str, str, int]
"""An edge's natural key: source, relation, target, ordinal."""


@dataclass(frozen=True, slots=True)
class Node:
    """`id` is unique in the graph, whatever the type.

    A node that is put into a graph has its own properties alone; one that is read from it shows the added ones too.
    """

    id: str
    type: str
    properties: Properties = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Edge:
    """Directed. Edges alike in source, relation and target are told apart by `ordinal`, from 0."""

    source: str
    relation: str
    target: str
    properties: Properties = field(default_factory=dict)
    ordinal: int = 0

    @property
    def key(self) -> EdgeKey:
        return self.source, self.relation, self.target, self.ordinal

    @property
    def id(self) -> str:
        """The natural key as text: `source -RELATION-> target`, with ` #n` for parallel edges after the first."""
        number = f" #{self.ordinal}" if self.ordinal else ""
        return f"{self.source} -{self.relation}-> {self.target}{number}"


@dataclass(frozen=True, slots=True)
class NodeFact:
    """A node, where it stands in the text, and the names it can be found by (in any case)."""

    node: Node
    evidence: tuple[Evidence, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EdgeFact:
    """An edge and where it stands in the text."""

    edge: Edge
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class PropertyFact:
    """A property that a unit adds to a node, and where that stands in the text.

    `value` is a JSON text, number, boolean or list. Two facts alike in node, name and value are one.
    """

    node: str
    name: str
    value: Any
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredEdge:
    """An edge as it stands in the graph, with all its evidence by place.

    `verdict` and `origin` are those of the unit that supports it first; `verdicts` are those of all, sorted.
    """

    edge: Edge
    evidence: tuple[Evidence, ...]
    verdict: str
    origin: tuple[int, str] | None
    verdicts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredProperty:
    """An added property as it stands in the graph: its fact, with all its evidence by place.

    `verdict` and `origin` are those of the unit that supports it first; `verdicts` are those of all, sorted.
    """

    fact: PropertyFact
    verdict: str
    origin: tuple[int, str] | None
    verdicts: tuple[str, ...] = ()


WHOLE_DOCUMENT = 0
"""As the line number of a premise: the unit rests on every line of the document."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What one accepted proposal puts into the graph.

    `slot` says what it is about, `key` hashes all that decided it. It rests on its `premises`, (doc_id, line number)
    pairs, and falls with any of them. `origin` is the run and the path of the proposal, None where there was none.

    It supports the ends of its edges and the nodes of its `properties` too: they stay as long as it does.
    """

    slot: str
    key: str
    premises: tuple[tuple[str, int], ...]
    nodes: tuple[NodeFact, ...] = ()
    edges: tuple[EdgeFact, ...] = ()
    verdict: str = ""
    origin: tuple[int, str] | None = None
    properties: tuple[PropertyFact, ...] = ()


def fold(name: str) -> str:
    """Return the form under which names are compared: case folded, composed (NFC), white space single.

    >>> fold("Mr.  SCROOGE")
    'mr. scrooge'
    """
    composed = unicodedata.normalize("NFC", name).casefold()
    return " ".join(unicodedata.normalize("NFC", composed).split())


def by_place(item: Evidence) -> tuple[str, int, int, int, str, str]:
    """Return the key by which evidence is sorted."""
    return item.doc_id, item.line_number, item.start, item.end, item.quote, item.grade.value
