"""Routes by which a person starts work in a browser: estimates, templates, data as files, and a loop of growth."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Request, Response, UploadFile

from pramana.app import AsyncWorkspace, seed_template, seed_templates
from pramana.errors import InputError
from pramana.server import queries
from pramana.server.changes import Key
from pramana.server.desk import Desk
from pramana.server.growth import check_payload
from pramana.server.job_routes import BEGUN, Upload, begin_job, read_uploads, request_file
from pramana.server.reading import FAILURES, Name, ReadingAnswers, json_response, needs
from pramana.server.shapes import ClaimsBody, GaslBody, GaslEvidenceBody, InvestigationBody, PayloadBody
from pramana.server.tokens import TokenScope
from pramana.server.work_items import CommandPlanItem, GaslEvidenceItem, TemplateItem
from pramana.untrusted import Malformed, parse_json

Seed = Annotated[str, Form(min_length=1, max_length=1 << 20, description="A template's name, or a seed as JSON.")]
Data = Annotated[UploadFile, File(description="The entities: JSON, JSON lines, CSV or a workbook.")]
By = Annotated[str, Form(max_length=200, description="The column that names the entity, where a row is an item.")]


def starting_routes(desk: Desk) -> APIRouter:
    """Return the routes."""
    router = APIRouter(responses=FAILURES)
    writes = APIRouter(dependencies=[needs(TokenScope.WRITE)])
    _add_estimates(writes, desk)
    _add_seeds(writes, desk)
    _add_loops(writes, desk)
    reads = APIRouter(dependencies=[needs(TokenScope.READ)])
    _add_plans(reads, desk)
    router.include_router(writes)
    router.include_router(reads)
    return router


def _add_estimates(router: APIRouter, desk: Desk) -> None:
    path = "/workspaces/{name}/estimates"

    @router.post(f"{path}/investigation", summary="Say what an investigation would take", **BEGUN)
    async def estimate_investigation(
        name: Name, body: InvestigationBody, request: Request, key: Key = None
    ) -> Response:
        given = request_file(body.model_dump())
        return await begin_job(desk, name, request, key, "estimate", given, {"of": "investigation"})

    @router.post(f"{path}/check", summary="Say what checking claims would take", **BEGUN)
    async def estimate_check(name: Name, body: ClaimsBody, request: Request, key: Key = None) -> Response:
        return await begin_job(desk, name, request, key, "estimate", request_file(body.model_dump()), {"of": "check"})

    @router.post(f"{path}/anot", summary="Say what executing a Formula Seed would take", **BEGUN)
    async def estimate_seed(
        name: Name, request: Request, seed: Seed, data: Data, by: By = "", key: Key = None
    ) -> Response:
        files = [*await read_uploads([data]), *_seed_file(seed, by)]
        return await begin_job(desk, name, request, key, "estimate", files, {"of": "anot"})


def _add_seeds(router: APIRouter, desk: Desk) -> None:
    @router.post("/workspaces/{name}/anot/files", summary="Execute a Formula Seed over the rows of a file", **BEGUN)
    async def execute_seed(
        name: Name, request: Request, seed: Seed, data: Data, by: By = "", key: Key = None
    ) -> Response:
        files = [*await read_uploads([data]), *_seed_file(seed, by)]
        return await begin_job(desk, name, request, key, "anot", files, {})


def _seed_file(seed: str, by: str) -> Upload:
    """Return what a seed's job is given beside its data. Raises InputError for broken JSON."""
    given: Any = seed.strip()
    if given.startswith("{"):
        try:
            given = parse_json(given)
        except Malformed as error:
            raise InputError(f"The seed is not JSON: {error}") from None
    return request_file({"seed": given, "by": by or None})


def _add_loops(router: APIRouter, desk: Desk) -> None:
    @router.post("/workspaces/{name}/growths", summary="Have the configured model grow a graph", **BEGUN)
    async def grow(name: Name, body: PayloadBody, request: Request, key: Key = None) -> Response:
        check_payload(body.payload)
        about = {"name": str(body.payload.get("session_id"))[:200]}
        return await begin_job(desk, name, request, key, "igg", request_file(body.payload), about)


def _add_plans(router: APIRouter, desk: Desk) -> None:
    answers = ReadingAnswers(desk)

    @router.get(
        "/workspaces/{name}/templates",
        summary="List the Formula Seeds that can be started by name",
        tags=["jobs"],
        response_model=list[TemplateItem],
    )
    async def templates(name: Name) -> Response:
        desk.workspace(name)
        seeds = [(each, seed_template(each)) for each in seed_templates()]
        return json_response(
            [
                {"name": each, "formula": seed.source_formula, "output_fields": list(seed.output_fields)}
                for each, seed in seeds
            ]
        )

    @router.post(
        "/workspaces/{name}/gasl/explain",
        summary="Say what GASL would read and take, without running it",
        tags=["answers"],
        response_model=list[CommandPlanItem],
    )
    async def explain(name: Name, body: GaslBody, request: Request) -> Response:
        async def read(ws: AsyncWorkspace) -> Any:
            return queries.explain_gasl(ws, body.command)

        return await answers.send_plain(name, read, request)

    @router.post(
        "/workspaces/{name}/gasl/evidence",
        summary="Run GASL, and say where each item under a key of its state comes from",
        tags=["answers"],
        response_model=GaslEvidenceItem,
    )
    async def evidence(name: Name, body: GaslEvidenceBody, request: Request) -> Response:
        return await answers.send_plain(name, lambda ws: queries.gasl_evidence(ws, body.command, body.key), request)
