"""Profiles kept in a database, each under the hash of its graph."""

from __future__ import annotations

from pydantic import ValidationError

from pramana.investigate.profile import VERSION, GraphProfile
from pramana.store import Database, Schema, seal_column

PROFILE_SCHEMA = Schema(
    "profile",
    f"""
    CREATE TABLE graph_profile (
        graph TEXT PRIMARY KEY, body TEXT NOT NULL, {seal_column("graph", "body")}
    ) WITHOUT ROWID;
    """,
)
KEPT = 8
"""Profiles that are kept: those of the last graphs."""


class ProfileStore:
    """The profiles of a workspace's graph, of the states that it was last asked in."""

    def __init__(self, database: Database) -> None:
        database.add(PROFILE_SCHEMA)
        self._database = database

    def get(self, graph: str) -> GraphProfile | None:
        """Return the profile of the graph with a hash; None where none is kept, or one of another version."""
        row = self._database.one("SELECT body FROM graph_profile WHERE graph = ?", (graph,))
        try:
            found = GraphProfile.model_validate_json(row[0]) if row else None
        except ValidationError:
            return None
        return found if found is not None and found.version == VERSION else None

    def clear(self) -> None:
        """Drop all profiles: they name what is in their graphs."""
        self._database.execute("DELETE FROM graph_profile")

    def put(self, found: GraphProfile) -> None:
        """Keep a profile. Where there are many, all others go."""
        with self._database.transaction():
            row = self._database.one("SELECT count(*) FROM graph_profile")
            if row is not None and row[0] >= KEPT:
                self._database.execute("DELETE FROM graph_profile")
            body = found.model_dump_json()
            self._database.execute("INSERT OR REPLACE INTO graph_profile VALUES (?, ?)", (found.graph, body))
