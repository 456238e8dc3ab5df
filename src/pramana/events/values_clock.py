"""Times of day in words and digits, as ISO 8601 local times: *6:40 a.m.* is `T06:40`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pramana.language import word_list

_HOURS = {word: hour for hour, word in enumerate(word_list("numbers/small")[:13]) if hour}
_HOUR = rf"(\d{{1,2}}|{'|'.join(_HOURS)})"
_PART = r"\s+(?:in the |that |this |on the |at )?(morning|afternoon|evening|night)\b"
_ZONE = r"(\s*(?:GMT|UTC)\b)?"
_TWELVE = re.compile(rf"\b(\d{{1,2}})(?:[:.](\d\d))?(?::(\d\d))?\s?([ap])\.?\s?m\b\.?{_ZONE}", re.IGNORECASE)
_TWENTY_FOUR = re.compile(rf"(?<![\d:.])([01]\d|2[0-3]):([0-5]\d)(?![\d:])(?!\s?[ap]\.?m){_ZONE}")
_NAMED = re.compile(r"\b(noon|midday|midnight)\b", re.IGNORECASE)
_OCLOCK = re.compile(rf"\b{_HOUR}(?: o['’]clock)?{_PART}", re.IGNORECASE)
_PAST = re.compile(rf"\b(half|a quarter|quarter)[ -](past|to) {_HOUR}(?: o['’]clock)?{_PART}", re.IGNORECASE)
_ANY = re.compile(
    r"\d[:.]\d|\d\s?[ap]\.?\s?m|noon|midday|midnight|o['’]clock|morning|afternoon|evening|night", re.IGNORECASE
)
UNCLEAR = re.compile(r"\bo['’]clock\b|(?<![\d:.])\d{1,2}:\d\d\b|\b(?:half|quarter)[ -](?:past|to)\b", re.IGNORECASE)
"""Times of day of which half of the day is not known, among others."""


@dataclass(frozen=True, slots=True)
class ClockTime:
    """A time of day in a text: `iso` is `T06:40`, with `Z` for universal time. `end` is exclusive."""

    iso: str
    start: int
    end: int

    @property
    def seconds(self) -> str:
        """The time with its seconds, as EDTF wants it behind a date: `T06:40:00`."""
        clock, zone = self.iso.rstrip("Z"), "Z" if self.iso.endswith("Z") else ""
        return (clock if clock.count(":") == 2 else f"{clock}:00") + zone


def clock_of(text: str) -> ClockTime | None:
    """Return the one time of day of a text; None where there is none, are several, or the half of the day is not said.

    >>> clock_of("half past three in the afternoon").iso, clock_of("at 5:00")
    ('T15:30', None)
    """
    if not _ANY.search(text):
        return None
    found = [
        ClockTime(iso, match.start(), match.end())
        for pattern, read in _READERS
        for match in pattern.finditer(text)
        if (iso := read(match))
    ]
    kept = [each for each in found if not any(_is_within(each, other) for other in found)]
    return kept[0] if len(kept) == 1 else None


def _is_within(inner: ClockTime, outer: ClockTime) -> bool:
    """*three on the afternoon* is a part of *half past three on the afternoon*."""
    return inner != outer and outer.start <= inner.start and inner.end <= outer.end


def _twelve_hour_time(match: re.Match[str]) -> str:
    hour, minute = int(match[1]), int(match[2] or 0)
    if not 1 <= hour <= 12 or minute > 59 or int(match[3] or 0) > 59:
        return ""
    hour = hour % 12 + (12 if match[4].lower() == "p" else 0)
    return f"T{hour:02d}:{minute:02d}" + (f":{match[3]}" if match[3] else "") + ("Z" if match[5] else "")


def _iso_time(match: re.Match[str]) -> str:
    return f"T{match[1]}:{match[2]}" + ("Z" if match[3] else "")


def _named_time(match: re.Match[str]) -> str:
    return "T00:00" if match[1].lower() == "midnight" else "T12:00"


def _oclock_time(match: re.Match[str]) -> str:
    return _in_part(_hour(match[1]), 0, match[2])


def _past_time(match: re.Match[str]) -> str:
    minutes = 30 if match[1].lower() == "half" else 15
    hour = _hour(match[3])
    if match[2].lower() == "to":
        if minutes == 30:
            return ""
        hour, minutes = (hour - 1 or 12), 60 - minutes
    return _in_part(hour, minutes, match[4])


def _hour(word: str) -> int:
    return int(word) if word.isdecimal() else _HOURS[word.lower()]


def _in_part(hour: int, minute: int, part: str) -> str:
    """Return a time of the twelve-hour clock in its part of the day, "" where it is not in it: *six at night*."""
    hours = {"morning": range(1, 12), "afternoon": range(13, 19), "evening": range(16, 24), "night": range(20, 24)}
    spoken = hour + 12 if part.lower() != "morning" and hour < 12 else hour
    return f"T{spoken:02d}:{minute:02d}" if spoken in hours[part.lower()] else ""


_READERS = (
    (_TWELVE, _twelve_hour_time),
    (_TWENTY_FOUR, _iso_time),
    (_NAMED, _named_time),
    (_OCLOCK, _oclock_time),
    (_PAST, _past_time),
)
