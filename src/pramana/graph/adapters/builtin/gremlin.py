"""Graphs on Gremlin servers."""

from __future__ import annotations

from pramana.graph.adapters.plugin import AdapterPlugin
from pramana.graph.adapters.protocol import GraphAdapter
from pramana.graph.address import GraphAddress
from pramana.graph.projection import ProjectionTarget

SCHEMES = ("gremlin",)


def _connect(address: GraphAddress, read_only: bool) -> GraphAdapter:
    from pramana.graph.adapters.gremlin import connect_gremlin

    return connect_gremlin(address, read_only)


def _project(address: GraphAddress) -> ProjectionTarget:
    from pramana.graph.adapters.gremlin import gremlin_target

    return gremlin_target(address)


PLUGIN = AdapterPlugin(schemes=SCHEMES, connect=_connect, project=_project)
