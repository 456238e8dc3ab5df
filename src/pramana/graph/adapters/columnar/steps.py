"""A byte a number that decides nearly every comparison by order, where the number itself has four or eight."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pramana.expr import Op
from pramana.graph.adapters.columnar.sieve import Mask, Window

MANY = 1 << 16
"""Numbers from which on steps pay."""

FULL = 1 / 16
"""Where more than this share of the numbers is on one step, it decides too little."""

COMPARE: dict[Op, Callable[..., Any]] = {
    Op.EQ: operator.eq,
    Op.NE: operator.ne,
    Op.LT: operator.lt,
    Op.LE: operator.le,
    Op.GT: operator.gt,
    Op.GE: operator.ge,
}
"""What arrays and Polars' columns both understand."""

_STRICT = {Op.LT: operator.lt, Op.LE: operator.lt, Op.GT: operator.gt, Op.GE: operator.gt}


class Steps:
    """For each number of a column the one of 256 steps that it is on, as full as each other by a sample.

    On step `s` are the numbers from `bounds[s - 1]` to below `bounds[s]`. Numbers on other steps than a bound's lie
    on the same side of it as their steps; only those on its own step are looked at. No number is NaN.
    """

    def __init__(self, data: NDArray[Any]) -> None:
        self._data = data
        sample = np.sort(data[:: max(1, len(data) // MANY)])
        self._bounds = np.unique(sample[:: max(1, len(sample) // 255)][1:256])
        self._codes = np.empty(len(data), dtype=np.uint8)
        counts = np.zeros(256, dtype=np.int64)
        for start in range(0, len(data), 1 << 18):
            part = np.searchsorted(self._bounds, data[start : start + (1 << 18)], side="right")
            self._codes[start : start + (1 << 18)] = part
            counts += np.bincount(part, minlength=256)
        self._shares = counts / len(data)

    def test(self, op: Op, bound: Any) -> Callable[[Window], Mask] | None:
        """Return the test of a comparison; None where the steps are of no help."""
        step = int(np.searchsorted(self._bounds, bound, side="right"))
        if op not in _STRICT or self._shares[step] > FULL:
            return None
        compare, beyond = COMPARE[op], _STRICT[op]
        codes, data = self._codes, self._data

        def at(window: Window) -> Mask:
            if not isinstance(window, slice):
                return np.asarray(compare(data[window], bound))
            part = codes[window]
            mask: Mask = beyond(part, step)
            near = np.flatnonzero(part == step)
            mask[near] = compare(data[window][near], bound)
            return mask

        return at
