"""The figures of a comparison as text, the same in a terminal and on its page."""

from __future__ import annotations

from pramana.evals.prompts.stats import Interval
from pramana.evals.prompts.sums import Measure


def amount_text(measure: Measure, value: float | None) -> str:
    """Return a figure for people: 97.2%, 3.41, $0.000120; – for none."""
    if value is None:
        return "–"
    if measure.unit == "share":
        return f"{value:.1%}"
    return f"${value / 1e6:.6f}" if measure.unit == "money" else _number_text(value)


def change_text(measure: Measure, value: float | None) -> str:
    """Return a difference with its sign; of shares in percentage points."""
    if value is None:
        return "–"
    sign = "+" if value > 0 else "−" if value < 0 else "±"
    size = abs(value)
    if measure.unit == "share":
        return f"{sign}{size * 100:.1f} points"
    return f"{sign}${size / 1e6:.6f}" if measure.unit == "money" else f"{sign}{_number_text(size)}"


def change_interval_text(measure: Measure) -> str:
    """Return the interval of a difference, "" where none is known."""
    if measure.difference_95 is None:
        return ""
    low, high = (change_text(measure, end) for end in measure.difference_95)
    return f"{low.removesuffix(' points')} … {high.removesuffix(' points')}"


def interval_text(measure: Measure, found: Interval | None) -> str:
    """Return an interval of a figure, "" where none is known."""
    return "" if found is None else f"{amount_text(measure, found[0])} … {amount_text(measure, found[1])}"


def _number_text(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
