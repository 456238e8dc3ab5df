"""The graph in memory does what every adapter must do."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.graph import Edge, Node
from pramana.graph.adapters import MemoryAdapter
from pramana.testing.conformance import AdapterConformance


class TestMemoryConformance(AdapterConformance):
    """Everything, without a gap."""

    def build(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> MemoryAdapter:
        return MemoryAdapter.of(nodes, edges)

    def build_undirected(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> MemoryAdapter:
        return MemoryAdapter.of(nodes, edges, directed=False)
