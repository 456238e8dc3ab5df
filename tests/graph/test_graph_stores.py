"""What every store of facts does: the one in SQLite and the one in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_graph import MemoryGraph

from pramana.errors import CanonicalError, SchemaViolation
from pramana.evidence import Evidence, Grade
from pramana.graph import (
    GRAPH_SCHEMA,
    WHOLE_DOCUMENT,
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
from pramana.store import Database

pytestmark = pytest.mark.seeds

SCHEMA = GraphSchema(
    node_types={"Person": NodeType(), "Place": NodeType(required=("name",))},
    relations={"KNOWS": Relation(("Person",), ("Person",)), "IN": Relation(("Person", "Place"), ("Place",))},
)


def sqlite_graph() -> SqliteGraph:
    return SqliteGraph(Database(None, [GRAPH_SCHEMA]), SCHEMA)


def memory_graph() -> MemoryGraph:
    return MemoryGraph(SCHEMA)


SQLITE: Callable[[], SqliteGraph | MemoryGraph] = sqlite_graph
MEMORY: Callable[[], SqliteGraph | MemoryGraph] = memory_graph


@pytest.fixture(params=[SQLITE, MEMORY], ids=["sqlite", "memory"])
def graph(request: pytest.FixtureRequest) -> SqliteGraph | MemoryGraph:
    made: SqliteGraph | MemoryGraph = request.param()
    return made


def said(line: int, start: int = 0, doc_id: str = "d") -> tuple[Evidence, ...]:
    return (Evidence(doc_id, line, start, start + 3, "abc", Grade.VERBATIM),)


def person(identity: str, line: int = 1, *names: str) -> NodeFact:
    return NodeFact(Node(identity, "Person"), said(line), names)


def knows(source: str, target: str, line: int = 1, ordinal: int = 0) -> EdgeFact:
    return EdgeFact(Edge(source, "KNOWS", target, {}, ordinal), said(line))


def unit(slot: str, *facts: NodeFact | EdgeFact, key: str = "k", lines: tuple[int, ...] = (1,), **rest: Any) -> Unit:
    nodes = tuple(fact for fact in facts if isinstance(fact, NodeFact))
    edges = tuple(fact for fact in facts if isinstance(fact, EdgeFact))
    return Unit(slot, key, tuple(("d", line) for line in lines), nodes, edges, **rest)


def everything(graph: SqliteGraph | MemoryGraph) -> dict[str, Any]:
    """Return all that the reading side says."""
    nodes = list(graph.nodes())
    edges = graph.edges()
    ids = [node.id for node in nodes]
    return {
        "hash": graph.hash(),
        "nodes": nodes,
        "edges": edges,
        "by type": {kind: list(graph.nodes(kind)) for kind in SCHEMA.node_types},
        "by relation": {relation: graph.edges(relation, limit=2) for relation in SCHEMA.relations},
        "where": [graph.nodes_where(kind, "name", text) for kind in SCHEMA.node_types for text in ("[1]", "a\0b")],
        "where added": [
            graph.nodes_where(kind, "kind", text) for kind in SCHEMA.node_types for text in ("[1]", "a\0b")
        ],
        "not where": graph.nodes_where("Place", "name", "a"),
        "named": {name: graph.nodes_named(name) for name in graph.names()},
        "from": {i: (graph.edges_from(i), graph.edges_from(i, "IN")) for i in ids},
        "to": {i: (graph.edges_to(i), graph.edges_to(i, "IN"), graph.count_edges_to(i, "IN")) for i in ids},
        "stored": [graph.stored_edge(edge) for edge in edges],
        "evidence": {i: (graph.node_evidence(i), graph.node_origin(i)) for i in ids},
        "added": {i: graph.added_properties(i) for i in [*ids, "nobody"]},
        "added by name": [
            (graph.added_properties(i, name), graph.property_evidence(i, name), graph.property_origin(i, name))
            for i in ids
            for name in ("kind", "name")
        ],
        "counts": (list(graph.count().items()), list(graph.count_verdicts().items())),
        "resting": [(graph.slots_resting_on(doc), graph.slots_resting_on(doc, 1)) for doc in ("d", "d/1")],
        "keys": [graph.key_of(slot) for slot in SLOTS],
        "below": [graph.slots_below(prefix) for prefix in ("s", "s1", "")],
    }


# Both alike, whatever happens

SLOTS = ["s1", "s2", "s3", "s4"]
_evidence = st.builds(
    Evidence,
    st.sampled_from(["d", "d/1"]),
    st.integers(1, 2),
    st.integers(0, 1),
    st.just(3),
    st.sampled_from(["x", "y"]),
    st.sampled_from([Grade.VERBATIM, Grade.ASSERTED]),
)
_some_evidence = st.lists(_evidence, max_size=2).map(tuple)
_names = st.lists(st.sampled_from(["É", "e\u0301", "Ann", "ANN", "Bo"]), max_size=2).map(tuple)
_GOOD = {
    "a": Node("a", "Person", {"name": "n", "x": None}),
    "b": Node("b", "Person"),
    "a -KNOWS-> b": Node("a -KNOWS-> b", "Person", {"w": [1, {"k": 1.0}]}),
    "c": Node("c", "Place", {"name": "a\0b"}),
    "é": Node("é", "Place", {"name": "[1]"}),
}
_BAD = [Node("a", "Ghost"), Node("é", "Place", {"name": [1]}), Node("b", "Place", {"name": 1}), Node("c", "Place")]
_good_nodes = st.builds(NodeFact, st.sampled_from(list(_GOOD.values())), _some_evidence, _names)
_bad_nodes = st.builds(NodeFact, st.sampled_from(_BAD), _some_evidence, _names)
_people, _places = (st.sampled_from([i for i, n in _GOOD.items() if n.type == kind]) for kind in ("Person", "Place"))
_ends = st.one_of(
    st.tuples(_people, st.just("KNOWS"), _people), st.tuples(st.sampled_from(list(_GOOD)), st.just("IN"), _places)
).filter(lambda ends: ends[0] != ends[2])
_edges = st.builds(
    lambda ends, weight, ordinal, given: EdgeFact(Edge(ends[0], ends[1], ends[2], weight, ordinal), given),
    _ends,
    st.sampled_from([{}] * 6 + [{"w": 1}, {"w": 1.0}]),
    st.integers(0, 1),
    _some_evidence,
)
_values = st.sampled_from(["[1]", "a", "a\0b", "é", 1, 1.0, True, [1], [1, {"k": None}], 0.5])
_properties = st.builds(
    PropertyFact,
    st.sampled_from(list(_GOOD)),
    st.sampled_from(["kind", "k\0", "x", "name", "w"]),
    _values | st.sampled_from([None, {"k": 1}]),
    _some_evidence,
)
_rivals = st.builds(PropertyFact, st.sampled_from(["a", "b"]), st.sampled_from(["kind", "x"]), _values, _some_evidence)
_adding = st.builds(
    lambda slot, key, names, facts, verdict: Unit(
        slot, key, (), tuple(NodeFact(_GOOD[name]) for name in names), (), verdict, None, tuple(facts)
    ),
    st.sampled_from(SLOTS),
    st.sampled_from(["k1", "k2", "k3"]),
    st.sampled_from(["ab", "ab", "a", ""]),
    st.lists(_rivals, min_size=1, max_size=3),
    st.sampled_from(["checked", "verified"]),
)
"""Units that add properties to two nodes, so that they often meet; most of them bring both."""


@st.composite
def _unit(draw: st.DrawFn) -> Unit:
    """Draw a unit, most often one that brings the ends of its edges and keeps to the schema."""
    edges = draw(st.lists(_edges, max_size=2))
    nodes = draw(st.lists(_good_nodes, max_size=2))
    properties = draw(st.lists(_properties, max_size=2))
    if draw(st.integers(0, 3)):
        nodes += [NodeFact(_GOOD[end]) for fact in edges for end in (fact.edge.source, fact.edge.target)]
    if draw(st.booleans()):
        nodes += [NodeFact(_GOOD[fact.node]) for fact in properties]
    if not draw(st.integers(0, 7)):
        nodes.append(draw(_bad_nodes))
    return Unit(
        draw(st.sampled_from(SLOTS)),
        draw(st.sampled_from(["k1", "k2", "k3"])),
        tuple(draw(st.lists(st.tuples(st.sampled_from(["d", "d/1"]), st.integers(0, 2)), max_size=2))),
        tuple(nodes),
        tuple(edges),
        draw(st.sampled_from(["checked", "verified"])),
        draw(st.sampled_from([None, (1, "p")])),
        tuple(properties),
    )


_units = _unit() | _adding
_drops = st.lists(st.sampled_from([*SLOTS, "never filled"]), max_size=2)


def attempt(graph: SqliteGraph | MemoryGraph, change: Unit | list[str]) -> object:
    """Make one change and return what came of it, an error by its type and text."""
    try:
        if isinstance(change, Unit):
            return graph.put(change)
        graph.drop(change)
        return None
    except SchemaViolation as error:
        return type(error), str(error)


@pytest.mark.slow
@settings(max_examples=200)
@given(st.lists(st.one_of(_unit(), _adding, _drops), max_size=8))
def test_both_stores_answer_alike(changes: list[Unit | list[str]]) -> None:
    """After any puts and drops both hold the same facts in the same order, and the hash is that of the facts."""
    in_sqlite, in_memory = sqlite_graph(), memory_graph()
    for change in changes:
        assert attempt(in_sqlite, change) == attempt(in_memory, change)
        assert everything(in_sqlite) == everything(in_memory)
        assert in_sqlite.hash() == in_sqlite.recomputed_hash()


@settings(max_examples=60)
@given(st.lists(_units, max_size=6), _units)
def test_refused_unit_leaves_everything_as_it_was(before: list[Unit], last: Unit) -> None:
    """A unit is written whole or not at all, the unit that it was to replace included, also in a longer transaction."""
    database = Database(None, [GRAPH_SCHEMA])
    graph = SqliteGraph(database, SCHEMA)
    for earlier in before:
        attempt(graph, earlier)
    held = everything(graph)
    with database.transaction():
        refused = isinstance(attempt(graph, last), tuple)
    if refused:
        assert everything(graph) == held


@settings(max_examples=40)
@given(
    st.lists(_units, max_size=5, unique_by=lambda made: made.slot).flatmap(
        lambda u: st.tuples(st.just(u), st.permutations(u))
    ),
    st.permutations(SLOTS),
)
def test_hash_does_not_depend_on_the_order_of_units(both: tuple[list[Unit], list[Unit]], going: list[str]) -> None:
    """Units accepted in both orders give one hash; taken out in whatever order they leave an empty graph's."""
    hashes = set()
    for order, make in zip(both * 2, (MEMORY, MEMORY, SQLITE, SQLITE), strict=True):
        graph = make()
        if any(isinstance(attempt(graph, made), tuple) for made in order):
            return
        hashes.add(graph.hash())
        graph.drop(going)
        assert everything(graph) == everything(memory_graph())
    assert len(hashes) == 1


