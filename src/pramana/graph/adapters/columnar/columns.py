"""Columns of values. Each kind of column computes where a comparison is true and where it is false."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Protocol, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pramana.expr import Comparison, Field, IsNull, Length, Membership, Not, compile_match, evaluate
from pramana.graph.adapters.columnar.sieve import (
    ALWAYS,
    NEVER,
    Index,
    Mask,
    Sieve,
    Window,
    constant,
    sampled_share,
    width,
)
from pramana.graph.adapters.frames import frame

Leaf: TypeAlias = Comparison | Membership | IsNull
Kinds: TypeAlias = "Iterable[tuple[Any, int]]"
"""One sample value per type, each with the number of values that it represents."""


class Column(Protocol):
    """One property of all nodes or of all edges. Leaves passed to it have exactly one field, which names it."""

    @property
    def typed(self) -> bool:
        """Whether all values are texts, or all numbers, so that `series` holds them exactly."""

    def __len__(self) -> int: ...

    def sieve(self, leaf: Leaf, negated: bool) -> Sieve:
        """Return where the leaf is true; if negated, where it is false."""

    def values(self, rows: Index) -> list[Any]:
        """Return the values in these rows, None if a value is missing."""

    def series(self, name: str, rows: Index) -> pl.Series:
        """Return the values in these rows as a Polars series."""

    def kinds(self, weights: NDArray[np.int64] | None = None) -> Kinds:
        """Return at least one value of each type with its count; with `weights`, each row counts that many times."""


COMPILED = 64
"""From this many values on, generating Python code for a test is faster than interpreting it. Chosen by hand."""


def field_of(leaf: Leaf) -> Field:
    """Return the field of a leaf that has exactly one."""
    left = leaf.left
    operand = left if isinstance(left, Field | Length) else getattr(leaf, "right", None)
    field = operand.of if isinstance(operand, Length) else operand
    assert isinstance(field, Field)
    return field


def python_test(leaf: Leaf, negated: bool) -> Callable[[Any], bool]:
    """Return a test of single values that is true where the leaf is true; if negated, where it is false."""
    name = field_of(leaf).path[0]
    test = compile_match(Not(leaf) if negated else leaf)
    return lambda value: test({name: value})


def of_nothing(leaf: Leaf, negated: bool) -> Sieve:
    """Return the sieve of a column whose values are all missing."""
    return constant(evaluate(leaf, {}) is (not negated))


def everything(column: Column) -> slice[int, int, None]:
    return slice(0, len(column))


class Missing:
    """A column without values."""

    typed = False

    def __init__(self, count: int) -> None:
        self._count = count

    def __len__(self) -> int:
        return self._count

    def sieve(self, leaf: Leaf, negated: bool) -> Sieve:
        return of_nothing(leaf, negated)

    def values(self, rows: Index) -> list[Any]:
        return [None] * len(rows)

    def series(self, name: str, rows: Index) -> pl.Series:
        return pl.Series(name, [None] * len(rows), dtype=pl.String)

    def kinds(self, weights: NDArray[np.int64] | None = None) -> Kinds:
        return ()


class Objects:
    """Values of any and mixed types, tested one by one: the fallback for what fits no other column."""

    typed = False

    def __init__(self, values: list[Any]) -> None:
        self._values = values

    def __len__(self) -> int:
        return len(self._values)

    def sieve(self, leaf: Leaf, negated: bool) -> Sieve:
        if len(self) <= COMPILED:
            name = field_of(leaf).path[0]
            return one_by_one(lambda window: (evaluate(leaf, {name: v}) is (not negated) for v in self._window(window)))
        test = python_test(leaf, negated)
        return one_by_one(lambda window: map(test, self._window(window)))

    def _window(self, window: Window) -> list[Any]:
        return self._values[window] if isinstance(window, slice) else self.values(window)

    def values(self, rows: Index) -> list[Any]:
        return [self._values[row] for row in rows.tolist()]

    def series(self, name: str, rows: Index) -> pl.Series:
        return frame([{name: value} for value in self.values(rows)], [name])[name]

    def kinds(self, weights: NDArray[np.int64] | None = None) -> Kinds:
        each = [1] * len(self) if weights is None else weights.tolist()
        return ((value, count) for value, count in zip(self._values, each, strict=True) if value is not None)


def one_by_one(truths: Callable[[Window], Iterable[bool]]) -> Sieve:
    """Return the sieve of a Python test applied row by row. It costs about 200 times as much as comparing a byte."""
    return Sieve(lambda window: np.fromiter(truths(window), np.bool_, width(window)), 0.5, 200.0)


Codes: TypeAlias = "NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.uint32]"


class Coded:
    """A column with few distinct values: each row holds the index of its value in `words`, or `len(words)` for none.

    A leaf is evaluated once per word. If the matching words are contiguous, the codes are compared with the bounds of
    the range; otherwise they are looked up in a table.
    """

    def __init__(self, codes: Codes, words: Column) -> None:
        self.codes = codes
        self._words = words
        self._counts = _tally(codes, len(words) + 1)

    @property
    def typed(self) -> bool:
        return self._words.typed

    def __len__(self) -> int:
        return len(self.codes)

    def sieve(self, leaf: Leaf, negated: bool) -> Sieve:
        passing = self._words.sieve(leaf, negated).at(everything(self._words))
        nothing = of_nothing(leaf, negated).constant is True
        table = np.append(passing, nothing)
        kept = int(self._counts[table].sum())
        if not kept:
            return NEVER
        if kept == len(self):
            return ALWAYS
        codes = self.codes
        test = _code_test(table)
        return Sieve(lambda window: test(codes[window]), kept / len(self), float(codes.itemsize))

    @cached_property
    def _word_values(self) -> NDArray[np.object_]:
        known = np.empty(len(self._words) + 1, dtype=object)
        known[:-1] = self._words.values(np.arange(len(self._words)))
        return known

    def values(self, rows: Index) -> list[Any]:
        values: list[Any] = self._word_values.take(self.codes[rows]).tolist()
        return values

    def series(self, name: str, rows: Index) -> pl.Series:
        if isinstance(self._words, Objects):
            return Objects(self.values(rows)).series(name, np.arange(len(rows)))
        codes = pl.Series(self.codes[rows].astype(np.uint32))
        codes = codes.set(codes == len(self._words), None)
        return self._words.series(name, np.arange(len(self._words))).gather(codes)

    def kinds(self, weights: NDArray[np.int64] | None = None) -> Kinds:
        counts = self._counts if weights is None else _tally(self.codes, len(self._words) + 1, weights)
        return self._words.kinds(counts[:-1])


def _tally(codes: Codes, size: int, weights: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
    """Return how often each code occurs in a column."""
    counts = np.zeros(size, dtype=np.int64)
    for start in range(0, len(codes), 1 << 20):
        part = slice(start, start + (1 << 20))
        weighed = np.bincount(codes[part], None if weights is None else weights[part], size)
        counts += weighed.astype(np.int64)
    return counts


def _code_test(table: Mask) -> Callable[[Codes], Mask]:
    """Return the fastest test for the matching codes: comparison with one or two ranges, else a table lookup."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], table, [False]))))
    ranges = [(int(low), int(high) - 1) for low, high in edges.reshape(-1, 2)]
    if len(ranges) > 2:
        return lambda codes: table.take(codes, mode="clip")
    tests = [_range_test(low, high, len(table) - 1) for low, high in ranges]
    return tests[0] if len(tests) == 1 else lambda codes: tests[0](codes) | tests[1](codes)


def _range_test(low: int, high: int, last: int) -> Callable[[Codes], Mask]:
    if low == high:
        return lambda codes: codes == low
    if high == last:
        return lambda codes: codes >= low
    if low == 0:
        return lambda codes: codes <= high
    # Unsigned arithmetic: values below the range wrap around and compare as above it.
    return lambda codes: (codes - codes.dtype.type(low)) <= high - low


def sampled_sieve(at: Callable[[Window], Mask], count: int, cost: float) -> Sieve:
    """Return a sieve whose share of passing rows is estimated from a sample."""
    return Sieve(at, sampled_share(at, count), cost)
