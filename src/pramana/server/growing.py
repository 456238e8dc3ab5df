"""Routes for agents that grow a graph: begin, observe, act, finish. Several agents may work on one graph."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from pramana.app import AsyncWorkspace
from pramana.server import growth
from pramana.server.changes import Change, Key, writable
from pramana.server.desk import Desk
from pramana.server.idempotency import Written
from pramana.server.reading import FAILURES, Name, ReadingAnswers, needs
from pramana.server.shapes import ActionsBody, FinishBody, GrowthBody
from pramana.server.tokens import TokenScope
from pramana.server.work_items import (
    BegunSessionItem,
    ObservationItem,
    SessionEndItem,
    SessionGraphItem,
    SessionItem,
    TurnItem,
)

SessionId = Annotated[str, Path(max_length=200, description="The session_id of a payload.")]
Agent = Annotated[str, Query(min_length=1, max_length=64, description="Which of several agents this is.")]


def growing_routes(desk: Desk) -> APIRouter:
    """Return the routes."""
    router = APIRouter(responses=FAILURES)
    reading, writing = [needs(TokenScope.READ)], [needs(TokenScope.WRITE)]
    _add_sessions(router, desk, reading, writing)
    _add_turns(router, desk, writing)
    return router


def _session_write(desk: Desk, name: str, work: Callable[[AsyncWorkspace], Awaitable[Any]], status: int = 200) -> Any:
    """Return what does work of a session and answers. Its lock is the session's own: a job may run meanwhile."""

    async def write() -> Written:
        return status, await desk.workspace(name).sessions.use(work)

    return write


def _add_sessions(router: APIRouter, desk: Desk, reading: list[Any], writing: list[Any]) -> None:
    answers = ReadingAnswers(desk)

    @router.post(
        "/workspaces/{name}/igg",
        summary="Begin a session in which agents grow a graph",
        tags=["growth"],
        status_code=201,
        response_model=BegunSessionItem,
        dependencies=writing,
    )
    async def begin(name: Name, body: GrowthBody, request: Request, key: Key = None) -> Response:
        served = writable(desk, name)
        write = _session_write(desk, name, lambda ws: growth.begin_session(ws, body.payload, body.hours), 201)
        about = {"session": str(body.payload.get("session_id"))[:200]}
        return await Change(served, request, key).make("igg begin", about, write)

    @router.get(
        "/workspaces/{name}/igg",
        summary="List sessions, oldest first",
        tags=["growth"],
        response_model=list[SessionItem],
        dependencies=reading,
    )
    async def sessions(name: Name, request: Request) -> Response:
        return await answers.send_plain(name, growth.list_sessions, request)

    @router.get(
        "/workspaces/{name}/igg/{session}/graph",
        summary="Show the graph of a session",
        tags=["growth"],
        response_model=SessionGraphItem,
        dependencies=reading,
    )
    async def grown(name: Name, session: SessionId, request: Request) -> Response:
        return await answers.send_plain(name, lambda ws: growth.read_growth(ws, session), request)


def _add_turns(router: APIRouter, desk: Desk, writing: list[Any]) -> None:
    @router.get(
        "/workspaces/{name}/igg/{session}/observation",
        summary="Show an agent what it is to see",
        tags=["growth"],
        response_model=ObservationItem,
        dependencies=writing,
    )
    async def observation(name: Name, session: SessionId, request: Request, agent: Agent = "agent") -> Response:
        served = writable(desk, name)
        write = _session_write(desk, name, lambda ws: growth.observe(ws, session, agent))
        return await Change(served, request).make("igg observe", {"session": session, "agent": agent}, write)

    @router.post(
        "/workspaces/{name}/igg/{session}/actions",
        summary="Apply an agent's answer, action by action",
        tags=["growth"],
        response_model=TurnItem,
        dependencies=writing,
    )
    async def act(name: Name, session: SessionId, body: ActionsBody, request: Request, key: Key = None) -> Response:
        served = writable(desk, name)
        write = _session_write(desk, name, lambda ws: growth.act(ws, session, body.actions, body.agent, body.seen))
        about = {"session": session, "agent": body.agent, "seen": body.seen}
        return await Change(served, request, key).make("igg act", about, write)

    @router.post(
        "/workspaces/{name}/igg/{session}/finish",
        summary="End a session",
        tags=["growth"],
        response_model=SessionEndItem,
        dependencies=writing,
    )
    async def finish(name: Name, session: SessionId, body: FinishBody, request: Request, key: Key = None) -> Response:
        served = writable(desk, name)
        write = _session_write(desk, name, lambda ws: growth.finish(ws, session, body.reason))
        return await Change(served, request, key).make("igg finish", {"session": session}, write)
