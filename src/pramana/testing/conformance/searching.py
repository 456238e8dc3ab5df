"""The suite's questions about nodes and edges: order, limits, conditions, and what is selected."""

from __future__ import annotations

import pytest
from hypothesis import given

from pramana.errors import PramanaError
from pramana.expr import Predicate
from pramana.graph import Caps, Edge, GraphAdapter, Node, Selection, edge_record, node_record
from pramana.testing.conformance.cases import EDGE_CONDITIONS, EDGES, MISMATCHES, NODE_CONDITIONS, NODES
from pramana.testing.conformance.frame import LIGHT, Frame
from pramana.testing.conformance.reference import matching_edges, matching_nodes
from pramana.testing.conformance.strategies import Graph, edge_conditions, graphs, node_conditions


class Searching(Frame):
    def test_counts(self, epic: GraphAdapter) -> None:
        """`count` is how many nodes and how many edges there are."""
        assert epic.count() == (len(NODES), len(EDGES))

    def test_everything_comes_in_order(self, epic: GraphAdapter) -> None:
        """Without a condition every node and every edge is found, in the stated order."""
        assert epic.find_nodes().ids == [node.id for node in NODES]
        assert epic.find_edges().ids == self.epic_ids(*range(len(EDGES)))

    def test_limit_applies_after_the_order(self, epic: GraphAdapter) -> None:
        """A limit returns the first results, none at 0, and is not reported as a cap."""
        assert epic.find_nodes("age IS NOT NULL", 2).ids == ["rama", "sita"]
        assert epic.find_nodes(limit=0).ids == []
        assert epic.find_edges('relation = "HOLDS"', 1).ids == self.epic_ids(1, 2)[:1]
        assert epic.find_nodes(limit=100).cap_hit == epic.find_nodes(limit=1).cap_hit == ()

    def test_a_negative_limit_is_refused(self, epic: GraphAdapter) -> None:
        """A limit counts results, so it is not below 0."""
        with pytest.raises(ValueError, match="-1"):
            epic.find_nodes(limit=-1)

    def test_max_rows_is_reported(self, epic: GraphAdapter) -> None:
        """A cut by `max_rows` is reported; a smaller limit, or a complete result, is not a cut."""
        epic.caps = Caps(max_rows=2)
        cut = epic.find_nodes("age IS NOT NULL")
        assert (cut.ids, cut.cap_hit) == (["rama", "sita"], ("max_rows",))
        assert epic.find_edges().cap_hit == ("max_rows",)
        assert epic.find_nodes(limit=2).cap_hit == ()
        assert epic.find_nodes('name = "Rama"').cap_hit == ()

    @pytest.mark.parametrize(("where", "expected"), NODE_CONDITIONS)
    def test_node_condition(self, epic: GraphAdapter, where: str, expected: str) -> None:
        """A condition keeps the nodes for which it is true, and none for which it is unknown."""
        assert epic.find_nodes(where).ids == expected.split()

    @pytest.mark.parametrize(("where", "expected"), EDGE_CONDITIONS)
    def test_edge_condition(self, epic: GraphAdapter, where: str, expected: tuple[int, ...]) -> None:
        """A condition keeps the edges for which it is true; `source.` and `target.` lead to what their ends have."""
        assert epic.find_edges(where).ids == self.epic_ids(*expected)

    @pytest.mark.parametrize(("what", "where", "expected"), MISMATCHES)
    def test_unlike_types_are_counted(self, epic: GraphAdapter, what: str, where: str, expected: int) -> None:
        """A selection reports how many comparisons met unlike types, over everything searched."""
        found = epic.find_nodes(where) if what == "nodes" else epic.find_edges(where)
        assert found.mismatches == expected

    def test_a_condition_that_is_none_is_refused(self, epic: GraphAdapter) -> None:
        """What cannot be read as a condition raises an error of Pramana's."""
        with pytest.raises(PramanaError):
            epic.find_nodes("age >")

    @LIGHT
    @given(graph=graphs(), where=node_conditions)
    def test_nodes_are_those_of_the_reference(self, graph: Graph, where: Predicate) -> None:
        """Any condition on any graph keeps the nodes that testing each of them by itself keeps."""
        assert self.build(*graph).find_nodes(where).ids == matching_nodes(graph[0], where)

    @LIGHT
    @given(graph=graphs(), where=edge_conditions)
    def test_edges_are_those_of_the_reference(self, graph: Graph, where: Predicate) -> None:
        """Any condition on any graph keeps the edges that testing each of them by itself keeps."""
        expected = matching_edges(graph[0], self.in_order(*graph), where)
        assert self.build(*graph).find_edges(where).ids == [edge.id for edge in expected]

    def test_get_node(self, epic: GraphAdapter) -> None:
        """A node is found by its id, else as the first whose id or name is this one in any case, else not at all."""
        found = [epic.get_node(name) for name in ("sita", "SITA", "RAMA", "Sītā", "कर्ता", "nobody", "")]
        assert [node.id if node else None for node in found] == ["sita", "sita", "rama", "sita", "कर्ता", None, "blank"]

    def test_an_id_goes_before_a_name(self) -> None:
        """A node's exact id finds it, also where an earlier node has it for a name."""
        adapter = self.build([Node("a", "P", {"name": "b"}), Node("b", "P")], [])
        found = adapter.get_node("b")
        assert found is not None
        assert found.id == "b"
        upper = adapter.get_node("B")
        assert upper is not None
        assert upper.id == "a"

    def test_nearest(self, epic: GraphAdapter) -> None:
        """A name that nobody has is answered by those spelled nearly so."""
        assert epic.nearest("Lannka", 1) in (["Lanka"], ["lanka"])
        assert epic.nearest("xyzzyq") == []

    def test_a_selection_shows_what_it_holds(self, epic: GraphAdapter) -> None:
        """Ids, objects, records, items and slices of a selection say the same."""
        nodes = epic.find_nodes('type = "PERSON"')
        assert len(nodes) == 3
        assert nodes.nodes() == [node for node in NODES if node.type == "PERSON"]
        assert nodes.to_dicts() == list(nodes) == [node_record(node) for node in nodes.nodes()]
        assert nodes[0]["name"] == "Rama"
        assert nodes[1:].ids == ["sita", "twin"]
        edges = epic.find_edges('relation = "HOLDS"')
        assert edges.edges() == [edge for edge in self.in_order(NODES, EDGES) if edge.relation == "HOLDS"]
        assert edges.to_dicts() == [edge_record(edge) for edge in edges.edges()]
        with pytest.raises(TypeError):
            nodes.edges()

    def test_properties_come_back_as_they_went_in(self, epic: GraphAdapter) -> None:
        """Values keep their types; what is null is missing."""
        expected = [{name: value for name, value in node.properties.items() if value is not None} for node in NODES]
        found = [dict(node.properties) for node in epic.find_nodes().nodes()]
        assert found == expected
        assert [[type(value) for value in node.values()] for node in found] == [
            [type(node[name]) for name in given] for node, given in zip(expected, found, strict=True)
        ]

    def test_a_selection_becomes_a_frame(self, epic: GraphAdapter) -> None:
        """A frame has the ids in order, and a column for each name of the records, nulls where there is none."""
        frame = epic.find_nodes('type = "PERSON"').to_polars()
        assert frame.columns[:2] == ["id", "type"]
        assert frame["id"].to_list() == ["rama", "sita", "twin"]
        assert frame["alive"].to_list() == [True, False, None]
        edges = epic.find_edges('source = "sita"').to_polars()
        assert edges.columns[:4] == ["id", "source", "target", "relation"]
        assert edges["target"].to_list() == ["bow", "Lanka"]
        assert epic.find_nodes(limit=0).to_polars().height == 0

    def test_a_selection_becomes_a_networkx_graph(self, epic: GraphAdapter) -> None:
        """Selected edges come with their ends; selected nodes come alone."""
        graph = epic.find_edges('relation = "GAVE"').to_networkx()
        assert list(graph.edges()) == [("rama", "sita"), ("rama", "sita")]
        assert epic.find_nodes('type = "PERSON"').to_networkx().nodes["rama"]["name"] == "Rama"

    def test_properties_named_like_fields_are_renamed(self) -> None:
        """A property named like one of a record's own fields gets `_` at its end, for conditions too."""
        nodes = [Node("a", "P", {"id": "x", "type": "Q"}), Node("b", "P", {"relation": "r"})]
        adapter = self.build(nodes, [Edge("a", "R", "b", {"source": "s", "relation": 3})])
        assert adapter.find_nodes('type_ = "Q" AND id_ = "x" AND type = "P"').ids == ["a"]
        assert adapter.find_nodes('relation = "r"').ids == ["b"]
        assert adapter.find_edges('source_ = "s" AND relation_ = 3 AND source = "a"').ids == ["a -R-> b"]
        assert adapter.find_edges()[0]["relation_"] == 3

    def test_an_empty_graph_answers(self) -> None:
        """A graph without nodes has nothing to find, and says so without an error."""
        adapter = self.build([], [])
        assert adapter.count() == (0, 0)
        assert adapter.find_nodes("a = 1").ids == adapter.find_edges("source.a = 1").ids == []
        assert adapter.find_paths([], []).ids == []
        assert adapter.get_node("a") is None
        assert adapter.nearest("a") == []
        assert isinstance(adapter.neighbours([]), Selection)
