"""Nodes, edges, and the units that insert them into a graph."""

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
    """`id` is unique in the graph, across all types.

    A node that is written has its own properties alone; a node that is read also shows the properties added by units.
    """

    id: str
    type: str
    properties: Properties = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Edge:
    """A directed edge. Parallel edges of the same relation are distinguished by `ordinal`, from 0."""

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
    """A node, its places in the text, and the names that it can be found by (ignoring case)."""

    node: Node
    evidence: tuple[Evidence, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EdgeFact:
    """An edge and its places in the text."""

    edge: Edge
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class PropertyFact:
    """A property that a unit adds to a node, and its places in the text.

    `value` is a JSON text, number, boolean or list. Facts with the same node, name and value are the same fact.
    """

    node: str
    name: str
    value: Any
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredUnit:
    """What the graph holds of a unit beside its facts. `origin` is the run and the path that it came from."""

    slot: str
    key: str
    verdict: str
    origin: tuple[int, str] | None


@dataclass(frozen=True, slots=True)
class StoredEdge:
    """An edge as stored in the graph, with all its evidence by place.

    `verdict` and `origin` are those of the first unit that supports it; `verdicts` are those of all, sorted.
    """

    edge: Edge
    evidence: tuple[Evidence, ...]
    verdict: str
    origin: tuple[int, str] | None
    verdicts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredProperty:
    """An added property as stored in the graph: its fact, with all its evidence by place.

    `verdict` and `origin` are those of the first unit that supports it; `verdicts` are those of all, sorted.
    """

    fact: PropertyFact
    verdict: str
    origin: tuple[int, str] | None
    verdicts: tuple[str, ...] = ()


WHOLE_DOCUMENT = 0
"""As the line number of a premise: the unit depends on every line of the document."""


@dataclass(frozen=True, slots=True)
class Unit:
    """The facts of one accepted proposal.

    `slot` identifies its subject, `key` hashes all that decided it. `premises` are (doc_id, line number) pairs: if one
    of them is removed, the unit is removed. `origin` is the run and the path of the proposal, None if there is none.

    A unit also supports the ends of its edges and the nodes of its `properties`: they exist as long as it does.
    """

    slot: str
    key: str
    premises: tuple[tuple[str, int], ...]
    nodes: tuple[NodeFact, ...] = ()
    edges: tuple[EdgeFact, ...] = ()
    verdict: str = ""
    origin: tuple[int, str] | None = None
    properties: tuple[PropertyFact, ...] = ()


def fold_name(name: str) -> str:
    """Return the form in which names are compared: case folded, composed (NFC), single spaces.

    >>> fold_name("Mr.  SCROOGE")
    'mr. scrooge'
    """
    composed = unicodedata.normalize("NFC", name).casefold()
    return " ".join(unicodedata.normalize("NFC", composed).split())


def by_place(item: Evidence) -> tuple[str, int, int, int, str, str]:
    """Return the key by which evidence is sorted."""
    return item.doc_id, item.line_number, item.start, item.end, item.quote, item.grade.value
