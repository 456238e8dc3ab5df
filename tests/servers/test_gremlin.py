"""Graphs on real Gremlin servers: grown by agents, pushed, imported, refused, and read by who may not write."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gremlin_servers import GremlinServerProcess
from growth_turns import TURNS, check_alike
from growths import actions_of, kill_growing_run, unbounded
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pramana.errors import AdapterError, GraphServerError, InputError
from pramana.graph import Edge, MemoryAdapter, Node, connect_graph, parse_address
from pramana.graph.adapters.gremlin import (
    GremlinAdapter,
    GremlinConnection,
    GremlinTarget,
    GrowingGremlinAdapter,
    OwnGremlinAdapter,
)
from pramana.graph.projection import ElementBatch, PushMark, elements_hash
from pramana.igg import GrowthStepper

pytestmark = pytest.mark.slow
_numbers = itertools.count()
"""A run refuses the graph of another one, so each has its own."""
NODES = (Node("rama", "PERSON", {"name": "Rama", "age": 30, "tags": ["king"]}), Node("bow", "THING"))
EDGES = (Edge("rama", "HOLDS", "bow", {"weight": 1.5}), Edge("rama", "HOLDS", "bow", {}, 1))


@pytest.fixture
def connection(server: GremlinServerProcess) -> Iterator[GremlinConnection]:
    opened = GremlinConnection(parse_address(server.url))
    opened.run(opened.g.V().drop())
    yield opened
    opened.close()


@pytest.mark.usefixtures("connection")
@settings(max_examples=6, suppress_health_check=list(HealthCheck))
@given(turns=TURNS, mode=st.sampled_from(["strict", "soft"]), parallel=st.booleans())
def test_a_graph_grows_on_a_server_as_in_memory(
    server: GremlinServerProcess, turns: list[Any], mode: str, parallel: bool
) -> None:
    """Whatever agents do, across restarts too: the same ids, refusals, observations, log and hash."""
    check_alike(turns, mode, parallel, f"{server.url}?graph=grown{next(_numbers)}")


def test_a_graph_that_is_not_of_the_run_is_not_deleted(
    server: GremlinServerProcess, connection: GremlinConnection, tmp_path: Path
) -> None:
    """A run refuses a graph that holds anything else, and comes back to its own."""
    other = GrowingGremlinAdapter(connection, "mine")
    other.add_node(Node("a", "P"))
    payload = unbounded().in_backend(f"{server.url}?graph=mine")
    with pytest.raises(InputError, match="not empty"):
        GrowthStepper(payload, log=tmp_path / "a.jsonl")
    assert other.hash() == GrowingGremlinAdapter(connection, "mine").hash()
    payload = unbounded().in_backend(f"{server.url}?graph=new")
    stepper = GrowthStepper(payload, log=tmp_path / "b.jsonl")
    for turn in range(3):
        stepper.act(actions_of(turn, 4))
    before = stepper.growth.hash
    stepper.close()
    again = GrowthStepper.resume(tmp_path / "b.jsonl", payload)
    assert again.growth.hash == before == GrowingGremlinAdapter(connection, "new").hash()
    again.close()


@pytest.mark.usefixtures("connection")
def test_a_killed_run_is_resumed_from_its_log(server: GremlinServerProcess, tmp_path: Path) -> None:
    """The graph on the server is then that of a run in memory from the same log."""
    log, address = tmp_path / "run.jsonl", f"{server.url}?graph=killed"
    kill_growing_run(log, address)
    memory = GrowthStepper.resume(log, unbounded())
    memory.close()
    resumed = GrowthStepper.resume(log, unbounded().in_backend(address))
    kept = connect_graph(parse_address(address), read_only=False)
    assert isinstance(kept, GrowingGremlinAdapter)
    assert resumed.growth.hash == memory.growth.hash == kept.hash()
    kept.close()
    resumed.close()


def test_a_search_is_one_request(connection: GremlinConnection) -> None:
    """What it reads serves the first look at its results; the next one reads the server again."""
    graph = GrowingGremlinAdapter(connection, "story")
    for name in ("a", "b", "c"):
        graph.add_node(Node(name, "P", {"name": name}))
    for ends in ("ab", "bc"):
        graph.add_edge(Edge(ends[0], "R", ends[1], {"n": 1}))
    reader, asked = GremlinAdapter(connection, "story"), list[Any]()
    run, connection.run = connection.run, lambda each: asked.append(each) or run(each)  # type: ignore[method-assign]
    found = reader.find_nodes('name = "b"')
    assert (found.to_dicts(), len(asked)) == ([{"id": "b", "type": "P", "name": "b"}], 1)
    assert (reader.neighbours(["a"], 2).to_dicts()[1]["name"], len(asked)) == ("c", 2)
    assert (reader.find_paths(["a"], ["c"], 3).ids, len(asked)) == ([["a", "b", "c"]], 3)
    graph.update_node("b", {"name": "B"})
    assert found.to_dicts()[0]["name"] == "B"


def test_a_projection_is_brought_up_to_date(connection: GremlinConnection) -> None:
    """What is written again replaces what was there; what is gone, goes; an older generation is swept; the mark stays."""
    target, mark = GremlinTarget(connection, "push"), PushMark("ws", 1)
    assert target.mark() is None
    target.prepare(mark)
    for _ in range(2):
        target.write(ElementBatch(NODES, EDGES), mark)
    assert elements_hash(target.nodes(), target.edges()) == elements_hash(NODES, EDGES)
    older = Node("rama", "PERSON", {"name": "Rama", "age": 31})
    target.write(ElementBatch((older,), (), (EDGES[0].key,), ()), PushMark("ws", 2))
    assert elements_hash(target.nodes(), target.edges()) == elements_hash([older, NODES[1]], [EDGES[1]])
    again = GremlinTarget(connection, "push")
    assert again.mark() == PushMark("ws", 2)
    again.write(ElementBatch((NODES[1],)), PushMark("ws", 2, 2))
    assert again.sweep(PushMark("ws", 3, 2)) == 2
    assert elements_hash(again.nodes(), again.edges()) == elements_hash([NODES[1]], [])
    again.clear()
    assert again.mark() is None
    assert again.count() == (0, 0)


def test_a_graph_of_somebody_else_is_read(server: GremlinServerProcess, connection: GremlinConnection) -> None:
    """Vertices and edges with their properties; nothing of it can be written to."""
    g = connection.g
    connection.run(g.add_v("PERSON").property("name", "Anna").add_v("CITY").property("name", "Rome").none())
    made = g.V().has("name", "Anna").as_("a").V().has("name", "Rome").add_e("LIVES_IN").from_("a")
    connection.run(made.property("since", 1999).none())
    found = connect_graph(parse_address(server.url))
    assert isinstance(found, OwnGremlinAdapter)
    assert sorted(node.properties["name"] for node in found.nodes()) == ["Anna", "Rome"]
    (edge,) = found.find_edges('source.name = "Anna" AND since > 1990').edges()
    assert (edge.relation, edge.properties) == ("LIVES_IN", {"since": 1999})
    found.connection.close()


def test_a_reader_cannot_write(server: GremlinServerProcess, connection: GremlinConnection) -> None:
    """A connection for reading finds, and the server refuses what it writes."""
    GrowingGremlinAdapter(connection, "pramana").add_node(NODES[0])
    reader = connect_graph(parse_address(server.url), read_only=True)
    assert reader.find_nodes("age > 20").ids == ["rama"]
    with pytest.raises(AdapterError, match="refused"):
        reader.connection.run(reader.connection.g.add_v("X"))  # type: ignore[attr-defined]
    assert reader.count() == (1, 0)
    reader.connection.close()  # type: ignore[attr-defined]


def test_values_are_never_read_as_traversals(connection: GremlinConnection) -> None:
    """Ids, types, names and values that look like Gremlin come back as they went in, and find what they are."""
    hostile = "'); g.V().drop(); //"
    graph, memory = GrowingGremlinAdapter(connection, hostile), MemoryAdapter()
    for each in (graph, memory):
        each.add_node(Node(hostile, hostile, {hostile: hostile, "name": hostile, "n": 2**62}))
        each.add_edge(Edge(hostile, hostile, hostile, {"name": hostile}))
    assert graph.hash() == memory.hash()
    assert graph.find_nodes(f'name = "{hostile}" AND n > 5').ids == [hostile]
    assert graph.find_edges(f'source.name = "{hostile}"').edges() == memory.find_edges().edges()


def test_a_server_that_is_away_is_named() -> None:
    """With its address."""
    with pytest.raises(GraphServerError, match=r"gremlin://127\.0\.0\.1:9 cannot be reached"):
        GremlinConnection(parse_address("gremlin://127.0.0.1:9"))
