"""Properties that later units add to the nodes of earlier ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from memory_graph import MemoryGraph

from pramana.errors import CanonicalError, SchemaViolation
from pramana.evidence import Evidence, Grade
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
    SetHash,
    SqliteGraph,
    Unit,
    to_networkx,
    write_graphml,
    write_json,
)
from pramana.store import Database

SCHEMA = GraphSchema({"Entity": NodeType()}, {"KNOWS": Relation(("Entity",), ("Entity",))})
RAMA = Node("rama", "Entity", {"name": "Rama"})


def sqlite_graph() -> SqliteGraph:
    return SqliteGraph(Database(None, [GRAPH_SCHEMA]), SCHEMA)


def memory_graph() -> MemoryGraph:
    return MemoryGraph(SCHEMA)


@pytest.fixture(params=[sqlite_graph, memory_graph], ids=["sqlite", "memory"])
def graph(request: pytest.FixtureRequest) -> SqliteGraph | MemoryGraph:
    """A graph whose first line names Rama."""
    made: SqliteGraph | MemoryGraph = request.param()
    made.put(line(1))
    return made


def said(number: int) -> tuple[Evidence, ...]:
    return (Evidence("d", number, 0, 4, "Rama", Grade.VERBATIM),)


def line(number: int, node: Node = RAMA, key: str = "k") -> Unit:
    fact = NodeFact(node, said(number), ("Rama",))
    return Unit(f"line/{number}", key, (("d", number),), (fact,), verdict="checked", origin=(1, f"line/{number}"))


def adding(slot: str, value: Any, number: int = 9, name: str = "kind", verdict: str = "checked") -> Unit:
    fact = PropertyFact("rama", name, value, said(number))
    return Unit(f"pass/{slot}", "k", (("d", number),), (), (), verdict, (2, slot), (fact,))


def shown(graph: SqliteGraph | MemoryGraph) -> dict[str, Any]:
    node = graph.node("rama")
    assert node is not None
    return dict(node.properties)


def test_node_shows_its_own_properties_and_the_added_ones(graph: SqliteGraph | MemoryGraph) -> None:
    """Every way of reading a node gives both, and the added ones go with their unit."""
    before = graph.hash()
    graph.put(adding("types", "person"))
    expected = Node("rama", "Entity", {"name": "Rama", "kind": "person"})
    assert graph.node("rama") == expected
    assert list(graph.nodes()) == list(graph.nodes("Entity")) == graph.nodes_named("RAMA") == [expected]
    assert graph.nodes_where("Entity", "kind", "person") == graph.nodes_where("Entity", "name", "Rama") == [expected]
    graph.drop(["pass/types"])
    assert graph.node("rama") == RAMA
    assert graph.nodes_where("Entity", "kind", "person") == []
    assert graph.hash() == before


def test_added_property_rests_on_evidence_of_its_own(graph: SqliteGraph | MemoryGraph) -> None:
    """Its evidence, verdict and origin are those of its unit; the node's evidence holds it too, its origin does not."""
    graph.put(adding("types", "person", verdict="verified"))
    assert graph.property_evidence("rama", "kind") == [*said(9)]
    assert graph.property_origin("rama", "kind") == ("verified", (2, "types"))
    assert graph.node_evidence("rama") == [*said(1), *said(9)]
    assert graph.node_origin("rama") == ("checked", (1, "line/1"))
    for node, name in (("rama", "name"), ("rama", "age"), ("nobody", "kind")):
        assert graph.property_evidence(node, name) == []
        assert graph.property_origin(node, name) == ("", None)


