"""One request and its response: from the store where it is there, else from the model, and then into the store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial

import anyio
from anyio.lowlevel import checkpoint
from pydantic import BaseModel

from pramana.canonical import digest_bytes
from pramana.errors import AnswerTooLong, ModelError, TransportError
from pramana.llm.attempts import Attempts, PaidCall, again
from pramana.llm.bounds import answer_bytes
from pramana.llm.parse import replace_surrogates
from pramana.llm.prepared import Prepared, typical_tokens
from pramana.llm.providers import Rules
from pramana.llm.providers.base import Ask, RawResponse
from pramana.llm.request import Request
from pramana.llm.responses import COMPUTED, Responses, Stored
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

    def ask(self, count: int = 1) -> Ask:
        prepared = self.prepared
        messages = prepared.messages(self.request.input, self.request.corrections)
        sample = self.request.sample
        return Ask(prepared.ptool, self.value, messages, prepared.schema, prepared.parameters, sample, count)


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
        self._fresh: set[str] = set()
        """Requests that were answered together with another and are not used yet: no call has been charged for them."""

    async def answer(self, question: PendingRequest, mode: GatewayMode) -> tuple[Stored, bool]:
        """Return the response and whether it cost nothing now. Not for replays.

        Of equal calls the first one asks, and the others wait for it. Should it be cancelled, one of them takes its
        place. What can be computed again is neither looked up nor stored.
        """
        if question.prepared.model.computes:
            return await self.compute(question), False
        while True:
            if mode is GatewayMode.LIVE and (stored := self._responses.newest(question.key)):
                if question.key in self._fresh:
                    self._fresh.remove(question.key)
                    return stored, False
                self._spending.of(question.request.model).stored += 1
                await checkpoint()  # a long run of stored answers can be cancelled, too
                return stored, True
            if (flight := self._flights.get(question.key)) is None:
                break
            await flight.done.wait()
            if flight.error is not None:
                raise again(flight.error)
            if flight.stored is not None:
                self._spending.of(question.request.model).stored += 1
                return flight.stored, True
        flight = self._flights[question.key] = _Flight()
        try:
            flight.stored = await self._attempts.until_answered(self._paid_call(question))
            return flight.stored, False
        except ModelError as error:
            flight.error = error
            raise
        finally:
            del self._flights[question.key]
            flight.done.set()

    async def compute(self, question: PendingRequest) -> Stored:
        """Return the embedded model's answer, which is not stored."""
        return await self._attempts.until_answered(self._paid_call(question))

    async def answer_together(self, questions: Sequence[PendingRequest]) -> None:
        """Ask once for the answers to equal requests of consecutive samples, and store each under its own request.

        A failure is left to the calls that need the answers, and so are requests that are in flight or stored.
        """
        if any(each.key in self._flights or self._responses.newest(each.key) for each in questions):
            return
        flights = {each.key: _Flight() for each in questions}
        self._flights |= flights
        try:
            await self._attempts.until_answered(self._paid_call(questions[0], questions[1:]))
            self._fresh |= {key for key in flights if self._responses.newest(key)}
        except ModelError:
            return
        finally:
            for key, flight in flights.items():
                del self._flights[key]
                flight.done.set()

    def _paid_call(
        self, question: PendingRequest, others: Sequence[PendingRequest] = ()
    ) -> PaidCall[RawResponse, Stored]:
        """Return the call that answers a request, and stores what came before anyone looks at it.

        `others` are equal requests of further samples, which the same call is to answer.
        """
        prepared, ask = question.prepared, question.ask(1 + len(others))
        if not isinstance(prepared.model.provider, Rules):
            self._responses.refuse_paying(prepared.model.name)
        worst = prepared.worst(ask.messages, ask.count)
        typical = typical_tokens(ask.messages, prepared.schema_bytes) + ask.count * prepared.parameters.max_tokens // 4
        longest = answer_bytes(prepared.parameters.max_tokens)

        def keep(raw: RawResponse) -> tuple[Stored | TransportError, Usage]:
            if len(raw.body) > longest:
                return AnswerTooLong(
                    f"{prepared.model.name} wrote {len(raw.body):,} characters, which is more than an answer of "
                    f"{prepared.parameters.max_tokens:,} tokens can have."
                ), worst
            body, actual = replace_surrogates(raw.body), _actual(prepared, raw, worst)
            if prepared.model.computes:
                written = digest_bytes(body.encode())
                return Stored(question.key, COMPUTED, body, written, written, raw.status, actual), actual
            added = self._responses.add(question.request, question.key, body, raw.status, actual, raw.negotiated)
            for other, further in zip(others, raw.others, strict=False):
                if len(further.body) <= longest:
                    text, usage = replace_surrogates(further.body), _actual(prepared, further, worst)
                    self._responses.add(other.request, other.key, text, further.status, usage, further.negotiated)
                    actual += usage
            return added, actual

        return PaidCall(prepared.model, typical, worst, partial(prepared.model.provider.complete, ask), keep)


def _actual(prepared: Prepared, raw: RawResponse, worst: Usage) -> Usage:
    """Return the usage that the server counted, or an upper bound where it counted nothing."""
    written = min(len(replace_surrogates(raw.body).encode()), worst.completion_tokens)
    prompt = worst.prompt_tokens if raw.prompt_tokens is None else raw.prompt_tokens
    completion = written if raw.completion_tokens is None else raw.completion_tokens
    cached = min(raw.cached_tokens, prompt)
    return prepared.usage(prompt, completion, cached, min(raw.cache_write_tokens, prompt - cached))
