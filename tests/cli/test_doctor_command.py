"""`doctor` looks at models: servers that ignore what they are asked for, that are not there, or lack the model."""

from __future__ import annotations

import socket
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from pramana.testing.message_server import MessageServer
from pramana.testing.model_server import ModelServer, ServerReply, embedding_reply, failure_reply

GOOD = {"word": "pramana"}
PROSE = "The word pramana means a way of knowing."


@pytest.fixture
def told(run, alone: Path) -> Path:
    """A new workspace, in which the test writes its models."""
    run("init", ".")
    return alone


def models(
    folder: Path, run: Any, *flags: str, embedder: str = "", **settings: Any
) -> tuple[int, list[dict[str, Any]]]:
    """Return the exit code and what is said of each model, where the default model has these settings."""
    given = {"provider": "openai", "model": "test", **settings}
    lines = [f"{name} = {value if isinstance(value, int) else repr(value)}" for name, value in given.items()]
    table = ["[llm]", 'default = "m"', "[llm.models.m]", *lines, embedder]
    (folder / "pramana.toml").write_text("\n".join(table) + "\n", "utf-8")
    done = run("doctor", "--json", *flags)
    return done.code, done.json["models"]


def good(request: dict[str, Any]) -> dict[str, Any]:
    """Return what is asked for: the word, or eight lines read as headings."""
    if "## lines" in request["messages"][1]["content"]:
        return {"lines": [{"line": number, "kriyas": []} for number in range(1, 9)]}
    return GOOD


def in_words(request: dict[str, Any]) -> bool:
    return "JSON schema" in request["messages"][0]["content"]


def test_doctor_finds_a_server_that_ignores_what_it_takes(run, told) -> None:
    """A server that takes a schema and does not obey it is found out: the form that works is named, and how to set it."""

    def answer(request: dict[str, Any], _: int) -> Any:
        return good(request) if in_words(request) and "response_format" not in request else PROSE

    with ModelServer(answer) as server:
        code, [found] = models(told, run, "--call", base_url=server.url)
        again, [fixed] = models(told, run, "--call", base_url=server.url, structured="prompt")
    assert (code, found["well"], found["structured"]) == (0, True, "prompt")
    assert found["forms"] == {
        "json_schema": "taken, and not obeyed",
        "json_object": "taken, and not obeyed",
        "prompt": "works",
    }
    assert found["advice"] == ['The server takes a stricter form and does not obey it: set structured = "prompt".']
    assert (again, fixed["forms"], fixed["advice"]) == (0, {"prompt": "works"}, [])


def test_doctor_tells_refused_forms_from_ignored_ones(run, told) -> None:
    """What a server refuses is learned by itself, so it needs no setting."""

    def answer(request: dict[str, Any], _: int) -> Any:
        if request.get("response_format", {}).get("type") == "json_schema":
            return failure_reply(400, "response_format json_schema is not supported", "response_format")
        return good(request)

    with ModelServer(answer) as server:
        code, [found] = models(told, run, "--call", base_url=server.url)
    assert (code, found["advice"]) == (0, [])
    assert (found["reading"]["usable"], found["reading"]["lines"]) == (8, 8)
    assert found["forms"] == {"json_schema": "refused", "json_object": "works"}


def test_doctor_reports_a_model_that_gives_no_json(run, told) -> None:
    """A model that never obeys is ill, with the beginning of what it says."""
    with ModelServer(lambda *_: PROSE) as server:
        code, [found] = models(told, run, "--call", base_url=server.url)
    assert (code, found["well"]) == (1, False)
    assert found["answer"].startswith("no JSON in any form; the last answer begins: 'The word pramana")


def test_doctor_names_models_that_a_server_has(run, told) -> None:
    """A model that is not listed is named with the nearest that are, and with what fetches it."""
    with ModelServer(lambda *_: failure_reply(404, "no such model"), models=["qwen3:8b", "llama3"]) as server:
        code, [found] = models(
            told, run, "--call", base_url=server.url, provider="ollama", preset="ollama", model="qwen3:4b"
        )
    assert (code, found["listed"]) == (1, False)
    assert found["advice"] == ["The server does not list 'qwen3:4b'. It has qwen3:8b …. Fetch it: ollama pull qwen3:4b"]


def test_a_server_without_a_list_is_well(run, told) -> None:
    """Not every server lists its models: what counts is that it answers."""
    with ModelServer(lambda *_: GOOD, models=None) as server:
        code, [found] = models(told, run, "--call", base_url=server.url)
    assert (code, found["reachable"], found["listed"], found["counts_tokens"]) == (0, True, None, True)


