"""A conversation: questions that go on from the last one, with their pronouns replaced by what it was about."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from pramana.language import complete_question
from pramana.views import Reply


class Conversation:
    """Asks questions one after the other. A pronoun means what the last answer or the last question named."""

    def __init__(self, ask: Callable[[str], Awaitable[Reply]]) -> None:
        self._ask = ask
        self._question = ""
        self._names: tuple[str, ...] = ()

    async def ask(self, question: str) -> Reply:
        """Answer a question; `question` of the reply is the one that was asked, its pronouns replaced."""
        complete = complete_question(question, self._question, self._names) if self._question else question
        reply = await self._ask(complete)
        self._question, self._names = complete, reply.names if reply.is_answered else ()
        return reply


class Chat:
    """A conversation for scripts and notebooks: `chat = ws.chat()`, then `chat.ask("Who sold the mill?")`."""

    def __init__(self, ask: Callable[[str], Reply]) -> None:
        self._ask = ask

    def ask(self, question: str) -> Reply:
        """Answer a question, which may go on from the last one: *And why did she sell it?*"""
        return self._ask(question)
