"""The canonical elements that the graph's hash is computed from, and the checks of a unit before it is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from pramana.canonical import canonical
from pramana.errors import SchemaViolation
from pramana.evidence import Evidence, Grade
from pramana.graph.model import Edge, EdgeFact, Node, NodeFact, Properties, PropertyFact, Unit

Owner: TypeAlias = str | Edge | PropertyFact
"""The owner of evidence: a node (by id), an edge, or a property that was added to a node."""


Fact: TypeAlias = NodeFact | EdgeFact | PropertyFact


def without_nulls(properties: Properties) -> dict[str, Any]:
    """Return the properties without those that are None."""
    return {name: value for name, value in properties.items() if value is not None}


def node_element(node: Node) -> str:
    return canonical(["node", node.type, node.id, without_nulls(node.properties)])


def edge_element(edge: Edge) -> str:
    return canonical(["edge", edge.source, edge.relation, edge.target, edge.ordinal, without_nulls(edge.properties)])


def element_of(item: Node | Edge) -> str:
    return node_element(item) if isinstance(item, Node) else edge_element(item)


def property_element(fact: PropertyFact) -> str:
    return canonical(["property", fact.node, fact.name, fact.value])


def evidence_element(owner: Owner, item: Evidence) -> str:
    """Return the element of a piece of evidence.

    The owner's natural key is encoded part by part: joined to one text, an edge's key could equal a node's id. A
    node's key has one part, a property's three, an edge's four.
    """
    place = [item.doc_id, item.line_number, item.start, item.end, item.grade.value]
    return canonical(["evidence", _natural_key(owner), *place])


def _natural_key(owner: Owner) -> list[Any]:
    if isinstance(owner, str):
        return [owner]
    if isinstance(owner, Edge):
        return list(owner.key)
    return [owner.node, owner.name, owner.value]


def merge_properties(own: Properties, added: Properties) -> Properties:
    """Return a node's visible properties: its own, then the added ones by name."""
    return {**own, **{name: added[name] for name in sorted(added)}}


def check_unit(unit: Unit) -> None:
    """Check what no schema covers.

    Raises CanonicalError if a text is not valid UTF-8, SchemaViolation if evidence of a fact is unresolved.
    """
    canonical([unit.slot, unit.key, unit.verdict, unit.origin, unit.premises])
    for fact in _facts(unit):
        _check_texts(fact)
        for item in fact.evidence:
            canonical([item.doc_id, item.quote])
            if item.grade is Grade.UNRESOLVED:
                raise SchemaViolation(_where(fact), f"unresolved evidence {item} cannot support a fact")


def _check_texts(fact: Fact) -> None:
    if isinstance(fact, NodeFact):
        canonical([fact.node.id, fact.node.type, fact.names])
    elif isinstance(fact, EdgeFact):
        canonical([fact.edge.source, fact.edge.relation, fact.edge.target])
    else:
        canonical([fact.node, fact.name])
        if canonical(fact.value)[0] in "n{":
            raise SchemaViolation(_where(fact), f"{fact.value!r} is not a text, number, boolean or list")


def check_property(fact: PropertyFact, own: Properties | None) -> None:
    """Raise SchemaViolation if the node does not exist (`own` is None), or has its own property of this name."""
    if own is None:
        raise SchemaViolation(_where(fact), f"unknown node {fact.node!r}")
    if fact.name in own:
        raise SchemaViolation(_where(fact), f"the node has its own value, {canonical(own[fact.name])}")


def _facts(unit: Unit) -> Iterator[Fact]:
    yield from unit.nodes
    yield from unit.edges
    yield from unit.properties


def _where(fact: Fact) -> str:
    if isinstance(fact, NodeFact):
        return f"node {fact.node.id!r}"
    if isinstance(fact, EdgeFact):
        return f"edge {fact.edge.id!r}"
    return f"property {fact.name!r} of node {fact.node!r}"
