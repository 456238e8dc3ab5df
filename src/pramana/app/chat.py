"""A conversation: questions that go on from the last one, with their pronouns replaced by what it was about."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from pramana.language import complete_question, full_names
from pramana.serialization import JsonRecord
from pramana.views import Reply

REMEMBERED = 8
"""Names of earlier turns that a pronoun may mean, the latest first."""


@dataclass(frozen=True, slots=True)
class ConversationTopic(JsonRecord):
    """What a conversation is about: its last question, the names of the answer, and those of earlier turns."""

    question: str = ""
    names: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()


class Conversation:
    """Asks questions one after the other. A pronoun means what the last answer or the last question named, else the
    latest name before that agrees with it."""

    def __init__(self, ask: Callable[[str], Awaitable[Reply]], topic: ConversationTopic = ConversationTopic()) -> None:
        """`topic` is where an earlier conversation ended, which this one goes on from."""
        self._ask = ask
        self.topic = topic

    async def ask(self, question: str) -> Reply:
        """Answer a question; `question` of the reply is the one that was asked, its pronouns replaced.

        A question that could not be completed and has no answer leaves what the conversation is about as it was.
        """
        topic = self.topic
        complete = (
            complete_question(question, topic.question, topic.names, topic.earlier) if topic.question else question
        )
        reply = await self._ask(complete)
        if reply.is_answered or complete != question or full_names(complete) or not topic.question:
            said = [name for line in reply.citations for name in full_names(line.text)]
            held = dict.fromkeys((*said, *topic.names, *full_names(topic.question), *topic.earlier))
            names = reply.names if reply.is_answered else ()
            self.topic = ConversationTopic(complete, tuple(names), tuple(held)[:REMEMBERED])
        return reply


class Chat:
    """A conversation for scripts and notebooks: `chat = ws.chat()`, then `chat.ask("Who sold the mill?")`."""

    def __init__(self, ask: Callable[[str], Reply]) -> None:
        self._ask = ask

    def ask(self, question: str) -> Reply:
        """Answer a question, which may go on from the last one: *And why did she sell it?*"""
        return self._ask(question)
