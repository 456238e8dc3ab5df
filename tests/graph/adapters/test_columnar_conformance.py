"""Graphs in columns do what every adapter must do."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.graph import Edge, Node
from pramana.graph.adapters.columnar import ColumnarAdapter
from pramana.testing.conformance import AdapterConformance


class TestColumnarConformance(AdapterConformance):
    """Directed and not, made from elements."""

    def build(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> ColumnarAdapter:
        return ColumnarAdapter.from_elements(nodes, edges)

    def build_undirected(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> ColumnarAdapter:
        return ColumnarAdapter.from_elements(nodes, edges, directed=False)
