"""Calls within the limits and the budget, made again after failures: the same for answers and for vectors."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import anyio

from pramana.errors import (
    AccessRefused,
    AnswerTooLong,
    BudgetExceeded,
    CallTimedOut,
    ConnectionFailed,
    ModelError,
    PriceUnknown,
    RateLimited,
    ServerFailed,
    TransportError,
)
from pramana.llm.breaker import CircuitBreaker
from pramana.llm.budget import BudgetGuard
from pramana.llm.limits import RateLimiter
from pramana.llm.prices import Price
from pramana.llm.providers.base import Renegotiated
from pramana.llm.settings import ServerSettings
from pramana.llm.usage import Spending, Usage

T = TypeVar("T")
Raw = TypeVar("Raw")

RENEGOTIATIONS = 6
"""How often in a row a server may refuse the form of one request."""
ENDS_RUN = (BudgetExceeded, PriceUnknown, AccessRefused)
"""After these no other call of the run would fare better. They are no outcome of a call, and recorded nowhere."""


class Endpoint(Protocol):
    """What is asked: a model at work. `name` is `provider:model`."""

    @property
    def name(self) -> str: ...
    @property
    def settings(self) -> ServerSettings: ...
    @property
    def limiter(self) -> RateLimiter: ...
    @property
    def breaker(self) -> CircuitBreaker: ...
    @property
    def price(self) -> Price: ...


@dataclass(frozen=True, slots=True)
class PaidCall(Generic[Raw, T]):
    """A call to be made. `typical` tokens count for the limits before it, `worst` is set aside from the budget.

    `send` makes it. `keep` stores what came, and returns the result and its cost: an error for an answer that was paid
    for and is unusable.
    """

    endpoint: Endpoint
    typical: int
    worst: Usage
    send: Callable[[], Awaitable[Raw | Renegotiated]]
    keep: Callable[[Raw], tuple[T | TransportError, Usage]]


class Attempts:
    """Makes the calls of one gateway, which share its budget."""

    def __init__(self, purse: BudgetGuard, spending: Spending) -> None:
        self._purse = purse
        self._spending = spending

    async def until_answered(self, call: PaidCall[Any, T]) -> T:
        """Make a call until there is an answer, or the bound of retries is reached.

        Raises what the last attempt raised, ServerUnreachable, BudgetExceeded before an attempt that could pass the
        budget, and PriceUnknown.
        """
        self._check_price(call.endpoint)
        settings, breaker = call.endpoint.settings, call.endpoint.breaker
        refusals = len(breaker.refusals)
        failed = limited = renegotiated = 0
        while True:
            wait = 0.0
            try:
                answer = await self._attempt(call, refusals)
                if not isinstance(answer, Renegotiated):
                    return answer
                renegotiated += 1
                if renegotiated > RENEGOTIATIONS:
                    raise ServerFailed(f"The server refused every form of the request: {answer.what}")
            except RateLimited as error:
                limited += 1
                if limited > settings.rate_limit_retries:
                    raise
                call.endpoint.limiter.pause(_wait(error, limited, settings))
            except TransportError as error:
                failed += 1
                ended = breaker.verdict(error, failed > settings.retries)
                if ended is not None:
                    raise ended from None
                wait = _wait(error, failed, settings)
            self._spending.of(call.endpoint.name).retries += 1
            await anyio.sleep(wait)

    async def _attempt(self, call: PaidCall[Any, T], refusals: int) -> T | Renegotiated:
        endpoint, spending = call.endpoint, self._spending.of(call.endpoint.name)
        async with endpoint.limiter.slot(call.typical) as slot, endpoint.breaker.turn():
            if len(endpoint.breaker.refusals) > refusals:
                raise again(endpoint.breaker.refusals[-1])
            await self._purse.reserve(call.worst)
            actual = call.worst
            try:
                spending.calls += 1
                raw = await call.send()
                endpoint.breaker.note_answer()
                if isinstance(raw, Renegotiated):
                    actual = Usage()
                    return raw
                answer, actual = call.keep(raw)
                slot.tokens = actual.tokens
                spending.pay(actual)
            except ModelError as error:
                actual = call.worst if _may_be_paid(error) else Usage()
                endpoint.breaker.note_failure(error)
                raise
            finally:
                self._purse.settle(call.worst, actual)
        if isinstance(answer, TransportError):
            raise answer
        return answer

    def _check_price(self, endpoint: Endpoint) -> None:
        if self._purse.counts_money and not endpoint.price.known:
            raise PriceUnknown(
                f"A budget of money is set, and the price of {endpoint.name} is unknown. Set it in pramana.toml: "
                f"price = {{input = 0.5, output = 1.5}} (US dollars per million tokens; zero for a model of your own)."
            )


def _wait(error: TransportError, count: int, settings: ServerSettings) -> float:
    wished = error.retry_after if error.retry_after is not None else settings.backoff_s * 2.0 ** (count - 1)
    return min(wished, settings.longest_wait_s)


def _may_be_paid(error: ModelError) -> bool:
    """Return whether the server may have done the work, and charged for it: then the worst case counts as spent."""
    if isinstance(error, ConnectionFailed):
        return error.sent
    return isinstance(error, (CallTimedOut, AnswerTooLong))


def again(error: ModelError) -> ModelError:
    """Return another call's error as one of this call."""
    return type(error)(str(error))
