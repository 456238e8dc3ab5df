"""Graphs that somebody else wrote to Gremlin servers: searched and walked where they are, as a user does, never written
to."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest
from gremlin_servers import GremlinServerProcess
from hypothesis import given
from hypothesis import strategies as st

from pramana.errors import AdapterError
from pramana.expr import Predicate
from pramana.graph import Edge, Node, Writable, connect_graph, parse_address
from pramana.graph.adapters.gremlin import ForeignGremlinAdapter, GremlinConnection, OwnGremlinAdapter
from pramana.graph.adapters.gremlin.connection import sendable
from pramana.graph.adapters.gremlin.layout import JANUS_KEYS
from pramana.graph.adapters.rows import ElementKind
from pramana.graph.adapters.values import plain_properties
from pramana.testing.conformance import AdapterConformance
from pramana.testing.conformance.frame import LIGHT
from pramana.testing.conformance.reference import matching_edges, matching_nodes
from pramana.testing.conformance.strategies import Graph, edge_conditions, graphs, node_conditions

pytestmark = pytest.mark.slow
KEY, PART = "own_key", "own_part"
"""What the tests' way of writing adds: the id of a node, and which of several graphs an element belongs to."""


class _PartOfGraph(OwnGremlinAdapter):
    """The vertices and edges of one test: nothing is deleted, so that numbers come in order."""

    part = ""

    def _of_graph(self, elements: Any) -> Any:
        return elements.has(PART, self.part)

    def _elements(self, kind: ElementKind, *, inner: bool = False) -> Any:
        return self._of_graph(super()._elements(kind, inner=inner))

    def _node_from(self, vertex: int, key: Any, label: str, values: dict[Any, Any]) -> Node:
        return super()._node_from(vertex, key, label, _without(values))

    def _read_with_ends(self, traversal: Any, *, with_ends: bool) -> Any:
        found = super()._read_with_ends(traversal, with_ends=with_ends)
        return [(row, Edge(*edge.key[:3], _without(edge.properties), edge.ordinal), ends) for row, edge, ends in found]


def _without(values: Any) -> dict[Any, Any]:
    return {name: value for name, value in values.items() if name not in (KEY, PART)}


