"""Routes that read: every answer comes from `queries` or from a page of the workspace's catalogue."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response, Security
from fastapi.security import HTTPBearer

from pramana.app import AsyncWorkspace
from pramana.canonical import canonical
from pramana.serialization import json_value
from pramana.server import queries
from pramana.server.desk import Desk
from pramana.server.guard import Refusal
from pramana.server.items import (
    AnswerBody,
    ClaimsItem,
    ClusterItem,
    DecisionItem,
    DocumentItem,
    DocumentLineItem,
    EntityItem,
    EventItem,
    FactItem,
    FoundLineItem,
    GaslItem,
    ItemPage,
    LedgerItem,
    NeighbourItem,
    PassItem,
    PathItem,
    ShownEventItem,
    ShownLineItem,
    StatusItem,
    WorkspaceItem,
)
from pramana.server.paging import cursor_of, position_of
from pramana.server.problems import MEDIA_TYPE
from pramana.server.shapes import ClaimsBody, GaslBody, ProblemDetails, QuestionBody
from pramana.server.tokens import TokenScope
from pramana.views import ShownPage

Name = Annotated[str, Path(description="The workspace's name, as `/workspaces` lists it.", max_length=200)]
Cursor = Annotated[str | None, Query(description="`next` of the page before.", max_length=100)]
Limit = Annotated[int, Query(ge=1, le=200, description="Items of the page, at most.")]
Document = Annotated[str | None, Query(max_length=1_000, description="The id of a document.")]
Wanted = Annotated[str, Query(min_length=1, max_length=queries.LONGEST_TEXT, examples=["Rama"])]
WORTH_PACKING = 16_384
"""Bytes from which JSON is compressed: less is sent in one or two packets as it is."""
LEVEL = 5
"""Of zlib: of the graph's page with 50,000 edges 6 to 9 save 3 to 9 % and take up to three times the time."""
PACKED = "-gzip"
"""What the tag of a compressed answer ends in: the same tag would say that the bytes are the same."""
SHORT_PAGE = 3
"""Facts of a page that is read in the event loop's thread: a fact takes 0.2 ms, handing work to a reader as much again,
and beside threads that compute it waits for each of its turns."""
FAILURES: dict[int | str, dict[str, Any]] = {
    status: {"description": text, "content": {MEDIA_TYPE: {"schema": ProblemDetails.model_json_schema()}}}
    for status, text in {
        400: "The request is invalid",
        401: "A token is needed",
        403: "This is not allowed",
        404: "Not found",
        408: "The request came too slowly",
        409: "Another write is under way",
        413: "The body is too large",
        421: "The host name is not served",
        422: "The request is invalid",
        429: "Too many requests, or a budget is used up",
        502: "The model's server failed",
        503: "Not available now",
        504: "It took too long",
    }.items()
}


BEARER = HTTPBearer(
    scheme_name="token",
    description="A token that the server was started with. Its scope is read, write or admin; each includes those "
    "before it. A server on a loopback address may have none, and needs none then.",
    auto_error=False,  # the guard has looked at it: this is for the description
)


def needs(scope: TokenScope) -> Any:
    """Return a dependency that refuses requests without a scope."""

    # A plain function would be run in another thread.
    async def check_scope(request: Request, _: Annotated[Any, Depends(BEARER)]) -> None:
        granted = request.state.granted
        if granted is None or not granted.includes(scope):
            raise Refusal(403, f"This needs a token with the scope {scope}.")

    return Security(check_scope, scopes=[scope])


def json_bytes(value: Any) -> bytes:
    """Return a value as the same bytes that `--json` prints; bytes are JSON already."""
    return value if isinstance(value, bytes) else canonical(value).encode()


def json_response(value: Any, status: int = 200) -> Response:
    """Return a response with a value as JSON."""
    return Response(json_bytes(value), status, media_type="application/json")


@dataclass(frozen=True, slots=True)
class TaggedAnswer:
    """JSON in a state of the graph, maybe compressed; None where the client has it."""

    stamp: str
    body: bytes | None
    packed: bool = False

    def response(self) -> Response:
        """Return it for sending."""
        tag = f'"{self.stamp}{PACKED if self.packed else ""}"'
        headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if self.packed and self.body is not None:
            headers["content-encoding"] = "gzip"
        return Response(self.body, 304 if self.body is None else 200, headers=headers, media_type="application/json")


