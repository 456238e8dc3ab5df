"""The schema model. A graph is validated on every write, in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

from pramana.canonical import canonical
from pramana.errors import CanonicalError
from pramana.graph.model import Edge, Node
from pramana.graph.schema.values import Attribute, fits
from pramana.graph.schema.violation import Violation, nearest

LONGEST_SHOWN = 60
"""Characters of a value that a message shows."""


class SchemaMode(StrEnum):
    STRICT = "strict"
    """Unknown types and relations are refused."""
    SOFT = "soft"
    """An unknown node type, relation or end of a relation is added to the schema: see `admit`."""


@dataclass(frozen=True, slots=True)
class NodeType:
    """`required` names properties that must be present, not None and not empty; `unique` those whose values must differ
    between all nodes of the type. `closed`: properties other than `required` and `attributes` are refused.
    """

    required: tuple[str, ...] = ()
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    unique: tuple[str, ...] = ()
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Relation:
    """The node types that a relation may lead from and to, None for any; and its properties as in NodeType."""

    sources: tuple[str, ...] | None = None
    targets: tuple[str, ...] | None = None
    required: tuple[str, ...] = ()
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    closed: bool = False


@dataclass(frozen=True)
class GraphSchema:
    """Node types and relations by name. Names that are missing here are refused.

    `max_nodes` and `max_edges` bound the whole graph (inclusive; None: no bound). `mode` applies to writes: validation
    is the same in both, but before a write `admit` extends a soft schema.
    """

    node_types: Mapping[str, NodeType]
    relations: Mapping[str, Relation]
    self_loops: bool = False
    max_nodes: int | None = None
    max_edges: int | None = None
    mode: SchemaMode = SchemaMode.STRICT

    def validate_node(self, node: Node) -> bool:
        """Return True. Raises SchemaViolation for an unknown type, an empty id, and a missing or invalid property.

        Limits and unique properties are not checked: they depend on the whole graph.
        """
        for violation in self.node_violations(node):
            raise violation.error()
        return True

    def validate_edge(self, edge: Edge, source_type: str, target_type: str, /) -> bool:
        """Return True. Raises SchemaViolation for an unknown relation, one that may not join nodes of these types, and
        an invalid property.
        """
        for violation in self.edge_violations(edge, source_type, target_type):
            raise violation.error()
        return True

    def validate_counts(self, nodes: int, edges: int) -> None:
        """Raise SchemaViolation if a graph with this many nodes and edges is too large."""
        for violation in self.count_violations(nodes, edges):
            raise violation.error()

    def node_violations(self, node: Node) -> Iterator[Violation]:
        """Yield the violations of a single node, the most severe first."""
        if not node.id.strip():
            yield Violation("id", _node(node), "a node's id cannot be empty", given=node.id)
        known = self.node_types.get(node.type)
        if known is None:
            yield _unknown("type", _node(node), "node type", node.type, self.node_types)
        else:
            yield from _property_violations(node.properties, known, lambda: (_node(node), f"a {node.type}"))

    def edge_violations(self, edge: Edge, source_type: str, target_type: str) -> Iterator[Violation]:
        """Yield the violations of an edge between nodes of two types, the most severe first."""
        relation = self.relations.get(edge.relation)
        if relation is None:
            yield _unknown("relation", _edge(edge), "relation", edge.relation, self.relations)
        else:
            if relation.sources is not None and source_type not in relation.sources:
                yield _wrong_end(edge, "source", f"lead from a {source_type}", source_type, relation.sources)
            if relation.targets is not None and target_type not in relation.targets:
                yield _wrong_end(edge, "target", f"lead to a {target_type}", target_type, relation.targets)
        if edge.source == edge.target and not self.self_loops:
            yield Violation("loop", _edge(edge), "an edge cannot lead from a node to itself", given=edge.source)
        if relation is not None:
            yield from _property_violations(edge.properties, relation, lambda: (_edge(edge), edge.relation))

    def count_violations(self, nodes: int, edges: int) -> Iterator[Violation]:
        """Yield the bounds that a graph with this many nodes and edges exceeds."""
        for what, count, most in (("nodes", nodes, self.max_nodes), ("edges", edges, self.max_edges)):
            if most is not None and count > most:
                yield Violation("limit", "the graph", f"{count:,} {what}; the limit is {most:,}", f"max_{what}", count)


Describe = Callable[[], tuple[str, str]]
"""Returns the owner of a property as `where` and as a noun phrase; called only if there is a violation."""


def _property_violations(
    properties: Mapping[str, Any], kind: NodeType | Relation, describe: Describe
) -> Iterator[Violation]:
    for name in kind.required:
        if properties.get(name) in (None, ""):
            where, what = describe()
            near = nearest(name, [given for given in properties if given not in kind.required])
            yield Violation("missing", where, f"{what} needs the property {name!r}", name, None, kind.required, near)
    if kind.attributes:
        yield from _value_violations(properties, kind.attributes, describe)
    if kind.closed:
        known = (*kind.required, *(name for name in kind.attributes if name not in kind.required))
        for name in properties:
            if name not in known and properties[name] is not None:
                where, what = describe()
                problem = f"{what} has no property {name!r}"
                yield Violation("property", where, problem, name, properties[name], known, nearest(name, known))


def _value_violations(
    properties: Mapping[str, Any], attributes: Mapping[str, Attribute], describe: Describe
) -> Iterator[Violation]:
    for name, attribute in attributes.items():
        value = properties.get(name)
        if value is None:
            continue
        if not fits(value, attribute.type):
            where, _ = describe()
            problem = f"{name!r} is {shorten_value(value)}, which is not of type {attribute.type}"
            yield Violation("value", where, problem, name, value, (attribute.type.value,))
        elif attribute.one_of and not _is_one_of(value, attribute.one_of):
            where, _ = describe()
            allowed = tuple(map(shorten_value, attribute.one_of))
            near = nearest(value, attribute.one_of) if isinstance(value, str) else ()
            problem = f"{name!r} cannot have the value {shorten_value(value)}"
            yield Violation("choice", where, problem, name, value, allowed, near)


def shorten_value(value: Any) -> str:
    """Return a value as messages show it, cut to LONGEST_SHOWN characters."""
    try:
        text = canonical(value)
    except CanonicalError:
        text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def _is_one_of(value: Any, choices: tuple[Any, ...]) -> bool:
    """Return whether a value is among several, where True differs from 1."""
    return any(value == choice and isinstance(value, bool) == isinstance(choice, bool) for choice in choices)


def _unknown(
    what: Literal["type", "relation"], where: str, noun: str, given: str, known: Mapping[str, Any]
) -> Violation:
    return Violation(what, where, f"unknown {noun} {given!r}", "", given, tuple(known), nearest(given, known))


def _wrong_end(
    edge: Edge, what: Literal["source", "target"], how: str, given: str, allowed: tuple[str, ...]
) -> Violation:
    return Violation(what, _edge(edge), f"{edge.relation} cannot {how}", "", given, allowed)


def _node(node: Node) -> str:
    return f"node {node.id!r}"


def _edge(edge: Edge) -> str:
    return f"edge {edge.id!r}"
