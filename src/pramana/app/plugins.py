"""Plug-ins of other packages that take part in a workspace's runs: they are part of the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pramana.app.config import Config
from pramana.documents import LOADERS
from pramana.graph import FORMATS
from pramana.karaka import PASSES
from pramana.llm import EMBEDDERS, PROVIDERS
from pramana.registry import PluginIdentity, PluginRegistry
from pramana.retrieval import BASES

REGISTRIES: Mapping[str, PluginRegistry[Any]] = {
    each.group: each for each in (LOADERS, PROVIDERS, EMBEDDERS, FORMATS, PASSES, BASES)
}
"""By group, `pramana.loaders`: what runs use by name."""

Use = tuple[str, str]
"""A group and a name."""


def identities(uses: Iterable[Use]) -> tuple[PluginIdentity, ...]:
    """Return what identifies the plug-ins among some entries, sorted; built-in entries have no identity."""
    found = {REGISTRIES[group].identity(name) for group, name in uses if name in REGISTRIES[group]}
    return tuple(sorted((each for each in found if each is not None), key=lambda each: (each.group, each.name)))


def uses_of(config: Config) -> Iterator[Use]:
    """Yield what takes part in every run under a configuration: all loaders, since they decide which files are
    read, and what the configuration names."""
    yield from ((LOADERS.group, name) for name in LOADERS)
    llm = config.llm
    yield from ((PROVIDERS.group, llm.model(name).provider) for name in (llm.default, *llm.ptools.values()))
    yield EMBEDDERS.group, llm.embedder.provider
    yield from ((PASSES.group, name) for name in config.karaka.passes)
    if config.kb.kind is not None:
        yield BASES.group, config.kb.kind


def uses_json(*uses: Use) -> dict[str, Any]:
    """Return what a run's manifest says of the plug-ins that this run uses beside the configuration's."""
    foreign = [[group, name] for group, name in uses if identities([(group, name)])]
    return {"uses": foreign} if foreign else {}
