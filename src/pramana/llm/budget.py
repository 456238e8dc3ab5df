"""Budgets: nothing is called that could pass them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import anyio

from pramana.errors import BudgetExceeded
from pramana.llm.usage import Usage


@dataclass(frozen=True, slots=True)
class Budget:
    """What may be spent. `money` in millionths of a US dollar. None leaves a limit open."""

    calls: int | None = None
    tokens: int | None = None
    money: int | None = None

    @property
    def open(self) -> bool:
        return self.calls is None and self.tokens is None and self.money is None


class BudgetGuard:
    """Reserves the worst case before a call and settles what it really cost after it.

    At any time, what was spent and what is reserved stay within the limits together.
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.spent = _Amount(0, 0, 0)
        self._within: list[tuple[Budget, _Amount]] = []
        self._reserved = _Amount(0, 0, 0)
        self._settled = anyio.Event()

    @contextmanager
    def within(self, budget: Budget) -> Iterator[None]:
        """Hold what is reserved inside the context to `budget` too, which counts from here on."""
        if budget.open:
            yield
            return
        held = (budget, self.spent)
        self._within.append(held)
        try:
            yield
        finally:
            self._within.remove(held)

    @property
    def counts_money(self) -> bool:
        """Whether money is limited: then no call is made of which the price is unknown."""
        return any(each.money is not None for each in (self.budget, *(budget for budget, _ in self._within)))

    def _beyond(self, amount: _Amount) -> str:
        """Return as text which limit an amount exceeds; empty where it exceeds none."""
        found = [amount.passes(self.budget)]
        found += [(amount - begun).passes(budget) for budget, begun in self._within]
        return next((beyond for beyond in found if beyond), "")

    async def reserve(self, worst: Usage) -> Usage:
        """Set `worst` aside for one call, waiting for calls in flight to settle where it does not fit beside them.

        Raises BudgetExceeded where it could not fit even if those in flight cost nothing.
        """
        amount = _Amount.of(worst)
        while self._beyond(self.spent + self._reserved + amount):
            if beyond := self._beyond(self.spent + amount):
                raise BudgetExceeded(f"{beyond}. The next call could pass it, so it was not made.")
            await self._settled.wait()
        self._reserved += amount
        return worst

    def settle(self, reserved: Usage, actual: Usage) -> None:
        """Replace the amount reserved for a call by its real cost."""
        self._reserved -= _Amount.of(reserved)
        self.spent += _Amount.of(actual)
        self._settled.set()
        self._settled = anyio.Event()


@dataclass(frozen=True, slots=True)
class _Amount:
    calls: int
    tokens: int
    money: int

    @classmethod
    def of(cls, usage: Usage) -> _Amount:
        return cls(1, usage.tokens, usage.money or 0)

    def __add__(self, other: _Amount) -> _Amount:
        return _Amount(self.calls + other.calls, self.tokens + other.tokens, self.money + other.money)

    def __sub__(self, other: _Amount) -> _Amount:
        return _Amount(self.calls - other.calls, self.tokens - other.tokens, self.money - other.money)

    def passes(self, budget: Budget) -> str:
        """Return as text which limit this amount exceeds; empty where it exceeds none."""
        if budget.calls is not None and self.calls > budget.calls:
            return f"The budget is {budget.calls} calls"
        if budget.tokens is not None and self.tokens > budget.tokens:
            return f"The budget is {budget.tokens} tokens"
        if budget.money is not None and self.money > budget.money:
            return f"The budget is {budget.money / 1e6:.6f} US dollars"
        return ""