def packed_answer(stamp: str, body: bytes, packs: bool) -> TaggedAnswer:
    """Return JSON as it is sent: compressed where it is long and the client takes that."""
    if not packs or len(body) < WORTH_PACKING:
        return TaggedAnswer(stamp, body)
    return TaggedAnswer(stamp, gzip.compress(body, LEVEL, mtime=0), packed=True)


class KeptAnswers:
    """The newest answers that depend on the graph alone, by what was asked."""

    def __init__(self, most: int = 8 << 20) -> None:
        """`most` is in bytes of all of them; a quarter of it is the most that one may take."""
        self._most, self._size = most, 0
        self._answers: OrderedDict[Hashable, TaggedAnswer] = OrderedDict()

    def get(self, asked: Hashable, stamp: str) -> TaggedAnswer | None:
        """Return what was answered in this state of the graph."""
        kept = self._answers.get(asked)
        return kept if kept is not None and kept.stamp == stamp else None

    def put(self, asked: Hashable, answer: TaggedAnswer) -> None:
        """Keep an answer; the oldest go."""
        size = len(answer.body or b"")
        if 4 * size > self._most:
            return
        before = self._answers.pop(asked, None)
        self._size += size - (len(before.body or b"") if before is not None else 0)
        self._answers[asked] = answer
        while self._size > self._most:
            _, gone = self._answers.popitem(last=False)
            self._size -= len(gone.body or b"")


class ReadingAnswers:
    """Answers requests from the readers of a desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._kept = KeptAnswers()

    async def send_plain(
        self, name: str, work: Callable[[AsyncWorkspace], Awaitable[Any]], request: Request
    ) -> Response:
        """Answer with a value that is not the same next time."""
        value = await self._desk.read(name, work)
        if isinstance(value, dict) and isinstance(value.get("run"), int):
            request.state.note.run = value["run"]
        return json_response(value)

    async def send_tagged(
        self, name: str, work: Callable[[AsyncWorkspace], Awaitable[Any]], request: Request, *, short: bool = False
    ) -> Response:
        """Answer with a value that changes with the graph alone; 304 where the client has it. What is `short` is read
        in the event loop's thread."""
        packs = "gzip" in request.headers.get("accept-encoding", "")
        asked = (name, f"{request.url.path}?{request.url.query}", packs)
        stamp, known = self._desk.workspace(name).stamp(), request.headers.get("if-none-match", "")
        if stamp in known:
            return TaggedAnswer(stamp, None, f"{stamp}{PACKED}" in known).response()
        kept = self._kept.get(asked, stamp)
        if kept is not None:
            return kept.response()

        async def read(ws: AsyncWorkspace) -> TaggedAnswer:
            return packed_answer(ws.catalogue.stamp(), json_bytes(await work(ws)), packs)

        answer = await (read(self._desk.workspace(name).here()) if short else self._desk.read(name, read))
        self._kept.put(asked, answer)
        return answer.response()

    async def send_page(
        self,
        name: str,
        work: Callable[[AsyncWorkspace], ShownPage],
        request: Request,
        *,
        tagged: bool = True,
        short: bool = False,
    ) -> Response:
        """Answer with a page and the cursor of the next one. `short`: see send_tagged."""

        async def read(ws: AsyncWorkspace) -> dict[str, Any]:
            page = queries.page_json(work(ws))
            return {"items": page["items"], "next": cursor_of(page["after"])}

        if tagged:
            return await self.send_tagged(name, read, request, short=short)
        return await self.send_plain(name, read, request)


def reading_routes(desk: Desk) -> APIRouter:
    """Return the routes that read."""
    router = APIRouter(dependencies=[needs(TokenScope.READ)], responses=FAILURES)
    answers = ReadingAnswers(desk)

    @router.get("/workspaces", summary="List the workspaces", tags=["workspaces"])
    async def list_workspaces() -> ItemPage[WorkspaceItem]:
        writable = desk.settings.allow_writes
        return ItemPage(items=[WorkspaceItem(name=name, writable=writable) for name in desk.workspaces])

    _add_questions(router, answers)
    _add_document_lists(router, answers)
    _add_graph_lists(router, answers)
    _add_single(router, answers)
    _add_records(router, answers)
    return router


