"""Which models a server says it has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pramana.llm.bounds import LIST_BYTES

if TYPE_CHECKING:  # imported where a server is asked: the client takes 0.1 s
    from pramana.llm.providers.http import HttpAnswer, HttpServer

LONGEST_WAIT_S = 20.0
"""A list of names needs no model, so a server that has one gives it in this time."""


async def openai_models(settings: Any) -> list[str] | None:
    """Return the models of a server that speaks OpenAI's protocol: see `_fetch_models`."""
    from pramana.llm.providers.openai import connect

    return await _fetch_models(settings, connect, "/models")


async def anthropic_models(settings: Any) -> list[str] | None:
    """Return the models of a server that speaks Anthropic's protocol: see `_fetch_models`."""
    from pramana.llm.providers.anthropic import connect

    return await _fetch_models(settings, connect, "/v1/models?limit=1000")


async def ollama_models(settings: Any) -> list[str] | None:
    """Return the models that an Ollama server has: see `_fetch_models`. Its other door lists them, too."""
    from pramana.llm.providers.ollama import connect

    return await _fetch_models(settings, connect, "/v1/models")


async def _fetch_models(settings: Any, connect: Callable[[Any], HttpServer], path: str) -> list[str] | None:
    """Return the names of a server's models, in its order; None where it keeps no list.

    Raises the errors of a call: ConnectionFailed where nobody answers, AccessRefused where the key is not taken.
    """
    server = connect(settings.model_copy(update={"timeout_s": min(settings.timeout_s, LONGEST_WAIT_S)}))
    try:
        answer = await server.get(path, LIST_BYTES)
    finally:
        await server.aclose()
    if answer.status in (401, 402, 403) or not 400 <= answer.status < 500:
        return _names(answer)
    return None


def _names(answer: HttpAnswer) -> list[str] | None:
    reply = answer.json()
    try:
        from pramana.llm.providers.http_errors import printable_line

        return [printable_line(str(item["id"]), answer.mask) for item in reply["data"]]
    except (LookupError, TypeError):
        return None
