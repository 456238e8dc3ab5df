"""Routes for answers as they come, and for conversations."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import StreamingResponse

from pramana.app import ObserveAnswer
from pramana.canonical import canonical
from pramana.server import queries
from pramana.server.desk import Desk
from pramana.server.items import AnswerBody
from pramana.server.problems import problem_of
from pramana.server.reading import FAILURES, Name, json_response, needs
from pramana.server.shapes import QuestionBody
from pramana.server.tokens import TokenScope
from pramana.server.work_items import ChatItem

EVENTS = "text/event-stream"
ChatId = Annotated[str, Path(pattern="^[0-9a-f]{16}$", description="The id of a conversation.")]


def asking_routes(desk: Desk) -> APIRouter:
    """Return the routes."""
    router = APIRouter(dependencies=[needs(TokenScope.READ)], responses=FAILURES)
    _add_stream(router, desk)
    _add_chats(router, desk)
    return router


def event_text(kind: str, value: Any) -> str:
    """Return a server-sent event."""
    return f"event: {kind}\ndata: {canonical(value)}\n\n"


def _add_stream(router: APIRouter, desk: Desk) -> None:
    @router.post(
        "/workspaces/{name}/ask/stream",
        summary="Answer a question as server-sent events: plan, lines, answer",
        tags=["answers"],
        response_class=StreamingResponse,
        responses={200: {"content": {EVENTS: {"schema": {"type": "string"}}}}},
    )
    async def ask_stream(name: Name, body: QuestionBody, request: Request) -> Response:
        desk.workspace(name)
        queries.check_length("question", body.question)

        async def answer(tell: ObserveAnswer) -> dict[str, Any]:
            return await desk.read(name, lambda ws: queries.ask(ws, body.question, tell))

        return _stream(desk, answer, request)


def _stream(desk: Desk, answer: Callable[[ObserveAnswer], Awaitable[dict[str, Any]]], request: Request) -> Response:
    """Return the events of an answer. `answer` is given what hears of the plan and the lines."""
    desk.check_streams()
    events = desk.count_stream(_answer_events(answer, request))
    return StreamingResponse(events, media_type=EVENTS, headers={"cache-control": "no-store"})


async def _answer_events(
    answer: Callable[[ObserveAnswer], Awaitable[dict[str, Any]]], request: Request
) -> AsyncGenerator[str, None]:
    """Yield what is known of an answer, as it becomes known; `problem` in place of the answer where there is none."""
    told: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def tell(kind: str, value: Mapping[str, Any]) -> None:
        with suppress(RuntimeError):  # the server ends
            loop.call_soon_threadsafe(told.put_nowait, event_text(kind, value))

    async def ask() -> None:
        try:
            reply = await answer(tell)
            request.state.note.run = reply["run"]
            told.put_nowait(event_text("answer", reply))
        except Exception as error:
            told.put_nowait(event_text("problem", problem_of(error, request.state.note.id)))
        finally:
            told.put_nowait(None)

    task = asyncio.create_task(ask())
    try:
        while (event := await told.get()) is not None:
            yield event
    finally:
        task.cancel()


def _add_chats(router: APIRouter, desk: Desk) -> None:
    path = "/workspaces/{name}/chats"

    @router.post(path, summary="Begin a conversation", tags=["answers"], status_code=201, response_model=ChatItem)
    async def begin(name: Name) -> Response:
        return json_response((await desk.workspace(name).chats.begin()).as_json(), 201)

    @router.get(f"{path}/{{chat}}", summary="Show a conversation", tags=["answers"], response_model=ChatItem)
    async def show_chat(name: Name, chat: ChatId) -> Response:
        return json_response(desk.workspace(name).chats.chat(chat).as_json())

    @router.post(
        f"{path}/{{chat}}/ask",
        summary="Answer a question that may go on from the last one",
        tags=["answers"],
        response_model=AnswerBody,
    )
    async def ask_on(name: Name, chat: ChatId, body: QuestionBody, request: Request) -> Response:
        reply = await desk.workspace(name).chats.ask(chat, body.question)
        request.state.note.run = reply["run"]
        return json_response(reply)

    @router.post(
        f"{path}/{{chat}}/ask/stream",
        summary="Answer a question that may go on from the last one, as server-sent events",
        tags=["answers"],
        response_class=StreamingResponse,
        responses={200: {"content": {EVENTS: {"schema": {"type": "string"}}}}},
    )
    async def stream_on(name: Name, chat: ChatId, body: QuestionBody, request: Request) -> Response:
        book = desk.workspace(name).chats
        book.chat(chat)
        queries.check_length("question", body.question)

        async def answer(tell: ObserveAnswer) -> dict[str, Any]:
            return await book.ask(chat, body.question, tell)

        return _stream(desk, answer, request)

    @router.delete(f"{path}/{{chat}}", summary="Forget a conversation", tags=["answers"], status_code=204)
    async def drop_chat(name: Name, chat: ChatId) -> Response:
        desk.workspace(name).chats.drop(chat)
        return Response(None, 204)
