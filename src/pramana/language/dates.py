"""Dates of a text, in digits and with the months' English names, as values that can be compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pramana.language.word_lists import word_list

_TENS = {"twenty": 20, "thirty": 30}
_ORDINALS = {
    word: value
    for value, word in enumerate(
        word_list("numbers/days"),
        start=1,
    )
}
_ORDINALS |= {"thirtieth": 30}
_MONTHS = {
    word: number
    for number, words in enumerate(
        word_list("numbers/months"),
        start=1,
    )
    for word in words.split()
}
_WORD = re.compile(r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|[^\W\d_]+")
_SUFFIX = frozenset(("st", "nd", "rd", "th"))
_ISO = re.compile(r"(?<![\w-])(\d{4})-(\d{2})-(\d{2})(?![\w-])")
_LAST_DAY, _FIRST_YEAR, _TEN = 31, 1000, 10


@dataclass(frozen=True, slots=True)
class CalendarDate:
    """A date of a text; a part that is not stated is None. `end` is exclusive."""

    year: int | None
    month: int | None
    day: int | None
    start: int
    end: int

    def is_within(self, other: CalendarDate) -> bool:
        """Return whether the other date states all that this one does: *March 1912* is within *4 March 1912*."""
        pairs = ((self.year, other.year), (self.month, other.month), (self.day, other.day))
        return all(one is None or one == two for one, two in pairs)


class _Word(NamedTuple):
    text: str
    start: int
    end: int


def _words(text: str) -> list[_Word]:
    return [_Word(found[0].casefold(), found.start(), found.end()) for found in _WORD.finditer(text)]


@lru_cache(maxsize=8_192)
def dates_of(text: str) -> tuple[CalendarDate, ...]:
    """Return the dates of a text that name a month, in order of the text.

    >>> [(date.year, date.month, date.day) for date in dates_of("On 4 March 1912, on May 3rd and in 1912-03-05.")]
    [(1912, 3, 4), (None, 5, 3), (1912, 3, 5)]
    """
    found = [
        CalendarDate(int(match[1]), int(match[2]), int(match[3]), match.start(), match.end())
        for match in _ISO.finditer(text)
    ]
    words = [] if _MONTHS.keys().isdisjoint(map(str.casefold, _WORD.findall(text))) else _words(text)
    for index, word in enumerate(words):
        if word.text in _MONTHS and text[word.start].isupper():
            found += _named_date(words, index)
    return tuple(sorted(found, key=lambda date: date.start))


def _named_date(words: Sequence[_Word], index: int) -> Iterator[CalendarDate]:
    """Yield the date around the name of a month; none where neither day nor year is stated, as *May* may be a name."""
    day_at, first = _day_before(words, index)
    after, last = index + 1, index
    if day_at is None and after < len(words) and (value := _day(words[after].text)) is not None:
        day_at, last = value, after
        after += 1
        if after < len(words) and words[after].text in _SUFFIX:
            last, after = after, after + 1
    year = _year(words[after].text) if after < len(words) else None
    last = last if year is None else after
    if year is not None or day_at is not None:
        yield CalendarDate(year, _MONTHS[words[index].text], day_at, words[first].start, words[last].end)


def _day_before(words: Sequence[_Word], index: int) -> tuple[int | None, int]:
    """Return the day in *4 March*, *4th March*, *4th of March*, and the index of its first word."""
    at = index - 1
    while at >= 0 and words[at].text in (*_SUFFIX, "of"):
        at -= 1
    value = _day(words[at].text) if at >= 0 else None
    if value is None:
        return None, index
    if at and value < _TEN and words[at].text in _ORDINALS and words[at - 1].text in _TENS:  # twenty-first
        return value + _TENS[words[at - 1].text], at - 1
    return value, at


def _day(word: str) -> int | None:
    if word in _ORDINALS:
        return _ORDINALS[word]
    return int(word) if word.isdecimal() and 1 <= int(word) <= _LAST_DAY else None


def _year(word: str) -> int | None:
    return int(word) if word.isdecimal() and len(word) == 4 and int(word) >= _FIRST_YEAR else None
