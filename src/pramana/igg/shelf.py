"""The runs and sessions of a workspace: payloads, logs, and when sessions expire."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from pramana.canonical import canonical, digest
from pramana.errors import InputError, UnknownName, WorkspaceLocked
from pramana.igg.context import RunContext
from pramana.igg.payload import Payload, read_payload
from pramana.igg.sources import ContextDocument
from pramana.store import Database

WAIT_SECONDS = 30.0
"""How long a call of a session waits for another call of the same session. Chosen by hand."""

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
"""A session id that is used as a file name without change."""


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A stored run. `kind` is `loop` or `session`; `ended` is how it ended, "" while it is open.

    `expires` is in seconds since 1970, None for a run that does not expire. `lifetime` is how long a session lives
    after each use.
    """

    session: str
    run: int
    kind: str
    payload: Payload
    context: RunContext
    lifetime: float | None
    expires: float | None
    ended: str


class GrowthShelf:
    """The runs of one workspace. `folder` holds their logs, one file each."""

    def __init__(self, database: Database, folder: Path) -> None:
        self._database = database
        self.folder = folder

    def log(self, session: str) -> Path:
        """Return the log file of a session. Ids that are not plain file names get a hash to make them unique."""
        plain = (
            session
            if _PLAIN.fullmatch(session)
            else f"{re.sub(r'[^A-Za-z0-9_-]+', '-', session)[:40]}-{digest(session)[:8]}"
        )
        return self.folder / f"{plain.lstrip('-')}.jsonl"

    def keep(
        self, kind: str, payload: Payload, context: RunContext, run: int, lifetime: float | None, now: float
    ) -> StoredRun:
        """Store the payload of a new run. Raises InputError if its session_id is taken."""
        if self.find(payload.session_id) is not None:
            raise InputError(f"The session {payload.session_id!r} already exists; choose another session_id.")
        documents = [[document.id, list(document.lines)] for document in context.documents.values()]
        expires = None if lifetime is None else now + lifetime
        row = (
            payload.session_id,
            run,
            kind,
            canonical(payload.model_dump(mode="json", by_alias=True)),
            canonical(documents),
            lifetime,
            expires,
        )
        with self._database.transaction():
            self._database.execute(f"INSERT INTO igg_run VALUES ({', '.join('?' * len(row))}, '')", row)
        return StoredRun(payload.session_id, run, kind, payload, context, lifetime, expires, "")

    def get(self, session: str) -> StoredRun:
        """Return a session. Raises UnknownName, with similar ids."""
        found = self.find(session)
        if found is None:
            raise UnknownName(
                "session", session, [name for (name,) in self._database.all("SELECT session FROM igg_run")]
            )
        return found

    def again(self, kept: StoredRun) -> StoredRun:
        """Return the current record of a run: when it expires and how it ended may have changed."""
        rows = self._database.all("SELECT expires, ended FROM igg_run WHERE session = ?", (kept.session,))
        return replace(kept, expires=rows[0][0], ended=rows[0][1]) if rows else self.get(kept.session)

    def find(self, session: str) -> StoredRun | None:
        rows = self._rows("WHERE session = ?", (session,))
        return rows[0] if rows else None

    def of_run(self, run: int) -> StoredRun:
        """Return the record of a run of the ledger. Raises InputError if it is not stored."""
        rows = self._rows("WHERE run = ?", (run,))
        if not rows:
            raise InputError(f"The payload of run {run} was deleted.")
        return rows[0]

    def all(self) -> list[StoredRun]:
        """Return all runs, in the order in which they began."""
        return self._rows("ORDER BY run, session", ())

    def touch(self, kept: StoredRun, now: float) -> None:
        """Record the use of a session: its lifetime starts again."""
        if kept.lifetime is not None:
            with self._database.transaction():
                self._database.execute(
                    "UPDATE igg_run SET expires = ? WHERE session = ?", (now + kept.lifetime, kept.session)
                )

    def pause(self, session: str) -> None:
        """Let a session wait: it does not expire until it is used again."""
        with self._database.transaction():
            self._database.execute("UPDATE igg_run SET expires = NULL WHERE session = ?", (session,))

    def end(self, session: str, how: str) -> None:
        """Record the end of a run."""
        with self._database.transaction():
            self._database.execute("UPDATE igg_run SET ended = ? WHERE session = ?", (how, session))

    @contextmanager
    def alone(self, session: str) -> Iterator[None]:
        """Lock a session for one call. Raises WorkspaceLocked if another process keeps the lock.

        The lock is the operating system's: it is released when the process ends, in any way.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        lock = self.log(session).with_suffix(".lock")
        with closing(sqlite3.connect(lock, timeout=WAIT_SECONDS, isolation_level=None)) as held:
            try:
                held.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError:
                raise WorkspaceLocked(f"Another process is using the session {session!r}. Try again.") from None
            yield

    def _rows(self, clause: str, parameters: tuple[object, ...]) -> list[StoredRun]:
        columns = "session, run, kind, payload, context, lifetime, expires, ended"
        rows = self._database.all(f"SELECT {columns} FROM igg_run {clause}", parameters)
        return [
            StoredRun(s, run, kind, read_payload(json.loads(payload)), _context(context), lifetime, expires, ended)
            for s, run, kind, payload, context, lifetime, expires, ended in rows
        ]


def _context(body: str) -> RunContext:
    return RunContext(tuple(ContextDocument(name, tuple(lines)) for name, lines in json.loads(body)))