def test_doctor_says_how_a_server_is_started(run, told) -> None:
    """Where nobody answers, the preset's way to start the server is named."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    code, [found] = models(told, run, "--call", base_url=url, preset="vllm", model="m")
    assert (code, found["reachable"]) == (1, False)
    assert found["advice"] == ["Start it: vllm serve m"]
    assert found["limits"][0] == "With --api-key the server wants a key: set key_env."


def test_doctor_says_where_the_key_comes_from(run, told, monkeypatch) -> None:
    """A key that is not taken is traced to its variable, and shown nowhere."""
    monkeypatch.setenv("HOUSE_KEY", "sk-house-secret")
    with ModelServer(lambda *_: failure_reply(401, "bad key sk-house-secret")) as server:
        code, [found] = models(told, run, "--call", base_url=server.url, key_env="HOUSE_KEY")
    assert (code, found["key"]) == (1, "there")
    assert found["advice"] == ["The server did not take the key: look at HOUSE_KEY."]
    assert "secret" not in str(found)


def test_doctor_says_where_tokens_are_not_counted(run, told) -> None:
    """A server that reports no usage is well, and what follows from it is said."""
    with ModelServer(lambda *_: ServerReply('{"word": "pramana"}', usage=None)) as server:
        code, [found] = models(told, run, "--call", base_url=server.url)
    assert (code, found["counts_tokens"]) == (0, False)
    assert found["advice"][0].startswith("The server counts no tokens")


def test_doctor_asks_a_message_server(run, told) -> None:
    """Anthropic's protocol is examined in its own forms: one that refuses schemas is asked to use a tool."""

    def answer(request: dict[str, Any], _: int) -> Any:
        return (
            failure_reply(400, "output_config: Extra inputs are not permitted") if "output_config" in request else GOOD
        )

    with MessageServer(answer) as server:
        code, [found] = models(told, run, "--call", base_url=server.root, provider="anthropic")
    assert (code, found["listed"], found["structured"]) == (0, True, "tool")
    assert found["forms"] == {"json_schema": "refused", "tool": "works"}


EMBEDDER = '[llm.embedder]\nprovider = "openai"\nmodel = "test"\nbase_url = "{url}"'


def test_doctor_asks_the_embedder(run, told) -> None:
    """An embedder on a server gives one vector, and its length is reported."""

    def answer(request: dict[str, Any], _: int) -> Any:
        return embedding_reply([[0.5] * 8]) if "input" in request else GOOD

    with ModelServer(answer) as server:
        code, found = models(told, run, "--call", base_url=server.url, embedder=EMBEDDER.format(url=server.url))
    embedder = next(one for one in found if one["what"] == "embedder")
    assert (code, embedder["well"], embedder["dimensions"], embedder["counts_tokens"]) == (0, True, 8, True)


def test_doctor_finds_an_embedder_that_is_none(run, told) -> None:
    """A server without embeddings is ill as an embedder."""

    def answer(request: dict[str, Any], _: int) -> Any:
        return failure_reply(501, "this server does not support embeddings") if "input" in request else GOOD

    with ModelServer(answer) as server:
        code, found = models(told, run, "--call", base_url=server.url, embedder=EMBEDDER.format(url=server.url))
    assert (code, {one["what"]: one["well"] for one in found}) == (1, {"m": True, "embedder": False})


def test_without_call_no_server_is_asked(run, told) -> None:
    """`doctor` alone sends nothing."""
    with ModelServer(lambda *_: GOOD) as server:
        code, found = models(told, run, base_url=server.url, embedder=EMBEDDER.format(url=server.url))
        assert (code, server.requests, [one for one in found if "reachable" in one]) == (0, [], [])


@pytest.mark.skipif(find_spec("torch") is not None, reason="the extra 'local' is installed")
def test_doctor_says_what_installs_local_models(run, told) -> None:
    """Without the extra, a local model is ill, and the command that installs it is named."""
    code, [found] = models(told, run, provider="transformers", model="some/model")
    assert (code, found["advice"]) == (1, ["Install it: pip install 'pramana[local]'"])


@pytest.mark.local
@pytest.mark.skipif(find_spec("torch") is None, reason="the extra 'local' is not installed")
@pytest.mark.filterwarnings("default::DeprecationWarning", "default::FutureWarning")
def test_doctor_examines_a_local_model(run, told, tmp_path_factory) -> None:
    """A model in this process is told by device, memory and, when called, by an answer under its grammar."""
    import tiny_models

    tiny = tiny_models.chat_model(tmp_path_factory.mktemp("chat"))
    code, [found] = models(told, run, "--call", provider="transformers", model=str(tiny), device="cpu")
    assert (code, found["here"], found["device"], found["quantization"]) == (0, True, "cpu", "none")
    assert 0 < found["memory_needed"] < found["memory_free"]
    assert found["forms"] == {"json_schema": "works"}


@pytest.mark.local
@pytest.mark.skipif(find_spec("torch") is None, reason="the extra 'local' is not installed")
def test_doctor_reckons_the_default_models_before_they_are_fetched(run, told) -> None:
    """The defaults' sizes are known without their files: 8.0 and 1.2 thousand million weights, here in 32 bits."""
    embedder = '[llm.embedder]\nprovider = "transformers"\ndevice = "cpu"'
    code, found = models(
        told,
        run,
        provider="transformers",
        device="cpu",
        concurrency=1,
        embedder=embedder,
        model="nvidia/Llama-3.1-Nemotron-Nano-8B-v1",
    )
    needed = {one["what"]: round(one["memory_needed"] / 1e9) for one in found}
    assert (code, needed) == (1, {"m": 37, "embedder": 5})
