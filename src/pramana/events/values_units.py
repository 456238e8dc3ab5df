"""Units of measure and money, as texts write them and as values store them."""

from __future__ import annotations

import re
from functools import cache

from pramana.language import singular, word_list, word_set, word_table

_SHORT = 3
"""Letters of a unit's form that is matched exactly: *MW* is no *mw*, *Km* no *km*."""
_ONCE = word_set("values/units_once")
_SIGNS = word_table("values/currency_signs")
_CODES = word_set("values/currency_codes")
_MONEY = word_table("values/currency_words")
_NATIONS = word_table("values/currency_nations")
_TWO_WORDS = {
    "per cent": "%",
    "percentage point": "percentage point",
    "basis point": "basis point",
    "degree celsius": "degree Celsius",
    "degree centigrade": "degree Celsius",
    "degree fahrenheit": "degree Fahrenheit",
    "light year": "light year",
    "nautical mile": "nautical mile",
}
_POWERS = {"square": "square", "sq": "square", "cubic": "cubic"}
TIME_UNITS = frozenset("second minute hour day week fortnight month year decade century".split())
PARTS = {
    ("hour", "minute"): 60,
    ("minute", "second"): 60,
    ("day", "hour"): 24,
    ("week", "day"): 7,
    ("year", "month"): 12,
    ("foot", "inch"): 12,
}
"""How many of a smaller unit a larger one has: *two hours and ten minutes* is 130 minutes."""

SIGN = re.compile("|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True)))
CODE = re.compile(rf"(?:{'|'.join(sorted(_CODES))})\b")


@cache
def _forms() -> dict[str, str]:
    return {form: unit for unit, forms in word_table("values/units").items() for form in forms.split()}


UNIT_WORDS = frozenset(
    form.lower() for forms in word_table("values/units").values() for form in forms.split() if form.isalpha()
)
"""All forms of units that are words, in small letters."""


def unit_of(word: str, following: str = "") -> tuple[str, int] | None:
    """Return the unit that one word names, or it and the one after it, and how many words that took; else None.

    >>> unit_of("square", "miles"), unit_of("kms"), unit_of("passengers")
    (('square mile', 2), ('kilometre', 1), None)
    """
    both = f"{word} {singular(following)}".lower()
    first_singular = f"{singular(word)} {following}".lower()
    for name in (both, first_singular, f"{singular(word)} {singular(following)}".lower()):
        if name in _TWO_WORDS:
            return _TWO_WORDS[name], 2
    if word.lower() in _POWERS:
        inner = _single(following)
        return (f"{_POWERS[word.lower()]} {inner}", 2) if inner else None
    found = _single(word)
    return (found, 1) if found else None


def _single(word: str) -> str | None:
    forms = _forms()
    return forms.get(word) or (forms.get(word.lower()) if len(word) > _SHORT or word.isalpha() is False else None)


def is_counted_by_article(unit: str) -> bool:
    """Return whether *a* or *an* before a unit means one of it: *an hour*, but not *a foot*, *a second*."""
    return unit in _ONCE or unit in _CODES


def sign_currency(sign: str) -> str:
    """Return the ISO 4217 code of a sign before an amount."""
    return _SIGNS[sign]


def money_of(words: list[str]) -> tuple[str, int] | None:
    """Return the money that the first of some words name, and how many words that took; None where they name none.

    >>> money_of(["Canadian", "dollars"]), money_of(["kroner"]), money_of(["pounds"])
    (('CAD', 2), ('krone', 1), None)
    """
    lowered = [word.lower() for word in words[:3]]
    for length in (3, 2, 1):
        name = " ".join(lowered[:length])
        last_singular = (
            " ".join([*lowered[: length - 1], singular(lowered[length - 1])]) if len(lowered) >= length else ""
        )
        for form in (name, last_singular):
            if len(lowered) >= length and form in _NATIONS:
                return _NATIONS[form], length
    if words and words[0] in _CODES:
        return words[0], 1
    return (_MONEY[lowered[0]], 1) if lowered and lowered[0] in _MONEY else None


AMOUNT_NOUNS = "|".join(word_list("values/amounts"))
