"""How a graph of Pramana's is stored on a Gremlin server, beside others.

A vertex or an edge has `pr_graph` (the graph's name), `pr_row` (its place in order of insertion) and `pr_doc` (all of
its properties as JSON, which keeps every type); a vertex `pr_id` and `pr_type`, an edge `pr_relation` and `pr_ordinal`.
Texts, numbers and booleans are properties of their own, too, so that the server and its users can search them. What has
others (lists, huge numbers, odd names) is marked `pr_local`: no filter of the server leaves it out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pramana.graph.adapters.gremlin.connection import GremlinConnection, sendable
from pramana.graph.model import Edge, Node

GRAPH, ROW, DOC, LOCAL = "pr_graph", "pr_row", "pr_doc", "pr_local"
ID, TYPE, RELATION, ORDINAL, GENERATION = "pr_id", "pr_type", "pr_relation", "pr_ordinal", "pr_generation"
META = "PramanaGraph"
"""The label of the vertex that holds what is known of a graph."""
META_NAME, META_BODY = "pr_meta_name", "pr_meta_body"
_NAME = re.compile(r"[^\W\d_]\w{0,100}")
_TAKEN = frozenset({"id", "label", "key", "value", "element", "property", "edge", "vertex"})
"""Names that JanusGraph keeps for itself."""


def is_plain(name: str) -> bool:
    """Return whether a property of that name can be stored under it."""
    return bool(_NAME.fullmatch(name)) and name.lower() not in _TAKEN and not name.startswith("pr_")


def label_of(name: str, default: str) -> str:
    """Return the label for a type or relation: its name where that can be one."""
    return name if is_plain(name) else default


def native_properties(properties: Mapping[str, Any]) -> tuple[dict[str, Any], bool]:
    """Return the properties that the server can search, and whether there are others."""
    found = {name: sendable(value) for name, value in properties.items() if is_plain(name)}
    kept = {name: value for name, value in found.items() if value is not None}
    return kept, len(kept) < len(properties)


def stored_properties(graph: str, row: int, item: Node | Edge) -> dict[str, Any]:
    """Return all that is stored of a node or an edge."""
    native, more = native_properties(item.properties)
    own: dict[str, Any] = {GRAPH: graph, ROW: sendable(row), DOC: json.dumps(dict(item.properties), ensure_ascii=False)}
    if isinstance(item, Node):
        own |= {ID: item.id, TYPE: item.type}
    else:
        own |= {RELATION: item.relation, ORDINAL: item.ordinal}
    return {**native, **own, **({LOCAL: True} if more else {})}


TINKER_INDEXES = """
[org.apache.tinkerpop.gremlin.structure.Vertex, org.apache.tinkerpop.gremlin.structure.Edge].each { kind ->
  names.each { if (!graph.getIndexedKeys(kind).contains(it)) graph.createIndex(it, kind) }
}
true
"""
JANUS_KEYS = """
graph.tx().rollback()
m = graph.openManagement()
try {
  own.each { name, kind ->
    if (!m.containsPropertyKey(name)) {
      type = ['text': String.class, 'whole': Long.class, 'truth': Boolean.class][kind]
      m.makePropertyKey(name).dataType(type).cardinality(org.janusgraph.core.Cardinality.SINGLE).make()
    }
  }
  others.each {
    if (!m.containsPropertyKey(it)) {
      m.makePropertyKey(it).dataType(Object.class).cardinality(org.janusgraph.core.Cardinality.SINGLE).make()
    }
  }
  indexes.each { name, parts ->
    if (!m.containsGraphIndex(name)) {
      kind = org.apache.tinkerpop.gremlin.structure.Vertex
      if (parts[0] == 'edge') kind = org.apache.tinkerpop.gremlin.structure.Edge
      made = m.buildIndex(name, kind)
      parts.drop(1).each { made = made.addKey(m.getPropertyKey(it)) }
      made.buildCompositeIndex()
    }
  }
  m.commit()
} catch (problem) {
  m.rollback()
  throw problem
}
true
"""
_KINDS = {
    **dict.fromkeys((GRAPH, DOC, ID, TYPE, RELATION, META_NAME, META_BODY), "text"),
    **dict.fromkeys((ROW, ORDINAL, GENERATION), "whole"),
    LOCAL: "truth",
}
_INDEXES = {
    "prVertexById": ["vertex", GRAPH, ID],
    "prVertexByRow": ["vertex", GRAPH, ROW],
    "prVertexByType": ["vertex", GRAPH, TYPE],
    "prVertexByGraph": ["vertex", GRAPH],
    "prVertexLocal": ["vertex", GRAPH, LOCAL],
    "prEdgeLocal": ["edge", GRAPH, LOCAL],
    "prEdgeByRow": ["edge", GRAPH, ROW],
    "prEdgeByRelation": ["edge", GRAPH, RELATION],
    "prEdgeByGraph": ["edge", GRAPH],
    "prMetaByName": ["vertex", META_NAME],
}


class GraphKeys:
    """The keys and indexes of a server's schema. JanusGraph takes the type of a new key from its first value: keys of
    users' properties are made here, for values of any type."""

    def __init__(self, connection: GremlinConnection) -> None:
        self._connection = connection
        self._kind = str(connection.script("graph.class.simpleName", {})[0])
        self._made: set[str] = set()
        self._prepared = False

    @classmethod
    def of(cls, connection: GremlinConnection) -> GraphKeys:
        """Return those of a connection: what was made once is not looked for again."""
        if connection.schema_keys is None:
            connection.schema_keys = cls(connection)
        keys: GraphKeys = connection.schema_keys
        return keys

    def prepare(self) -> None:
        """Make the keys of the layout, and its indexes."""
        if self._prepared:
            return
        self._prepared = True
        if "Janus" in self._kind:
            self._make(set())
        elif "Tinker" in self._kind:
            self._connection.script(TINKER_INDEXES, {"names": [ID, ROW, TYPE, RELATION, LOCAL]})

    def make(self, names: set[str]) -> None:
        """Make the keys of properties where they are missing."""
        if "Janus" in self._kind and (missing := names - self._made):
            self._make(missing)

    def _make(self, names: set[str]) -> None:
        bindings = {"own": _KINDS, "others": sorted(names), "indexes": _INDEXES}
        self._connection.script(JANUS_KEYS, bindings)
        self._made |= names
