"""A one-byte histogram code per number: decides most order comparisons without reading the number itself."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pramana.expr import Op
from pramana.graph.adapters.columnar.sieve import CHUNK, Mask, Window

MANY = 1 << 16
"""From this many numbers on, steps are faster than direct comparison. Chosen by hand."""

FULL = 1 / 16
"""If one step holds more than this share of the numbers, steps exclude too few of them. Chosen by hand."""

COMPARE: dict[Op, Callable[..., Any]] = {
    Op.EQ: operator.eq,
    Op.NE: operator.ne,
    Op.LT: operator.lt,
    Op.LE: operator.le,
    Op.GT: operator.gt,
    Op.GE: operator.ge,
}
"""Operators that both arrays and Polars columns support."""

_STRICT = {Op.LT: operator.lt, Op.LE: operator.lt, Op.GT: operator.gt, Op.GE: operator.gt}


class Steps:
    """Assigns each number of a column to one of 256 steps of about equal size, by a sample.

    Step `s` holds the numbers from `bounds[s - 1]` (inclusive) to `bounds[s]` (exclusive). A comparison with a bound
    is decided by the step, except for the numbers on the bound's own step. No number is NaN.
    """

    def __init__(self, data: NDArray[Any]) -> None:
        self._data = data
        sample = np.sort(data[:: max(1, len(data) // MANY)])
        self._bounds = np.unique(sample[:: max(1, len(sample) // 255)][1:256])
        self._codes = np.empty(len(data), dtype=np.uint8)
        counts = np.zeros(256, dtype=np.int64)
        for start in range(0, len(data), CHUNK):
            part = np.searchsorted(self._bounds, data[start : start + CHUNK], side="right")
            self._codes[start : start + CHUNK] = part
            counts += np.bincount(part, minlength=256)
        self._shares = counts / len(data)

    @cached_property
    def _by_step(self) -> list[tuple[NDArray[np.int32], NDArray[np.int64]]]:
        """The rows of each part of the column by their steps, with where the rows of each step begin; made by the first
        search. Small parts are sorted in the processor's cache, in a fifth of the time of the whole column."""
        found = []
        for start in range(0, len(self._codes), CHUNK):
            codes = self._codes[start : start + CHUNK]
            rows = np.argsort(codes, kind="stable").astype(np.int32) + np.int32(start)
            found.append((rows, np.concatenate(([0], np.cumsum(np.bincount(codes, minlength=256))))))
        return found

    def _rows_on(self, step: int) -> NDArray[np.int32]:
        """Return the rows of the numbers on one step, ascending."""
        return np.concatenate([rows[begins[step] : begins[step + 1]] for rows, begins in self._by_step])

    def test(self, op: Op, bound: Any) -> Callable[[Window], Mask] | None:
        """Return the test of a comparison; None if the steps do not help."""
        step = int(np.searchsorted(self._bounds, bound, side="right"))
        if op not in _STRICT or self._shares[step] > FULL:
            return None
        compare, beyond = COMPARE[op], _STRICT[op]
        codes, data = self._codes, self._data

        @cache
        def on_step() -> NDArray[np.int32]:
            """Return the rows on the bound's own step for which the comparison is true."""
            rows = self._rows_on(step)
            passing: NDArray[np.int32] = rows[compare(data[rows], bound)]
            return passing

        def at(window: Window) -> Mask:
            if not isinstance(window, slice):
                return np.asarray(compare(data[window], bound))
            mask: Mask = beyond(codes[window], step)
            rows = on_step()
            first, last = np.searchsorted(rows, np.array((window.start, window.stop), dtype=np.int32))
            mask[rows[first:last] - window.start] = True
            return mask

        return at