@pytest.mark.parametrize("order", [("a", "b", "c"), ("c", "b", "a"), ("b", "c", "a")])
def test_smallest_of_several_values_is_shown_and_all_are_kept(
    graph: SqliteGraph | MemoryGraph, order: tuple[str, ...]
) -> None:
    """The canonical values decide, whatever the order; the next one steps forward when the smallest goes."""
    values: dict[str, Any] = {"a": "person", "b": ["person"], "c": "place"}
    for number, slot in enumerate(order, 2):
        graph.put(adding(slot, values[slot], number))
    assert shown(graph)["kind"] == "person"
    assert graph.nodes_where("Entity", "kind", "place") == []
    assert [stored.fact.value for stored in graph.added_properties("rama")] == ["person", "place", ["person"]]
    assert graph.property_evidence("rama", "kind") == [*said(2 + order.index("a"))]
    graph.drop(["pass/a"])
    assert shown(graph)["kind"] == "place"
    assert [node.id for node in graph.nodes_where("Entity", "kind", "place")] == ["rama"]
    graph.drop(["pass/c"])
    assert shown(graph)["kind"] == ["person"]


def test_units_that_add_the_same_are_one_fact_with_all_their_evidence(graph: SqliteGraph | MemoryGraph) -> None:
    """The first unit answers for it, the verdicts are those of all, and it stays while one of them does."""
    graph.put(adding("one", "person", 2, verdict="verified"))
    graph.put(adding("two", "person", 3))
    (stored,) = graph.added_properties("rama", "kind")
    assert stored.fact == PropertyFact("rama", "kind", "person", (*said(2), *said(3)))
    assert (stored.verdict, stored.origin, stored.verdicts) == ("verified", (2, "one"), ("checked", "verified"))
    graph.drop(["pass/one"])
    assert shown(graph)["kind"] == "person"
    assert graph.property_evidence("rama", "kind") == [*said(3)]
    assert graph.property_origin("rama", "kind") == ("checked", (2, "two"))


def test_line_can_put_its_node_again_while_properties_are_added(graph: SqliteGraph | MemoryGraph) -> None:
    """A node's own properties are held against its own alone: more lines name it, and the first is read anew."""
    graph.put(adding("types", "person"))
    assert graph.put(line(2))
    assert graph.put(line(1, key="read anew"))
    assert shown(graph) == {"name": "Rama", "kind": "person"}
    with pytest.raises(SchemaViolation, match="already exists as a Entity with"):
        graph.put(line(3, Node("rama", "Entity", {"name": "Rama", "kind": "person"})))


def test_property_keeps_its_node(graph: SqliteGraph | MemoryGraph) -> None:
    """A node stays, with its own properties, as long as a unit adds one to it."""
    graph.put(adding("types", "person"))
    graph.drop(["line/1"])
    assert shown(graph) == {"name": "Rama", "kind": "person"}
    assert graph.node_origin("rama") == ("checked", (2, "types"))
    graph.drop(["pass/types"])
    assert graph.node("rama") is None
    assert graph.hash() == memory_graph().hash()


def test_unit_can_add_to_the_node_that_it_brings(graph: SqliteGraph | MemoryGraph) -> None:
    """Nodes are written before properties, in whatever order they are given; replacing the unit replaces both."""
    sita = NodeFact(Node("sita", "Entity"))
    for key, value in (("k", 1), ("other", 1.0)):
        graph.put(Unit("s", key, (), (sita,), properties=(PropertyFact("sita", "age", value),)))
        assert repr([stored.fact.value for stored in graph.added_properties("sita")]) == repr([value])


@pytest.mark.parametrize(
    ("fact", "problem"),
    [
        (PropertyFact("sita", "kind", "person"), "unknown node 'sita'"),
        (PropertyFact("rama", "name", "Rama"), 'the node has its own value, "Rama"'),
        (PropertyFact("rama", "kind", None), "None is not a text, number, boolean or list"),
        (PropertyFact("rama", "kind", {"a": 1}), "{'a': 1} is not a text, number, boolean or list"),
        (
            PropertyFact("rama", "kind", "x", (Evidence("d", 1, 0, 0, "", Grade.UNRESOLVED),)),
            'unresolved evidence d:1 "" unresolved cannot support a fact',
        ),
    ],
)
def test_property_that_breaks_a_rule_is_refused(
    graph: SqliteGraph | MemoryGraph, fact: PropertyFact, problem: str
) -> None:
    """The refusal names the property and its node; nothing of the unit is written."""
    graph.put(adding("types", "person"))
    held = graph.hash()
    with pytest.raises(SchemaViolation) as caught:
        graph.put(Unit("pass/types", "new", (), (NodeFact(Node("x", "Entity")),), properties=(fact,)))
    assert (caught.value.where, caught.value.problem) == (f"property {fact.name!r} of node {fact.node!r}", problem)
    assert (graph.hash(), graph.node("x"), shown(graph)["kind"]) == (held, None, "person")


