"""Calendar dates of a text as EDTF: days, months, seasons, years, decades, centuries, and intervals of these.

Nothing is guessed: *23 May* has an unknown year (`XXXX-05-23`), and *03/04/2019* no value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from pramana.events.values_edtf import is_edtf
from pramana.language import word_list

_MONTHS = {word: number for number, words in enumerate(word_list("numbers/months"), start=1) for word in words.split()}
_DAY_WORDS = {word: number for number, word in enumerate(word_list("numbers/days"), start=1)}
_ORDINALS = {word: number for number, word in enumerate(word_list("numbers/ordinals")) if number}
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_SEASONS = {"spring": 21, "summer": 22, "autumn": 23, "fall": 23, "winter": 24}
_QUARTERS = {"first": 33, "second": 34, "third": 35, "fourth": 36, "1": 33, "2": 34, "3": 35, "4": 36}

MONTH = rf"(?P<month>{'|'.join(sorted((word.capitalize() for word in _MONTHS), key=len, reverse=True))})\b\.?"
_TENS = "(?:twenty|thirty)[ -]"
_DAY = rf"(?:\d{{1,2}}(?:st|nd|rd|th)?(?![\d:])|(?i:{_TENS})?(?i:{'|'.join(_DAY_WORDS)})|(?i:thirtieth))"
_YEAR = r"(?P<year>[12]\d{3})(?![\d,]*\d)(?!\s?%)"
_AND_YEAR = rf"(?:\s*,?\s*(?:(?:of|in)\s+)?{_YEAR})?"
_TO_DAY = rf"(?:\s*(?:-|–|—|to|and)\s*(?:the\s+)?(?P<last>{_DAY}))?"
_ORDINAL = rf"(?:\d{{1,2}}(?:st|nd|rd|th)|(?i:{'|'.join(sorted(_ORDINALS, key=len, reverse=True))})|(?i:twenty-first))"
_ERA = r"(?:\s*(?P<bc>B\.?C\.?(?:E\.?)?)|\s*(?:A\.?D\.?|C\.?E\.?))"
_FREE = r"(?<![\w$£€.,/-])"
"""Nothing before a number that makes it a part of another one, of a name or of an amount."""


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date of a text, in EDTF; `end` is exclusive."""

    edtf: str
    start: int
    end: int


def weekday_number(word: str) -> int | None:
    """Return the number of a weekday, Monday 0; None for another word."""
    lowered = word.casefold()
    return _WEEKDAYS.index(lowered) if lowered in _WEEKDAYS else None


def month_number(word: str) -> int | None:
    """Return the number of a month, January 1; None for another word."""
    return _MONTHS.get(word.casefold().rstrip("."))


def season_code(word: str) -> int | None:
    """Return EDTF's code of a season; None for another word."""
    return _SEASONS.get(word.casefold())


def dates_in(text: str) -> list[FoundDate]:
    """Return the dates of a text in its order, none overlapping; each is valid EDTF.

    >>> [found.edtf for found in dates_in("on 14 March 2019, in the 1930s and in May")]
    ['2019-03-14', '193X', 'XXXX-05']
    """
    lowered = text.lower()
    found = [
        FoundDate(edtf, match.start(), match.end())
        for needles, pattern, read in _READERS
        if any(needle in lowered for needle in needles)
        for match in pattern.finditer(text)
        if (edtf := read(match)) != ""
    ]
    kept: list[FoundDate] = []
    for each in sorted(found, key=lambda each: (each.start, -each.end)):
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    return [each for each in kept if is_edtf(each.edtf)]


def joined_interval(first: str, last: str) -> str:
    """Return the interval from one date to another, in EDTF, "" where there is none.

    A year that only one of them states is that of both, where their order allows it: *June to August 2019*.
    """
    if first.startswith("XXXX") and not last.startswith("XXXX") and last[:4].isdecimal():
        year = int(last[:4]) - (first[4:7] > last[4:7])
        first = f"{year:04d}{first[4:]}"
    elif last.startswith("XXXX") and first[:4].isdecimal() and first[4:7] <= last[4:7]:
        last = first[:4] + last[4:]
    if "/" in first + last or first == last:
        return ""
    interval = f"{first}/{last}"
    return interval if is_edtf(interval) else ""


