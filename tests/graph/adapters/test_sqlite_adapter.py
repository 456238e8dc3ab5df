"""The workspace's graph as an adapter: evidence, added properties, names, indexes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import SchemaViolation
from pramana.evidence import Evidence, Grade
from pramana.expr import Predicate
from pramana.graph import (
    GRAPH_SCHEMA,
    Edge,
    EdgeFact,
    GraphSchema,
    Node,
    NodeFact,
    NodeType,
    PropertyFact,
    Relation,
    SqliteGraph,
    Unit,
)
from pramana.graph.adapters import ElementKind, SqliteAdapter
from pramana.graph.adapters.sqlite_columns import Search
from pramana.store import Database
from pramana.testing.conformance.reference import matching_edges, matching_nodes
from pramana.testing.conformance.strategies import Graph, conditions, graphs, scalars

TYPES = ("P", "Q")
SCHEMA = GraphSchema(
    {name: NodeType() for name in TYPES}, {name: Relation(TYPES, TYPES) for name in "RS"}, self_loops=True
)
FIELDS = ("id", "type", "age", "extra", "doc_id", "line_number", "grade", "k_1", "id_")
EDGE_FIELDS = (*FIELDS, "relation", "source", "source.age", "target.doc_id", "source.line_number", "target.type_")


def place(doc_id: str, line: int, grade: Grade = Grade.VERBATIM) -> Evidence:
    return Evidence(doc_id, line, 0, 3, "abc", grade)


def graph_of(*units: Unit) -> SqliteGraph:
    graph = SqliteGraph(Database(None, [GRAPH_SCHEMA]), SCHEMA)
    for unit in units:
        graph.put(unit)
    return graph


def told() -> Unit:
    nodes = (
        NodeFact(Node("a", "P", {"name": "Ada"}), (place("x.txt", 7), place("b.txt", 2)), ("Ada", "Miss A.")),
        NodeFact(Node("b", "P", {"doc_id": "mine"}), (place("x.txt", 9),)),
        NodeFact(Node("c", "Q")),
    )
    return Unit("s", "1", (("x.txt", 7),), nodes, (EdgeFact(Edge("a", "R", "b"), (place("x.txt", 7),)),))


def test_the_first_place_is_shown() -> None:
    """A node or an edge has the document, line, quote and grade of its first place; a property of its own goes first."""
    adapter = SqliteAdapter(graph_of(told()))
    first = {"doc_id": "b.txt", "line_number": 2, "quote": "abc", "grade": "verbatim"}
    assert adapter.find_nodes('type = "P"').to_dicts() == [
        {"id": "a", "type": "P", **first, "name": "Ada"},
        {"id": "b", "type": "P", **first, "doc_id": "mine", "line_number": 9},
    ]
    assert adapter.find_nodes("doc_id = 'b.txt' AND line_number < 3").ids == ["a"]
    assert adapter.find_nodes("line_number IS NULL").ids == ["c"]
    assert adapter.find_edges("line_number = 7 AND target.doc_id = 'mine'").ids == ["a -R-> b"]
    rows = adapter.find_nodes().rows
    assert [[str(item) for item in items] for items in adapter.evidence(ElementKind.NODES, rows)] == [
        ['b.txt:2 "abc" verbatim', 'x.txt:7 "abc" verbatim'],
        ['x.txt:9 "abc" verbatim'],
        [],
    ]


def test_added_properties_are_searched_as_they_are_shown() -> None:
    """A property that another unit added is found, shown, and gone again with its unit."""
    graph = graph_of(told(), Unit("t", "1", (), properties=(PropertyFact("c", "kind", ["x", 1]),)))
    adapter = SqliteAdapter(graph)
    assert adapter.find_nodes('kind CONTAINS "x"').ids == ["c"]
    assert adapter.find_edges("source.kind IS NULL").ids == ["a -R-> b"]
    graph.drop(["t"])
    assert adapter.find_nodes('kind CONTAINS "x"').ids == []


def test_a_node_is_found_by_the_names_it_was_given() -> None:
    """Names that units gave find a node, in any case; else its id or `name` does."""
    adapter = SqliteAdapter(graph_of(told()))
    found = [adapter.get_node(name) for name in ("miss a.", "ADA", "B", "Miss")]
    assert [node.id if node else None for node in found] == ["a", "a", "b", None]


def test_an_index_is_used() -> None:
    """An index that was asked for serves the search for a value, also where it was added, and stays right."""
    graph = graph_of(told(), Unit("t", "1", (), properties=(PropertyFact("c", "name", "Cy"),)))
    adapter = SqliteAdapter(graph)
    adapter.index("name")
    adapter.index("weight", ElementKind.EDGES)
    search = Search(ElementKind.NODES, adapter.find_nodes('name = "Cy"').where)
    plan = graph.database.all(f"EXPLAIN QUERY PLAN {search.sql}", search.parameters)
    assert any("node_shows_name" in str(step) for step in plan)
    assert adapter.find_nodes('name = "Cy"').ids == ["c"]
    graph.drop(["t"])
    assert adapter.find_nodes('name = "Cy"').ids == []
    with pytest.raises(SchemaViolation):
        adapter.index("it's")


def test_it_is_asked_as_it_is_now() -> None:
    """What units bring and take is seen with the next question."""
    graph = graph_of(told())
    adapter = SqliteAdapter(graph.database)
    assert adapter.find_paths(["a"], ["b"]).ids == [["a", "b"]]
    graph.drop(["s"])
    assert adapter.find_nodes().ids == []


@pytest.mark.slow
@settings(max_examples=120)
@given(
    graph=graphs(),
    data=st.data(),
    nodes_where=conditions(FIELDS),
    edges_where=conditions(EDGE_FIELDS),
    indexed=st.booleans(),
)
def test_the_database_answers_as_testing_each_does(
    graph: Graph, data: st.DataObject, nodes_where: Predicate, edges_where: Predicate, indexed: bool
) -> None:
    """With evidence and added properties, any condition keeps what testing each node and edge by itself keeps."""
    places = st.lists(st.builds(place, st.sampled_from(["a", "b"]), st.integers(0, 2)), max_size=2).map(tuple)
    nodes = tuple(NodeFact(node, data.draw(places)) for node in graph[0])
    edges = tuple(EdgeFact(edge, data.draw(places)) for edge in graph[1])
    added = tuple(PropertyFact(node.id, "extra", data.draw(scalars)) for node in graph[0] if data.draw(st.booleans()))
    adapter = SqliteAdapter(graph_of(Unit("s", "1", (), nodes, edges), Unit("t", "1", (), properties=added)))
    if indexed:
        adapter.index("age")
        adapter.index("extra")
    shown_nodes, shown_edges = list(adapter.nodes()), list(adapter.edges())
    assert adapter.find_nodes(nodes_where).ids == matching_nodes(shown_nodes, nodes_where)
    assert adapter.find_edges(edges_where).edges() == matching_edges(shown_nodes, shown_edges, edges_where)
