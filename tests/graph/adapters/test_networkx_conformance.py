"""NetworkX graphs do what every adapter must do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import networkx as nx

from pramana.graph import Edge, Node
from pramana.graph.adapters import NetworkXAdapter
from pramana.testing.conformance import AdapterConformance


def filled(graph: nx.Graph[Any], nodes: Sequence[Node], edges: Sequence[Edge]) -> NetworkXAdapter:
    graph.add_nodes_from((node.id, {**node.properties, "type": node.type}) for node in nodes)
    graph.add_edges_from(
        (edge.source, edge.target, number, {**edge.properties, "relation": edge.relation})
        for number, edge in enumerate(edges)
    )
    return NetworkXAdapter(graph)


class TestNetworkxConformance(AdapterConformance):
    """A MultiDiGraph, and a MultiGraph where there are no directions."""

    gaps: ClassVar[dict[str, str]] = {
        "test_properties_named_like_fields_are_renamed": "a graph has one place for `type`, and keeps the type there"
    }

    def build(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> NetworkXAdapter:
        return filled(nx.MultiDiGraph(), nodes, edges)

    def build_undirected(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> NetworkXAdapter:
        return filled(nx.MultiGraph(), nodes, edges)

    def in_order(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> list[Edge]:
        """By source, then by target as it first came."""
        places = {node.id: place for place, node in enumerate(nodes)}
        pairs = {pair: place for place, pair in reversed([*enumerate((e.source, e.target) for e in edges)])}
        return sorted(edges, key=lambda edge: (places[edge.source], pairs[edge.source, edge.target]))
