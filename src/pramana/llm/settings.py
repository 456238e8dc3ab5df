"""Which model answers which ptool, and how it is reached: the `[llm]` table of pramana.toml."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator, model_validator

from pramana.errors import ConfigError, UnknownName
from pramana.llm.providers.plugin import (
    EMBEDDERS,
    PROVIDERS,
    EmbedderPlugin,
    ModelSource,
    ProviderPlugin,
    with_defaults,
)
from pramana.llm.providers.presets import with_preset
from pramana.llm.ptool import Parameters
from pramana.registry import PluginRegistry

LOCAL_MODEL = "nvidia/Llama-3.1-Nemotron-Nano-8B-v1"
"""What provider `transformers` loads where no model is named."""
LOCAL_EMBEDDER = "nvidia/llama-3.2-nv-embedqa-1b-v2"
"""The same for vectors. It needs a prefix that states the use of a text."""

BATCH_IN_FLIGHT = 10_000
"""Calls that may wait for a batch API at once: enough for five full jobs; each holds some 50 kB while it waits."""

DEFAULT_CONTEXT = 16_384
"""Tokens of context asked of servers that are told: a batch of ten lines, its prompt and its answer fit twice."""

SchemaParameter = Literal["response_format", "structured_outputs", "json_schema"]
Quantization = Literal["auto", "4bit", "none"]
Structured = Literal["json_schema", "tool", "json_object", "prompt"]


class _Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PriceSettings(_Settings):
    """A model's price in US dollars per million tokens. Zero for a model of your own.

    `cached` is that of input tokens that the server had cached, `cache_write` of those that it writes to its cache.
    None: as `input`.
    """

    input: Annotated[float, Field(ge=0)]
    output: Annotated[float, Field(ge=0)]
    cached: Annotated[float | None, Field(ge=0)] = None
    cache_write: Annotated[float | None, Field(ge=0)] = None


class ServerSettings(_Settings):
    """How a model is reached, and how often.

    `preset` names a known server, whose settings are the defaults of these. `base_url` None is the provider's own.
    The key is read when a call is made, from the variable `key_env` or the file `key_file`, and is never part of these
    settings; a server that needs none gets none. `rpm` and `tpm` bound requests and tokens in any 60 seconds, None
    leaves them open.
    """

    provider: str
    preset: str | None = None
    model: str = ""
    base_url: str | None = None
    key_env: str | None = None
    key_file: Path | None = None
    timeout_s: Annotated[float, Field(gt=0)] = 120.0
    concurrency: Annotated[int, Field(ge=1, le=1024)] = 8
    rpm: Annotated[int | None, Field(ge=1)] = None
    tpm: Annotated[int | None, Field(ge=1)] = None
    retries: Annotated[int, Field(ge=0, le=20)] = 3
    """How often a failed call is made again, after 1, 2, 4 … seconds."""
    rate_limit_retries: Annotated[int, Field(ge=0, le=100)] = 8
    """How often a call is made again after a 429."""
    backoff_s: Annotated[float, Field(ge=0)] = 1.0
    """The first wait; each further one is twice as long."""
    longest_wait_s: Annotated[float, Field(ge=0)] = 60.0
    """No wait is longer, whatever the server's Retry-After asks for."""
    price: PriceSettings | None = None

    def source(self) -> ModelSource:
        """Return what the provider says of itself. Raises UnknownName, ConfigError."""
        return PROVIDERS[self.provider]

    def key(self) -> SecretStr | None:
        """Read the key now. None where this model has none. Raises ConfigError where it should be and is not."""
        if self.key_file is not None:
            return SecretStr(_read_key(self.key_file))
        name = self.key_env or (self.source().own_key if self.base_url is None else None)
        if name is None:
            return None
        value = os.environ.get(name, "").strip()
        if not value:
            raise ConfigError(f"The model {self.model!r} needs a key: set the environment variable {name}.")
        return SecretStr(value)


class LocalSettings(_Settings):
    """What only models in this process have: `quantization` auto is 4 bits on a GPU and none elsewhere.

    `device` is as PyTorch names it, None the best there is. `local_files_only` False lets a model be fetched.
    """

    quantization: Quantization = "auto"
    device: str | None = None
    local_files_only: bool = True


