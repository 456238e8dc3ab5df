"""The provider `anthropic` against a real server that speaks messages and misbehaves."""

from __future__ import annotations

from typing import Any

import anyio
import pytest
from pydantic import BaseModel

from pramana.errors import (
    AccessRefused,
    CallTimedOut,
    ConfigError,
    ConnectionFailed,
    ModelError,
    OutputInvalid,
    RateLimited,
    RequestRefused,
    ServerFailed,
)
from pramana.llm import LlmSettings, ModelSettings, Usage
from pramana.llm.prices import Price
from pramana.llm.providers.anthropic import is_closed
from pramana.testing.message_server import MessageServer
from pramana.testing.model_server import CUT, HANG, TRUNCATED, ServerReply, failure_reply, rate_limited

GOOD = '{"words": 3}'


def refuses(what: str) -> ServerReply:
    return failure_reply(400, f"{what}: Extra inputs are not permitted")


def ask(to_server: Any, url: str, ptool: Any, value: Any, **settings: Any) -> Any:
    async def run() -> Any:
        gateway = to_server(url, provider="anthropic", **settings)
        try:
            return await gateway.call(ptool, value)
        finally:
            await gateway.aclose()

    return anyio.run(run)


@pytest.mark.parametrize(
    ("bad", "answer"),
    [
        pytest.param(rate_limited("0"), 3, id="429"),
        pytest.param(failure_reply(500), 3, id="500"),
        pytest.param(failure_reply(529, "Overloaded"), 3, id="529"),
        pytest.param(CUT, 3, id="cut"),
        pytest.param(TRUNCATED, 3, id="truncated-body"),
        pytest.param(ServerReply(body=b"<html>gateway</html>"), 3, id="html"),
        pytest.param(ServerReply(body=b'{"content": 7}'), 3, id="no-blocks"),
        pytest.param(ServerReply(content=None), 3, id="no-content"),
        pytest.param(ServerReply('{"words": "many"}'), 3, id="wrong-schema"),
        pytest.param(ServerReply("I cannot count."), 3, id="prose"),
        pytest.param(ServerReply(refusal="I will not."), 3, id="refusal"),
        pytest.param(ServerReply('{"wor', finish="length"), 3, id="length"),
        pytest.param(ServerReply('{"wor', finish="model_context_window_exceeded"), 3, id="context"),
        pytest.param(refuses("output_config"), 3, id="json-schema-refused"),
        pytest.param(failure_reply(400, "temperature is deprecated for this model"), 3, id="temperature-refused"),
        pytest.param(ServerReply(GOOD, usage=None), 3, id="no-usage"),
        pytest.param(ServerReply('{"words": 4,'), 4, id="truncated-json"),
        pytest.param(ServerReply('Sure!\n```json\n{"words": 5}\n```\nDone.'), 5, id="fenced"),
    ],
)
def test_one_misbehaviour_of_a_message_server_does_not_lose_the_answer(to_server, count, line, bad, answer):
    """After any single misbehaviour the call still comes to its right answer, in at most two requests."""
    with MessageServer(lambda _, number: bad if number == 1 else GOOD) as server:
        call = ask(to_server, server.root, count, line(text="a b c"))
    assert call.output.words == answer
    assert len(server.requests) <= 2


@pytest.mark.parametrize(
    ("bad", "error", "requests"),
    [
        pytest.param(rate_limited("0"), RateLimited, 9, id="429"),
        pytest.param(failure_reply(529), ServerFailed, 4, id="529"),
        pytest.param(CUT, ConnectionFailed, 4, id="cut"),
        pytest.param(TRUNCATED, ServerFailed, 4, id="truncated-body"),
        pytest.param(ServerReply("I cannot count."), OutputInvalid, 3, id="prose"),
        pytest.param(ServerReply(refusal="I will not."), OutputInvalid, 3, id="refusal"),
        pytest.param(failure_reply(400, "prompt is too long"), RequestRefused, 1, id="400"),
        pytest.param(failure_reply(401, "invalid x-api-key"), AccessRefused, 1, id="401"),
        pytest.param(failure_reply(403), AccessRefused, 1, id="403"),
        pytest.param(failure_reply(404, "model: test"), AccessRefused, 1, id="404"),
        pytest.param(failure_reply(413), RequestRefused, 1, id="413"),
    ],
)
def test_a_lasting_misbehaviour_of_a_message_server_ends_in_its_error(to_server, count, line, bad, error, requests):
    """Each lasting misbehaviour ends in the error of its kind, after our bound of attempts."""
    with MessageServer(lambda *_: bad) as server, pytest.raises(ModelError) as raised:
        ask(to_server, server.root, count, line(text="a b c"))
    assert type(raised.value) is error
    assert len(server.requests) == requests


def test_a_message_server_that_hangs_is_given_up(to_server, count, line):
    """A call without an answer within `timeout_s` is CallTimedOut."""
    with MessageServer(lambda *_: HANG) as server, pytest.raises(CallTimedOut, match=r"within 0\.1 s"):
        ask(to_server, server.root, count, line(text="a"), timeout_s=0.1, retries=0)


