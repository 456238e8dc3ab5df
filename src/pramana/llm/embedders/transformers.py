"""Embedding models in this process, by the transformers library."""

from __future__ import annotations

from typing import Any

from pramana.llm.providers.needs import Needs
from pramana.llm.providers.plugin import EmbedderPlugin
from pramana.llm.providers.vectors import VectorProvider
from pramana.llm.settings import LOCAL_EMBEDDER


def _open(settings: Any) -> VectorProvider:
    from pramana.llm.providers.transformers_vectors import LocalVectors

    return LocalVectors(settings)


def _needs(settings: Any) -> Needs:
    from pramana.llm.providers.transformers_needs import needs_of

    return needs_of(settings)


PLUGIN = EmbedderPlugin(
    open=_open,
    needs_name=True,
    default_model={"model": LOCAL_EMBEDDER, "query_prefix": "query: ", "passage_prefix": "passage: ", "batch": 16},
    needs=_needs,
    install="pip install 'pramana[local]'",
)
