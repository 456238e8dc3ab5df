"""Chooses for a property the column type that stores its values exactly in the least space."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pramana.errors import InputError
from pramana.graph.adapters.columnar.columns import Coded, Codes, Column, Missing, Objects
from pramana.graph.adapters.columnar.numbers import NumberColumn
from pramana.graph.adapters.columnar.text import TextColumn

SAMPLE = 4096
"""Values inspected to estimate the share of distinct ones. Chosen by hand."""

FEW = 1 << 16
"""Distinct values up to which codes fit into 16 bits."""

NARROW = (np.uint8, np.int8, np.uint16, np.int16, np.int32)

"""Integer types narrower than 64 bits, the smallest first."""


def encode_series(series: pl.Series) -> Column:
    """Return a column for the values of a Polars series.

    Times become ISO texts, decimals floats. NaN is stored, but no comparison with it is true. Raises InputError for
    bytes, which are not a property type.
    """
    dtype = series.dtype
    if series.null_count() == len(series):
        return Missing(len(series))
    if dtype == pl.String:
        return _texts(series)
    if dtype.is_integer():
        return _integers(series)
    if dtype.is_float():
        return _floats(series.cast(pl.Float64))
    if dtype.is_decimal():
        return _floats(series.cast(pl.Float64))
    if isinstance(dtype, pl.Categorical | pl.Enum):
        return _texts(series.cast(pl.String))
    if dtype == pl.Duration or dtype.is_temporal():
        return _texts(series.dt.to_string("iso"))
    if dtype == pl.Binary:
        raise InputError(f"The column {series.name!r} holds bytes; a property is JSON: text, number, boolean, list.")
    return _objects(series.to_list())


def encode_values(values: Sequence[Any]) -> Column:
    """Return a column for Python values. None is a missing one."""
    kinds = {type(value) for value in values if value is not None}
    if kinds == {str} and all(value.isascii() or _is_utf8(value) for value in values if value is not None):
        return _texts(pl.Series(values, dtype=pl.String))
    if kinds == {int} and all(-(2**63) <= value < 2**63 for value in values if value is not None):
        return _integers(pl.Series(values, dtype=pl.Int64))
    if kinds == {float}:
        return _floats(pl.Series(values, dtype=pl.Float64))
    return _objects(values) if kinds else Missing(len(values))


def _texts(series: pl.Series) -> Column:
    if _mostly_different(series):
        return TextColumn(compact(series))
    words = series.drop_nulls().unique().sort()
    if len(words) >= FEW and len(words) * 4 > len(series):
        return TextColumn(compact(series))
    codes = series.cast(pl.Enum(words)).to_physical().cast(pl.UInt32).fill_null(len(words))
    return Coded(_narrow_codes(codes, len(words)), TextColumn(words))


def compact(texts: pl.Series) -> pl.Series:
    """Return a copy of the texts: a slice of a table would keep the whole table in memory."""
    return pl.Series(texts.name, texts.rechunk().to_arrow(compat_level=pl.CompatLevel.oldest()), dtype=pl.String)


def _integers(series: pl.Series) -> Column:
    low, high = series.min(), series.max()
    assert isinstance(low, int)
    assert isinstance(high, int)
    if high >= 2**63:
        return _objects(series.to_list())
    dtype = next((kind for kind in NARROW if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max), np.int64)
    wide = np.dtype(dtype).itemsize > 2
    if (wide or series.null_count()) and not _mostly_different(series):
        coded = _coded_numbers(series, np.dtype(dtype).itemsize)
        if coded is not None:
            return coded
    valid = series.is_not_null().to_numpy() if series.null_count() else None
    return NumberColumn(series.fill_null(low).to_numpy().astype(dtype), valid)


def _floats(series: pl.Series) -> Column:
    valid = series.is_not_null().to_numpy() if series.null_count() else None
    if not series.is_nan().any() and not _mostly_different(series):
        coded = _coded_numbers(series, 8)
        if coded is not None:
            return coded
    data = series.fill_null(float("nan")).to_numpy()
    if _fits_half(data[:SAMPLE]) and _fits_half(data):
        data = data.astype(np.float32)
    return NumberColumn(np.array(data), valid)


def _coded_numbers(series: pl.Series, itemsize: int) -> Column | None:
    """Return the numbers as ordered codes; None if codes would not take less space."""
    words = series.drop_nulls().unique().sort()
    size = 1 if len(words) < 256 else 2
    if len(words) >= FEW or size >= itemsize + bool(series.null_count()):
        return None
    known = words.to_numpy()
    valid = series.is_not_null().to_numpy()
    codes: NDArray[Any] = np.searchsorted(known, series.fill_null(known[0]).to_numpy())
    codes[~valid] = len(known)
    narrow: Codes = codes.astype(np.uint8) if size == 1 else codes.astype(np.uint16)
    return Coded(narrow, NumberColumn(known, None))


def _objects(values: Sequence[Any]) -> Column:
    """Return a column of values of any types. Distinct values are stored once if they repeat often enough."""
    known: dict[Hashable, int] = {}
    words: list[Any] = []
    codes = []
    for value in values:
        if value is None:
            codes.append(-1)
            continue
        code = known.setdefault(_key(value), len(words))
        if code == len(words):
            words.append(value)
        codes.append(code)
    if len(words) * 2 > len(values):
        return Objects(list(values))
    filled = pl.Series([len(words) if code < 0 else code for code in codes], dtype=pl.UInt32)
    return Coded(_narrow_codes(filled, len(words)), Objects(words))


def _key(value: Any) -> Hashable:
    """Return a key under which 1, 1.0, true and lists of them differ."""
    return type(value), value if isinstance(value, str | int | bool) else repr(value)


def _narrow_codes(codes: pl.Series, highest: int) -> Any:
    dtype = np.uint8 if highest < 256 else np.uint16 if highest < FEW else np.uint32
    return codes.to_numpy().astype(dtype)


def _mostly_different(series: pl.Series) -> bool:
    """Return whether, by a sample, so many values are distinct that codes would save no space."""
    if len(series) <= SAMPLE:
        return False
    rows = np.arange(SAMPLE) * (len(series) // SAMPLE)
    return series.gather(pl.Series(rows)).n_unique() > SAMPLE * 0.9


def _fits_half(data: NDArray[np.float64]) -> bool:
    """Return whether 32-bit floats hold all values exactly."""
    with np.errstate(over="ignore"):
        return bool(np.array_equal(data.astype(np.float32).astype(np.float64), data, equal_nan=True))


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def pad_columns(columns: dict[str, list[Any]], count: int) -> Iterable[tuple[str, list[Any]]]:
    """Yield the columns, each extended with None to the number of rows."""
    for name, values in columns.items():
        values.extend([None] * (count - len(values)))
        yield name, values
