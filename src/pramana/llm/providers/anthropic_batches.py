"""Anthropic's message batches: up to 24 hours, half the price."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import anyio

from pramana.errors import ServerFailed
from pramana.llm.providers.anthropic import AnthropicMessages, connect, form_of
from pramana.llm.providers.base import Ask, RawResponse, Renegotiated
from pramana.llm.providers.batches import BatchAnswer, BatchRequest, JobState
from pramana.llm.providers.openai import key_header
from pramana.llm.providers.openai_errors import within_border
from pramana.llm.settings import ModelSettings

T = TypeVar("T")

_STATUS = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "overloaded_error": 529,
}
"""The HTTP status of each kind of error (docs.claude.com/en/api/errors): results of batches name the kind alone."""


class AnthropicBatches:
    """The batch API of the server of one model. Use it in one event loop."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._messages = AnthropicMessages(settings)
        self._client: Any = None

    def request(self, ask: Ask) -> BatchRequest:
        terms = replace(self._messages.terms)
        return BatchRequest(self._messages.body(ask, terms), (terms, form_of(ask.schema, terms)), ask.sample)

    async def submit(self, job: str, requests: Sequence[BatchRequest]) -> str:
        listed: Any = [{"custom_id": request.name, "params": request.body} for request in requests]

        async def send(client: Any, headers: Any) -> str:
            return str((await client.messages.batches.create(requests=listed, extra_headers=headers)).id)

        return await self._within(send)

    async def find(self, job: str) -> str | None:
        """Return None: these batches carry no name of ours. One sent as the process died is paid and not found."""
        return None

    async def state(self, server_id: str) -> JobState:
        async def look(client: Any, headers: Any) -> JobState:
            batch = await client.messages.batches.retrieve(server_id, extra_headers=headers)
            counts = batch.request_counts
            done = counts.succeeded + counts.errored + counts.canceled + counts.expired
            return JobState("ended" if batch.processing_status == "ended" else "running", done)

        return await self._within(look)

    async def answers(self, server_id: str) -> Sequence[BatchAnswer]:
        import httpx2

        async def fetch(client: Any, headers: Any) -> list[BatchAnswer]:
            # The SDK's own method asks for the batch first, without the headers that are given to it.
            path = f"/v1/messages/batches/{server_id}/results"
            response = await client.get(path, cast_to=httpx2.Response, options={"headers": headers})
            return [_answer(line) for line in response.text.splitlines() if line.strip()]

        return await self._within(fetch)

    def read(self, request: BatchRequest, answer: BatchAnswer) -> RawResponse | Renegotiated:
        return self._messages.read_answer(answer.status, answer.body, *request.terms)

    async def aclose(self) -> None:
        await self._messages.aclose()
        if self._client is not None:
            await self._client.close()

    async def _within(self, work: Callable[[Any, Any], Awaitable[T]]) -> T:
        async def exchange(key: str) -> T:
            self._client = self._client or connect(self._settings)
            with anyio.fail_after(self._settings.timeout_s):
                return await work(self._client, key_header(self._client, key))

        return await within_border(self._settings, exchange, sdk="anthropic")


def _answer(line: str) -> BatchAnswer:
    """Read one result. Raises ServerFailed where it is none."""
    try:
        entry = json.loads(line)
        name, result = str(entry["custom_id"]), entry["result"]
        if result["type"] == "succeeded":
            return BatchAnswer(name, 200, json.dumps(result["message"]))
        if result["type"] == "errored":
            error = result["error"]
            kind = (error.get("error") or error).get("type")
            return BatchAnswer(name, _STATUS.get(kind, 500), json.dumps(error))
        return BatchAnswer(name, 0, "")  # canceled or expired before it was processed
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ServerFailed(f"A result of the batch cannot be read ({type(error).__name__}).") from None


__all__ = ["AnthropicBatches"]
