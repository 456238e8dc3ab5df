"""Any server that speaks Anthropic's messages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from pramana.llm.bounds import answer_bytes
from pramana.llm.parse import replace_surrogates
from pramana.llm.providers.apis import ANTHROPIC
from pramana.llm.providers.base import Ask, RawResponse, Renegotiated, Status, first_form
from pramana.llm.providers.http import HttpAnswer, HttpServer
from pramana.llm.providers.openai import bearer, complaint, schema_note, token_count
from pramana.llm.settings import ModelSettings, ServerSettings

MODES = ANTHROPIC.forms
"""How the schema is asked for, the strictest first: `output_config`, a tool that must be used, words."""

VERSION = "2026-10-21"
"""The version of Anthropic's API that requests and answers have."""

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
    cache: bool = True


class AnthropicMessages:
    """The provider for one model on one server. Use it in one event loop."""

    reads_messages = True

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self.terms = AnthropicTerms(first_form(MODES, settings.structured))
        self.server = connect(settings)

    async def complete(self, ask: Ask) -> RawResponse | Renegotiated:
        terms = replace(self.terms)
        longest = answer_bytes(ask.parameters.max_tokens)
        answer = await self.server.post("/v1/messages", self.body(ask, terms), longest)
        return self.read_answer(answer, terms, form_of(ask.schema, terms))

    def read_answer(self, answer: HttpAnswer, terms: AnthropicTerms, mode: str) -> RawResponse | Renegotiated:
        """Read the answer to a request made on the given terms, whichever way it came. Raises its error."""
        if answer.status == 400 and (learned := self._renegotiate(complaint(answer), terms)):
            return Renegotiated(f"{answer.server} answered 400: {learned}")
        return _parse_message(answer, {**asdict(terms), "mode": mode})

    async def aclose(self) -> None:
        await self.server.aclose()

    def body(self, ask: Ask, terms: AnthropicTerms) -> dict[str, Any]:
        """Return the request for one call on the given terms."""
        system, *rest = ask.messages
        mode = form_of(ask.schema, terms)
        told = system["content"] if mode != "prompt" else f"{system['content']}\n\n{schema_note(ask.schema)}"
        body = {"model": self._settings.model, "max_tokens": ask.parameters.max_tokens, "system": _system(told, terms)}
        if terms.temperature:
            body["temperature"] = min(ask.parameters.temperature, 1.0)  # more is refused there
        return {**body, "messages": rest, **_form(ask, mode)}

    def _renegotiate(self, said: str, used: AnthropicTerms) -> str:
        """Learn from a refusal of the form of a request made on `used` terms. Empty where it was not the form."""
        if "temperature" in said and used.temperature:
            self.terms.temperature = False
            return "the server's own temperature"
        if "cache_control" in said and used.cache:
            self.terms.cache = False
            return "no caching"
        mode = MODES[used.mode]
        if not any(word in said for word in _MODE_WORDS.get(mode, ())):
            return ""
        self.terms.mode = max(self.terms.mode, used.mode + 1)
        return f"{MODES[used.mode + 1]} instead of {mode}"


def connect(settings: ServerSettings) -> HttpServer:
    """Return the connections to a server that takes a key as Anthropic's does."""
    return HttpServer(settings, ANTHROPIC.url, lambda key: {**bearer(key), "anthropic-version": VERSION})


def form_of(schema: Mapping[str, Any], terms: AnthropicTerms) -> str:
    """Return the form for one schema: what `output_config` would change the meaning of goes into a tool."""
    mode = MODES[terms.mode]
    if mode == "json_schema" and not is_closed(schema):
        mode = "tool"
    return "prompt" if mode == "tool" and schema.get("type") != "object" else mode


def is_closed(schema: Any) -> bool:
    """Return whether every object of a schema can be closed: it must have a type, and name its properties.

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


_KNOWN = frozenset(
    (
        "type",
        "properties",
        "required",
        "items",
        "anyOf",
        "allOf",
        "enum",
        "const",
        "$ref",
        "$defs",
        "title",
        "description",
    )
)
"""Keywords that Anthropic's structured output knows. What the others ask for is said in the description."""


def closed_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema in the part of JSON Schema that Anthropic takes, every object closed. See `is_closed`."""
    if "$ref" in schema:
        return {name: _closed_part(name, schema[name]) for name in ("$ref", "$defs") if name in schema}
    closed = {name: _closed_part(name, value) for name, value in schema.items() if name in _KNOWN}
    if "oneOf" in schema:
        closed["anyOf"] = _closed_part("anyOf", schema["oneOf"])
    if schema.get("type") == "object":
        closed["additionalProperties"] = False
    asked = {name: schema[name] for name in schema if name not in _KNOWN and name not in ("oneOf", *_SAID)}
    if asked:
        told = json.dumps(asked, ensure_ascii=False)
        closed["description"] = f"{closed['description']} {told}" if "description" in closed else told
    return closed


_SAID = ("additionalProperties", "default", "discriminator")
"""Said by other keywords, or without effect on an answer."""


def _closed_part(name: str, value: Any) -> Any:
    if name in ("properties", "$defs"):
        return {key: closed_schema(part) for key, part in value.items()}
    if name in ("anyOf", "allOf"):
        return [closed_schema(part) for part in value]
    return closed_schema(value) if name == "items" else value


def _system(text: str, terms: AnthropicTerms) -> Any:
    """Return the system prompt, which is the same in all calls of a ptool, as what the server is to cache with all that
    is before it: a tool and its schema. A prefix that is too short for a cache costs what it would cost without."""
    return [{"type": "text", "text": text, "cache_control": {"type": "ephemeral"}}] if terms.cache else text


def _form(ask: Ask, mode: str) -> dict[str, Any]:
    """Return what asks for JSON under the schema."""
    if mode == "json_schema":
        return {"output_config": {"format": {"type": "json_schema", "schema": closed_schema(ask.schema)}}}
    if mode == "tool":
        name = ask.ptool.name.replace(".", "_")[:64]
        tool = {"name": name, "description": "Takes the answer.", "input_schema": ask.schema}
        return {"tools": [tool], "tool_choice": {"type": "tool", "name": name}}
    return {}


def _parse_message(answer: HttpAnswer, terms: Mapping[str, Any]) -> RawResponse:
    """Read a message, whatever it leaves out. Raises ServerFailed where it is none."""
    reply = answer.json()
    try:
        body = "".join(_content(block) for block in reply["content"])
        ended = reply.get("stop_reason")
        usage = reply.get("usage")
        served = reply.get("model")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise answer.refuse(f"a message ({type(error).__name__})") from None
    told = {"served": replace_surrogates(served)[:200]} if isinstance(served, str) else {}
    status = _ENDS.get(ended, "stop") if isinstance(ended, str) else "stop"
    return RawResponse(
        body,
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
