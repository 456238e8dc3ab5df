"""Idempotency keys: a write that is sent again with its key is answered again, and not done again."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from pramana.app import replacing
from pramana.canonical import digest
from pramana.errors import InputError, WorkspaceLocked
from pramana.untrusted import Malformed, parse_json, read_file

LONGEST = 200
KEPT_SECONDS = 7 * 24 * 3600.0
"""How long an answer is kept: a client that tries again does so within minutes, or after a weekend."""

Written = tuple[int, Any]
"""The status and the body of an answer."""


class WrittenAnswers:
    """The answers to writes of one workspace by their keys, in its folder `server/keys`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "server" / "keys"
        self._under_way: set[str] = set()

    async def once(self, key: str | None, request: Any, write: Callable[[], Awaitable[Written]]) -> Written:
        """Write, or return what the same request with this key was answered. `request` is what it asks, as JSON.

        Raises InputError where the key belongs to another request, WorkspaceLocked where the first is under way.
        """
        if key is None:
            return await write()
        if not 1 <= len(key) <= LONGEST or not key.isprintable():
            raise InputError(f"An idempotency key has 1 to {LONGEST} printable characters.")
        name, asked = digest(key), digest(request)
        if name in self._under_way:
            raise WorkspaceLocked("A request with this idempotency key is under way. Try again when it has ended.")
        kept = self._kept_answer(name)
        if kept is not None:
            if kept["request"] != asked:
                raise InputError("This idempotency key was used for another request. Use a new one.")
            return kept["status"], kept["body"]
        self._under_way.add(name)
        try:
            status, body = await write()
            self._keep(name, {"request": asked, "status": status, "body": body})
        finally:
            self._under_way.discard(name)
        return status, body

    def _kept_answer(self, name: str) -> dict[str, Any] | None:
        try:
            kept: dict[str, Any] = parse_json(read_file(self._folder / f"{name}.json"))
        except (InputError, Malformed):
            return None
        return kept

    def _keep(self, name: str, answer: dict[str, Any]) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        with replacing(self._folder / f"{name}.json") as file:
            json.dump(answer, file)
        for old in self._folder.glob("*.json"):
            if old.stat().st_mtime < time.time() - KEPT_SECONDS:
                old.unlink(missing_ok=True)
