"""Any server that speaks OpenAI's chat completions: OpenAI, vLLM, Ollama, llama.cpp, NIM and others."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pramana.llm.bounds import answer_bytes
from pramana.llm.parse import replace_surrogates
from pramana.llm.providers.apis import OPENAI
from pramana.llm.providers.base import Ask, RawResponse, Renegotiated, Status, first_form
from pramana.llm.providers.http import HttpAnswer, HttpServer
from pramana.llm.providers.http_errors import problem_text
from pramana.llm.settings import ModelSettings, ServerSettings
from pramana.serialization import JsonRecord, JsonShape

MODES = OPENAI.forms
"""How the schema is asked for, the strictest first."""

_MODE_WORDS = (
    *("response_format", "json_schema", "json_object", "structured output", "structured_outputs"),
    *("guided", "grammar", "schema"),
)


MOST_TOKENS = 100_000_000
"""More tokens than any call has: ten times the longest context that is offered. Servers have reported more."""

_REFUSALS = ("support", "invalid", "unknown", "unrecognized", "unexpected", "permitted", "allowed", "extra")


@dataclass(slots=True)
class OpenAITerms(JsonRecord):
    """What a server takes, as far as is known: learned from its refusals, kept for the provider's life."""

    mode: int = 0
    tokens_name: str = "max_tokens"
    temperature: bool = True
    seed: bool = True

    json_shape = JsonShape(convert={"mode": lambda mode: MODES[mode]})


class OpenAIChat:
    """The provider for one model on one server. Use it in one event loop."""

    reads_messages = True

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self.terms = OpenAITerms(first_form(MODES, settings.structured))
        self.server = connect(settings)
        self.takes_samples = settings.samples is not False
        """Whether several answers to one request are asked for: until the server refuses, or gives one alone."""

    async def complete(self, ask: Ask) -> RawResponse | Renegotiated:
        terms = replace(self.terms)
        longest = answer_bytes(ask.parameters.max_tokens * ask.count)
        several = ask.count > 1 and self.takes_samples
        answer = await self.server.post("/chat/completions", self.body(ask, terms), longest)
        if several and answer.status in (400, 422) and _refuses_several(complaint(answer)):
            self.takes_samples = False
            return Renegotiated(f"{answer.server} answered {answer.status}: one answer to a request")
        read = self.read_answer(answer, terms)
        if several and isinstance(read, RawResponse) and not read.others and self._settings.samples is None:
            self.takes_samples = False
        return read

    def read_answer(self, answer: HttpAnswer, terms: OpenAITerms) -> RawResponse | Renegotiated:
        """Read the answer to a request made on the given terms, whichever way it came. Raises its error."""
        if answer.status in (400, 422) and (learned := self._renegotiate(complaint(answer), terms)):
            return Renegotiated(f"{answer.server} answered {answer.status}: {learned}")
        return _parse_completion(answer, terms)

    async def aclose(self) -> None:
        await self.server.aclose()

    def body(self, ask: Ask, terms: OpenAITerms) -> dict[str, Any]:
        """Return the request for one call on the given terms."""
        system, *rest = ask.messages
        body: dict[str, Any] = {"model": self._settings.model, terms.tokens_name: ask.parameters.max_tokens}
        if terms.temperature:
            body["temperature"] = ask.parameters.temperature
        if terms.seed and ask.sample:
            body["seed"] = ask.sample
        if ask.count > 1 and self.takes_samples:
            body["n"] = ask.count
        mode = MODES[terms.mode]
        if mode == "json_schema":
            body |= self._schema_form(ask)
        else:
            system = {**system, "content": f"{system['content']}\n\n{schema_note(ask.schema)}"}
            if mode == "json_object":
                body["response_format"] = {"type": "json_object"}
        return {**body, "messages": [system, *rest]}

    def _schema_form(self, ask: Ask) -> dict[str, Any]:
        """Return the strictest form of asking for the schema, by the parameter that this server has for it."""
        parameter = self._settings.schema_parameter
        if parameter == "structured_outputs":
            return {parameter: {"json": ask.schema}}
        if parameter == "json_schema":
            return {parameter: ask.schema}
        name = ask.ptool.name.replace(".", "_")[:64]
        named = {"name": name, "schema": ask.schema, "strict": is_strict(ask.schema)}
        return {parameter: {"type": "json_schema", "json_schema": named}}

    def _renegotiate(self, said: str, used: OpenAITerms) -> str:
        """Learn from a refusal of the form of a request made on `used` terms. Empty where it was not the form.

        Calls in flight together are refused together: each learns only from the terms that it used itself.
        """
        if not any(word in said for word in _REFUSALS):
            return ""
        if "max_completion_tokens" in said and used.tokens_name == "max_tokens":
            self.terms.tokens_name = "max_completion_tokens"
            return "max_completion_tokens instead of max_tokens"
        if "temperature" in said and used.temperature:
            self.terms.temperature = False
            return "the server's own temperature"
        if "seed" in said and used.seed:
            self.terms.seed = False
            return "no seed"
        if used.mode < len(MODES) - 1 and any(word in said for word in _MODE_WORDS):
            self.terms.mode = max(self.terms.mode, used.mode + 1)
            return f"{MODES[used.mode + 1]} instead of {MODES[used.mode]}"
        return ""


