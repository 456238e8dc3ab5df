"""Routes for those who look around: a part of the graph, events by time, the review queue, runs and their steps."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import AfterValidator

from pramana.server import queries
from pramana.server.desk import Desk
from pramana.server.items import GraphItem, ItemPage, ReviewEntry, RunItem, ShownRunItem, StepItem, TimedEventItem
from pramana.server.paging import position_of
from pramana.server.reading import FAILURES, Cursor, Document, Limit, Name, ReadingAnswers, needs
from pramana.server.tokens import TokenScope
from pramana.views import TimeWindow

RunNumber = Annotated[int, Path(ge=1, le=2**53, description="The number of a run.")]


def _check_day(day: str | None) -> str | None:
    """Return a day of the calendar. Raises ValueError for another."""
    return None if day is None else date.fromisoformat(day).isoformat()


Day = Annotated[
    str | None,
    Query(pattern=r"^\d{4}-\d{2}-\d{2}$", description="A day, ISO 8601.", json_schema_extra={"format": "date"}),
    AfterValidator(_check_day),
]
Edges = Annotated[int, Query(ge=1, le=100_000, description="Edges, at most.")]
MaybeEntity = Annotated[
    str | None, Query(max_length=queries.LONGEST_TEXT, description="A name, or a node's id.", examples=["Rama"])
]


def browsing_routes(desk: Desk) -> APIRouter:
    """Return the routes."""
    router = APIRouter(dependencies=[needs(TokenScope.READ)], responses=FAILURES)
    answers = ReadingAnswers(desk)
    _add_pictures(router, answers)
    _add_review(router, answers)
    _add_runs(router, answers)
    return router


def _add_pictures(router: APIRouter, answers: ReadingAnswers) -> None:
    @router.get(
        "/workspaces/{name}/graph", summary="Show a part of the graph", tags=["graph"], response_model=GraphItem
    )
    async def graph(
        name: Name,
        request: Request,
        entity: MaybeEntity = None,
        limit: Edges = 200,
        steps: Annotated[int, Query(ge=1, le=6, description="Edges from the entity, at most.")] = 2,
        whys: Annotated[bool, Query(description="Say why each edge is there.")] = True,
    ) -> Response:
        return await answers.send_tagged(name, lambda ws: queries.read_graph(ws, entity, limit, steps, whys), request)

    @router.get(
        "/workspaces/{name}/timeline",
        summary="List events by time, the earliest first",
        tags=["graph"],
        response_model=ItemPage[TimedEventItem],
    )
    async def timeline(
        name: Name,
        request: Request,
        entity: MaybeEntity = None,
        document: Document = None,
        since: Day = None,
        until: Day = None,
        undated: Annotated[bool, Query(description="Add events without a time, at the end.")] = False,
        cursor: Cursor = None,
        limit: Limit = 50,
    ) -> Response:
        after, window = position_of(cursor), TimeWindow(entity, document, since, until, undated)
        return await answers.send_page(name, lambda ws: queries.read_timeline(ws, window, after, limit), request)


def _add_review(router: APIRouter, answers: ReadingAnswers) -> None:
    @router.get(
        "/workspaces/{name}/review",
        summary="List names that may be one, and open claims, for a person to decide",
        tags=["graph"],
        response_model=ItemPage[ReviewEntry],
    )
    async def review(name: Name, request: Request, cursor: Cursor = None, limit: Limit = 50) -> Response:
        after = position_of(cursor)
        return await answers.send_page(name, lambda ws: queries.read_review(ws, after, limit), request)


def _add_runs(router: APIRouter, answers: ReadingAnswers) -> None:
    @router.get(
        "/workspaces/{name}/runs",
        summary="List runs, the oldest first, as the command `runs` does",
        tags=["records"],
        response_model=ItemPage[RunItem],
    )
    async def runs(
        name: Name,
        request: Request,
        kind: Annotated[str | None, Query(max_length=40, examples=["ask"])] = None,
        newest: Annotated[bool, Query(description="Begin with the newest.")] = False,
        cursor: Cursor = None,
        limit: Limit = 50,
    ) -> Response:
        after = position_of(cursor)
        work = lambda ws: queries.read_runs(ws, kind, newest, after, limit)  # noqa: E731
        return await answers.send_page(name, work, request, tagged=False)

    @router.get(
        "/workspaces/{name}/runs/{run}",
        summary="Show a run and what it was given",
        tags=["records"],
        response_model=ShownRunItem,
    )
    async def show_run(name: Name, request: Request, run: RunNumber) -> Response:
        return await answers.send_plain(name, lambda ws: queries.read_run(ws, run), request)

    @router.get(
        "/workspaces/{name}/runs/{run}/steps",
        summary="List what a run recorded, by place",
        tags=["records"],
        response_model=ItemPage[StepItem],
    )
    async def steps(
        name: Name,
        request: Request,
        run: RunNumber,
        below: Annotated[str, Query(max_length=1_000, examples=["tale.txt/line/1"])] = "",
        cursor: Cursor = None,
        limit: Limit = 50,
    ) -> Response:
        after = position_of(cursor)
        work = lambda ws: queries.read_steps(ws, run, below, after, limit)  # noqa: E731
        return await answers.send_page(name, work, request, tagged=False)