class ModelSettings(ServerSettings, LocalSettings):
    """One model and how it is reached. `temperature` and `max_tokens` replace what ptools ask for.

    `structured` is the strictest form in which JSON is asked for, None the provider's strictest; a server that does not
    take it is asked in the next one. `schema_parameter` is where a server wants the schema of the strictest form: vLLM
    in `structured_outputs`, llama.cpp in `json_schema`, others in `response_format`. `context` is the length of the
    context in tokens, where the server is told (`ollama`). `lines_per_call` is how many lines the model reads well in
    one call, where that is not what `[gsv] lines_per_generation` says, which wins where it is set. Of a local model
    `concurrency` is also the largest batch. `samples` says whether a server gives several answers to one request (`n`
    in OpenAI's protocol), None: it is tried once. `batch_api` asks through the server's batch API, at half the price,
    within a day; `batch_look_s` is the longest time between two looks at its jobs.
    """

    provider: str = "openai"
    structured: Structured | None = None
    temperature: Annotated[float | None, Field(ge=0, le=2)] = None
    max_tokens: Annotated[int | None, Field(ge=1)] = None
    schema_parameter: SchemaParameter = "response_format"
    context: Annotated[int | None, Field(ge=1_024)] = None
    lines_per_call: Annotated[int | None, Field(ge=1, le=100)] = None
    samples: bool | None = None
    batch_api: bool = False
    batch_look_s: Annotated[float, Field(gt=0, le=3600)] = 60.0

    @property
    def in_flight(self) -> int:
        """How many calls may be under way at once: enough to fill a batch API's jobs, or `concurrency`."""
        return BATCH_IN_FLIGHT if self.batch_api else self.concurrency

    @model_validator(mode="before")
    @classmethod
    def _fill_defaults(cls, given: Any) -> Any:
        return _with_provider_defaults(PROVIDERS, with_preset(given))

    @field_validator("provider")
    @classmethod
    def _check_provider(cls, name: str) -> str:
        return PROVIDERS.check_name(name)

    @model_validator(mode="after")
    def _require_model_name(self) -> ModelSettings:
        if self.source().needs_name and not self.model:
            raise ValueError(f'a model of provider {self.provider!r} needs the name of its model: model = "..."')
        return self

    def source(self) -> ProviderPlugin:
        return PROVIDERS[self.provider]

    def parameters(self, asked: Parameters) -> Parameters:
        """Return `asked` with this model's own temperature and max_tokens in place of what they replace."""
        temperature = asked.temperature if self.temperature is None else self.temperature
        return Parameters(temperature, self.max_tokens or asked.max_tokens)


class EmbedderSettings(ServerSettings, LocalSettings):
    """The model that turns texts into vectors, and how it is reached.

    `dimensions` None leaves them to the model (`ngrams`: 256). `batch` texts go into one call, of each the first
    `longest` code points. `input_type` is sent to the server: a text is a `query` or a `passage`. The prefixes are put
    before the text, for models that read its use there. `pooling` says how `transformers` makes one vector of a text's
    many.
    """

    provider: str = "ngrams"
    dimensions: Annotated[int | None, Field(ge=8, le=65_536)] = None
    batch: Annotated[int, Field(ge=1, le=2_048)] = 64
    longest: Annotated[int, Field(ge=1)] = 8_000
    input_type: bool = False
    query_prefix: str = ""
    passage_prefix: str = ""
    pooling: Literal["mean", "first", "last"] = "mean"

    @model_validator(mode="before")
    @classmethod
    def _fill_defaults(cls, given: Any) -> Any:
        return _with_provider_defaults(EMBEDDERS, with_preset(given, embedder=True))

    @field_validator("provider")
    @classmethod
    def _check_provider(cls, name: str) -> str:
        return EMBEDDERS.check_name(name)

    @model_validator(mode="after")
    def _require_model_name(self) -> EmbedderSettings:
        if self.source().needs_name and not self.model:
            raise ValueError(f'an embedder of provider {self.provider!r} needs the name of its model: model = "..."')
        return self

    def source(self) -> EmbedderPlugin:
        return EMBEDDERS[self.provider]


def _with_provider_defaults(registry: PluginRegistry[Any], given: Any) -> Any:
    """Return settings with the defaults of the provider that they name; validation refuses anything else."""
    name = given.get("provider") if isinstance(given, dict) else None
    return with_defaults(registry[name], given) if isinstance(name, str) and name in registry else given


def _read_key(path: Path) -> str:
    try:
        key = path.expanduser().read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The key file {path} cannot be read ({type(error).__name__}).") from None
    if not key:
        raise ConfigError(f"The key file {path} is empty.")
    return key


EMBEDDED = "rules"
"""The name of the embedded model, which is always there."""


class LlmSettings(_Settings):
    """All models by name, and which of them answers a ptool.

    `ptools` maps a ptool's name (`karaka.kriya_scoring`) or a package (`karaka.*`) to a model's name; the longest match
    wins, and `default` answers the rest. The name `rules` means the embedded model.
    """

    default: str = EMBEDDED
    models: dict[str, ModelSettings] = Field(default_factory=dict)
    ptools: dict[str, str] = Field(default_factory=dict)
    embedder: EmbedderSettings = Field(default_factory=EmbedderSettings)
    """What turns texts into vectors: the built-in one of letter sequences, unless another is set."""
    corrections: Annotated[int, Field(ge=0, le=5)] = 2
    """How often an invalid answer is sent back to the model with what is wrong with it."""

    @model_validator(mode="after")
    def _check_model_names(self) -> LlmSettings:
        for where, name in (("default", self.default), *((f"ptools.{key!r}", to) for key, to in self.ptools.items())):
            if name not in self.models and name != EMBEDDED:
                configured = f"Configured: {', '.join(self.names())}."
                raise ValueError(f"{where} names {name!r}: {UnknownName('model', name, self.names(), configured)}")
        return self

    def names(self) -> list[str]:
        return sorted({*self.models, EMBEDDED})

    def model_for(self, ptool: str) -> str:
        """Return the name of the model that answers `ptool`."""
        parts = ptool.split(".")
        rooms = (".".join(parts[:count]) + ".*" for count in range(len(parts) - 1, 0, -1))
        for pattern in (ptool, *rooms, "*"):
            if pattern in self.ptools:
                return self.ptools[pattern]
        return self.default

    def model(self, name: str) -> ModelSettings:
        """Return the model called `name`. Raises UnknownName with the nearest ones."""
        if name in self.models:
            return self.models[name]
        if name == EMBEDDED:
            return ModelSettings(provider="rules", concurrency=1)
        raise UnknownName("model", name, self.names(), f"Configured: {', '.join(self.names())}.")
