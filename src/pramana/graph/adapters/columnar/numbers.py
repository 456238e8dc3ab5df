"""Columns of integers or of floats, in the narrowest type that holds them exactly."""

from __future__ import annotations

from math import floor, isinf
from typing import Any, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pramana.expr import INVERSE, Comparison, Field, IsNull, Membership, Op, finite_number
from pramana.graph.adapters.columnar.columns import Kinds, Leaf, Objects, of_nothing, sampled_sieve
from pramana.graph.adapters.columnar.sieve import ALWAYS, NEVER, Index, Mask, Sieve, Window, all_of, any_of
from pramana.graph.adapters.columnar.steps import COMPARE, MANY, Steps

Array: TypeAlias = "NDArray[Any]"


class NumberColumn:
    """Integers or floats. `valid` marks the rows that have a value; None: all rows have one.

    In a column of floats a row without a value holds NaN, so that only != needs `valid`.
    """

    typed = True

    def __init__(self, data: Array, valid: Mask | None) -> None:
        self._data = data
        self._valid = valid
        self._exact = data.dtype.kind in "iu"
        self._comparable = valid if self._exact else _unless_all(~np.isnan(data))
        self._steps = Steps(data) if len(data) >= MANY and data.itemsize > 2 and self._comparable is None else None

    def __len__(self) -> int:
        return len(self._data)

    def sieve(self, leaf: Leaf, negated: bool) -> Sieve:
        match leaf:
            case IsNull(Field((_,))):
                return self._null(leaf.negated == negated)
            case Comparison(Field((_,)), _, str() | bool()):
                return NEVER
            case Comparison(Field((_,)), op, int() | float() as value):
                return self._compare(INVERSE[op] if negated else op, value) if op in COMPARE else NEVER
            case Membership(Field((_,)), tuple() as values) if values:
                return self._among(values, leaf.negated != negated)
            case Comparison(Field((_, _, *_))) | Membership(Field((_, _, *_))) | IsNull(Field((_, _, *_))):
                return of_nothing(leaf, negated)
        return _as_objects(self, leaf, negated)

    def _null(self, wanted: bool) -> Sieve:
        valid = self._valid
        if valid is None:
            return NEVER if wanted else ALWAYS
        return sampled_sieve(lambda window: ~valid[window] if wanted else valid[window], len(self), 1.0)

    def _among(self, values: tuple[Any, ...], negated: bool) -> Sieve:
        numbers = [value for value in values if not isinstance(value, str | bool) and value == value]
        if not negated:
            return any_of([self._compare(Op.EQ, number) for number in numbers])
        if len(numbers) < len(values):
            return NEVER
        return all_of([self._compare(Op.NE, number) for number in numbers])

    def _compare(self, op: Op, value: float) -> Sieve:
        if value != value:
            return NEVER
        value = finite_number(value) if isinstance(value, int) else value
        restated = restate_exact(op, value) if self._exact else restate_float(op, value, self._data.dtype)
        if isinstance(restated, bool):
            return self._comparables() if restated else NEVER
        op, bound = restated
        stepped = None if self._steps is None else self._steps.test(op, bound)
        if stepped is not None:
            return sampled_sieve(stepped, len(self), 2.0)
        compare, data = COMPARE[op], self._data
        comparable = self._comparable if self._exact or op is Op.NE else None

        def at(window: Window) -> Mask:
            mask: Mask = compare(data[window], bound)
            return mask if comparable is None else mask & comparable[window]

        return sampled_sieve(at, len(self), float(data.itemsize))

    def _comparables(self) -> Sieve:
        comparable = self._comparable
        return ALWAYS if comparable is None else sampled_sieve(lambda window: comparable[window], len(self), 1.0)

    def values(self, rows: Index) -> list[Any]:
        values: list[Any] = self._data[rows].tolist()
        if self._valid is not None:
            for place in np.flatnonzero(~self._valid[rows]).tolist():
                values[place] = None
        return values

    def series(self, name: str, rows: Index) -> pl.Series:
        series = pl.Series(name, self._data[rows].astype(np.int64 if self._exact else np.float64))
        return series if self._valid is None else series.set(pl.Series(~self._valid[rows]), None)

    def kinds(self, weights: NDArray[np.int64] | None = None) -> Kinds:
        each = np.ones(len(self), dtype=np.int64) if weights is None else weights
        valid = np.ones(len(self), dtype=np.bool_) if self._valid is None else self._valid
        comparable = valid if self._comparable is None else self._comparable
        yield 0, int(each[comparable].sum())
        yield float("nan"), int(each[valid & ~comparable].sum())


def restate_exact(op: Op, value: float) -> tuple[Op, int] | bool:
    """Return an equivalent comparison of integers with an integer, or its truth value if that is the same for all.

    >>> restate_exact(Op.LT, 2.5), restate_exact(Op.GE, 2.5), restate_exact(Op.EQ, 2.5)
    ((<Op.LE: '<='>, 2), (<Op.GT: '>'>, 2), False)
    """
    if isinstance(value, int):
        return op, value
    if isinf(value):
        return op is Op.NE or (op in (Op.LT, Op.LE) if value > 0 else op in (Op.GT, Op.GE))
    if value.is_integer():
        return op, int(value)
    if op in (Op.EQ, Op.NE):
        return op is Op.NE
    return (Op.LE if op in (Op.LT, Op.LE) else Op.GT), floor(value)


def restate_float(op: Op, value: float, dtype: np.dtype[Any]) -> tuple[Op, Any] | bool:
    """Return an equivalent comparison with a float of the column's type, or its truth value if that is constant.

    No float of the type lies between the value and the nearest one to it, so the results are equal.
    """
    near = _nearest(value, dtype)
    exact = float(near)
    if exact == value:
        return op, near
    if op in (Op.EQ, Op.NE):
        return op is Op.NE
    below = op in (Op.LT, Op.LE)
    if exact > value:
        return (Op.LT if below else Op.GE), near
    return (Op.LE if below else Op.GT), near


def _nearest(value: float, dtype: np.dtype[Any]) -> Any:
    try:
        wide = float(value)
    except OverflowError:
        wide = float("inf") if value > 0 else float("-inf")
    with np.errstate(over="ignore"):
        return dtype.type(wide)


def _unless_all(mask: Mask) -> Mask | None:
    return None if mask.all() else mask


def _as_objects(column: NumberColumn, leaf: Leaf, negated: bool) -> Sieve:
    """Return the sieve of a rare kind of leaf, evaluated as for mixed values."""
    return Objects(column.values(np.arange(len(column)))).sieve(leaf, negated)
