"""The reading of a unit before it is written into memory, where no transaction takes back what went wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pramana.canonical import canonical
from pramana.errors import SchemaViolation
from pramana.graph.elements import check_property, node_element, without_nulls
from pramana.graph.model import Edge, EdgeKey, Node, Properties, PropertyFact, Unit
from pramana.graph.schema import GraphSchema

Survivor = Callable[[str, str | EdgeKey], Node | Edge | None]
"""Returns the fact under a natural key that would still be there if a slot were emptied."""


class Check:
    """The reading of one unit against the schema, and against what the graph would still hold."""

    def __init__(self, schema: GraphSchema, survivor: Survivor, unit: Unit) -> None:
        self._schema = schema
        self._survivor = survivor
        self._unit = unit
        self._nodes: dict[str, Node] = {}
        self._edges: dict[EdgeKey, Edge] = {}

    def run(self) -> Unit:
        """Return the unit as it is to be written: properties as JSON gives them back, without those that are None."""
        nodes = tuple(replace(fact, node=self._node(fact.node)) for fact in self._unit.nodes)
        edges = tuple(replace(fact, edge=self._edge(fact.edge)) for fact in self._unit.edges)
        properties = tuple(self._property(fact) for fact in self._unit.properties)
        return replace(self._unit, nodes=nodes, edges=edges, properties=properties)

    def _node(self, node: Node) -> Node:
        plain = replace(node, properties=_plain(node.properties))
        known = self._known(node.id)
        if known is None:
            self._schema.validate_node(node)
        elif node_element(known) != node_element(plain):
            held = canonical(known.properties)
            raise SchemaViolation(f"node {node.id!r}", f"already exists as a {known.type} with {held}")
        self._nodes[node.id] = plain
        return plain

    def _edge(self, edge: Edge) -> Edge:
        plain = replace(edge, properties=_plain(edge.properties))
        source, target = (self._endpoint(end, edge) for end in (edge.source, edge.target))
        known = self._edges.get(edge.key) or self._survivor(self._unit.slot, edge.key)
        if known is None:
            self._schema.validate_edge(edge, source.type, target.type)
        elif canonical(known.properties) != canonical(plain.properties):
            raise SchemaViolation(f"edge {edge.id!r}", f"already exists with {canonical(known.properties)}")
        self._edges[edge.key] = plain
        return plain

    def _endpoint(self, node_id: str, edge: Edge) -> Node:
        known = self._known(node_id)
        if known is None:
            raise SchemaViolation(f"edge {edge.id!r}", f"unknown node {node_id!r}")
        return known

    def _property(self, fact: PropertyFact) -> PropertyFact:
        known = self._known(fact.node)
        check_property(fact, known.properties if known else None)
        return replace(fact, value=_as_json(fact.value))

    def _known(self, node_id: str) -> Node | None:
        known = self._nodes.get(node_id) or self._survivor(self._unit.slot, node_id)
        return known if isinstance(known, Node) else None


def _plain(properties: Properties) -> Properties:
    plain: Properties = _as_json(without_nulls(properties))
    return plain


def _as_json(value: Any) -> Any:
    return json.loads(canonical(value))
