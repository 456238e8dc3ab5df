"""Which lines of a document are read together: decided by their text, so that an edit changes few batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.canonical import digest
from pramana.karaka.writer import LineItem

MOST_CHARACTERS = 6_000
"""How many characters of text the lines of a batch have together: about 1,500 tokens, so that a batch, its readings and
the prompt fit into the 8,192 tokens that local servers commonly offer."""


def line_batches(items: Sequence[LineItem], most: int) -> Iterator[tuple[LineItem, ...]]:
    """Yield the lines of one document in batches of at most `most` lines.

    A batch ends after the line whose hash is the smallest among its last possible quarter of places. An edit therefore
    moves the cuts near it and no others; no other document and no earlier run has a part in it.
    """
    start = 0
    while start < len(items):
        end = start + _length(items[start : start + most])
        if len(items) - start > end - start:
            earliest = start + max(1, (end - start) * 3 // 4)
            end = min(range(earliest, end + 1), key=lambda place: digest(items[place - 1].text))
        yield tuple(items[start:end])
        start = end


def _length(items: Sequence[LineItem]) -> int:
    """Return how many of the lines fit into one batch, at least one."""
    characters = 0
    for count, item in enumerate(items):
        characters += len(item.text)
        if characters > MOST_CHARACTERS and count:
            return count
    return len(items)