def connect(settings: ServerSettings) -> HttpServer:
    """Return the connections to a server that takes a key as OpenAI's does."""
    account = _ACCOUNT if settings.base_url is None else {}

    def headers(key: str) -> dict[str, str]:
        named = {header: os.environ[variable] for header, variable in account.items() if os.environ.get(variable)}
        return {**bearer(key), **named}

    return HttpServer(settings, OPENAI.url, headers)


def bearer(key: str) -> dict[str, str]:
    """Return the header that shows a key; none for no key."""
    return {"Authorization": f"Bearer {key}"} if key else {}


_ACCOUNT = {"OpenAI-Organization": "OPENAI_ORG_ID", "OpenAI-Project": "OPENAI_PROJECT_ID"}
"""Headers and their variables for those who have several accounts at OpenAI. No other server gets them."""


def is_strict(schema: Mapping[str, Any]) -> bool:
    """Return whether a JSON schema meets OpenAI's strict mode.

    There every object is closed, every property is required, and some keywords are unknown. `schema` is one as Pydantic
    writes it; a property that is named like a keyword only makes the answer less often True.
    """
    if not _LOOSE.isdisjoint(schema):
        return False
    if schema.get("type") == "object" or "properties" in schema:
        properties = schema.get("properties", {})
        if schema.get("additionalProperties") is not False or set(schema.get("required", ())) != set(properties):
            return False
    return all(is_strict(part) for value in schema.values() for part in _schemas(value))


_LOOSE = frozenset(
    ("default", "minLength", "maxLength", "patternProperties", "propertyNames", "allOf", "oneOf", "not", "uniqueItems")
)
"""Keywords that strict mode refuses."""


def _schemas(value: Any) -> list[Mapping[str, Any]]:
    if isinstance(value, dict):
        return [value]
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def schema_note(schema: Mapping[str, Any]) -> str:
    """Return the message that describes to a model which JSON is wanted."""
    return f"Answer with JSON under this JSON schema and with nothing else:\n{json.dumps(schema, ensure_ascii=False)}"


def complaint(answer: HttpAnswer) -> str:
    """Return what parameter a server complains of and the beginning of its words: the rest may echo the input."""
    problem = answer.problem()
    named = problem.get("param") if isinstance(problem, Mapping) else None
    return f"{named or ''} {problem_text(problem)[:300]}".lower()


