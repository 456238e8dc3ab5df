"""Graphs in Neo4j."""

from __future__ import annotations

from pramana.graph.adapters.plugin import AdapterPlugin
from pramana.graph.adapters.protocol import GraphAdapter
from pramana.graph.address import GraphAddress
from pramana.graph.projection import ProjectionTarget

SCHEMES = ("neo4j", "bolt")


def _connect(address: GraphAddress, read_only: bool) -> GraphAdapter:
    from pramana.graph.adapters.neo4j import connect_neo4j

    return connect_neo4j(address, read_only)


def _project(address: GraphAddress) -> ProjectionTarget:
    from pramana.graph.adapters.neo4j import neo4j_target

    return neo4j_target(address)


PLUGIN = AdapterPlugin(schemes=SCHEMES, connect=_connect, project=_project)
