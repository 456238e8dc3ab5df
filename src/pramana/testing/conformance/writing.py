"""The suite's questions to adapters that can do more: write, take back, give themselves away. Others skip them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from pramana.errors import GraphError, PramanaError
from pramana.graph import Edge, Exporting, GraphAdapter, MemoryAdapter, Node, Transactional, Writable
from pramana.testing.conformance.cases import EDGES, NODES
from pramana.testing.conformance.frame import LIGHT, Frame
from pramana.testing.conformance.strategies import Graph, graphs


class WritableAdapter(GraphAdapter, Writable):
    """For the type checker: an adapter that can be written to."""


def writable(adapter: GraphAdapter) -> WritableAdapter:
    if not isinstance(adapter, Writable):
        pytest.skip("cannot be written to")
    return adapter  # type: ignore[return-value]


def elements_of(adapter: GraphAdapter) -> tuple[list[Node], list[Edge]]:
    return adapter.find_nodes().nodes(), adapter.find_edges().edges()


class WritingFrame(Frame):
    def test_what_is_added_is_found(self, epic: GraphAdapter) -> None:
        """Nodes and edges that are added come last; parallel edges get the next free ordinal."""
        graph = writable(epic)
        graph.add_node(Node("new", "PERSON", {"name": "New", "nothing": None}))
        added = [graph.add_edge(Edge("new", "KNOWS", "rama", {"n": n})) for n in range(2)]
        assert [edge.ordinal for edge in added] == [0, 1]
        assert epic.find_nodes('name = "New"')[0] == {"id": "new", "type": "PERSON", "name": "New"}
        assert epic.neighbours(["new"]).ids == ["rama"]
        assert epic.find_edges('relation = "KNOWS"').ids == ["new -KNOWS-> rama", "new -KNOWS-> rama #1"]
        assert epic.count() == (len(NODES) + 1, len(EDGES) + 2)

    def test_what_does_not_fit_is_refused_whole(self, epic: GraphAdapter) -> None:
        """An id that exists already and an end that is not a node raise an error of Pramana's, and change nothing."""
        graph, before = writable(epic), elements_of(epic)
        with pytest.raises(GraphError, match="rama"):
            graph.add_node(Node("rama", "PERSON"))
        with pytest.raises(GraphError, match="nobody"):
            graph.add_edge(Edge("rama", "KNOWS", "nobody"))
        with pytest.raises(PramanaError):
            graph.add_node(Node("odd", "PERSON", {"age": float("nan")}))
        for call in (graph.remove_node, lambda name: graph.update_node(name, {})):
            with pytest.raises(PramanaError, match="nobody"):
                call("nobody")
        with pytest.raises(PramanaError, match="KNOWS"):
            graph.remove_edge(Edge("rama", "KNOWS", "sita"))
        assert elements_of(epic) == before

    def test_properties_are_updated(self, epic: GraphAdapter) -> None:
        """Properties that are given are set, those given as None taken away, the others left."""
        node = writable(epic).update_node("rama", {"age": 31, "score": None, "title": "king"})
        assert node == epic.get_node("rama")
        assert {name: node.properties.get(name) for name in ("age", "score", "title", "name")} == {
            "age": 31,
            "score": None,
            "title": "king",
            "name": "Rama",
        }
        assert epic.find_nodes("age = 31").ids == ["rama"]
        assert epic.find_nodes("age = 30").ids == []

    def test_what_is_removed_is_gone(self, epic: GraphAdapter) -> None:
        """An edge goes alone; a node takes the edges with it that touch it; the others stay in order."""
        graph = writable(epic)
        graph.remove_edge(EDGES[2])
        assert epic.find_edges('relation = "HOLDS"').ids == self.epic_ids(1)
        graph.remove_node("sita")
        assert epic.find_edges().ids == self.epic_ids(1, 4, 6, 7, 8)
        assert epic.find_nodes().ids == [node.id for node in NODES if node.id != "sita"]
        assert epic.get_node("sita") is None
        assert epic.find_paths(["rama"], ["bow"]).ids == [["rama", "bow"]]

    def test_a_transaction_is_kept_or_taken_back(self, epic: GraphAdapter) -> None:
        """What is written in a block stays when it ends, and goes whole when an exception leaves it."""
        graph = writable(epic)
        if not isinstance(epic, Transactional):
            pytest.skip("has no transactions")
        before = elements_of(epic)
        with pytest.raises(KeyError), epic.transaction():
            graph.remove_node("rama")
            graph.add_node(Node("rama", "THING"))
            raise KeyError
        assert elements_of(epic) == before
        with epic.transaction():
            graph.remove_node("rama")
            graph.add_node(Node("new", "THING"))
        assert epic.find_nodes().ids == [*(node.id for node in NODES if node.id != "rama"), "new"]

    def test_counts_and_hash_are_those_of_memory(self, epic: GraphAdapter) -> None:
        """Within an open transaction and after it, counts and hash are those of the same writes in memory."""
        graph, memory = writable(epic), MemoryAdapter.of(NODES, EDGES)
        if not (hasattr(epic, "transaction") and hasattr(epic, "hash")):
            pytest.skip("has no transactions, or no hash")
        seen: list[list[object]] = [[], []]
        written: tuple[Any, Any] = graph, memory
        for each, told in zip(written, seen, strict=True):
            told.append((each.hash(), each.count()))
            with each.transaction():
                each.remove_node("sita")
                told.append((each.hash(), each.count()))
                each.add_node(Node("new", "PERSON", {"n": 1}))
                each.update_node("rama", {"age": None, "title": "king"})
                each.add_edge(Edge("new", "KNOWS", "rama"))
                told.append((each.hash(), each.count()))
            told.append((each.hash(), each.count()))
            with pytest.raises(KeyError), each.transaction():
                each.remove_node("new")
                told.append((each.hash(), each.count()))
                raise KeyError
            told.append((each.hash(), each.count()))
        assert seen[0] == seen[1]

    def test_undo_takes_back_operations(self, epic: GraphAdapter) -> None:
        """Undo reverts whole operations, the last first, and returns their number."""
        graph = writable(epic)
        if not isinstance(epic, Transactional):
            pytest.skip("has no undo")
        before = elements_of(epic)
        graph.remove_node("rama")
        middle = elements_of(epic)
        graph.update_node("sita", {"age": 1})
        assert epic.undo() == 1
        assert elements_of(epic) == middle
        assert epic.undo() == 1
        assert elements_of(epic) == before

    @LIGHT
    @given(graph=graphs())
    def test_it_gives_itself_away_whole(self, graph: Graph) -> None:
        """What an adapter yields builds an adapter that answers alike."""
        adapter = self.build(*graph)
        if not isinstance(adapter, Exporting):
            pytest.skip("cannot be exported")
        again = self.build(list(adapter.nodes()), list(adapter.edges()))
        assert elements_of(again) == elements_of(adapter)

    def test_it_is_written_to_a_file(self, epic: GraphAdapter, tmp_path: Path) -> None:
        """A file is written in the format that its name says."""
        if not isinstance(epic, Exporting):
            pytest.skip("cannot be exported")
        epic.export(tmp_path / "graph.json")
        assert "कर्ता" in (tmp_path / "graph.json").read_text("utf-8")
