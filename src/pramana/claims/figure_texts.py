"""Amounts of a claim in the writing of its lines, and its words and numbers as it writes them, for reasons."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pramana.events import values_of
from pramana.language import numbers_of, word_list, word_table

_SIGNS = "|".join(sorted(map(re.escape, word_table("values/currency_signs")), key=len, reverse=True))
_CODES = "|".join(word_list("values/currency_codes"))
_MONEY = "|".join(sorted(word_table("values/currency_words"), key=len, reverse=True))
_SCALE = r"(?:\s?(?:k|mn?|bn|thousand|million|billion|trillion)\b)?"
_NUMBER = rf"\d[\d,]*(?:\.\d+)?{_SCALE}"
_AMOUNT = re.compile(
    rf"(?:(?<!\w)(?:{_SIGNS})\s?|\b(?:{_CODES})\s){_NUMBER}"
    rf"|(?<![\w.,]){_NUMBER}(?:\s?%|\s(?:percent|per cent|{_CODES}|pounds?|{_MONEY})\b)"
)
"""An amount with its unit, on either side: *£3m*, *GBP 3 million*, *3 million pounds*, *5 per cent*."""
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of money, or a percentage, of a text: its unit (`GBP`, `%`) and its number; `end` is exclusive."""

    unit: str
    value: float
    start: int
    end: int


@lru_cache(maxsize=4_096)
def amounts_of(text: str) -> tuple[Amount, ...]:
    """Return the amounts of a text that name their unit.

    >>> [(each.unit, each.value) for each in amounts_of("GBP 12.4 million, £12.4m, 3 per cent")]
    [('GBP', 12400000), ('GBP', 12400000), ('%', 3)]
    """
    return tuple(_amounts(text))


def _amounts(text: str) -> Iterator[Amount]:
    for found in _AMOUNT.finditer(text) if _DIGIT.search(text) else ():
        known = values_of(found[0])
        if known.unit is not None and known.value is not None:
            yield Amount("GBP" if known.unit == "pound" else known.unit, known.value, *found.span())


def with_amounts_of(claim: str, lines: Sequence[str]) -> str:
    """Return a claim with its amounts as lines write them.

    >>> with_amounts_of("It cost GBP 3m.", ["They paid £3 million."])
    'It cost £3 million.'
    """
    for own in reversed(amounts_of(claim)):
        written = (line[each.start : each.end] for line in lines for each in amounts_of(line) if _is_same(own, each))
        claim = f"{claim[: own.start]}{next(written, claim[own.start : own.end])}{claim[own.end :]}"
    return claim


def _is_same(one: Amount, other: Amount) -> bool:
    return (one.unit, one.value) == (other.unit, other.value)


def written_figure(text: str, start: int, end: int) -> str:
    """Return a number of a text with its currency and its per cent.

    >>> written_figure("It cost GBP 12.4 million.", 12, 24)
    'GBP 12.4 million'
    """
    around = (each for each in amounts_of(text) if each.start <= start and end <= each.end)
    return next((text[each.start : each.end] for each in around), text[start:end])


def as_written(text: str, words: Collection[str]) -> list[str]:
    """Return words and values of numbers of a text as the text writes them, in quotes, nothing twice."""
    numbers = {number.value: written_figure(text, number.start, number.end) for number in numbers_of(text)}
    written = {word.casefold(): word for word in re.findall(r"[\w'’-]+", text)}
    found = dict.fromkeys(numbers.get(word) or written.get(word.casefold(), word) for word in words)
    return [f"“{each}”" for each in found if not any(each != other and each in other.split() for other in found)]
