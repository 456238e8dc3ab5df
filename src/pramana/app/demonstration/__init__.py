"""The demonstration: three short documents of one firm (CC0), and a recorded run of a language model.

The recording is about passages of *A Christmas Carol* (Charles Dickens, 1843, public domain); its first line says when
and by whom it was made, docs/releasing.md how it is made again.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

DEMO_DOCUMENTS = ("lease.txt", "minutes.txt", "news.txt")
DEMO_QUESTIONS = (
    ("Who voted against the lease?", "An answer cites the line that states it."),
    ("Why did Tyler Brooks vote against the lease?", "A reason is given only where a line states it."),
    ("Did the board approve the bonus?", "What the text denies is answered as denied."),
    ("Who resigned before the sale?", "The text says “after the sale”, which does not answer the question."),
    ("Who owns Fjord Logistics?", "Where the documents do not say, nothing is invented."),
)
"""Questions, each with what its answer shows."""
RECORDED_TEXT, RECORDING = "carol.txt", "carol-answers.jsonl"
RECORDED_MODEL = {"provider": "recorded", "price": {"input": 1, "output": 5}}
"""Prices in dollars per million tokens, as of a middling model: what the run would cost."""
RECORDED_QUESTIONS = (
    ("Did Tiny Tim die?", "A denial is answered as one, by the line that denies."),
    (
        "Why couldn't the clerk replenish the fire?",
        "The model writes the answer; each sentence is held against its lines.",
    ),
)
"""Questions that the recording has answers for, each with what it shows."""


def write_documents(folder: Path) -> list[Path]:
    """Write the documents into a new folder, and return their paths. Raises FileExistsError where it exists."""
    folder.mkdir(parents=True)
    written = []
    for name in DEMO_DOCUMENTS:
        written.append(folder / name)
        written[-1].write_text(files(__name__).joinpath(name).read_text("utf-8"), "utf-8")
    return written


def write_recorded(folder: Path) -> tuple[Path, dict[str, Any]]:
    """Write the recorded text and its answers into a new folder; return the text's path, and the model's settings.

    Raises FileExistsError where the folder exists.
    """
    folder.mkdir(parents=True)
    for name in (RECORDED_TEXT, RECORDING):
        (folder / name).write_text(files(__name__).joinpath(name).read_text("utf-8"), "utf-8")
    return folder / RECORDED_TEXT, {**RECORDED_MODEL, "model": str((folder / RECORDING).resolve())}


__all__ = ["DEMO_DOCUMENTS", "DEMO_QUESTIONS", "RECORDED_QUESTIONS", "write_documents", "write_recorded"]
