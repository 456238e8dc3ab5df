"""Servers that answer what no server should: every call ends in its answer or in an error that names server and cause."""

from __future__ import annotations

import json
import tracemalloc
from time import monotonic

import anyio
import pytest

from pramana.errors import (
    AccessRefused,
    AnswerTooLong,
    CallTimedOut,
    ConfigError,
    ConnectionFailed,
    ModelError,
    RequestRefused,
    ServerFailed,
)
from pramana.llm.bounds import answer_bytes
from pramana.llm.providers.listing import openai_models
from pramana.llm.settings import ModelSettings
from pramana.testing.model_server import (
    ModelServer,
    ServerReply,
    endless_reply,
    failure_reply,
    gzip_bomb_reply,
    gzip_reply,
    redirect_reply,
)

GOOD = '{"words": 3}'


async def ask(gateway, ptool, value):
    try:
        return await gateway.call(ptool, value)
    finally:
        await gateway.aclose()


def completion(content: str = GOOD, **more) -> bytes:
    body = {"choices": [{"message": {"content": content}, "finish_reason": "stop"}], **more}
    return json.dumps(body).encode()


def reply(body: bytes, kind: str = "application/json", **headers: str) -> ServerReply:
    return ServerReply(body=body, headers={"Content-Type": kind, **headers})


@pytest.mark.parametrize(
    "good",
    [
        pytest.param(reply(completion(), "application/json; charset=utf-16"), id="charset-that-is-not-true"),
        pytest.param(reply(completion(), "application/json; charset=no-such"), id="unknown-charset"),
        pytest.param(reply(completion(), "application/json; charset="), id="empty-charset"),
        pytest.param(reply(completion().decode().encode("utf-16"), "application/json; charset=utf-16"), id="utf-16"),
        pytest.param(reply(b"\xef\xbb\xbf" + completion()), id="byte-order-mark"),
        pytest.param(reply(completion(), "text/html"), id="wrong-type"),
        pytest.param(reply(completion(), ""), id="empty-type"),
        pytest.param(reply(completion(f"{GOOD} here").replace(b"here", b"\xff\xfe\x80")), id="invalid-utf-8"),
        pytest.param(reply(completion(x=[1.5e300, float("nan")])), id="nan"),
        pytest.param(reply(completion()[:-1] + b', "choices": ' + completion()[12:]), id="key-twice"),
        pytest.param(gzip_reply(completion()), id="gzip"),
        pytest.param(reply(completion(), **{"Set-Cookie": "a=b", "X-Many": "x" * 8_000}), id="large-header"),
        *(
            pytest.param(reply(completion(usage={"prompt_tokens": count, "completion_tokens": count})), id=f"usage-{n}")
            for n, count in enumerate(
                (10**30, -1, 1.5, "7", "many", True, None, [], {}, float("inf"), 2**63, 100_000_001)
            )
        ),
        *(
            pytest.param(reply(completion(usage=usage)), id=f"no-usage-{n}")
            for n, usage in enumerate(([], "x", 3, None, {"prompt_tokens": {}}))
        ),
        *(pytest.param(reply(completion(model=model)), id=f"model-{n}") for n, model in enumerate((7, {}, "\ud800"))),
    ],
)
def test_an_answer_in_strange_clothes_is_an_answer(to_server, count, line, good):
    """What HTTP and the envelope say does not matter where the answer can be read; usage that is none is the worst."""
    with ModelServer(lambda *_: good) as server:
        call = anyio.run(ask, to_server(server.url, retries=0), count, line(text="a b c"))
    assert call.output.words == 3
    assert 0 < call.usage.tokens < 10_000


