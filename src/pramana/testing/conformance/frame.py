"""The base of every part of the suite: building graphs, and known gaps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings

from pramana.graph import Edge, GraphAdapter, Node
from pramana.testing.conformance.cases import EDGES, MAP_EDGES, MAP_NODES, NODES

LIGHT = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.differing_executors, HealthCheck.too_slow],
)
"""Several classes run the same property; the cost of one example depends on the adapter."""


class Frame:
    """What the author of an adapter overrides."""

    gaps: ClassVar[dict[str, str]] = {}
    """Names of tests that cannot pass, each with the reason. They must fail: a test that passes is not a gap."""

    def build(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> GraphAdapter:
        """Return an adapter over a directed graph of these nodes and edges."""
        raise NotImplementedError("implement build: return your adapter over these nodes and edges")

    def build_undirected(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> GraphAdapter:
        """Return an adapter over an undirected graph, where there are such graphs."""
        pytest.skip("directed graphs only")

    def in_order(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> list[Edge]:
        """Return the edges in the order in which the adapter gives them: by default, the order of insertion."""
        return list(edges)

    @pytest.fixture(autouse=True)
    def _known_gap(self, request: pytest.FixtureRequest) -> None:
        name = getattr(request.node, "originalname", request.node.name)
        if name in self.gaps:
            request.applymarker(pytest.mark.xfail(reason=self.gaps[name], strict=True))

    @pytest.fixture
    def epic(self) -> GraphAdapter:
        """The graph of people, places and things."""
        return self.build(NODES, EDGES)

    @pytest.fixture
    def roads(self) -> GraphAdapter:
        """The graph of roads."""
        return self.build(MAP_NODES, MAP_EDGES)

    def epic_ids(self, *places: int) -> list[str]:
        """Return the ids of edges of the epic, by their places in `EDGES`, in the adapter's order."""
        wanted = {EDGES[place].id for place in places}
        return [edge.id for edge in self.in_order(NODES, EDGES) if edge.id in wanted]

    def test_every_gap_names_a_test(self) -> None:
        """A gap is the name of a test of this suite, with a reason."""
        assert [name for name, reason in self.gaps.items() if not hasattr(self, name) or not reason] == []