# Units


def test_putting_an_equal_unit_again_does_nothing(graph: SqliteGraph | MemoryGraph) -> None:
    """The key decides: with an equal one the unit is skipped, with another it is replaced."""
    assert graph.put(unit("s", person("a")))
    held = graph.hash()
    assert not graph.put(unit("s", person("a")))
    assert graph.hash() == held
    assert graph.put(unit("s", person("b"), key="other"))
    assert [node.id for node in graph.nodes()] == ["b"]
    assert graph.key_of("s") == "other"


def test_fact_falls_with_its_last_support(graph: SqliteGraph | MemoryGraph) -> None:
    """A node and an edge that two units give stay until both are gone; evidence goes with its own unit."""
    empty = graph.hash()
    graph.put(unit("s1", person("a", 1), person("b", 1), knows("a", "b", 1)))
    graph.put(unit("s2", person("a", 2), person("b", 2), knows("a", "b", 2), lines=(2,)))
    assert graph.node_evidence("a") == [*said(1), *said(2)]
    graph.drop(["s1"])
    assert graph.node_evidence("a") == [*said(2)]
    assert [edge.id for edge in graph.edges()] == ["a -KNOWS-> b"]
    graph.drop(["s2"])
    assert (list(graph.nodes()), graph.edges(), graph.names()) == ([], [], [])
    assert graph.hash() == empty


