"""What a graph may hold. Checked when something is written, in one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pramana.errors import SchemaViolation
from pramana.graph.model import Edge, Node


@dataclass(frozen=True, slots=True)
class NodeType:
    """`required` names properties that must be there, not None and not empty."""

    required: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Relation:
    """The node types that a relation may lead from and to."""

    sources: tuple[str, ...]
    targets: tuple[str, ...]


@dataclass(frozen=True)
class GraphSchema:
    """Node types and relations by name. What is not named is refused."""

    node_types: Mapping[str, NodeType]
    relations: Mapping[str, Relation]
    self_loops: bool = False

    def validate_node(self, node: Node) -> None:
        """Raises SchemaViolation where the type is unknown, the id empty or a required property missing."""
        where = f"node {node.id!r}"
        if not node.id.strip():
            raise SchemaViolation(where, "a node's id cannot be empty")
        known = self.node_types.get(node.type)
        if known is None:
            raise SchemaViolation(where, f"unknown node type {node.type!r}", tuple(self.node_types))
        for name in known.required:
            if node.properties.get(name) in (None, ""):
                raise SchemaViolation(where, f"a {node.type} needs the property {name!r}", known.required)

    def validate_edge(self, edge: Edge, source_type: str, target_type: str) -> None:
        """Raises SchemaViolation where the relation is unknown, or may not join nodes of these types."""
        where = f"edge {edge.id!r}"
        relation = self.relations.get(edge.relation)
        if relation is None:
            raise SchemaViolation(where, f"unknown relation {edge.relation!r}", tuple(self.relations))
        if source_type not in relation.sources:
            raise SchemaViolation(where, f"{edge.relation} cannot lead from a {source_type}", relation.sources)
        if target_type not in relation.targets:
            raise SchemaViolation(where, f"{edge.relation} cannot lead to a {target_type}", relation.targets)
        if edge.source == edge.target and not self.self_loops:
            raise SchemaViolation(where, "an edge cannot lead from a node to itself")
