"""EDTF (ISO 8601-2): which texts are valid, and which days they cover. Levels 0, 1, and what `values` writes of 2."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta

_DATE = re.compile(
    r"(?P<year>-?\d{4}|-?\d{3}X|-?\d{2}XX|XXXX)(?:-(?P<month>\d{2})(?:-(?P<day>\d{2}))?)?(?P<mark>[~?%])?"
)
_CLOCK = re.compile(r"T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?Z?")
_SEASONS = {
    **dict.fromkeys(range(21, 25), (1, 12)),
    **{code: (3 * (code - 33) + 1, 3 * (code - 33) + 3) for code in range(33, 37)},
    40: (1, 6),
    41: (7, 12),
}
"""Months of the codes that take a month's place: seasons, quarters, halves. A season is of no hemisphere in EDTF, so it
is somewhere in its year; winter reaches into the next one (`_days_of_date`)."""
_WINTER = 24
_LEAP_YEAR = 2000
"""For the days of a month of an unknown year: 29 February is valid."""

_AT = frozenset(("", "in", "on", "at", "during", "within", "of", "between", "throughout", "from", "for", "as of"))
_UNTIL = frozenset(("until", "till", "by", "up to", "to", "through", "no later than", "not later than"))
_SINCE = frozenset(("since", "ever since", "from", "starting", "beginning"))


@dataclass(frozen=True, slots=True)
class DayInterval:
    """The days of a time, both inclusive. None: open, or not known."""

    first: date | None
    last: date | None


def is_edtf(text: str) -> bool:
    """Return whether a text is a date, a date with a clock time, a season, or an interval of these in EDTF.

    >>> [is_edtf(each) for each in ("2019-03-14", "193X~", "2016/2018", "../1930", "2019-02-30", "14 March")]
    [True, True, True, True, False, False]
    """
    ends = text.split("/")
    if len(ends) == 2:
        days = [_days_of_date(end) if end not in ("", "..") else DayInterval(None, None) for end in ends]
        bound = [each for each in days if each is not None]
        starts, stops = bound[0].first if bound else None, bound[-1].last if bound else None
        return len(bound) == 2 and text not in ("/", "../..") and not (starts and stops and starts > stops)
    date_part, separator, clock = text.partition("T")
    if separator and not (len(date_part) == 10 and _CLOCK.fullmatch("T" + clock) and clock.count(":") == 2):
        return False
    return _days_of_date(date_part) is not None


def is_clock_time(text: str) -> bool:
    """Return whether a text is a time of day in ISO 8601: `T06:40`. EDTF itself has none without a date."""
    return _CLOCK.fullmatch(text) is not None


def days_of(edtf: str) -> DayInterval | None:
    """Return the days that an EDTF text covers; None where that is not known: no year, a year before 1, not EDTF.

    >>> days_of("193X")
    DayInterval(first=datetime.date(1930, 1, 1), last=datetime.date(1939, 12, 31))
    """
    if not is_edtf(edtf):
        return None
    first, _, last = edtf.partition("/") if "/" in edtf else (edtf, "", edtf)
    start = _days_of_date(first.partition("T")[0]) if first not in ("", "..") else None
    stop = _days_of_date(last.partition("T")[0]) if last not in ("", "..") else None
    found = DayInterval(start.first if start else None, stop.last if stop else None)
    return found if found != DayInterval(None, None) else None


def days_of_event(edtf: str, marker: str) -> DayInterval:
    """Return between which days an event is that its line puts at a time with a marker: `1930`, `before`.

    Both ends are None where the marker does not say that, or where the time is approximate.

    >>> days_of_event("1930", "before")
    DayInterval(first=None, last=datetime.date(1929, 12, 31))
    """
    days, marker = days_of(edtf), " ".join(marker.casefold().split())
    if days is None or edtf[-1] in "~?%":
        return DayInterval(None, None)
    if marker == "between" and "/" not in edtf:
        return DayInterval(None, None)  # one end of two
    if marker in ("before", "prior to", "ahead of", "earlier than"):
        return DayInterval(None, days.first and _day_after(days.first, -1))
    if marker in ("after", "following", "later than"):
        return DayInterval(days.last and _day_after(days.last, 1), None)
    if marker in _UNTIL:
        return DayInterval(None, days.last)
    if marker in _SINCE and "/" not in edtf:
        return DayInterval(days.first, None)
    return days if marker in _AT else DayInterval(None, None)


def _day_after(day: date, days: int) -> date | None:
    try:
        return day + timedelta(days)
    except OverflowError:
        return None


def _days_of_date(text: str) -> DayInterval | None:
    """Return the days of one date, both None where its year is not known or before the year 1; None if not valid."""
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    year, month, day = found["year"], int(found["month"] or 0), int(found["day"] or 0)
    years = [int(year.replace("X", digit)) for digit in "09"] if year != "XXXX" else [_LEAP_YEAR, _LEAP_YEAR]
    if "X" in year and year != "XXXX" and month:
        return None  # *in June of the 1930s* is said of no text that was seen
    if not _is_valid(years[0], month, day, found["month"] is not None, found["day"] is not None):
        return None
    if year == "XXXX" or min(years) < 1:
        return DayInterval(None, None)
    first, last = _SEASONS.get(month, (month or 1, month or 12))
    ending = years[1]
    if month == _WINTER and ending < date.max.year:
        ending, last = ending + 1, 2
    return DayInterval(date(years[0], first, day or 1), date(ending, last, day or monthrange(ending, last)[1]))


def _is_valid(year: int, month: int, day: int, has_month: bool, has_day: bool) -> bool:
    if month in _SEASONS:
        return not has_day
    if has_month and not 1 <= month <= 12:
        return False
    return not has_day or 1 <= day <= monthrange(year if year > 0 else _LEAP_YEAR, month)[1]
