"""What the graph's hash is made of, and what a unit must be before anything of it is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pramana.canonical import canonical
from pramana.errors import SchemaViolation
from pramana.evidence import Evidence, Grade
from pramana.graph.model import Edge, EdgeFact, Node, NodeFact, Properties, Unit


def stated(properties: Properties) -> dict[str, Any]:
    """Return the properties without those that are None."""
    return {name: value for name, value in properties.items() if value is not None}


def node_element(node: Node) -> str:
    return canonical(["node", node.type, node.id, stated(node.properties)])


def edge_element(edge: Edge) -> str:
    return canonical(["edge", edge.source, edge.relation, edge.target, edge.ordinal, stated(edge.properties)])


def evidence_element(fact: str | Edge, item: Evidence) -> str:
    """Return the element of evidence for a node, given by its id, or for an edge.

    The natural key goes in part by part: as one text, an edge's could be spelled by a node's id.
    """
    key = [fact] if isinstance(fact, str) else [fact.source, fact.relation, fact.target, fact.ordinal]
    place = [item.doc_id, item.line_number, item.start, item.end, item.grade.value]
    return canonical(["evidence", key, *place])


def check_unit(unit: Unit) -> None:
    """Refuse what no schema knows about.

    Raises CanonicalError where a text cannot be UTF-8, SchemaViolation where a fact would rest on unresolved evidence.
    """
    canonical([unit.slot, unit.key, unit.verdict, unit.origin, unit.premises])
    for fact in _facts(unit):
        if isinstance(fact, NodeFact):
            canonical([fact.node.id, fact.node.type, fact.names])
        else:
            canonical([fact.edge.source, fact.edge.relation, fact.edge.target])
        for item in fact.evidence:
            canonical([item.doc_id, item.quote])
            if item.grade is Grade.UNRESOLVED:
                raise SchemaViolation(_where(fact), f"nothing may rest on the unresolved evidence {item}")


def _facts(unit: Unit) -> Iterator[NodeFact | EdgeFact]:
    yield from unit.nodes
    yield from unit.edges


def _where(fact: NodeFact | EdgeFact) -> str:
    return f"node {fact.node.id!r}" if isinstance(fact, NodeFact) else f"edge {fact.edge.id!r}"
