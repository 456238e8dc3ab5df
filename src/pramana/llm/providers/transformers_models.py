"""Models in this process: loaded once, kept for the life of the process. `pip install pramana[local]`.

No code that comes with a model is run.
"""

from __future__ import annotations

import gc
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from threading import Lock
from typing import Any

from pramana.errors import AccessRefused, NeedsModel
from pramana.llm.settings import EmbedderSettings, ModelSettings

MISSING = "Local models are not installed: pip install 'pramana[local]'."
_LOADED: dict[tuple[Any, ...], Local] = {}
_LOADING = Lock()


@dataclass(slots=True, eq=False)
class Local:
    """A model at hand. `running` is held by whoever uses it: one batch at a time.

    `stops` are the tokens that end an answer, `context` is how many tokens model and answer may have together, None
    where the model does not say.
    """

    model: Any
    tokenizer: Any
    device: str
    dtype: str
    quantization: str
    stops: frozenset[int] = frozenset()
    context: int | None = None
    grammars: Any = None
    """The tokenizer as the library of grammars wants it; made when first needed, False where it cannot be."""
    running: Lock = field(default_factory=Lock)

    @classmethod
    def of(cls, model: Any, tokenizer: Any, quantization: str = "none") -> Local:
        """Make a loaded model and its tokenizer ready."""
        if tokenizer.pad_token_id is None:
            tokenizer.pad_token = tokenizer.eos_token
        stops = getattr(getattr(model, "generation_config", None), "eos_token_id", None)
        ends = {tokenizer.eos_token_id, *(stops if isinstance(stops, list) else [stops])} - {None}
        context = getattr(model.config, "max_position_embeddings", None)
        dtype = str(model.dtype).removeprefix("torch.")
        return cls(model.eval(), tokenizer, str(model.device), dtype, quantization, frozenset(ends), context)


def load_chat(settings: ModelSettings) -> Local:
    """Return the causal model of these settings, loaded or found loaded. Raises NeedsModel and AccessRefused."""
    return _once("chat", settings, "AutoModelForCausalLM")


def load_encoder(settings: EmbedderSettings) -> Local:
    """Return the encoder of these settings, loaded or found loaded. Raises NeedsModel and AccessRefused."""
    return _once("encoder", settings, "AutoModel")


def unload_models() -> int:
    """Forget all loaded models and give their memory back; return how many there were."""
    with _LOADING:
        count = len(_LOADED)
        _LOADED.clear()
    free_memory()
    return count


def free_memory() -> None:
    """Free unused memory: Python's garbage, and the memory that PyTorch caches on a GPU."""
    gc.collect()
    torch = import_module("torch")
    if torch.cuda.is_available():
        torch.cuda.empty_cache()


def library(name: str) -> Any:
    """Import a library of the extra `local`. Raises NeedsModel where it is not installed."""
    try:
        return import_module(name)
    except ImportError:
        raise NeedsModel(MISSING) from None


def device_for(settings: ModelSettings | EmbedderSettings) -> str:
    """Return the device that a model goes to: the one that was asked for, else the first GPU, else the processor."""
    torch = library("torch")
    if settings.device:
        return settings.device
    return "cuda:0" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"


def dtype_for(device: str) -> str:
    """Return the type of numbers on a device: bfloat16 where a GPU computes in it, and float32 on the processor."""
    if device.startswith("cuda"):
        own = library("torch").cuda.is_bf16_supported(including_emulation=False)
        return "bfloat16" if own else "float16"
    return "float16" if device == "mps" else "float32"


def quantization_for(settings: ModelSettings | EmbedderSettings, device: str) -> str:
    """Return `4bit` or `none`. Left to itself a causal model is in 4 bits on a GPU, and an encoder, small, never."""
    if settings.quantization != "auto":
        return settings.quantization
    return "4bit" if device.startswith("cuda") and isinstance(settings, ModelSettings) else "none"


