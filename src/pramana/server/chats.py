"""The conversations with one workspace. They are on disk before an answer is given, and go on after a restart."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Any

from pramana.app import AsyncWorkspace, Conversation, ConversationTopic, ObserveAnswer, replacing
from pramana.errors import InputError, UnknownName
from pramana.serialization import JsonRecord, JsonShape
from pramana.server import queries
from pramana.server.readers import ReaderPool
from pramana.untrusted import Malformed, parse_json, read_file
from pramana.views import Reply

MOST_CHATS = 1_000
"""Conversations that are kept of a workspace; the one that was not used for the longest time goes first."""
MOST_TURNS = 1_000
"""Questions of one conversation: its file is written anew after each."""


@dataclass(slots=True)
class ServedChat(JsonRecord):
    """One conversation: each question as it was asked and as it was understood, with its run."""

    id: str
    topic: ConversationTopic = field(default_factory=ConversationTopic)
    turns: list[dict[str, Any]] = field(default_factory=list)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    json_shape = JsonShape(without=("topic", "lock"))


class ChatBook:
    """The conversations with a workspace, in its folder `server/chats`; of a server that writes nothing, in memory."""

    def __init__(self, folder: Path, readers: ReaderPool, *, kept: bool) -> None:
        self._folder = folder / "server" / "chats" if kept else None
        self._readers = readers
        self._chats: OrderedDict[str, ServedChat] = OrderedDict()

    def load(self) -> None:
        """Read the conversations that are on disk. What is not one is passed over."""
        if self._folder is None or not self._folder.is_dir():
            return
        for path in sorted(self._folder.glob("*.json"), key=lambda each: each.stat().st_mtime_ns):
            chat = self._chat_in(path)
            if chat is not None:
                self._chats[chat.id] = chat

    async def begin(self) -> ServedChat:
        """Begin a conversation."""
        chat = ServedChat(token_hex(8))
        await asyncio.to_thread(self._save, chat)
        self._chats[chat.id] = chat
        if len(self._chats) > MOST_CHATS:
            self._delete(next(iter(self._chats)))
        return chat

    def chat(self, chat_id: str) -> ServedChat:
        """Return a conversation. Raises UnknownName."""
        if chat_id not in self._chats:
            raise UnknownName("conversation", chat_id, [], "Begin a new one.")
        self._chats.move_to_end(chat_id)
        return self._chats[chat_id]

    def drop(self, chat_id: str) -> None:
        """Forget a conversation. Raises UnknownName."""
        self._delete(self.chat(chat_id).id)

    async def ask(self, chat_id: str, question: str, observe: ObserveAnswer | None = None) -> dict[str, Any]:
        """Answer a question, which may go on from the last one. `question` of the answer is as it was understood;
        `observe` hears of the plan and the lines.

        Raises UnknownName, and InputError where the conversation is full.
        """
        chat = self.chat(chat_id)
        queries.check_length("question", question)
        async with chat.lock:
            if len(chat.turns) >= MOST_TURNS:
                raise InputError(f"A conversation has at most {MOST_TURNS:,} questions. Begin a new one.")
            conversation = Conversation(partial(self._ask, observe), chat.topic)
            reply = queries.reply_json(await conversation.ask(question))
            chat.topic = conversation.topic
            chat.turns.append({"asked": question, "question": reply["question"], "run": reply["run"]})
            if chat.id in self._chats:  # it may have been forgotten meanwhile
                await asyncio.to_thread(self._save, chat)
            return reply

    async def _ask(self, observe: ObserveAnswer | None, question: str) -> Reply:
        async def work(ws: AsyncWorkspace) -> Reply:
            return await ws.ask(question, observe)

        return await self._readers.use(work)

    def _save(self, chat: ServedChat) -> None:
        if self._folder is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        with replacing(self._folder / f"{chat.id}.json") as file:
            json.dump({**chat.as_json(), "topic": chat.topic.as_json()}, file)

    def _delete(self, chat_id: str) -> None:
        del self._chats[chat_id]
        if self._folder is not None:
            (self._folder / f"{chat_id}.json").unlink(missing_ok=True)

    def _chat_in(self, path: Path) -> ServedChat | None:
        try:
            held = parse_json(read_file(path))
            topic = _topic_of(held["topic"])
            return ServedChat(path.stem, topic, list(held["turns"]))
        except (InputError, Malformed, KeyError, TypeError):
            return None


def _topic_of(held: Mapping[str, Any]) -> ConversationTopic:
    return ConversationTopic(str(held["question"]), tuple(held["names"]), tuple(held["earlier"]))
