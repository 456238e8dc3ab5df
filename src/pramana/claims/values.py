"""Whether words of a text state a value: a text as written, a number by what it counts, a date in any form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from pramana.claims.checking import check
from pramana.claims.limits import lessens_words
from pramana.language import (
    QuotedPassage,
    dates_of,
    denies_words,
    mentions,
    negations,
    number_values,
    numbers_of,
    supposes_words,
)

_PHRASE = 3
"""A value of so many words may leave words of the text out: *He made an index*, *He made, in 1913, an index*."""


def states_value(passage: QuotedPassage, value: str | float, exact: bool = False) -> bool:
    """Return whether a passage has a value: a text as written (`exact`: in the same case), a number by what it counts,
    a date as any.

    A text of several words may leave words of the passage out, where then nothing is said otherwise. What the
    passage's sentence denies or only supposes is not stated: *had no satay*, *if it cost 20 euros*; nor what words
    right before it make less: *under 42*, *nominally a baker*.
    """
    if isinstance(value, str):
        if mentions(passage, value, folded=not exact):
            return exact or negations(value) > 0 or _is_stated(passage, _places(passage.quoted_text, value))
        return _states_date(passage, value) or (not exact and _says_phrase(passage, value))
    wanted = _number(value)
    found = [(each.start, each.end) for each in numbers_of(passage.quoted_text) if each.value == wanted]
    return wanted in number_values(passage.quoted_text) and _is_stated(passage, found)


def _places(text: str, value: str) -> list[tuple[int, int]]:
    pattern = r"\s+".join(map(re.escape, value.split()))
    return [found.span() for found in re.finditer(pattern, text, re.IGNORECASE)]


def _is_stated(passage: QuotedPassage, places: Sequence[tuple[int, int]]) -> bool:
    """Whether the text states what it says of words at one of some places of the quote; True where it has none."""
    spans = [(passage.start + start, passage.start + end) for start, end in places]
    text = passage.text
    return not spans or any(
        not denies_words(text, *span) and not supposes_words(text, *span) and not lessens_words(text, span[0])
        for span in spans
    )


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
    same = [each for each in dates_of(passage.quoted_text) if (each.year, each.month, each.day) == asked]
    return bool(same) and _is_stated(passage, [(each.start, each.end) for each in same])
