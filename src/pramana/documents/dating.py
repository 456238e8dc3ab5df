"""The date of a document, from what its file says of itself: metadata, front matter, headers. Not the file's own times.

A date is EDTF: a day, a month or a year. What cannot be read in one way only is not a date.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from email.utils import parsedate_to_datetime

from pramana.errors import InputError
from pramana.language import dates_of

_ISO = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?:[T ].{0,30})?")
_DIGITS = re.compile(r"(?:D:)?(\d{4})(\d\d)(\d\d)(?:\d{2,6}.{0,10})?")
"""*D:20190314064000+01'00'* of a PDF; *20190314*."""
_FIRST_YEAR, _LAST_YEAR = 1000, 2999
"""Outside these a program has filled in its own zero or maximum."""
_HEAD = 400_000
"""Code points of a page in which its metadata are."""
_META = re.compile(r"<meta\b[^<>]{1,600}>", re.IGNORECASE)
_NAME = re.compile(r"\b(?:name|property|itemprop|http-equiv)\s*=\s*[\"']?([\w:.-]{1,60})", re.IGNORECASE)
_CONTENT = re.compile(r"\bcontent\s*=\s*(?:\"([^\"]{1,80})\"|'([^']{1,80})')", re.IGNORECASE)
_PUBLISHED = (
    "article:published_time",
    "datepublished",
    "citation_publication_date",
    "citation_date",
    "dc.date.issued",
    "dcterms.issued",
    "dc.date",
    "dcterms.date",
    "dc.date.created",
    "dcterms.created",
    "pubdate",
    "publishdate",
    "publish-date",
    "publish_date",
    "parsely-pub-date",
    "sailthru.date",
    "date",
)
"""Names of meta elements that say when a page was published, the surest first."""
_JSON_LD = re.compile(r"\"datePublished\"\s*:\s*\"([^\"\\]{4,40})\"")
_TIME = re.compile(r"<time\b[^<>]{0,300}?\bdatetime\s*=\s*[\"']([^\"'<>]{4,40})[\"']", re.IGNORECASE)
_FRONT_MATTER = re.compile(
    r"\A\ufeff?(---|\+\+\+)[ \t]*\r?\n(.{0,20000}?)^(?:\1|\.\.\.)[ \t]*\r?$", re.DOTALL | re.MULTILINE
)
_FRONT_DATE = re.compile(r"^date\s*[:=]\s*(.{4,60})$", re.IGNORECASE | re.MULTILINE)
_HEADERS = re.compile(r"\A\s{0,20}(?:[A-Z][\w-]{1,30}:[ \t].{0,500}\r?\n(?:[ \t]+\S.{0,500}\r?\n)*){2,20}")
_MAIL_DATE = re.compile(r"^Date:[ \t]*(.{6,80})$", re.MULTILINE)
_MAIL_SENDER = re.compile(r"^(?:From|To|Subject):", re.MULTILINE)


def day_of(text: str) -> str:
    """Return the date that a value of metadata names, in EDTF, "" where it names none.

    >>> [day_of(value) for value in ("2019-03-14T06:40Z", "Thu, 14 Mar 2019 06:40:00 +0100", "D:20190314", "3/4/19")]
    ['2019-03-14', '2019-03-14', '2019-03-14', '']
    """
    value = text.strip().strip("\"'").strip()
    if found := _ISO.fullmatch(value) or _DIGITS.fullmatch(value):
        return _valid_date(found[1], found[2], found[3])
    try:
        return parsedate_to_datetime(value).date().isoformat()
    except (ValueError, TypeError, OverflowError, IndexError):
        pass
    named = dates_of(value[:80])
    if len(named) != 1 or named[0].year is None:
        return ""
    one = named[0]
    return _valid_date(f"{one.year:04d}", f"{one.month or 0:02d}", None if one.day is None else f"{one.day:02d}")


def _valid_date(year: str, month: str | None, day: str | None) -> str:
    try:
        date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        return ""
    known = _FIRST_YEAR <= int(year) <= _LAST_YEAR
    return "-".join(part for part in (year, month, day) if part) if known else ""


def checked_date(text: str) -> str:
    """Return a date that a user gives, as it is. Raises InputError where it is not an ISO date, month or year."""
    found = re.fullmatch(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?", text)
    if found is None or not _valid_date(found[1], found[2], found[3]):
        raise InputError(f"{text!r} is not a date. Give a day, a month or a year: 2019-03-14, 2019-03, 2019.")
    return text


def common_date(dates: Iterable[str]) -> str:
    """Return the one date that all of some values name, "" where they differ or there is none."""
    distinct = {each for each in dates if each}
    return distinct.pop() if len(distinct) == 1 else ""


def page_date(page: str) -> str:
    """Return when an HTML page was published: by its meta elements, its JSON-LD, or the one time that it marks."""
    head = page[:_HEAD]
    stated: dict[str, str] = {}
    for meta in _META.findall(head):
        name, content = _NAME.search(meta), _CONTENT.search(meta)
        if name and content and name[1].lower() in _PUBLISHED:
            stated.setdefault(name[1].lower(), day_of(content[1] or content[2]))
    named = next((stated[name] for name in _PUBLISHED if stated.get(name)), "")
    return named or common_date(map(day_of, _JSON_LD.findall(head))) or common_date(map(day_of, _TIME.findall(head)))


def front_matter_date(text: str) -> str:
    """Return the date in the front matter of a Markdown file, "" where it has none."""
    front = _FRONT_MATTER.match(text)
    found = _FRONT_DATE.search(front[2]) if front else None
    return day_of(found[1]) if found else ""


def header_date(text: str) -> str:
    """Return the date in the mail header at the beginning of a text, "" where there is none."""
    header = _HEADERS.match(text[:10_000])
    found = _MAIL_DATE.search(header[0]) if header and _MAIL_SENDER.search(header[0]) else None
    return day_of(found[1]) if found else ""
