"""The graph of a workspace."""

from __future__ import annotations

from pramana.graph.adapters.plugin import AdapterPlugin
from pramana.graph.adapters.protocol import GraphAdapter
from pramana.graph.adapters.sqlite import SqliteAdapter
from pramana.graph.sqlite import SqliteGraph


def _over(graph: object) -> GraphAdapter | None:
    return SqliteAdapter(graph) if isinstance(graph, SqliteGraph) else None


PLUGIN = AdapterPlugin(over=_over)
