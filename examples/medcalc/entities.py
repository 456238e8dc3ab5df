"""A patient's values by name: numbers with units, yes or no, choices, dates. Each is read by rule or refused.

A number with a unit is `[value, unit]`, or several such pairs in a row that add up (`[5, "ft", 9, "in"]`). What is not
there or null was not recorded: what the calculator cannot do without raises MissingValue, the rest counts as the
calculator says and is listed in `assumed`.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from difflib import SequenceMatcher
from typing import Any, Literal

from medcalc.names import ALIASES
from medcalc.problems import MissingValue, UnknownEntity, UnknownUnit, UnknownValue
from medcalc.units import convert

TOO_NEAR = 0.85
"""From this likeness on, an unknown name is taken for a slip of a name that was missed, and refused."""

_YES = {"yes", "true", "present", "positive", "y"}
_NO = {"no", "false", "absent", "negative", "none", "n"}
_NEGATIONS = {"no", "not", "none", "without", "absent", "never", "non"}
_DATES = ("%m/%d/%Y", "%Y-%m-%d")


def plain(name: str) -> str:
    """Return a name as names are compared: letters and digits in lower case, words apart by one space.

    >>> plain("O₂ saturation  percentage")
    'o2 saturation percentage'
    """
    text = unicodedata.normalize("NFKC", name).casefold()
    return " ".join("".join(sign if sign.isalnum() else " " for sign in text).split())


class Entities:
    """The values given to one calculation. `assumed` names what was not recorded and counted by rule all the same."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        """Raises UnknownValue where two names are the same but for case and signs."""
        self._given: dict[str, Any] = {}
        self._names: dict[str, str] = {}
        for name, value in given.items():
            key = plain(name)
            if key in self._names:
                raise UnknownValue(name, value, f"no second value beside that of {self._names[key]!r}")
            self._given[key], self._names[key] = value, name
        self._used: set[str] = set()
        self.assumed: list[str] = []

    # Numbers

    def number(self, name: str, unit: str, of: str | None = None) -> float:
        """Return a number in `unit`; `of` names the substance of a concentration. Raises MissingValue."""
        return _quantity(name, self._needed(name), unit, of)

    def measure(self, name: str, unit: str, of: str | None = None) -> float | None:
        """Return a number in `unit`, None where it was not recorded."""
        value = self._recorded(name)
        return None if value is None else _quantity(name, value, unit, of)

    def bare(self, name: str) -> float:
        """Return a number that has no unit: a ratio, a score. Raises MissingValue."""
        return _bare(name, self._needed(name))

    def bare_or_none(self, name: str) -> float | None:
        """Return a number that has no unit, None where it was not recorded."""
        value = self._recorded(name)
        return None if value is None else _bare(name, value)

    def defined(self, name: str, unit: str) -> float | None:
        """Return a number in `unit`, None where it was not recorded. One without a unit is in `unit`.

        For quantities that are made for the calculation alone, in the unit that its source defines them in.
        """
        value = self._recorded(name)
        if value is None or not isinstance(value, int | float):
            return None if value is None else _quantity(name, value, unit, None)
        return _bare(name, value)

    @property
    def age(self) -> float:
        """The age in years. Never assumed."""
        return self.number("age", "years")

    @property
    def whole_age(self) -> int:
        """The age in completed years, as bands of age are meant."""
        return math.floor(self.age)

    # Words

    @property
    def sex(self) -> Literal["male", "female"]:
        """Never assumed."""
        value = self._needed("sex")
        word = plain(value) if isinstance(value, str) else ""
        if word in ("male", "m", "man", "boy"):
            return "male"
        if word in ("female", "f", "woman", "girl"):
            return "female"
        raise UnknownValue("sex", value, "male or female")

    def flag(self, name: str, *, missing: bool = False) -> bool:
        """Return yes or no; `missing` where it was not recorded."""
        value = self._recorded(name)
        if value is None:
            return missing
        if isinstance(value, bool):
            return value
        word = plain(value) if isinstance(value, str) else ""
        if word in _YES | _NO:
            return word in _YES
        raise UnknownValue(name, value, "yes or no")

    def any_flag(self, *names: str) -> bool:
        """Return whether one of them is yes. All are read, so that each missing one is listed."""
        return sum(self.flag(name) for name in names) > 0

    def points(self, criteria: Mapping[str, int]) -> int:
        """Return the sum of the points of those criteria that are yes. One that was not recorded is not met."""
        return sum(worth * self.flag(name) for name, worth in criteria.items())

    def choice(self, name: str, options: Mapping[int, str], missing: int | None = None) -> int:
        """Return the key of the option that the text names.

        An option is its phrases, apart by `; `. A text is one of them, or holds one as whole words and denies nothing
        that the phrase does not deny; a phrase that begins with `=` is no such part. No stands for "none". `missing`
        is returned where nothing was recorded; where that is None, too, MissingValue is raised.
        """
        value = self._recorded(name) if missing is not None else self._needed(name)
        if value is None:
            assert missing is not None
            return missing
        text = "none" if value is False else plain(value) if isinstance(value, str) else ""
        phrases = {key: option.split("; ") for key, option in options.items()}
        for fits in (_is, _holds):
            found = [key for key, several in phrases.items() if any(fits(text, phrase) for phrase in several)]
            if len(found) == 1:
                return found[0]
            if found:
                break
        raise UnknownValue(name, value, " or ".join(repr(several[0]) for several in phrases.values()))

    def date(self, name: str) -> date:
        """Return a date that is written month/day/year or as ISO 8601 has it. Raises MissingValue."""
        value = self._needed(name)
        for form in _DATES:
            try:
                return datetime.strptime(str(value).strip(), form).date()
            except ValueError:
                continue
        raise UnknownValue(name, value, "a date such as 08/31/2023")

    # Names

    def raw(self, name: str) -> Any:
        """Return a value as it was given. Raises MissingValue."""
        return self._needed(name)

    def raw_or_none(self, name: str) -> Any:
        """Return a value as it was given, None where it was not recorded."""
        return self._recorded(name)

    def text(self, name: str) -> str | None:
        """Return a text as it was given, None where it was not recorded."""
        value = self._recorded(name)
        if value is None or isinstance(value, str):
            return value
        raise UnknownValue(name, value, "a text")

    def derived(self, name: str) -> None:
        """Note that a value which was not recorded was computed from others: it is not assumed."""
        self.assumed.remove(name)

    def names(self) -> list[str]:
        """Return all names that were given."""
        return list(self._names.values())

    def unused(self) -> list[str]:
        """Return the names that nothing was read from.

        Raises UnknownEntity where one resembles a missed name, or one of the two begins with the other: "Hypertension
        history" is not the "Hypertension" that a score may ask for, and must not count for nothing in silence.
        """
        left = [name for key, name in self._names.items() if key not in self._used]
        for name in left:
            for missed in self.assumed:
                if _too_near(plain(name), plain(missed)):
                    raise UnknownEntity(name, missed)
        return left

    def _recorded(self, name: str) -> Any:
        value = self._found(name)
        if value is None and name not in self.assumed:
            self.assumed.append(name)
        return value

    def _needed(self, name: str) -> Any:
        value = self._found(name)
        if value is None:
            raise MissingValue(name, self.names())
        return value

    def _found(self, name: str) -> Any:
        keys = [plain(alias) for alias in (name, *ALIASES.get(name, ()))]
        present = [key for key in keys if key in self._given]
        self._used.update(present)
        values = [self._given[key] for key in present if self._given[key] is not None]
        if any(value != values[0] for value in values[1:]):
            raise UnknownValue(name, values, "one value under its names")
        return values[0] if values else None


def _too_near(name: str, missed: str) -> bool:
    begins = f"{name} ".startswith(f"{missed} ") or f"{missed} ".startswith(f"{name} ")
    return begins or SequenceMatcher(None, name, missed).ratio() >= TOO_NEAR


def _quantity(name: str, value: Any, unit: str, of: str | None) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        raise UnknownUnit("", unit)
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) < 2 or len(value) % 2:
        raise UnknownValue(name, value, f"a number with its unit, such as [1, {unit!r}],")
    pairs = zip(value[::2], value[1::2], strict=True)
    return _finite(name, sum(convert(_finite(name, number), str(written), unit, of) for number, written in pairs))


def _bare(name: str, value: Any) -> float:
    if (
        isinstance(value, Sequence)
        and not isinstance(value, str)
        and len(value) == 2
        and value[1] in (None, "", "ratio")
    ):
        value = value[0]
    return _finite(name, value)


def _finite(name: str, value: Any) -> float:
    try:
        if isinstance(value, bool):
            raise ValueError
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise UnknownValue(name, value, "a number") from None
    if not math.isfinite(number) or number < 0:
        raise UnknownValue(name, value, "a number from 0 on")
    return number


def _is(text: str, phrase: str) -> bool:
    return text == plain(phrase)


def _holds(text: str, phrase: str) -> bool:
    words = plain(phrase)
    if phrase.startswith("=") or f" {words} " not in f" {text} ":
        return False
    return set(text.split()) & _NEGATIONS <= set(words.split())
