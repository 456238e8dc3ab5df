"""The built-in embedder: hashed character n-grams."""

from __future__ import annotations

from typing import Any

from pramana.llm.providers.plugin import EmbedderPlugin
from pramana.llm.providers.vectors import VectorProvider


def _open(settings: Any) -> VectorProvider:
    from pramana.llm.providers.ngrams import NgramVectors

    return NgramVectors(settings)


PLUGIN = EmbedderPlugin(open=_open, embedded=True)