def _refuses_several(said: str) -> bool:
    """Return whether a complaint is about the parameter `n`: OpenAI's servers name it, llama.cpp says *Only one
    completion choice is allowed*."""
    return said.startswith("n ") or "completion choice" in said or bool(re.search(r"[\"'`]n[\"'`]", said))


def _parse_completion(answer: HttpAnswer, terms: OpenAITerms) -> RawResponse:
    """Read a chat completion, whatever it leaves out. Raises ServerFailed where it is none."""
    reply = answer.json()
    try:
        (body, status), *more = [_read_choice(choice) for choice in reply["choices"]]
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise answer.refuse(f"a chat completion ({type(error).__name__})") from None
    usage = reply.get("usage")
    served = reply.get("model")
    told = {"served": replace_surrogates(served)[:200]} if isinstance(served, str) else {}
    negotiated, written = terms.as_json() | told, _written_tokens(usage)
    shares = _shares(written, [body, *(text for text, _ in more)])
    return RawResponse(
        body,
        status,
        token_count(usage, "prompt_tokens"),
        shares[0],
        negotiated,
        cached_tokens=_first_count(usage, _CACHE_READS),
        cache_write_tokens=_first_count(usage, _CACHE_WRITES),
        others=tuple(
            RawResponse(text, ended, 0, share, negotiated)
            for (text, ended), share in zip(more, shares[1:], strict=True)
        ),
    )


def _read_choice(choice: Any) -> tuple[str, Status]:
    """Return what one choice of a completion says, and how it ended."""
    message, finish = choice["message"], choice.get("finish_reason")
    refusal = message.get("refusal")
    status: Status = "refusal" if refusal else finish if finish in ("length", "content_filter") else "stop"
    content = _content(message.get("content"))
    return (str(refusal) if refusal else content), status


def _shares(written: int | None, bodies: Sequence[str]) -> list[int | None]:
    """Return what of the tokens that a model wrote each of its answers has, by their lengths; None: not counted."""
    if written is None:
        return [None] * len(bodies)
    whole = sum(map(len, bodies)) or 1
    shares: list[int | None] = [written * len(body) // whole for body in bodies[1:]]
    return [written - sum(share or 0 for share in shares), *shares]


_CACHE_READS = (
    ("prompt_tokens_details", "cached_tokens"),  # OpenAI, Gemini, Groq, OpenRouter, vLLM
    ("prompt_cache_hit_tokens",),  # DeepSeek
    ("cache_read_input_tokens",),  # Anthropic's models behind LiteLLM
)
_CACHE_WRITES = (("prompt_tokens_details", "cache_write_tokens"), ("cache_creation_input_tokens",))
"""Where servers that speak OpenAI's protocol say how much of the prompt they had cached, and wrote to their cache."""


def _first_count(usage: Any, places: Sequence[tuple[str, ...]]) -> int:
    """Return the first count of tokens above 0 that a usage has at one of some places, 0 without one."""
    for *above, name in places:
        found = usage
        for part in above:
            found = found.get(part) if isinstance(found, dict) else None
        if count := token_count(found, name):
            return count
    return 0


def _written_tokens(usage: Any) -> int | None:
    """Return the tokens that the model wrote, thoughts among them: Gemini's servers count those in the total alone."""
    prompt, written, total = (
        token_count(usage, name) for name in ("prompt_tokens", "completion_tokens", "total_tokens")
    )
    if prompt is None or total is None:
        return written
    return max(written or 0, total - prompt)


def _content(content: Any) -> str:
    """Return a message's text: a string, a list of text parts, or nothing at all."""
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


def token_count(usage: Any, name: str) -> int | None:
    """Return the count that a server reports; None where that is not a number of tokens, as 10**30 is not."""
    count = usage.get(name) if isinstance(usage, dict) else None
    return count if type(count) is int and 0 <= count <= MOST_TOKENS else None


__all__ = [
    "MODES",
    "OpenAIChat",
    "bearer",
    "complaint",
    "connect",
    "is_strict",
    "schema_note",
    "token_count",
]
