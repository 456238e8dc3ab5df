"""Routes for the explorer's pages: names worth reading first, how graphs grew under agents, results of formulas."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import ConfigDict

from pramana.app import AsyncWorkspace, explain_result, results_part
from pramana.server import queries
from pramana.server.browsing import RunNumber
from pramana.server.desk import Desk
from pramana.server.items import AnswerItem, ItemPage, Json
from pramana.server.paging import cursor_of, position_of
from pramana.server.reading import FAILURES, Cursor, Limit, Name, ReadingAnswers, needs
from pramana.server.tokens import TokenScope
from pramana.views import NameDirectory, growth_data


def _example(value: Json) -> ConfigDict:
    return ConfigDict(extra="allow", json_schema_extra={"examples": [value]})


class NameItem(AnswerItem):
    """An entity under its most used name. `facts` counts those about all its names, `also` are the other names.
    `interest`, 0 to 3: 2 for a proper name, and 1 for a type."""

    model_config = _example({"id": "Rama", "name": "Rama", "type": "Person", "facts": 7, "also": [], "interest": 3})
    id: str
    name: str
    type: str
    facts: int
    also: list[str]
    interest: int


class NamePage(ItemPage[NameItem]):
    """A page of names. `types` counts the listed entities of each type."""

    types: list[Json]


class GrowthItem(AnswerItem):
    """How a graph grew: nodes and edges with the iterations in which each was there (`spans`), and what agents did."""

    model_config = _example(
        {
            "session": "s1",
            "goal": "Who knows whom?",
            "ended": "open",
            "left_out": 0,
            "nodes": [{"id": "Person:Ann", "type": "Person", "spans": [[1, None]], "x": 0.5, "y": 0.5}],
            "edges": [],
            "iterations": [{"who": "agent", "why": "", "applied": [], "refused": [], "more": 0}],
        }
    )
    session: str
    goal: str
    ended: str
    left_out: int
    nodes: list[Json]
    edges: list[Json]
    iterations: list[Json]


class ReportItem(AnswerItem):
    """The reading report: lines by what became of them, attempts, what was asked of models, why lines were left out.
    `page` is the report as an HTML page."""

    model_config = _example(
        {
            "folder": "ws",
            "lines": {"checked": 4},
            "lines_read": 4,
            "coverage": [],
            "unknown": [],
            "page": "<!DOCTYPE html>",
        }
    )
    folder: str
    lines: dict[str, int]
    lines_read: int
    coverage: list[Json]
    unknown: list[str]
    page: str


class ResultItem(AnswerItem):
    """The result of a formula for one entity: its values, or why there are none."""

    model_config = _example({"entity": "r1", "status": "done", "values": {"score": 4.5}, "position": 0})
    entity: str
    status: str


class ExplainedItem(AnswerItem):
    """Why a step has its value: its formula, what it read, down to items with their quotes."""

    model_config = _example({"name": "score", "formula": "mean(stars)", "value": 4.5, "reads": [], "items": []})
    name: str
    formula: str
    reads: list[Json]
    items: list[Json]


def exploring_routes(desk: Desk) -> APIRouter:
    """Return the routes."""
    router = APIRouter(dependencies=[needs(TokenScope.READ)], responses=FAILURES)
    answers = ReadingAnswers(desk)
    _add_names(router, answers)
    _add_growth(router, answers)
    _add_results(router, answers)
    _add_report(router, answers)
    return router


def _add_names(router: APIRouter, answers: ReadingAnswers) -> None:
    @router.get(
        "/workspaces/{name}/names",
        summary="List the 5,000 entities with most facts: proper names first",
        tags=["graph"],
        response_model=NamePage,
    )
    async def names(
        name: Name,
        request: Request,
        type: Annotated[str | None, Query(max_length=200, examples=["Person"])] = None,
        cursor: Cursor = None,
        limit: Limit = 50,
    ) -> Response:
        after = position_of(cursor)

        async def read(ws: AsyncWorkspace) -> Json:
            directory = NameDirectory(ws.stores)
            page = queries.page_json(directory.names(type, after, limit))
            types = [{"type": kind, "count": count} for kind, count in directory.types().items()]
            return {"items": page["items"], "next": cursor_of(page["after"]), "types": types}

        return await answers.send_tagged(name, read, request)


def _add_growth(router: APIRouter, answers: ReadingAnswers) -> None:
    @router.get(
        "/workspaces/{name}/runs/{run}/growth",
        summary="Show how a graph grew under agents, iteration by iteration",
        tags=["records"],
        response_model=GrowthItem,
    )
    async def growth(name: Name, request: Request, run: RunNumber) -> Response:
        async def read(ws: AsyncWorkspace) -> Json:
            queries.known_run(ws, run)
            return growth_data(ws.growing.log_of_run(run))

        return await answers.send_plain(name, read, request)


def _add_report(router: APIRouter, answers: ReadingAnswers) -> None:
    @router.get(
        "/workspaces/{name}/report",
        summary="Report what reading brought and took",
        tags=["records"],
        response_model=ReportItem,
    )
    async def report(name: Name, request: Request) -> Response:
        return await answers.send_plain(name, queries.read_report, request)


def _add_results(router: APIRouter, answers: ReadingAnswers) -> None:
    @router.get(
        "/workspaces/{name}/runs/{run}/results",
        summary="List the results of a formula, entity by entity",
        tags=["records"],
        response_model=ItemPage[ResultItem],
    )
    async def results(
        name: Name, request: Request, run: RunNumber, cursor: Cursor = None, limit: Limit = 50
    ) -> Response:
        after = position_of(cursor)

        async def read(ws: AsyncWorkspace) -> Json:
            queries.known_run(ws, run)
            found = results_part(ws, run, after, limit + 1)
            more = after + limit if len(found) > limit else None
            return {"items": found[:limit], "next": cursor_of(more)}

        return await answers.send_plain(name, read, request)

    @router.get(
        "/workspaces/{name}/runs/{run}/explain",
        summary="Show why a step of a formula has its value, down to quotes",
        tags=["records"],
        response_model=ExplainedItem,
    )
    async def explain(
        name: Name,
        request: Request,
        run: RunNumber,
        entity: Annotated[str, Query(min_length=1, max_length=queries.LONGEST_TEXT, examples=["r1"])],
        primitive: Annotated[str, Query(min_length=1, max_length=1_000, examples=["score"])],
    ) -> Response:
        async def read(ws: AsyncWorkspace) -> Any:
            queries.known_run(ws, run)
            return explain_result(ws, run, entity, primitive).as_json()

        return await answers.send_plain(name, read, request)