def test_unit_rests_on_every_one_of_its_premises(graph: SqliteGraph | MemoryGraph) -> None:
    """A unit is found by each line that it rests on, and by any line where it rests on the whole document."""
    graph.put(unit("two lines", person("a"), lines=(1, 7)))
    graph.put(unit("whole", person("b"), lines=(WHOLE_DOCUMENT,)))
    graph.put(Unit("elsewhere", "k", (("d/7", 7),), (person("c"),)))
    assert graph.slots_resting_on("d", 1) == ["two lines", "whole"]
    assert graph.slots_resting_on("d", 7) == ["two lines", "whole"]
    assert graph.slots_resting_on("d", 2) == ["whole"]
    assert graph.slots_resting_on("d") == ["two lines", "whole"]
    graph.drop(graph.slots_resting_on("d", 7))
    assert [node.id for node in graph.nodes()] == ["c"]


def test_edge_keeps_its_ends(graph: SqliteGraph | MemoryGraph) -> None:
    """A node stays while an edge of another unit stands on it, whoever brought the node."""
    graph.put(unit("s1", person("a"), person("b"), person("c")))
    graph.put(unit("s2", knows("a", "b")))
    graph.drop(["s1"])
    assert [node.id for node in graph.nodes()] == ["a", "b"]
    assert graph.node_evidence("a") == []
    graph.drop(["s2"])
    assert list(graph.nodes()) == []


