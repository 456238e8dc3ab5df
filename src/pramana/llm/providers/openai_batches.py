"""OpenAI's batch API: a file of chat completions, answered within 24 hours for half the price."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from pramana.errors import ServerFailed
from pramana.llm.bounds import RESULTS_BYTES, STATE_BYTES
from pramana.llm.providers.base import Ask, RawResponse, Renegotiated
from pramana.llm.providers.batches import BatchAnswer, BatchRequest, JobState
from pramana.llm.providers.openai import OpenAIChat
from pramana.llm.settings import ModelSettings

ENDPOINT = "/v1/chat/completions"
_FAILED = ("failed", "cancelled")
_ENDED = ("completed", "expired")


class OpenAIBatches:
    """The batch API of the server of one model. Use it in one event loop."""

    def __init__(self, settings: ModelSettings) -> None:
        self._chat = OpenAIChat(settings)
        self._server = self._chat.server

    def request(self, ask: Ask) -> BatchRequest:
        terms = replace(self._chat.terms)
        return BatchRequest(self._chat.body(ask, terms), terms, ask.sample)

    async def submit(self, job: str, requests: Sequence[BatchRequest]) -> str:
        lines = ({"custom_id": each.name, "method": "POST", "url": ENDPOINT, "body": each.body} for each in requests)
        content = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()
        form, kind = _upload_form(job, content)
        file = (await self._server.upload("/files", form, kind, STATE_BYTES)).object()
        asked = {
            "input_file_id": file.get("id"),
            "endpoint": ENDPOINT,
            "completion_window": "24h",
            "metadata": {"pramana_job": job},
        }
        return str((await self._server.post("/batches", asked, STATE_BYTES)).object("id")["id"])

    async def find(self, job: str) -> str | None:
        """Look through the account's newest batches: a job that was sent moments before a process died is there."""
        page = (await self._server.get("/batches?limit=100", STATE_BYTES)).object()
        for batch in _mappings(page.get("data")):
            named = batch.get("metadata")
            is_open = batch.get("status") not in (*_FAILED, "expired")
            if isinstance(named, dict) and named.get("pramana_job") == job and is_open:
                return str(batch.get("id"))
        return None

    async def state(self, server_id: str) -> JobState:
        batch = await self._batch(server_id)
        status, counts = batch.get("status"), batch.get("request_counts")
        done = sum(_count(counts, name) for name in ("completed", "failed"))
        if status == "cancelled" and any(_files(batch)):
            return JobState("ended", done)
        if status in _FAILED:
            return JobState("failed", done, _reason(batch) or str(status))
        return JobState("ended" if status in _ENDED else "running", done)

    async def answers(self, server_id: str) -> Sequence[BatchAnswer]:
        found: list[BatchAnswer] = []
        for file in _files(await self._batch(server_id)):
            answer = await self._server.get(f"/files/{quote(file, safe='')}/content", RESULTS_BYTES)
            found += map(_answer, answer.lines())
        return found

    def read(self, request: BatchRequest, answer: BatchAnswer) -> RawResponse | Renegotiated:
        return self._chat.read_answer(self._server.answer_of(answer.status, answer.body), request.terms)

    async def aclose(self) -> None:
        await self._chat.aclose()

    async def _batch(self, server_id: str) -> Mapping[str, Any]:
        return (await self._server.get(f"/batches/{quote(server_id, safe='')}", STATE_BYTES)).object()


def _upload_form(job: str, content: bytes) -> tuple[bytes, str]:
    """Return a job's file as a form, and the form's content type. A hash separates its parts: no request holds it."""
    mark = f"pramana-{job}"
    disposition = "Content-Disposition: form-data; name="
    purpose = f'--{mark}\r\n{disposition}"purpose"\r\n\r\nbatch\r\n'
    file = f'--{mark}\r\n{disposition}"file"; filename="{mark}.jsonl"\r\nContent-Type: application/jsonl\r\n\r\n'
    return (
        purpose.encode() + file.encode() + content + f"\r\n--{mark}--\r\n".encode(),
        f"multipart/form-data; boundary={mark}",
    )


def _files(batch: Mapping[str, Any]) -> list[str]:
    """Return the names of a job's result files."""
    return [str(batch[name]) for name in ("output_file_id", "error_file_id") if batch.get(name)]


def _reason(batch: Mapping[str, Any]) -> str:
    """Return the first errors that the server names for a job, empty where it names none."""
    errors = batch.get("errors")
    listed = _mappings(errors.get("data") if isinstance(errors, dict) else None)
    return "; ".join(str(error.get("message") or error.get("code") or "") for error in listed[:3])


def _mappings(value: Any) -> list[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _count(counts: Any, name: str) -> int:
    count = counts.get(name) if isinstance(counts, dict) else None
    return count if type(count) is int else 0


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
