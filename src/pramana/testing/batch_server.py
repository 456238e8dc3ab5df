"""Real HTTP servers with batch APIs, OpenAI's and Anthropic's, for tests: jobs are done after a stated time.

In a test: `with BatchModelServer(answer, job_s=0.2) as server: …`. Direct calls are answered, too.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from email.parser import BytesParser
from typing import Any

from pramana.testing.message_server import MessageServer
from pramana.testing.model_server import Answer, ModelServer, ServerReply, as_reply, failure_reply, write_reply


@dataclass(slots=True)
class ServedJob:
    """A job at the server. `results` are there when it has ended, by the requests' names; None: never processed."""

    id: str
    requests: list[tuple[str, dict[str, Any]]]
    metadata: Mapping[str, str] = field(default_factory=dict)
    results: dict[str, ServerReply | None] = field(default_factory=dict)
    ended: bool = False
    refused: str = ""
    """why the server refused the job as a whole"""


class _Jobs:
    """Runs jobs: each request is answered by the server's script when the job's time is over."""

    def __init__(self, job_s: float, expire: Sequence[int], refuse: str) -> None:
        self.listed: list[ServedJob] = []
        self._job_s = job_s
        self._expire = expire
        self._refuse = refuse
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, requests: list[tuple[str, dict[str, Any]]], metadata: Mapping[str, str], server: Any) -> ServedJob:
        job = ServedJob(f"batch_{len(self.listed) + 1}", requests, metadata, refused=self._refuse)
        self.listed.append(job)
        task = asyncio.get_running_loop().create_task(self._run(job, server))
        self._tasks.add(task)
        return job

    def get(self, job_id: str) -> ServedJob | None:
        return next((job for job in self.listed if job.id == job_id), None)

    async def _run(self, job: ServedJob, server: Any) -> None:
        await asyncio.sleep(self._job_s)
        for name, request in job.requests:
            server.requests.append(request)
            number = len(server.requests)
            job.results[name] = None if number in self._expire else as_reply(server.answer(request, number))
        job.ended = True


