"""A spaCy pipeline trained on a treebank: where no other can be had, and to measure a reader against its own trees."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reading.treebank import TreeSentence

STEPS = 1_000
"""Steps of training, at most: on a thousand sentences accuracy rises no more after 800."""
_PARTS = ["tagger", "morphologizer", "parser"]


def train_pipeline(sentences: Sequence[TreeSentence], folder: Path, steps: int = STEPS) -> Path:
    """Train a pipeline with tagger and parser on trees, and return the folder that holds it. Seeded, on the processor.

    Each tenth sentence decides which of its states is kept.
    """
    from spacy.cli.init_config import init_config
    from spacy.training.initialize import init_nlp
    from spacy.training.loop import train

    (folder / "trained").mkdir(parents=True, exist_ok=True)
    paths = {"train": folder / "train.spacy", "dev": folder / "dev.spacy"}
    chosen = sentences[::10]
    _save([each for place, each in enumerate(sentences) if place % 10], paths["train"])
    _save(chosen, paths["dev"])
    config = init_config(lang="en", pipeline=_PARTS, optimize="efficiency", gpu=False)
    config["paths"].update({name: str(path) for name, path in paths.items()})
    config["training"].update({"max_steps": steps, "eval_frequency": 200, "patience": 0, "seed": 0})
    config["system"]["seed"] = 0
    config["components"]["parser"]["min_action_freq"] = 1  # else rare relations become `dep`
    config["training"]["logger"] = {"@loggers": "spacy.ConsoleLogger.v1", "progress_bar": False}
    nlp = init_nlp(config.interpolate())
    train(nlp, folder / "trained")
    return folder / "trained" / "model-best"


def _save(sentences: Sequence[TreeSentence], path: Path) -> None:
    import spacy
    from spacy.tokens import DocBin

    vocab = spacy.blank("en").vocab
    DocBin(docs=[_doc(vocab, sentence) for sentence in sentences if sentence.words]).to_disk(path)


def _doc(vocab: Any, sentence: TreeSentence) -> Any:
    from spacy.tokens import Doc

    words = sentence.words
    ends = [*(word.start for word in words[1:]), len(sentence.text) + 1]
    return Doc(
        vocab,
        words=[word.form for word in words],
        spaces=[sentence.text[word.end : end].isspace() for word, end in zip(words, ends, strict=True)],
        tags=[word.tag for word in words],
        pos=[word.upos for word in words],
        heads=[place if word.head < 0 else word.head for place, word in enumerate(words)],
        deps=["ROOT" if word.head < 0 else word.relation for word in words],
    )