def _once(role: str, settings: ModelSettings | EmbedderSettings, kind: str) -> Local:
    """Load what is not loaded yet. Where a cell of a notebook is run again, the model is there."""
    device = device_for(settings)
    quantization = quantization_for(settings, device)
    key = (role, settings.model, device, quantization)
    with _LOADING:
        if key not in _LOADED:
            _LOADED[key] = _load(settings, kind, device, quantization)
        return _LOADED[key]


def _load(settings: ModelSettings | EmbedderSettings, kind: str, device: str, quantization: str) -> Local:
    transformers = library("transformers")
    where = {"local_files_only": settings.local_files_only, "trust_remote_code": False}
    try:
        with _silent(transformers):
            tokenizer = transformers.AutoTokenizer.from_pretrained(settings.model, padding_side="right", **where)
            _check_words(tokenizer)
            config = _config(transformers, settings.model, where)
            loader = transformers.LlamaModel if _both_ways(config) else getattr(transformers, kind)
            how = _how(transformers, device, quantization)
            found = loader.from_pretrained(settings.model, config=config, use_safetensors=True, **how, **where)
    except NeedsModel:
        raise
    except Exception as error:  # a broken file has an error of its own in every library that the loading goes through
        raise AccessRefused(
            f"The model {settings.model!r} cannot be loaded ({_error_text(error)}). {_hint(settings)}"
        ) from None
    if _both_ways(config):
        for layer in found.layers:
            layer.self_attn.is_causal = False
    return Local.of(found, tokenizer, quantization)


def _how(transformers: Any, device: str, quantization: str) -> dict[str, Any]:
    dtype = getattr(library("torch"), dtype_for(device))
    if quantization == "none":
        return {"dtype": dtype, "device_map": {"": device}}
    library("bitsandbytes")
    bits = transformers.BitsAndBytesConfig(
        load_in_4bit=True,
        bnb_4bit_quant_type="nf4",
        bnb_4bit_use_double_quant=True,
        bnb_4bit_compute_dtype=dtype,
    )
    return {"dtype": dtype, "device_map": {"": device}, "quantization_config": bits}


_BOTH_WAYS = "llama_bidirec"


def _config(transformers: Any, model: str, where: dict[str, Any]) -> Any:
    """Return a model's configuration. NVIDIA's embedders are Llamas that look both ways, and bring code to say so: ours
    says it instead."""
    raw, _ = transformers.PretrainedConfig.get_config_dict(model, local_files_only=where["local_files_only"])
    if raw.get("model_type") != _BOTH_WAYS:
        return transformers.AutoConfig.from_pretrained(model, **where)
    known = {name: value for name, value in raw.items() if name not in ("model_type", "auto_map", "architectures")}
    return transformers.LlamaConfig(**known, is_causal=False)


def _both_ways(config: Any) -> bool:
    return getattr(config, "model_type", "") == "llama" and not getattr(config, "is_causal", True)


def _check_words(tokenizer: Any) -> None:
    """Refuse a tokenizer without words: the library makes one up where its file is missing, and all texts are alike."""
    if len(tokenizer) <= len(tokenizer.all_special_tokens):
        raise ValueError("its tokenizer knows no words; is its file there?")


def _error_text(error: Exception) -> str:
    return " ".join(str(error).split())[:300] or type(error).__name__


def _hint(settings: ModelSettings | EmbedderSettings) -> str:
    if settings.local_files_only:
        return f"Fetch it first: hf download {settings.model}, or set local_files_only = false."
    return "Is its name right, and its licence accepted (hf auth login)? `pramana doctor` says what memory it needs."


@contextmanager
def _silent(transformers: Any) -> Iterator[None]:
    """Keep the libraries' bars, notes and warnings off standard error, which belongs to the command."""
    log = transformers.utils.logging
    shown, level = log.is_progress_bar_enabled(), log.get_verbosity()
    quiet = logging.getLogger("accelerate")
    before = quiet.level
    log.disable_progress_bar()
    log.set_verbosity_error()
    quiet.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        quiet.setLevel(before)
        log.set_verbosity(level)
        if shown:
            log.enable_progress_bar()
