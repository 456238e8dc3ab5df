"""`setup`: models found, chosen, written and called, with real servers."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path

import anyio
import pytest

from pramana.app import CONFIG_FILE, set_model
from pramana.errors import ConfigError
from pramana.llm import find_servers
from pramana.llm.providers.servers import place_from_environment
from pramana.testing.model_server import ModelServer
from pramana.views import server_parts

KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "NVIDIA_API_KEY")


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)


def config(folder: Path) -> dict:
    return tomllib.loads((folder / CONFIG_FILE).read_text("utf-8"))


def test_a_model_is_written_and_everything_else_stays(run, told: Path) -> None:
    file = told / CONFIG_FILE
    file.write_text(file.read_text("utf-8").replace("[gsv]", "[gsv]\npolicy = 'full' # thorough"), "utf-8")
    before = file.read_text("utf-8").splitlines()
    set_model(file, "mine", {"preset": "ollama", "model": "qwen3:8b"})
    after = file.read_text("utf-8").splitlines()
    assert [line for line in before if line not in after] == []
    assert config(told)["llm"] == {"default": "mine", "models": {"mine": {"preset": "ollama", "model": "qwen3:8b"}}}
    set_model(file, "other", {"preset": "openai", "model": "gpt-5-mini"})
    assert config(told)["llm"]["default"] == "other"
    assert set(config(told)["llm"]["models"]) == {"mine", "other"}


@pytest.mark.parametrize(
    "settings", [{"preset": "nothing", "model": "x"}, {"preset": "ollama", "model": "x", "colour": "blue"}]
)
def test_what_would_be_invalid_is_not_written(told: Path, settings: dict[str, str]) -> None:
    before = (told / CONFIG_FILE).read_bytes()
    with pytest.raises(ConfigError):
        set_model(told / CONFIG_FILE, "mine", settings)
    assert (told / CONFIG_FILE).read_bytes() == before


def test_a_broken_file_is_left_as_it_is(told: Path) -> None:
    (told / CONFIG_FILE).write_text("[llm\n", "utf-8")
    with pytest.raises(ConfigError, match=r"pramana\.toml"):
        set_model(told / CONFIG_FILE, "mine", {"preset": "ollama", "model": "x"})
    assert (told / CONFIG_FILE).read_text("utf-8") == "[llm\n"


def test_a_server_of_this_machine_is_found_chosen_and_called(run, told: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ModelServer(
        lambda *_: '{"word": "pramana"}', models=("qwen3:8b", "nomic-embed-text", "llama3.1:8b")
    ) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url.removeprefix("http://").removesuffix("/v1"))
        monkeypatch.setattr("sys.stdin", io.StringIO("7\n\n2\n"))
        done = run("setup")
    assert "qwen3:8b, llama3.1:8b" in done.out
    assert "nomic" not in done.out
    settings = config(told)["llm"]["models"]["ollama-model"]
    assert (settings["preset"], settings["model"]) == ("ollama", "llama3.1:8b")
    assert settings["base_url"].startswith("http://")
    assert 'default = "ollama-model", ollama llama3.1:8b.' in " ".join(done.out.split())


def test_without_servers_and_keys_there_is_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:1")
    assert anyio.run(find_servers, ["ollama", "openai", "anthropic", "local"]) == []
    text = "\n".join(map(str, server_parts([])))
    assert "ollama serve" in text
    assert "OPENAI_API_KEY" in text


def test_a_key_counts_although_its_server_is_away_and_is_never_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    [server] = anyio.run(find_servers, ["openai"])
    assert (server.key, server.reached, server.models) == ("OPENAI_API_KEY", False, ())
    assert "sk-secret" not in f"{server.as_json()}{list(server_parts([server]))}"


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("0.0.0.0", "http://localhost:11434"),
        ("gpu:8000", "http://gpu:8000"),
        ("https://gpu.example.org:443", "https://gpu.example.org:443"),
        (":5000", "http://localhost:5000"),
    ],
)
def test_ollama_is_looked_for_where_its_variable_says(monkeypatch: pytest.MonkeyPatch, host: str, address: str) -> None:
    monkeypatch.setenv("OLLAMA_HOST", host)
    assert place_from_environment("ollama") == {"base_url": address}
    assert place_from_environment("vllm") == {}
