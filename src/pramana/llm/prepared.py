"""A ptool made ready: its prompt, its schema, and the model that answers it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from pydantic import BaseModel

from pramana.canonical import canonical, digest
from pramana.llm.breaker import CircuitBreaker
from pramana.llm.limits import RateLimiter
from pramana.llm.parse import PARSER
from pramana.llm.prices import Price
from pramana.llm.prompts import Message, Prompt, compose
from pramana.llm.providers.base import Provider
from pramana.llm.ptool import Parameters, Ptool
from pramana.llm.request import Correction, Request
from pramana.llm.settings import ModelSettings
from pramana.llm.usage import Usage

MESSAGE_TOKENS = 16
"""What a server's chat template may add to a message, at most; and to the whole once more."""


@dataclass(frozen=True, slots=True)
class Model:
    """One model at work. `name` is `provider:model`."""

    name: str
    settings: ModelSettings
    provider: Provider
    limiter: RateLimiter
    breaker: CircuitBreaker
    price: Price

    @property
    def computes(self) -> bool:
        """Whether its answers are computed by code of this version, and can be at any time."""
        return bool(getattr(self.provider, "computes", False))


@dataclass(frozen=True, slots=True)
class Prepared:
    """All about a ptool that does not depend on its input."""

    ptool: Ptool[Any, Any]
    model: Model
    prompt: Prompt
    schema: dict[str, Any]
    schema_hash: str
    schema_bytes: int
    parameters: Parameters

    @classmethod
    def of(cls, ptool: Ptool[Any, Any], model: Model, prompt: Prompt) -> Prepared:
        schema = inline_definitions(without_notes(ptool.output.model_json_schema()))
        size = len(canonical(schema).encode())
        return cls(ptool, model, prompt, schema, digest(schema), size, model.settings.parameters(ptool.parameters))

    def within(self, max_tokens: int | None) -> Prepared:
        """Return this with a lower bound for the answer; None and higher bounds change nothing."""
        if max_tokens is None or max_tokens >= self.parameters.max_tokens:
            return self
        return replace(self, parameters=replace(self.parameters, max_tokens=max(1, max_tokens)))

    def identity(self) -> dict[str, Any]:
        """Return everything but the input that decides a response, as JSON. Without messages the prompt is left out."""
        decides = {"ptool": self.ptool.name, "model": self.model.name, "schema": self.schema_hash, "parser": PARSER}
        if not self.model.provider.reads_messages:
            return decides
        return {**decides, "prompt": self.prompt.hash, "parameters": asdict(self.parameters)}

    def request(self, fields: Any, sample: int, corrections: tuple[Correction, ...] = ()) -> Request:
        name, model = self.ptool.name, self.model.name
        return Request(name, self.prompt.hash, fields, self.schema_hash, model, self.parameters, sample, corrections)

    def messages(self, fields: dict[str, Any], corrections: tuple[Correction, ...] = ()) -> tuple[Message, ...]:
        """Return the messages of a call; none for a provider that reads none."""
        if not self.model.provider.reads_messages:
            return ()
        return compose(self.prompt, self.ptool.text_fields, fields, corrections)

    def worst(self, messages: tuple[Message, ...], count: int = 1) -> Usage:
        """Return what a call for `count` answers can cost at most: no tokenizer makes more tokens than bytes."""
        if not messages:
            return Usage()
        sent = sum(len(message["content"].encode()) + MESSAGE_TOKENS for message in messages)
        prompt = sent + MESSAGE_TOKENS + self.schema_bytes
        written = self.parameters.max_tokens * count
        all_written = self.usage(prompt, written, cache_write_tokens=prompt)
        return max(self.usage(prompt, written), all_written, key=lambda usage: usage.money or 0)

    def usage(
        self, prompt_tokens: int, completion_tokens: int, cached_tokens: int = 0, cache_write_tokens: int = 0
    ) -> Usage:
        """Return the usage of a call with its price. Tokens of the cache are among those of the prompt."""
        cost = self.model.price.cost(prompt_tokens, completion_tokens, cached_tokens, cache_write_tokens)
        return Usage(prompt_tokens, completion_tokens, cost, cached_tokens, cache_write_tokens)


def without_notes(schema: Any) -> Any:
    """Return a JSON schema without titles and descriptions: every call would pay for them.

    >>> without_notes({"title": "A", "properties": {"title": {"title": "Title", "type": "string"}}})
    {'properties': {'title': {'type': 'string'}}}
    """
    if isinstance(schema, list):
        return [without_notes(part) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    found: dict[str, Any] = {}
    for key, part in schema.items():
        if key in ("properties", "$defs", "patternProperties") and isinstance(part, Mapping):
            found[key] = {name: without_notes(each) for name, each in part.items()}
        elif key not in ("title", "description") and key not in ("default", "enum", "const", "examples"):
            found[key] = without_notes(part)
        elif key not in ("title", "description"):
            found[key] = part
    return found


def inline_definitions(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a JSON schema with the definitions that are used once in their places: a name costs some 15 tokens a call.

    >>> inline_definitions({"$defs": {"A": {"type": "string"}}, "type": "array", "items": {"$ref": "#/$defs/A"}})
    {'type': 'array', 'items': {'type': 'string'}}
    """
    named: dict[str, Any] = dict(schema.get("$defs", {}))
    uses = Counter(_references(schema))
    once = {name for name, count in uses.items() if count == 1 and name not in set(_references(named.get(name)))}

    def put(part: Any) -> Any:
        if isinstance(part, list):
            return [put(each) for each in part]
        if not isinstance(part, Mapping):
            return part
        name = _name_of(part)
        if name in once and name in named and len(part) == 1:
            return put(named[name])
        return {key: put(each) for key, each in part.items()}

    body = put({key: part for key, part in schema.items() if key != "$defs"})
    left = {name: put(part) for name, part in named.items() if name not in once}
    return {"$defs": left, **body} if left else body


def _references(part: Any) -> Iterator[str]:
    """Yield the names of the definitions that a part of a schema refers to."""
    if isinstance(part, Mapping):
        if name := _name_of(part):
            yield name
        part = list(part.values())
    if isinstance(part, list):
        for each in part:
            yield from _references(each)


def _name_of(part: Mapping[str, Any]) -> str:
    reference = part.get("$ref")
    return reference.removeprefix("#/$defs/") if isinstance(reference, str) else ""


def typical_tokens(messages: tuple[Message, ...], more_bytes: int = 0) -> int:
    """Return about how many tokens the messages are: a token is some four bytes of text in most scripts."""
    return (sum(len(message["content"].encode()) for message in messages) + more_bytes) // 4


def as_fields(value: BaseModel) -> dict[str, Any]:
    """Return a ptool's input as JSON."""
    return value.model_dump(mode="json")
