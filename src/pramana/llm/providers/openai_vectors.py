"""Any server that speaks OpenAI's embeddings: OpenAI, vLLM, Ollama, llama.cpp, NIM and others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pramana.llm.bounds import vector_bytes
from pramana.llm.providers.http import HttpAnswer
from pramana.llm.providers.openai import connect, token_count
from pramana.llm.providers.vectors import Kind, RawVectors
from pramana.llm.settings import EmbedderSettings


class OpenAIVectors:
    """The provider for one embedding model on one server. Use it in one event loop."""

    pure = False

    def __init__(self, settings: EmbedderSettings) -> None:
        self._settings = settings
        self._server = connect(settings)
        self.name = settings.model

    async def vectors(self, texts: Sequence[str], kind: Kind) -> RawVectors:
        longest = vector_bytes(len(texts), self._settings.dimensions)
        answer = await self._server.post("/embeddings", self._body(texts, kind), longest)
        return _parse_vectors(answer, len(texts))

    async def aclose(self) -> None:
        await self._server.aclose()

    def _body(self, texts: Sequence[str], kind: Kind) -> dict[str, Any]:
        body: dict[str, Any] = {"model": self._settings.model, "input": list(texts), "encoding_format": "float"}
        if self._settings.dimensions is not None:
            body["dimensions"] = self._settings.dimensions
        if self._settings.input_type:
            body["input_type"] = kind
        return body


def _parse_vectors(answer: HttpAnswer, count: int) -> RawVectors:
    """Read a list of embeddings. Raises ServerFailed where it is none, or none of `count` texts."""
    reply = answer.json(masked=False)  # of which numbers are taken, and nothing else
    try:
        data = reply["data"]
        places = [item.get("index", place) for place, item in enumerate(data)]
        rows = [item["embedding"] for item in data]
    except (LookupError, TypeError, AttributeError) as error:
        raise answer.refuse(f"a list of embeddings ({type(error).__name__})") from None
    if any(type(place) is not int for place in places) or sorted(places) != list(range(count)):
        raise answer.refuse(f"one embedding for each of {count} texts")
    ordered = [row for _, row in sorted(zip(places, rows, strict=True), key=lambda pair: pair[0])]
    return RawVectors(ordered, token_count(reply.get("usage"), "prompt_tokens"))
