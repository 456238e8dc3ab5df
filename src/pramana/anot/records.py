"""The package's tables: readings of items by what decides them, and the results of runs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pramana.store import Database, Schema, seal_column

ANOT_SCHEMA = Schema(
    "anot",
    f"""
    CREATE TABLE anot_extraction (key TEXT PRIMARY KEY, body TEXT NOT NULL, {seal_column("key", "body")}) WITHOUT ROWID;
    CREATE TABLE anot_result (
        run INTEGER NOT NULL REFERENCES run, position INTEGER NOT NULL, entity TEXT NOT NULL,
        status TEXT NOT NULL, body TEXT NOT NULL, {seal_column("run", "position", "entity", "status", "body")},
        PRIMARY KEY (run, position)
    ) WITHOUT ROWID;
    CREATE INDEX anot_result_of ON anot_result (run, entity);
    """,
)


class Extractions:
    """Readings, each under the hash of all that decides it: the item, the seed's fields and prompt, the model."""

    def __init__(self, database: Database) -> None:
        database.add(ANOT_SCHEMA)
        self.database = database

    def get(self, keys: Sequence[str]) -> dict[str, Mapping[str, Any]]:
        """Return those that are there, by key."""
        rows = self.database.all_in("SELECT key, body FROM anot_extraction WHERE key IN ({})", keys)
        return {key: json.loads(body) for key, body in rows}

    def put(self, readings: Mapping[str, Mapping[str, Any]]) -> None:
        """Keep readings; one under the same key is replaced."""
        rows = [(key, _text(body)) for key, body in readings.items()]
        self.database.executemany("INSERT OR REPLACE INTO anot_extraction VALUES (?, ?)", rows)


class Results:
    """The results of one run, by position in its data."""

    def __init__(self, database: Database, run: int) -> None:
        database.add(ANOT_SCHEMA)
        self._database = database
        self.run = run

    def put(self, rows: Sequence[tuple[int, str, str, Mapping[str, Any]]]) -> None:
        """Keep results: position, entity, status, body."""
        self._database.executemany(
            "INSERT OR REPLACE INTO anot_result VALUES (?, ?, ?, ?, ?)",
            [(self.run, position, entity, status, _text(body)) for position, entity, status, body in rows],
        )

    def next_position(self) -> int:
        """Return the position of the first entity without a result: results come in order, without gaps."""
        row = self._database.one("SELECT max(position) FROM anot_result WHERE run = ?", (self.run,))
        return 0 if row is None or row[0] is None else row[0] + 1

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for (body,) in self._database.execute(
            "SELECT body FROM anot_result WHERE run = ? ORDER BY position", (self.run,)
        ):
            yield json.loads(body)

    def texts(self) -> Iterator[str]:
        """Yield the bodies as they are kept: one JSON object each, on one line."""
        sql = "SELECT body FROM anot_result WHERE run = ? ORDER BY position"
        yield from (body for (body,) in self._database.execute(sql, (self.run,)))

    def of(self, entity: str) -> dict[str, Any] | None:
        """Return the result of one entity, None where it has none."""
        sql = "SELECT body FROM anot_result WHERE run = ? AND entity = ? ORDER BY position LIMIT 1"
        row = self._database.one(sql, (self.run, entity))
        return None if row is None else json.loads(row[0])

    def at(self, position: int) -> dict[str, Any]:
        """Return the result at a position in the data. Raises IndexError where there is none."""
        sql = "SELECT body FROM anot_result WHERE run = ? AND position = ?"
        row = self._database.one(sql, (self.run, position))
        if row is None:
            raise IndexError(position)
        found: dict[str, Any] = json.loads(row[0])
        return found

    def part(self, after: int, limit: int) -> list[dict[str, Any]]:
        """Return at most `limit` results behind the first `after`, in the order of the data."""
        sql = "SELECT body FROM anot_result WHERE run = ? AND position >= ? ORDER BY position LIMIT ?"
        return [json.loads(body) for (body,) in self._database.all(sql, (self.run, after, limit))]

    def statuses(self) -> dict[str, int]:
        """Return how many entities have each status."""
        sql = "SELECT status, count(*) FROM anot_result WHERE run = ? GROUP BY status ORDER BY status"
        return dict(self._database.all(sql, (self.run,)))

    def entities(self, limit: int) -> list[str]:
        """Return the first entities' ids."""
        sql = "SELECT entity FROM anot_result WHERE run = ? ORDER BY position LIMIT ?"
        return [row[0] for row in self._database.all(sql, (self.run, limit))]


def _text(body: Mapping[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
