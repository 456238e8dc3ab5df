"""Any server that speaks OpenAI's embeddings: OpenAI, vLLM, Ollama, llama.cpp, NIM and others."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import anyio

from pramana.errors import ServerFailed
from pramana.llm.providers.openai import connect, post
from pramana.llm.providers.openai_errors import within_border
from pramana.llm.providers.vectors import Kind, RawVectors
from pramana.llm.settings import EmbedderSettings


class OpenAIVectors:
    """The provider for one embedding model on one server. Use it in one event loop."""

    pure = False

    def __init__(self, settings: EmbedderSettings) -> None:
        self._settings = settings
        self._client: Any = None
        self.name = settings.model

    async def vectors(self, texts: Sequence[str], kind: Kind) -> RawVectors:
        async def exchange(key: str) -> RawVectors:
            self._client = self._client or connect(self._settings)
            with anyio.fail_after(self._settings.timeout_s):
                text = await post(self._client, "/embeddings", self._body(texts, kind), key)
            return _parse_vectors(text, len(texts))

        return await within_border(self._settings, exchange)

    async def aclose(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    def _body(self, texts: Sequence[str], kind: Kind) -> dict[str, Any]:
        body: dict[str, Any] = {"model": self._settings.model, "input": list(texts), "encoding_format": "float"}
        if self._settings.dimensions is not None:
            body["dimensions"] = self._settings.dimensions
        if self._settings.input_type:
            body["input_type"] = kind
        return body


def _parse_vectors(text: str, count: int) -> RawVectors:
    """Read a list of embeddings. Raises ServerFailed where it is none, or none of `count` texts."""
    try:
        reply = json.loads(text)
        data = reply["data"]
        places = [item.get("index", place) for place, item in enumerate(data)]
        rows = [item["embedding"] for item in data]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ServerFailed(f"The server's answer is not a list of embeddings ({type(error).__name__}).") from None
    if any(type(place) is not int for place in places) or sorted(places) != list(range(count)):
        raise ServerFailed(f"The server's answer is not one embedding for each of {count} texts.")
    ordered = [row for _, row in sorted(zip(places, rows, strict=True), key=lambda pair: pair[0])]
    usage = reply.get("usage")
    tokens = usage.get("prompt_tokens") if isinstance(usage, dict) else None
    return RawVectors(ordered, tokens if type(tokens) is int and tokens >= 0 else None)
