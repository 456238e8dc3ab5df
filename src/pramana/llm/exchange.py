"""One request and its response: from the store where it is there, else from the model, and then into the store."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import anyio
from anyio.lowlevel import checkpoint
from pydantic import BaseModel

from pramana.errors import (
    AccessRefused,
    CallTimedOut,
    ConnectionFailed,
    ModelError,
    PriceUnknown,
    RateLimited,
    ServerFailed,
    TransportError,
)
from pramana.llm.budget import Purse
from pramana.llm.limits import Slot
from pramana.llm.parse import replace_surrogates
from pramana.llm.prepared import Prepared, typical_tokens
from pramana.llm.providers.base import Ask, RawResponse, Renegotiated
from pramana.llm.request import Request
from pramana.llm.responses import Responses, Stored
from pramana.llm.usage import Spending, Usage

RENEGOTIATIONS = 6
"""How often in a row a server may refuse the form of one request."""


class Mode(StrEnum):
    """Where responses come from."""

    LIVE = "live"
    """the newest stored one, else the model"""
    REPLAY = "replay"
    """the stored one that the recorded run used, and nothing else"""
    REFRESH = "refresh"
    """the model, always: a new revision"""


@dataclass(frozen=True, slots=True)
class Question:
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
    """Asks models: identical requests in flight once, failures again, never past the budget."""

    def __init__(self, responses: Responses, purse: Purse, spending: Spending) -> None:
        self._responses = responses
        self._purse = purse
        self._spending = spending
        self._flights: dict[str, _Flight] = {}

    async def answer(self, question: Question, mode: Mode) -> tuple[Stored, bool]:
        """Return the response and whether it cost nothing now. Not for replays."""
        while True:
            if mode is Mode.LIVE and (stored := self._responses.newest(question.key)):
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

    async def _lead(self, question: Question) -> Stored:
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

    async def _persist(self, question: Question) -> Stored:
        """Ask until there is an answer, or the bound of retries is reached."""
        self._check_price(question.prepared)
        ask = question.ask()
        settings, limiter = question.prepared.model.settings, question.prepared.model.limiter
        refusals = len(limiter.refusals)
        failed = limited = renegotiated = 0
        while True:
            wait = 0.0
            try:
                answer = await self._attempt(question, ask, refusals)
                if isinstance(answer, Stored):
                    return answer
                renegotiated += 1
                if renegotiated > RENEGOTIATIONS:
                    raise ServerFailed(f"The server refused every form of the request: {answer.what}")
            except RateLimited as error:
                limited += 1
                if limited > settings.rate_limit_retries:
                    raise
                wait = _wait(error, limited, settings.backoff_s, settings.longest_wait_s)
                limiter.pause(wait)
                wait = 0.0
            except TransportError as error:
                failed += 1
                if failed > settings.retries:
                    raise
                wait = _wait(error, failed, settings.backoff_s, settings.longest_wait_s)
            self._spending.of(question.request.model).retries += 1
            await anyio.sleep(wait)

    async def _attempt(self, question: Question, ask: Ask, refusals: int) -> Stored | Renegotiated:
        """Make one call within the limits and the budget, and store what came before anyone looks at it."""
        prepared, limiter = question.prepared, question.prepared.model.limiter
        typical = typical_tokens(ask.messages, prepared.schema_bytes) + prepared.parameters.max_tokens // 4
        async with limiter.slot(typical) as slot:
            if len(limiter.refusals) > refusals:
                raise AccessRefused(limiter.refusals[-1])
            worst = await self._purse.reserve(prepared.worst(ask.messages))
            actual = worst
            try:
                self._spending.of(prepared.model.name).calls += 1
                raw = await prepared.model.provider.complete(ask)
                if isinstance(raw, Renegotiated):
                    actual = Usage()
                    return raw
                actual = _actual(prepared, raw, worst)
                return self._keep(question, raw, actual, slot)
            except ModelError as error:
                actual = worst if isinstance(error, _PERHAPS_PAID) else Usage()
                if isinstance(error, AccessRefused):
                    limiter.refusals.append(str(error))
                raise
            finally:
                self._purse.settle(worst, actual)

    def _keep(self, question: Question, raw: RawResponse, usage: Usage, slot: Slot) -> Stored:
        slot.tokens = usage.tokens
        self._spending.of(question.request.model).pay(usage)
        body = replace_surrogates(raw.body)
        return self._responses.add(question.request, question.key, body, raw.status, usage, raw.negotiated)

    def _check_price(self, prepared: Prepared) -> None:
        if self._purse.budget.money is not None and not prepared.model.price.known:
            raise PriceUnknown(
                f"A budget of money is set, and the price of {prepared.model.name} is unknown. Set it in pramana.toml: "
                f"price = {{input = 0.5, output = 1.5}} (US dollars per million tokens; zero for a model of your own)."
            )


_PERHAPS_PAID = (CallTimedOut, ConnectionFailed)
"""After these the server may have done the work, and charged for it: the worst case counts as spent."""


def _wait(error: TransportError, count: int, backoff_s: float, longest_s: float) -> float:
    wished = error.retry_after if error.retry_after is not None else backoff_s * 2.0 ** (count - 1)
    return min(wished, longest_s)


def _actual(prepared: Prepared, raw: RawResponse, worst: Usage) -> Usage:
    """Return what the server counted; where it counted nothing, what it can have been at most."""
    written = min(len(replace_surrogates(raw.body).encode()), worst.completion_tokens)
    prompt = worst.prompt_tokens if raw.prompt_tokens is None else raw.prompt_tokens
    return prepared.usage(prompt, written if raw.completion_tokens is None else raw.completion_tokens)
