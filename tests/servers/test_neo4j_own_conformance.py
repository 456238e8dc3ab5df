"""A graph that somebody else wrote to a Neo4j that Pramana did not set up does what every adapter that reads must do.

It has no constraint and no index of Pramana's, other nodes beside it, and properties whose values are of unlike types.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from neo4j_server import PASSWORD, USER, Neo4jServer

from pramana.graph import Edge, Node, parse_address
from pramana.graph.adapters.neo4j import Neo4jAdapter, Neo4jConnection
from pramana.graph.adapters.neo4j.layout import Layout, quote_name
from pramana.testing.conformance import AdapterConformance

pytestmark = pytest.mark.slow
KEY = "own_key"
_labels = itertools.cycle(f"Own{number}" for number in range(4))
"""No test needs more graphs at once; a label that the server knows needs no new plan of a query."""


@dataclass(frozen=True, slots=True)
class _OwnLayout(Layout):
    """Leaves out what only the test's way of writing adds: the key, and the label that tells graphs apart."""

    def as_node(self, node_id: str, labels: list[str], stored: Mapping[str, Any]) -> Node:
        kept = {name: value for name, value in stored.items() if name != KEY}
        return Layout.as_node(self, node_id, [label for label in labels if label != self.label], kept)


class TestOwnNeo4jConformance(AdapterConformance):
    """Plain nodes and relationships, read by a session that cannot write. Nothing is deleted: the server would give the
    numbers, by which such a graph is ordered, a second time."""

    gaps: ClassVar[dict[str, str]] = {}
    driver: ClassVar[Any]
    connection: ClassVar[Neo4jConnection]

    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def _connected(cls) -> Iterator[None]:
        from neo4j import GraphDatabase

        server = Neo4jServer(own=True)
        with pytest.MonkeyPatch.context() as patch:
            for name, value in server.environment.items():
                patch.setenv(name, value)
            cls.connection = Neo4jConnection(parse_address(server.url), read_only=True)
            with GraphDatabase.driver(f"bolt://127.0.0.1:{server.port}", auth=(USER, PASSWORD)) as cls.driver:
                yield
            cls.connection.close()
        server.stop()

    def build(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> Neo4jAdapter:
        label = next(_labels)
        self.driver.execute_query(f"MATCH (n:{label}) REMOVE n:{label}")
        for kind, group in itertools.groupby(nodes, key=lambda node: node.type):
            rows = [{**node.properties, KEY: node.id} for node in group]
            query = f"UNWIND $rows AS row CREATE (n:{label}:{quote_name(kind)}) SET n = row"
            self.driver.execute_query(query, rows=rows)
        for kind, group in itertools.groupby(edges, key=lambda edge: edge.relation):
            rows = [{"a": edge.source, "b": edge.target, "p": dict(edge.properties)} for edge in group]
            ends = f"(a:{label} {{{KEY}: row.a}}), (b:{label} {{{KEY}: row.b}})"
            query = f"UNWIND $rows AS row MATCH {ends} CREATE (a)-[r:{quote_name(kind)}]->(b) SET r = row.p"
            self.driver.execute_query(query, rows=rows)
        return Neo4jAdapter(self.connection, _OwnLayout(label, key=KEY))
