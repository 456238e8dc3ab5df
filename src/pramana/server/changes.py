"""What all routes that write share: each write is allowed, done once for its key, and audited."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Annotated, Any

from fastapi import Header, Request, Response

from pramana.errors import PramanaError
from pramana.server.desk import Desk, ServedWorkspace
from pramana.server.guard import Refusal
from pramana.server.idempotency import Written
from pramana.server.problems import error_name
from pramana.server.reading import json_response

Key = Annotated[
    str | None, Header(alias="Idempotency-Key", max_length=200, description="Sent again, a write is not done again.")
]


def writable(desk: Desk, name: str) -> ServedWorkspace:
    """Return a workspace that may be written to. Raises Refusal."""
    if not desk.settings.allow_writes:
        raise Refusal(403, "Writing is off. Start the server with --allow-writes.")
    return desk.workspace(name)


class Change:
    """One write: done once for its idempotency key, and entered into the audit log, whether it succeeds or not."""

    def __init__(self, served: ServedWorkspace, request: Request, key: str | None = None) -> None:
        self._served, self._request, self._key = served, request, key

    async def make(self, what: str, about: dict[str, Any], write: Callable[[], Awaitable[Written]]) -> Response:
        """Write and answer. Raises what `write` raises."""

        async def write_and_note() -> Written:
            try:
                answer = await write()
            except PramanaError as error:
                self._note(what, about, error_name(error))
                raise
            if answer[0] == 202:  # its end is noted, too
                self._note(what, {**about, "job": answer[1]["id"]}, "begun")
            else:
                self._note(what, about, "done")
            return answer

        asked = {"what": what, "path": self._request.url.path, "body": await self._body_hash(), **about}
        status, body = await self._served.answers.once(self._key, asked, write_and_note)
        return Response(None, status) if body is None else json_response(body, status)

    async def _body_hash(self) -> str:
        """Return the hash of a body of JSON, "" for others: of a form `about` has what was sent, with the hashes of
        files. What the audit log leaves out of `about` makes another request all the same."""
        if not self._request.headers.get("content-type", "").startswith("application/json"):
            return ""
        return sha256(await self._request.body()).hexdigest()

    def _note(self, what: str, about: dict[str, Any], outcome: str) -> None:
        self._served.audit.write(self._request.state.note, what, about, outcome)
