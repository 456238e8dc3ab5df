"""Numbers of a text as values: *4,200*, *forty-two*, *40 million* and *2nd* are compared by what they count."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from pramana.language.word_lists import word_list, word_set

_SMALL = word_list("numbers/small")
_ORDINALS = word_list("numbers/ordinals")
_TENS = word_list("numbers/tens")
_UNITS: dict[str, int] = {
    **{word: value for value, word in enumerate(_SMALL)},
    **{word: 20 + 10 * place for place, word in enumerate(_TENS)},
}
_RANKS: dict[str, int] = {
    **{word: value for value, word in enumerate(_ORDINALS) if word != "second"},
    **{word[:-1] + "ieth": 20 + 10 * place for place, word in enumerate(_TENS)},
}
"""*second* is left out: it is a unit of time as often as a rank, and *two* never claims it."""
_GROUPS = {"hundred": 100, "dozen": 12}
_SCALES = {**_GROUPS, "thousand": 1_000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_NOT_COUNTED = word_set("numbers/not_counted")
_TOKEN = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+")
_PARTED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
"""4,200 and 1,000,000.5: commas that part thousands. *1,5* and *6:40* stay as they are written."""
_PLAIN = re.compile(r"\d+(?:\.\d+)?")
_LONGEST = 40
"""Digits of a number that is read as a value; longer ones are compared as written."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text. `value` is canonical: *42*, *0.5*; of a time, a date or a version as written (*6:40*).

    `start` and `end` count code points of the text, end exclusive.
    """

    value: str
    start: int
    end: int


@lru_cache(maxsize=8_192)
def numbers_of(text: str) -> tuple[Number, ...]:
    """Return the numbers of a text in order, digits and words alike.

    >>> [number.value for number in numbers_of("Forty-two men paid 4,200 kroner, 1.5 million in all, at 6:40.")]
    ['42', '4200', '1500000', '6:40']
    """
    return tuple(_numbers(text, [match for match in _TOKEN.finditer(text) if match[0].casefold() != "and"]))


@lru_cache(maxsize=8_192)
def number_values(text: str) -> frozenset[str]:
    """Return the values of the numbers of a text.

    >>> number_values("three of the 3 ships") == {"3"}
    True
    """
    return frozenset(number.value for number in numbers_of(text))


def _numbers(text: str, found: Sequence[re.Match[str]]) -> Iterator[Number]:
    place = 0
    while place < len(found):
        last = place
        while last < len(found) and (last == place or _is_one_number(text, found[last - 1], found[last])):
            if not _counts(found, last):
                break
            last += 1
        if last > place:
            words = [match[0].casefold() for match in found[place:last]]
            yield Number(_value(words), found[place].start(), found[last - 1].end())
        place = max(last, place + 1)


def _counts(found: Sequence[re.Match[str]], place: int) -> bool:
    word = found[place][0].casefold()
    if word == "one" and place and found[place - 1][0].casefold() in _NOT_COUNTED:
        return False
    return word[0].isdigit() or word in _UNITS or word in _RANKS or word in _SCALES


def _is_one_number(text: str, before: re.Match[str], match: re.Match[str]) -> bool:
    """Whether two words make one number: *forty-two*, *two hundred*, *40 million*; not *two, three* or *1939 1945*."""
    gap = text[before.end() : match.start()]
    first, second = before[0].casefold(), match[0].casefold()
    if gap not in ({" ", "-", " and "} if first in _SCALES else {" ", "-"}) or first in _RANKS:
        return False
    if second in _SCALES:
        return True
    small = _UNITS.get(second, _RANKS.get(second, 100))
    return (first in _TENS and 0 < small < 10) or (first in _SCALES and (small < 100 or second in _UNITS))


def _value(words: Sequence[str]) -> str:
    if len(words) == 1 and words[0][0].isdigit():
        return _plain_number(words[0])
    total, group = Decimal(0), Decimal(0)
    for word in words:
        if word in _GROUPS:
            group = (group or Decimal(1)) * _GROUPS[word]
        elif word in _SCALES:
            total, group = total + (group or Decimal(1)) * _SCALES[word], Decimal(0)
        elif word[0].isdigit():
            if not (plain := _without_commas(word)):
                return " ".join(words)
            group += Decimal(plain)
        else:
            group += _UNITS.get(word, _RANKS.get(word, 0))
    return _canonical(total + group)


def _plain_number(word: str) -> str:
    plain = _without_commas(word)
    return _canonical(Decimal(plain)) if plain else word


def _without_commas(word: str) -> str:
    """Return the digits of a plain number, "" where it is a time, a date, a version or too long."""
    plain = word.replace(",", "") if _PARTED.fullmatch(word) else word
    return plain if _PLAIN.fullmatch(plain) and plain.isascii() and len(plain) <= _LONGEST else ""


def _canonical(value: Decimal) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
