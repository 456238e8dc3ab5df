"""Records as a Polars frame, whatever types their properties have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pramana.canonical import canonical
from pramana.extras import optional_import

if TYPE_CHECKING:
    import polars as pl

_INT64 = range(-(2**63), 2**63)


def frame(records: Sequence[dict[str, Any]], own: Iterable[str]) -> pl.DataFrame:
    """Return a frame with a column for each name in the records: the `own` ones first, then the others by name.

    A column whose values are of one kind (texts, booleans, integers, numbers, lists of one of these) has that type;
    in all other columns each value is its canonical JSON. Raises ExtraMissing without Polars.
    """
    with optional_import("tables", "A Polars frame"):
        import polars as pl

    names = list(own)
    names += sorted({name for record in records for name in record}.difference(names))
    return pl.DataFrame([_column(name, [record.get(name) for record in records]) for name in names])


def _column(name: str, values: list[Any]) -> pl.Series:
    import polars as pl

    kind = _kind(values)
    if kind == "list":
        inner = _kind([item for value in values if value is not None for item in value])
        dtype = pl.List(_dtypes()[inner]) if inner in _dtypes() else None
    else:
        dtype = _dtypes().get(kind)
    if dtype is not None:
        return pl.Series(name, values, dtype=dtype, strict=False)
    return pl.Series(name, [None if value is None else canonical(value) for value in values], dtype=pl.String)


def _dtypes() -> dict[str, Any]:
    import polars as pl

    return {"text": pl.String, "boolean": pl.Boolean, "integer": pl.Int64, "number": pl.Float64}


def _kind(values: Iterable[Any]) -> str:
    """Return the kind that all values share; text if there are no values."""
    kinds = {_kind_of(value) for value in values if value is not None}
    if len(kinds) <= 1:
        return kinds.pop() if kinds else "text"
    return "number" if kinds == {"integer", "number"} else "mixed"


def _kind_of(value: Any) -> str:
    if isinstance(value, str):
        return "text"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer" if value in _INT64 else "mixed"
    if isinstance(value, float):
        return "number"
    return "list" if isinstance(value, (list, tuple)) else "mixed"
