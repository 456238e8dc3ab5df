"""An embedding model in this process, by the transformers library: `pip install pramana[local]`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import anyio

from pramana.llm.providers.transformers_memory import halving
from pramana.llm.providers.transformers_models import Local, free_memory, library, load_encoder
from pramana.llm.providers.vectors import Kind, RawVectors
from pramana.llm.settings import EmbedderSettings


class LocalVectors:
    """The provider for one model, loaded when first asked. The texts already have their query or passage prefixes."""

    pure = False

    def __init__(self, settings: EmbedderSettings) -> None:
        self._settings = settings
        self._local: Local | None = None
        self._largest = settings.batch
        self._one_at_a_time = anyio.CapacityLimiter(1)
        self.name = settings.model

    async def vectors(self, texts: Sequence[str], kind: Kind) -> RawVectors:
        rows = await anyio.to_thread.run_sync(self._encode_all, list(texts), limiter=self._one_at_a_time)
        return RawVectors(rows, 0)

    async def aclose(self) -> None:
        self._local = None

    def _encode_all(self, texts: list[str]) -> list[Any]:
        local = self._local = self._local or load_encoder(self._settings)

        def work(some: Sequence[str]) -> list[Any]:
            with local.running:
                return encode(local, some, self._settings.pooling, self._settings.dimensions)

        def note_halving(size: int) -> None:
            self._largest = min(self._largest, size)

        batches = [texts[start : start + self._largest] for start in range(0, len(texts), self._largest)]
        return [row for batch in batches for row in halving(batch, work, free_memory, note_halving)]


def encode(local: Local, texts: Sequence[str], pooling: str = "mean", dimensions: int | None = None) -> list[Any]:
    """Return one vector of length 1 a text, as numbers of 32 bits; `dimensions` keeps the first of each.

    A text longer than the model's context is cut.
    """
    torch = library("torch")
    given = local.tokenizer(
        list(texts), padding=True, truncation=local.context is not None, max_length=local.context, return_tensors="pt"
    ).to(local.model.device)
    with torch.inference_mode():
        states = local.model(**given).last_hidden_state.float()
        pooled = _pool(states, given["attention_mask"], pooling)[:, :dimensions]
        rows: list[Any] = list(torch.nn.functional.normalize(pooled, dim=-1).cpu().numpy())
    return rows


def _pool(states: Any, seen: Any, pooling: str) -> Any:
    """Return one row a text, of its tokens alone. Padding is on the right."""
    if pooling == "first":
        return states[:, 0]
    if pooling == "last":
        return states[range(len(states)), seen.sum(-1) - 1]
    weights = seen.unsqueeze(-1).to(states.dtype)
    return (states * weights).sum(1) / weights.sum(1)
