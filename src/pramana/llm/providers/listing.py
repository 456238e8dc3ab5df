"""Which models a server says it has."""

from __future__ import annotations

import json
from typing import Any

import anyio

from pramana.errors import AccessRefused, RequestRefused
from pramana.llm.providers.openai_errors import within_border
from pramana.llm.settings import ServerSettings


async def listed_models(settings: ServerSettings) -> list[str] | None:
    """Return the names of a server's models, in its order; None where it keeps no list.

    For providers `openai` and `anthropic`. Raises the errors of a call: ConnectionFailed where nobody answers,
    AccessRefused where the key is not taken.
    """
    anthropic = settings.provider == "anthropic"

    async def exchange(key: str) -> list[str] | None:
        client = _connect(settings)
        try:
            with anyio.fail_after(min(settings.timeout_s, 20.0)):
                text = await _get(client, "/v1/models?limit=1000" if anthropic else "/models", key)
        finally:
            await client.close()
        return _names(text)

    try:
        return await within_border(settings, exchange, sdk="anthropic" if anthropic else "openai")
    except RequestRefused as error:
        if isinstance(error, AccessRefused) and not str(error).startswith("404"):
            raise
        return None


def _connect(settings: ServerSettings) -> Any:
    if settings.provider == "anthropic":
        from pramana.llm.providers.anthropic import connect

        return connect(settings)
    from pramana.llm.providers.openai import connect as connect_openai

    return connect_openai(settings)


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
