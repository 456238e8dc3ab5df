"""The built-in embedder stands among the other providers of vectors."""

from pramana.llm.providers.ngrams import NgramEmbedder

__all__ = ["NgramEmbedder"]
