"""What changed in a workspace's graph since it was pushed: kept by triggers, from the first push on.

A push ends an epoch: it gets what was noted up to then, and what comes later is noted under the next number. Facts are
noted by their row, deleted ones by their natural key; each once, however often it changes. So a push costs what has
changed, and a workspace that is never pushed costs nothing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from secrets import token_hex

from pramana.graph.model import EdgeKey
from pramana.store import Database, Schema

# Not INSERT OR REPLACE: a trigger follows the policy of the statement that fires it, which is OR IGNORE for `support`.
_RENOTE_FACT = "ON CONFLICT (kind, fact) DO UPDATE SET epoch = excluded.epoch"
_RENOTE_KEY = "ON CONFLICT (kind, natural) DO UPDATE SET epoch = excluded.epoch"
FEED_SCHEMA = Schema(
    "change feed",
    f"""
    CREATE TABLE feed (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, epoch INTEGER NOT NULL);
    CREATE TABLE feed_changed (
        kind INTEGER NOT NULL, fact INTEGER NOT NULL, epoch INTEGER NOT NULL, PRIMARY KEY (kind, fact)
    ) WITHOUT ROWID;
    CREATE INDEX feed_changed_by_epoch ON feed_changed (kind, epoch);
    CREATE TABLE feed_gone (
        kind INTEGER NOT NULL, natural TEXT NOT NULL, epoch INTEGER NOT NULL, PRIMARY KEY (kind, natural)
    ) WITHOUT ROWID;
    CREATE INDEX feed_gone_by_epoch ON feed_gone (kind, epoch);
    CREATE TRIGGER feed_supported AFTER INSERT ON support WHEN NEW.kind < 2 BEGIN
        INSERT INTO feed_changed SELECT NEW.kind, NEW.fact, epoch FROM feed WHERE true
            {_RENOTE_FACT};
    END;
    CREATE TRIGGER feed_unsupported AFTER DELETE ON support WHEN OLD.kind < 2 BEGIN
        INSERT INTO feed_changed SELECT OLD.kind, OLD.fact, epoch FROM feed WHERE true
            {_RENOTE_FACT};
    END;
    CREATE TRIGGER feed_property AFTER INSERT ON support WHEN NEW.kind = 2 BEGIN
        INSERT INTO feed_changed SELECT 0, node, epoch FROM feed, property WHERE key = NEW.fact
            {_RENOTE_FACT};
    END;
    CREATE TRIGGER feed_no_property AFTER DELETE ON support WHEN OLD.kind = 2 BEGIN
        INSERT INTO feed_changed SELECT 0, node, epoch FROM feed, property WHERE key = OLD.fact
            {_RENOTE_FACT};
    END;
    CREATE TRIGGER feed_no_node AFTER DELETE ON node BEGIN
        DELETE FROM feed_changed WHERE kind = 0 AND fact = OLD.key;
        INSERT INTO feed_gone SELECT 0, json_array(OLD.id), epoch FROM feed WHERE true
            {_RENOTE_KEY};
    END;
    CREATE TRIGGER feed_no_edge AFTER DELETE ON edge BEGIN
        DELETE FROM feed_changed WHERE kind = 1 AND fact = OLD.key;
        INSERT INTO feed_gone
            SELECT 1, json_array(a.id, OLD.relation, b.id, OLD.ordinal), epoch FROM feed, node a, node b
            WHERE a.key = OLD.source AND b.key = OLD.target
            {_RENOTE_KEY};
    END;
    """,
)
"""The first push adds it. The triggers read the tables of `GRAPH_SCHEMA`, in which edges are deleted before nodes."""


@dataclass(frozen=True, slots=True)
class FactChanges:
    """The rows of nodes and edges that changed, and the natural keys of those that were deleted, each sorted."""

    nodes: tuple[int, ...]
    edges: tuple[int, ...]
    gone_nodes: tuple[str, ...]
    gone_edges: tuple[EdgeKey, ...]


class ChangeFeed:
    """The noted changes of a workspace's graph."""

    def __init__(self, database: Database) -> None:
        """Begin to note changes, unless they are noted already. Raises WorkspaceReadOnly."""
        self._database = database
        database.add(FEED_SCHEMA)
        if database.one("SELECT 1 FROM feed") is None:
            database.execute("INSERT OR IGNORE INTO feed VALUES (1, ?, 1)", (token_hex(8),))

    @property
    def id(self) -> str:
        """What identifies this graph's history: a copy of the workspace shares it up to where it was copied."""
        row = self._database.one("SELECT id FROM feed")
        assert row is not None, "written when the feed was made"
        return str(row[0])

    def end_epoch(self) -> int:
        """Begin a new epoch, and return the number of the one that ended, 1 or more."""
        with self._database.transaction():
            row = self._database.one("SELECT epoch FROM feed")
            assert row is not None
            self._database.execute("UPDATE feed SET epoch = epoch + 1")
        return int(row[0])

    def changes(self, since: int, until: int) -> FactChanges:
        """Return what changed in the epochs after `since`, up to and with `until`."""
        changed: dict[int, tuple[int, ...]] = {}
        gone: dict[int, list[list[object]]] = {}
        for kind in (0, 1):
            found = self._database.all(
                "SELECT fact FROM feed_changed WHERE kind = ? AND epoch > ? AND epoch <= ? ORDER BY fact",
                (kind, since, until),
            )
            changed[kind] = tuple(fact for (fact,) in found)
            listed = self._database.all(
                "SELECT natural FROM feed_gone WHERE kind = ? AND epoch > ? AND epoch <= ? ORDER BY natural",
                (kind, since, until),
            )
            gone[kind] = [json.loads(natural) for (natural,) in listed]
        return FactChanges(
            changed[0],
            changed[1],
            tuple(str(key[0]) for key in gone[0]),
            tuple(_edge_key(key) for key in gone[1]),
        )


def _edge_key(found: list[object]) -> EdgeKey:
    source, relation, target, ordinal = found
    assert isinstance(ordinal, int)
    return str(source), str(relation), str(target), ordinal