def _add_questions(router: APIRouter, answers: ReadingAnswers) -> None:
    @router.post(
        "/workspaces/{name}/ask",
        summary="Answer a question, with citations",
        tags=["answers"],
        response_model=AnswerBody,
    )
    async def ask(name: Name, body: QuestionBody, request: Request) -> Response:
        return await answers.send_plain(name, lambda ws: queries.ask(ws, body.question), request)

    @router.get(
        "/workspaces/{name}/search", summary="Search lines", tags=["answers"], response_model=list[FoundLineItem]
    )
    async def search(
        name: Name,
        request: Request,
        q: Annotated[str, Query(min_length=1, max_length=queries.LONGEST_TEXT, examples=["Rama bow"])],
        limit: Limit = 10,
    ) -> Response:
        return await answers.send_tagged(name, lambda ws: queries.search(ws, q, limit), request)

    @router.post(
        "/workspaces/{name}/check",
        summary="Say whether the documents say claims",
        tags=["answers"],
        response_model=ClaimsItem,
    )
    async def check(name: Name, body: ClaimsBody, request: Request) -> Response:
        return await answers.send_plain(name, lambda ws: queries.check(ws, body.claims), request)

    @router.post(
        "/workspaces/{name}/gasl", summary="Run GASL without keeping state", tags=["answers"], response_model=GaslItem
    )
    async def gasl(name: Name, body: GaslBody, request: Request) -> Response:
        work = lambda ws: queries.run_gasl(ws, body.command, body.limit)  # noqa: E731
        return await answers.send_plain(name, work, request)


def _add_document_lists(router: APIRouter, answers: ReadingAnswers) -> None:
    @router.get(
        "/workspaces/{name}/documents",
        summary="List documents",
        tags=["documents"],
        response_model=ItemPage[DocumentItem],
    )
    async def documents(name: Name, request: Request, cursor: Cursor = None, limit: Limit = 50) -> Response:
        after = position_of(cursor)
        return await answers.send_page(name, lambda ws: ws.catalogue.documents(after, limit), request)

    @router.get(
        "/workspaces/{name}/lines",
        summary="Read the lines of a document",
        tags=["documents"],
        response_model=ItemPage[DocumentLineItem],
    )
    async def lines(
        name: Name,
        request: Request,
        document: Annotated[str, Query(min_length=1, max_length=1_000, examples=["rama.txt"])],
        cursor: Cursor = None,
        limit: Limit = 100,
    ) -> Response:
        after = position_of(cursor)
        return await answers.send_page(name, lambda ws: ws.catalogue.lines(document, after, limit), request)


def _add_graph_lists(router: APIRouter, answers: ReadingAnswers) -> None:
    @router.get(
        "/workspaces/{name}/facts",
        summary="List facts with their evidence",
        tags=["graph"],
        response_model=ItemPage[FactItem],
    )
    async def facts(
        name: Name,
        request: Request,
        relation: Annotated[str | None, Query(max_length=200, examples=["HAS_KARTA"])] = None,
        entity: Annotated[str | None, Query(max_length=1_000, examples=["Rama"])] = None,
        cursor: Cursor = None,
        limit: Limit = 50,
    ) -> Response:
        after = position_of(cursor)
        work = lambda ws: ws.catalogue.facts(relation, entity, after, limit)  # noqa: E731
        short = limit <= SHORT_PAGE and entity is None
        return await answers.send_page(name, work, request, short=short)

    @router.get(
        "/workspaces/{name}/entities", summary="List entities", tags=["graph"], response_model=ItemPage[EntityItem]
    )
    async def entities(
        name: Name,
        request: Request,
        type: Annotated[str | None, Query(max_length=200, examples=["PERSON"])] = None,
        cursor: Cursor = None,
        limit: Limit = 50,
    ) -> Response:
        after = position_of(cursor)
        return await answers.send_page(name, lambda ws: ws.catalogue.entities(type, after, limit), request)

    @router.get(
        "/workspaces/{name}/events",
        summary="List events with who takes part",
        tags=["graph"],
        response_model=ItemPage[EventItem],
    )
    async def events(
        name: Name, request: Request, document: Document = None, cursor: Cursor = None, limit: Limit = 20
    ) -> Response:
        after = position_of(cursor)
        return await answers.send_page(name, lambda ws: ws.catalogue.events(document, after, limit), request)


