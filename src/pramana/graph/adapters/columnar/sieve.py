"""Conditions over arrays: computes for many rows at once where a predicate is true.

A sieve is built either for where a predicate is *true* or for where it is *false*; NOT swaps the two, and De Morgan's
laws hold in three-valued logic. All other rows are unknown; no mask is computed for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pramana.graph.adapters.rows import Rows

Mask: TypeAlias = NDArray[np.bool_]
Window: TypeAlias = "slice[int, int, None] | Rows"
"""The rows to test: a range with both bounds, or row numbers."""

Index: TypeAlias = "NDArray[np.signedinteger[Any]]"
"""Row numbers of any width."""

CHUNK = 1 << 18
"""Rows that are tested together: few enough for the intermediate masks to stay in the processor's cache."""

RARE = 1 / 64
"""If no more than this share of the rows passes, `np.flatnonzero` finds them faster than a filter. Measured."""

SHORT = 1 << 14
"""Up to so many rows the call of a filter costs more than it saves. Measured."""

SPARSE = 16
"""If fewer than one row in this many is left, the next condition is tested on those rows alone. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Sieve:
    """`at` returns a mask as long as its window. Callers must not modify the mask.

    `share` is the estimated share of rows that pass, from 0 to 1. `cost` per row is relative to comparing one byte.
    `constant` is set if all rows pass, or none.
    """

    at: Callable[[Window], Mask]
    share: float
    cost: float = 1.0
    constant: bool | None = None


def constant(value: bool) -> Sieve:
    """Return a sieve that passes every row, or none."""
    make = np.ones if value else np.zeros
    return Sieve(lambda window: make(width(window), dtype=np.bool_), float(value), 0.0, value)


NEVER = constant(False)
ALWAYS = constant(True)


def width(window: slice[int, int, None] | Index) -> int:
    """Return the number of rows in a window."""
    return max(0, window.stop - window.start) if isinstance(window, slice) else len(window)


def rows_of(window: Window, places: Rows) -> Rows:
    """Return the rows at these positions of a window."""
    return places + window.start if isinstance(window, slice) else window[places]


def all_of(parts: Sequence[Sieve]) -> Sieve:
    """Return the conjunction of sieves. The order of evaluation is by cost per excluded row."""
    if any(part.constant is False for part in parts):
        return NEVER
    asked = sorted((part for part in parts if part.constant is None), key=_rank)
    if not asked:
        return ALWAYS
    if len(asked) == 1:
        return asked[0]
    share = float(np.prod([part.share for part in asked]))
    return Sieve(lambda window: _through(asked, window), share, sum(part.cost for part in asked))


def any_of(parts: Sequence[Sieve]) -> Sieve:
    """Return the disjunction of sieves."""
    if any(part.constant is True for part in parts):
        return ALWAYS
    asked = [part for part in parts if part.constant is None]
    if not asked:
        return NEVER
    if len(asked) == 1:
        return asked[0]
    share = 1.0 - float(np.prod([1.0 - part.share for part in asked]))
    return Sieve(lambda window: _either(asked, window), share, sum(part.cost for part in asked))


def matching(sieve: Sieve, count: int, most: int | None = None) -> Rows:
    """Return the first `most` of `count` rows that pass (None: all of them), in order."""
    if sieve.constant is not None:
        return np.arange(min(count, count if most is None else most) if sieve.constant else 0)
    true_places = _dense_places if sieve.share > RARE and count > SHORT else np.flatnonzero
    found: list[tuple[int, Index]] = []
    left = most
    for start in range(0, count, CHUNK):
        if left is not None and left <= 0:
            break
        places = true_places(sieve.at(slice(start, min(start + CHUNK, count))))[:left]
        found.append((start, places))
        left = None if left is None else left - len(places)
    return _joined_rows(found)


def _dense_places(mask: Mask) -> Index:
    """Return where a mask of at most CHUNK rows is true: `np.flatnonzero` in a third of its time, if much is true."""
    places: Index = _chunk_places()[: len(mask)].filter(pl.Series(mask)).to_numpy()
    return places


@cache
def _chunk_places() -> pl.Series:
    return pl.Series(np.arange(CHUNK, dtype=np.uint32))


def _joined_rows(parts: Sequence[tuple[int, Index]]) -> Rows:
    """Return the rows of parts, each given by its first row and places behind it. Written once, to save page faults."""
    rows = np.empty(sum(len(places) for _, places in parts), dtype=np.int64)
    end = 0
    for start, places in parts:
        begin, end = end, end + len(places)
        part = rows[begin:end]
        part[:] = places
        part += start
    return rows


def sampled_share(at: Callable[[Window], Mask], count: int) -> float:
    """Return the share of rows that pass, estimated from about 256 of them."""
    if count < 1024:
        return 0.5  # too few rows for a sample
    rows = np.arange(0, count, max(1, count // 256))
    return float(np.count_nonzero(at(rows))) / len(rows)


def _rank(part: Sieve) -> float:
    return part.cost / (1.0 - part.share + 1e-6)


def _through(parts: Sequence[Sieve], window: Window) -> Mask:
    mask = parts[0].at(window)
    for part in parts[1:]:
        left = np.count_nonzero(mask)
        if not left:
            return mask
        if left * SPARSE > len(mask):
            mask = mask & part.at(window)
        else:
            places = np.flatnonzero(mask)
            kept = places[part.at(rows_of(window, places))]
            mask = np.zeros(len(mask), dtype=np.bool_)
            mask[kept] = True
    return mask


def _either(parts: Sequence[Sieve], window: Window) -> Mask:
    mask = parts[0].at(window)
    for part in parts[1:]:
        mask = mask | part.at(window)
    return mask
