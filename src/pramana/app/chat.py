"""A conversation: questions that go on from the last one, with their pronouns replaced by what it was about."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from pramana.language import complete_question, full_names
from pramana.views import Reply

REMEMBERED = 8
"""Names of earlier turns that a pronoun may mean, the latest first."""


class Conversation:
    """Asks questions one after the other. A pronoun means what the last answer or the last question named, else the
    latest name before that agrees with it."""

    def __init__(self, ask: Callable[[str], Awaitable[Reply]]) -> None:
        self._ask = ask
        self._question = ""
        self._names: tuple[str, ...] = ()
        self._earlier: tuple[str, ...] = ()

    async def ask(self, question: str) -> Reply:
        """Answer a question; `question` of the reply is the one that was asked, its pronouns replaced.

        A question that could not be completed and has no answer leaves what the conversation is about as it was.
        """
        complete = (
            complete_question(question, self._question, self._names, self._earlier) if self._question else question
        )
        reply = await self._ask(complete)
        if reply.is_answered or complete != question or full_names(complete) or not self._question:
            said = [name for line in reply.citations for name in full_names(line.text)]
            held = dict.fromkeys((*said, *self._names, *full_names(self._question), *self._earlier))
            self._earlier = tuple(held)[:REMEMBERED]
            self._question, self._names = complete, reply.names if reply.is_answered else ()
        return reply


class Chat:
    """A conversation for scripts and notebooks: `chat = ws.chat()`, then `chat.ask("Who sold the mill?")`."""

    def __init__(self, ask: Callable[[str], Reply]) -> None:
        self._ask = ask

    def ask(self, question: str) -> Reply:
        """Answer a question, which may go on from the last one: *And why did she sell it?*"""
        return self._ask(question)
