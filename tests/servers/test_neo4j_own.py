"""A graph that somebody else wrote to Neo4j: read where it is, as a user does, and never written to."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from neo4j_server import PASSWORD, USER, Neo4jServer

from pramana.errors import AdapterError, GraphServerError, InputError
from pramana.graph import Direction, Edge, MemoryAdapter, Node, Writable, connect_graph, parse_address
from pramana.graph.adapters.neo4j import Neo4jAdapter

pytestmark = pytest.mark.slow

FILMS = """
CREATE (tom:Person:Actor {name: 'Tom Hanks', born: date('1956-07-09'), score: 0.5}),
       (bob:Person {name: 'Robert Zemeckis', born: 'unknown', score: 2}),
       (cast:Movie {name: 'Cast Away', released: 2000, place: point({x: 1, y: 2})}),
       (tom)-[:ACTED_IN {roles: ['Chuck Noland']}]->(cast),
       (bob)-[:DIRECTED]->(cast),
       (tom)-[:ACTED_IN {roles: ['Himself']}]->(cast)
"""


@pytest.fixture
def films(neo4j_server: Neo4jServer) -> Iterator[Neo4jAdapter]:
    from neo4j import GraphDatabase

    with GraphDatabase.driver(neo4j_server.url.replace("neo4j:", "bolt:"), auth=(USER, PASSWORD)) as driver:
        driver.execute_query(FILMS)
    adapter = connect_graph(parse_address(f"{neo4j_server.url}?id=name"))
    assert isinstance(adapter, Neo4jAdapter)
    yield adapter
    adapter.connection.close()


def test_a_graph_of_somebody_else_is_searched(films: Neo4jAdapter) -> None:
    """Types are first labels, ids the named property; times are texts for conditions too.

    The order is that of the database's numbers, which it gives again once they are free.
    """
    assert films.count() == (3, 3)
    assert sorted(films.find_nodes('type = "Person"').ids) == ["Robert Zemeckis", "Tom Hanks"]
    assert films.find_nodes('born < "1960-01-01"').ids == ["Tom Hanks"]
    assert films.find_nodes('born CONTAINS "n"').ids == ["Robert Zemeckis"]
    assert sorted(films.find_nodes("score >= 0.5 AND released IS NULL").ids) == ["Robert Zemeckis", "Tom Hanks"]
    assert films.find_nodes('labels CONTAINS "Actor"').ids == ["Tom Hanks"]
    (played,) = films.find_edges('relation = "ACTED_IN" AND roles CONTAINS "Noland"').ids
    assert played in ("Tom Hanks -ACTED_IN-> Cast Away", "Tom Hanks -ACTED_IN-> Cast Away #1")
    assert films.find_edges("source.score > 1").ids == ["Robert Zemeckis -DIRECTED-> Cast Away"]


def test_a_search_is_one_query(films: Neo4jAdapter, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it reads serves the first look at its results; the next one reads the database again."""
    asked: list[str] = []
    run = films.connection.run
    monkeypatch.setattr(films.connection, "run", lambda query, given=None: asked.append(query) or run(query, given))
    found = films.find_nodes('type = "Movie"')
    assert (found.to_dicts()[0]["released"], len(asked)) == (2000, 1)
    assert (films.find_edges('relation = "DIRECTED"').to_dicts()[0]["target"], len(asked)) == ("Cast Away", 2)
    assert (films.neighbours(["Tom Hanks"]).to_dicts()[0]["id"], len(asked)) == ("Cast Away", 3)
    (path,) = films.find_paths(["Tom Hanks"], ["Cast Away"], 3).to_dicts()
    assert (path["nodes"], path["edges"][0]["roles"], len(asked)) == (["Tom Hanks", "Cast Away"], ["Chuck Noland"], 4)
    assert (found.to_dicts()[0]["id"], len(asked)) == ("Cast Away", 5)


def test_a_graph_of_somebody_else_is_walked(neo4j_server: Neo4jServer) -> None:
    """Neighbours and paths are those of the same graph in memory, in any direction and with conditions."""
    from neo4j import GraphDatabase

    edges = ["ab", "bc", "ac", "cd", "bd", "da", "de", "ae", "ae"]
    with GraphDatabase.driver(neo4j_server.url.replace("neo4j:", "bolt:"), auth=(USER, PASSWORD)) as driver:
        for name in "abcde":
            driver.execute_query("CREATE (:P {name: $name})", name=name)
        for number, (one, other) in enumerate(edges):
            query = "MATCH (a {name: $a}), (b {name: $b}) CREATE (a)-[:R {n: $n}]->(b)"
            driver.execute_query(query, a=one, b=other, n=number)
    graph, memory = connect_graph(parse_address(f"{neo4j_server.url}?id=name")), MemoryAdapter()
    for node in graph.find_nodes().nodes():
        memory.add_node(node)
    for edge in graph.find_edges().edges():
        memory.add_edge(edge)
    for where in (None, "n < 7", "n > 0 AND source.name != target.name"):
        for way in Direction:
            for hops in (1, 2, 5):
                asked = ["a"], hops, way, where
                assert graph.neighbours(*asked).to_dicts() == memory.neighbours(*asked).to_dicts()
            for longest in (1, 3, 4):
                paths = [each.find_paths(["a"], ["e"], longest, where, None, way) for each in (graph, memory)]
                assert paths[0].to_dicts() == paths[1].to_dicts()
    assert isinstance(graph, Neo4jAdapter)
    graph.close()


