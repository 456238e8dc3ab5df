"""Tokens that a server had cached: counted, stored, priced as cached, and shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import pytest
from pydantic import BaseModel

import pramana
from pramana.llm import RESPONSE_SCHEMA, Budget, Gateway, LlmSettings, ModelSettings, PromptBook, Ptool, Usage
from pramana.llm.prices import Price
from pramana.store import Database
from pramana.testing.message_server import MessageServer
from pramana.testing.model_server import ModelServer, ServerReply


class Line(BaseModel):
    text: str


class Count(BaseModel):
    words: int


COUNT = Ptool("test.count", "count", Line, Count, ("text",))
PROMPTS = PromptBook({"count": "Count the words."})
PRICE = {"input": 1.0, "output": 2.0, "cached": 0.1, "cache_write": 1.25}


def asked(server: ModelServer, url: str, budget: Budget | None = None, **model: Any) -> tuple[Usage, dict[str, Any]]:
    """Return the usage of one call to a server, and what the gateway says of its spending."""
    settings = ModelSettings(model="test", base_url=url, **model)
    database = Database(None, [RESPONSE_SCHEMA])
    llm = LlmSettings(default="it", models={"it": settings})

    async def main() -> tuple[Usage, dict[str, Any]]:
        gateway = Gateway(database, PROMPTS, llm, budget=budget)
        first = await gateway.call(COUNT, Line(text="one two"))
        again = await gateway.call(COUNT, Line(text="one two"))
        assert first.usage == again.usage, "a stored response keeps its usage"
        await gateway.aclose()
        return first.usage, gateway.spending.as_json()

    return anyio.run(main)


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        ({"prompt_tokens": 1000, "completion_tokens": 10}, Usage(1000, 10, 1020)),
        (
            {"prompt_tokens": 1000, "completion_tokens": 10, "prompt_tokens_details": {"cached_tokens": 900}},
            Usage(1000, 10, 210, 900),
        ),
        ({"prompt_tokens": 1000, "completion_tokens": 10, "prompt_cache_hit_tokens": 900}, Usage(1000, 10, 210, 900)),
        (
            {"prompt_tokens": 1000, "completion_tokens": 10, "cache_read_input_tokens": 500}
            | {"cache_creation_input_tokens": 400},
            Usage(1000, 10, 670, 500, 400),
        ),
        # Gemini's servers count what a model thinks in the total alone.
        ({"prompt_tokens": 1000, "completion_tokens": 10, "total_tokens": 1060}, Usage(1000, 60, 1120)),
        ({"prompt_tokens": 1000, "completion_tokens": 10, "prompt_tokens_details": None}, Usage(1000, 10, 1020)),
        # A server that cannot count: no more is cached than was sent, and no price is negative.
        (
            {"prompt_tokens": 1000, "completion_tokens": 10, "prompt_tokens_details": {"cached_tokens": 5000}},
            Usage(1000, 10, 120, 1000),
        ),
        (
            {"prompt_tokens": 1000, "completion_tokens": 10, "prompt_tokens_details": {"cached_tokens": -5}},
            Usage(1000, 10, 1020),
        ),
        (
            {"prompt_tokens": 1000, "completion_tokens": 10, "prompt_tokens_details": ["cached_tokens"]},
            Usage(1000, 10, 1020),
        ),
    ],
)
def test_cached_tokens_of_servers_that_speak_openais_protocol(usage: dict[str, Any], expected: Usage) -> None:
    """OpenAI, Gemini, DeepSeek and proxies of Anthropic say in their own places what was cached."""
    with ModelServer(lambda request, number: ServerReply('{"words": 2}', usage=usage)) as server:
        found, spending = asked(server, server.url, price=PRICE)
    assert found == expected
    assert (spending["cached_tokens"], spending["money"]) == (expected.cached_tokens, expected.money)


def test_cached_tokens_of_anthropics_messages() -> None:
    """`input_tokens` leaves out what was read from the cache and written to it: the prompt is all three."""
    usage = {"prompt_tokens": 100, "completion_tokens": 10}
    usage |= {"cache_read_input_tokens": 500, "cache_creation_input_tokens": 400}
    with MessageServer(lambda request, number: ServerReply('{"words": 2}', usage=usage)) as server:
        found, _ = asked(server, server.root, provider="anthropic", price=PRICE)
    assert found == Usage(1000, 10, 670, 500, 400)


def test_a_cache_without_a_price_costs_as_input_does() -> None:
    """A price that names no cache gives no discount that nobody promised."""
    usage = {"prompt_tokens": 1000, "completion_tokens": 10, "prompt_tokens_details": {"cached_tokens": 900}}
    with ModelServer(lambda request, number: ServerReply('{"words": 2}', usage=usage)) as server:
        found, _ = asked(server, server.url, price={"input": 1.0, "output": 2.0})
    assert found == Usage(1000, 10, 1020, 900)


@pytest.mark.parametrize(
    ("provider", "model", "plain", "read", "written"),
    [
        ("openai", "gpt-4o-mini", 150_000, 75_000, 150_000),
        ("anthropic", "claude-haiku-4-5", 1_000_000, 100_000, 1_250_000),
    ],
)
def test_listed_prices_of_a_million_tokens(provider: str, model: str, plain: int, read: int, written: int) -> None:
    """The list of public prices knows what reading from a cache and writing to it cost."""
    price = Price(ModelSettings(provider=provider, model=model))
    million = 1_000_000
    costs = [price.cost(million, 0), price.cost(million, 0, cached=million), price.cost(million, 0, written=million)]
    assert costs == [plain, read, written]


def test_a_budget_sets_aside_what_writing_the_whole_prompt_to_a_cache_would_cost() -> None:
    """A call that could pass the budget by writing to a cache is not made."""
    usage = {"prompt_tokens": 100, "completion_tokens": 10}
    usage |= {"cache_creation_input_tokens": 100}
    dear = {**PRICE, "cache_write": 100.0}
    with ModelServer(lambda request, number: ServerReply('{"words": 2}', usage=usage)) as server:
        with pytest.raises(pramana.PramanaError, match=r"The budget is 0\.020000 US dollars"):
            asked(server, server.url, Budget(money=20_000), price=dear)
        assert asked(server, server.url, Budget(money=20_000), price=PRICE)[0].money == 145
    assert len(server.requests) == 1


def test_reports_and_status_say_how_much_was_cached(tmp_path: Path) -> None:
    """An ingest's report, the status of a workspace and its spending count the cached tokens."""
    (tmp_path / "a.txt").write_text("Rama slept.", "utf-8")
    usage = {"prompt_tokens": 1000, "completion_tokens": 10, "prompt_tokens_details": {"cached_tokens": 900}}
    reply = ServerReply('{"kriyas": [], "lines": [{"line": 1, "kriyas": []}]}', usage=usage)
    with ModelServer(lambda request, number: reply) as server:
        models = {"it": {"model": "test", "base_url": server.url, "price": PRICE}}
        with pramana.open(
            tmp_path / "ws", create=True, llm={"default": "it", "models": models}, karaka={"passes": []}
        ) as ws:
            report = ws.ingest(tmp_path / "a.txt")
            [row] = ws.status().spending
    assert report.spending["cached_tokens"] == 900 * report.spending["calls"]
    assert row["cached_tokens"] == report.spending["cached_tokens"]