def follows(first: str, last: str) -> bool:
    """Return whether a year or century is the next after another: *1941 and 1942*, *the 18th and 19th centuries*."""
    one, two = first.rstrip("X"), last.rstrip("X")
    same = len(one) == len(two) and len(first) == len(last) == 4 and one.isdecimal() and two.isdecimal()
    return same and int(two) == int(one) + 1


def _day_month(match: re.Match[str]) -> str:
    month, year = _MONTHS[match["month"].lower()], match["year"] or "XXXX"
    day = f"{year}-{month:02d}-{_day(match['day']):02d}"
    if match["last"] is None:
        return day
    return joined_interval(day, f"{year}-{month:02d}-{_day(match['last']):02d}")


def _day(word: str) -> int:
    digits = re.match(r"\d+", word)
    if digits:
        return int(digits[0])
    parts = re.split("[ -]", word.lower())
    if parts == ["thirtieth"]:
        return 30
    return {"twenty": 20, "thirty": 30}.get(parts[0], 0) + _DAY_WORDS.get(parts[-1], 0)


def _month(match: re.Match[str]) -> str:
    return f"{match['year'] or 'XXXX'}-{_MONTHS[match['month'].lower()]:02d}"


def _numeric(match: re.Match[str]) -> str:
    """*14/03/2019*: which number is the month must be plain from its size; with full stops the day is first."""
    one, two, year = int(match[1]), int(match[3]), match[4]
    if match[2] == ".":
        return f"{year}-{two:02d}-{one:02d}"
    if one == two or (one <= 12) != (two <= 12):
        return f"{year}-{min(one, two):02d}-{max(one, two):02d}"
    return "?"  # it takes its place, and is left out as not valid


def _iso(match: re.Match[str]) -> str:
    return match[1] + (f"T{match[2]}" + (match[3] or ":00") if match[2] else "")


def _season(match: re.Match[str]) -> str:
    return f"{match['year']}-{_SEASONS[match['season'].lower()]}"


def _quarter(match: re.Match[str]) -> str:
    return f"{match['year']}-{_QUARTERS[match['quarter'].lower()]}"


def _half(match: re.Match[str]) -> str:
    return f"{match['year']}-{40 if match['half'].lower() == 'first' else 41}"


def _decade(match: re.Match[str]) -> str:
    """*The 1900s* may be a decade or a century: the century holds both."""
    digits = match[1]
    return f"{digits[:2]}XX" if digits[2] == "0" else f"{digits}X"


def _century(match: re.Match[str]) -> str:
    word = match["century"].lower()
    digits = re.match(r"\d+", word)
    number = int(digits[0]) if digits else _ORDINALS.get(word, 21)
    if not 1 <= number <= 21:
        return "?"
    return f"-{number - 1:02d}XX" if match["bc"] else f"{number - 1:02d}XX"


def _two_centuries(match: re.Match[str]) -> str:
    one, two = (re.match(r"\d+", match[place].lower()) for place in ("first", "second"))
    numbers = [
        int(found[0]) if found else _ORDINALS.get(match[place].lower(), 21)
        for found, place in ((one, "first"), (two, "second"))
    ]
    if numbers[1] != numbers[0] + 1 or not 1 <= numbers[0] <= 20:
        return "?"
    return f"{numbers[0] - 1:02d}XX/{numbers[1] - 1:02d}XX"


def _years(match: re.Match[str]) -> str:
    """*1914-18*, *2004-2005*, *1613/14*. *2004-05* may be a month."""
    first, second = match[1], match[3]
    if len(second) == 2 and match[2] == "-" and int(second) <= 12 and not match["season"]:
        return "?"
    last = second if len(second) == 4 else first[:2] + second
    return f"{first}/{last}" if int(last) > int(first) else "?"


