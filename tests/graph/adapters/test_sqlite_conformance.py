"""The workspace's graph does what every adapter must do."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.graph import (
    GRAPH_SCHEMA,
    Edge,
    EdgeFact,
    GraphSchema,
    Node,
    NodeFact,
    NodeType,
    Relation,
    SchemaMode,
    SqliteGraph,
    Unit,
)
from pramana.graph.adapters import GROWING_SCHEMA, GrowingSqliteAdapter, SqliteAdapter
from pramana.store import Database
from pramana.testing.conformance import AdapterConformance

OPEN = GraphSchema({}, {}, mode=SchemaMode.SOFT, self_loops=True)
"""Takes every type and relation."""


def permissive(nodes: Sequence[Node], edges: Sequence[Edge]) -> GraphSchema:
    types = {node.type: NodeType() for node in nodes}
    relations = {edge.relation: Relation(tuple(types), tuple(types)) for edge in edges}
    return GraphSchema(types, relations, self_loops=True)


class TestSqliteConformance(AdapterConformance):
    """Everything but writing and undirected graphs, which it does not offer."""

    def build(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> SqliteAdapter:
        graph = SqliteGraph(Database(None, [GRAPH_SCHEMA]), permissive(nodes, edges))
        facts = (tuple(map(NodeFact, nodes)), tuple(map(EdgeFact, edges)))
        graph.put(Unit("all", "1", (("d", 1),), *facts))
        return SqliteAdapter(graph)


class TestGrowingSqliteConformance(AdapterConformance):
    """A growing graph in a file of its own: everything but undirected graphs and undo."""

    def build(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> GrowingSqliteAdapter:
        graph = GrowingSqliteAdapter(Database(None, [GROWING_SCHEMA]), OPEN)
        for node in nodes:
            graph.add_node(node)
        for edge in edges:
            graph.add_edge(edge)
        return graph
