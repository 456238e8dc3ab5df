"""What a participant says in numbers: times as EDTF, quantities as number and unit. A wrong value is worse than none.

`values_of` reads the mention of a participant or a measure. It is given the date of the document and never looks at a
clock; of what could be read in two ways it says nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pramana.events.values_clock import UNCLEAR, ClockTime, clock_of
from pramana.events.values_dates import (
    FoundDate,
    date_words,
    dates_in,
    follows,
    joined_interval,
    season_code,
    weekday_contradicts,
    weekday_number,
)
from pramana.events.values_edtf import days_of_event
from pramana.events.values_quantities import Quantity, quantity_of
from pramana.events.values_relative import relative_time
from pramana.events.values_units import TIME_UNITS, UNIT_WORDS
from pramana.language import word_list, word_set

_LARGEST = 2**53
"""Larger numbers are not exact in every graph format."""
_DIGITS = 6
"""Decimals of a number that is not whole."""


@dataclass(frozen=True, slots=True)
class Values:
    """The values of one mention; what is not known or does not apply is None.

    `edtf` is a time in EDTF, or a time of day in ISO 8601 (`T06:40`). `earliest` and `latest` are the first and the
    last day that the event may be on by it and its marker (*before 1930*: no `earliest`, `latest` 1929-12-31). `value`
    is a number, `least` and `most` the bounds of one that is not given itself; `unit` is a unit of measure, an ISO 4217
    code, or None for what is counted. `approximate` is True where the text says *about*.
    """

    edtf: str | None = None
    earliest: str | None = None
    latest: str | None = None
    value: int | float | None = None
    least: int | float | None = None
    most: int | float | None = None
    unit: str | None = None
    approximate: bool | None = None

    def __bool__(self) -> bool:
        return self != NONE

    def properties(self) -> dict[str, Any]:
        """Return the values that are known, by name, for an edge or a measure."""
        if self is NONE:  # nine of ten
            return {}
        return {name: value for name in _NAMES if (value := getattr(self, name)) is not None}


NONE = Values()
_NAMES = tuple(each.name for each in fields(Values))

_FIGURES = re.compile(r"[\d½¼¾⅓⅔%£€¥₹$]")
_WORDS = re.compile(r"[^\W\d_]+")
_MONTHS = frozenset(word for words in word_list("numbers/months") for word in words.split())
_NUMBER_WORDS = frozenset(
    (
        *"half quarter twice thrice dozen hundred thousand million billion trillion".split(),
        *word_list("numbers/small"),
        *word_list("numbers/tens"),
        *word_list("numbers/ordinals"),
        *word_list("numbers/days"),
    )
)
_TELLING = word_set("values/time_words") | _MONTHS | _NUMBER_WORDS | UNIT_WORDS
"""Without one of these words and without figures a mention has no value."""
_APPROXIMATE = re.compile(r"\b(?:about|around|circa|c\.|ca\.|approximately|roughly)\s*$", re.IGNORECASE)
_UNCERTAIN = re.compile(r"\b(?:perhaps|probably|possibly|maybe)\s*$", re.IGNORECASE)
_JOINS = re.compile(r"\s*(?:to|-|–|—|until|till|through)\s*(?:the\s+)?", re.IGNORECASE)
_AND = re.compile(r"\s*and\s*(?:the\s+)?", re.IGNORECASE)
_NOT_WITHIN = re.compile(
    r"\b(?:before|after|since|until|till|than|except|every|each|ago|anniversary|eve|fiscal|fy|ended|ending|following"
    r"|prior|not|or|later(?!\s+\d)|earlier(?!\s+\d)|version|section|act|law|no|number)\b",
    re.IGNORECASE,
)
"""Words with which a date in a mention is not the time that it names: *two days after 3 May*, *fiscal 1988*."""
_PLAIN_WORDS = re.compile(
    r"[\s,]*(?:(?:the|early|late|later|mid|in|on|at|of|end|beginning|start|middle|year|years|month|day|century|and|about"
    r"|around|circa|c\.|ca\.|approximately|morning|afternoon|evening|night)\b[\s,-]*)*",
    re.IGNORECASE,
)
_SPANS = re.compile(r"\b(?:ago|months|weeks|days)\b")
"""*six years ago*, *the first nine months of 1989* say how long beside when."""
_YEAR = re.compile(r"[12]\d{3}")
_SHORT_YEAR = re.compile(r"[1-9]\d{2}")
_AT_A_YEAR = frozenset("in by since until before after around from about".split())
_AT_A_TIME = _AT_A_YEAR | {"at", "on"}
_NAMED_NUMBER = re.compile(r"(?:^|\s)(?!May\b|March\b)[A-Z][a-z]+ [12]\d{3}$")
_MOST_CHARACTERS = 200


def values_of(
    mention: str, marker: str = "", document_date: str = "", *, time: bool = False, past: bool | None = None
) -> Values:
    """Return the values of a mention, without its preposition, which is `marker`.

    `time` says that it names a time: then years and durations are read, and times within the mention. `document_date`
    is EDTF, "" where unknown; `past` says whether the event is past, None where that is not known.

    >>> values_of("1930", "before", time=True).latest
    '1929-12-31'
    >>> values_of("about 40 million kroner").properties()
    {'value': 40000000, 'unit': 'krone', 'approximate': True}
    """
    if len(mention) > _MOST_CHARACTERS or not _may_have_values(mention):
        return NONE
    return _values(mention, marker, document_date, time, past)


def _may_have_values(mention: str) -> bool:
    if _FIGURES.search(mention):
        return True
    return not _TELLING.isdisjoint(_WORDS.findall(mention.lower()))


@lru_cache(maxsize=4096)  # prose names the same years and amounts again and again
def _values(mention: str, marker: str, document_date: str, time: bool, past: bool | None) -> Values:
    text = re.sub(r"\s+([,.;])", r"\1", " ".join(mention.split())).rstrip(".,;") if mention else ""
    edtf = _time(text, marker.casefold(), document_date, time, past)
    quantity = quantity_of(text, marker) if edtf is None or (time and _SPANS.search(text)) else None
    if time and quantity is not None and (quantity.unit not in TIME_UNITS or _is_day_once(text)):
        quantity = None
    if not time and text.isdecimal() and marker.casefold() in _AT_A_TIME:
        quantity = None  # *in 484*, *at 3*
    if quantity is not None and marker.casefold() == "over" and quantity.unit in TIME_UNITS and quantity.least:
        quantity = None  # *over three years*: during them, or longer
    return _as_values(edtf or None, marker, quantity)


def _is_day_once(text: str) -> bool:
    """*One day* of a story lasts no day."""
    return text.casefold() == "one day"


def _as_values(edtf: str | None, marker: str, quantity: Quantity | None) -> Values:
    days = days_of_event(edtf, marker) if edtf else None
    if quantity and any(each and each > _LARGEST for each in (quantity.value, quantity.least, quantity.most)):
        quantity = None
    return Values(
        edtf=edtf,
        earliest=days.first.isoformat() if days and days.first else None,
        latest=days.last.isoformat() if days and days.last else None,
        value=_number(quantity.value) if quantity else None,
        least=_number(quantity.least) if quantity else None,
        most=_number(quantity.most) if quantity else None,
        unit=quantity.unit if quantity else None,
        approximate=True if quantity and quantity.about else None,
    )


def _number(value: Fraction | None) -> int | float | None:
    if value is None:
        return None
    return int(value) if value.denominator == 1 else round(float(value), _DIGITS)


def _time(text: str, marker: str, document_date: str, time: bool, past: bool | None) -> str | None:
    """Return the EDTF of a mention, "" where it names a time that is not settled, None where it names none."""
    if _YEAR.fullmatch(text):  # the most frequent time of all
        return (text + _mark(text, FoundDate(text, 0, 4), marker)) if time else None
    relative = relative_time(text, marker, document_date, past) if time else None
    if relative is not None:
        return relative or None
    clock = clock_of(text)
    rest = text[: clock.start] + " " * (clock.end - clock.start) + text[clock.end :] if clock else text
    found = dates_in(rest)
    if time and not found and _SHORT_YEAR.fullmatch(text) and marker in _AT_A_YEAR:
        return f"0{text}"
    if not _is_whole(rest, found, clock, time):
        return None
    edtf = _one_date(rest, found, marker)
    if edtf is None or clock is None:
        return edtf if found else clock.iso if clock else None
    return edtf + clock.seconds if re.fullmatch(r"\d{4}-\d\d-\d\d", edtf) else edtf


def _is_whole(text: str, found: list[FoundDate], clock: ClockTime | None, time: bool) -> bool:
    """Return whether the dates found are what the mention names, not a part of another thing."""
    around = " ".join(date_words(text, found))
    if time:
        if _NOT_WITHIN.search(text) or (clock is None and UNCLEAR.search(around) and not found):
            return False
        return found != [] or _PLAIN_WORDS.fullmatch(around) is not None
    bare_year = len(found) == 1 and re.fullmatch(r"\d{4}|XXXX-\d\d", found[0].edtf) is not None  # *April* may be hers
    kept = " ".join(word for word in around.split() if weekday_number(word.strip(",")) is None)
    return not bare_year and _PLAIN_WORDS.fullmatch(kept) is not None


def _one_date(text: str, found: list[FoundDate], marker: str) -> str | None:
    if len(found) == 1:
        if weekday_contradicts(text, found[0].edtf) or _is_named_number(text, found[0]):
            return None
        return found[0].edtf + _mark(text, found[0], marker)
    if len(found) != 2:
        return None
    first, last = found[0].edtf, found[1].edtf
    between = text[found[0].end : found[1].start]
    if _JOINS.fullmatch(between) or (_AND.fullmatch(between) and (marker == "between" or follows(first, last))):
        return joined_interval(first, last) or None
    return None


def _is_named_number(text: str, found: FoundDate) -> bool:
    """*Boeing 1900*, *Act 1981*: a name with a number. Seasons and games have the year first."""
    return (
        re.fullmatch(r"\d{4}", found.edtf) is not None
        and bool(_NAMED_NUMBER.search(text[: found.end]))
        and not (season_code(text[: found.start].split()[-1]) if text[: found.start].split() else None)
    )


def _mark(text: str, found: FoundDate, marker: str) -> str:
    if "/" in found.edtf or "T" in found.edtf:
        return ""
    before = f"{marker} {text[: found.start]}" if not text[: found.start].strip() else text[: found.start]
    if text[found.end : found.end + 1] == "?" or _UNCERTAIN.search(before):
        return "?"
    return "~" if _APPROXIMATE.search(before) else ""
