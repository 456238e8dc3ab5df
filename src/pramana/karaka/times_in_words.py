"""Times in words for people: *5 April 2024* for `2024-04-05`. EDTF is for programs."""

from __future__ import annotations

import re
from datetime import date

from pramana.documents import Shelf
from pramana.events import is_edtf
from pramana.language import dates_of

_MONTHS = "January February March April May June July August September October November December".split()
_DATE = re.compile(r"(?P<year>\d{4}|\d{3}X|\d{2}XX|XXXX)(?:-(?P<month>\d\d)(?:-(?P<day>\d\d))?)?(?P<mark>[~?%])?")
_MARKS = {"~": "about ", "?": "perhaps ", "%": "perhaps about "}
BY_DOCUMENT = ", by the date of its document"
"""Behind a time whose year the text does not give."""


def time_in_words(edtf: str, document_date: str = "") -> str:
    """Return a time in words, "" where that says nothing: no year, a clock time alone, a season.

    A date without a year takes the one that is nearest to `document_date` (EDTF, "" where unknown).

    >>> time_in_words("2024-04-05"), time_in_words("193X~"), time_in_words("../1930-05")
    ('5 April 2024', 'about the 1930s', 'up to May 1930')
    >>> time_in_words("XXXX-04-05"), time_in_words("XXXX-01-05", "2024-12-12")
    ('', '5 January 2025, by the date of its document')
    """
    first, interval, last = edtf.partition("/")
    ends = [_date_in_words(end, document_date) for end in (first, last) if end not in ("", "..")]
    if not ends or not all(ends):
        return ""
    told = ends[0] if not interval else " to ".join(ends) if len(ends) > 1 else f"{_open(first)} {ends[0]}"
    return told + (BY_DOCUMENT if "XXXX" in edtf else "")


def _open(first: str) -> str:
    return "up to" if first in ("", "..") else "from"


def _date_in_words(text: str, document_date: str) -> str:
    found = _DATE.fullmatch(text)
    month = int(found["month"] or 0) if found is not None else 0
    if found is None or month > len(_MONTHS):
        return ""
    year = found["year"] if found["year"] != "XXXX" else _nearest_year(month, int(found["day"] or 1), document_date)
    if not year:
        return ""
    said = f"the {year.replace('X', '0')}s" if "X" in year else year.lstrip("0") or "0"
    parts = [str(int(found["day"])) if found["day"] else "", _MONTHS[month - 1] if month else "", said]
    return _MARKS.get(found["mark"] or "", "") + " ".join(part for part in parts if part)


def _nearest_year(month: int, day: int, document_date: str) -> str:
    """Return the year in which a month and day are nearest to a document's date, "" where that is not known."""
    if not re.fullmatch(r"\d{4}(-\d\d){0,2}", document_date) or not is_edtf(document_date) or not month:
        return ""
    year, at = int(document_date[:4]), (*map(int, document_date.split("-")[1:]), 0, 0)
    if not 1 <= at[0] <= len(_MONTHS):
        return str(year)
    written = date(year, at[0], min(at[1], 28) or 1)
    near = [date(each, month, min(day, 28)) for each in (year - 1, year, year + 1) if 1 <= each <= date.max.year]
    return str(min(near, key=lambda each: abs(each - written)).year)


def date_of_document(shelf: Shelf, doc_id: str) -> str:
    """Return when a document was written: as its file says, or by the only full date of its first line; else ""."""
    shelved = shelf.get(doc_id)
    if shelved is not None and shelved.date:
        return shelved.date
    heading = [text for _, text in shelf.texts(doc_id, 1, 1)]
    found = [each for text in heading for each in dates_of(text) if each.year and each.month and each.day]
    return f"{found[0].year:04d}-{found[0].month:02d}-{found[0].day:02d}" if len(found) == 1 else ""
