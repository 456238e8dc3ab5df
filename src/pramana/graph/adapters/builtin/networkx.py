"""Graphs of NetworkX."""

from __future__ import annotations

import sys

from pramana.graph.adapters.networkx import NetworkXAdapter
from pramana.graph.adapters.plugin import AdapterPlugin
from pramana.graph.adapters.protocol import GraphAdapter


def _over(graph: object) -> GraphAdapter | None:
    networkx = sys.modules.get("networkx")  # whoever has such a graph has imported it
    return NetworkXAdapter(graph) if networkx is not None and isinstance(graph, networkx.Graph) else None


PLUGIN = AdapterPlugin(over=_over)
