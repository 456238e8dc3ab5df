"""One request and its response: from the store where it is there, else from the model, and then into the store."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import anyio
from anyio.lowlevel import checkpoint
from pydantic import BaseModel

from pramana.errors import ModelError, TransportError
from pramana.llm.attempts import Attempts
from pramana.llm.parse import replace_surrogates
from pramana.llm.prepared import Prepared, typical_tokens
from pramana.llm.providers.base import Ask, RawResponse, Renegotiated
from pramana.llm.request import Request
from pramana.llm.responses import Responses, Stored
from pramana.llm.usage import Spending, Usage


class GatewayMode(StrEnum):
    """Where responses come from."""

    LIVE = "live"
    """the newest stored one, else the model"""
    REPLAY = "replay"
    """the stored one that the recorded run used, and nothing else"""
    REFRESH = "refresh"
    """the model, always: a new revision"""


@dataclass(frozen=True, slots=True)
class PendingRequest:
    """A request together with what asking it takes."""

    prepared: Prepared
    request: Request
    key: str
    value: BaseModel

    def ask(self) -> Ask:
        prepared = self.prepared
        messages = prepared.messages(self.request.input, self.request.corrections)
        sample = self.request.sample
        return Ask(prepared.ptool, self.value, messages, prepared.schema, prepared.parameters, sample)


@dataclass(slots=True)
class _Flight:
    done: anyio.Event = field(default_factory=anyio.Event)
    stored: Stored | None = None
    error: ModelError | None = None


class Exchange:
    """Asks models: identical requests in flight once."""

    def __init__(self, responses: Responses, attempts: Attempts, spending: Spending) -> None:
        self._responses = responses
        self._attempts = attempts
        self._spending = spending
        self._flights: dict[str, _Flight] = {}

    async def answer(self, question: PendingRequest, mode: GatewayMode) -> tuple[Stored, bool]:
        """Return the response and whether it cost nothing now. Not for replays."""
        while True:
            if mode is GatewayMode.LIVE and (stored := self._responses.newest(question.key)):
                self._spending.of(question.request.model).stored += 1
                await checkpoint()  # a long run of stored answers can be cancelled, too
                return stored, True
            flight = self._flights.get(question.key)
            if flight is None:
                return await self._lead(question), False
            await flight.done.wait()
            if flight.error is not None:
                raise type(flight.error)(str(flight.error))
            if flight.stored is not None:
                self._spending.of(question.request.model).stored += 1
                return flight.stored, True

    async def _lead(self, question: PendingRequest) -> Stored:
        """Make a call that others may wait for. Should it be cancelled, one of them takes its place."""
        flight = self._flights[question.key] = _Flight()
        try:
            flight.stored = await self._persist(question)
            return flight.stored
        except ModelError as error:
            flight.error = error
            raise
        finally:
            del self._flights[question.key]
            flight.done.set()

    async def _persist(self, question: PendingRequest) -> Stored:
        """Ask until there is an answer, and store what came before anyone looks at it."""
        prepared, ask = question.prepared, question.ask()

        async def once() -> tuple[Stored | TransportError, Usage] | Renegotiated:
            raw = await prepared.model.provider.complete(ask)
            if isinstance(raw, Renegotiated):
                return raw
            actual = _actual(prepared, raw, worst)
            return self._keep(question, raw, actual), actual

        worst = prepared.worst(ask.messages)
        typical = typical_tokens(ask.messages, prepared.schema_bytes) + prepared.parameters.max_tokens // 4
        return await self._attempts.until_answered(prepared.model, typical, worst, once)

    def _keep(self, question: PendingRequest, raw: RawResponse, usage: Usage) -> Stored:
        body = replace_surrogates(raw.body)
        return self._responses.add(question.request, question.key, body, raw.status, usage, raw.negotiated)


def _actual(prepared: Prepared, raw: RawResponse, worst: Usage) -> Usage:
    """Return the usage that the server counted, or an upper bound where it counted nothing."""
    written = min(len(replace_surrogates(raw.body).encode()), worst.completion_tokens)
    prompt = worst.prompt_tokens if raw.prompt_tokens is None else raw.prompt_tokens
    completion = written if raw.completion_tokens is None else raw.completion_tokens
    cached = min(raw.cached_tokens, prompt)
    return prepared.usage(prompt, completion, cached, min(raw.cache_write_tokens, prompt - cached))
