"""The stored responses: every one that a model gave, usable or not, under its request and a revision."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pramana.canonical import canonical, digest_bytes
from pramana.llm.flaws import body_flaws, call_flaws, sum_flaws
from pramana.llm.request import Request
from pramana.llm.usage import Usage
from pramana.llm.vector_store import EMBEDDING_TABLE
from pramana.store import Database, Flaw, Schema, seal_column

RESPONSE_SCHEMA = Schema(
    "llm",
    """
    CREATE TABLE response (
        request TEXT NOT NULL, revision INTEGER NOT NULL,
        body TEXT NOT NULL, digest TEXT NOT NULL, status TEXT NOT NULL,
        prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL, money INTEGER,
        negotiated TEXT NOT NULL, ptool TEXT NOT NULL, model TEXT NOT NULL, parts TEXT NOT NULL,
        cached_tokens INTEGER NOT NULL DEFAULT 0, cache_write_tokens INTEGER NOT NULL DEFAULT 0,
    """
    + seal_column(
        *("request", "revision", "digest", "status", "prompt_tokens", "completion_tokens", "money"),
        *("negotiated", "ptool", "model", "parts", "cached_tokens", "cache_write_tokens"),
    )
    + """,
        PRIMARY KEY (request, revision)
    );
    """
    + EMBEDDING_TABLE
    + """
    CREATE TABLE spent (
        model TEXT NOT NULL, ptool TEXT NOT NULL, answers INTEGER NOT NULL,
        prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL, money INTEGER NOT NULL,
        unpriced INTEGER NOT NULL, cached_tokens INTEGER NOT NULL, PRIMARY KEY (model, ptool)
    ) WITHOUT ROWID;
    CREATE TRIGGER response_added AFTER INSERT ON response BEGIN
        INSERT INTO spent VALUES (
            NEW.model, NEW.ptool, 1, NEW.prompt_tokens, NEW.completion_tokens, coalesce(NEW.money, 0),
            NEW.money IS NULL, NEW.cached_tokens
        ) ON CONFLICT DO UPDATE SET
            answers = answers + 1, prompt_tokens = prompt_tokens + excluded.prompt_tokens,
            completion_tokens = completion_tokens + excluded.completion_tokens,
            money = money + excluded.money, unpriced = unpriced + excluded.unpriced,
            cached_tokens = cached_tokens + excluded.cached_tokens;
    END;
    CREATE TRIGGER response_deleted AFTER DELETE ON response BEGIN
        UPDATE spent SET
            answers = answers - 1, prompt_tokens = prompt_tokens - OLD.prompt_tokens,
            completion_tokens = completion_tokens - OLD.completion_tokens,
            money = money - coalesce(OLD.money, 0), unpriced = unpriced - (OLD.money IS NULL),
            cached_tokens = cached_tokens - OLD.cached_tokens
        WHERE model = OLD.model AND ptool = OLD.ptool;
        DELETE FROM spent WHERE answers = 0;
    END;
    """,
)


COMPUTED = 0
"""The revision of an answer that is computed again wherever it is needed: the step that used it holds its hash."""


@dataclass(frozen=True, slots=True)
class Stored:
    """One stored response. `digest` is the hash of the body now, `written` its hash when it was stored.

    `status` is `stop` for a complete answer, else the reason why it is not: `length`, `refusal`, `content_filter`,
    `abstained`. Revisions count from 1; COMPUTED is that of an answer of the embedded model, which is not stored.
    `notes` are remarks of the provider about the call.
    """

    request: str
    revision: int
    body: str
    digest: str
    written: str
    status: str
    usage: Usage
    notes: tuple[str, ...] = ()


class Responses:
    """The table of responses. Each is committed in a separate transaction before it is parsed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self, request: Request, key: str, body: str, status: str, usage: Usage, negotiated: Mapping[str, Any]
    ) -> Stored:
        """Store a new revision and return it. The body is UTF-8 text.

        Where the database can be read alone it is not stored: ask `refuse_paying` before a call that costs something.
        """
        written = digest_bytes(body.encode())
        if self._database.read_only:
            return Stored(key, 1, body, written, written, status, usage)
        with self._database.transaction():
            newest = self._database.one("SELECT max(revision) FROM response WHERE request = ?", (key,))
            revision = (newest[0] if newest and newest[0] else 0) + 1
            cost = (usage.prompt_tokens, usage.completion_tokens, usage.money)
            origin = (canonical(dict(negotiated)), request.ptool, request.model, canonical(request.parts()))
            cache = (usage.cached_tokens, usage.cache_write_tokens)
            row = (key, revision, body, written, status, *cost, *origin, *cache)
            self._database.execute(f"INSERT INTO response VALUES ({', '.join('?' * len(row))})", row)
        return Stored(key, revision, body, written, written, status, usage, _notes(origin[0]))

    def refuse_paying(self, model: str) -> None:
        """Raise WorkspaceReadOnly, before a model is asked, where its answer could not be stored."""
        self._database.refuse_writing(f"{model} was not asked: its answer could not be stored.")

    def newest(self, key: str) -> Stored | None:
        """Return the newest response to a request, None where there is none."""
        return self._find_one(f"{_SELECT} ORDER BY revision DESC LIMIT 1", (key,))

    def get(self, key: str, revision: int) -> Stored | None:
        return self._find_one(f"{_SELECT} AND revision = ?", (key, revision))

    def parts(self, key: str) -> dict[str, Any] | None:
        """Return what a stored request's key was made of, None where no response to it is stored."""
        row = self._database.one("SELECT parts FROM response WHERE request = ? LIMIT 1", (key,))
        return None if row is None else json.loads(row[0])

    def keep_only(self, keys: Iterable[str]) -> None:
        """Delete every response but those to these requests."""
        with self._database.transaction():
            self._database.execute("CREATE TEMP TABLE kept (request TEXT PRIMARY KEY) WITHOUT ROWID")
            self._database.executemany("INSERT OR IGNORE INTO kept VALUES (?)", ((key,) for key in keys))
            self._database.execute("DELETE FROM response WHERE request NOT IN (SELECT request FROM kept)")
            self._database.execute("DROP TABLE kept")

    def mean_completion(self, ptool: str, model: str) -> float | None:
        """Return the mean length of the model's stored answers to `ptool` in tokens, None where there are none."""
        sql = "SELECT completion_tokens, answers FROM spent WHERE ptool = ? AND model = ?"
        row = self._database.one(sql, (ptool, model))
        return None if row is None else row[0] / row[1]

    def spending_by_model(self) -> list[dict[str, Any]]:
        """Return what all stored answers cost, by model: `calls`, tokens, `money` (None where a price is unknown)."""
        sql = (
            "SELECT model, sum(answers), sum(prompt_tokens), sum(completion_tokens), sum(money), sum(unpriced), "
            "sum(cached_tokens) FROM spent GROUP BY model ORDER BY model"
        )
        names = ("model", "calls", "prompt_tokens", "completion_tokens", "money", "unpriced", "cached_tokens")
        rows = [dict(zip(names, row, strict=True)) for row in self._database.all(sql)]
        return [row | {"money": None if row["unpriced"] else row["money"]} for row in rows]

    def flaws(self) -> Iterator[Flaw]:
        """Yield what is not as it was stored: bodies of responses and vectors, sums, calls whose response is lost."""
        yield from body_flaws(self._database)
        yield from sum_flaws(self._database)
        yield from call_flaws(self._database)

    def _find_one(self, sql: str, parameters: tuple[Any, ...]) -> Stored | None:
        row = self._database.one(sql, parameters)
        if row is None:
            return None
        request, revision, body, written, status, *counts, negotiated = row
        now = digest_bytes(body.encode())
        usage = Usage(*counts)
        return Stored(request, revision, body, now, written, status, usage, _notes(negotiated))


def _notes(negotiated: str) -> tuple[str, ...]:
    """Return the notes in what was negotiated, as JSON. Almost never are there any."""
    return tuple(json.loads(negotiated).get("notes", ())) if '"notes"' in negotiated else ()


_SELECT = """SELECT request, revision, body, digest, status, prompt_tokens, completion_tokens, money, cached_tokens,
             cache_write_tokens, negotiated FROM response WHERE request = ?"""
