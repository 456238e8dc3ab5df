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
    SqliteAdapter,
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


def test_a_support_that_leads_nowhere_is_found() -> None:
    """Facts find their units through `support`: a row of it that is lost, or added, is a flaw that names its unit."""
    graph = graph_of_events()
    assert not list(graph.flaws())
    graph.database.execute("DELETE FROM support WHERE (kind, fact, unit) = (SELECT max(kind), 1, 1 FROM support)")
    assert [flaw.table for flaw in graph.flaws() if flaw.row == "unit 1, kind 1, fact 1"] == ["unit_fact"]
    graph.database.execute("INSERT INTO support VALUES (1, 1, 1), (1, 1, 7)")
    assert [str(flaw) for flaw in graph.flaws() if "unit 7" in flaw.row and flaw.table == "support"]


def test_edges_of_a_relation_are_found_by_its_number() -> None:
    """A condition on the relation searches the index of codes, as other ones do; it keeps what it kept."""
    graph = graph_of_events()
    adapter, asked = SqliteAdapter(graph), []
    graph.database._connection.set_trace_callback(asked.append)
    assert len(adapter.find_edges('relation = "BY"')) == 3
    assert len(adapter.find_edges('relation IN ["BY", "CAUSES"] AND source != "e1"')) == 2
    assert len(adapter.find_edges('relation = "CITED_IN" OR relation = "BY"')) == 3
    graph.database._connection.set_trace_callback(None)
    searches = [sql for sql in asked if "relation_code IN" in sql]
    assert len(searches) == 2
    for sql in searches:
        steps = [row[3] for row in graph.database.all(f"EXPLAIN QUERY PLAN {sql}")]
        assert any("edge_by_relation" in step for step in steps), steps


def test_spellings_go_with_the_last_name() -> None:
    """What nothing is called any more is in no table: a purge would leave its words otherwise."""
    graph = graph_of_events()
    graph.put(Unit("line/d/2", "1", (("d", 2),), (NodeFact(Node("Bo", "Person"), (), ("Ada", "Bo")),)))
    graph.drop(["line/d/2"])
    assert graph.database.all("SELECT folded FROM spelling ORDER BY 1") == [("ada",), ("ada lund",)]
    graph.drop(["line/d/1"])
    assert graph.database.all("SELECT folded FROM spelling") == []
