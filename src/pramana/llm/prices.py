"""Prices: what a call costs in millionths of a US dollar. Never asks the network."""

from __future__ import annotations

from decimal import ROUND_CEILING, Decimal

from pramana.llm.settings import PriceSettings, ServerSettings

BATCH_SHARE = Decimal("0.5")
"""What a call costs by way of a batch API, of its price: OpenAI's and Anthropic's price lists both say half."""


class Price:
    """The price of one model. `known` is False where neither the settings nor `genai-prices` name it.

    `share` of it is paid: BATCH_SHARE by way of a batch API.
    """

    def __init__(self, settings: ServerSettings, share: Decimal = Decimal(1)) -> None:
        self._share = share
        self._model = settings.model
        source = settings.source()
        self._url = settings.base_url or source.default_url
        self._own = settings.price if source.server else settings.price or _FREE
        self._unlisted = False

    def cost(self, prompt_tokens: int, completion_tokens: int, cached: int = 0, written: int = 0) -> int | None:
        """Return the cost, rounded up; None where the price is unknown.

        Of the prompt's tokens `cached` were read from the server's cache and `written` were written to it.
        """
        cached = min(cached, prompt_tokens)
        written = min(written, prompt_tokens - cached)
        if self._own is _FREE:
            return 0
        if self._own is not None:
            counts = (prompt_tokens - cached - written, cached, written, completion_tokens)
            given = sum((rate * count for rate, count in zip(_rates(self._own), counts, strict=True)), _ZERO)
            return _round_up(given * self._share)
        return self._list_price(prompt_tokens, completion_tokens, cached, written)

    @property
    def known(self) -> bool:
        return self.cost(1, 1) is not None

    def _list_price(self, prompt_tokens: int, completion_tokens: int, cached: int, written: int) -> int | None:
        if self._unlisted:
            return None
        from genai_prices import Usage, calc_price  # 0.15 s: only where a price is looked up

        cache = {"cache_read_tokens": cached, "cache_write_tokens": written}
        usage = Usage(input_tokens=prompt_tokens, output_tokens=completion_tokens, **cache)
        try:
            price = calc_price(usage, self._model, provider_api_url=self._url).total_price
        except LookupError:
            self._unlisted = True  # the list does not change while a program runs
            return None
        except ValueError:
            return None
        return _round_up(price * self._share * 1_000_000)


def _rates(price: PriceSettings) -> tuple[Decimal, ...]:
    """Return the prices of plain, cached, written and answered tokens. A cache without a price costs as input does."""
    cached = price.input if price.cached is None else price.cached
    written = price.input if price.cache_write is None else price.cache_write
    return tuple(Decimal(str(rate)) for rate in (price.input, cached, written, price.output))


def _round_up(micros: Decimal) -> int:
    return int(micros.to_integral_value(ROUND_CEILING))


_ZERO = Decimal()
_FREE = PriceSettings(input=0, output=0)
"""What runs inside this process costs nothing, unless the settings say otherwise."""
