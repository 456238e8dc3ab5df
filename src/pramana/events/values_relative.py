"""Times relative to the date of their document: *yesterday*, *last June*, *two weeks ago*. Never relative to today."""

from __future__ import annotations

import re
from datetime import date, timedelta

from pramana.events.values_dates import month_number, season_code, weekday_number
from pramana.events.values_edtf import is_edtf
from pramana.language import numbers_of, word_list

_MONTH_NAMES = "|".join(word for words in word_list("numbers/months") for word in words.split())
_WEEKDAY = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_PART = r"(?:\s+(?:morning|afternoon|evening|night))?"
_DEICTIC = re.compile(
    rf"\b(?:yesterday|today|tonight|tomorrow|ago|(?:this|last|next)\s+(?:\w+)|{_WEEKDAY})\b", re.IGNORECASE
)
_DAYS = re.compile(
    r"(?P<before>the day before yesterday)|(?P<after>the day after tomorrow)"
    rf"|(?:(?:early|late|earlier|later)\s+)?(?:(?P<yesterday>yesterday){_PART}|(?P<today>today|tonight)"
    rf"|(?P<tomorrow>tomorrow){_PART}|(?P<same>this\s+(?:morning|afternoon|evening))|(?P<night>last\s+(?:night|evening)))",
    re.IGNORECASE,
)
_OFFSETS = {"before": -2, "yesterday": -1, "night": -1, "today": 0, "same": 0, "tomorrow": 1, "after": 2}
_PERIOD = re.compile(
    r"(?<!\bthe )\b(?P<which>this|last|past|next|coming)\s+(?P<what>week|month|year"
    rf"|spring|summer|autumn|fall|winter|{_MONTH_NAMES})\b(?!\s+(?:of|but|before|after|in which)\b)",
    re.IGNORECASE,
)
_AROUND_PERIOD = re.compile(
    r"(?:(?:(?:earlier|later|early|late|mid|the end of|the beginning of|the start of|the middle of|sometime)[ -])?"
    r"|the\s+(?:first|last|final)\s+\w+\s+(?:days|weeks|months)\s+of\s+|the\s+\w+\s+half\s+of\s+)",
    re.IGNORECASE,
)
_AGO = re.compile(
    r"(?:(?P<about>about|around|some|nearly|almost|over|more than)\s+)?"
    r"(?P<number>.+?)[ -](?P<unit>day|week|month|year)s?\s+ago",
    re.I,
)
_ON_WEEKDAY = re.compile(rf"(?:(?P<last>last)\s+|(?:early|late)\s+)?(?P<weekday>{_WEEKDAY}){_PART}", re.IGNORECASE)
_MOST_YEARS = 150
"""Years between a document and what it puts so many years ago; *a million years ago* has no date."""


def depends_on_date(text: str) -> bool:
    """Return whether a text may name a time that only the date of its document settles.

    >>> depends_on_date("Two men died on Tuesday."), depends_on_date("Two men died in May.")
    (True, False)
    """
    return _DEICTIC.search(text) is not None


def relative_time(text: str, marker: str, document_date: str, past: bool | None) -> str | None:
    """Return the EDTF of a relative time; "" where it is one but is not settled, None where it is none.

    `document_date` is EDTF: a day, a month or a year, "" where unknown. `past` says whether the event is past (True) or
    to come (False), None where that is not known: it decides which Tuesday *on Tuesday* is.
    """
    if not _DEICTIC.search(text):
        return None
    day = _day(document_date)
    if found := _DAYS.fullmatch(text):
        return "" if day is None else _shifted_day(day, _OFFSETS[found.lastgroup or ""])
    if found := _ON_WEEKDAY.fullmatch(text):
        return "" if day is None else _weekday(found, marker, day, past)
    if found := _AGO.fullmatch(text):
        return _ago(found, document_date, day)
    found = _PERIOD.search(text)
    if found is None:
        return "" if re.search(r"\bago\b", text) else None
    around = _AROUND_PERIOD.fullmatch(text[: found.start()]) is not None and found.end() == len(text)
    if not around or not document_date:
        return ""
    return _period(found["which"].lower(), found["what"], document_date, day)


