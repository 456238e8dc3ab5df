"""Routes for answers as they come, and for conversations."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import StreamingResponse

from pramana.app import AsyncWorkspace, Conversation
from pramana.canonical import canonical
from pramana.errors import UnknownName
from pramana.serialization import JsonRecord, JsonShape
from pramana.server import queries
from pramana.server.desk import Desk
from pramana.server.items import AnswerBody
from pramana.server.problems import problem_of
from pramana.server.reading import FAILURES, Name, json_response, needs
from pramana.server.shapes import QuestionBody
from pramana.server.tokens import TokenScope
from pramana.server.work_items import ChatItem

MOST_CHATS = 1_000
"""Conversations that are kept of one server; the one that was not used for the longest time goes first."""
EVENTS = "text/event-stream"
ChatId = Annotated[str, Path(pattern="^[0-9a-f]{16}$", description="The id of a conversation.")]


def asking_routes(desk: Desk) -> APIRouter:
    """Return the routes."""
    router = APIRouter(dependencies=[needs(TokenScope.READ)], responses=FAILURES)
    _add_stream(router, desk)
    _add_chats(router, desk, ChatBook(desk))
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
        events = _answer_events(desk, name, body.question, request)
        return StreamingResponse(events, media_type=EVENTS, headers={"cache-control": "no-store"})


async def _answer_events(desk: Desk, name: str, question: str, request: Request) -> AsyncIterator[str]:
    """Yield what is known of an answer, as it becomes known; `problem` in place of the answer where there is none."""
    told: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def tell(kind: str, value: Mapping[str, Any]) -> None:
        with suppress(RuntimeError):  # the server ends
            loop.call_soon_threadsafe(told.put_nowait, event_text(kind, value))

    async def ask() -> None:
        try:
            reply = await desk.read(name, lambda ws: queries.ask(ws, question, tell))
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


@dataclass(slots=True)
class ServedChat(JsonRecord):
    """One conversation: each question as it was asked and as it was understood, with its run."""

    id: str
    workspace: str
    conversation: Conversation
    turns: list[dict[str, Any]] = field(default_factory=list)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    json_shape = JsonShape(without=("workspace", "conversation", "lock"))


class ChatBook:
    """The conversations of a server. They are in its memory, and end with it; the answers are runs, and do not."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._chats: OrderedDict[str, ServedChat] = OrderedDict()

    def begin(self, workspace: str) -> ServedChat:
        """Begin a conversation with a workspace. Raises UnknownName."""
        self._desk.workspace(workspace)

        async def ask(question: str) -> Any:
            return await self._desk.read(workspace, lambda ws: _reply(ws, question))

        chat = ServedChat(token_hex(8), workspace, Conversation(ask))
        self._chats[chat.id] = chat
        if len(self._chats) > MOST_CHATS:
            self._chats.popitem(last=False)
        return chat

    def chat(self, workspace: str, chat_id: str) -> ServedChat:
        """Return a conversation with a workspace. Raises UnknownName."""
        found = self._chats.get(chat_id)
        if found is None or found.workspace != workspace:
            raise UnknownName("conversation", chat_id, [], "Begin a new one: they end with the server.")
        self._chats.move_to_end(chat_id)
        return found

    def drop(self, workspace: str, chat_id: str) -> None:
        """Forget a conversation. Raises UnknownName."""
        del self._chats[self.chat(workspace, chat_id).id]

    async def ask(self, chat: ServedChat, question: str) -> dict[str, Any]:
        """Answer a question, which may go on from the last one. `question` of the answer is as it was understood."""
        queries.check_length("question", question)
        async with chat.lock:
            reply = queries.reply_json(await chat.conversation.ask(question))
            chat.turns.append({"asked": question, "question": reply["question"], "run": reply["run"]})
            return reply


async def _reply(ws: AsyncWorkspace, question: str) -> Any:
    return await ws.ask(question)


def _add_chats(router: APIRouter, desk: Desk, book: ChatBook) -> None:
    path = "/workspaces/{name}/chats"

    @router.post(path, summary="Begin a conversation", tags=["answers"], status_code=201, response_model=ChatItem)
    async def begin(name: Name) -> Response:
        return json_response(book.begin(name).as_json(), 201)

    @router.get(f"{path}/{{chat}}", summary="Show a conversation", tags=["answers"], response_model=ChatItem)
    async def show_chat(name: Name, chat: ChatId) -> Response:
        return json_response(book.chat(name, chat).as_json())

    @router.post(
        f"{path}/{{chat}}/ask",
        summary="Answer a question that may go on from the last one",
        tags=["answers"],
        response_model=AnswerBody,
    )
    async def ask_on(name: Name, chat: ChatId, body: QuestionBody, request: Request) -> Response:
        reply = await book.ask(book.chat(name, chat), body.question)
        request.state.note.run = reply["run"]
        return json_response(reply)

    @router.delete(f"{path}/{{chat}}", summary="Forget a conversation", tags=["answers"], status_code=204)
    async def drop_chat(name: Name, chat: ChatId) -> Response:
        book.drop(name, chat)
        return Response(None, 204)
