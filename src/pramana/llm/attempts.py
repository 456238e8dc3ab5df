"""Calls within the limits and the budget, made again after failures: the same for answers and for vectors."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

import anyio

from pramana.errors import (
    AccessRefused,
    BudgetExceeded,
    CallTimedOut,
    ConnectionFailed,
    ModelError,
    PriceUnknown,
    RateLimited,
    ServerFailed,
    TransportError,
)
from pramana.llm.budget import BudgetGuard
from pramana.llm.limits import RateLimiter
from pramana.llm.prices import Price
from pramana.llm.providers.base import Renegotiated
from pramana.llm.settings import ServerSettings
from pramana.llm.usage import Spending, Usage

T = TypeVar("T")

RENEGOTIATIONS = 6
"""How often in a row a server may refuse the form of one request."""
ENDS_RUN = (BudgetExceeded, PriceUnknown, AccessRefused)
"""After these no other call of the run would fare better. They are no outcome of a call, and recorded nowhere."""
_PERHAPS_PAID = (CallTimedOut, ConnectionFailed)
"""After these the server may have done the work, and charged for it: the worst case counts as spent."""


class Endpoint(Protocol):
    """What is asked: a model at work. `name` is `provider:model`."""

    @property
    def name(self) -> str: ...
    @property
    def settings(self) -> ServerSettings: ...
    @property
    def limiter(self) -> RateLimiter: ...
    @property
    def price(self) -> Price: ...


Ask = Callable[[], Awaitable[tuple[T | TransportError, Usage] | Renegotiated]]
"""Makes one call and returns its result and its cost: an error for an answer that was paid for and is unusable."""


class Attempts:
    """Makes the calls of one gateway, which share its budget."""

    def __init__(self, purse: BudgetGuard, spending: Spending) -> None:
        self._purse = purse
        self._spending = spending

    async def until_answered(self, endpoint: Endpoint, typical: int, worst: Usage, ask: Ask[T]) -> T:
        """Call `ask` until there is an answer, or the bound of retries is reached.

        `typical` tokens count for the limits before the call, `worst` is set aside from the budget. Raises what `ask`
        raises last, BudgetExceeded before a call that could pass the budget, and PriceUnknown.
        """
        self._check_price(endpoint)
        settings, limiter = endpoint.settings, endpoint.limiter
        refusals = len(limiter.refusals)
        failed = limited = renegotiated = 0
        while True:
            wait = 0.0
            try:
                answer = await self._attempt(endpoint, typical, worst, ask, refusals)
                if not isinstance(answer, Renegotiated):
                    return answer
                renegotiated += 1
                if renegotiated > RENEGOTIATIONS:
                    raise ServerFailed(f"The server refused every form of the request: {answer.what}")
            except RateLimited as error:
                limited += 1
                if limited > settings.rate_limit_retries:
                    raise
                limiter.pause(_wait(error, limited, settings))
            except TransportError as error:
                failed += 1
                if failed > settings.retries:
                    raise
                wait = _wait(error, failed, settings)
            self._spending.of(endpoint.name).retries += 1
            await anyio.sleep(wait)

    async def _attempt(
        self, endpoint: Endpoint, typical: int, worst: Usage, ask: Ask[T], refusals: int
    ) -> T | Renegotiated:
        limiter, spending = endpoint.limiter, self._spending.of(endpoint.name)
        async with limiter.slot(typical) as slot:
            if len(limiter.refusals) > refusals:
                raise AccessRefused(limiter.refusals[-1])
            await self._purse.reserve(worst)
            actual = worst
            try:
                spending.calls += 1
                made = await ask()
                if isinstance(made, Renegotiated):
                    actual = Usage()
                    return made
                answer, actual = made
                slot.tokens = actual.tokens
                spending.pay(actual)
            except ModelError as error:
                actual = worst if isinstance(error, _PERHAPS_PAID) else Usage()
                if isinstance(error, AccessRefused):
                    limiter.refusals.append(str(error))
                raise
            finally:
                self._purse.settle(worst, actual)
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
