"""Servers on one's own machine: each is asked for JSON under a schema by the parameter that it has for it."""

from __future__ import annotations

from typing import Any

import anyio
import pytest

from pramana.errors import OutputInvalid, RequestRefused, ServerFailed
from pramana.llm import ModelSettings
from pramana.testing.model_server import CUT, TRUNCATED, ModelServer, ServerReply, failure_reply
from pramana.testing.ollama_server import OllamaServer

GOOD = '{"words": 3}'


def ask(to_server: Any, url: str, ptool: Any, value: Any, **settings: Any) -> Any:
    async def run() -> Any:
        gateway = to_server(url, **settings)
        try:
            return await gateway.call(ptool, value, sample=settings.get("sample", 0))
        finally:
            await gateway.aclose()

    return anyio.run(run)


def test_ollama_is_asked_by_its_own_api(to_server, count, line):
    """The schema, the length of the answer and of the context, the temperature and the seed are stated."""
    with OllamaServer(lambda *_: GOOD) as server:
        call = ask(to_server, server.root, count, line(text="a b c"), provider="ollama")
    (request,) = server.requests
    assert call.output.words == 3
    assert (call.usage.prompt_tokens, call.usage.completion_tokens) == (10, 5)
    assert request["format"]["properties"] == {"words": {"type": "integer"}}
    assert request["options"] == {"num_ctx": 16_384, "num_predict": 100, "temperature": 0.0, "seed": 0}
    assert request["stream"] is False


@pytest.mark.parametrize("ending", ["", "/", "/v1", "/v1/"])
def test_both_doors_of_an_ollama_server_lead_to_its_own_api(to_server, count, line, ending):
    with OllamaServer(lambda *_: GOOD) as server:
        assert ask(to_server, server.root + ending, count, line(text="a"), provider="ollama").output.words == 3


@pytest.mark.parametrize(
    ("bad", "answer"),
    [
        pytest.param(failure_reply(500, "llama runner process has terminated"), 3, id="500"),
        pytest.param(failure_reply(503, "server busy, please try again"), 3, id="busy"),
        pytest.param(CUT, 3, id="cut"),
        pytest.param(TRUNCATED, 3, id="truncated-body"),
        pytest.param(ServerReply(body=b"404 page not found"), 3, id="no-json"),
        pytest.param(ServerReply(body=b'{"message": 7}'), 3, id="no-message"),
        pytest.param(ServerReply(content=None), 3, id="no-content"),
        pytest.param(ServerReply('{"wor', finish="length"), 3, id="length"),
        pytest.param(ServerReply('{"words": "many"}'), 3, id="wrong-schema"),
        pytest.param(ServerReply(GOOD, usage=None), 3, id="no-usage"),
        pytest.param(failure_reply(500, "failed to parse grammar"), 3, id="schema-refused"),
        pytest.param(failure_reply(400, "invalid format: expected json"), 3, id="format-refused"),
    ],
)
def test_one_misbehaviour_of_an_ollama_server_does_not_lose_the_answer(to_server, count, line, bad, answer):
    with OllamaServer(lambda _, number: bad if number == 1 else GOOD) as server:
        call = ask(to_server, server.root, count, line(text="a b c"), provider="ollama")
    assert call.output.words == answer
    assert len(server.requests) <= 2


def test_a_schema_that_is_refused_is_asked_for_in_plainer_forms(to_server, count, line):
    def plain(request: dict[str, Any], _: int) -> Any:
        return failure_reply(400, "invalid format") if "format" in request else GOOD

    with OllamaServer(plain) as server:
        assert ask(to_server, server.root, count, line(text="a"), provider="ollama").output.words == 3
    assert [request.get("format") is None for request in server.requests] == [False, False, True]
    assert "under this JSON schema" in server.requests[-1]["messages"][0]["content"]


def test_what_never_answers_rightly_ends_with_the_servers_fault(to_server, count, line):
    with OllamaServer(lambda *_: ServerReply(body=b"{}")) as server, pytest.raises(ServerFailed, match="Ollama"):
        ask(to_server, server.root, count, line(text="a"), provider="ollama")
    with OllamaServer(lambda *_: "I cannot count.") as server, pytest.raises(OutputInvalid):
        ask(to_server, server.root, count, line(text="a"), provider="ollama")


def test_a_prompt_longer_than_the_context_is_refused_before_it_is_sent(to_server, count, line):
    """Ollama would cut it without a word."""
    with OllamaServer(lambda *_: GOOD) as server:
        with pytest.raises(RequestRefused, match="set context = 20,480"):
            ask(to_server, server.root, count, line(text="word " * 17_000), provider="ollama")
        assert server.requests == []
        call = ask(to_server, server.root, count, line(text="word " * 17_000), provider="ollama", context=20_480)
    assert call.output.words == 3
    assert server.requests[0]["options"]["num_ctx"] == 20_480


@pytest.mark.parametrize(
    ("parameter", "schema_of"),
    [
        ("response_format", lambda request: request["response_format"]["json_schema"]["schema"]),
        ("structured_outputs", lambda request: request["structured_outputs"]["json"]),
        ("json_schema", lambda request: request["json_schema"]),
    ],
)
def test_the_schema_goes_where_the_server_wants_it(to_server, count, line, parameter, schema_of):
    with ModelServer(lambda *_: GOOD) as server:
        call = ask(to_server, server.url, count, line(text="a b c"), schema_parameter=parameter)
    (request,) = server.requests
    assert call.output.words == 3
    assert schema_of(request)["properties"] == {"words": {"type": "integer"}}
    assert {"response_format", "structured_outputs", "json_schema"} & set(request) == {parameter}


@pytest.mark.parametrize("parameter", ["response_format", "structured_outputs", "json_schema"])
def test_a_server_without_the_parameter_is_asked_in_a_plainer_form(to_server, count, line, parameter):
    def refuses_it(request: dict[str, Any], _: int) -> Any:
        held = parameter in request and request[parameter] != {"type": "json_object"}
        return failure_reply(400, f"Unexpected keyword argument '{parameter}'", parameter) if held else GOOD

    with ModelServer(refuses_it) as server:
        call = ask(to_server, server.url, count, line(text="a"), schema_parameter=parameter)
    assert call.output.words == 3
    assert server.requests[1]["response_format"] == {"type": "json_object"}


@pytest.mark.parametrize(
    ("preset", "provider", "parameter"),
    [
        ("ollama", "ollama", "response_format"),
        ("vllm", "openai", "structured_outputs"),
        ("llamacpp", "openai", "json_schema"),
    ],
)
def test_presets_know_how_their_server_constrains_answers(preset, provider, parameter):
    model = ModelSettings(preset=preset, model="m")
    assert (model.provider, model.schema_parameter) == (provider, parameter)
