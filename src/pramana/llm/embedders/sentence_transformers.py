"""Embedding models in this process, by the sentence-transformers library."""

from __future__ import annotations

from typing import Any

from pramana.llm.providers.plugin import EmbedderPlugin
from pramana.llm.providers.vectors import VectorProvider


def _open(settings: Any) -> VectorProvider:
    from pramana.llm.providers.sentence_transformers import SentenceTransformerVectors

    return SentenceTransformerVectors(settings)


PLUGIN = EmbedderPlugin(open=_open, needs_name=True, tells_kinds=True)
