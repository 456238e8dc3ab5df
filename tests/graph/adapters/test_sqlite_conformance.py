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
    SqliteGraph,
    Unit,
)
from pramana.graph.adapters import SqliteAdapter
from pramana.store import Database
from pramana.testing.conformance import AdapterConformance


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
