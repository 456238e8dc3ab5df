"""Any server that speaks Anthropic's messages: `pip install pramana[anthropic]`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

import anyio

from pramana.errors import NeedsModel, ServerFailed
from pramana.llm.parse import replace_surrogates
from pramana.llm.providers.apis import ANTHROPIC
from pramana.llm.providers.base import Ask, RawResponse, Renegotiated, Status, first_form
from pramana.llm.providers.openai import complaint, post, schema_note, token_count
from pramana.llm.providers.openai_errors import answer_of_status, key_of, within_border, without_key
from pramana.llm.settings import ModelSettings, ServerSettings

MODES = ANTHROPIC.forms
"""How the schema is asked for, the strictest first: `output_config`, a tool that must be used, words."""

_MODE_WORDS = {
    "json_schema": ("output_config", "output_format", "json_schema", "structured output", "schema", "format"),
    "tool": ("tool",),
}
_ENDS: Mapping[str, Status] = {
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
}


@dataclass(slots=True)
class AnthropicTerms:
    """What a server takes, as far as is known: learned from its refusals, kept for the provider's life."""

    mode: int = 0
    temperature: bool = True


class AnthropicMessages:
    """The provider for one model on one server. Use it in one event loop."""

    reads_messages = True

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self.terms = AnthropicTerms(first_form(MODES, settings.structured))
        self._client: Any = None

    async def complete(self, ask: Ask) -> RawResponse | Renegotiated:
        terms = replace(self.terms)
        mode = form_of(ask.schema, terms)

        async def exchange(key: str) -> RawResponse | Renegotiated:
            self._client = self._client or connect(self._settings)
            with anyio.fail_after(self._settings.timeout_s):
                text = await post(self._client, "/v1/messages", self.body(ask, terms), key)
            return _parse_message(text, key, {**asdict(terms), "mode": mode})

        # Imported by `connect` before anything can go wrong with it.
        return await within_border(self._settings, exchange, partial(self._renegotiate_after, terms), sdk="anthropic")

    def read_answer(self, status: int, body: str, terms: AnthropicTerms, mode: str) -> RawResponse | Renegotiated:
        """Read an answer that came by another way than a call: from a batch. Raises what a call would raise."""
        if status == 200:
            return _parse_message(body, key_of(self._settings), {**asdict(terms), "mode": mode})
        self._client = self._client or connect(self._settings)
        refused = partial(self._renegotiate_after, terms)
        return answer_of_status(self._settings, self._client, status, body, refused, sdk="anthropic")

    async def aclose(self) -> None:
        if self._client is not None:
            await self._client.close()

    def body(self, ask: Ask, terms: AnthropicTerms) -> dict[str, Any]:
        """Return the request for one call on the given terms."""
        system, *rest = ask.messages
        mode = form_of(ask.schema, terms)
        told = system["content"] if mode != "prompt" else f"{system['content']}\n\n{schema_note(ask.schema)}"
        body = {"model": self._settings.model, "max_tokens": ask.parameters.max_tokens, "system": told}
        if terms.temperature:
            body["temperature"] = min(ask.parameters.temperature, 1.0)  # more is refused there
        return {**body, "messages": rest, **_form(ask, mode)}

    def _renegotiate_after(self, used: AnthropicTerms, error: Exception) -> Renegotiated | None:
        """Return what was learned where an error refuses the form of a request alone."""
        if getattr(error, "status_code", 0) != 400:
            return None
        said = complaint(error)
        if "temperature" in said and used.temperature:
            self.terms.temperature = False
            return Renegotiated("400: the server's own temperature")
        mode = MODES[used.mode]
        if not any(word in said for word in _MODE_WORDS.get(mode, ())):
            return None
        self.terms.mode = max(self.terms.mode, used.mode + 1)
        return Renegotiated(f"400: {MODES[used.mode + 1]} instead of {mode}")


