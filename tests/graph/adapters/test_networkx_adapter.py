"""NetworkX graphs of any make: what is read from them, and that they are left alone."""

from __future__ import annotations

import copy
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import UnknownName
from pramana.expr import Predicate
from pramana.graph import Edge, Node
from pramana.graph.adapters import NetworkXAdapter
from pramana.testing.conformance.reference import matching_edges, matching_nodes
from pramana.testing.conformance.strategies import edge_conditions, node_conditions, values

KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]

quoted = st.sampled_from(['"PERSON"', "PERSON", '"a"', '"a', 'a"', '""', '"', '"a" b "c"', "P", "Q", "R", ""])
attributes = st.dictionaries(
    st.sampled_from(["type", "entity_type", "label", "relation", "age", "name", "tags"]), quoted | values, max_size=4
)


@st.composite
def wild_graphs(draw: st.DrawFn) -> nx.Graph[Any]:
    """Draw a graph of any kind, with nodes of several types and attributes as other tools write them."""
    graph = draw(st.sampled_from(KINDS))()
    nodes = st.one_of(st.sampled_from(["a", '"a"', "b", "1"]), st.integers(0, 2), st.tuples(st.integers(0, 1)))
    chosen = draw(st.lists(nodes, max_size=6, unique=True))
    for node in chosen:
        graph.add_node(node, **draw(attributes))
    for _ in range(draw(st.integers(0, 6)) if chosen else 0):
        graph.add_edge(draw(st.sampled_from(chosen)), draw(st.sampled_from(chosen)), **draw(attributes))
    return graph


def lightrag() -> nx.Graph[str]:
    """A graph as LightRAG and nano-graphrag leave it."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_node('"SCROOGE"', entity_type='"PERSON"', description='"A miser."', source_id="chunk-1")
    graph.add_node('"MARLEY"', entity_type='"PERSON"')
    graph.add_edge('"SCROOGE"', '"MARLEY"', weight=2.0, description='"Partners."', keywords='"trade"')
    return graph


def test_quotes_are_taken_off() -> None:
    """Ids, types and values that stand in quotes are found and shown without them; the graph keeps them."""
    graph = lightrag()
    adapter = NetworkXAdapter(graph)
    assert adapter.find_nodes('type = "PERSON"').ids == ["SCROOGE", "MARLEY"]
    assert adapter.find_nodes('entity_type = "PERSON" AND description CONTAINS "A mis"').ids == ["SCROOGE"]
    assert adapter.find_edges('relation = "RELATED_TO" AND keywords = "trade"').ids == ["SCROOGE -RELATED_TO-> MARLEY"]
    node = adapter.get_node('"SCROOGE"')
    assert node == adapter.get_node("scrooge")
    assert node is not None
    assert node.properties == {"entity_type": "PERSON", "description": ["A miser."], "source_id": ["chunk-1"]}
    assert adapter.original("SCROOGE") == '"SCROOGE"'
    assert list(graph) == ['"SCROOGE"', '"MARLEY"']


@settings(max_examples=200)
@given(graph=wild_graphs(), nodes_where=node_conditions, edges_where=edge_conditions)
def test_raw_attributes_are_searched_as_they_are_shown(
    graph: nx.Graph[Any], nodes_where: Predicate, edges_where: Predicate
) -> None:
    """On any graph a condition finds what it finds among the nodes and edges as they are shown."""
    adapter = NetworkXAdapter(graph)
    nodes, edges = list(adapter.nodes()), list(adapter.edges())
    assert adapter.find_nodes(nodes_where).ids == matching_nodes(nodes, nodes_where)
    assert adapter.find_edges(edges_where).edges() == matching_edges(nodes, edges, edges_where)
    assert len({node.id for node in nodes}) == len(graph)
    assert len({edge.id for edge in edges}) == graph.number_of_edges()


@settings(max_examples=100)
@given(graph=wild_graphs())
def test_the_graph_is_left_alone(graph: nx.Graph[Any]) -> None:
    """Nothing that is asked changes the graph."""
    before = copy.deepcopy((list(graph.nodes(data=True)), list(graph.edges(data=True))))
    adapter = NetworkXAdapter(graph)
    ids = adapter.find_nodes("age = 1 OR age IS NULL").ids
    adapter.find_edges("source.age = 1").to_dicts()
    adapter.find_paths(ids, ids).to_dicts()
    adapter.neighbours(ids)
    assert (list(graph.nodes(data=True)), list(graph.edges(data=True))) == before


def test_a_node_has_its_text_for_an_id() -> None:
    """Numbers and tuples are spelled out; of two that are spelled alike the second is told apart; each leads back."""
    graph: nx.Graph[Any] = nx.path_graph([1, "1", (2, "x"), '"y"', "y"])
    adapter = NetworkXAdapter(graph)
    assert adapter.find_nodes().ids == ["1", "'1'", "(2, 'x')", "y", "'y'"]
    assert [adapter.original(node_id) for node_id in adapter.find_nodes().ids] == list(graph)
    assert adapter.find_paths(["1"], ["(2, 'x')"]).ids == [["1", "'1'", "(2, 'x')"]]
    with pytest.raises(UnknownName):
        adapter.original("nobody")


def test_type_and_relation_are_the_first_that_are_texts() -> None:
    """Names are tried in order; what is no text, or empty, is passed over; other names can be given."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_node("a", type=3, entity_type="", label="L", kind="K")
    graph.add_node("b", kind="K")
    graph.add_edge("a", "b", type="T", predicate="P")
    assert [node.type for node in NetworkXAdapter(graph).nodes()] == ["L", "Entity"]
    assert NetworkXAdapter(graph).find_edges('relation = "T" AND type = "T"').ids == ["a -T-> b"]
    other = NetworkXAdapter(graph, types=["kind"], relations=["predicate"])
    assert other.find_nodes('type = "K"').ids == ["a", "b"]
    assert other.find_edges().ids == ["a -P-> b"]


