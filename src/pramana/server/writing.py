"""Routes that change the graph at once: removal, and decisions about who is who."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from pramana.app import AsyncWorkspace
from pramana.server import queries
from pramana.server.changes import Change, Key, writable
from pramana.server.desk import Desk
from pramana.server.guard import Refusal
from pramana.server.idempotency import Written
from pramana.server.items import MadeDecisionItem, RemovedItem
from pramana.server.reading import FAILURES, Name, needs
from pramana.server.shapes import DecisionBody, RemovalBody
from pramana.server.tokens import TokenScope


def writing_routes(desk: Desk) -> APIRouter:
    """Return the routes."""
    router = APIRouter(responses=FAILURES)
    _add_changes(router, desk, needs(TokenScope.WRITE))
    return router


def _add_changes(router: APIRouter, desk: Desk, writing: Any) -> None:
    @router.post(
        "/workspaces/{name}/remove",
        summary="Take documents out, with every fact that rests on them alone",
        tags=["documents"],
        response_model=RemovedItem,
        dependencies=[writing],
    )
    async def remove(name: Name, body: RemovalBody, request: Request, key: Key = None) -> Response:
        served = writable(desk, name)
        if body.purge and not request.state.granted.includes(TokenScope.ADMIN):
            raise Refusal(403, "Deleting stored text needs a token with the scope admin.")

        async def work(ws: AsyncWorkspace) -> Written:
            removed = await ws.remove(body.documents, purge=body.purge)
            return 200, {"removed": removed, "graph_hash": ws.graph_hash()}

        return await Change(served, request, key).make("remove", body.model_dump(), lambda: served.write(work))

    @router.post(
        "/workspaces/{name}/decisions",
        summary="Decide who is who",
        tags=["graph"],
        response_model=MadeDecisionItem,
        dependencies=[writing],
    )
    async def decide(name: Name, body: DecisionBody, request: Request, key: Key = None) -> Response:
        served = writable(desk, name)

        async def work(ws: AsyncWorkspace) -> Written:
            return 200, await queries.decide(ws, body.what, body.one, body.other, body.number, body.why)

        return await Change(served, request, key).make("decide", body.model_dump(), lambda: served.write(work))
