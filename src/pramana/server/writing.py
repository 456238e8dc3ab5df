"""Routes that change the graph: removal, and decisions about who is who. Each is a job, whose end is waited for."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Header, Request, Response

from pramana.server.changes import Key
from pramana.server.desk import Desk
from pramana.server.guard import Refusal
from pramana.server.items import MadeDecisionItem, RemovedItem
from pramana.server.job_routes import change_graph
from pramana.server.reading import FAILURES, Name, needs
from pramana.server.shapes import DecisionBody, RemovalBody
from pramana.server.tokens import TokenScope
from pramana.server.work_items import JobItem

GOES_ON: dict[int | str, dict[str, Any]] = {202: {"model": JobItem, "description": "A job that goes on"}}
Prefer = Annotated[
    str | None, Header(max_length=200, description="`respond-async`: answer at once, with the job (RFC 7240).")
]


def writing_routes(desk: Desk) -> APIRouter:
    """Return the routes."""
    router = APIRouter(responses=FAILURES, dependencies=[needs(TokenScope.WRITE)])

    @router.post(
        "/workspaces/{name}/remove",
        summary="Take documents out, with every fact that rests on them alone",
        tags=["documents"],
        response_model=RemovedItem,
        responses=GOES_ON,
    )
    async def remove(
        name: Name, body: RemovalBody, request: Request, key: Key = None, prefer: Prefer = None
    ) -> Response:
        if body.purge and not request.state.granted.includes(TokenScope.ADMIN):
            raise Refusal(403, "Deleting stored text needs a token with the scope admin.")
        return await change_graph(desk, name, request, key, "remove", body.model_dump())

    @router.post(
        "/workspaces/{name}/decisions",
        summary="Decide who is who",
        tags=["graph"],
        response_model=MadeDecisionItem,
        responses=GOES_ON,
    )
    async def decide(
        name: Name, body: DecisionBody, request: Request, key: Key = None, prefer: Prefer = None
    ) -> Response:
        return await change_graph(desk, name, request, key, "decide", body.model_dump())

    return router
