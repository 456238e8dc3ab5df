"""Presets of servers: what they fill in, and what of it never reaches another address."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from pramana.app.config import load_config
from pramana.errors import ConfigError
from pramana.llm import EmbedderSettings, ModelSettings
from pramana.llm.providers.presets import PRESETS


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_each_preset_makes_valid_settings(name: str) -> None:
    """A preset and a model's name are enough; so they are for an embedder, where the server has embeddings."""
    model = ModelSettings(preset=name, model="some-model")
    assert (model.preset, model.model) == (name, "some-model")
    if PRESETS[name].embedder is None:
        with pytest.raises(ValidationError, match="no embeddings"):
            EmbedderSettings(preset=name, model="some-model")
    else:
        embedder = EmbedderSettings(preset=name, model="some-model")
        assert (embedder.base_url or "").removesuffix("/v1") == (model.base_url or "").removesuffix("/v1")


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_each_preset_says_what_to_do(name: str) -> None:
    """A preset tells how the server is started, how a model comes to it, and what it is short of."""
    chosen = PRESETS[name]
    assert chosen.start
    assert chosen.fetch.format(model="m")
    assert all(limit.endswith((".", "mean", "4,096 each.")) for limit in chosen.limits)


def test_settings_of_ones_own_win_over_the_preset() -> None:
    """A model's own settings are kept; the preset fills in the rest."""
    model = ModelSettings(preset="vllm", model="m", concurrency=3)
    assert (model.concurrency, model.base_url, model.timeout_s) == (3, "http://localhost:8000/v1", 300.0)


@pytest.mark.parametrize("name", ["openai", "anthropic", "nim"])
def test_the_key_of_a_preset_goes_to_its_own_address_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With another base_url the key's variable has to be named again, and the address's limits are gone."""
    monkeypatch.setenv(str(PRESETS[name].settings["key_env"]), "sk-secret")
    own = ModelSettings(preset=name, model="m")
    other = ModelSettings(preset=name, model="m", base_url="http://elsewhere.example.org/v1")
    assert own.key() is not None
    assert (other.key(), other.rpm) == (None, None)


def test_an_unknown_preset_is_named_with_the_nearest() -> None:
    """A slip of the pen gets the nearest presets."""
    with pytest.raises(ValidationError, match=r"There is no preset 'olama'\. Did you mean ollama"):
        ModelSettings(preset="olama", model="m")


def test_a_preset_of_another_provider_is_refused() -> None:
    """A preset and a provider that contradict each other are refused."""
    with pytest.raises(ValidationError, match="is of provider 'anthropic', not 'openai'"):
        ModelSettings(preset="anthropic", provider="openai", model="m")


def test_local_models_have_the_defaults_of_the_specification() -> None:
    """Provider `transformers` alone is Nemotron Nano 8B, and as embedder EmbedQA 1B, told in words what a text is."""
    embedder = EmbedderSettings(provider="transformers")
    assert ModelSettings(provider="transformers").model == "nvidia/Llama-3.1-Nemotron-Nano-8B-v1"
    assert embedder.model == "nvidia/llama-3.2-nv-embedqa-1b-v2"
    assert (embedder.query_prefix, embedder.passage_prefix, embedder.pooling) == ("query: ", "passage: ", "mean")
    assert EmbedderSettings(provider="transformers", model="another").query_prefix == ""


@pytest.mark.parametrize(
    ("variables", "provider", "model"),
    [
        ({"PRAMANA_PRESET": "ollama", "PRAMANA_MODEL": "qwen3:8b"}, "ollama", "qwen3:8b"),
        ({"PRAMANA_PRESET": "local"}, "transformers", "nvidia/Llama-3.1-Nemotron-Nano-8B-v1"),
        ({"PRAMANA_PRESET": "local", "PRAMANA_MODEL": "Qwen/Qwen3-1.7B"}, "transformers", "Qwen/Qwen3-1.7B"),
    ],
)
def test_one_variable_says_where_models_are(
    tmp_path: Path, variables: dict[str, str], provider: str, model: str
) -> None:
    """PRAMANA_PRESET describes a model and makes it the default; of the local one no name is needed."""
    llm = load_config(tmp_path / "pramana.toml", environment=variables).llm
    chosen = llm.model(llm.default)
    assert (chosen.provider, chosen.model) == (provider, model)


def test_a_preset_without_its_model_is_refused(tmp_path: Path) -> None:
    """A server of many models needs the name of one."""
    with pytest.raises(ConfigError, match="needs the name of its model"):
        load_config(tmp_path / "pramana.toml", environment={"PRAMANA_PRESET": "ollama"})