@pytest.mark.parametrize(("name", "value"), [("\ud800", 1), ("kind", "\ud800"), ("kind", [float("nan")])])
def test_property_without_canonical_json_is_refused(graph: SqliteGraph | MemoryGraph, name: str, value: Any) -> None:
    """Lone surrogates and NaN are refused in a property's name and in its value."""
    with pytest.raises(CanonicalError):
        graph.put(adding("types", value, name=name))
    assert shown(graph) == {"name": "Rama"}


def test_hash_tells_properties_from_everything_else() -> None:
    """Own and added, number and text, another name, other evidence: each gives a hash of its own."""
    made = [
        (line(1, Node("rama", "Entity", {"kind": "person"})),),
        *((line(1, Node("rama", "Entity")), unit) for unit in (adding("a", "person"), adding("a", "person", 8))),
        *((line(1, Node("rama", "Entity")), unit) for unit in (adding("a", 1), adding("a", 1.0), adding("a", True))),
        (line(1, Node("rama", "Entity")), adding("a", "person", name="Kind")),
    ]
    hashes = []
    for units in made:
        graph = memory_graph()
        for unit in units:
            graph.put(unit)
        hashes.append(graph.hash())
    assert len(set(hashes)) == len(made)


def test_evidence_of_a_property_is_never_that_of_an_edge() -> None:
    """A property spelled like an edge, word for word and number for number, does not give the edge's hash."""
    nodes = (NodeFact(Node("a", "Entity")), NodeFact(Node("b", "Entity")))
    edge, added = Edge("a", "KNOWS", "b"), PropertyFact("a", "KNOWS", ["b", 0])
    hashes = []
    for of_edge, of_property in ((said(1), ()), ((), said(1))):
        graph = memory_graph()
        facts = PropertyFact(added.node, added.name, added.value, of_property)
        graph.put(Unit("s", "k", (), nodes, (EdgeFact(edge, of_edge),), properties=(facts,)))
        hashes.append(graph.hash())
    assert hashes[0] != hashes[1]


def test_hash_of_added_properties_never_changes(graph: SqliteGraph | MemoryGraph) -> None:
    """The elements under a hash are the same from one release to the next."""
    graph.put(adding("types", "person"))
    assert graph.hash() == hash_of(*ELEMENTS_OF_LINE_1, *ELEMENTS_OF_TYPES)


def test_slots_are_found_by_what_they_begin_with(graph: SqliteGraph | MemoryGraph) -> None:
    """The filled slots under a prefix, sorted; every one under the empty prefix."""
    for slot in ("b", "a", "b/1"):
        graph.put(adding(slot, "person"))
    assert graph.slots_below("pass/") == ["pass/a", "pass/b", "pass/b/1"]
    assert graph.slots_below("pass/b") == ["pass/b", "pass/b/1"]
    assert graph.slots_below("") == ["line/1", "pass/a", "pass/b", "pass/b/1"]
    graph.drop(["pass/b"])
    assert graph.slots_below("pass/b") == ["pass/b/1"]


# The ways out