def _add_single(router: APIRouter, answers: ReadingAnswers) -> None:
    def add(
        path: str,
        summary: str,
        what: str,
        read: Callable[[AsyncWorkspace, str], Awaitable[Any]],
        model: type[Any],
        example: str,
    ) -> None:
        alias: str = Query(alias=what, min_length=1, max_length=queries.LONGEST_TEXT, examples=[example])

        @router.get(f"/workspaces/{{name}}/{path}", summary=summary, tags=["graph"], name=path, response_model=model)
        async def single(name: Name, request: Request, wanted: str = alias) -> Response:
            return await answers.send_tagged(name, lambda ws: read(ws, wanted), request)

    fact = "rama.txt_L1_K1 -HAS_KARTA-> Rama"
    add(
        "line",
        "Show a line, what it says and what was refused",
        "place",
        queries.read_line,
        ShownLineItem,
        "rama.txt:7",
    )
    add("fact", "Show a fact, its evidence and why it is in the graph", "fact", queries.read_fact, FactItem, fact)
    add(
        "event",
        "Show an event, its facts and why it is in the graph",
        "event",
        queries.read_event,
        ShownEventItem,
        "rama.txt_L1_K1",
    )

    @router.get(
        "/workspaces/{name}/entity", summary="Show who goes by a name", tags=["graph"], response_model=list[ClusterItem]
    )
    async def entity(name: Name, request: Request, entity: Wanted, limit: Limit = 20) -> Response:
        return await answers.send_tagged(name, lambda ws: queries.read_entity(ws, entity, limit), request)

    @router.get(
        "/workspaces/{name}/neighbours",
        summary="Who and what takes part in its events",
        tags=["graph"],
        response_model=list[NeighbourItem],
    )
    async def neighbours(name: Name, request: Request, entity: Wanted, limit: Limit = 50) -> Response:
        return await answers.send_tagged(name, lambda ws: queries.read_neighbours(ws, entity, limit), request)

    @router.get(
        "/workspaces/{name}/paths",
        summary="The shortest ways between two entities",
        tags=["graph"],
        response_model=list[PathItem],
    )
    async def paths(name: Name, request: Request, one: Wanted, other: Wanted, limit: Limit = 3) -> Response:
        work = lambda ws: queries.read_paths(ws, one, other, limit)  # noqa: E731
        return await answers.send_tagged(name, work, request)


def _add_records(router: APIRouter, answers: ReadingAnswers) -> None:
    async def read_passes(ws: AsyncWorkspace) -> Any:
        return json_value(ws.passes())

    async def read_decisions(ws: AsyncWorkspace) -> list[Any]:
        return [each.as_json() for each in ws.decisions()]

    @router.get(
        "/workspaces/{name}", summary="Show the status of a workspace", tags=["workspaces"], response_model=StatusItem
    )
    async def workspace(name: Name, request: Request) -> Response:
        return await answers.send_plain(name, queries.read_status, request)

    @router.get(
        "/workspaces/{name}/ledger",
        summary="What was proposed, and what was refused",
        tags=["records"],
        response_model=ItemPage[LedgerItem],
    )
    async def ledger(
        name: Name,
        request: Request,
        refused: bool = False,
        run: Annotated[int | None, Query(ge=1, le=2**53)] = None,
        document: Document = None,
        cursor: Cursor = None,
        limit: Limit = 50,
    ) -> Response:
        after = position_of(cursor)
        work = lambda ws: ws.catalogue.ledger(after, limit, refused, run, document)  # noqa: E731
        return await answers.send_page(name, work, request, tagged=False)

    @router.get(
        "/workspaces/{name}/passes",
        summary="Show the state of every pass",
        tags=["records"],
        response_model=list[PassItem],
    )
    async def passes(name: Name, request: Request) -> Response:
        return await answers.send_plain(name, read_passes, request)

    @router.get(
        "/workspaces/{name}/decisions",
        summary="List what people decided",
        tags=["records"],
        response_model=list[DecisionItem],
    )
    async def decisions(name: Name, request: Request) -> Response:
        return await answers.send_tagged(name, read_decisions, request)
