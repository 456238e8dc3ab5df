"""Whether words of a text state a value: a text as written, a number by what it counts, a date in any form."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from pramana.claims.checking import check
from pramana.language import QuotedPassage, dates_of, mentions, number_values

_PHRASE = 3
"""A value of so many words may leave words of the text out: *He made an index*, *He made, in 1913, an index*."""


def states_value(passage: QuotedPassage, value: str | float, exact: bool = False) -> bool:
    """Return whether a passage has a value: a text as written (`exact`: in the same case), a number by what it counts,
    a date as any.

    A text of several words may leave words of the passage out, where then nothing is said otherwise.
    """
    if isinstance(value, str):
        return (
            mentions(passage, value, folded=not exact)
            or _states_date(passage, value)
            or (not exact and _says_phrase(passage, value))
        )
    return _number(value) in number_values(passage.quoted_text)


def _says_phrase(passage: QuotedPassage, value: str) -> bool:
    """Return whether the passage says a phrase of several words."""
    return len(value.split()) >= _PHRASE and check(value, [" ".join(passage.quoted_text.split())]).is_supported


def _number(value: float) -> str:
    text = f"{Decimal(str(value)):f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text).lstrip("-")


def _states_date(passage: QuotedPassage, value: str) -> bool:
    """Return whether a value is an ISO date that the passage states in whole: *15 April 1912*."""
    try:
        day = date.fromisoformat(value)
    except ValueError:
        return False
    asked = (day.year, day.month, day.day)
    return any((found.year, found.month, found.day) == asked for found in dates_of(passage.quoted_text))
