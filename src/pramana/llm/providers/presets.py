"""Common servers: how each is reached, what it accepts, and its known limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pramana.errors import UnknownName

SMALL_MODEL_LINES = 5
"""Lines in a call to a model of about 8B parameters: half of what large models get. Not measured; `doctor --call`
measures it for the model at hand."""
_FREE = {"input": 0.0, "output": 0.0}


@dataclass(frozen=True, slots=True)
class Preset:
    """The settings behind `preset = "name"`. A model's own settings override them.

    `settings` are of a model, `embedder` of an embedder (None: the server has no embeddings). `start` says what to do
    where the server does not answer, `fetch` where it does not know the model (`{model}` is replaced by its name), and
    `limits` what to know before relying on it.
    """

    settings: Mapping[str, Any]
    embedder: Mapping[str, Any] | None
    start: str
    fetch: str
    limits: tuple[str, ...] = field(default=())


def _local(port: int, concurrency: int, **more: Any) -> dict[str, Any]:
    """Return the settings of a server on this machine: no key, no price, and time enough to load a model."""
    given = {"provider": "openai", "base_url": f"http://localhost:{port}/v1", "price": _FREE, "timeout_s": 300.0}
    return {**given, "concurrency": concurrency, **more}


_OLLAMA = {
    "provider": "ollama",
    "base_url": "http://localhost:11434",
    "price": _FREE,
    "timeout_s": 300.0,
    "concurrency": 2,
    "lines_per_call": SMALL_MODEL_LINES,
}
_OPENAI = {"provider": "openai", "key_env": "OPENAI_API_KEY"}
_NIM = {
    "provider": "openai",
    "base_url": "https://integrate.api.nvidia.com/v1",
    "key_env": "NVIDIA_API_KEY",
    "timeout_s": 300.0,
}

PRESETS: Mapping[str, Preset] = {
    "openai": Preset(
        settings=_OPENAI,
        embedder=_OPENAI,
        start="Look whether this machine reaches api.openai.com (a proxy, a firewall).",
        fetch="Look up the names of models at https://platform.openai.com/docs/models.",
        limits=("Requests and tokens a minute depend on the account: set rpm and tpm.",),
    ),
    "anthropic": Preset(
        settings={"provider": "anthropic", "key_env": "ANTHROPIC_API_KEY"},
        embedder=None,
        start="Look whether this machine reaches api.anthropic.com (a proxy, a firewall).",
        fetch="Look up the names of models at https://docs.claude.com/en/docs/about-claude/models.",
        limits=("No embeddings.", "No seed: a further sample at temperature 0 may be the same answer."),
    ),
    "ollama": Preset(
        settings=_OLLAMA,
        embedder=_local(11434, 1),
        start="Start it: ollama serve",
        fetch="Fetch it: ollama pull {model}",
        limits=(
            "Each request asks for a context of 16,384 tokens; context = … sets another. It takes memory: 2 GB for an "
            "8B model, and as much again for each answer at once.",
            "As many answers at once as OLLAMA_NUM_PARALLEL allows; the others wait.",
        ),
    ),
    "vllm": Preset(
        settings=_local(8000, 64, schema_parameter="structured_outputs"),
        embedder=_local(8000, 4),
        start="Start it: vllm serve {model}",
        fetch="One server serves one model, by the name it was started with: vllm serve {model}",
        limits=(
            "With --api-key the server wants a key: set key_env.",
            'A server before version 0.11 does not know structured_outputs: set schema_parameter = "response_format".',
        ),
    ),
    "llamacpp": Preset(
        settings=_local(8080, 4, schema_parameter="json_schema", lines_per_call=SMALL_MODEL_LINES),
        embedder=_local(8080, 1),
        start="Start it: llama-server -m model.gguf --jinja -c 16384 --parallel 4",
        fetch="The server answers with the file it was started with, whatever the name; --alias {model} names it.",
        limits=(
            "The context (-c) is shared by the slots (--parallel): four slots of 16,384 tokens have 4,096 each.",
            "Embeddings need a server of their own: llama-server --embeddings --pooling mean",
        ),
    ),
    "nim": Preset(
        settings={**_NIM, "rpm": 40},
        embedder={**_NIM, "rpm": 40, "input_type": True},
        start="Look whether this machine reaches integrate.api.nvidia.com; for a NIM of your own set base_url.",
        fetch="Look up the names of models at https://build.nvidia.com/models.",
        limits=(
            "The hosted trial takes about 40 requests a minute; for a NIM of your own set base_url and rpm.",
            "Prices are not listed: a budget of money needs price = {input = …, output = …}.",
        ),
    ),
    "local": Preset(
        settings={"provider": "transformers", "lines_per_call": SMALL_MODEL_LINES},
        embedder={"provider": "transformers"},
        start="Install it: pip install 'pramana[local]'",
        fetch="Fetch it: hf download {model}",
        limits=("In this process: the first call waits until the model is loaded.",),
    ),
    "argo": Preset(
        settings=_local(44497, 8, price=None, key_env=None, structured="prompt"),
        embedder=_local(44497, 4, price=None),
        start="Start it, inside the laboratory's network: argo-proxy serve",
        fetch="Ask the proxy which it has: curl http://localhost:44497/v1/models",
        limits=(
            "Reached through argo-proxy, which forwards to Argonne's Argo service.",
            "Schemas are passed on to some models and dropped for others, so they are asked for in the prompt.",
        ),
    ),
}


def preset(name: str) -> Preset:
    """Return the preset called `name`. Raises UnknownName with the nearest ones."""
    if name not in PRESETS:
        raise UnknownName("preset", name, sorted(PRESETS))
    return PRESETS[name]


def with_preset(given: Any, embedder: bool = False) -> Any:
    """Return settings with those of their preset where they say nothing themselves. Raises ValueError."""
    name = given.get("preset") if isinstance(given, Mapping) else None
    if not isinstance(name, str):
        return given
    try:
        chosen = preset(name)
    except UnknownName as error:
        raise ValueError(str(error)) from None
    base = chosen.embedder if embedder else chosen.settings
    if base is None:
        raise ValueError(f"the server of preset {name!r} has no embeddings")
    if "provider" in given and given["provider"] != base["provider"]:
        raise ValueError(f"preset {name!r} is of provider {base['provider']!r}, not {given['provider']!r}")
    elsewhere = {"rpm", "key_env"} if "base_url" in given else set()  # a key goes to its own address alone
    return {**{key: value for key, value in base.items() if key not in elsewhere}, **given}