def test_exports_show_added_properties_like_the_others(graph: SqliteGraph | MemoryGraph, tmp_path: Path) -> None:
    """NetworkX and GraphML hold the merged properties; JSON also every added value, with its evidence and verdicts."""
    graph.put(adding("a", "place", 3))
    graph.put(adding("b", "person", 2, verdict="verified"))
    attributes = {"type": "Entity", "kind": "person", "name": "Rama"}
    assert dict(to_networkx(graph).nodes(data=True)) == {"rama": attributes}
    write_graphml(graph, tmp_path / "graph.graphml")
    assert dict(nx.read_graphml(tmp_path / "graph.graphml").nodes(data=True)) == {"rama": attributes}
    write_json(graph, tmp_path / "graph.json")
    (record,) = json.loads((tmp_path / "graph.json").read_text("utf-8"))["nodes"]
    assert record["properties"] == {"kind": "person", "name": "Rama"}
    assert [item["line_number"] for item in record["evidence"]] == [1, 2, 3]
    place = {"doc_id": "d", "start": 0, "end": 4, "quote": "Rama", "grade": "verbatim"}
    assert record["added"] == [
        {"name": "kind", "value": "person", "verdicts": ["verified"], "evidence": [{**place, "line_number": 2}]},
        {"name": "kind", "value": "place", "verdicts": ["checked"], "evidence": [{**place, "line_number": 3}]},
    ]


@pytest.mark.parametrize("write", [write_graphml, write_json])
def test_added_properties_give_the_same_bytes_in_any_order(write: Callable[..., None], tmp_path: Path) -> None:
    """The order in which units added them does not show in a file, nor does the store."""
    units = [adding("a", "place", 3), adding("b", "person", 2), adding("c", "person", 4, verdict="verified")]
    bodies = set()
    for make in (memory_graph, sqlite_graph):
        for order in (units, units[::-1]):
            graph = make()
            for unit in (line(1), *order):
                graph.put(unit)
            write(graph, tmp_path / "graph")
            bodies.add((tmp_path / "graph").read_bytes())
    assert len(bodies) == 1


# SQLite

ELEMENTS_OF_LINE_1 = ('["node","Entity","rama",{"name":"Rama"}]', '["evidence",["rama"],"d",1,0,4,"verbatim"]')
ELEMENTS_OF_TYPES = (
    '["property","rama","kind","person"]',
    '["evidence",["rama","kind","person"],"d",9,0,4,"verbatim"]',
)


def hash_of(*elements: str) -> str:
    return hash_state(*elements).hexdigest()


def hash_state(*elements: str) -> SetHash:
    state = SetHash()
    state.add(elements)
    return state


def test_added_property_is_found_without_looking_at_every_node() -> None:
    """`nodes_where` asks indexes alone once a property is indexed, and does not care whose the property is."""
    database = Database(None, [GRAPH_SCHEMA])
    graph = SqliteGraph(database, SCHEMA)
    graph.index("kind")
    graph.put(line(1))
    graph.put(line(2, Node("bow", "Entity", {"kind": "person"})))
    graph.put(adding("types", "person"))
    asked: list[str] = []
    database._connection.set_trace_callback(asked.append)
    assert [node.id for node in graph.nodes_where("Entity", "kind", "person")] == ["rama", "bow"]
    database._connection.set_trace_callback(None)
    plans = [row[3] for sql in asked for row in database.all(f"EXPLAIN QUERY PLAN {sql}")]
    assert len(asked) == 1
    assert not [step for step in plans if step.startswith("SCAN")]


def test_reading_nodes_asks_once_however_many_there_are() -> None:
    """Added properties come with their nodes: no way of reading nodes asks again for each of them."""
    database = Database(None, [GRAPH_SCHEMA])
    graph = SqliteGraph(database, SCHEMA)
    for name in "abc":
        facts = (NodeFact(Node(name, "Entity"), (), ("N",)),)
        graph.put(Unit(name, "k", (), facts, properties=(PropertyFact(name, "kind", "person"),)))
    for read in (lambda: list(graph.nodes()), lambda: graph.nodes_named("N"), lambda: [graph.node("a")]):
        asked: list[str] = []
        database._connection.set_trace_callback(asked.append)
        found = read()
        database._connection.set_trace_callback(None)
        assert [dict(node.properties) for node in found if node] == [{"kind": "person"}] * len(found)
        assert len(asked) == 1
