"""Lookups that answer a question of counts or of existence say what reading everything would."""

from __future__ import annotations

from pramana.graph import (
    GRAPH_SCHEMA,
    Edge,
    EdgeFact,
    GraphSchema,
    Node,
    NodeFact,
    NodeType,
    Relation,
    SqliteGraph,
    Unit,
)
from pramana.store import Database

SCHEMA = GraphSchema(
    node_types={"Event": NodeType(), "Person": NodeType()}, relations={"BY": Relation(("Event",), ("Person",))}
)


def graph_of_events() -> SqliteGraph:
    """Return three events of Ada, two of which she gives something in."""
    graph = SqliteGraph(Database(None, [GRAPH_SCHEMA]), SCHEMA)
    ada = NodeFact(Node("Ada", "Person"), (), ("Ada", "Ada Lund"))
    events = [Node(f"e{number}", "Event", {"verb": verb}) for number, verb in enumerate(("give", "see", "give"))]
    edges = tuple(EdgeFact(Edge(event.id, "BY", "Ada")) for event in events)
    graph.put(Unit("line/d/1", "1", (("d", 1),), (ada, *map(NodeFact, events)), edges))
    return graph


def test_counts_and_existence_agree_with_the_nodes_themselves() -> None:
    graph = graph_of_events()
    for node_type, verb in (("Event", "give"), ("Event", "see"), ("Event", "go"), ("Person", "give")):
        found = graph.nodes_where(node_type, "verb", verb)
        assert graph.has_node_where(node_type, "verb", verb) == bool(found)
        assert graph.count_where(node_type, "verb", verb) == len(found)


def test_edges_between_are_those_of_some_sources_in_the_order_of_all() -> None:
    graph = graph_of_events()
    every = graph.edges_to("Ada")
    assert graph.degree("Ada") == len(every) == 3
    assert graph.edges_between(["e2", "e0"], "Ada") == [edge for edge in every if edge.source != "e1"]


def test_names_that_are_kept_follow_every_change() -> None:
    """Also that of a unit which changes no fact: it may give a node another name."""
    graph = graph_of_events()
    assert graph.names() == ["ada", "ada lund"]
    graph.put(Unit("line/d/2", "1", (("d", 2),), (NodeFact(Node("Ada", "Person"), (), ("A. Lund",)),)))
    assert graph.names() == ["a. lund", "ada", "ada lund"]
    graph.drop(["line/d/2"])
    assert graph.names() == ["ada", "ada lund"]
