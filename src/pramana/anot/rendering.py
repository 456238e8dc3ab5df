"""Numbers and ranges of primitives as text, for tables and reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10
from typing import Any

from pramana.anot.deciding import UNDECIDED
from pramana.canonical import canonical

MOST_SHOWN = 6
"""So many possible values are named in a line of a table."""
ANYTHING = "any value"


def number_text(value: float) -> str:
    """Return a number for a table: four digits that count.

    >>> number_text(2.0), number_text(1234567), number_text(0.000123456)
    ('2', '1,234,567', '0.0001235')
    """
    if isinstance(value, int) or value.is_integer():
        return f"{int(value):,}"
    return f"{value:,.{max(0, 3 - int(log10(abs(value)) // 1))}f}"


def range_text(possible: Mapping[str, Any]) -> str:
    """Return what a primitive can be (the JSON of `PossibleValues`) as text.

    >>> range_text({"low": 1.5, "high": 16.5}), range_text({"low": 4}), range_text({"one_of": ["High", "Low"]})
    ('1.500 to 16.50', '4 or more', 'High or Low')
    """
    text = _bounds_text(possible)
    return f"{text}, or no value" if possible.get("or_no_value") else text


def _bounds_text(possible: Mapping[str, Any]) -> str:
    if "one_of" in possible:
        named = [each if isinstance(each, str) else canonical(each) for each in possible["one_of"]]
        more = [f"{len(named) - MOST_SHOWN} others"] if len(named) > MOST_SHOWN else []
        return " or ".join([*named[:MOST_SHOWN], *more])
    low, high = possible.get("low"), possible.get("high")
    if low is not None and high is not None:
        return number_text(low) if low == high else f"{number_text(low)} to {number_text(high)}"
    if low is not None:
        return f"{number_text(low)} or more"
    return f"{number_text(high)} or less" if high is not None else ANYTHING


def possible_text(body: Mapping[str, Any], names: Sequence[str]) -> str | None:
    """Return what the open ones of these primitives can be, by an entity's output line; None where none is open."""
    ranges = body.get(UNDECIDED, {}).get("ranges", {})
    return "; ".join(f"{name}: {range_text(ranges[name])}" for name in names if name in ranges) or None