def test_verdict_and_origin_are_those_of_the_first_unit(graph: SqliteGraph | MemoryGraph) -> None:
    """Of several units that support a fact the first one answers for it; its verdicts are those of all."""
    graph.put(unit("s1", person("a"), person("b"), knows("a", "b"), verdict="verified", origin=(3, "line/1")))
    graph.put(unit("s2", person("a"), person("b"), knows("a", "b"), verdict="checked"))
    stored = graph.stored_edge(Edge("a", "KNOWS", "b"))
    assert stored is not None
    assert (stored.verdict, stored.origin, stored.verdicts) == ("verified", (3, "line/1"), ("checked", "verified"))
    assert graph.node_origin("a") == ("verified", (3, "line/1"))
    assert graph.count_verdicts() == {"checked": 1, "verified": 1}
    assert graph.node_origin("nobody") == ("", None)
    assert graph.stored_edge(Edge("b", "KNOWS", "a")) is None


def test_results_are_in_the_order_in_which_facts_came(graph: SqliteGraph | MemoryGraph) -> None:
    """What was taken out and put in again is new, and comes last."""
    for name in "cab":
        graph.put(unit(name, person(name)))
    graph.drop(["c"])
    graph.put(unit("c", person("c")))
    assert [node.id for node in graph.nodes()] == ["a", "b", "c"]


def test_parallel_edges_are_told_apart_by_ordinal(graph: SqliteGraph | MemoryGraph) -> None:
    """Edges alike in ends and relation are two facts where their ordinals differ."""
    graph.put(unit("s", person("a"), person("b"), knows("a", "b"), knows("a", "b", 1, ordinal=1)))
    assert [edge.ordinal for edge in graph.edges_from("a", "KNOWS")] == [0, 1]
    assert graph.count_edges_to("b", "KNOWS") == 2
    assert graph.edges(limit=0) == []
    assert [edge.ordinal for edge in graph.edges(limit=1)] == [0]


def test_nodes_are_found_by_any_of_their_names(graph: SqliteGraph | MemoryGraph) -> None:
    """Names match in any case and normal form, and go with the unit that gave them."""
    graph.put(unit("s1", person("scrooge", 1, "Scrooge", "Ebenezer  Scrooge")))
    graph.put(unit("s2", person("marley", 2, "Marley"), person("scrooge", 2, "Mr. Scrooge")))
    assert [node.id for node in graph.nodes_named("EBENEZER SCROOGE")] == ["scrooge"]
    assert graph.nodes_named("Cratchit") == []
    assert graph.names() == ["ebenezer scrooge", "marley", "mr. scrooge", "scrooge"]
    graph.drop(["s1"])
    assert graph.names() == ["marley", "mr. scrooge"]


