"""Values of times and quantities: precision and recall on expressions of real texts, with the time that they take.

    python bench/values.py [--wrong]

`bench/expressions/values.txt` holds the expressions and what they say, written by hand before any code read them. Rules
were chosen on its odd rows; the even rows report. A row is right if every field is. Precision counts rows to which a
value was given, recall rows that have one.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter
from typing import Any

from pramana.events import Values, values_of

Row = tuple[str, str, bool, str, bool | None, dict[str, Any]]
TABLE = Path(__file__).parent / "expressions" / "values.txt"
_SHOWN = ("edtf", "value", "least", "most", "unit", "approximate")


def rows() -> list[Row]:
    """Return the expressions: mention, marker, whether a time, document date, whether past, expected values."""
    found = []
    for line in TABLE.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            mention, marker, kind, dated, expected = (part.strip() for part in line.split("|"))
            date, _, tense = dated.partition(" ")
            found.append((mention, marker, kind == "t", date, {"p": True, "f": False}.get(tense), _expected(expected)))
    return found


def _expected(text: str) -> dict[str, Any]:
    names = {"min": "least", "max": "most"}
    pairs = [part.partition("=") for part in text.split() if part != "-"]
    values = {names.get(name, name): value for name, _, value in pairs if name != "about"}
    numbers = {name: float(value) for name, value in values.items() if name in ("value", "least", "most")}
    return {**values, **numbers, **({"approximate": True} if "about" in text.split() else {})}


def _found(values: Values) -> dict[str, Any]:
    return {name: value for name, value in values.properties().items() if name in _SHOWN}


def score(chosen: list[Row], wrong: bool) -> tuple[int, int, int, int]:
    """Return how many rows are right with a value, how many were given one, have one, and are right at all."""
    given = right = stated = same = 0
    for mention, marker, time, date, past, expected in chosen:
        found = _found(values_of(mention, marker, date, time=time, past=past))
        given += bool(found)
        stated += bool(expected)
        right += bool(expected) and found == expected
        same += found == expected
        if wrong and found != expected:
            print(f"  {mention!r} {marker!r} {date}: {found}, expected {expected}")
    return right, given, stated, same


def main() -> None:
    table = rows()
    print(f"{len(table)} expressions of real texts")
    for name, chosen in (("odd rows (chosen on)", table[::2]), ("even rows (held)", table[1::2])):
        right, given, stated, same = score(chosen, "--wrong" in sys.argv and "odd" in name)
        print(
            f"{name}: precision {right / given:.3f} ({right}/{given}), recall {right / stated:.3f} ({right}/{stated}),"
            f" rows right {same}/{len(chosen)}"
        )
    began = perf_counter()
    for mention, marker, time, date, past, _ in table:
        values_of(mention, marker, date, time=time, past=past)
    cached = perf_counter() - began
    began = perf_counter()
    for number, (mention, marker, time, date, past, _) in enumerate(table):
        values_of(f"{mention} ", f"{marker}{' ' * (number % 2 + 1)}", date, time=time, past=past)
    fresh = 1e6 * (perf_counter() - began) / len(table)
    print(f"{fresh:.0f} µs an expression, {1e6 * cached / len(table):.1f} if met before")


if __name__ == "__main__":
    main()
