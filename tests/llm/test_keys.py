"""Keys stay in memory: they reach the server and nothing else."""

from __future__ import annotations

import traceback

import anyio
import pytest

from pramana.errors import AccessRefused, ConfigError, ModelError
from pramana.llm import RESPONSE_SCHEMA, Gateway, LlmSettings, ModelSettings, PromptBook
from pramana.store import Database
from pramana.testing.model_server import ModelServer, ServerReply, failure_reply
from pramana.trace import Trail

KEY = "sk-test-0123456789abcdefghij"
PROMPTS = PromptBook({"count": "Count."})


async def ask(gateway, ptool, value, trail):
    try:
        return await gateway.call(ptool, value, trail=trail)
    finally:
        await gateway.aclose()


def echoing(key: str):
    """A server that sends the key back wherever it can."""
    return [
        failure_reply(401, f"Incorrect API key provided: {key}. Authorization: Bearer {key}"),
        failure_reply(500, f"crashed with headers {{'Authorization': 'Bearer {key}'}}"),
        failure_reply(400, f"bad request by {key}"),
        ServerReply(f'{{"words": "{key}"}}'),
        ServerReply(None, refusal=f"not for {key}"),
        ServerReply(body=f'{{"model": "{key}", "choices": [{{"message": {{"content": "{{}}"}}}}]}}'.encode()),
        ServerReply(body=f"<html>{key}</html>".encode()),
    ]


@pytest.mark.parametrize("index", range(7))
def test_a_key_that_the_server_sends_back_goes_nowhere(tmp_path, monkeypatch, count, line, index):
    """No step, no byte of the database, no exception with its chain, and no repr holds the key."""
    monkeypatch.setenv("TEST_KEY", KEY)
    trail = Trail("run")
    with ModelServer(lambda *_: echoing(KEY)[index]) as server:
        model = ModelSettings(model="test", base_url=server.url, key_env="TEST_KEY", backoff_s=0.001)
        settings = LlmSettings(default="m", models={"m": model})
        with Database(tmp_path / "workspace.db", [RESPONSE_SCHEMA]) as database:
            gateway = Gateway(database, PROMPTS, settings)
            with pytest.raises(ModelError) as raised:
                anyio.run(ask, gateway, count, line(text="a"), trail)
            shown = "".join(traceback.format_exception(raised.value))
            shown += repr([settings, gateway, vars(gateway), trail.steps, raised.value.__context__])
        stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert server.authorizations[0] == f"Bearer {KEY}"
    assert KEY not in shown
    assert KEY.encode() not in stored


def test_no_key_is_sent_where_none_is_named(monkeypatch, to_server, count, line):
    """A server with a base_url of its own never sees the key that lies in OPENAI_API_KEY."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with ModelServer(lambda *_: '{"words": 1}') as server:
        anyio.run(ask, to_server(server.url), count, line(text="a"), Trail())
    assert server.authorizations == [None]


def test_a_key_file_is_read_when_the_call_is_made(tmp_path, to_server, count, line):
    """The key is what the file holds at the time of the call, without its line end."""
    path = tmp_path / "key"
    with ModelServer(lambda *_: '{"words": 1}') as server:
        gateway = to_server(server.url, key_file=path)
        path.write_text(f"{KEY}\n")
        anyio.run(ask, gateway, count, line(text="a"), Trail())
    assert server.authorizations == [f"Bearer {KEY}"]


@pytest.mark.parametrize("calls", [1, 3])
def test_a_missing_key_is_named_before_anything_is_sent(monkeypatch, to_server, count, line, calls):
    """A key that should be in the environment and is not is a ConfigError that names the variable, from `map` too."""
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    with ModelServer(lambda *_: '{"words": 1}') as server:
        gateway = to_server(server.url, key_env="NO_SUCH_KEY")
        with pytest.raises(ConfigError, match="NO_SUCH_KEY"):
            anyio.run(gateway.map, count, [line(text=str(number)) for number in range(calls)])
    assert server.requests == []


def test_calls_that_wait_behind_a_refused_one_are_not_made(to_server, count, line):
    """Of many calls begun together only those in flight meet a refusal of access; one begun later asks again."""
    results = []

    async def main():
        gateway = to_server(server.url, concurrency=2)

        async def one(number):
            with pytest.raises(AccessRefused, match="401: no"):
                await gateway.call(count, line(text=str(number)))
            results.append(number)

        async with anyio.create_task_group() as group:
            for number in range(50):
                group.start_soon(one, number)
        assert len(server.requests) == 2
        assert (await gateway.call(count, line(text="later"))).output.words == 1
        await gateway.aclose()

    with ModelServer(
        lambda _, number: failure_reply(401, "no") if number <= 2 else '{"words": 1}', delay_s=0.02
    ) as server:
        anyio.run(main)
    assert len(results) == 50


def test_refused_access_ends_the_run(to_server, count, line):
    """After a 401 no further call of the same batch is made, and nothing is recorded as its outcome."""
    trail = Trail("run")

    async def main():
        gateway = to_server(server.url, concurrency=2)
        results = await gateway.map(count, [line(text=str(number)) for number in range(50)], trail=trail)
        await gateway.aclose()
        return results

    with ModelServer(lambda *_: failure_reply(401, "no")) as server:
        results = anyio.run(main)
    assert [type(result) for result in results] == [AccessRefused] * 50
    assert len(server.requests) <= 2
    assert trail.steps == []