def connect(settings: ServerSettings) -> Any:
    """Return a client of the SDK for a model's server. Raises NeedsModel where the extra is not installed."""
    try:
        from anthropic import AsyncAnthropic
    except ImportError:
        raise NeedsModel("The provider 'anthropic' is not installed: pip install 'pramana[anthropic]'.") from None
    # No key is kept in the client; each call brings its own. Nothing is traced elsewhere, and none of the SDK's own
    # variables reach a server that is not Anthropic's.
    client = AsyncAnthropic(
        api_key="unused",
        base_url=settings.base_url or ANTHROPIC.url,
        max_retries=0,
        timeout=None,
        open_telemetry=False,
    )
    if settings.base_url is not None:
        client._custom_headers = {}
    return client


def form_of(schema: Mapping[str, Any], terms: AnthropicTerms) -> str:
    """Return the form for one schema: what `output_config` would change the meaning of goes into a tool."""
    mode = MODES[terms.mode]
    if mode == "json_schema" and not is_closed(schema):
        mode = "tool"
    return "prompt" if mode == "tool" and schema.get("type") != "object" else mode


def is_closed(schema: Any) -> bool:
    """Return whether the SDK can close every object of a schema: it must have a type, and name its properties.

    A mapping of any keys would be closed to `{}`, and no answer could fill it.
    """
    if not isinstance(schema, Mapping):
        return True
    if schema.get("type") == "object" and (not schema.get("properties") or schema.get("additionalProperties")):
        return False
    if not _TYPED.intersection(schema):
        return False
    parts = [*schema.get("$defs", {}).values(), *schema.get("properties", {}).values()]
    parts += [part for name in ("anyOf", "oneOf", "allOf") for part in schema.get(name, ())]
    return all(is_closed(part) for part in [*parts, schema.get("items")])


_TYPED = frozenset(("type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"))


def _form(ask: Ask, mode: str) -> dict[str, Any]:
    """Return what asks for JSON under the schema."""
    if mode == "json_schema":
        from anthropic import transform_schema

        return {"output_config": {"format": {"type": "json_schema", "schema": transform_schema(dict(ask.schema))}}}
    if mode == "tool":
        name = ask.ptool.name.replace(".", "_")[:64]
        tool = {"name": name, "description": "Takes the answer.", "input_schema": ask.schema}
        return {"tools": [tool], "tool_choice": {"type": "tool", "name": name}}
    return {}


def _parse_message(text: str, key: str, terms: Mapping[str, Any]) -> RawResponse:
    """Read a message, whatever it leaves out. Raises ServerFailed where it is none."""
    try:
        reply = json.loads(text)
        body = "".join(_content(block) for block in reply["content"])
        ended = reply.get("stop_reason")
        usage = reply.get("usage")
        served = reply.get("model")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ServerFailed(f"The server's answer is not a message ({type(error).__name__}).") from None
    told = {"served": without_key(replace_surrogates(served), key)[:200]} if isinstance(served, str) else {}
    status = _ENDS.get(ended, "stop") if isinstance(ended, str) else "stop"
    return RawResponse(
        without_key(body, key),
        status,
        _prompt_tokens(usage),
        token_count(usage, "output_tokens"),
        {**terms, **told},
        cached_tokens=token_count(usage, "cache_read_input_tokens") or 0,
        cache_write_tokens=token_count(usage, "cache_creation_input_tokens") or 0,
    )


def _content(block: Mapping[str, Any]) -> str:
    """Return what a block adds to the answer: its text, or the input of a tool as JSON; nothing of thoughts."""
    if block.get("type") == "tool_use":
        return json.dumps(block.get("input"), ensure_ascii=False)
    text = block.get("text")
    return text if block.get("type") == "text" and isinstance(text, str) else ""


def _prompt_tokens(usage: Any) -> int | None:
    """Return all tokens of the prompt: `input_tokens` leaves out those that were cached."""
    names = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    if token_count(usage, names[0]) is None:
        return None
    return sum(token_count(usage, name) or 0 for name in names)


__all__ = ["MODES", "AnthropicMessages", "connect", "is_closed"]
