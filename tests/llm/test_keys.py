"""Keys stay in memory: they reach the server and nothing else."""

from __future__ import annotations

import traceback
from base64 import b64encode, urlsafe_b64encode

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import AccessRefused, ConfigError, ModelError
from pramana.llm import RESPONSE_SCHEMA, Gateway, LlmSettings, ModelSettings, PromptBook
from pramana.llm.providers.masking import KeyMask
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
    """Return what a server says that sends the key back wherever it can."""
    return [
        failure_reply(401, f"Incorrect API key provided: {key}. Authorization: Bearer {key}"),
        failure_reply(500, f"crashed with headers {{'Authorization': 'Bearer {key}'}}"),
        failure_reply(400, f"bad request by {key}"),
        ServerReply(f'{{"words": "{key}"}}'),
        ServerReply(None, refusal=f"not for {key}"),
        ServerReply(body=f'{{"model": "{key}", "choices": [{{"message": {{"content": "{{}}"}}}}]}}'.encode()),
        ServerReply(body=f"<html>{key}</html>".encode()),
    ]


FORMS = {
    "whole": KEY,
    "base64": b64encode(KEY.encode()).decode(),
    "url-safe base64": urlsafe_b64encode(f"user:{KEY}".encode()).decode(),
    "beginning": KEY[:9],
    "middle": KEY[7:19],
    "end": KEY[-8:],
    "part of base64": b64encode(f"xy{KEY}".encode()).decode()[5:17],
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("index", range(7))
def test_a_key_that_the_server_sends_back_goes_nowhere(tmp_path, monkeypatch, count, line, index, form):
    """No step, no byte of the database, no exception with its chain, and no repr holds the key, in any of its forms."""
    monkeypatch.setenv("TEST_KEY", KEY)
    trail, sent = Trail("run"), FORMS[form]
    with ModelServer(lambda *_: echoing(sent)[index]) as server:
        model = ModelSettings(model="test", base_url=server.url, key_env="TEST_KEY", backoff_s=0.001)
        models = LlmSettings(default="m", models={"m": model})
        with Database(tmp_path / "workspace.db", [RESPONSE_SCHEMA]) as database:
            gateway = Gateway(database, PROMPTS, models)
            with pytest.raises(ModelError) as raised:
                anyio.run(ask, gateway, count, line(text="a"), trail)
            shown = "".join(traceback.format_exception(raised.value))
            shown += repr([models, gateway, vars(gateway), trail.steps, raised.value.__context__])
        stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert server.authorizations[0] == f"Bearer {KEY}"
    assert sent not in shown
    assert sent.encode() not in stored


keys = st.text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_+/", min_size=12, max_size=60)


@given(keys.filter(lambda key: any(c.isdigit() for c in key)), st.text(), st.text(), st.data())
@settings(max_examples=150)
def test_every_part_of_eight_characters_is_hidden(key, before, after, data):
    """Of a key and its base64 no eight characters in a row are left, whatever surrounds them."""
    forms = [key, *(b64encode(given.encode()).decode() for given in (key, f"a:{key}", f"ab:{key}", f"abc:{key}"))]
    form = data.draw(st.sampled_from(forms))
    start = data.draw(st.integers(4, len(form) - 8) if form != key and len(form) > 20 else st.just(0))
    part = form[start : start + data.draw(st.integers(8, 60))].rstrip("=")
    inside = part if form == key else part[4:-2]  # its ends may hold what surrounds the key
    hidden = KeyMask(key).hide(f"{before}{part}{after}")
    assert not any(inside[at : at + 8] in hidden for at in range(len(inside) - 7))


@pytest.mark.parametrize("key", ["", "none", "ollama", "sk-no-key-required", "EMPTY"])
def test_words_of_a_placeholder_are_left_in_answers(key):
    """A key of words, as servers without keys are given, changes no text but the key itself."""
    text = "No key is required: none of EMPTY rooms requires it."
    assert KeyMask(key).hide(text) == text.replace(key, "[key]" if len(key) >= 6 else key)


def test_a_text_without_the_key_is_left_alone():
    """Neither words nor shorter parts of a key are hidden, and long texts cost no more than a look."""
    text = f"test 0123 {KEY[:7]} {KEY[-7:]} " * 10_000
    mask = KeyMask(KEY)
    assert mask.hide(text) == text
    assert mask.hide_in({"a": [1, None, 2.5, text[:20]]}) == {"a": [1, None, 2.5, text[:20]]}


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
