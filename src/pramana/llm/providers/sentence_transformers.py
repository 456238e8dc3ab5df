"""Embedding models on this machine, by the sentence-transformers library: `pip install pramana[embed]`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import anyio

from pramana.errors import AccessRefused, NeedsModel, RequestRefused
from pramana.llm.providers.vectors import Kind, RawVectors
from pramana.llm.settings import EmbedderSettings


class SentenceTransformerVectors:
    """The provider for one model, loaded when first asked, in a separate thread. Code from a model is never run."""

    pure = False

    def __init__(self, settings: EmbedderSettings) -> None:
        self._settings = settings
        self._model: Any = None
        self._one_at_a_time = anyio.CapacityLimiter(1)
        self.name = settings.model

    async def vectors(self, texts: Sequence[str], kind: Kind) -> RawVectors:
        rows = await anyio.to_thread.run_sync(self._encode, list(texts), kind, limiter=self._one_at_a_time)
        return RawVectors(rows, 0)

    async def aclose(self) -> None:
        self._model = None

    def _encode(self, texts: list[str], kind: Kind) -> Any:
        self._model = self._model or _load(self._settings)
        encode = self._model.encode_query if kind == "query" else self._model.encode_document
        try:
            return encode(texts, batch_size=len(texts), convert_to_numpy=True, show_progress_bar=False)
        except (RuntimeError, IndexError, ValueError) as error:  # out of memory, above all
            raise RequestRefused(f"{self._settings.model} failed: {str(error)[:300]}") from None


def _load(settings: EmbedderSettings) -> Any:
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError:
        raise NeedsModel(
            "The embedder 'sentence-transformers' is not installed: pip install 'pramana[embed]'."
        ) from None
    try:
        with _without_bars():
            model = SentenceTransformer(
                settings.model,
                local_files_only=settings.local_files_only,
                truncate_dim=settings.dimensions,
                trust_remote_code=False,
            )
    except Exception as error:  # a broken file has an error of its own in every library that the loading goes through
        hint = " Fetch it first, or set local_files_only = false." if settings.local_files_only else ""
        raise AccessRefused(f"The model {settings.model!r} cannot be loaded ({str(error)[:300]}).{hint}") from None
    _check_words(settings.model, model)
    return model


def _check_words(name: str, model: Any) -> None:
    """Refuse a tokenizer without words: the library makes one up where its file is missing, and all texts are alike."""
    tokenizer: Any = getattr(model, "tokenizer", None)
    special = getattr(tokenizer, "all_special_tokens", None)
    if special is not None and len(tokenizer) <= len(special):
        raise AccessRefused(f"The model {name!r} cannot be loaded (its tokenizer knows no words; is its file there?).")


@contextmanager
def _without_bars() -> Iterator[None]:
    """Keep the library's progress bars off standard error, which belongs to the command."""
    logging = import_module("transformers.utils.logging")  # a dependency of the library's, not of ours
    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()
