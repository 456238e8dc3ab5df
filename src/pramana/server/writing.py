"""Routes that write: uploads as jobs, removal, decisions. Each write is checked, done once for its key, and audited."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from hashlib import sha256
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Header, Path, Request, Response, UploadFile
from fastapi.responses import StreamingResponse

from pramana.app import AsyncWorkspace
from pramana.canonical import canonical
from pramana.errors import InputError, PramanaError
from pramana.server.desk import Desk, ServedWorkspace
from pramana.server.guard import Refusal
from pramana.server.idempotency import Written
from pramana.server.items import JobItem, MadeDecisionItem, RemovedItem
from pramana.server.jobs import IngestJob
from pramana.server.reading import FAILURES, Name, json_response, needs
from pramana.server.shapes import DecisionBody, RemovalBody
from pramana.server.tokens import TokenScope

Key = Annotated[
    str | None, Header(alias="Idempotency-Key", max_length=200, description="Sent again, a write is not done again.")
]
JobId = Annotated[str, Path(pattern="^[0-9a-f]{16}$", description="The id of a job.")]
BEAT_SECONDS = 10.0
"""How often a stream without news sends a comment: proxies close connections that are silent for a minute."""


def writing_routes(desk: Desk) -> APIRouter:
    """Return the routes that write, and those about jobs."""
    router = APIRouter(responses=FAILURES)
    reading, writing = needs(TokenScope.READ), needs(TokenScope.WRITE)
    _add_jobs(router, desk, reading, writing)
    _add_job(router, desk, reading, writing)
    _add_changes(router, desk, writing)
    return router


def _writable(desk: Desk, name: str) -> ServedWorkspace:
    """Return a workspace that may be written to. Raises Refusal."""
    if not desk.settings.allow_writes:
        raise Refusal(403, "Writing is off. Start the server with --allow-writes.")
    return desk.workspace(name)


class _Change:
    """One write: done once for its idempotency key, and entered into the audit log, whether it succeeds or not."""

    def __init__(self, served: ServedWorkspace, request: Request, key: str | None) -> None:
        self._served, self._request, self._key = served, request, key

    async def make(self, what: str, about: dict[str, Any], write: Callable[[], Awaitable[Written]]) -> Response:
        """Write and answer. Raises what `write` raises."""

        async def write_and_note() -> Written:
            try:
                answer = await write()
            except PramanaError as error:
                self._note(what, about, type(error).__name__)
                raise
            self._note(what, about, "done")
            return answer

        status, body = await self._served.answers.once(self._key, {"what": what, **about}, write_and_note)
        return json_response(body, status)

    def _note(self, what: str, about: dict[str, Any], outcome: str) -> None:
        self._served.audit.write(self._request.state.note, what, about, outcome)


def _add_jobs(router: APIRouter, desk: Desk, reading: Any, writing: Any) -> None:
    @router.post(
        "/workspaces/{name}/jobs",
        summary="Upload documents and read them, as a job",
        tags=["jobs"],
        status_code=202,
        response_model=JobItem,
        dependencies=[writing],
    )
    async def upload(
        name: Name,
        request: Request,
        files: Annotated[list[UploadFile], File(description="The documents; their names become their ids.")],
        date: Annotated[
            str, Form(max_length=40, description="When they were written: 2019-03-14, 2019-03, 2019.")
        ] = "",
        replace: Annotated[bool, Form(description="Take over documents of these names from elsewhere.")] = False,
        key: Key = None,
    ) -> Response:
        served = _writable(desk, name)
        bodies = [(file.filename or "", await file.read()) for file in files]
        options = {"date": date, "replace": replace}
        about = {"files": [[each, sha256(body).hexdigest()] for each, body in bodies], **options}

        async def add() -> Written:
            return 202, (await asyncio.to_thread(served.jobs.add, bodies, options)).as_json()

        return await _Change(served, request, key).make("upload", about, add)

    @router.get(
        "/workspaces/{name}/jobs",
        summary="List jobs, the oldest first",
        tags=["jobs"],
        response_model=list[JobItem],
        dependencies=[reading],
    )
    async def jobs(name: Name) -> Response:
        return json_response([job.as_json() for job in desk.workspace(name).jobs.jobs()])


def _add_job(router: APIRouter, desk: Desk, reading: Any, writing: Any) -> None:
    path = "/workspaces/{name}/jobs/{job}"

    @router.get(path, summary="Show a job", tags=["jobs"], response_model=JobItem, dependencies=[reading])
    async def show_job(name: Name, job: JobId) -> Response:
        return json_response(desk.workspace(name).jobs.job(job).as_json())

    @router.get(
        f"{path}/events",
        summary="Follow a job, as server-sent events",
        tags=["jobs"],
        response_class=StreamingResponse,
        responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
        dependencies=[reading],
    )
    async def follow_job(name: Name, job: JobId) -> Response:
        found = desk.workspace(name).jobs.job(job)
        stream = _events(found, desk.is_stopping)
        return StreamingResponse(stream, media_type="text/event-stream", headers={"cache-control": "no-store"})

    def act(what: str, summary: str, change: Callable[[ServedWorkspace, str], Any]) -> None:
        @router.post(
            f"{path}/{what}", summary=summary, tags=["jobs"], name=what, response_model=JobItem, dependencies=[writing]
        )
        async def action(name: Name, job: JobId, request: Request) -> Response:
            served = _writable(desk, name)

            async def write() -> Written:
                return 200, change(served, job).as_json()

            return await _Change(served, request, None).make(what, {"job": job}, write)

    act("cancel", "Cancel a job; what was read stays", lambda served, job: served.jobs.stop(job))
    act("resume", "Go on with a job that ended early", lambda served, job: served.jobs.resume(job))

    @router.delete(path, summary="Forget a job that has ended", tags=["jobs"], status_code=204, dependencies=[writing])
    async def drop_job(name: Name, job: JobId, request: Request) -> Response:
        served = _writable(desk, name)

        async def write() -> Written:
            served.jobs.drop(job)
            return 204, None

        await _Change(served, request, None).make("forget", {"job": job}, write)
        return Response(None, 204)


async def _events(job: IngestJob, is_stopping: Callable[[], bool]) -> AsyncIterator[str]:
    """Yield the state of a job now and whenever it changes, up to its end. A client that comes again misses nothing."""
    number = 0
    while True:
        changed = job.changed
        number += 1
        yield f"id: {number}\nevent: {job.state}\ndata: {canonical(job.as_json())}\n\n"
        if job.state.is_final:
            return
        silent = 0.0
        while not changed.is_set():
            try:
                await asyncio.wait_for(changed.wait(), 1.0)
            except TimeoutError:
                silent += 1.0
                if is_stopping():
                    return
                if silent >= BEAT_SECONDS:
                    silent = 0.0
                    yield ": still here\n\n"


def _add_changes(router: APIRouter, desk: Desk, writing: Any) -> None:
    @router.post(
        "/workspaces/{name}/remove",
        summary="Take documents out, with every fact that rests on them alone",
        tags=["documents"],
        response_model=RemovedItem,
        dependencies=[writing],
    )
    async def remove(name: Name, body: RemovalBody, request: Request, key: Key = None) -> Response:
        served = _writable(desk, name)
        if body.purge and not request.state.granted.includes(TokenScope.ADMIN):
            raise Refusal(403, "Deleting stored text needs a token with the scope admin.")

        async def work(ws: AsyncWorkspace) -> Written:
            removed = await ws.remove(body.documents, purge=body.purge)
            return 200, {"removed": removed, "graph_hash": ws.graph_hash()}

        return await _Change(served, request, key).make("remove", body.model_dump(), lambda: served.write(work))

    @router.post(
        "/workspaces/{name}/decisions",
        summary="Decide who is who",
        tags=["graph"],
        response_model=MadeDecisionItem,
        dependencies=[writing],
    )
    async def decide(name: Name, body: DecisionBody, request: Request, key: Key = None) -> Response:
        served = _writable(desk, name)

        async def work(ws: AsyncWorkspace) -> Written:
            return 200, (await _decide(ws, body)).as_json()

        return await _Change(served, request, key).make("decide", body.model_dump(), lambda: served.write(work))


async def _decide(ws: AsyncWorkspace, body: DecisionBody) -> Any:
    """Record a decision. Raises InputError where it lacks what it is about."""
    if body.what == "undo":
        if body.number is None:
            raise InputError("An undo needs the number of a decision: /decisions lists them.")
        return await ws.undo_decision(body.number, body.why)
    if not body.one.strip() or not body.other.strip():
        raise InputError("A decision is about two names: `one` and `other`.")
    return await (ws.merge if body.what == "merge" else ws.split)(body.one, body.other, body.why)
