"""Columns of mostly distinct texts, compared and searched in Arrow's contiguous layout."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import pyarrow as pa
from numpy.typing import NDArray

from pramana.expr import INVERSE, TEXT_OPS, Comparison, Field, IsNull, Length, Membership, Op
from pramana.graph.adapters.columnar.columns import Kinds, Leaf, Objects, of_nothing, sampled_sieve
from pramana.graph.adapters.columnar.numbers import NumberColumn
from pramana.graph.adapters.columnar.sieve import ALWAYS, NEVER, Index, Mask, Sieve, Window, width
from pramana.graph.adapters.columnar.steps import COMPARE

if TYPE_CHECKING:
    from pramana.graph.adapters.rows import Rows

PIECE = 1 << 30
"""Bytes that are searched as one text: Polars counts positions in 32 bits."""

FEW = 4096
"""Up to this many rows, texts of a range are tested one by one instead of by one search through all texts.

Chosen by hand.
"""

ONE_BY_ONE = 8
"""Up to so many rows are read one by one: a gather of Polars takes about 15 µs, a text by its row 1 µs."""

KERNELS: dict[Op, Callable[[pl.Series, str], pl.Series]] = {
    Op.CONTAINS: lambda texts, needle: texts.str.contains(needle, literal=True),
    Op.STARTS_WITH: lambda texts, needle: texts.str.starts_with(needle),
    Op.ENDS_WITH: lambda texts, needle: texts.str.ends_with(needle),
}


class TextColumn:
    """Texts by row. All are valid UTF-8, so that byte order equals code point order."""

    typed = True

    def __init__(self, texts: pl.Series) -> None:
        self._texts = texts
        self._valid = None if not texts.null_count() else texts.is_not_null().to_numpy()

    def __len__(self) -> int:
        return len(self._texts)

    def sieve(self, leaf: Leaf, negated: bool) -> Sieve:
        match leaf:
            case IsNull(Field((_,))):
                return self._null(leaf.negated == negated)
            case Comparison(Field((_,)), op, str() as value) if _is_utf8(value):
                return self._search(op, value, negated) if op in TEXT_OPS else self._order(op, value, negated)
            case Comparison(Field((_,)), _, bool() | int() | float()):
                return NEVER
            case Comparison(Length(Field((_,))), op, bool() | int() | float() | str() as value):
                return self._measure(Comparison(Field(("length",)), op, value), negated)
            case Membership(Field((_,)), tuple() as values) if values:
                return self._among(values, leaf.negated != negated)
            case Comparison(Field((_, _, *_))) | Membership(Field((_, _, *_))) | IsNull(Field((_, _, *_))):
                return of_nothing(leaf, negated)
        return Objects(self._texts.to_list()).sieve(leaf, negated)

    def _part(self, window: Window) -> pl.Series:
        if isinstance(window, slice):
            return self._texts.slice(window.start, width(window))
        return self._texts.gather(pl.Series(window))

    def _null(self, wanted: bool) -> Sieve:
        valid = self._valid
        if valid is None:
            return NEVER if wanted else ALWAYS
        return sampled_sieve(lambda window: ~valid[window] if wanted else valid[window], len(self), 1.0)

    def _order(self, op: Op, value: str, negated: bool) -> Sieve:
        compare = COMPARE[INVERSE[op] if negated else op]
        return self._kernel(lambda texts: compare(texts, value), 16.0)

    def _kernel(self, kernel: Callable[[pl.Series], pl.Series], cost: float) -> Sieve:
        return sampled_sieve(lambda window: _as_mask(kernel(self._part(window))), len(self), cost)

    def _among(self, values: tuple[Any, ...], negated: bool) -> Sieve:
        texts = [value for value in values if isinstance(value, str) and _is_utf8(value)]
        if not negated:
            return self._kernel(lambda part: part.is_in(texts), 30.0) if texts else NEVER
        if not all(isinstance(value, str) for value in values):
            return NEVER
        return self._kernel(lambda part: ~part.is_in(texts), 30.0)

    def _measure(self, leaf: Comparison, negated: bool) -> Sieve:
        def at(window: Window) -> Mask:
            lengths = self._part(window).str.len_chars()
            valid = None if not lengths.null_count() else lengths.is_not_null().to_numpy()
            counted = NumberColumn(lengths.fill_null(0).to_numpy(), valid)
            return counted.sieve(leaf, negated).at(slice(0, len(counted)))

        return sampled_sieve(at, len(self), 20.0)

    def _search(self, op: Op, value: str, negated: bool) -> Sieve:
        valid = self._valid
        scan = _Scan(self, op, value)

        def at(window: Window) -> Mask:
            mask = scan.at(window)
            if not negated:
                return mask
            return ~mask if valid is None else ~mask & valid[window]

        return Sieve(at, 0.5 if negated else 0.1, 20.0)

    @cached_property
    def flat(self) -> _Flat:
        """All texts as one; built by the first search."""
        return _Flat(self._texts)

    def values(self, rows: Index) -> list[Any]:
        if len(rows) <= ONE_BY_ONE:
            return [self._texts[row] for row in rows.tolist()]
        return self._texts.gather(pl.Series(rows)).to_list()

    def series(self, name: str, rows: Index) -> pl.Series:
        return self._texts.gather(pl.Series(rows)).alias(name)

    def kinds(self, weights: NDArray[np.int64] | None = None) -> Kinds:
        each = np.ones(len(self), dtype=np.int64) if weights is None else weights
        yield "", int(each.sum() if self._valid is None else each[self._valid].sum())


class _Scan:
    """Where a text operator is true. Ranges are answered from one search through all texts, run once."""

    def __init__(self, column: TextColumn, op: Op, value: str) -> None:
        self._column = column
        self._op = op
        self._value = value

    def at(self, window: Window) -> Mask:
        texts = self._column
        if isinstance(window, slice) and width(window) > min(FEW, len(texts) // 2):
            return self._everywhere[window]
        if not isinstance(window, slice) and "_everywhere" in self.__dict__:
            return self._everywhere[window]
        return _as_mask(KERNELS[self._op](texts._part(window), self._value))

    @cached_property
    def _everywhere(self) -> Mask:
        texts, needle = self._column, self._value.encode()
        if not needle or texts.flat.is_common(needle):
            return _as_mask(KERNELS[self._op](texts._texts, self._value))
        mask = np.zeros(len(texts), dtype=np.bool_)
        mask[texts.flat.rows_with(self._op, needle)] = True
        return mask


@dataclass(frozen=True, slots=True)
class _Piece:
    first: int
    texts: pl.Series


class _Flat:
    """Texts joined end to end, so that one search covers them all: six times as fast as one search per text.

    Matches that cross the border of two texts are discarded.
    """

    def __init__(self, texts: pl.Series) -> None:
        arrow = texts.fill_null("").rechunk().to_arrow(compat_level=pl.CompatLevel.oldest())
        _, offsets, data = arrow.buffers()
        self._starts = np.frombuffer(offsets, dtype=np.int64)[arrow.offset : arrow.offset + len(arrow) + 1]
        self._data = pa.py_buffer(b"") if data is None else data

    def is_common(self, needle: bytes) -> bool:
        """Return whether, by the first bytes, so many texts match that testing them one by one is faster."""
        sample = memoryview(self._data)[: 1 << 15].tobytes()
        texts = max(1, int(np.searchsorted(self._starts, len(sample))))
        return sample.count(needle) * 4 > texts

    def rows_with(self, op: Op, needle: bytes) -> Rows:
        """Return, with repetitions, the rows whose text has the needle at the position that the operator requires."""
        return np.concatenate([self._rows_in_piece(piece, op, needle) for piece in self._pieces])

    @cached_property
    def _pieces(self) -> list[_Piece]:
        """Ranges of whole texts, each at most PIECE long unless a single text is longer."""
        count, row, pieces = len(self._starts) - 1, 0, []
        while row < count:
            after = int(np.searchsorted(self._starts, self._starts[row] + PIECE, side="right")) - 1
            after = min(count, max(after, row + 1))
            begin, end = int(self._starts[row]), int(self._starts[after])
            bounds = pa.py_buffer(np.array([0, end - begin], dtype=np.int64).tobytes())
            whole = pa.LargeStringArray.from_buffers(1, bounds, self._data.slice(begin, end - begin))
            pieces.append(_Piece(begin, pl.Series(whole)))
            row = after
        return pieces or [_Piece(0, pl.Series([""]))]

    def _rows_in_piece(self, piece: _Piece, op: Op, needle: bytes) -> Rows:
        found = piece.texts.str.find_many([needle.decode()], overlapping=True)[0]
        places = found.to_numpy().astype(np.int64) + piece.first
        rows = np.searchsorted(self._starts, places, side="right") - 1
        ends = places + len(needle)
        inside = ends <= self._starts[rows + 1]
        if op is Op.STARTS_WITH:
            inside &= places == self._starts[rows]
        elif op is Op.ENDS_WITH:
            inside = ends == self._starts[rows + 1]
        kept: Rows = rows[inside]
        return kept


def _as_mask(truths: pl.Series) -> Mask:
    """Return a Boolean column as a mask; unknown becomes false."""
    known = truths.fill_null(False) if truths.null_count() else truths
    mask: Mask = known.to_numpy()
    return mask


def _is_utf8(text: str) -> bool:
    """Return whether Polars can hold a text: it cannot if the text has an unpaired surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
