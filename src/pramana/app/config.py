"""Configuration: pramana.toml, then the environment, then flags; the later wins."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from copy import deepcopy
from decimal import Decimal
from pathlib import Path
from string import Template
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from pramana.errors import ConfigError, UnknownName
from pramana.gsv import GSVSettings
from pramana.karaka import ENTITY_TYPES, GUESS_COSINE, PASSES, Verification, default_passes
from pramana.llm import PRESETS, Budget, LlmSettings
from pramana.retrieval import KnowledgeSettings

FILE = "pramana.toml"
ENVIRONMENT = "PRAMANA_"
_NO_SETTINGS = ("PRAMANA_WORKSPACE", "PRAMANA_DEBUG")
"""Variables that the command line reads itself."""
_SHORTHAND_MODEL = "given"
"""The name of the model that PRAMANA_MODEL or --model describes."""

STARTER = Template("""\
# The workspace's configuration. What is not set here has the value shown.
# Environment variables win over this file (PRAMANA_GSV__POLICY=full), flags win over both.

workspace_id = "$workspace_id"  # the same as in workspace.db: a database of another workspace is refused

[llm]
# default = "rules"            # the embedded model: no network, no key, no cost; facts are `checked`
# default = "mine"             # a model of yours: facts are `verified` by scorer and verifier

# [llm.models.mine]
# preset = "ollama"            # anthropic, argo, llamacpp, local, nim, ollama, openai, vllm; or leave it out and say:
# model = "gpt-5-mini"                          # any model of an OpenAI-compatible server
# base_url = "http://localhost:11434/v1"        # leave out for OpenAI itself
# key_env = "OPENAI_API_KEY"                    # keys come from the environment or from key_file, never from here
# concurrency = 8

[gsv]
# policy = "batched"           # batched | fast_path | full

[karaka]
# verification = "faults"      # faults (hallucination, omission, role mismatch) | sutras (Pāṇini's rules)
# passes = ["homonyms", "resolution", "coreference", "events", "sources", "causes", "types", "relations"]
#                                # what runs after lines have changed
# relations = "relations.yaml"   # rules that map events to relations; without it: those for common verbs
# related = true               # false: leave participants outside the seven kārakas out (HAS_SAMBANDHA)
# near = 0.45                  # how near (cosine) a name must be to one that nobody goes by to be taken for it
# entity_types = ["Person", "Location", "Organization", "Time", "Event", "Object", "AI"]
#                                # with a model also of names of your own; a changed list reads the lines again

[kb]
# kind = "gazetteer"             # link entities to entries of a file of yours, or "wikidata"; nothing unless it is set
# file = "people.tsv"            # columns id, label, and description, aliases, types, sure; or JSON lines
# contact = "you@example.org"    # Wikidata asks who is asking

[ray]
# address = "local"            # read on Ray: local, auto, or HOST:PORT of a cluster (extra `ray`)
# cpus = 1                     # what each worker takes of its node; gpus = 0.5 for a local model on half of one
# gpus = 0

[budget]
# calls = 1000                 # per command; the command stops before it would pass one, and resumes
# tokens = 2000000
# money = 1.50                 # US dollars
""")
"""What `init` writes, with the workspace's id."""


