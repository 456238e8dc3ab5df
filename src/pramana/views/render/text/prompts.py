"""Prompts, a row each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pramana.llm import PromptBook
from pramana.views.render.parts import Part, columns


def prompts_parts(book: PromptBook, keys: Iterable[str]) -> Iterator[Part]:
    """Yield whether each prompt is the user's own, and its hash."""
    rows = [(key, ("yours", "yellow") if book.overridden(key) else ("built in", "dim"), book.hash(key)) for key in keys]
    yield columns(rows, indent=0)
