"""What a provider and an embedder say of themselves, and which there are.

Those of this package are modules in `providers/builtin/` and `embedders/`; other packages register theirs under
`pramana.providers` and `pramana.embedders`. A declaration opens nothing: what it opens is imported then.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pramana.llm.providers.base import Provider
from pramana.llm.providers.batches import BatchEndpoint
from pramana.llm.providers.needs import Needs
from pramana.llm.providers.rules import RuleBook
from pramana.llm.providers.vectors import VectorProvider
from pramana.registry import PluginRegistry


@dataclass(frozen=True, slots=True)
class Opening:
    """A model to be opened: its name in the settings, its ModelSettings, and the rules of the embedded model."""

    name: str
    settings: Any
    rules: RuleBook


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSource:
    """What providers and embedders have in common. Of all fields the defaults suit a model in this process.

    `server`: a server answers, at `default_url` where the settings name none; its price is looked up, where a model in
    this process costs nothing. `own_key` is the environment variable that holds the key for `default_url`. `title` is
    what messages call that server. `needs_name`: the settings must name a model. `defaults` are settings that hold
    where the user's say nothing, `default_model` those that hold where the user's name no model. `list_models` returns
    the names of a server's models from the settings, None where it keeps no list. `needs` looks at libraries and memory
    from the settings, and loads nothing; `install` is the command that installs what is missing. `about` says in a
    phrase what the model is, where no settings describe it.
    """

    server: bool = False
    default_url: str = ""
    own_key: str | None = None
    title: str = ""
    needs_name: bool = False
    defaults: Mapping[str, Any] = field(default_factory=dict)
    default_model: Mapping[str, Any] = field(default_factory=dict)
    list_models: Callable[[Any], Awaitable[list[str] | None]] | None = None
    needs: Callable[[Any], Needs] | None = None
    install: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderPlugin(ModelSource):
    """A provider: whoever answers prompts.

    `open` returns the provider of one model. `forms` are the forms in which JSON is asked for, the strictest first, as
    in `FORMS`; a provider that has them names the one it used in the field `mode` of `RawResponse.negotiated`, and
    `doctor --call` tries them. `batches` opens the server's batch API, None where it has none. `version` returns the
    text that replaces the model's name in requests where code decides.
    """

    open: Callable[[Opening], Provider]
    forms: tuple[str, ...] = ()
    batches: Callable[[Opening], BatchEndpoint] | None = None
    version: Callable[[Opening], str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderPlugin(ModelSource):
    """An embedder: whoever turns texts into vectors.

    `open` returns the provider of one model from its EmbedderSettings. `tells_kinds`: a query and a passage of the same
    text get different vectors. `embedded`: part of this package, with nothing that could be missing.
    """

    open: Callable[[Any], VectorProvider]
    tells_kinds: bool = False
    embedded: bool = False


PROVIDERS: PluginRegistry[ProviderPlugin] = PluginRegistry(
    "providers", "pramana.llm.providers.builtin", ProviderPlugin, "provider"
)
EMBEDDERS: PluginRegistry[EmbedderPlugin] = PluginRegistry(
    "embedders", "pramana.llm.embedders", EmbedderPlugin, "embedder"
)


def with_defaults(source: ModelSource, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings with the defaults of their provider where they say nothing themselves."""
    named = {} if "model" in given else source.default_model
    return {**source.defaults, **named, **given}
