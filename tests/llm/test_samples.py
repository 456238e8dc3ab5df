"""Several answers to one request: the prompt is paid for once, and each answer is stored as a sample of its own."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import anyio
import pytest

from pramana.errors import BudgetExceeded
from pramana.llm import Budget, Gateway, GatewayMode
from pramana.llm.prepared import as_fields
from pramana.testing.model_server import ModelServer, ServerReply, failure_reply
from pramana.trace import Trail

T = TypeVar("T")


def words(request: dict[str, Any], number: int) -> ServerReply:
    """Count so many words as the seed says, so that samples differ."""
    answer = json.dumps({"words": request.get("seed", 0)})
    return ServerReply(answer, usage={"prompt_tokens": 100, "completion_tokens": 4})


def three(gateway: Gateway, ptool: Any, *values: Any) -> list[int]:
    """Return three samples of each value."""

    async def work() -> list[int]:
        found = []
        for value in values:
            await gateway.prepare_samples(ptool, value, [0, 1, 2])
            calls = [await gateway.call(ptool, value, sample=sample, trail=Trail(f"{sample}")) for sample in range(3)]
            found += [call.output.words for call in calls]
        return found

    return closing(gateway, work)


def closing(gateway: Gateway, work: Callable[[], Awaitable[T]]) -> T:
    async def run() -> T:
        try:
            return await work()
        finally:
            await gateway.aclose()

    return anyio.run(run)


def test_one_call_answers_several_samples(to_server, count, line, database) -> None:
    """One request with `n`; its tokens are counted once, and each sample is answered from the store ever after."""
    with ModelServer(words, samples=True) as server:
        gateway = to_server(server.url)
        assert three(gateway, count, line(text="a b")) == [0, 1, 2]
        [request] = server.requests
        again = to_server(server.url)
        assert three(again, count, line(text="a b")) == [0, 1, 2]
        assert len(server.requests) == 1
    assert request["n"] == 3
    spent = gateway.spending
    assert (spent.calls, spent.stored, spent.prompt_tokens, spent.completion_tokens) == (1, 0, 100, 12)
    assert (again.spending.calls, again.spending.stored) == (0, 3)


def test_single_calls_come_to_the_same_requests(to_server, count, line, database) -> None:
    """What was asked for together is found by calls that know nothing of it, and the other way round."""
    with ModelServer(words, samples=True) as server:
        gateway = to_server(server.url)
        closing(gateway, lambda: gateway.call(count, line(text="a"), sample=1))
        three(to_server(server.url), count, line(text="a"))
        assert [request.get("n") for request in server.requests] == [None, None, None]


@pytest.mark.parametrize("setting", [None, False])
def test_a_server_that_gives_one_answer_is_asked_singly(to_server, count, line, setting: bool | None) -> None:
    """It is tried once; with `samples = false` never."""
    with ModelServer(words) as server:
        gateway = to_server(server.url, samples=setting)
        assert three(gateway, count, line(text="a"), line(text="b")) == [0, 1, 2] * 2
        assert [request.get("n") for request in server.requests] == [3 if setting is None else None] + [None] * 5
    assert (gateway.spending.calls, gateway.spending.stored) == (6, 0)


@pytest.mark.parametrize(
    ("message", "param"),
    [("Unsupported parameter: 'n'", None), ("n must be 1", "n"), ("Only one completion choice is allowed", None)],
)
def test_a_refusal_of_several_answers_is_learned(to_server, count, line, message: str, param: str | None) -> None:
    """The refused request costs nothing, and no other is made with it."""

    def refusing(request: dict[str, Any], number: int) -> ServerReply:
        return failure_reply(400, message, param) if "n" in request else words(request, number)

    with ModelServer(refusing) as server:
        gateway = to_server(server.url)
        assert three(gateway, count, line(text="a")) == [0, 1, 2]
        assert [request.get("n") for request in server.requests] == [3, None, None, None]


def test_a_budget_without_room_for_all_is_spent_singly(to_server, count, line) -> None:
    """The worst case of three answers may be too much where that of one is not."""
    value = line(text="a")
    prepared = to_server("http://127.0.0.1:9/v1")._prepare(count)
    room = prepared.worst(prepared.messages(as_fields(value)), 3).tokens - 1

    def brief(request: dict[str, Any], number: int) -> ServerReply:
        return ServerReply('{"words": 1}', usage={"prompt_tokens": 10, "completion_tokens": 4})

    with ModelServer(brief, samples=True) as server:
        assert three(to_server(server.url, budget=Budget(tokens=room)), count, value) == [1, 1, 1]
        assert [request.get("n") for request in server.requests] == [None, None, None]
        with pytest.raises(BudgetExceeded):
            three(to_server(server.url, budget=Budget(tokens=10)), count, line(text="b"))


def test_a_refresh_asks_for_each(to_server, count, line, database) -> None:
    """Each answer becomes a revision of its own request."""
    with ModelServer(words, samples=True) as server:
        three(to_server(server.url), count, line(text="a"))
        three(to_server(server.url, mode=GatewayMode.REFRESH), count, line(text="a"))
        assert [request.get("n") for request in server.requests] == [3, None, None, None]
    assert database.one("SELECT count(*) FROM response") == (6,)
