"""Graphs that grow in Neo4j: by agents as in memory, taken back as a whole, refused where they are another's."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from growth_turns import TURNS, check_alike
from growths import actions_of, kill_growing_run, unbounded
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from neo4j_server import Neo4jServer

from pramana.errors import AdapterError, InputError
from pramana.graph import Edge, MemoryAdapter, Node, connect_graph, parse_address
from pramana.graph.adapters.neo4j import GrowingNeo4jAdapter
from pramana.igg import GrowthStepper

pytestmark = pytest.mark.slow
_numbers = itertools.count()
"""A run refuses the graph of another one, so each has its own."""


def growing(server: Neo4jServer, label: str) -> GrowingNeo4jAdapter:
    found = connect_graph(parse_address(f"{server.url}?label={label}"), read_only=False)
    assert isinstance(found, GrowingNeo4jAdapter)
    return found


@settings(max_examples=6, suppress_health_check=list(HealthCheck))
@given(turns=TURNS, mode=st.sampled_from(["strict", "soft"]), parallel=st.booleans())
def test_a_graph_grows_in_neo4j_as_in_memory(
    neo4j_server: Neo4jServer, turns: list[Any], mode: str, parallel: bool
) -> None:
    """Whatever agents do, across restarts too: the same ids, refusals, observations, log and hash."""
    check_alike(turns, mode, parallel, f"{neo4j_server.url}?label=Grown{next(_numbers)}")


def test_a_run_takes_only_a_graph_of_its_own(neo4j_server: Neo4jServer, tmp_path: Path) -> None:
    """A run refuses a graph that holds anything else, and comes back to its own."""
    other = growing(neo4j_server, "Mine")
    other.add_node(Node("a", "P"))
    with pytest.raises(InputError, match=r"not empty.*label"):
        GrowthStepper(unbounded().in_backend(f"{neo4j_server.url}?label=Mine"), log=tmp_path / "a.jsonl")
    assert other.hash() == growing(neo4j_server, "Mine").hash()
    payload = unbounded().in_backend(f"{neo4j_server.url}?label=New")
    stepper = GrowthStepper(payload, log=tmp_path / "b.jsonl")
    for turn in range(3):
        stepper.act(actions_of(turn, 4))
    before = stepper.growth.hash
    stepper.close()
    again = GrowthStepper.resume(tmp_path / "b.jsonl", payload)
    assert again.growth.hash == before == growing(neo4j_server, "New").hash()
    again.close()


def test_a_killed_run_is_resumed_from_its_log(neo4j_server: Neo4jServer, tmp_path: Path) -> None:
    """The graph in Neo4j is then that of a run in memory from the same log."""
    log, address = tmp_path / "run.jsonl", f"{neo4j_server.url}?label=Killed"
    kill_growing_run(log, address)
    memory = GrowthStepper.resume(log, unbounded())
    memory.close()
    resumed = GrowthStepper.resume(log, unbounded().in_backend(address))
    assert resumed.growth.hash == memory.growth.hash == growing(neo4j_server, "Killed").hash()
    resumed.close()


def test_what_fails_is_taken_back_where_it_began(neo4j_server: Neo4jServer) -> None:
    """A transaction within a transaction drops its own writes alone; the outer one all; `undo` what was kept."""
    graph, memory = growing(neo4j_server, "Nested"), MemoryAdapter()
    for each in (graph, memory):
        with each.transaction():
            each.add_node(Node("a", "P", {"deep": {"k": 1}}))
            with pytest.raises(KeyError), each.transaction():
                each.add_node(Node("b", "P"))
                each.add_edge(Edge("a", "R", "b"))
                each.update_node("a", {"deep": 5})
                raise KeyError
            each.add_edge(Edge("a", "R", "a"))
        with pytest.raises(KeyError), each.transaction():
            each.remove_node("a")
            each.add_node(Node("c", "P"))
            raise KeyError
    assert (graph.hash(), graph.count()) == (memory.hash(), (1, 1))
    assert growing(neo4j_server, "Nested").hash() == graph.hash()
    assert (graph.undo(), graph.count()) == (1, (0, 0))
    with graph.transaction(), pytest.raises(AdapterError, match="Inside a transaction"):
        graph.undo()
