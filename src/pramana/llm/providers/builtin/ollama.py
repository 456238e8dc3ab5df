"""Ollama, by its own API."""

from __future__ import annotations

from pramana.llm.providers.apis import OLLAMA
from pramana.llm.providers.base import Provider
from pramana.llm.providers.listing import ollama_models
from pramana.llm.providers.plugin import Opening, ProviderPlugin


def _open(opening: Opening) -> Provider:
    from pramana.llm.providers.ollama import OllamaChat

    return OllamaChat(opening.settings)


PLUGIN = ProviderPlugin(
    open=_open,
    server=True,
    default_url=OLLAMA.url,
    title="Ollama",
    needs_name=True,
    list_models=ollama_models,
    forms=OLLAMA.forms,
)
