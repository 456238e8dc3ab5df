"""The suite's questions about what is joined to what: neighbours, edges at a node, paths."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.errors import UnknownName
from pramana.expr import Predicate
from pramana.graph import Caps, Direction, Edge, GraphAdapter, Node
from pramana.testing.conformance.cases import EDGES, MAP_EDGES, MAP_NODES, NODES
from pramana.testing.conformance.frame import LIGHT, Frame
from pramana.testing.conformance.reference import matching_edges, simple_paths
from pramana.testing.conformance.strategies import Graph, edge_conditions, graphs


def words(paths: list[list[str]]) -> list[str]:
    """Spell paths over nodes of one letter."""
    return ["".join(path) for path in paths]


class Walking(Frame):
    def test_neighbours_follow_the_direction(self, roads: GraphAdapter) -> None:
        """Neighbours are one edge away, along it, against it or either way, in the nodes' order, without the start."""
        assert roads.neighbours(["d"]).ids == ["e"]
        assert roads.neighbours(["d"], direction=Direction.IN).ids == ["a", "b", "c"]
        assert roads.neighbours(["d"], direction=Direction.BOTH).ids == ["a", "b", "c", "e"]
        assert roads.neighbours(["g"]).ids == []

    def test_neighbours_within_hops(self, roads: GraphAdapter) -> None:
        """Within n hops is everything over 1 to n edges; from several nodes, from any of them."""
        assert roads.neighbours(["b"], 2).ids == ["c", "d", "e"]
        assert roads.neighbours(["b"], 3).ids == ["a", "c", "d", "e"]
        assert roads.neighbours(["b", "f"], 1).ids == ["c", "d", "e"]
        assert roads.neighbours(["b"], 0).ids == []

    def test_neighbours_over_edges_that_pass(self, roads: GraphAdapter) -> None:
        """A condition says which edges are followed."""
        assert roads.neighbours(["a"], where="km < 5").ids == ["b"]
        assert roads.neighbours(["a"], 3, where='km < 5 AND target.name != "C"').ids == ["b", "d", "e"]

    def test_neighbours_are_capped(self, roads: GraphAdapter) -> None:
        """A cut by `max_rows` is reported."""
        roads.caps = Caps(max_rows=1)
        found = roads.neighbours(["a"])
        assert (found.ids, found.cap_hit) == (["b"], ("max_rows",))

    def test_incident_edges(self, epic: GraphAdapter) -> None:
        """The edges that leave, reach or touch a node, each once, in the stated order."""
        assert epic.incident(["sita"], Direction.OUT).ids == self.epic_ids(2, 5)
        assert epic.incident(["sita"], Direction.IN).ids == self.epic_ids(0, 3)
        assert epic.incident(["sita"]).ids == self.epic_ids(0, 2, 3, 5)
        assert epic.incident(["Lanka"]).ids == self.epic_ids(4, 5, 6, 8)
        assert epic.incident(["rama", "sita"], Direction.OUT, "weight > 2").ids == self.epic_ids(2, 3, 8)
        assert epic.incident(["lone"]).ids == []

    def test_nodes_are_given_by_ids_or_by_a_selection(self, roads: GraphAdapter) -> None:
        """Nodes are given as ids, as a single id, or as a selection, also of another adapter."""
        chosen = roads.find_nodes('name = "A"')
        other = self.build(MAP_NODES[::-1], []).find_nodes('name = "A"')
        assert roads.neighbours(chosen).ids == roads.neighbours(["a"]).ids == ["b", "c", "d"]
        assert roads.neighbours(other).ids == roads.neighbours("a").ids == ["b", "c", "d"]

    def test_an_unknown_node_is_refused(self, roads: GraphAdapter) -> None:
        """An id that no node has is an error that names it."""
        with pytest.raises(UnknownName, match="zz"):
            roads.neighbours(["zz"])
        with pytest.raises(UnknownName, match="zz"):
            roads.find_paths(["a"], ["zz"])

    def test_paths_come_shortest_first(self, roads: GraphAdapter) -> None:
        """Paths are ordered by length, then by their nodes' order of insertion; none visits a node twice."""
        assert words(roads.find_paths(["a"], ["d"]).ids) == ["ad", "abd", "acd", "abcd"]
        assert words(roads.find_paths(["a"], ["e"]).ids) == ["ade", "abde", "acde", "abcde"]
        assert roads.find_paths(["a"], ["a"]).ids == []
        assert roads.find_paths(["a"], ["f"]).ids == []
        assert words(roads.find_paths(["f"], ["d"]).ids) == ["fead", "feabd", "feacd"]

    def test_paths_between_several(self, roads: GraphAdapter) -> None:
        """From any start to any end, also through another start or end."""
        assert words(roads.find_paths(["a", "b"], ["c", "d"], 2).ids) == [
            "ac",
            "ad",
            "bc",
            "bd",
            "abc",
            "abd",
            "acd",
            "bcd",
        ]

    def test_paths_within_a_length(self, roads: GraphAdapter) -> None:
        """`max_length` counts edges; below 1 there are none; what the cap cuts it to is said."""
        assert words(roads.find_paths(["a"], ["d"], 1).ids) == ["ad"]
        assert roads.find_paths(["a"], ["d"], 0).ids == []
        roads.caps = Caps(max_path_length=2)
        cut = roads.find_paths(["a"], ["d"], 5)
        assert (words(cut.ids), cut.cap_hit) == (["ad", "abd", "acd"], ("max_path_length",))
        assert roads.find_paths(["a"], ["d"]).cap_hit == roads.find_paths(["a"], ["d"], 2).cap_hit == ()

    def test_paths_over_edges_that_pass(self, roads: GraphAdapter) -> None:
        """Every step has an edge for which the condition is true; of several, the first is reported."""
        cheap = roads.find_paths(["a"], ["d"], where="km < 5")
        assert words(cheap.ids) == ["abd", "abcd"]
        dear = roads.find_paths(["a"], ["d"], where='km > 5 OR source.name = "B"')
        assert words(dear.ids) == ["ad", "abd"]
        assert [edge["id"] for edge in dear[1]["edges"]] == ["a -ROAD-> b #1", "b -ROAD-> d"]

    def test_paths_against_the_edges_and_either_way(self, roads: GraphAdapter) -> None:
        """Against the edges the ways are those along them, turned round; either way there is a way to the start."""
        against = roads.find_paths(["d"], ["a"], direction=Direction.IN)
        assert words(against.ids) == ["da", "dba", "dca", "dcba"]
        assert words(roads.find_paths(["d"], ["b"], 1, direction=Direction.BOTH).ids) == ["db"]
        assert roads.find_paths(["d"], ["b"], 1).ids == []

    def test_paths_are_limited_and_capped(self, roads: GraphAdapter) -> None:
        """A limit returns the first paths and is not reported as a cap; a cap that cuts is named."""
        assert words(roads.find_paths(["a"], ["d"], limit=2).ids) == ["ad", "abd"]
        assert roads.find_paths(["a"], ["d"], limit=2).cap_hit == ()
        assert roads.find_paths(["a"], ["d"], limit=0).ids == []
        roads.caps = Caps(max_paths=3)
        cut = roads.find_paths(["a"], ["d"])
        assert (words(cut.ids), cut.cap_hit) == (["ad", "abd", "acd"], ("max_paths",))
        roads.caps = Caps(max_expansions=0)
        assert roads.find_paths(["a"], ["e"]).cap_hit == ("max_expansions",)

    def test_a_path_shows_what_it_holds(self, roads: GraphAdapter) -> None:
        """A path's record has its start, its end, its length, its nodes' ids and its edges' records."""
        path = roads.find_paths(["f"], ["a"])[0]
        assert {name: path[name] for name in ("start", "end", "length", "nodes")} == {
            "start": "f",
            "end": "a",
            "length": 2,
            "nodes": ["f", "e", "a"],
        }
        assert [(edge["source"], edge["target"], edge["km"]) for edge in path["edges"]] == [
            ("f", "e", 1),
            ("e", "a", 1),
        ]
        assert len(roads.find_paths(["a"], ["d"])[1:3]) == 2

    @LIGHT
    @given(graph=graphs(), data=st.data(), longest=st.integers(1, 4), where=st.none() | edge_conditions)
    def test_paths_are_those_of_the_reference(
        self, graph: Graph, data: st.DataObject, longest: int, where: Predicate | None
    ) -> None:
        """On any graph the paths are those that trying every order of the nodes finds, in the same order."""
        self._compare(graph, data, longest, where, directed=True)

    @LIGHT
    @given(graph=graphs(), data=st.data(), longest=st.integers(1, 4), where=st.none() | edge_conditions)
    def test_undirected_paths_are_those_of_the_reference(
        self, graph: Graph, data: st.DataObject, longest: int, where: Predicate | None
    ) -> None:
        """In an undirected graph edges are followed both ways."""
        self._compare(graph, data, longest, where, directed=False)

    def _compare(
        self, graph: Graph, data: st.DataObject, longest: int, where: Predicate | None, *, directed: bool
    ) -> None:
        nodes, edges = graph
        adapter = self.build(nodes, edges) if directed else self.build_undirected(nodes, edges)
        some = st.lists(st.sampled_from([node.id for node in nodes]), max_size=2) if nodes else st.just([])
        starts, ends = data.draw(some), data.draw(some)
        # An undirected graph may turn an edge around, and conditions see it as it stands there.
        edges = edges if directed else adapter.find_edges().edges()
        direction = data.draw(st.sampled_from(Direction))
        along = {(edge.source, edge.target) for edge in matching_edges(nodes, edges, where)}
        against = {(target, source) for source, target in along}
        both = direction is Direction.BOTH or not directed
        links = along | against if both else along if direction is Direction.OUT else against
        found = adapter.find_paths(starts, ends, longest, where, direction=direction)
        assert found.ids == simple_paths(nodes, links, starts, ends, longest)
        for path in found:
            for edge, step in zip(path["edges"], pairwise(path["nodes"]), strict=True):
                ways = (step, step[::-1]) if both else (step if direction is Direction.OUT else step[::-1],)
                assert (edge["source"], edge["target"]) in ways

    def test_an_undirected_graph_has_no_directions(self) -> None:
        """In an undirected graph all three directions are one."""
        adapter = self.build_undirected(MAP_NODES, MAP_EDGES)
        assert adapter.directed is False
        for direction in Direction:
            assert adapter.neighbours(["b"], direction=direction).ids == ["a", "c", "d"]
            assert len(adapter.incident(["b"], direction)) == 4
        assert words(adapter.find_paths(["f"], ["b"], 3).ids) == ["feab", "fedb"]

    def test_unicode_is_walked(self, epic: GraphAdapter) -> None:
        """Ids of any script are followed as others are."""
        assert epic.find_paths(["कर्ता"], ["Lanka"], 2).ids == [["कर्ता", "rama", "Lanka"]]

    def test_a_hub_is_passed(self) -> None:
        """A node with very many neighbours in the middle of a path does not use up the search."""
        spokes = [Node(f"s{number}", "P") for number in range(300)]
        edges = [Edge("hub", "R", node.id) for node in spokes[:150]] + [
            Edge(node.id, "R", "hub") for node in spokes[150:]
        ]
        adapter = self.build([*spokes, Node("hub", "P")], edges)
        adapter.caps = Caps(max_expansions=200)
        found = adapter.find_paths(["s299"], ["s0"], 3)
        assert (found.ids, found.cap_hit) == ([["s299", "hub", "s0"]], ())

    def test_answers_repeat(self, epic: GraphAdapter) -> None:
        """The same question gets the same answer, from the same adapter and from one built again."""
        again = self.build(NODES, EDGES)
        for adapter in (epic, again):
            assert adapter.find_paths(["rama"], ["Lanka"]).ids == epic.find_paths(["rama"], ["Lanka"]).ids
            assert adapter.find_edges("weight > 1").ids == epic.find_edges("weight > 1").ids
