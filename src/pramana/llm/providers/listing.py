"""Which models a server says it has."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import anyio

from pramana.errors import AccessRefused, RequestRefused


async def openai_models(settings: Any) -> list[str] | None:
    """Return the models of a server that speaks OpenAI's protocol: see `_fetch_models`."""
    from pramana.llm.providers.openai import connect

    return await _fetch_models(settings, connect, "/models", "openai")


async def anthropic_models(settings: Any) -> list[str] | None:
    """Return the models of a server that speaks Anthropic's protocol: see `_fetch_models`."""
    from pramana.llm.providers.anthropic import connect

    return await _fetch_models(settings, connect, "/v1/models?limit=1000", "anthropic")


async def _fetch_models(settings: Any, connect: Callable[[Any], Any], path: str, sdk: str) -> list[str] | None:
    """Return the names of a server's models, in its order; None where it keeps no list.

    Raises the errors of a call: ConnectionFailed where nobody answers, AccessRefused where the key is not taken.
    """
    from pramana.llm.providers.openai_errors import within_border

    async def exchange(key: str) -> list[str] | None:
        client = connect(settings)
        try:
            with anyio.fail_after(min(settings.timeout_s, 20.0)):
                text = await _get(client, path, key)
        finally:
            await client.close()
        return _names(text)

    try:
        return await within_border(settings, exchange, sdk=sdk)
    except RequestRefused as error:
        if isinstance(error, AccessRefused) and not str(error).startswith("404"):
            raise
        return None


async def _get(client: Any, path: str, key: str) -> str:
    import httpx2

    from pramana.llm.providers.openai import key_header

    response = await client.get(path, cast_to=httpx2.Response, options={"headers": key_header(client, key)})
    text: str = response.text
    return text


def _names(text: str) -> list[str] | None:
    try:
        return [str(item["id"]) for item in json.loads(text)["data"]]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