def test_the_error_of_a_message_server_is_told_in_its_own_words(to_server, count, line):
    """The message of an error is what the server says, with its status."""
    with (
        MessageServer(lambda *_: failure_reply(400, "prompt is too long")) as server,
        pytest.raises(RequestRefused) as raised,
    ):
        ask(to_server, server.root, count, line(text="a"))
    assert str(raised.value) == f"{server.root} answered 400: prompt is too long"


def test_the_prompt_goes_as_system_and_one_user_message(to_server, count, line):
    """A request is one isolated call: model, system prompt, one user message, temperature, tokens and the schema."""
    with MessageServer(lambda *_: GOOD) as server:
        call = ask(to_server, server.root, count, line(text="a b c"))
    [request] = server.requests
    [system] = request["system"]
    assert (system["type"], system["cache_control"]) == ("text", {"type": "ephemeral"})
    assert system["text"].startswith("Count the words.")
    assert [message["role"] for message in request["messages"]] == ["user"]
    assert (request["model"], request["max_tokens"], request["temperature"]) == ("test", 100, 0.0)
    assert request["output_config"]["format"]["type"] == "json_schema"
    assert request["output_config"]["format"]["schema"]["additionalProperties"] is False
    assert (call.usage, call.model) == (Usage(10, 5, None), "anthropic:test")


def test_structured_output_of_messages_is_negotiated_once(to_server, count, line):
    """A server without `output_config` is asked to use a tool, one without tools in words, and that is kept."""

    def answer(request: dict[str, Any], _: int) -> Any:
        return next((refuses(word) for word in ("output_config", "tools") if word in request), GOOD)

    async def run(url: str) -> list[Any]:
        gateway = to_server(url, provider="anthropic")
        try:
            return [await gateway.call(count, line(text=text)) for text in ("a b c", "d e f")]
        finally:
            await gateway.aclose()

    with MessageServer(answer) as server:
        calls = anyio.run(run, server.root)
    assert [call.output.words for call in calls] == [3, 3]
    asked = [next((word for word in ("output_config", "tools") if word in one), "words") for one in server.requests]
    assert asked == ["output_config", "tools", "words", "words"]
    assert "JSON schema" in server.requests[-1]["system"][0]["text"]


def test_a_server_that_caches_nothing_is_asked_plainly(to_server, count, line):
    """The refusal of `cache_control` is learned, and no form is given up for it."""

    def answer(request: dict[str, Any], _: int) -> Any:
        return (
            failure_reply(400, "system.0.cache_control: Extra inputs") if isinstance(request["system"], list) else GOOD
        )

    with MessageServer(answer) as server:
        assert ask(to_server, server.root, count, line(text="a b c")).output.words == 3
    assert [isinstance(request["system"], str) for request in server.requests] == [False, True]
    assert "output_config" in server.requests[-1]


@pytest.mark.parametrize(("form", "key"), [("tool", "tools"), ("json_object", None), ("prompt", None)])
def test_the_strictest_form_can_be_set(to_server, count, line, form, key):
    """`structured` leaves out what is stricter."""
    with MessageServer(lambda *_: GOOD) as server:
        assert ask(to_server, server.root, count, line(text="a b c"), structured=form).output.words == 3
    [request] = server.requests
    assert [name for name in ("output_config", "tools") if name in request] == ([key] if key else [])


def test_a_mapping_of_any_keys_goes_into_a_tool():
    """The API would close a mapping to an empty object, so a schema that holds one is not a closed schema."""

    class Inner(BaseModel):
        names: dict[str, int]

    class Outer(BaseModel):
        inner: list[Inner]

    class Plain(BaseModel):
        word: str | None
        parts: list[tuple[str, int]]

    assert (is_closed(Outer.model_json_schema()), is_closed(Plain.model_json_schema())) == (False, True)


def test_the_key_comes_from_its_variable_alone(to_server, count, line, monkeypatch):
    """A server of one's own gets the key that `key_env` names, and nothing else that the environment holds."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-not-for-you")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "token-not-for-you")
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "Authorization: Bearer header-not-for-you")
    monkeypatch.setenv("HOUSE_KEY", "sk-house-key")
    with MessageServer(lambda *_: GOOD) as server:
        ask(to_server, server.root, count, line(text="a"))
        ask(to_server, server.root, count, line(text="b"), key_env="HOUSE_KEY")
    assert server.authorizations == [None, "Bearer sk-house-key"]


def test_anthropic_itself_needs_its_key(monkeypatch):
    """Without a base_url the key is ANTHROPIC_API_KEY, and its absence is said."""
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with pytest.raises(ConfigError, match="ANTHROPIC_API_KEY"):
        ModelSettings(preset="anthropic", model="claude-haiku-4-5").key()


def test_prices_of_anthropic_are_listed():
    """A model of Anthropic's has its public price; one nobody lists has none."""
    known, unknown = (ModelSettings(preset="anthropic", model=name) for name in ("claude-sonnet-4-5", "no-such-model"))
    assert (Price(known).cost(1_000, 0), Price(unknown).known) == (3_000, False)


def test_a_verifier_of_another_make_can_be_configured():
    """Models of several providers stand side by side."""
    models = {
        "main": ModelSettings(preset="ollama", model="qwen3:8b"),
        "judge": ModelSettings(preset="anthropic", model="c"),
    }
    settings = LlmSettings(default="main", models=models, ptools={"karaka.kriya_verification": "judge"})
    assert settings.model(settings.model_for("karaka.kriya_verification")).provider == "anthropic"