class BatchModelServer(ModelServer):
    """OpenAI's protocol with files and batches.

    `job_s`: how long a job takes. `expire`: the numbers of requests (1, 2, …) that a job leaves unprocessed. `refuse`:
    every job fails as a whole, with this reason.
    """

    def __init__(
        self, answer: Answer, *, job_s: float = 0.0, expire: Sequence[int] = (), refuse: str = "", **more: Any
    ) -> None:
        super().__init__(answer, **more)
        self.jobs = _Jobs(job_s, expire, refuse)
        self._files: dict[str, bytes] = {}

    async def _respond(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes, writer: asyncio.StreamWriter
    ) -> None:
        reply = self._batch_reply(method, path.partition("?")[0], headers, body)
        if reply is None:
            return await super()._respond(method, path, headers, body, writer)
        self.authorizations.append(headers.get("authorization"))
        return write_reply(writer, reply)

    def _batch_reply(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> ServerReply | None:
        parts = path.split("/v1/")[-1].split("/")
        if method == "POST" and parts == ["files"]:
            return _json({"id": self._keep(_uploaded_file(headers, body)), **_FILE})
        if method == "POST" and parts == ["batches"]:
            asked = json.loads(body)
            lines = [json.loads(line) for line in self._files[asked["input_file_id"]].decode().splitlines()]
            requests = [(line["custom_id"], line["body"]) for line in lines]
            return _json(self._job_status(self.jobs.begin(requests, asked.get("metadata") or {}, self)))
        if parts[0] == "batches" and len(parts) == 1:
            found = [self._job_status(job) for job in reversed(self.jobs.listed)]
            return _json({"object": "list", "data": found, "has_more": False})
        if parts[0] == "batches":
            job = self.jobs.get(parts[1])
            return failure_reply(404, "no such batch") if job is None else _json(self._job_status(job))
        if parts[0] == "files" and len(parts) == 3:
            return ServerReply(body=self._files[parts[1]], headers={"Content-Type": "application/octet-stream"})
        return None

    def _keep(self, content: bytes) -> str:
        name = f"file_{len(self._files) + 1}"
        self._files[name] = content
        return name

    def _job_status(self, job: ServedJob) -> dict[str, Any]:
        status = "in_progress" if not job.ended else "failed" if job.refused else "completed"
        answered = {name: reply for name, reply in job.results.items() if reply is not None}
        counts = {"total": len(job.requests), "completed": len(answered), "failed": 0}
        more: dict[str, Any] = {}
        if job.refused and job.ended:
            more["errors"] = {"object": "list", "data": [{"code": "refused", "message": job.refused}]}
        elif job.ended:
            good = [self._line(name, reply) for name, reply in job.results.items() if reply and reply.status == 200]
            bad = [self._line(name, reply) for name, reply in job.results.items() if not reply or reply.status != 200]
            more = {
                key: self._keep("".join(lines).encode())
                for key, lines in (("output_file_id", good), ("error_file_id", bad))
                if lines
            }
        return {**_BATCH, "id": job.id, "status": status, "metadata": job.metadata, "request_counts": counts, **more}

    def _line(self, name: str, reply: ServerReply | None) -> str:
        if reply is None:
            return json.dumps({"custom_id": name, "response": None, "error": {"code": "batch_expired"}}) + "\n"
        body = json.loads(self.body_of(reply, {"model": "test"}, 1))
        return json.dumps({"custom_id": name, "response": {"status_code": reply.status, "body": body}}) + "\n"


class BatchMessageServer(MessageServer):
    """Anthropic's protocol with message batches. The arguments are those of BatchModelServer."""

    def __init__(self, answer: Answer, *, job_s: float = 0.0, expire: Sequence[int] = (), **more: Any) -> None:
        super().__init__(answer, **more)
        self.jobs = _Jobs(job_s, expire, "")

    async def _respond(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes, writer: asyncio.StreamWriter
    ) -> None:
        parts = path.partition("?")[0].split("/v1/messages/")[-1].split("/")
        if parts[0] != "batches":
            return await super()._respond(method, path, headers, body, writer)
        self.authorizations.append(headers.get("authorization"))
        return write_reply(writer, self._batch_reply(method, parts, body))

    def _batch_reply(self, method: str, parts: Sequence[str], body: bytes) -> ServerReply:
        if method == "POST":
            requests = [(each["custom_id"], each["params"]) for each in json.loads(body)["requests"]]
            return _json(self._job_status(self.jobs.begin(requests, {}, self)))
        job = self.jobs.get(parts[1])
        if job is None:
            return failure_reply(404, "no such batch")
        if len(parts) == 2:
            return _json(self._job_status(job))
        lines = [json.dumps({"custom_id": name, "result": self._result(job, name)}) for name in job.results]
        return ServerReply(body="\n".join(lines).encode(), headers={"Content-Type": "application/x-jsonl"})

    def _job_status(self, job: ServedJob) -> dict[str, Any]:
        ended = len(job.results) if job.ended else 0
        counts = {
            "processing": len(job.requests) - ended,
            "succeeded": ended,
            "errored": 0,
            "canceled": 0,
            "expired": 0,
        }
        state = {"processing_status": "ended" if job.ended else "in_progress", "request_counts": counts}
        results = f"{self.root}/v1/messages/batches/{job.id}/results" if job.ended else None
        return {**_MESSAGE_BATCH, "id": job.id, **state, "results_url": results}

    def _result(self, job: ServedJob, name: str) -> dict[str, Any]:
        reply = job.results[name]
        if reply is None:
            return {"type": "expired"}
        if reply.status != 200:
            told = json.loads(reply.body or b"{}").get("error", {}).get("message", "")
            kind = "invalid_request_error" if reply.status == 400 else "api_error"
            return {"type": "errored", "error": {"type": "error", "error": {"type": kind, "message": told}}}
        request = dict(job.requests)[name]
        return {"type": "succeeded", "message": json.loads(self.body_of(reply, request, 1))}


_FILE = {"object": "file", "bytes": 1, "created_at": 0, "filename": "f", "purpose": "batch", "status": "processed"}
_BATCH = {
    "object": "batch",
    "endpoint": "/v1/chat/completions",
    "completion_window": "24h",
    "created_at": 0,
    "input_file_id": "file_1",
}
_MESSAGE_BATCH = {
    "type": "message_batch",
    "created_at": "2026-01-01T00:00:00Z",
    "expires_at": "2026-01-02T00:00:00Z",
}


def _json(value: Any) -> ServerReply:
    return ServerReply(body=json.dumps(value).encode())


def _uploaded_file(headers: Mapping[str, str], body: bytes) -> bytes:
    """Return the file in a multipart upload."""
    message = BytesParser().parsebytes(f"Content-Type: {headers['content-type']}\r\n\r\n".encode() + body)
    for part in message.walk():
        if part.get_filename():
            content = part.get_payload(decode=True)
            return content if isinstance(content, bytes) else b""
    return b""
