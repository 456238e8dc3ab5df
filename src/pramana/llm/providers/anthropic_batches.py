"""Anthropic's message batches: up to 24 hours, half the price."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import quote

from pramana.errors import ServerFailed
from pramana.llm.bounds import RESULTS_BYTES, STATE_BYTES
from pramana.llm.providers.anthropic import AnthropicMessages, form_of
from pramana.llm.providers.base import Ask, RawResponse, Renegotiated
from pramana.llm.providers.batches import BatchAnswer, BatchRequest, JobState
from pramana.llm.settings import ModelSettings

PATH = "/v1/messages/batches"
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
        self._messages = AnthropicMessages(settings)
        self._server = self._messages.server

    def request(self, ask: Ask) -> BatchRequest:
        terms = replace(self._messages.terms)
        return BatchRequest(self._messages.body(ask, terms), (terms, form_of(ask.schema, terms)), ask.sample)

    async def submit(self, job: str, requests: Sequence[BatchRequest]) -> str:
        listed = [{"custom_id": request.name, "params": request.body} for request in requests]
        return str((await self._server.post(PATH, {"requests": listed}, STATE_BYTES)).object("id")["id"])

    async def find(self, job: str) -> str | None:
        """Return None: these batches carry no name of ours. One sent as the process died is paid and not found."""
        return None

    async def state(self, server_id: str) -> JobState:
        batch = (await self._server.get(f"{PATH}/{quote(server_id, safe='')}", STATE_BYTES)).object()
        counts = batch.get("request_counts")
        listed = [counts.get(name) for name in _DONE] if isinstance(counts, dict) else []
        done = sum(count for count in listed if type(count) is int)
        return JobState("ended" if batch.get("processing_status") == "ended" else "running", done)

    async def answers(self, server_id: str) -> Sequence[BatchAnswer]:
        results = await self._server.get(f"{PATH}/{quote(server_id, safe='')}/results", RESULTS_BYTES)
        return [_answer(line) for line in results.lines()]

    def read(self, request: BatchRequest, answer: BatchAnswer) -> RawResponse | Renegotiated:
        return self._messages.read_answer(self._server.answer_of(answer.status, answer.body), *request.terms)

    async def aclose(self) -> None:
        await self._messages.aclose()


_DONE = ("succeeded", "errored", "canceled", "expired")
"""The counts of requests that are done, one way or another."""


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
