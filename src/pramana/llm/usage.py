"""What calls cost: one call's usage, and the sum of a gateway's."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from fractions import Fraction

from pramana.serialization import JsonRecord, JsonShape


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call or of several, and `money` in millionths of a US dollar; None where the price is unknown.

    Among `prompt_tokens`: those that the server had cached, and those that it wrote to its cache at a price.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    money: int | None = 0
    cached_tokens: int = 0
    cache_write_tokens: int = 0

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            None if self.money is None or other.money is None else self.money + other.money,
            self.cached_tokens + other.cached_tokens,
            self.cache_write_tokens + other.cache_write_tokens,
        )

    def times(self, count: int) -> Usage:
        """Return the usage of `count` calls like this one."""
        return self.share(count)

    def share(self, of: Fraction | int) -> Usage:
        """Return this usage times a number, each amount rounded to the nearest whole one."""
        money = None if self.money is None else round(self.money * of)
        counts = (self.prompt_tokens, self.completion_tokens, self.cached_tokens, self.cache_write_tokens)
        prompt, completion, cached, written = (round(count * of) for count in counts)
        return Usage(prompt, completion, money, cached, written)


@dataclass(slots=True)
class ModelSpending:
    """What one model cost. `calls` counts every attempt, retries and corrections among them."""

    calls: int = 0
    """requests that went to the model"""
    stored: int = 0
    """requests answered from the store, for nothing"""
    retries: int = 0
    """attempts that repeated a failed one; among `calls`"""
    corrections: int = 0
    """requests that sent an invalid answer back"""
    repaired: int = 0
    """answers whose JSON had to be repaired"""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    """tokens that the server had cached; among `prompt_tokens`"""
    money: int = 0
    """millionths of a US dollar, as far as prices are known"""
    unpriced: int = 0
    """answers whose price is unknown; among `calls`, not in `money`"""

    def pay(self, usage: Usage) -> None:
        self.prompt_tokens += usage.prompt_tokens
        self.completion_tokens += usage.completion_tokens
        self.cached_tokens += usage.cached_tokens
        if usage.money is None:
            self.unpriced += 1
        else:
            self.money += usage.money

    def less(self, other: ModelSpending) -> ModelSpending:
        """Return this without what `other` counts."""
        return ModelSpending(
            **{each.name: getattr(self, each.name) - getattr(other, each.name) for each in fields(self)}
        )


@dataclass(slots=True)
class Spending(JsonRecord):
    """What a gateway's calls have cost so far, by model (`provider:model`) and together."""

    models: dict[str, ModelSpending] = field(default_factory=dict)

    json_shape = JsonShape(
        plus=(
            "calls",
            "stored",
            "retries",
            "corrections",
            "repaired",
            "prompt_tokens",
            "completion_tokens",
            "cached_tokens",
            "money",
        )
    )

    def of(self, model: str) -> ModelSpending:
        return self.models.setdefault(model, ModelSpending())

    def _sum(self, name: str) -> int:
        return sum(getattr(model, name) for model in self.models.values())

    @property
    def calls(self) -> int:
        return self._sum("calls")

    @property
    def stored(self) -> int:
        return self._sum("stored")

    @property
    def retries(self) -> int:
        return self._sum("retries")

    @property
    def corrections(self) -> int:
        return self._sum("corrections")

    @property
    def repaired(self) -> int:
        return self._sum("repaired")

    @property
    def prompt_tokens(self) -> int:
        return self._sum("prompt_tokens")

    @property
    def completion_tokens(self) -> int:
        return self._sum("completion_tokens")

    @property
    def cached_tokens(self) -> int:
        return self._sum("cached_tokens")

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens

    @property
    def money(self) -> int | None:
        """Millionths of a US dollar; None where some answer's price is unknown."""
        return None if self._sum("unpriced") else self._sum("money")

    def copy(self) -> Spending:
        """Return what has been spent by now, to be compared with later."""
        return Spending({name: replace(model) for name, model in self.models.items()})

    def add(self, more: Spending) -> None:
        """Count what another gateway has spent, too."""
        for name, model in more.models.items():
            own = self.of(name)
            for each in fields(model):
                setattr(own, each.name, getattr(own, each.name) + getattr(model, each.name))

    def since(self, earlier: Spending) -> Spending:
        """Return what has been spent since `earlier`, a copy of this, was taken. Models not asked are left out."""
        grown = {name: model.less(earlier.models.get(name, ModelSpending())) for name, model in self.models.items()}
        return Spending({name: model for name, model in grown.items() if model != ModelSpending()})
