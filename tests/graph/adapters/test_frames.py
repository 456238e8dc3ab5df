"""Records as frames."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from pramana.graph.adapters.frames import frame


@pytest.mark.parametrize(
    ("values", "dtype", "shown"),
    [
        (["a", None, "ā"], pl.String, ["a", None, "ā"]),
        ([1, None, 2], pl.Int64, [1, None, 2]),
        ([1, 2.5], pl.Float64, [1.0, 2.5]),
        ([True, None], pl.Boolean, [True, None]),
        ([["a"], [], None], pl.List(pl.String), [["a"], [], None]),
        ([[1, 2], [3]], pl.List(pl.Int64), [[1, 2], [3]]),
        ([1, "a", True, [1]], pl.String, ["1", '"a"', "true", "[1]"]),
        ([{"k": 1}], pl.String, ['{"k":1}']),
        ([2**63], pl.String, [str(2**63)]),
        ([[1, "a"]], pl.String, ['[1,"a"]']),
    ],
)
def test_a_column_has_the_type_of_its_values(values: list[Any], dtype: Any, shown: list[Any]) -> None:
    """Values of one kind make a column of that type; any others are given as JSON."""
    made = frame([{"id": str(number), "v": value} for number, value in enumerate(values)], ["id"])
    assert made["v"].dtype == dtype
    assert made["v"].to_list() == shown


def test_columns_are_own_fields_then_properties_by_name() -> None:
    """The record's own fields come first, then every property that some record has, sorted; without records, the own."""
    made = frame([{"id": "1", "type": "P", "z": 1}, {"id": "2", "type": "P", "a": 2}], ["id", "type"])
    assert made.columns == ["id", "type", "a", "z"]
    assert made.rows() == [("1", "P", None, 1), ("2", "P", 2, None)]
    assert frame([], ["id", "type"]).schema == {"id": pl.String, "type": pl.String}
