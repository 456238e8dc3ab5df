"""Graphs in Neo4j do what every adapter must do: a graph that Pramana writes, and one that somebody else wrote."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, ClassVar

import pytest
from neo4j_server import Neo4jServer

from pramana.graph import Edge, Node, parse_address
from pramana.graph.adapters.neo4j import GrowingNeo4jAdapter, Neo4jConnection
from pramana.graph.adapters.neo4j.growing import delete_graph, make_managed
from pramana.graph.adapters.neo4j.layout import ID, ORDER, ORDINAL, Layout, quote_name, stored_properties, token
from pramana.testing.conformance import AdapterConformance

_labels = itertools.cycle(f"Graph{number}" for number in range(4))
"""No test needs more graphs at once; a label that the server knows needs no new plan of a query."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def module_environment(neo4j_process: Neo4jServer):
    patch = pytest.MonkeyPatch()
    for name, value in neo4j_process.environment.items():
        patch.setenv(name, value)
    neo4j_process.clear()
    yield
    patch.undo()


def fill(connection: Neo4jConnection, label: str, nodes: Sequence[Node], edges: Sequence[Edge]) -> None:
    """Write a graph in the layout of a managed one, with two queries for each type."""
    layout = Layout(label, managed=True)
    for node_type in dict.fromkeys(node.type for node in nodes):
        rows = [
            {**stored_properties(node.properties), ID: node.id, ORDER: place}
            for place, node in enumerate(nodes, 1)
            if node.type == node_type
        ]
        labels = f"{quote_name(label)}:{quote_name(layout.type_token(node_type))}"
        connection.run(f"UNWIND $rows AS row CREATE (n:{labels}) SET n = row", {"rows": rows})
    for relation in dict.fromkeys(edge.relation for edge in edges):
        listed: list[dict[str, Any]] = [
            {
                "a": edge.source,
                "b": edge.target,
                "p": {**stored_properties(edge.properties), ORDINAL: edge.ordinal, ORDER: place},
            }
            for place, edge in enumerate(edges, len(nodes) + 1)
            if edge.relation == relation
        ]
        ends = f"(a:{quote_name(label)} {{{ID}: row.a}}), (b:{quote_name(label)} {{{ID}: row.b}})"
        connection.run(
            f"UNWIND $rows AS row MATCH {ends} CREATE (a)-[r:{quote_name(token(relation))}]->(b) SET r = row.p",
            {"rows": listed},
        )
    connection.run(
        "MATCH (m:PramanaGraph {label: $label}) SET m.next = $next",
        {"label": label, "next": len(nodes) + len(edges) + 1},
    )


@pytest.mark.usefixtures("module_environment")
class TestNeo4jConformance(AdapterConformance):
    """A graph under a label of its own: everything, but undirected graphs, which Neo4j does not have."""

    connection: ClassVar[Neo4jConnection]

    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def _connected(cls, neo4j_process: Neo4jServer, module_environment: None):
        cls.connection = Neo4jConnection(parse_address(neo4j_process.url))
        yield
        cls.connection.close()

    def build(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> GrowingNeo4jAdapter:
        label = next(_labels)
        delete_graph(self.connection, label)
        make_managed(self.connection, label)
        fill(self.connection, label, nodes, edges)
        return GrowingNeo4jAdapter(self.connection, label)