class BudgetSettings(BaseModel):
    """What one command may spend. `money` in US dollars. None leaves a limit open."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    calls: Annotated[int | None, Field(ge=0)] = None
    tokens: Annotated[int | None, Field(ge=0)] = None
    money: Annotated[Decimal | None, Field(ge=0)] = None

    def budget(self) -> Budget:
        money = None if self.money is None else int(self.money * 1_000_000)
        return Budget(self.calls, self.tokens, money)


class KarakaSettings(BaseModel):
    """How lines are read. `verification`: what the blind verifier looks for (both prompts ship). `passes`: what runs
    over the whole graph after lines have changed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    verification: Verification = "faults"
    passes: tuple[str, ...] = Field(default_factory=default_passes)
    near: float = Field(default=GUESS_COSINE, gt=0, le=1)
    """The least cosine at which a name is taken for one that nobody goes by when a question is answered; 1: only the
    same letters. The default suits the built-in embedder; one that knows meaning needs more (0.8, say)."""

    relations: Path | None = None
    """The file of rules for relations between entities (docs/relations.md); None: those for common verbs."""

    related: bool = True
    """Whether participants outside the seven kārakas are stored (HAS_SAMBANDHA); false: exactly the ten relations of
    the specification, and the ledger says what was left out."""

    workers: Annotated[int | None, Field(ge=1)] = None
    """How many processes read lines with the embedded model; None: one for each core, as soon as there are enough
    lines. The graph is the same."""

    entity_types: tuple[str, ...] = ENTITY_TYPES
    """The closed list of types that entities may be given; the rules know those of the default."""

    @field_validator("passes")
    @classmethod
    def _check_passes(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(PASSES.check_name(name) for name in names)


class RaySettings(BaseModel):
    """The Ray cluster that reads lines. `address` None: none; `local` starts one on this machine for the command.

    A worker takes `cpus`, `gpus` (a share of one, too) and `resources` of the node where Ray places it. `start_s` is
    how long to wait for room for the first one.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    address: Annotated[str | None, Field(min_length=1)] = None
    cpus: Annotated[float, Field(ge=0)] = 1.0
    gpus: Annotated[float, Field(ge=0)] = 0.0
    resources: dict[str, Annotated[float, Field(gt=0)]] = Field(default_factory=dict)
    start_s: Annotated[float, Field(gt=0)] = 120.0

    def demand(self) -> dict[str, float]:
        """Return what one worker takes, by the names that Ray gives resources."""
        return {"CPU": self.cpus, "GPU": self.gpus, **self.resources}


READER = "karaka.kriya_batch_extraction"
"""The ptool that reads lines: its model decides how many go into one call."""


class Config(BaseModel):
    """Everything that can be set. `workspace_id` is that of the database; None: any database is accepted."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    workspace_id: Annotated[str | None, Field(min_length=1, max_length=64)] = None
    llm: LlmSettings = Field(default_factory=LlmSettings)
    gsv: GSVSettings = Field(default_factory=GSVSettings)
    karaka: KarakaSettings = Field(default_factory=KarakaSettings)
    ray: RaySettings = Field(default_factory=RaySettings)
    kb: KnowledgeSettings = Field(default_factory=KnowledgeSettings)
    budget: BudgetSettings = Field(default_factory=BudgetSettings)


def load_config(
    file: Path, flags: Mapping[str, Any] | None = None, environment: Mapping[str, str] | None = None
) -> Config:
    """Read the configuration of the workspace whose pramana.toml is `file`.

    `flags` are nested like the file; None values in it count as not given. Raises ConfigError with the place, never
    with the value: it might be a key.
    """
    try:
        settings = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise ConfigError(f"{file} cannot be read: {error}") from None
    configured = deepcopy(settings.get("llm", {}).get("models", {})) if isinstance(settings.get("llm"), dict) else {}
    later = from_environment(os.environ if environment is None else environment)
    _merge(later, _without_none(flags or {}))
    _merge(settings, deepcopy(later))
    _expand_model(settings)
    _withhold_keys(configured, settings, later)
    try:
        return _with_batch_sizes(Config.model_validate(settings), settings.get("gsv", {}))
    except ValidationError as error:
        raise ConfigError(f"{file}: {_problems(error)}") from None


def _with_batch_sizes(config: Config, given: Mapping[str, Any]) -> Config:
    """Return the configuration with batches of the size that the reading model is good for, unless one is given."""
    reader = config.llm.model(config.llm.model_for(READER))
    if reader.lines_per_call is None or "lines_per_generation" in given:
        return config
    sizes = {"lines_per_generation": reader.lines_per_call, "lines_per_validation": 2 * reader.lines_per_call}
    return config.model_copy(update={"gsv": GSVSettings(**{**sizes, **config.gsv.model_dump(include=set(given))})})


def from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return what PRAMANA_… variables set: `PRAMANA_GSV__POLICY=full` is `[gsv] policy = "full"`.

    PRAMANA_MODEL, PRAMANA_PRESET and PRAMANA_BASE_URL describe a model and make it the default.

    >>> from_environment({"PRAMANA_GSV__POLICY": "full", "PRAMANA_MODEL": "m", "HOME": "/"})
    {'gsv': {'policy': 'full'}, 'model': 'm'}
    """
    found: dict[str, Any] = {}
    for name, value in environment.items():
        if name.startswith(ENVIRONMENT) and name not in _NO_SETTINGS:
            *sections, key = name.removeprefix(ENVIRONMENT).lower().split("__")
            inner = found
            for section in sections:
                inner = inner.setdefault(section, {})
            inner[key] = value
    return found


def _expand_model(settings: dict[str, Any]) -> None:
    """Turn the shorthands, such as `model` and `base_url`, into settings of the default model."""
    names = ("model", "preset", "base_url", "key_env", "concurrency", "batch_api")
    given = {key: settings.pop(key) for key in names if key in settings}
    if not given:
        return
    llm = settings.setdefault("llm", {})
    models = llm.setdefault("models", {})
    name = given.get("model")
    if name is not None and (name in models or name == "rules"):
        llm["default"] = name
        del given["model"]
    elif name is not None or "preset" in given:
        llm["default"] = _SHORTHAND_MODEL
        if name is not None and not (given.get("base_url") or given.get("preset")):
            given |= _model_of_preset(name, models)
    default = llm.get("default", "rules")
    if default != "rules":
        models[default] = {**models.get(default, {}), **given}
    elif given.get("batch_api"):
        raise ConfigError("The embedded model has no batch API. Name a model of a server (--model, or PRAMANA_MODEL).")
    elif "base_url" in given or "key_env" in given:
        raise ConfigError("A server is given, and no model: name the one to ask there (--model, or PRAMANA_MODEL).")


def _withhold_keys(configured: Mapping[str, Any], settings: dict[str, Any], later: Mapping[str, Any]) -> None:
    """Take the key from each model of the file that flags or the environment send to another host, unless they name a
    key, too: whoever wrote the key down meant it for the host that is beside it."""
    if "key_env" in later:
        return
    models = settings.get("llm", {}).get("models", {})
    for name, before in configured.items():
        own = later.get("llm", {}).get("models", {}).get(name, {})
        if not isinstance(before, dict) or not isinstance(models.get(name), dict) or {"key_env", "key_file"} & set(own):
            continue
        if _host_of(models[name]) != _host_of(before):
            for key in ("key_env", "key_file"):
                models[name].pop(key, None)


def _host_of(model: Mapping[str, Any]) -> str:
    """Return the scheme, host and port of a model's server, "" for the provider's own."""
    known = PRESETS.get(str(model.get("preset")))
    url = model.get("base_url") or (known.settings.get("base_url") if known is not None else None)
    parts = urlsplit(str(url or ""))
    return f"{parts.scheme}://{parts.netloc}".casefold()


def _model_of_preset(name: object, models: Mapping[str, Any]) -> dict[str, str]:
    """Return the settings that PRESET:MODEL means. Raises UnknownName for any other name: without a server it is a
    misspelt one, and its text must not go to a server that nobody named."""
    preset, _, model = str(name).partition(":")
    if model and preset in PRESETS:
        return {"preset": preset, "model": model}
    known = [*models, "rules"] if not model else [*models, "rules", *(f"{each}:{model}" for each in PRESETS)]
    raise UnknownName(
        "model",
        str(name),
        known,
        f"Configured: {', '.join(sorted({*models, 'rules'}))}. Name another model with its server: --base-url URL, or "
        "PRESET:MODEL, as in openai:gpt-5-mini.",
    )


def _merge(into: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, Mapping) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = dict(value) if isinstance(value, Mapping) else value


def _without_none(flags: Mapping[str, Any]) -> dict[str, Any]:
    nested = {key: _without_none(value) if isinstance(value, Mapping) else value for key, value in flags.items()}
    return {key: value for key, value in nested.items() if value not in (None, {})}


def _problems(error: ValidationError) -> str:
    return "; ".join(f"{'.'.join(str(part) for part in item['loc']) or 'it'}: {item['msg']}" for item in error.errors())
