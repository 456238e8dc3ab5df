"""The server that the tests of Neo4j use."""

from __future__ import annotations

import pytest
from neo4j_server import PASSWORD, USER, Neo4jServer


def test_an_empty_database_is_served_on_loopback(neo4j_server: Neo4jServer) -> None:
    """The database is empty, and a wrong password is refused."""
    from neo4j import GraphDatabase
    from neo4j.exceptions import AuthError

    with GraphDatabase.driver(f"bolt://127.0.0.1:{neo4j_server.port}", auth=(USER, PASSWORD)) as driver:
        assert driver.execute_query("MATCH (n) RETURN count(n)").records[0][0] == 0
    with (
        GraphDatabase.driver(f"bolt://127.0.0.1:{neo4j_server.port}", auth=(USER, "wrong")) as driver,
        pytest.raises(AuthError),
    ):
        driver.verify_connectivity()
