"""Tiny models with random weights and their tokenizers, made on the spot: no network, no files but those written here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

TEMPLATE = (
    "{% for message in messages %}<|{{ message['role'] }}|>{{ message['content'] }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
_SPECIAL = ["<|pad|>", "<|end|>", "<|system|>", "<|user|>", "<|assistant|>"]
_SHAPE = {
    "hidden_size": 32,
    "intermediate_size": 64,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
}


def tokenizer(folder: Path, template: str | None = TEMPLATE) -> Any:
    """Write a tokenizer of single bytes, with the marks of a conversation, and return it."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    words = {word: number for number, word in enumerate([*_SPECIAL, *alphabet])}
    bytes_of = Tokenizer(models.BPE(vocab=words, merges=[]))
    bytes_of.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytes_of.decoder = decoders.ByteLevel()
    made = PreTrainedTokenizerFast(
        tokenizer_object=bytes_of,
        pad_token="<|pad|>",
        eos_token="<|end|>",
        additional_special_tokens=_SPECIAL[2:],
    )
    if template is not None:
        made.chat_template = template
    made.save_pretrained(folder)
    return made


def chat_model(folder: Path, context: int = 4096, template: str | None = TEMPLATE, width: int = 32) -> Path:
    """Write a Llama of two layers and its tokenizer. Its weights are large enough for answers to differ."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    made = tokenizer(folder, template)
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(made),
        max_position_embeddings=context,
        initializer_range=0.4,
        bos_token_id=None,
        eos_token_id=made.eos_token_id,
        pad_token_id=made.pad_token_id,
        **{**_SHAPE, "hidden_size": width, "intermediate_size": 2 * width},
    )
    LlamaForCausalLM(config).save_pretrained(folder)
    return folder


def encoder(folder: Path, both_ways: bool = True) -> Path:
    """Write a Llama without a head; looking both ways it calls itself what NVIDIA's embedders do, with code of its own."""
    import torch
    from transformers import LlamaConfig, LlamaModel

    made = tokenizer(folder, None)
    torch.manual_seed(0)
    LlamaModel(
        LlamaConfig(vocab_size=len(made), max_position_embeddings=256, initializer_range=0.4, **_SHAPE)
    ).save_pretrained(folder)
    if both_ways:
        file = folder / "config.json"
        own = {"AutoConfig": "own.Config", "AutoModel": "own.Model"}
        told = json.loads(file.read_text("utf-8")) | {
            "model_type": "llama_bidirec",
            "architectures": ["LlamaBidirectionalModel"],
            "auto_map": own,
            "pooling": "avg",
        }
        file.write_text(json.dumps(told), "utf-8")
        (folder / "own.py").write_text("raise SystemExit('code of the model was run')\n", "utf-8")
    return folder