def test_parallel_edges_have_ids_of_their_own(films: Neo4jAdapter) -> None:
    """Two roles of an actor are two edges; a path takes the first."""
    assert films.incident(["Tom Hanks"]).ids == [
        "Tom Hanks -ACTED_IN-> Cast Away",
        "Tom Hanks -ACTED_IN-> Cast Away #1",
    ]
    (path,) = films.find_paths(["Tom Hanks"], ["Robert Zemeckis"], direction=Direction.BOTH)
    assert path["nodes"] == ["Tom Hanks", "Cast Away", "Robert Zemeckis"]
    assert path["edges"][0]["roles"] in (["Chuck Noland"], ["Himself"])


def test_nodes_are_found_by_name_and_by_number(films: Neo4jAdapter, neo4j_server: Neo4jServer) -> None:
    """Without a named property a node's id is the database's number; its name finds it too."""
    found = films.get_node("tom hanks")
    assert found is not None and found.properties["born"] == "1956-07-09"
    plain = connect_graph(parse_address(neo4j_server.url))
    node = plain.get_node("TOM HANKS")
    assert node is not None and node.id.isdigit()
    assert plain.neighbours([node.id]).nodes()[0].properties["name"] == "Cast Away"
    assert plain.find_nodes(f'id = "{node.id}"').ids == [node.id]


def test_reading_is_read_only_on_the_server(films: Neo4jAdapter) -> None:
    """Community has no roles: the session's access mode is READ, and the server refuses what would write."""
    assert not isinstance(films, Writable)
    with pytest.raises(AdapterError, match=r"(?i)read"):
        films.connection.run("CREATE (n:Oops)")
    with pytest.raises(AdapterError, match=r"(?i)read"):
        list(films.connection.stream("MATCH (n) SET n.x = 1 RETURN n"))
    assert films.count() == (3, 3)


def test_a_graph_of_somebody_else_is_not_written_to(films: Neo4jAdapter, neo4j_server: Neo4jServer) -> None:
    """A label that other nodes have is refused; one that is free becomes a graph beside it."""
    with pytest.raises(AdapterError, match="Movie"):
        connect_graph(parse_address(f"{neo4j_server.url}?label=Movie"), read_only=False)
    with pytest.raises(InputError, match="label"):
        connect_graph(parse_address(f"{neo4j_server.url}?label=*"), read_only=False)
    graph = connect_graph(parse_address(f"{neo4j_server.url}?label=Mine"), read_only=False)
    assert isinstance(graph, Writable)
    graph.add_node(Node("a", "P"))
    graph.add_edge(Edge("a", "R", "a"))
    assert (graph.count(), films.count()[1]) == ((1, 1), 4)
    everything = connect_graph(parse_address(f"{neo4j_server.url}?label=*"))
    assert everything.count() == (4, 4)


def test_what_is_wrong_is_said(neo4j_server: Neo4jServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown option, a server that is not there, wrong credentials; no message holds the password."""
    with pytest.raises(InputError, match="lable"):
        connect_graph(parse_address(f"{neo4j_server.url}?lable=x"))
    with pytest.raises(GraphServerError, match="cannot be reached"):
        connect_graph(parse_address("bolt://127.0.0.1:1"))
    monkeypatch.setenv("NEO4J_PASSWORD", "wrong-passphrase")
    with pytest.raises(GraphServerError, match="NEO4J_PASSWORD") as caught:
        connect_graph(parse_address(neo4j_server.url))
    assert "wrong-passphrase" not in repr(caught.value)


COMMANDS = {
    "gasl": ["gasl", "run", "s.gasl", "--graph", "ADDRESS"],
    "investigate": ["investigate", "Which movie did Tom Hanks act in?", "--graph", "ADDRESS"],
    "view": ["view", "ADDRESS", "-o", "films.html"],
    "audit": ["audit", "ADDRESS", "--source", "films.txt"],
}


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.usefixtures("films")
def test_commands_take_an_address(name: str, neo4j_server: Neo4jServer, tmp_path: Path) -> None:
    """Where a command takes the file of a graph, it takes an address."""
    (tmp_path / "s.gasl").write_text('FIND nodes WHERE type = "Person" AND born < "1960-01-01" AS people\n')
    (tmp_path / "films.txt").write_text("Robert Zemeckis directed Cast Away. Tom Hanks acted in Cast Away.\n")
    words = [f"{neo4j_server.url}?id=name" if word == "ADDRESS" else word for word in COMMANDS[name]]
    ended = subprocess.run(
        [sys.executable, "-m", "pramana", *words], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    shown = ended.stdout + ended.stderr
    assert ended.returncode in (0, 1), shown
    assert PASSWORD not in shown
    expected = {"gasl": "Tom Hanks", "investigate": "Cast Away", "view": "3 nodes", "audit": "supported"}[name]
    assert expected in shown
