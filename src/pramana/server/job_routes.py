"""Routes for jobs: what begins one of each kind, and what follows, ends and reads it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from hashlib import sha256
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Path, Request, Response, UploadFile
from fastapi.responses import FileResponse, StreamingResponse

from pramana.canonical import canonical
from pramana.errors import InputError
from pramana.server.changes import Change, Key, writable
from pramana.server.desk import Desk, ServedWorkspace
from pramana.server.idempotency import Written
from pramana.server.job_work import ANSWER_SECONDS, REQUEST
from pramana.server.jobs import ServerJob
from pramana.server.reading import FAILURES, Name, json_response, needs
from pramana.server.shapes import ExportBody, InvestigationBody, SeedRunBody, StateGraphBody, WaitAnswerBody
from pramana.server.tokens import TokenScope
from pramana.server.work_items import JobItem

JobId = Annotated[str, Path(pattern="^[0-9a-f]{16}$", description="The id of a job.")]
Files = Annotated[list[UploadFile], File(description="The documents; their names become their ids.")]
Upload = Sequence[tuple[str, bytes]]
BEAT_SECONDS = 10.0
"""How often a stream without news sends a comment: proxies close connections that are silent for a minute."""
BEGUN: dict[str, Any] = {"tags": ["jobs"], "status_code": 202, "response_model": JobItem}


def job_routes(desk: Desk) -> APIRouter:
    """Return the routes. A job is on disk when the answer (202) says that it is begun."""
    router = APIRouter(responses=FAILURES)
    writes = APIRouter(dependencies=[needs(TokenScope.WRITE)])
    _add_uploads(writes, desk)
    _add_audits(writes, desk)
    _add_questions(writes, desk)
    _add_graphs(writes, desk)
    _add_acts(writes, desk)
    reads = APIRouter(dependencies=[needs(TokenScope.READ)])
    _add_books(reads, desk)
    router.include_router(writes)
    router.include_router(reads)
    return router


async def begin_job(
    desk: Desk, name: str, request: Request, key: str | None, kind: str, files: Upload, options: dict[str, Any]
) -> Response:
    """Store what a job is given, and answer that it is begun."""
    served = writable(desk, name)

    async def add() -> Written:
        return 202, (await served.jobs.add(kind, files, options)).as_json()

    about = {"files": [[each, sha256(body).hexdigest()] for each, body in files], **options}
    return await Change(served, request, key).make("upload" if kind == "ingest" else kind, about, add)


async def change_graph(
    desk: Desk, name: str, request: Request, key: str | None, kind: str, options: dict[str, Any]
) -> Response:
    """Have a job change the graph, and answer with its report (200); or with the job (202), which goes on, where that
    takes longer than an answer may, or the client prefers not to wait. Raises JobFailed."""
    served = writable(desk, name)
    is_patient = "respond-async" not in request.headers.get("prefer", "").lower()

    async def change() -> Written:
        job = await served.jobs.add(kind, [], options)
        if is_patient and await job.wait_for_end(ANSWER_SECONDS, desk.is_stopping):
            return 200, served.jobs.take_report(job)
        return 202, job.as_json()

    return await Change(served, request, key).make(kind, options, change)


def request_file(value: Any) -> Upload:
    """Return what was given as JSON as a file of the job."""
    return [(REQUEST, canonical(value).encode())]


async def read_uploads(files: list[UploadFile]) -> list[tuple[str, bytes]]:
    """Return the names and the bytes of uploaded files."""
    return [(file.filename or "", await file.read()) for file in files]


def _add_uploads(router: APIRouter, desk: Desk) -> None:
    @router.post("/workspaces/{name}/jobs", summary="Upload documents and read them", **BEGUN)
    async def upload(
        name: Name,
        request: Request,
        files: Files,
        date: Annotated[
            str, Form(max_length=40, description="When they were written: 2019-03-14, 2019-03, 2019.")
        ] = "",
        replace: Annotated[bool, Form(description="Take over documents of these names from elsewhere.")] = False,
        key: Key = None,
    ) -> Response:
        options = {"date": date, "replace": replace}
        return await begin_job(desk, name, request, key, "ingest", await read_uploads(files), options)

    @router.post("/workspaces/{name}/estimates", summary="Say what reading documents would take", **BEGUN)
    async def estimate(name: Name, request: Request, files: Files, key: Key = None) -> Response:
        return await begin_job(desk, name, request, key, "estimate", await read_uploads(files), {})


def _add_audits(router: APIRouter, desk: Desk) -> None:
    @router.post("/workspaces/{name}/audits", summary="Hold an uploaded graph to its texts", **BEGUN)
    async def audit(
        name: Name,
        request: Request,
        graph: Annotated[list[UploadFile], File(description="The graph: a file, or the files of its folder.")],
        texts: Annotated[list[UploadFile], File(description="The texts that it was made from.")] = [],  # noqa: B006
        window: Annotated[int, Form(ge=1, le=100, description="Lines that may say a fact together.")] = 3,
        key: Key = None,
    ) -> Response:
        files = [*await read_uploads(graph), *await read_uploads(texts)]
        return await begin_job(desk, name, request, key, "audit", files, {"graphs": len(graph), "window": window})

    @router.post("/workspaces/{name}/exports", summary="Write the graph to a file, or a page to send", **BEGUN)
    async def export(name: Name, body: ExportBody, request: Request, key: Key = None) -> Response:
        return await begin_job(desk, name, request, key, "export", [], body.model_dump())


def _add_questions(router: APIRouter, desk: Desk) -> None:
    @router.post("/workspaces/{name}/investigations", summary="Investigate a question", **BEGUN)
    async def investigate(name: Name, body: InvestigationBody, request: Request, key: Key = None) -> Response:
        return await begin_job(desk, name, request, key, "investigate", [], body.model_dump())

    @router.post("/workspaces/{name}/anot", summary="Execute a Formula Seed over entities", **BEGUN)
    async def anot(name: Name, body: SeedRunBody, request: Request, key: Key = None) -> Response:
        return await begin_job(desk, name, request, key, "anot", request_file(body.model_dump()), {})


RunNumber = Annotated[int, Path(ge=1, le=2**53, description="The number of a run.")]


def _add_graphs(router: APIRouter, desk: Desk) -> None:
    @router.post("/workspaces/{name}/stategraphs", summary="Run a graph of states", **BEGUN)
    async def run_stategraph(name: Name, body: StateGraphBody, request: Request, key: Key = None) -> Response:
        about = {"name": str(body.graph.get("name", ""))[:200]}
        return await begin_job(desk, name, request, key, "stategraph", request_file(body.model_dump()), about)

    @router.post(
        "/workspaces/{name}/runs/{run}/resume", summary="Go on with a graph of states, with what it waits for", **BEGUN
    )
    async def resume_run(
        name: Name, run: RunNumber, body: WaitAnswerBody, request: Request, key: Key = None
    ) -> Response:
        given = request_file({"run": run, **body.model_dump()})
        return await begin_job(desk, name, request, key, "stategraph", given, {"run": run})

    @router.post(
        "/workspaces/{name}/runs/{run}/replay", summary="Repeat a run from stored responses, and compare", **BEGUN
    )
    async def replay(name: Name, run: RunNumber, request: Request, key: Key = None) -> Response:
        return await begin_job(desk, name, request, key, "replay", [], {"run": run})


PATH = "/workspaces/{name}/jobs/{job}"


def _add_acts(router: APIRouter, desk: Desk) -> None:
    def act(what: str, summary: str, change: Callable[[ServedWorkspace, str], Any]) -> None:
        @router.post(f"{PATH}/{what}", summary=summary, tags=["jobs"], name=what, response_model=JobItem)
        async def action(name: Name, job: JobId, request: Request) -> Response:
            served = writable(desk, name)

            async def write() -> Written:
                return 200, change(served, job).as_json()

            return await Change(served, request).make(what, {"job": job}, write)

    act("cancel", "Cancel a job; what was read stays", lambda served, job: served.jobs.stop(job))
    act("resume", "Go on with a job that ended early", lambda served, job: served.jobs.resume(job))

    @router.delete(PATH, summary="Forget a job that has ended, with its files", tags=["jobs"], status_code=204)
    async def drop_job(name: Name, job: JobId, request: Request) -> Response:
        served = writable(desk, name)

        async def write() -> Written:
            served.jobs.drop(job)
            return 204, None

        return await Change(served, request).make("forget", {"job": job}, write)


def _add_books(router: APIRouter, desk: Desk) -> None:
    @router.get(
        "/workspaces/{name}/jobs",
        summary="List jobs, the oldest first",
        tags=["jobs"],
        response_model=list[JobItem],
    )
    async def jobs(name: Name) -> Response:
        return json_response([job.as_json() for job in desk.workspace(name).jobs.jobs()])

    @router.get(PATH, summary="Show a job", tags=["jobs"], response_model=JobItem)
    async def show_job(name: Name, job: JobId) -> Response:
        return json_response(desk.workspace(name).jobs.job(job).as_json())

    @router.get(
        f"{PATH}/events",
        summary="Follow a job, as server-sent events",
        tags=["jobs"],
        response_class=StreamingResponse,
        responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
    )
    async def follow_job(name: Name, job: JobId) -> Response:
        found = desk.workspace(name).jobs.job(job)
        desk.check_streams()
        stream = desk.count_stream(_events(found, desk.is_stopping))
        return StreamingResponse(stream, media_type="text/event-stream", headers={"cache-control": "no-store"})

    @router.get(
        f"{PATH}/outputs/{{output}}",
        summary="Download a file that a job wrote",
        tags=["jobs"],
        response_class=FileResponse,
        responses={200: {"content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}},
    )
    async def output(name: Name, job: JobId, output: Annotated[str, Path(max_length=200)]) -> Response:
        path = desk.workspace(name).jobs.output(job, output)
        if not path.is_file():
            raise InputError(f"The file {output!r} is not there any more.")
        return FileResponse(path, media_type="application/octet-stream", filename=output)


async def _events(job: ServerJob, is_stopping: Callable[[], bool]) -> AsyncGenerator[str, None]:
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