def _era(match: re.Match[str]) -> str:
    number = int(match["number"] or match["after"])
    if number == 0:
        return "?"
    return f"-{number - 1:04d}" if match["bc"] else f"{number:04d}"


def _year(match: re.Match[str]) -> str:
    return match["year"]


_MONTH_PARTS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_READERS: Sequence[tuple[tuple[str, ...], re.Pattern[str], Callable[[re.Match[str]], str]]] = (
    (("-",), re.compile(rf"{_FREE}(\d{{4}}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d)?)?(?![\w-])"), _iso),
    (("/", "."), re.compile(rf"{_FREE}(\d{{1,2}})([/.])(\d{{1,2}})\2(\d{{4}})(?!\d)"), _numeric),
    (_MONTH_PARTS, re.compile(rf"{_FREE}(?P<day>{_DAY}){_TO_DAY}\s+(?:of\s+)?{MONTH}{_AND_YEAR}"), _day_month),
    (_MONTH_PARTS, re.compile(rf"\b{MONTH}\s+(?:the\s+)?(?P<day>{_DAY})(?!\d){_TO_DAY}{_AND_YEAR}"), _day_month),
    (_MONTH_PARTS, re.compile(rf"\b{MONTH}{_AND_YEAR}"), _month),
    (
        ("spring", "summer", "autumn", "fall", "winter"),
        re.compile(rf"\b(?P<season>(?i:{'|'.join(_SEASONS)}))\s*,?\s*(?:of\s+)?{_YEAR}"),
        _season,
    ),
    (("quarter",), re.compile(rf"\b(?P<quarter>(?i:first|second|third|fourth)) quarter(?: of)? {_YEAR}"), _quarter),
    (("q1", "q2", "q3", "q4"), re.compile(rf"\bQ(?P<quarter>[1-4]) {_YEAR}"), _quarter),
    (("half",), re.compile(rf"\b(?P<half>(?i:first|second)) half of {_YEAR}"), _half),
    (("0s", "0's", "0’s"), re.compile(rf"{_FREE}([12]\d\d)0['’]?s\b"), _decade),
    (
        ("centur",),
        re.compile(
            rf"\b(?P<first>{_ORDINAL})(?: century)? (?:and|to|or) (?:the )?(?P<second>{_ORDINAL}) centur(?:ies|y)"
        ),
        _two_centuries,
    ),
    (("centur",), re.compile(rf"\b(?P<century>{_ORDINAL})[ -]century\b{_ERA}?"), _century),
    (
        ("-", "–", "—", "/"),
        re.compile(rf"{_FREE}([12]\d{{3}})\s?([-–—/])\s?(\d{{4}}|\d\d)(?![\w-])(?P<season>\s+season)?"),
        _years,
    ),
    (
        ("b.c", "bc", "a.d", "ad", "c.e", "ce"),
        re.compile(rf"{_FREE}(?:(?P<number>\d{{1,4}}){_ERA}(?!\w)|A\.?D\.?\s+(?P<after>\d{{1,4}})\b)"),
        _era,
    ),
    (("",), re.compile(rf"{_FREE}{_YEAR}(?![\w-])"), _year),
)

"""What a text must hold, in small letters, to have such a date; its pattern; how it is read."""


def weekday_contradicts(text: str, edtf: str) -> bool:
    """Return whether a text names a weekday that its date is not. Before 1800 calendars differ."""
    named = [number for word in re.findall(r"[A-Za-z]+", text) if (number := weekday_number(word)) is not None]
    if not named or re.fullmatch(r"\d{4}-\d\d-\d\d", edtf) is None or int(edtf[:4]) < 1800:
        return False
    return date.fromisoformat(edtf).weekday() not in named


def date_words(text: str, found: Sequence[FoundDate]) -> Iterator[str]:
    """Yield what a text holds between and around its dates."""
    at = 0
    for each in found:
        yield text[at : each.start]
        at = each.end
    yield text[at:]
