"""Real graph servers, one of each kind in a test run. Every test below this folder carries the marker `servers`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gremlin_servers import GremlinServerProcess
from neo4j_server import Neo4jServer

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.servers)


@pytest.fixture(scope="session")
def neo4j_process() -> Iterator[Neo4jServer]:
    server = Neo4jServer()
    yield server
    server.stop()


@pytest.fixture
def neo4j_server(neo4j_process: Neo4jServer, monkeypatch: pytest.MonkeyPatch) -> Neo4jServer:
    """A server with an empty database; the environment holds its credentials."""
    neo4j_process.clear()
    for name, value in neo4j_process.environment.items():
        monkeypatch.setenv(name, value)
    return neo4j_process


@pytest.fixture(scope="module", params=["gremlin-server", "janusgraph"])
def server(request: pytest.FixtureRequest) -> Iterator[GremlinServerProcess]:
    """Each Gremlin server in turn, one for the tests of a file."""
    started = GremlinServerProcess(request.param)
    yield started
    started.stop()
