"""Graphs on real Gremlin servers do what every adapter must do: TinkerGraph, and JanusGraph over Berkeley DB."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import ClassVar

import pytest
from gremlin_servers import GremlinServerProcess

from pramana.graph import Edge, Node, parse_address
from pramana.graph.adapters.gremlin import GremlinConnection, GremlinTarget, GrowingGremlinAdapter
from pramana.graph.adapters.gremlin.growing import delete_graph
from pramana.graph.adapters.values import plain_properties
from pramana.graph.projection import ElementBatch, PushMark
from pramana.testing.conformance import AdapterConformance

pytestmark = pytest.mark.slow
_names = itertools.cycle(f"graph{number}" for number in range(4))
"""No test needs more graphs at once."""


class GremlinConformance(AdapterConformance):
    """Everything, but undirected graphs, which Gremlin does not have."""

    server: ClassVar[str]
    connection: ClassVar[GremlinConnection]

    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def _connected(cls) -> Iterator[None]:
        server = GremlinServerProcess(cls.server)
        try:
            cls.connection = GremlinConnection(parse_address(server.url))
            yield
            cls.connection.close()
        finally:
            server.stop()

    def build(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> GrowingGremlinAdapter:
        name = next(_names)
        target, mark = GremlinTarget(self.connection, name), PushMark("test")
        target.clear()
        target.prepare(mark)
        plain = [Node(node.id, node.type, plain_properties(node.properties)) for node in nodes]
        lines = [
            Edge(edge.source, edge.relation, edge.target, plain_properties(edge.properties), edge.ordinal)
            for edge in edges
        ]
        target.write(ElementBatch(tuple(plain), tuple(lines)), mark)
        return GrowingGremlinAdapter(self.connection, name)


class TestTinkerGraphConformance(GremlinConformance):
    """TinkerPop's server with TinkerGraph."""

    server = "gremlin-server"


class TestJanusGraphConformance(GremlinConformance):
    """JanusGraph."""

    server = "janusgraph"


def test_deleting_a_graph_leaves_the_others() -> None:
    """Two graphs on one server: one is deleted, and the other is whole."""
    server = GremlinServerProcess("gremlin-server")
    try:
        connection = GremlinConnection(parse_address(server.url))
        one, other = (GrowingGremlinAdapter(connection, name) for name in ("one", "other"))
        for each in (one, other):
            each.add_node(Node("a", "P"))
            each.add_edge(Edge("a", "KNOWS", "a"))
        delete_graph(connection, "one")
        assert GrowingGremlinAdapter(connection, "one").count() == (0, 0)
        assert GrowingGremlinAdapter(connection, "other").count() == (1, 1)
        connection.close()
    finally:
        server.stop()
