"""Vectors as bytes: from here on no floats, so that sums are the same on every machine and in every order."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Matrix = NDArray[np.int8]
"""Vectors, one a row. None holds -128."""


def quantise(vectors: ArrayLike) -> Matrix:
    """Return float vectors, one a row, as bytes: each row scaled so that its largest part is 127.

    Directions are kept to about one part in 250; lengths are not kept. Raises ValueError for NaN, infinities and
    anything that is not a table of numbers.
    """
    table = np.asarray(vectors, dtype=np.float64)
    if table.ndim != 2 or not np.isfinite(table).all():
        raise ValueError("vectors must be a table of finite numbers, one vector a row")
    largest = np.abs(table).max(axis=1, keepdims=True, initial=0.0)
    shares = np.divide(table, largest, out=np.zeros_like(table), where=largest > 0)
    quantised: Matrix = np.rint(shares * 127.0).astype(np.int8)
    return quantised
