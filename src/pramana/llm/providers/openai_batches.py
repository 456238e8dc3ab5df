"""OpenAI's batch API: a file of chat completions, answered within 24 hours for half the price."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import anyio

from pramana.errors import ServerFailed
from pramana.llm.providers.base import Ask, RawResponse, Renegotiated
from pramana.llm.providers.batches import BatchAnswer, BatchRequest, JobState
from pramana.llm.providers.openai import OpenAIChat, connect, key_header
from pramana.llm.providers.openai_errors import within_border
from pramana.llm.settings import ModelSettings

T = TypeVar("T")

ENDPOINT = "/v1/chat/completions"
_FAILED = ("failed", "cancelled")
_ENDED = ("completed", "expired")


class OpenAIBatches:
    """The batch API of the server of one model. Use it in one event loop."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._chat = OpenAIChat(settings)
        self._client: Any = None

    def request(self, ask: Ask) -> BatchRequest:
        terms = replace(self._chat.terms)
        return BatchRequest(self._chat.body(ask, terms), terms, ask.sample)

    async def submit(self, job: str, requests: Sequence[BatchRequest]) -> str:
        lines = ({"custom_id": each.name, "method": "POST", "url": ENDPOINT, "body": each.body} for each in requests)
        content = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()

        async def send(client: Any, headers: Any) -> str:
            named = (f"pramana-{job}.jsonl", content)
            file = await client.files.create(file=named, purpose="batch", extra_headers=headers)
            batch = await client.batches.create(
                input_file_id=file.id,
                endpoint=ENDPOINT,
                completion_window="24h",
                metadata={"pramana_job": job},
                extra_headers=headers,
            )
            return str(batch.id)

        return await self._within(send)

    async def find(self, job: str) -> str | None:
        """Look through the account's newest batches: a job that was sent moments before a process died is there."""

        async def look(client: Any, headers: Any) -> str | None:
            page = await client.batches.list(limit=100, extra_headers=headers)
            for batch in page.data:
                if (batch.metadata or {}).get("pramana_job") == job and batch.status not in (*_FAILED, "expired"):
                    return str(batch.id)
            return None

        return await self._within(look)

    async def state(self, server_id: str) -> JobState:
        async def look(client: Any, headers: Any) -> JobState:
            batch = await client.batches.retrieve(server_id, extra_headers=headers)
            counts = batch.request_counts
            done = (counts.completed + counts.failed) if counts else 0
            if batch.status == "cancelled" and (batch.output_file_id or batch.error_file_id):
                return JobState("ended", done)
            if batch.status in _FAILED:
                told = (
                    [error.message or error.code or "" for error in (batch.errors.data or ())] if batch.errors else []
                )
                return JobState("failed", done, "; ".join(told[:3]) or batch.status)
            return JobState("ended" if batch.status in _ENDED else "running", done)

        return await self._within(look)

    async def answers(self, server_id: str) -> Sequence[BatchAnswer]:
        async def fetch(client: Any, headers: Any) -> list[BatchAnswer]:
            batch = await client.batches.retrieve(server_id, extra_headers=headers)
            found: list[BatchAnswer] = []
            for file in (batch.output_file_id, batch.error_file_id):
                if file:
                    content = await client.files.content(file, extra_headers=headers)
                    found += [_answer(line) for line in content.text.splitlines() if line.strip()]
            return found

        return await self._within(fetch)

    def read(self, request: BatchRequest, answer: BatchAnswer) -> RawResponse | Renegotiated:
        return self._chat.read_answer(answer.status, answer.body, request.terms)

    async def aclose(self) -> None:
        await self._chat.aclose()
        if self._client is not None:
            await self._client.close()

    async def _within(self, work: Callable[[Any, Any], Awaitable[T]]) -> T:
        async def exchange(key: str) -> T:
            self._client = self._client or connect(self._settings)
            with anyio.fail_after(self._settings.timeout_s):
                return await work(self._client, key_header(self._client, key))

        return await within_border(self._settings, exchange)


def _reason(batch: Any) -> str:
    """Return the first errors that the server names for a job, empty where it names none."""
    errors = (batch.errors.data or ()) if batch.errors else ()
    return "; ".join(error.message or error.code or "" for error in errors[:3])


def _answer(line: str) -> BatchAnswer:
    """Read one line of a result file. Raises ServerFailed where it is none."""
    try:
        entry = json.loads(line)
        name, response = str(entry["custom_id"]), entry.get("response")
        if not isinstance(response, dict):
            return BatchAnswer(name, 0, "")  # expired, or cancelled, before it was processed
        return BatchAnswer(name, int(response["status_code"]), json.dumps(response.get("body")))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ServerFailed(f"A line of the batch's results cannot be read ({type(error).__name__}).") from None


__all__ = ["OpenAIBatches"]
