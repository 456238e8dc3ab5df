"""Alignment of sequences of steps: the same step at the same place gets the same column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from pramana.errors import InputError

MOST: Final = 2_000
"""Longest sequence, and most columns: aligning takes their product."""


def align_sequences(sequences: Sequence[Sequence[str]]) -> list[list[int]]:
    """Return a column for each step of each sequence, columns from 0, rising along a sequence.

    Columns hold one label each. The most frequent sequence is laid down first, of equally frequent ones the longest;
    each other one is aligned to the columns so far by a longest common subsequence, and adds a column for every step
    that finds none. Raises InputError for sequences of more than 2,000 steps.
    """
    counts = Counter(map(tuple, sequences))
    order = sorted(counts, key=lambda sequence: (-counts[sequence], -len(sequence), sequence))
    columns: list[tuple[int, str]] = []
    placed: dict[tuple[str, ...], list[int]] = {}
    fresh = 0
    for sequence in order:
        matched = _common([label for _, label in columns], sequence)
        widened: list[tuple[int, str]] = []
        ids, taken = [], 0
        for label, found in zip(sequence, matched, strict=True):
            if found is None:
                widened.append((fresh, label))
                fresh += 1
            else:
                widened += columns[taken : found + 1]
                taken = found + 1
            ids.append(widened[-1][0])
        columns = widened + columns[taken:]
        placed[sequence] = ids
    numbers = {column: number for number, (column, _) in enumerate(columns)}
    return [[numbers[column] for column in placed[tuple(sequence)]] for sequence in sequences]


def _common(columns: Sequence[str], sequence: Sequence[str]) -> list[int | None]:
    """Return for each step the column that a longest common subsequence gives it, None where it gives none."""
    if max(len(columns), len(sequence)) > MOST:
        raise InputError(f"A trace of more than {MOST:,} steps cannot be aligned.")
    width = len(sequence)
    lengths = [[0] * (width + 1) for _ in range(len(columns) + 1)]
    for row in range(len(columns) - 1, -1, -1):
        above, line = lengths[row + 1], lengths[row]
        for col in range(width - 1, -1, -1):
            same = columns[row] == sequence[col]
            line[col] = above[col + 1] + 1 if same else max(above[col], line[col + 1])
    found: list[int | None] = [None] * width
    row = col = 0
    while row < len(columns) and col < width:
        if columns[row] == sequence[col]:
            found[col] = row
            row, col = row + 1, col + 1
        elif lengths[row + 1][col] >= lengths[row][col + 1]:
            row += 1
        else:
            col += 1
    return found
