"""Servers that speak OpenAI's embeddings."""

from __future__ import annotations

from typing import Any

from pramana.llm.providers.listing import openai_models
from pramana.llm.providers.plugin import EmbedderPlugin
from pramana.llm.providers.vectors import VectorProvider


def _open(settings: Any) -> VectorProvider:
    from pramana.llm.providers.openai_vectors import OpenAIVectors

    return OpenAIVectors(settings)


PLUGIN = EmbedderPlugin(
    open=_open,
    server=True,
    default_url="https://api.openai.com/v1",
    own_key="OPENAI_API_KEY",
    title="OpenAI",
    needs_name=True,
    list_models=openai_models,
)
