"""The embedder of provider `transformers`, run for real on tiny models made on the spot. Needs the extra `local`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import numpy as np
import pytest
import tiny_models

from pramana.errors import RequestRefused
from pramana.llm import RESPONSE_SCHEMA, EmbedderSettings, Gateway, LlmSettings, PromptBook
from pramana.llm.providers import transformers_vectors
from pramana.llm.providers.transformers_models import load_encoder
from pramana.llm.providers.transformers_vectors import encode
from pramana.store import Database

WHY = "the extra 'local' is not installed, so no local embedder was run: pip install 'pramana[local]'"
for needed in ("torch", "transformers"):
    pytest.importorskip(needed, reason=WHY)

pytestmark = [
    pytest.mark.local,
    pytest.mark.filterwarnings("default::DeprecationWarning", "default::FutureWarning"),
]

LINES = ["Rama gave the bow to Lakshmana", "He used it", "the bow", "Ravana"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An embedder of the kind that NVIDIA's are: a Llama that looks both ways and brings code to say so."""
    return tiny_models.encoder(tmp_path_factory.mktemp("both"))


def settings(folder: Path, **more: Any) -> EmbedderSettings:
    return EmbedderSettings(**{"provider": "transformers", "model": str(folder), "device": "cpu", **more})


def embed(folder: Path, texts: list[str] = LINES, kind: str = "passage", **more: Any) -> Any:
    async def ask() -> Any:
        with Database(None, [RESPONSE_SCHEMA]) as database:
            gateway = Gateway(database, PromptBook({}), LlmSettings(embedder=settings(folder, **more)))
            try:
                return await gateway.embed(texts, kind=kind)
            finally:
                await gateway.aclose()

    return anyio.run(ask)


def by_hand(folder: Path, text: str) -> Any:
    """Return the mean of a text's states, computed by the library alone without batch, padding or cache."""
    import torch

    local = load_encoder(settings(folder))
    ids = local.tokenizer(text, return_tensors="pt")["input_ids"]
    with torch.inference_mode():
        states = local.model(input_ids=ids).last_hidden_state[0]
    mean = states.mean(0).numpy()
    return mean / np.linalg.norm(mean)


def test_vectors_are_means_of_a_texts_own_tokens(folder):
    """Padding beside longer texts counts nothing: each vector is what the text has alone, of length 1."""
    rows = encode(load_encoder(settings(folder)), LINES)
    assert np.allclose(rows, [by_hand(folder, text) for text in LINES], atol=1e-5)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)


def test_an_embedder_looks_both_ways(folder, tmp_path):
    """The state of a text's first token knows its last one; in a model that looks back only it does not."""
    back_only = tiny_models.encoder(tmp_path, both_ways=False)
    texts = ["the bow", "the bad"]
    first = {
        name: encode(load_encoder(settings(where)), texts, "first")
        for name, where in (("both", folder), ("back", back_only))
    }
    assert not np.allclose(*first["both"], atol=1e-3)
    assert np.allclose(*first["back"], atol=1e-6)


@pytest.mark.parametrize("pooling", ["mean", "first", "last"])
def test_batches_do_not_change_a_vector(folder, pooling):
    """A text's vector is the same in a batch and alone, whichever way it is pooled."""
    together = embed(folder, pooling=pooling, batch=4)
    alone = embed(folder, pooling=pooling, batch=1)
    assert np.abs(together.astype(int) - alone.astype(int)).max() <= 1  # one step of the bytes they are rounded to


def test_prefixes_tell_queries_from_passages(folder):
    """The prefixes stand before the texts: one text, two vectors; without them one."""
    told = {"query_prefix": "query: ", "passage_prefix": "passage: "}
    passage, query = (embed(folder, ["the bow"], kind, **told) for kind in ("passage", "query"))
    assert not np.array_equal(passage, query)
    assert np.array_equal(*(embed(folder, ["the bow"], kind) for kind in ("passage", "query")))
    assert np.array_equal(passage, embed(folder, ["passage: the bow"]))


def test_dimensions_keep_the_first_numbers(folder):
    """`dimensions` cuts vectors that were trained to be cut."""
    assert embed(folder, dimensions=8).shape == (4, 8)


def test_a_long_text_is_cut_at_the_models_context(folder):
    """A text beyond the context gets a vector: that of its beginning."""
    rows = embed(folder, ["the bow " * 400, "the bow " * 500])
    assert np.array_equal(rows[0], rows[1])


def test_without_memory_fewer_texts_go_at_once(folder, monkeypatch):
    """Where memory runs out for more than one text, all get their vectors; where for one, it is refused by name."""
    expected, own = embed(folder), encode

    def narrow(local: Any, texts: Any, *more: Any) -> Any:
        if len(texts) > 1 or "Ravana!" in texts:
            raise RuntimeError("[enforce fail at alloc_cpu.cpp] DefaultCPUAllocator: not enough memory")
        return own(local, texts, *more)

    monkeypatch.setattr(transformers_vectors, "encode", narrow)
    assert np.array_equal(embed(folder), expected)
    with pytest.raises(RequestRefused, match="The text: 'Ravana!'"):
        embed(folder, [*LINES, "Ravana!"])