@pytest.mark.parametrize(
    ("bad", "error", "cause"),
    [
        pytest.param(reply(b"[" * 60_000), ServerFailed, "RecursionError", id="deep"),
        pytest.param(reply(b'{"a":' * 12_000), ServerFailed, "RecursionError", id="deep-objects"),
        pytest.param(reply(b"1" * 60_000), ServerFailed, "ValueError", id="long-number"),
        pytest.param(reply(b""), ServerFailed, "not JSON", id="empty"),
        pytest.param(reply(b"\x00" * 99), ServerFailed, "not JSON", id="zeros"),
        pytest.param(reply(b"<html>", "text/html"), ServerFailed, "text/html, 6 bytes", id="html"),
        pytest.param(reply(b"null"), ServerFailed, "not a chat completion", id="null"),
        pytest.param(reply(b'{"choices": {"0": 1}}'), ServerFailed, "not a chat completion", id="choices"),
        pytest.param(gzip_reply(completion(), "br"), ServerFailed, "compressed as 'br'", id="brotli"),
        pytest.param(reply(completion(), **{"Content-Encoding": "gzip"}), ServerFailed, "not compressed", id="no-gzip"),
        pytest.param(gzip_bomb_reply(), AnswerTooLong, "more than 71,936 bytes", id="gzip-bomb"),
        pytest.param(endless_reply(), AnswerTooLong, "more than 71,936 bytes", id="endless"),
        pytest.param(reply(completion("x" * 100_000)), AnswerTooLong, "more than 71,936 bytes", id="long"),
        pytest.param(reply(completion(), **{"X-Huge": "x" * 300_000}), ConnectionFailed, "broke", id="huge-header"),
        pytest.param(reply(completion(), **{"X-Bad\r\nOdd": "x"}), ConnectionFailed, "broke", id="broken-header"),
        pytest.param(ServerReply(status=299, body=b"{}"), ServerFailed, "not a chat completion", id="299"),
        pytest.param(failure_reply(404, "x" * 100_000), AccessRefused, "answered 404: ", id="long-error"),
        pytest.param(ServerReply(status=500, body=b"\xff\xfe\x00"), ServerFailed, "answered 500", id="binary-error"),
        pytest.param(ServerReply(status=500, body=b"[" * 60_000), ServerFailed, "answered 500", id="deep-error"),
        pytest.param(ServerReply(status=304, body=b""), RequestRefused, "answered 304", id="304"),
        pytest.param(redirect_reply("http://127.0.0.1:1/v1"), AccessRefused, "127.0.0.1:1/v1", id="307-elsewhere"),
        pytest.param(redirect_reply("//example.org/v1"), AccessRefused, "//example.org/v1", id="307-without-scheme"),
        pytest.param(redirect_reply("https://x:y@127.0.0.1/"), AccessRefused, "another server", id="307-with-password"),
        pytest.param(redirect_reply("http://127.0.0.1:x/"), ServerFailed, "broken address", id="307-broken"),
        pytest.param(redirect_reply("/v1/elsewhere", 302), AccessRefused, "Set base_url", id="302"),
        pytest.param(
            redirect_reply("/v1/chat/completions"), ServerFailed, "redirects more than 3 times", id="307-circle"
        ),
    ],
)
def test_what_cannot_be_an_answer_is_an_error_that_names_server_and_cause(to_server, count, line, bad, error, cause):
    """Every misbehaviour ends in an error of ours, which names the address and what was wrong."""
    with ModelServer(lambda *_: bad) as server, pytest.raises(ModelError) as raised:
        anyio.run(ask, to_server(server.url, retries=0), count, line(text="a b c"))
    assert type(raised.value) is error
    assert server.url in str(raised.value)
    assert cause in str(raised.value)


def test_other_servers_are_never_asked(to_server, count, line):
    """A redirect to another origin, in any of its forms, reaches nobody."""
    with ModelServer(lambda *_: GOOD) as other:
        for status in (301, 302, 303, 307, 308):
            with (
                ModelServer(lambda *_, code=status: redirect_reply(f"{other.url}/chat/completions", code)) as server,
                pytest.raises(AccessRefused, match="another server"),
            ):
                anyio.run(ask, to_server(server.url), count, line(text="secret"))
    assert other.requests == []


def test_a_redirect_within_the_server_is_followed(to_server, count, line):
    """A 308 to another path of the same origin repeats the request there."""
    with ModelServer(
        lambda _, number: redirect_reply("/other/chat/completions", 308) if number == 1 else GOOD
    ) as server:
        assert anyio.run(ask, to_server(server.url), count, line(text="a")).output.words == 3
    assert server.requests[0] == server.requests[1]


