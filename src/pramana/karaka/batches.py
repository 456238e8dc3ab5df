"""Which lines of a document are read together: decided by their text, so that an edit changes few batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.canonical import digest
from pramana.karaka.writer import LineItem

LINE_CHARACTERS = 200
"""How many characters of text a batch has for each line that it may have: lines of books have about 100. Text of longer
lines is cut into smaller batches, so that an edit changes as little of it."""


def line_batches(items: Sequence[LineItem], most: int) -> Iterator[tuple[LineItem, ...]]:
    """Yield the lines of one document in batches of at most `most` lines.

    A batch ends after the line whose hash is the smallest among its last possible quarter of places. An edit therefore
    moves the cuts near it and no others; no other document and no earlier run has a part in it.
    """
    start = 0
    while start < len(items):
        end = start + _length(items[start : start + most], most * LINE_CHARACTERS)
        if len(items) - start > end - start:
            earliest = start + max(1, (end - start) * 3 // 4)
            end = min(range(earliest, end + 1), key=lambda place: digest(items[place - 1].text))
        yield tuple(items[start:end])
        start = end


def _length(items: Sequence[LineItem], room: int) -> int:
    """Return how many of the lines fit into one batch of so many characters, at least one."""
    characters = 0
    for count, item in enumerate(items):
        characters += len(item.text)
        if characters > room and count:
            return count
    return len(items)