def _day(document_date: str) -> date | None:
    return date.fromisoformat(document_date) if re.fullmatch(r"\d{4}-\d\d-\d\d", document_date) else None


def _shifted_day(day: date, days: int) -> str:
    try:
        return (day + timedelta(days)).isoformat()
    except OverflowError:
        return ""


def _weekday(found: re.Match[str], marker: str, day: date, past: bool | None) -> str:
    wanted = weekday_number(found["weekday"])
    if wanted is None or marker.casefold() not in ("", "on", "late on", "early on"):
        return ""
    back = (day.weekday() - wanted) % 7
    if found["last"]:
        return _shifted_day(day, -(back or 7))
    if past is None or (past is False and back == 0):
        return ""
    return _shifted_day(day, -back if past else 7 - back)


def _ago(found: re.Match[str], document_date: str, day: date | None) -> str:
    words = found["number"].strip().casefold()
    numbers = numbers_of(words)
    whole = len(numbers) == 1 and (numbers[0].start, numbers[0].end) == (0, len(words)) and numbers[0].value.isdecimal()
    count = 1 if words in ("a", "an", "one") else int(numbers[0].value) if whole and len(numbers[0].value) < 4 else 0
    unit = found["unit"].lower()
    if not count or (found["about"] or "").lower() in ("over", "more than"):
        return ""
    if unit in ("day", "week"):
        moved = "" if day is None else _shifted_day(day, -count * (7 if unit == "week" else 1))
        return moved and moved + ("~" if unit == "week" or found["about"] else "")
    if unit == "year":
        known = document_date[:4].isdecimal() and count <= _MOST_YEARS
        return _valid(f"{int(document_date[:4]) - count:04d}~") if known else ""
    if len(document_date) < 7:
        return ""
    months = int(document_date[:4]) * 12 + int(document_date[5:7]) - 1 - count
    return _valid(f"{months // 12:04d}-{months % 12 + 1:02d}~")


def _period(which: str, what: str, document_date: str, day: date | None) -> str:
    step = {"this": 0, "last": -1, "past": -1}.get(which, 1)
    year = int(document_date[:4])
    unit = what.lower()
    if unit == "year":
        return _valid(f"{year + step:04d}")
    if unit == "week":
        return "" if day is None else _week(day, step)
    if len(document_date) < 7:
        return ""
    month = int(document_date[5:7])
    if unit == "month":
        months = year * 12 + month - 1 + step
        return _valid(f"{months // 12:04d}-{months % 12 + 1:02d}")
    if season_code(what):
        return _season(season_code(what) or 0, step, year, month)
    named = month_number(what)
    return _valid(f"{_named_year(named, step, year, month):04d}-{named:02d}") if named and what[0].isupper() else ""


def _named_year(named: int, step: int, year: int, month: int) -> int:
    """Return the year of *last June*, *next June* or *this June*."""
    if step < 0:
        return year if named < month else year - 1
    return year + 1 if step > 0 and named <= month else year


def _season(code: int, step: int, year: int, month: int) -> str:
    """Return *last summer* and the like, in the north: only where the season is over, or has not begun."""
    first = {21: 3, 22: 6, 23: 9, 24: 12}[code]
    if step == 0:
        return f"{year:04d}-{code}" if first <= month <= first + 2 else ""
    if code == 24:
        begun = year if month == 12 else year - 1
        return _valid(f"{begun - (month in (12, 1, 2)):04d}-24") if step < 0 else _valid(f"{begun + 1:04d}-24")
    if step < 0:
        return _valid(f"{year if month > first + 2 else year - 1:04d}-{code}")
    return _valid(f"{year if month < first else year + 1:04d}-{code}")


def _week(day: date, step: int) -> str:
    try:
        monday = day + timedelta(7 * step - day.weekday())
        return f"{monday.isoformat()}/{(monday + timedelta(6)).isoformat()}"
    except OverflowError:
        return ""


def _valid(edtf: str) -> str:
    return edtf if is_edtf(edtf) else ""
