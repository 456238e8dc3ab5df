"""Which lines two versions of the prompts are compared on: the same for the same documents, size and seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pramana.canonical import digest
from pramana.karaka import LineItem, line_batches
from pramana.trace import path_part


@dataclass(frozen=True, slots=True)
class SampledBatch:
    """Sampled lines of one document that are read together. `number` counts in the document from 1."""

    number: int
    items: tuple[LineItem, ...]

    @property
    def path(self) -> str:
        return f"{path_part(self.items[0].doc_id)}/batch/{self.number}"


def sample_batches(
    documents: Mapping[str, Sequence[LineItem]], size: int, seed: int, together: int, whole: bool
) -> list[SampledBatch]:
    """Return about `size` lines, stratified by document, in document order, cut into batches of `together` lines.

    Each document gives lines in proportion to how many it has. Which, is decided by the hash of seed and place, so
    another document changes only how many. With `whole`, batches are drawn as an ingest makes them, since one call
    reads several lines; else single lines are drawn, and those of a document batched as they come.
    """
    units: dict[str, list[tuple[LineItem, ...]]] = {
        doc_id: list(line_batches(items, together)) if whole else [(item,) for item in items]
        for doc_id, items in documents.items()
    }
    sizes = {doc_id: len(found) for doc_id, found in units.items()}
    shares = _shares(sizes, -(-size * sum(sizes.values()) // max(1, sum(map(len, documents.values())))))
    batches: list[SampledBatch] = []
    for doc_id, found in units.items():
        drawn = _draw_units(found, shares[doc_id], seed)
        cut = drawn if whole else _batches_of([unit[0] for unit in drawn], together)
        batches += [SampledBatch(number, items) for number, items in enumerate(cut, 1)]
    return batches


def _batches_of(items: Sequence[LineItem], wide: int) -> list[tuple[LineItem, ...]]:
    return [tuple(items[start : start + wide]) for start in range(0, len(items), wide)]


def _draw_units(units: Sequence[tuple[LineItem, ...]], count: int, seed: int) -> list[tuple[LineItem, ...]]:
    """Return `count` of the units, in their order: those whose hashes come first."""
    hashed = [(digest([seed, unit[0].doc_id, unit[0].line_number]), index) for index, unit in enumerate(units)]
    return [units[index] for index in sorted(index for _, index in sorted(hashed)[:count])]


def _shares(sizes: Mapping[str, int], count: int) -> dict[str, int]:
    """Divide `count` in proportion to the sizes: rounded down, and what is left to the largest remainders.

    >>> _shares({"a": 70, "b": 20, "c": 10}, 5)
    {'a': 4, 'b': 1, 'c': 0}
    """
    count = min(count, sum(sizes.values()))
    whole = max(sum(sizes.values()), 1)
    shares = {name: count * size // whole for name, size in sizes.items()}
    by_remainder = sorted(sizes, key=lambda name: (-(count * sizes[name] % whole), name))
    for name in by_remainder[: count - sum(shares.values())]:
        shares[name] += 1
    return shares