class OwnGremlinConformance(AdapterConformance):
    """Plain vertices and edges with values of unlike types, read by a connection that cannot write."""

    server: ClassVar[str]
    writer: ClassVar[GremlinConnection]
    reader: ClassVar[GremlinConnection]
    numbers: ClassVar[Iterator[int]]

    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def _connected(cls) -> Iterator[None]:
        server = GremlinServerProcess(cls.server)
        try:
            cls.numbers = itertools.count()
            cls.writer = GremlinConnection(parse_address(server.url))
            cls.reader = GremlinConnection(parse_address(server.url), read_only=True)
            cls.prepare()
            yield
            cls.writer.close()
            cls.reader.close()
        finally:
            server.stop()

    @classmethod
    def prepare(cls) -> None:
        """Make what the server needs before the first graph."""

    def build(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> OwnGremlinAdapter:
        part = f"part{next(self.numbers)}"
        made = self.writer.g.inject(0)
        for number, node in enumerate(nodes):
            made = made.add_v(node.type).as_(f"n{number}").property(PART, part).property(KEY, node.id)
            made = _with_properties(made, node.properties, self.server == "janusgraph")
        places = {node.id: f"n{number}" for number, node in enumerate(nodes)}
        for edge in edges:
            made = made.add_e(edge.relation).from_(places[edge.source]).to(places[edge.target]).property(PART, part)
            made = _with_properties(made, edge.properties, False)
        self.writer.run(made.none())
        graph = _PartOfGraph(self.reader, KEY)
        graph.part = part
        return graph


def _with_properties(added: Any, properties: Any, janus: bool) -> Any:
    for name, value in plain_properties(properties).items():
        for each in value if janus and isinstance(value, list) else [value]:
            added = added.property(name, sendable(each) if isinstance(each, int) else each)
    return added


class TestOwnTinkerGraphConformance(OwnGremlinConformance):
    """TinkerPop's server with TinkerGraph."""

    server = "gremlin-server"


class TestOwnJanusGraphConformance(OwnGremlinConformance):
    """JanusGraph, with keys that take values of any type. It has no lists as values: `tags` is a key that a vertex may
    have several times, and edges have none of it."""

    server = "janusgraph"
    gaps: ClassVar[dict[str, str]] = {
        "test_properties_named_like_fields_are_renamed": "JanusGraph keeps the name `id` for itself",
        **dict.fromkeys(
            (
                "test_it_gives_itself_away_whole",
                "test_a_selection_shows_what_it_holds",
                "test_properties_come_back_as_they_went_in",
            ),
            "a key that a vertex may have several times, and has once, shows the value, not a list of it",
        ),
    }

    @classmethod
    def prepare(cls) -> None:
        names = ["age", "name", "k_1", "score", "alive", "note", "weight", "when", "km", "type"]
        own = {KEY: "text", PART: "text"}
        indexes = {"ownParts": ["vertex", PART], "ownEdgeParts": ["edge", PART], "ownKeys": ["vertex", KEY, PART]}
        several = JANUS_KEYS.replace("Cardinality.SINGLE", "Cardinality.LIST")
        cls.writer.script(several, {"own": {}, "others": ["tags"], "indexes": {}})
        cls.writer.script(JANUS_KEYS, {"own": own, "others": names, "indexes": indexes})

    @LIGHT
    @given(graph=graphs(), where=node_conditions)
    def test_nodes_are_those_of_the_reference(self, graph: Graph, where: Predicate) -> None:
        """As in every graph, of what JanusGraph can hold."""
        assert self.build(*(kept := _without_lists(graph))).find_nodes(where).ids == matching_nodes(kept[0], where)

    @LIGHT
    @given(graph=graphs(), where=edge_conditions)
    def test_edges_are_those_of_the_reference(self, graph: Graph, where: Predicate) -> None:
        """As in every graph, of what JanusGraph can hold."""
        kept = _without_lists(graph)
        expected = matching_edges(kept[0], self.in_order(*kept), where)
        assert self.build(*kept).find_edges(where).ids == [edge.id for edge in expected]

    @LIGHT
    @given(graph=graphs(), data=st.data(), longest=st.integers(1, 4), where=st.none() | edge_conditions)
    def test_paths_are_those_of_the_reference(
        self, graph: Graph, data: st.DataObject, longest: int, where: Predicate | None
    ) -> None:
        """As in every graph, of what JanusGraph can hold."""
        self._compare(_without_lists(graph), data, longest, where, directed=True)


def _without_lists(graph: Graph) -> Graph:
    nodes, edges = graph
    kept = [Node(node.id, node.type, _single(node.properties)) for node in nodes]
    return kept, [Edge(*edge.key[:3], _single(edge.properties, "tags"), edge.ordinal) for edge in edges]


def _single(properties: Any, left_out: str = "") -> dict[str, Any]:
    return {
        name: value for name, value in properties.items() if not isinstance(value, list | tuple) and name != left_out
    }


@pytest.fixture
def films(server: GremlinServerProcess) -> Iterator[GremlinConnection]:
    """A graph of films, written as any user writes one, and the connection that wrote it."""
    writer = GremlinConnection(parse_address(server.url))
    g = writer.g
    writer.run(g.V().drop())
    made = g.add_v("Person").property("name", "Tom Hanks").as_("tom").property("born", "1956-07-09")
    made = made.add_v("Person").property("name", "Robert Zemeckis").as_("bob").property("born", "unknown")
    made = made.add_v("Movie").property("name", "Cast Away").as_("cast").property("released", 2000)
    made = made.add_e("ACTED_IN").from_("tom").to("cast").property("role", "Chuck Noland")
    made = made.add_e("DIRECTED").from_("bob").to("cast")
    made = made.add_e("ACTED_IN").from_("tom").to("cast").property("role", "Himself")
    writer.run(made.none())
    yield writer
    writer.close()


@pytest.mark.usefixtures("films")
def test_a_graph_of_somebody_else_is_searched_on_the_server(server: GremlinServerProcess) -> None:
    """Types are labels, ids the named property; no search reads more than it finds."""
    graph = connect_graph(parse_address(f"{server.url}?id=name"))
    assert isinstance(graph, OwnGremlinAdapter) and not isinstance(graph, Writable)
    read: list[Any] = []
    run = graph.connection.run
    graph.connection.run = lambda each: (found := run(each), read.extend(found))[0]  # type: ignore[method-assign]
    assert graph.count() == (3, 3)
    read.clear()
    assert graph.find_nodes('type = "Person" AND name = "Tom Hanks"').ids == ["Tom Hanks"]
    assert graph.find_nodes("released >= 2000").ids == ["Cast Away"]
    assert graph.find_nodes('id = "Cast Away"').to_dicts()[0]["released"] == 2000
    assert len([each for each in read if isinstance(each, dict)]) == 3
    (played,) = graph.find_edges('relation = "ACTED_IN" AND role CONTAINS "Noland"').ids
    assert played in ("Tom Hanks -ACTED_IN-> Cast Away", "Tom Hanks -ACTED_IN-> Cast Away #1")
    assert sorted(graph.incident(["Tom Hanks"]).ids) == [
        "Tom Hanks -ACTED_IN-> Cast Away",
        "Tom Hanks -ACTED_IN-> Cast Away #1",
    ]
    assert graph.neighbours(["Tom Hanks"]).ids == ["Cast Away"]
    node = graph.get_node("robert zemeckis")
    assert node is not None and node.properties["born"] == "unknown"
    graph.close()


@pytest.mark.usefixtures("films")
def test_without_a_key_ids_are_the_numbers_of_the_server(server: GremlinServerProcess) -> None:
    """A node is found by its number, and by its name."""
    graph = connect_graph(parse_address(server.url))
    node = graph.get_node("TOM HANKS")
    assert node is not None and node.id.isdigit()
    assert graph.find_nodes(f'id = "{node.id}"').ids == [node.id]
    assert graph.neighbours([node.id]).nodes()[0].properties["name"] == "Cast Away"
    graph.close()  # type: ignore[attr-defined]


def test_values_that_cannot_be_sent_are_texts(server: GremlinServerProcess, films: GremlinConnection) -> None:
    """JanusGraph's places on the map, which its server has no serializer for, do not keep the rest from being read."""
    if server.kind != "janusgraph":
        pytest.skip("TinkerGraph holds what it can send.")
    films.script(
        "tom = g.V().has('name', 'Tom Hanks').next(); tom.property('home', Geoshape.point(37.7, 23.9));"
        "graph.tx().commit(); true".replace("Geoshape", "org.janusgraph.core.attribute.Geoshape"),
        {},
    )
    graph = connect_graph(parse_address(f"{server.url}?id=name"))
    assert graph.find_nodes('home CONTAINS "POINT" AND born < "1960"').ids == ["Tom Hanks"]
    assert len(graph.find_edges('source.home CONTAINS "23.9"').ids) == 2
    assert graph.find_nodes('name = "Cast Away"').to_dicts()[0]["released"] == 2000
    graph.close()  # type: ignore[attr-defined]


def test_ids_that_are_no_numbers_are_read_whole(server: GremlinServerProcess) -> None:
    """Where vertices are known by texts, the graph is read into memory; a key beside them is refused."""
    if server.kind == "janusgraph":
        pytest.skip("JanusGraph gives numbers unless it is set up otherwise.")
    from gremlin_python.process.traversal import T

    writer = GremlinConnection(parse_address(server.url))
    writer.run(writer.g.V().drop())
    writer.run(writer.g.add_v("P").property(T.id, "anna").property("name", "Anna").none())
    graph = connect_graph(parse_address(server.url))
    assert isinstance(graph, ForeignGremlinAdapter)
    assert graph.find_nodes('name = "Anna"').ids == ["anna"]
    with pytest.raises(AdapterError, match="no numbers"):
        connect_graph(parse_address(f"{server.url}?id=name"))
    writer.run(writer.g.V().drop())
    graph.close()
    writer.close()


COMMANDS = {
    "gasl": (["gasl", "run", "s.gasl", "--graph", "ADDRESS"], "Tom Hanks"),
    "investigate": (["investigate", "Which movie did Tom Hanks act in?", "--graph", "ADDRESS"], "Cast Away"),
    "view": (["view", "ADDRESS", "-o", "films.html"], "3 nodes"),
    "audit": (["audit", "ADDRESS", "--source", "films.txt"], "supported"),
}


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.usefixtures("films")
def test_commands_take_an_address(name: str, server: GremlinServerProcess, tmp_path: Path) -> None:
    """Where a command takes the file of a graph, it takes an address."""
    (tmp_path / "s.gasl").write_text('FIND nodes WHERE type = "Person" AND born < "1960-01-01" AS people\n')
    (tmp_path / "films.txt").write_text("Robert Zemeckis directed Cast Away. Tom Hanks acted in Cast Away.\n")
    words, expected = COMMANDS[name]
    ended = subprocess.run(
        [sys.executable, "-m", "pramana", *(f"{server.url}?id=name" if word == "ADDRESS" else word for word in words)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert ended.returncode in (0, 1), ended.stderr
    assert expected in ended.stdout + ended.stderr
