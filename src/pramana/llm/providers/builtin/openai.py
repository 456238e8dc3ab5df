"""Servers that speak OpenAI's chat completions."""

from __future__ import annotations

from pramana.llm.providers.apis import OPENAI
from pramana.llm.providers.base import Provider
from pramana.llm.providers.batches import BatchEndpoint
from pramana.llm.providers.listing import openai_models
from pramana.llm.providers.plugin import Opening, ProviderPlugin


def _open(opening: Opening) -> Provider:
    from pramana.llm.providers.openai import OpenAIChat

    return OpenAIChat(opening.settings)


def _batches(opening: Opening) -> BatchEndpoint:
    from pramana.llm.providers.openai_batches import OpenAIBatches

    return OpenAIBatches(opening.settings)


PLUGIN = ProviderPlugin(
    open=_open,
    server=True,
    default_url=OPENAI.url,
    own_key="OPENAI_API_KEY",
    title="OpenAI",
    needs_name=True,
    list_models=openai_models,
    batches=_batches,
    forms=OPENAI.forms,
)
