"""Nodes and edges as flat records, as conditions, tables and exports see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pramana.graph.flat import flat_record
from pramana.graph.model import Edge, Node

NODE_NAMES = ("id", "type")
EDGE_NAMES = ("id", "source", "target", "relation")


def node_record(node: Node) -> dict[str, Any]:
    """Return `id`, `type`, then the properties. A property with one of these names gets `_` at its end."""
    return _with_properties({"id": node.id, "type": node.type}, node.properties)


def edge_record(edge: Edge) -> dict[str, Any]:
    """Return `id`, `source`, `target`, `relation`, then the properties, renamed like those of nodes."""
    own = {"id": edge.id, "source": edge.source, "target": edge.target, "relation": edge.relation}
    return _with_properties(own, edge.properties)


def _with_properties(own: dict[str, Any], properties: Mapping[str, Any]) -> dict[str, Any]:
    return {**own, **properties} if own.keys().isdisjoint(properties) else flat_record(own, properties)
