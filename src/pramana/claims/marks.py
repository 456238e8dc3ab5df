"""Signs, currencies, units and symbols beside numbers and words: *£5*, *-5*, *5 %*, *5bn* and *<5* are not 5."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pramana.language import numbers_of, operator_words

_SIGN = re.compile(r"(?:(?<![\w)\]])(?P<sign>[-−+±<>≤≥~≈=])\s?|\b(?P<minus>minus) )(?:[$€£¥₹]\s?)?\Z", re.IGNORECASE)
_CURRENCY = re.compile(r"(?P<currency>[$€£¥₹])\s?[-−]?\Z")
_BEHIND = re.compile(r"\s?(?P<unit>[%‰°€$£¥₹])|\s(?P<percent>per ?cent)\b|(?P<glued>[^\W\d_]+|[/:]\d+)(?![\w.]*\d)")
_ORDINAL = frozenset({"st", "nd", "rd", "th"})
_SYMBOLS = re.compile(r"[^\w\s.,;:!?'\"“”‘’()\[\]…–—-]")
"""Characters that say something where words are the same: *C#* is not *C*, *a > b* not *a < b*."""
_SEEN = 12
"""Characters before a number that its sign and currency may have."""


@lru_cache(maxsize=8_192)
def marked_numbers(text: str) -> tuple[tuple[str, str], ...]:
    """Return the numbers of a text by their values, each with the marks beside it; ordinals have none.

    >>> marked_numbers("It fell to -5 and cost £3bn, 4 per cent of it.")
    (('5', '-'), ('3', '£ bn'), ('4', '%'))
    """
    return tuple((each.value, _marks_at(text, each.start, each.end)) for each in numbers_of(text))


def _marks_at(text: str, start: int, end: int) -> str:
    before = text[max(0, start - _SEEN) : start]
    sign, currency, behind = _SIGN.search(before), _CURRENCY.search(before), _BEHIND.match(text, end)
    marks = ["-" if sign["minus"] or sign["sign"] == "−" else sign["sign"]] if sign else []
    marks += [currency["currency"]] if currency else []
    if behind and behind["glued"] not in _ORDINAL:
        marks.append("%" if behind["percent"] else behind["unit"] or behind["glued"])
    return " ".join(marks)


def unlike_numbers(claim: str, lines: Sequence[str]) -> list[str]:
    """Return the values of the numbers of a claim that lines have with other marks alone.

    >>> unlike_numbers("It cost £5m.", ["It cost £5bn."]), unlike_numbers("It cost £5m.", ["It cost £5m, not £5bn."])
    (['5'], [])
    """
    own = marked_numbers(claim)
    held = {each for line in lines for each in marked_numbers(line)} if own else set()
    there = {value for value, _ in held}
    return [value for value, marks in own if value in there and (value, marks) not in held]


def unlike_words(claim: str, lines: Sequence[str]) -> list[str]:
    """Return the words of a claim that lines have with other symbols alone: *C#* of *C*, *a > b* of *a < b*.

    >>> unlike_words("It is C.", ["It is C++ code."]), unlike_words("A > B.", ["A < B."])
    (['C'], ['>'])
    """
    held = frozenset(word for line in lines for word in _symbol_words(line)[0])
    bare = frozenset(word for line in lines for word in _symbol_words(line)[1])
    return [
        word for word in _symbol_words(claim)[0] if word not in held | {""} and (_SYMBOLS.search(word) or word in bare)
    ]


@lru_cache(maxsize=8_192)
def _symbol_words(text: str) -> tuple[dict[str, None], frozenset[str]]:
    """Return the words of a text with their symbols, and those with symbols also without these; none with digits."""
    stripped = (_POSSESSIVE.sub("", word.strip(_AROUND)).strip(_AROUND) for word in text.split())
    found = dict.fromkeys(word for word in stripped if not any(map(str.isdigit, word)))
    return found, frozenset(_SYMBOLS.sub("", word) for word in found if _SYMBOLS.search(word))


_AROUND = ".,;:!?'\"“”‘’()[]…–—-*_`"
_POSSESSIVE = re.compile(r"['’]s?\Z")


def _symbols_of(text: str) -> tuple[str, ...]:
    """Return the characters of a text that are neither letters, digits, blanks nor the marks of sentences, in order."""
    return tuple(_SYMBOLS.findall(text))


SCORE = re.compile(r"(?<![\w-])\d{1,3}[-–]\d{1,3}(?![\w-])")
"""A result of a match: *3-1* is not *1-3*."""


def has_same_words(statement: str, line: str) -> bool:
    """Return whether a line is a statement word by word, with the same figures, symbols and marks between."""
    words = operator_words(statement)
    asked = _ASKED.search(statement) is not None
    asked = asked == (_ASKED.search(line) is not None) and _marks_within(statement) == _marks_within(line)
    same = bool(words) and words == operator_words(line) and _figures(statement) == _figures(line)
    return asked and same and _symbols_of(statement) == _symbols_of(line) and not unlike_numbers(statement, [line])


_ASKED = re.compile(r"\?[^\w]*\Z")
_MARKS = re.compile(r"\w+|[,;:()“”\"\[\]—–]|(?<!\w)['‘]|['’](?!\w)")


def _marks_within(text: str) -> str:
    """Return where the marks of a text are between its words: *Bo, said Ann, left* is not *Bo said Ann left*."""
    return "".join("w" if each[0].isalnum() else each for each in _MARKS.findall(text.translate(_STRAIGHT)))


_STRAIGHT = str.maketrans("‘’“”–", "''\"\"—")


def _figures(text: str) -> tuple[list[str], list[str]]:
    """Return the numbers of a text in order: *5 to 2* is not *2 to 5*."""
    return [number.value for number in numbers_of(text)], SCORE.findall(text)
