"""The embedder on this machine, run for real on a tiny model made on the spot. Needs the extra `embed`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import anyio
import numpy as np
import pytest

from pramana.errors import AccessRefused, ModelError
from pramana.llm import RESPONSE_SCHEMA, EmbedderSettings, Gateway, LlmSettings, PromptBook
from pramana.store import Database

WHY = "the extra 'embed' is not installed, so the local embedder was not run: pip install 'pramana[embed]'"
pytest.importorskip("sentence_transformers", reason=WHY)

WORDS = "[PAD] [UNK] [CLS] [SEP] [MASK] query : passage rama gave the bow to lakshmana he used it kill ravana".split()
LINES = ["Rama gave the bow to Lakshmana", "He used it to kill Ravana", "the bow", "Ravana"]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A BERT of one layer with random weights, and a tokenizer of a few words, in a folder. No network is used."""
    import torch
    from sentence_transformers import SentenceTransformer
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    folder = tmp_path_factory.mktemp("models")
    words = Tokenizer(models.WordPiece({word: number for number, word in enumerate(WORDS)}, unk_token="[UNK]"))
    words.normalizer, words.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    named = {"unk_token": "[UNK]", "pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    PreTrainedTokenizerFast(tokenizer_object=words, **named).save_pretrained(folder / "bert")
    torch.manual_seed(0)
    shape = {"hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32}
    BertModel(BertConfig(vocab_size=len(WORDS), max_position_embeddings=64, **shape)).save_pretrained(folder / "bert")
    prompts = {"query": "query: ", "document": "passage: "}
    whole = SentenceTransformer(str(folder / "bert"), prompts=prompts, device="cpu", local_files_only=True)
    whole.save(str(folder / "tiny"))
    return folder / "tiny"


def embed(model: Path, texts: list[str] = LINES, kind: str = "passage", **settings: Any) -> Any:
    """Return the vectors of texts through a gateway of its own, on an empty database."""
    chosen = EmbedderSettings(provider="sentence-transformers", model=str(model), **settings)

    async def ask() -> Any:
        with Database(None, [RESPONSE_SCHEMA]) as database:
            gateway = Gateway(database, PromptBook({}), LlmSettings(embedder=chosen))
            try:
                return await gateway.embed(texts, kind=kind)
            finally:
                await gateway.aclose()

    return anyio.run(ask)


def test_a_local_model_gives_a_vector_of_bytes_a_text(model: Path) -> None:
    """Every text gets its row, the same in every run, another for another text."""
    vectors = embed(model)
    assert (vectors.shape, vectors.dtype) == ((4, 32), np.int8)
    assert len({row.tobytes() for row in vectors}) == 4
    assert np.array_equal(vectors, embed(model))


def test_a_local_model_is_told_queries_from_passages(model: Path) -> None:
    """The model's own prompts for queries and for documents are used: one text, two vectors."""
    passage, query = (embed(model, ["the bow"], kind) for kind in ("passage", "query"))
    assert not np.array_equal(passage, query)


def test_a_local_model_is_cut_to_the_dimensions_asked_for(model: Path) -> None:
    """`dimensions` keeps the first numbers of each vector."""
    assert embed(model, dimensions=8).shape == (4, 8)


def test_loading_a_local_model_prints_nothing(model: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Standard output and error belong to the command: no bars and no notes of the library's."""
    embed(model)
    assert tuple(capfd.readouterr()) == ("", "")


def test_a_long_text_is_cut_by_the_model(model: Path) -> None:
    """A text beyond what the model can hold gets a vector, too: that of its beginning."""
    vectors = embed(model, ["the bow " * 400, "the bow " * 500])
    assert np.array_equal(vectors[0], vectors[1])


def break_config(folder: Path) -> None:
    (folder / "config.json").write_text("{ no json", "utf-8")


def cut_weights(folder: Path) -> None:
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:100])


def lose_weights(folder: Path) -> None:
    (folder / "model.safetensors").unlink()


def lose_tokenizer(folder: Path) -> None:
    for file in folder.glob("tokenizer*"):
        file.unlink()


def bring_code(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text("utf-8"))
    config |= {"model_type": "its_own", "auto_map": {"AutoConfig": "own.Config", "AutoModel": "own.Model"}}
    (folder / "config.json").write_text(json.dumps(config), "utf-8")
    (folder / "own.py").write_text("raise SystemExit('code of the model was run')\n", "utf-8")


@pytest.mark.parametrize("spoil", [break_config, cut_weights, lose_weights, lose_tokenizer, bring_code])
def test_a_local_model_that_cannot_be_loaded_is_refused(model: Path, tmp_path: Path, spoil: Any) -> None:
    """A folder that is broken, lacks a part or brings code of its own is named; no code of it is run."""
    spoilt = tmp_path / "spoilt"
    shutil.copytree(model, spoilt)
    spoil(spoilt)
    with pytest.raises(AccessRefused, match="spoilt"):
        embed(spoilt)


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    """An empty folder holds no model, and none is fetched in its place."""
    with pytest.raises(ModelError, match="cannot be loaded"):
        embed(tmp_path)
