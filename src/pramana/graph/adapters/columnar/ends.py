"""Edge columns that are computed: the columns of the nodes at their ends, and edge ids."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pramana.graph.adapters.columnar.columns import Column, Kinds, Leaf
from pramana.graph.adapters.columnar.sieve import Index, Mask, Sieve, Window, width
from pramana.graph.adapters.columnar.text import TextColumn

if TYPE_CHECKING:
    from pramana.graph.adapters.rows import Rows


class AtEnd:
    """A column of nodes, indexed by edge through one of its ends."""

    def __init__(self, column: Column, ends: NDArray[np.int32]) -> None:
        self._column = column
        self._ends = ends

    @property
    def typed(self) -> bool:
        return self._column.typed

    def __len__(self) -> int:
        return len(self._ends)

    def sieve(self, leaf: Leaf, negated: bool) -> Sieve:
        return _sieve_at_ends(self._column.sieve(leaf, negated), len(self._column), self._ends)

    def values(self, rows: Index) -> list[Any]:
        return self._column.values(self._ends[rows])

    def series(self, name: str, rows: Index) -> pl.Series:
        return self._column.series(name, self._ends[rows])

    def kinds(self, weights: NDArray[np.int64] | None = None) -> Kinds:
        touched = np.bincount(self._ends, weights, len(self._column))
        return self._column.kinds(touched.astype(np.int64))


def _sieve_at_ends(sieve: Sieve, count: int, ends: NDArray[np.int32]) -> Sieve:
    """Return the sieve of rows that each refer to one of `count` other rows, given the sieve of those.

    The other rows are tested once for all, or, if few rows are requested, only where they are referred to.
    """
    if sieve.constant is not None:
        return sieve
    everywhere: list[Mask] = []

    def at(window: Window) -> Mask:
        if not everywhere and width(window) * 8 < count:
            return sieve.at(ends[window].astype(np.int64))
        if not everywhere:
            everywhere.append(sieve.at(slice(0, count)))
        return everywhere[0].take(ends[window])

    return Sieve(at, sieve.share, sieve.cost + 4.0)


class EdgeIds:
    """The ids of edges, computed on demand from the other columns."""

    typed = True

    def __init__(self, count: int, ids: Callable[[Rows], pl.Series]) -> None:
        self._count = count
        self._ids = ids

    def __len__(self) -> int:
        return self._count

    def sieve(self, leaf: Leaf, negated: bool) -> Sieve:
        def at(window: Window) -> Mask:
            rows = np.arange(window.start, window.stop) if isinstance(window, slice) else window
            return TextColumn(self._ids(rows)).sieve(leaf, negated).at(slice(0, len(rows)))

        return Sieve(at, 0.01, 500.0)

    def values(self, rows: Index) -> list[Any]:
        return self._ids(rows).to_list()

    def series(self, name: str, rows: Index) -> pl.Series:
        return self._ids(rows).alias(name)

    def kinds(self, weights: NDArray[np.int64] | None = None) -> Kinds:
        yield "", self._count if weights is None else int(weights.sum())
