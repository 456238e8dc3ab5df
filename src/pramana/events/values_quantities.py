"""Quantities in words of a text: number, bounds, unit. What could be read in two ways has no value.

The number must begin the mention, behind determiners: of *the man with two dogs* it would count something else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from pramana.events import values_patterns as patterns
from pramana.events.values_units import (
    CODE,
    PARTS,
    SIGN,
    is_counted_by_article,
    money_of,
    sign_currency,
    unit_of,
)
from pramana.language import numbers_of, singular, word_set


@dataclass(frozen=True, slots=True)
class Quantity:
    """`value` is the number, None where there are bounds only: `least` and `most`, both inclusive.

    *More than 300* has `least` 300, *10 to 15* both. `unit` is None for what is counted: *40 men*. `about`: the text
    says that the value is approximate.
    """

    value: Fraction | None = None
    least: Fraction | None = None
    most: Fraction | None = None
    unit: str | None = None
    about: bool = False


def quantity_of(mention: str, marker: str = "") -> Quantity | None:
    """Return the quantity that a mention is, or counts; None where it is none or may be read in two ways.

    >>> quantity_of("about 40 million kroner")
    Quantity(value=Fraction(40000000, 1), least=None, most=None, unit='krone', about=True)
    >>> quantity_of("the third man") is None
    True
    """
    text = " ".join(mention.replace("\\/", "/").split())
    if len(text) > patterns.MOST_CHARACTERS or not patterns.TRIGGER.search(text):
        return None
    found = _Reading(text, between=marker.strip().lower().endswith("between")).quantity()
    if found is None or found.value is None:
        return found
    measured = found.unit is not None or found.value < 1  # *over half of the book*
    bound = patterns.MARKED.search(marker.strip()) or (patterns.OVER.search(marker.strip()) if measured else None)
    return _with_bound(found, bound.lastgroup) if bound and patterns.BARE.match(text) else found


def _with_bound(found: Quantity, kind: str | None) -> Quantity:
    """Return a quantity with *more than*, *up to* or *about* applied."""
    if kind == "about" or found.value is None:
        return replace(found, about=found.about or kind == "about")
    if kind == "least":
        return replace(found, value=None, least=found.value, about=False)
    return replace(found, value=None, most=found.value, about=False)


_POINTING = re.compile(r"(?:the|this|that)\s", re.IGNORECASE)
_SEVERAL = word_set("values/plural_nouns")


class _Unclear(Exception):
    """The mention is not one quantity."""


class _Reading:
    """Reads one mention from left to right."""

    def __init__(self, text: str, between: bool) -> None:
        self._text = text
        self._to = patterns.TO_OR_AND if between else patterns.TO
        self._numbers = {number.start: number for number in numbers_of(text)}
        self._at = 0
        self._kind: str | None = None
        self._read_unit: str | None = None
        self._article = False
        self._halved = False
        self._pointed = bool(_POINTING.match(text))

    def quantity(self) -> Quantity | None:
        """Return the quantity of the whole mention, None where it is none."""
        try:
            return self._whole_quantity()
        except _Unclear:
            return None

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self._text, self._at)
        if found:
            self._at = found.end()
        return found

    def _skip_space(self) -> None:
        self._at += len(self._text[self._at :]) - len(self._text[self._at :].lstrip())

    def _whole_quantity(self) -> Quantity:
        self._opening()
        if twice := self._take(patterns.TWICE):
            number = Fraction(2 if twice[1] else 3)
            return self._sure_quantity(number, None, self._per("time"))
        sign = self._sign()
        first, scaled = self._number(sign is not None)
        second = self._second(sign, scaled)
        if second is not None:
            first = self._same_scale(first, scaled, second)
        self._note_tail()
        unit = sign or self._read_unit or self._unit(first)
        if unit and not sign and second is None:
            first, unit = self._compound(self._with_half(first), unit)
        if unit:
            self._note_tail()
        return self._sure_quantity(first, second, self._per(unit) if unit else None)

    def _opening(self) -> None:
        for _ in range(4):  # *the other two*, *a total of about 30*
            bound = self._take(patterns.BOUND)
            if bound and bound.lastgroup:
                self._kind = bound.lastgroup
            elif not self._take(patterns.AMOUNT) and not self._take(patterns.DETERMINER):
                break
        article = self._take(patterns.ARTICLE)
        self._article = article is not None
        if article and (bound := self._take(patterns.BOUND)):
            self._kind = bound.lastgroup

    def _sign(self) -> str | None:
        if sign := self._take(SIGN):
            self._skip_space()
            return sign_currency(sign[0])
        if code := self._take(CODE):
            self._skip_space()
            return code[0]
        return None

    def _number(self, money: bool) -> tuple[Fraction, Fraction]:
        """Return the number at this place and the scale that its words end in. Raises _Unclear where there is none."""
        fraction = self._take(patterns.SPELLED_FRACTION) if not money else None
        if fraction:
            count, part = (fraction["count"] or "a").lower(), (fraction["part"] or "half").lower()
            value = Fraction(patterns.COUNTS[count], patterns.FRACTION_PARTS[part])
            scale = self._scale()
            self._halved = scale == 1 and fraction[0].lower().endswith((" a", " an"))
            return value * scale, scale
        if found := self._take(patterns.SIGN_FRACTION):
            return patterns.FRACTIONS[found[0]], Fraction(1)
        number = self._numbers.get(self._at)
        if number is None:
            return self._by_article()
        return self._plain_number(number.value, number.end, money)

    def _by_article(self) -> tuple[Fraction, Fraction]:
        """*a year*, *an hour*, *a million dollars* (whose number `numbers_of` has found behind the article)."""
        word = patterns.WORD.match(self._text, self._at)
        unit = unit_of(word[1]) if word and self._article else None
        halved = word is not None and patterns.AND_A_HALF.match(self._text, word.end())  # *a foot and a half*
        if unit is None or not (is_counted_by_article(unit[0]) or halved):
            raise _Unclear
        return Fraction(1), Fraction(1)

    def _plain_number(self, value: str, end: int, money: bool, joined: bool = False) -> tuple[Fraction, Fraction]:
        written = self._text[self._at : end]
        before = self._text[self._at - 1 : self._at]
        if (before and before in ("./#" if joined else "./#-")) or not re.fullmatch(r"\d+(?:\.\d+)?", value):
            raise _Unclear
        if patterns.ORDINAL.search(written) or (
            written[0].isupper() and self._text[end : end + 2].strip()[:1].isupper()
        ):
            raise _Unclear  # *third*, *Three Rivers*
        self._at = end
        number = Fraction(value)
        if mixed := self._take(patterns.MIXED):
            number += patterns.FRACTIONS[mixed[1]] if mixed[1] else Fraction(int(mixed[2]), int(mixed[3]))
        suffix = self._take(patterns.SUFFIX) if money else None
        scale = Fraction(10 ** patterns.POWER[suffix[1][0].lower()]) if suffix else self._scale()
        if half := patterns.AND_A_HALF.match(self._text, self._at):
            number += _share(half[1])
            self._at = half.end()
            scale *= self._scale()
        number *= scale
        if not money and scale == 1:
            number = self._share_of(number)
        last = written.split(" ")[-1].split("-")[-1].lower()
        return number, scale if scale != 1 else Fraction(patterns.SCALES.get(last, 1))

    def _share_of(self, part: Fraction) -> Fraction:
        """Return the share that *one in four* says, else the number itself."""
        found = patterns.IN.match(self._text, self._at)
        whole = self._numbers.get(found.end()) if found else None
        if whole is None or not whole.value.isdecimal() or int(whole.value) <= part:
            return part
        self._at = whole.end
        return part / int(whole.value)

    def _scale(self) -> Fraction:
        found = self._take(patterns.SCALE)
        return Fraction(patterns.SCALES[found[1].lower().rstrip("s")]) if found else Fraction(1)

    def _second(self, sign: str | None, scale: Fraction) -> Fraction | None:
        """Return the upper end of a range, None where no range begins here: *10 to 15*, *$5-10*, *8 % to 9 %*."""
        start = self._at
        repeated = patterns.WORD.match(self._text, start)
        unit = self._unit_words(repeated) if repeated and not sign else None
        if unit:
            self._at = unit[1]
        if self._take(self._to) is None:
            self._at = start
            return None
        if unit and self._article and self._take(patterns.TWO):
            self._read_unit = unit[0]
            return Fraction(2)  # *a day or two*
        again = self._sign()
        number = self._numbers.get(self._at)
        if number is None or (again and again != sign):
            self._at = start
            return None
        value, _ = self._plain_number(number.value, number.end, sign is not None, joined=True)
        if unit:
            word = patterns.WORD.match(self._text, self._at)
            other = self._unit_words(word) if word else None
            if word is None or other is None or other[0] != unit[0]:
                raise _Unclear  # *five years or 60,000 miles*
        return value

    def _same_scale(self, first: Fraction, scale: Fraction, second: Fraction) -> Fraction:
        """Return the lower end of a range in the scale of the upper one: *5 to 10 million*."""
        for size in (10**12, 10**9, 10**6, 10**3, 100):
            if scale == 1 and second % size == 0 and first < second / size < 1000 and self._names_scale():
                first *= size
                break
        if first >= second:
            raise _Unclear  # *47 to 38* is a score
        return first

    def _names_scale(self) -> bool:
        return re.search(r"(?:illion|thousand|hundred|\d(?:m|bn|k|tn))$", self._text[: self._at], re.I) is not None

    def _unit(self, number: Fraction) -> str | None:
        word = patterns.WORD.match(self._text, self._at)
        found = self._unit_words(word) if word else None
        if found is None:
            return None
        plural = self._text[word.start() : found[1]] if word else ""
        if "-" in plural:
            raise _Unclear  # *a 15-year term*
        self._at = found[1]
        return found[0]

    def _unit_words(self, word: re.Match[str]) -> tuple[str, int] | None:
        """Return the unit that begins with a word, and where it ends."""
        following = patterns.WORD.match(self._text, word.end())
        words = [each[1] for each in (word, following) if each]
        third = patterns.WORD.match(self._text, following.end()) if following else None
        places = [each for each in (word, following, third) if each]
        found = money_of([each[1] for each in places]) or unit_of(*words)
        return (found[0], places[found[1] - 1].end()) if found else None

    def _with_half(self, first: Fraction) -> Fraction:
        half = self._take(patterns.AND_A_HALF)
        return first + _share(half[1]) if half else first

    def _compound(self, first: Fraction, unit: str) -> tuple[Fraction, str]:
        start = self._at
        if self._take(re.compile(r",?\s+(?:and\s+)?")) and (number := self._numbers.get(self._at)):
            word = patterns.WORD.match(self._text, number.end)
            smaller = unit_of(word[1]) if word else None
            if word and smaller and (unit, smaller[0]) in PARTS and number.value.isdecimal():
                self._at = word.end()
                return first * PARTS[unit, smaller[0]] + int(number.value), smaller[0]
        self._at = start
        return first, unit

    def _note_tail(self) -> None:
        if tail := self._take(patterns.TAIL):
            self._kind = tail.lastgroup

    def _per(self, unit: str) -> str:
        """Return the unit with what it is divided by: *kilometers an hour*, *$ 4.25 a share*."""
        start = self._at
        found = self._take(patterns.PER)
        if found is None:
            return unit
        if found[1] is None:
            if not found[0].strip().lower().endswith("each"):
                self._at = start
            return unit
        divisor = unit_of(found[1])
        return f"{unit}/{divisor[0] if divisor else singular(found[1].lower())}"

    def _sure_quantity(self, first: Fraction, second: Fraction | None, unit: str | None) -> Quantity:
        """Return the quantity if what follows it in the mention leaves no doubt. Raises _Unclear."""
        rest = self._text[self._at :]
        inner = patterns.INNER.search(rest)
        if patterns.JOINED.search(rest[: inner.start()] if inner else rest):
            raise _Unclear
        if unit is None:
            self._check_count(first, second, rest)
        elif "/" not in unit and unit_is_measure(unit) and not patterns.MEASURED.match(rest):
            raise _Unclear  # *30 year mortgage*
        if second is not None:
            return Quantity(None, first, second, unit, self._kind == "about")
        return _with_bound(Quantity(first, unit=unit), self._kind) if self._kind else Quantity(first, unit=unit)

    def _check_count(self, first: Fraction, second: Fraction | None, rest: str) -> None:
        """Raise _Unclear where a number without a unit counts nothing."""
        self._check_noun(second, rest)
        written = self._text[: self._at].split(" ")[-1]
        if (
            patterns.NEVER_A_COUNT.match(rest)
            or (first == 1 and not rest.strip())
            or rest.lstrip().startswith(("%", "#", "("))
        ):
            raise _Unclear
        if (
            written.isdecimal()
            and int(written) in patterns.YEARS
            and "," not in written
            and not (self._kind and rest.strip())
        ):
            raise _Unclear  # *the 1941 attack*, *around 1859*
        words = rest.split()
        if self._halved or (first == 1 and second is None and words and words[0].lower() == "of"):
            raise _Unclear  # *half a mind*, *one of the men*
        if written[:1].isdigit() and words and all(word[:1].isupper() for word in words) and not rest.endswith("s"):
            raise _Unclear  # *10 Downing Street*

    def _check_noun(self, second: Fraction | None, rest: str) -> None:
        """Raise _Unclear for *one another*, for a score (*a 10-34 victory*) and for a name (*the 22 truck*)."""
        inner = patterns.INNER.search(rest)
        nouns = (rest[: inner.start()] if inner else rest).split()
        several = not nouns or singular(nouns[-1]) != nouns[-1] or nouns[-1].lower() in _SEVERAL
        score = second is not None and re.search(r"\d\s?[-–—]\s?\d", self._text) is not None
        named = self._pointed and self._text[: self._at].rstrip()[-1:].isdigit()
        if nouns[:1] == ["another"] or ((score or named) and not several):
            raise _Unclear


def _share(word: str) -> Fraction:
    return Fraction(1, {"half": 2, "quarter": 4, "third": 3}[word.lower()])


def unit_is_measure(unit: str) -> bool:
    """Return whether a unit measures what it is of; money and percentages also come before a noun: *a $500 reward*."""
    return not (unit.isupper() or unit in ("%", "time", "cent", "penny"))
