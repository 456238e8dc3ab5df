"""The readers that the benchmarks of reading measure, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pramana.events import Extraction, Unread, read_kriyas
from pramana.language import Sentence, analyse

Reader = Callable[[str, Sequence[str]], Extraction | Unread]
"""From a line, and the lines before it (the nearest last), to its Kriyās."""

READERS = ("rules",)


def open_reader(name: str) -> Reader:
    """Return the reader of that name."""
    return {"rules": read_kriyas}[name]


def open_analyser(name: str) -> Callable[[str], Sentence]:
    """Return what turns a line into the clauses from which that reader makes Kriyās."""
    return {"rules": analyse}[name]


def settings_of(name: str) -> str:
    """Return the settings of a workspace that reads with that reader, as text for its `pramana.toml`."""
    return {"rules": ""}[name]