def test_an_endless_answer_ends_at_its_bound(to_server, count, line):
    """Of a body without an end no more is kept than an answer of `max_tokens` tokens can have."""
    tracemalloc.start()
    began = monotonic()
    with ModelServer(lambda *_: endless_reply()) as server, pytest.raises(AnswerTooLong):
        anyio.run(ask, to_server(server.url, retries=0), count, line(text="a"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert monotonic() - began < 20
    assert peak < 20_000_000
    assert answer_bytes(100) < 100_000


def test_an_answer_that_drips_is_given_up_after_its_time(to_server, count, line):
    """The time-out holds for the whole answer, not for each of its pieces."""
    with (
        ModelServer(lambda *_: ServerReply(GOOD, ending="drip")) as server,
        pytest.raises(CallTimedOut, match=r"/v1: no answer within 0\.2 s"),
    ):
        anyio.run(ask, to_server(server.url, timeout_s=0.2, retries=0), count, line(text="a"))


def test_no_cookie_of_a_server_comes_back(to_server, count, line):
    """Calls are isolated: what a server sets in one it does not see in the next."""
    with ModelServer(lambda *_: reply(completion(), **{"Set-Cookie": "id=1; Path=/"})) as server:

        async def twice(gateway):
            await gateway.call(count, line(text="a"))
            await ask(gateway, count, line(text="b"))

        anyio.run(twice, to_server(server.url))
    assert [headers.get("cookie") for headers in server.headers] == [None, None]


def test_connections_are_kept_between_calls(to_server, count, line):
    """Many calls one after the other, and many at once, open no more connections than are in flight together."""

    async def many(gateway):
        for number in range(5):
            await gateway.call(count, line(text=str(number)))
        await gateway.map(count, [line(text=f"more {number}") for number in range(40)])
        await gateway.aclose()

    with ModelServer(lambda *_: GOOD, delay_s=0.005) as server:
        anyio.run(many, to_server(server.url, concurrency=4))
    assert server.connections <= 4


def test_a_login_in_the_address_is_sent_and_not_shown(to_server, count, line):
    """A name and password before the host become a header; no message names them."""
    with ModelServer(lambda *_: failure_reply(400, "no")) as server, pytest.raises(RequestRefused) as raised:
        url = server.url.replace("http://", "http://me:p%40ss-word@")
        anyio.run(ask, to_server(url), count, line(text="a"))
    assert server.authorizations == ["Basic bWU6cEBzcy13b3Jk"]
    assert "ss-word" not in str(raised.value)


@pytest.mark.parametrize("url", ["ftp://127.0.0.1/v1", "nonsense", "http://", "http://[::1"])
def test_an_address_that_is_none_is_refused(to_server, count, line, url):
    """A base_url that no request can be sent to is named."""
    with pytest.raises(AccessRefused, match="base_url"):
        anyio.run(ask, to_server(url), count, line(text="a"))


@pytest.mark.parametrize("key", ["sk-two\nlines", "ключ-к-модели", "sk-\x7fdelete"])
def test_a_key_that_no_header_can_hold_is_refused_unsaid(to_server, count, line, monkeypatch, key):
    """A broken key is a fault of the configuration, whose message does not hold it."""
    monkeypatch.setenv("BROKEN_KEY", key)
    with pytest.raises(ConfigError) as raised:
        anyio.run(ask, to_server("http://127.0.0.1:9/v1", key_env="BROKEN_KEY"), count, line(text="a"))
    assert key not in str(raised.value)


@pytest.mark.parametrize(
    ("bad", "names"),
    [
        (b'{"data": [{"id": "a"}, {"id": 7}]}', ["a", "7"]),
        (b'{"data": {"id": "a"}}', None),
        (b"[]", None),
        (b'{"data": [{"name": "a"}]}', None),
    ],
)
def test_a_list_of_models_is_read_or_there_is_none(bad, names):
    """What lists no names is no list."""
    with ModelServer(lambda *_: GOOD, models=None) as server:
        server.listing = ServerReply(body=bad)
        settings = ModelSettings(model="test", base_url=server.url)
        assert anyio.run(openai_models, settings) == names
        server.listing = None
        assert anyio.run(openai_models, settings) is None
        server.listing = endless_reply()
        with pytest.raises(AnswerTooLong):
            anyio.run(openai_models, settings)
