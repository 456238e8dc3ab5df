"""What a model in this process needs, and what there is: libraries, files, device, memory. Loads no weights."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pramana.errors import NeedsModel
from pramana.llm.providers.needs import TOKENS, Needs
from pramana.llm.providers.transformers_models import device_for, dtype_for, library, quantization_for
from pramana.llm.settings import LOCAL_EMBEDDER, LOCAL_MODEL, EmbedderSettings, ModelSettings

LIBRARIES = ("torch", "transformers", "accelerate", "bitsandbytes", "llguidance")
_PACKED = 0.53
"""Bytes a weight in 4 bits: half a byte, and its share of the scales, themselves in 8 bits."""
_BYTES = {"float32": 4, "bfloat16": 2, "float16": 2}
_LLAMA = {
    "model_type": "llama",
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "vocab_size": 128_256,
    "max_position_embeddings": 131_072,
}
_KNOWN: Mapping[str, Mapping[str, Any]] = {
    LOCAL_MODEL: {**_LLAMA, "hidden_size": 4096, "intermediate_size": 14_336, "num_hidden_layers": 32},
    LOCAL_EMBEDDER: {**_LLAMA, "hidden_size": 2048, "intermediate_size": 8192, "num_hidden_layers": 16},
}
"""The shapes of the defaults, for before they are fetched."""


def needs_of(settings: ModelSettings | EmbedderSettings) -> Needs:
    """Return what a model of provider `transformers` needs, and what the machine has."""
    wanted = LIBRARIES if isinstance(settings, ModelSettings) else LIBRARIES[:3]
    missing = tuple(name for name in wanted if find_spec(name) is None)
    if {"torch", "transformers"} & set(missing):
        return Needs(missing)
    device = device_for(settings)
    dtype, quantization = dtype_for(device), quantization_for(settings, device)
    config, here = _config(settings)
    weights = cache = None
    if config is not None:
        weights = _weights(config, quantization, _BYTES[dtype], isinstance(settings, ModelSettings))
        cache = _cache(config, _BYTES[dtype], settings) if isinstance(settings, ModelSettings) else 0
    return Needs(missing, device, dtype, quantization, here, weights, cache, present(device))


def present(device: str) -> int | None:
    """Return how many bytes are free on a device; None where nobody knows."""
    torch = library("torch")
    if device.startswith("cuda"):
        try:
            return int(torch.cuda.mem_get_info(device)[0])
        except (RuntimeError, AssertionError, ValueError):
            return None  # a GPU that is not there
    try:
        return int(library("psutil").virtual_memory().available)
    except NeedsModel:
        return None


def _config(settings: ModelSettings | EmbedderSettings) -> tuple[Any, bool]:
    """Return a model's configuration, of a default also without files, and whether its files are on this machine."""
    transformers = library("transformers")
    try:
        raw, _ = transformers.PretrainedConfig.get_config_dict(settings.model, local_files_only=True)
        here = bool(raw)
    except (OSError, ValueError):
        raw, here = {}, False
    raw = raw or dict(_KNOWN.get(settings.model, {}))
    kind = "llama" if raw.get("model_type") == "llama_bidirec" else raw.pop("model_type", "")
    given = {name: value for name, value in raw.items() if name not in ("model_type", "auto_map")}
    try:
        return (transformers.AutoConfig.for_model(kind, **given) if kind else None), here and _has_weights(
            settings.model
        )
    except (ValueError, TypeError):
        return None, here


def _has_weights(model: str) -> bool:
    """Return whether a model's weights are on this machine, not its configuration alone."""
    names = ("model.safetensors", "model.safetensors.index.json")
    if Path(model).is_dir():
        return any((Path(model) / name).is_file() for name in names)
    cached = library("huggingface_hub").try_to_load_from_cache
    return any(isinstance(cached(model, name), str) for name in names)


def _weights(config: Any, quantization: str, width: int, causal: bool) -> int | None:
    """Return the size of all weights, counted on a model without any: in 4 bits all layers but the last."""
    torch, transformers = library("torch"), library("transformers")
    kind = transformers.AutoModelForCausalLM if causal else transformers.AutoModel
    try:
        with torch.device("meta"):
            made = kind.from_config(config)
    except Exception:  # a kind of model that cannot be made without its files has an error of its own
        return None
    whole = sum(each.numel() for each in made.parameters())
    if quantization != "4bit":
        return int(whole * width)
    head = made.get_output_embeddings() if hasattr(made, "get_output_embeddings") else None
    layers = (each for each in made.modules() if isinstance(each, torch.nn.Linear) and each is not head)
    packed = sum(each.weight.numel() for each in layers)
    return int(packed * _PACKED + (whole - packed) * width)


def _cache(config: Any, width: int, settings: ModelSettings) -> int | None:
    """Return what keys and values of a full batch of `TOKENS` tokens a row take."""
    heads = getattr(config, "num_attention_heads", None)
    size = getattr(config, "head_dim", None) or (config.hidden_size // heads if heads else None)
    if size is None:
        return None
    kept = getattr(config, "num_key_value_heads", None) or heads
    tokens = min(TOKENS, getattr(config, "max_position_embeddings", TOKENS))
    return int(2 * config.num_hidden_layers * kept * size * width * tokens * settings.concurrency)


__all__ = ["LIBRARIES", "TOKENS", "Needs", "needs_of", "present"]