def test_changes_are_seen() -> None:
    """Attributes, edges and nodes that came or went are seen with the next question."""
    graph: nx.DiGraph[str] = nx.DiGraph([("a", "b")])
    adapter = NetworkXAdapter(graph)
    assert adapter.find_paths(["a"], ["b"]).ids == [["a", "b"]]
    graph.add_edge("b", "c")
    graph.nodes["a"]["age"] = 3
    assert adapter.find_nodes("age = 3").ids == ["a"]
    assert adapter.find_paths(["a"], ["c"]).ids == [["a", "b", "c"]]
    graph.remove_node("b")
    assert adapter.find_nodes().ids == ["a", "c"]
    assert adapter.find_paths(["a"], ["c"]).ids == []
    graph.remove_node("a")
    graph.add_node("d")
    assert adapter.find_nodes().ids == ["c", "d"]


def test_numpy_values_count_as_numbers() -> None:
    """Numbers that came from NumPy or pandas are compared as numbers, and shown as Python's; NaN is unknown."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_node("a", age=np.int64(3), tall=np.bool_(True))
    graph.add_node("b", age=np.float32(0.5))
    graph.add_node("c", age=float("nan"))
    adapter = NetworkXAdapter(graph)
    assert adapter.find_nodes("age > 2 AND tall = true").ids == ["a"]
    assert adapter.find_nodes("age != 3").ids == ["b"]
    found = adapter.get_node("a")
    assert found is not None
    assert [type(value) for value in found.properties.values()] == [int, bool]


def test_parallel_edges_are_numbered_by_relation() -> None:
    """Edges between two nodes are numbered among those of one relation, whatever their keys are."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for key, relation in (("x", "R"), ("y", "S"), (3, "R")):
        graph.add_edge("a", "b", key=key, relation=relation)
    assert NetworkXAdapter(graph).find_edges().ids == ["a -R-> b", "a -S-> b", "a -R-> b #1"]


def test_views_and_frozen_graphs_are_graphs() -> None:
    """A subgraph view is searched as the graph that it shows."""
    graph = nx.freeze(nx.DiGraph([("a", "b"), ("b", "c"), ("a", "c")]))
    adapter = NetworkXAdapter(nx.subgraph_view(graph, filter_node=lambda node: node != "b"))
    assert adapter.find_nodes().ids == ["a", "c"]
    assert adapter.find_paths(["a"], ["c"]).ids == [["a", "c"]]
    assert adapter.find_edges().edges() == [Edge("a", "RELATED_TO", "c")]
    assert NetworkXAdapter(graph).find_nodes(limit=1).nodes() == [Node("a", "Entity")]
