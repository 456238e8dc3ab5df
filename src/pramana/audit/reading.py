"""Convert the nodes and edges of the graph package to those that are audited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pramana.audit.model import AuditEdge, AuditGraph, AuditNode
from pramana.graph import Edge, Node

NAMES = ("name", "title", "entity_name", "label")
"""The properties that hold a node's name where its id is a number or a hash. The first one present is used."""
ALIASES = ("aliases", "alias", "names", "synonyms")
DESCRIPTIONS = ("description", "descriptions", "summary")
_SEPARATOR = "<SEP>"


def graph_of(nodes: Iterable[Node], edges: Iterable[Edge], *, directed: bool = True) -> AuditGraph:
    """Return the graph to audit, with names, aliases and descriptions from the usual properties."""
    return AuditGraph(tuple(map(_node, nodes)), tuple(map(_edge, edges)), directed)


def _node(node: Node) -> AuditNode:
    name = next((text for key in NAMES for text in _texts(node.properties, key)), node.id)
    aliases = tuple(text for key in ALIASES for text in _texts(node.properties, key))
    return AuditNode(node.id, name, node.type, _description_texts(node.properties), aliases)


def _edge(edge: Edge) -> AuditEdge:
    return AuditEdge(edge.source, edge.target, edge.relation, _description_texts(edge.properties))


def _description_texts(properties: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(text for key in DESCRIPTIONS for text in _texts(properties, key))


def _texts(properties: Mapping[str, Any], key: str) -> list[str]:
    """Return the texts of a property: one, several in a list, or several joined as LightRAG joins them."""
    value = properties.get(key)
    parts = value.split(_SEPARATOR) if isinstance(value, str) else value if isinstance(value, (list, tuple)) else []
    return [part.strip() for part in parts if isinstance(part, str) and part.strip()]
