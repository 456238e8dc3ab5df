"""Ollama's own API: answers constrained to a schema while they are written, and a context as long as it is said to be.

Through its OpenAI-compatible door (`/v1`) a longer prompt than the server's context is cut without a word. Here each
request states the context, and a prompt that does not fit is refused before it is sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pramana.errors import RequestRefused
from pramana.llm.bounds import answer_bytes
from pramana.llm.providers.apis import OLLAMA
from pramana.llm.providers.base import Ask, RawResponse, Renegotiated, Status, first_form
from pramana.llm.providers.http import HttpAnswer, HttpServer
from pramana.llm.providers.openai import bearer, complaint, schema_note, token_count
from pramana.llm.settings import DEFAULT_CONTEXT, ModelSettings, ServerSettings
from pramana.llm.tokens import about_tokens

MODES = OLLAMA.forms
"""How the schema is asked for, the strictest first: `format` with a schema, `format: "json"`, words."""
_TEMPLATE_TOKENS = 64
"""What a chat template adds to a conversation, at most: marks of roles and turns."""


@dataclass(slots=True)
class OllamaTerms:
    """What a server takes, as far as is known: learned from its refusals, kept for the provider's life."""

    mode: int = 0


class OllamaChat:
    """The provider for one model on one server. Use it in one event loop."""

    reads_messages = True

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._terms = OllamaTerms(first_form(MODES, settings.structured))
        self._server = connect(settings)

    async def complete(self, ask: Ask) -> RawResponse | Renegotiated:
        terms = replace(self._terms)
        longest = answer_bytes(ask.parameters.max_tokens)
        answer = await self._server.post("/api/chat", self._body(ask, terms), longest)
        if answer.status in (400, 422, 500) and (learned := self._renegotiate(complaint(answer), terms)):
            return Renegotiated(f"{answer.server} answered {answer.status}: {learned}")
        return _parse_chat(answer, terms)

    async def aclose(self) -> None:
        await self._server.aclose()

    def _body(self, ask: Ask, terms: OllamaTerms) -> dict[str, Any]:
        system, *rest = ask.messages
        mode = MODES[terms.mode]
        if mode != "json_schema":
            system = {**system, "content": f"{system['content']}\n\n{schema_note(ask.schema)}"}
        options = {
            "num_ctx": self._context([system, *rest], ask.parameters.max_tokens),
            "num_predict": ask.parameters.max_tokens,
            "temperature": ask.parameters.temperature,
            "seed": ask.sample,
        }
        forms: dict[str, dict[str, Any]] = {"json_schema": {"format": ask.schema}, "json_object": {"format": "json"}}
        messages = {"messages": [system, *rest], "stream": False, "options": options}
        return {"model": self._settings.model, **messages, **forms.get(mode, {})}

    def _context(self, messages: list[Mapping[str, str]], max_tokens: int) -> int:
        """Return the context to ask for. It is always the same one: Ollama loads a model again for another.

        Raises RequestRefused where the prompt and its answer do not fit.
        """
        context = self._settings.context or DEFAULT_CONTEXT
        needed = sum(about_tokens(message["content"]) for message in messages) + _TEMPLATE_TOKENS + max_tokens
        if needed > context:
            raise RequestRefused(
                f"The prompt and its answer take about {needed:,} tokens, and the context of "
                f"{self._settings.model!r} is set to {context:,}: set context = {_rounded_up(needed):,} for this model "
                f"if its memory allows."
            )
        return context

    def _renegotiate(self, said: str, used: OllamaTerms) -> str:
        """Learn from a refusal of the form of a request. Empty where it was not the form."""
        if used.mode < len(MODES) - 1 and any(word in said for word in ("format", "schema", "grammar")):
            self._terms.mode = max(self._terms.mode, used.mode + 1)
            return f"{MODES[used.mode + 1]} instead of {MODES[used.mode]}"
        return ""


def connect(settings: ServerSettings) -> HttpServer:
    """Return the connections to a server. An address that ends in `/v1`, its other door, means the same server."""
    root = None if settings.base_url is None else settings.base_url.rstrip("/").removesuffix("/v1")
    return HttpServer(settings.model_copy(update={"base_url": root}), OLLAMA.url, bearer)


def _parse_chat(answer: HttpAnswer, terms: OllamaTerms) -> RawResponse:
    """Read an answer, whatever it leaves out. Raises ServerFailed where it is none."""
    reply = answer.json()
    try:
        content = reply["message"]["content"]
        ended = reply.get("done_reason")
    except (LookupError, TypeError, AttributeError) as error:
        raise answer.refuse(f"one of Ollama's ({type(error).__name__})") from None
    status: Status = "length" if ended == "length" else "stop"
    negotiated: dict[str, Any] = {"mode": MODES[terms.mode]}
    served = reply.get("model")
    if isinstance(served, str):
        negotiated["served"] = served[:200]
    body = content if isinstance(content, str) else ""
    return RawResponse(
        body, status, token_count(reply, "prompt_eval_count"), token_count(reply, "eval_count"), negotiated
    )


def _rounded_up(tokens: int) -> int:
    """Return the next multiple of 4,096: contexts are set in such steps."""
    return -(-tokens // 4_096) * 4_096


__all__ = ["MODES", "OllamaChat", "connect"]
