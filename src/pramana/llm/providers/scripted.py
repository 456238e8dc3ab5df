"""A model that is a function: for tests, demonstrations, and models that speak no protocol of ours."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Any

from pydantic import BaseModel

from pramana.canonical import canonical
from pramana.errors import PramanaError
from pramana.llm.providers.base import Ask, RawResponse, Renegotiated

Answer = str | dict[str, Any] | list[Any] | BaseModel | RawResponse | Renegotiated | PramanaError
"""Text is what the model wrote, misbehaviour included; data is written as JSON; an error is raised."""

Script = Callable[[Ask], Answer | Awaitable[Answer]]


class Scripted:
    """The provider that asks a function, async or not."""

    reads_messages = True

    def __init__(self, script: Script) -> None:
        self._script = script

    async def complete(self, ask: Ask) -> RawResponse | Renegotiated:
        answer = self._script(ask)
        if inspect.isawaitable(answer):
            answer = await answer
        if isinstance(answer, PramanaError):
            raise answer
        if isinstance(answer, (RawResponse, Renegotiated)):
            return answer
        return RawResponse(answer if isinstance(answer, str) else canonical(answer))

    async def aclose(self) -> None:
        pass
