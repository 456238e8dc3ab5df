"""Servers that speak Anthropic's messages."""

from __future__ import annotations

from pramana.llm.providers.apis import ANTHROPIC
from pramana.llm.providers.base import Provider
from pramana.llm.providers.batches import BatchEndpoint
from pramana.llm.providers.listing import anthropic_models
from pramana.llm.providers.plugin import Opening, ProviderPlugin


def _open(opening: Opening) -> Provider:
    from pramana.llm.providers.anthropic import AnthropicMessages

    return AnthropicMessages(opening.settings)


def _batches(opening: Opening) -> BatchEndpoint:
    from pramana.llm.providers.anthropic_batches import AnthropicBatches

    return AnthropicBatches(opening.settings)


PLUGIN = ProviderPlugin(
    open=_open,
    server=True,
    default_url=ANTHROPIC.url,
    own_key="ANTHROPIC_API_KEY",
    title="Anthropic",
    needs_name=True,
    list_models=anthropic_models,
    batches=_batches,
    forms=ANTHROPIC.forms,
)
