"""A server that is gone: few attempts, an error that names it, and a run that ends; back again, calls go on."""

from __future__ import annotations

import socket
from contextlib import suppress
from functools import partial
from time import monotonic, sleep

import anyio
import pytest
from pydantic import BaseModel, model_validator

from pramana.errors import AccessRefused, AnswerTooLong, ConnectionFailed, ModelError, OutputInvalid, ServerUnreachable
from pramana.llm import Budget, Parameters, Ptool, RawResponse
from pramana.testing.model_server import CUT, ModelServer, failure_reply
from pramana.testing.scripted import scripted_gateway
from pramana.trace import Trail

GOOD = '{"words": 3}'


@pytest.fixture
def nowhere():
    """Return the address of a port at which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    return f"http://127.0.0.1:{port}/v1"


async def map_lines(gateway, ptool, values):
    try:
        return await gateway.map(ptool, values)
    finally:
        await gateway.aclose()


def attempts(gateway) -> int:
    return gateway.spending.calls


@pytest.mark.parametrize(("concurrency", "most"), [(1, 4), (8, 14), (64, 23)])
def test_of_a_dead_server_few_connections_are_tried(to_server, count, line, nowhere, concurrency, most):
    """Seventeen calls to nobody are given up together, after those in flight and six more."""
    gateway = to_server(nowhere, concurrency=concurrency)
    results = anyio.run(map_lines, gateway, count, [line(text=str(number)) for number in range(17)])
    assert {type(result) for result in results} == {ServerUnreachable}
    assert attempts(gateway) <= most
    assert nowhere in str(results[0])
    assert "pramana doctor" in str(results[0])


def test_that_nobody_is_there_ends_a_run_and_is_no_outcome_of_a_call(to_server, count, line, nowhere):
    """The error is both a failed connection and one after which no other call fares better; no step records it."""
    trail = Trail("run")
    with pytest.raises(ServerUnreachable) as raised:
        anyio.run(partial(to_server(nowhere).call, trail=trail), count, line(text="a"))
    assert isinstance(raised.value, ConnectionFailed)
    assert isinstance(raised.value, AccessRefused)
    assert trail.steps == []


def test_what_was_never_sent_costs_no_budget(to_server, count, line, nowhere):
    """Connections that could not be made count as attempts; tokens are spent by none of them."""
    gateway = to_server(nowhere, budget=Budget(tokens=10_000))
    with suppress(ServerUnreachable):
        anyio.run(gateway.call, count, line(text="a"))
    assert gateway._purse.spent.tokens == 0


@pytest.mark.parametrize("retries", [0, 1])
def test_without_retries_the_third_call_ends_the_run(to_server, count, line, nowhere, retries):
    """A call without retries fails alone, until three connections in a row have failed."""
    kinds = []

    async def main():
        gateway = to_server(nowhere, retries=retries)
        for number in range(3):
            try:
                await gateway.call(count, line(text=str(number)))
            except ModelError as error:
                kinds.append(type(error))
        await gateway.aclose()

    anyio.run(main)
    expected = {
        0: [ConnectionFailed, ConnectionFailed, ServerUnreachable],
        1: [ConnectionFailed, ServerUnreachable, ServerUnreachable],
    }
    assert kinds == expected[retries]


def test_a_server_that_comes_back_is_asked_by_all(to_server, count, line, nowhere):
    """While one call tries again the others wait; when it gets through, all are answered."""

    async def main():
        gateway = to_server(nowhere, concurrency=8, backoff_s=0.1, longest_wait_s=0.5, retries=5)
        results = []

        async def work():
            results.extend(await gateway.map(count, [line(text=str(number)) for number in range(12)]))

        async with anyio.create_task_group() as group:
            group.start_soon(work)
            await anyio.sleep(0.15)
            with ModelServer(lambda *_: GOOD, port=int(nowhere.rpartition(":")[2].partition("/")[0])) as server:
                while len(results) < 12:  # noqa: ASYNC110 (the server lives in another thread)
                    await anyio.sleep(0.01)
        await gateway.aclose()
        return results, server

    results, server = anyio.run(main)
    assert [result.output.words for result in results] == [3] * 12
    assert len(server.requests) == 12


def test_a_later_call_tries_a_server_that_was_given_up(to_server, count, line, nowhere):
    """What begins after the breaker gave up makes one try of its own: a person may have started the server."""

    async def main():
        gateway = to_server(nowhere)
        with pytest.raises(ServerUnreachable):
            await gateway.call(count, line(text="a"))
        made = attempts(gateway)
        with pytest.raises(ServerUnreachable):
            await gateway.call(count, line(text="a"))
        assert attempts(gateway) == made + 1
        with ModelServer(lambda *_: GOOD, port=int(nowhere.rpartition(":")[2].partition("/")[0])):
            assert (await gateway.call(count, line(text="a"))).output.words == 3
        await gateway.aclose()

    anyio.run(main)


@pytest.mark.parametrize("bad", [CUT, failure_reply(500)], ids=["cut", "500"])
def test_a_server_that_answers_badly_is_there(to_server, count, line, bad):
    """Only connections that cannot be made open the breaker: a call that a server cuts or fails ends alone."""
    with ModelServer(lambda *_: bad) as server:
        gateway = to_server(server.url)
        results = anyio.run(map_lines, gateway, count, [line(text=str(number)) for number in range(5)])
    assert not any(isinstance(result, ServerUnreachable) for result in results)
    assert len(server.requests) == 20


class Slow(BaseModel):
    words: int
    more: str = ""

    @model_validator(mode="after")
    def _wait(self):
        sleep(2)
        return self


class Text(BaseModel):
    text: str


SLOW = Ptool("room.slow", "count", Text, Slow, (), Parameters(0.0, 4_000))
PROMPTS = {"count": "Count."}


def test_a_long_answer_is_parsed_beside_other_calls():
    """While an answer of many characters is parsed in its thread, the event loop goes on."""
    longest = 0.0

    async def main():
        nonlocal longest
        gateway = scripted_gateway(lambda _: {"words": 3, "more": "x" * 50_000}, PROMPTS)

        async def tick():
            nonlocal longest
            while True:
                began = monotonic()
                await anyio.sleep(0.001)
                longest = max(longest, monotonic() - began)

        async with anyio.create_task_group() as group:
            group.start_soon(tick)
            call = await gateway.call(SLOW, Text(text="a"))
            group.cancel_scope.cancel()
        return call

    assert anyio.run(main).output.words == 3
    assert longest < 1


def test_parsing_that_takes_too_long_is_given_up(monkeypatch):
    """After its time an answer counts as invalid, and the call goes on with a correction or ends."""
    monkeypatch.setattr("pramana.llm.gateway.PARSE_S", 0.05)
    gateway = scripted_gateway(lambda _: {"words": 3, "more": "x" * 50_000}, PROMPTS)
    began = monotonic()
    with pytest.raises(OutputInvalid, match="took longer than"):
        anyio.run(gateway.call, SLOW, Text(text="a"))
    assert monotonic() - began < 2


def test_no_provider_gives_more_than_the_tokens_that_were_asked_for():
    """An answer beyond the bound is not stored, whatever provider gave it, and its worst case is spent."""
    gateway = scripted_gateway(lambda _: RawResponse("x" * 1_000_000), PROMPTS, budget=Budget(tokens=1_000_000))
    with pytest.raises(AnswerTooLong, match="1,000,000 characters"):
        anyio.run(gateway.call, SLOW, Text(text="a"))
    assert gateway._purse.spent.tokens > 4_000