def test_properties_that_are_none_are_missing(graph: SqliteGraph | MemoryGraph) -> None:
    """None is left out, so it changes neither the node nor the hash."""
    graph.put(unit("s1", NodeFact(Node("a", "Person", {"age": None, "name": "A"}))))
    held = graph.hash()
    assert graph.node("a") == Node("a", "Person", {"name": "A"})
    graph.drop(["s1"])
    graph.put(unit("s1", NodeFact(Node("a", "Person", {"name": "A"}))))
    assert graph.hash() == held


@pytest.mark.parametrize(
    "facts",
    [
        (NodeFact(Node("x", "Ghost")),),
        (NodeFact(Node("x", "Place")),),
        (person("x"), NodeFact(Node("x", "Place", {"name": "x"}))),
        (NodeFact(Node("held", "Person", {"age": 1})),),
        (person("x"), knows("x", "nobody")),
        (person("x"), knows("x", "x")),
        (person("x"), EdgeFact(Edge("x", "IN", "held"))),
        (person("x"), NodeFact(Node("y", "Person"), (Evidence("d", 1, 0, 0, "", Grade.UNRESOLVED),))),
    ],
)
def test_unit_that_breaks_a_rule_is_not_written(
    graph: SqliteGraph | MemoryGraph, facts: tuple[NodeFact | EdgeFact, ...]
) -> None:
    """Unknown types, missing properties and ends, conflicts, forbidden ends, loops, unresolved evidence: refused."""
    graph.put(unit("s", person("held")))
    graph.put(unit("t", person("other")))
    held = everything(graph)
    with pytest.raises(SchemaViolation):
        graph.put(unit("t", *facts, key="new"))
    assert everything(graph) == held


@pytest.mark.parametrize(
    "refused",
    [
        unit("\ud800", person("x")),
        unit("t", person("\ud800")),
        unit("t", person("x", 1, "\ud800")),
        unit("t", NodeFact(Node("x", "Person", {"p": float("nan")}))),
        unit("t", NodeFact(Node("x", "Person"), (Evidence("d", 1, 0, 1, "\ud800", Grade.VERBATIM),))),
    ],
)
def test_what_has_no_canonical_json_is_not_written(graph: SqliteGraph | MemoryGraph, refused: Unit) -> None:
    """Lone surrogates and NaN are refused wherever they stand."""
    held = everything(graph)
    with pytest.raises(CanonicalError):
        graph.put(refused)
    assert everything(graph) == held


def test_evidence_of_a_node_is_never_that_of_an_edge() -> None:
    """A node whose id is spelled like an edge's does not give the edge's hash."""
    spelled = "a -KNOWS-> b"
    facts = [person("a"), person("b")]
    one, other = memory_graph(), memory_graph()
    one.put(unit("s", *facts, NodeFact(Node(spelled, "Person"), said(1)), EdgeFact(Edge("a", "KNOWS", "b"))))
    other.put(unit("s", *facts, NodeFact(Node(spelled, "Person")), EdgeFact(Edge("a", "KNOWS", "b"), said(1))))
    assert one.hash() != other.hash()


def test_indexed_property_is_found() -> None:
    """An index changes how fast `nodes_where` answers, not what; only a plain name can be searched by."""
    graph = sqlite_graph()
    graph.index("name")
    graph.index("type")
    graph.put(unit("s", NodeFact(Node("a", "Place", {"name": "Ayodhyā"})), NodeFact(Node("b", "Place", {"name": "B"}))))
    assert [node.id for node in graph.nodes_where("Place", "name", "Ayodhyā")] == ["a"]
    with pytest.raises(SchemaViolation):
        graph.nodes_where("Place", "name') OR 1 --", "x")


def test_graph_in_a_file_outlives_the_process(tmp_path: Any) -> None:
    """Closed and opened again, the graph says the same."""
    path = tmp_path / "workspace.db"
    with Database(path, [GRAPH_SCHEMA]) as database:
        graph = SqliteGraph(database, SCHEMA)
        graph.put(unit("s", person("a", 1, "Ann"), person("b"), knows("a", "b")))
        held = everything(graph)
    with Database(path, [GRAPH_SCHEMA]) as database:
        assert everything(SqliteGraph(database, SCHEMA)) == held
