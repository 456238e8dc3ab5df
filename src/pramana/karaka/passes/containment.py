"""A shorter name within a longer one, by structure alone: where the words are, and how the text uses both names.

No list of names takes part. *Haddad* is *Omar Haddad* where their document has no other bearer of *Haddad*.
"""

from __future__ import annotations

from collections.abc import Sequence

from pramana.karaka.passes.inflection import same_word
from pramana.karaka.passes.model import PairFinding
from pramana.karaka.passes.name_reading import NameReading
from pramana.karaka.passes.name_words import (
    FEMALE_NAMES,
    GENERIC_ENDINGS,
    KIN,
    MALE_NAMES,
    MODIFIERS,
    NOBLE_TITLES,
    ROYAL_TITLES,
)
from pramana.karaka.passes.profiles import Profile
from pramana.language import word_set

LAST, FIRST, INNER = 78, 74, 62
"""How sure a last word, a first word and the word before the last are as the short form of a name, 1 to 100."""
_INSTITUTIONS = word_set("types/organizations")
"""Endings of what is in a place and not the place: *Leeds University* is not called *Leeds*."""
_WATERS = frozenset({"river", "sea", "ocean", "canal", "strait", "desert"})
LEAST_LETTERS = 2
"""A single letter is an initial; nobody is called by it alone."""


def contained_name(short: Profile, long: Profile) -> PairFinding | None:
    """Judge whether `short` is the beginning or the end of `long`, a name of a document that has both.

    An article tells them apart: *the Vienna Philharmonic* is not called *Vienna*, and *der Koch* is a cook, not
    *Peter Koch*. That nothing else there has the word in its name is for the caller to see.
    """
    if not short.first.keys() & long.first.keys() or short.lowered:
        return None
    if short.articled or long.articled:
        return _as_water(short, long)
    a, b = short.reading, long.reading
    if _is_kin(a, b) or len("".join(a.words)) < LEAST_LETTERS or "time" in _kinds(short, long):
        return None
    if _equal(a.words, b.words[-len(a.words) :]):
        return _as_last(short, long)
    if len(a.words) > 1 and _equal(a.words[-1:], b.words[-1:]) and _in_order(a.words[:-1], b.words[:-1]):
        return _finding(short, long, "has the first and the last word of", LAST)
    if _equal(a.words, b.words[: len(a.words)]) and not _is_listed_given(short, long):
        return _as_first(short, long)
    if _equal(a.words, b.words[-1 - len(a.words) : -1]) and (short.human or long.human):
        return _finding(short, long, "is the first of two surnames of", INNER)
    return None


def _as_water(short: Profile, long: Profile) -> PairFinding | None:
    """Judge *the Thames* beside *the River Thames*: rivers and seas keep the article without their noun."""
    rest = tuple(word for word in long.reading.words if word not in _WATERS)
    called = short.articled and long.articled and len(rest) == len(long.reading.words) - 1
    if not called or not _equal(short.reading.words, rest):
        return None
    return _finding(short, long, "is the name within", FIRST)


def _is_kin(short: NameReading, long: NameReading) -> bool:
    """Return whether the shorter name may be that of a relative: *his son John*, *Lady Astor* beside *John Astor*."""
    return bool(
        KIN.intersection((*short.adjectives, *short.titles))
        or (NOBLE_TITLES | ROYAL_TITLES).intersection(short.titles).difference(long.titles)
    )


def _equal(some: Sequence[str], others: Sequence[str]) -> bool:
    return len(some) == len(others) and all(map(same_word, some, others))


def _in_order(some: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether words, or their initials, occur in this order among others, the first with the first."""
    rest = iter(others)
    return _may_stand_for(some[0], others[0]) and all(
        any(_may_stand_for(word, other) for other in rest) for word in some
    )


def _may_stand_for(short: str, long: str) -> bool:
    return same_word(short, long) or (len(short) == 1 and long.startswith(short))


def _is_listed_given(short: Profile, long: Profile) -> bool:
    """Return whether a title precedes what is surely a given name: *Mr. James* is not *James Martin*."""
    return bool(short.reading.titles) and long.reading.words[0] in MALE_NAMES | FEMALE_NAMES


def _kinds(short: Profile, long: Profile) -> set[str]:
    return {short.kind, long.kind} - {""}


def _as_last(short: Profile, long: Profile) -> PairFinding | None:
    """Judge the end of a name: a surname, but for places and firms (*New York* is not called *York*)."""
    words = long.reading.words
    surely = max(short.human, long.human) > 1
    thing = (
        words[-1] in GENERIC_ENDINGS
        or bool(long.reading.company)
        or bool({"place", "organisation"} & _kinds(short, long))
    )
    if thing or (words[0] in MODIFIERS and not surely):
        return None
    return _finding(short, long, "is the end of the name", LAST)


def _as_first(short: Profile, long: Profile) -> PairFinding | None:
    """Judge the beginning of a name: a given name, or a firm's (*Delta* for *Delta Construction*)."""
    words = long.reading.words
    place = words[-1] in GENERIC_ENDINGS - _INSTITUTIONS and "place" in (long.kind, short.kind)
    if (short.located and not place) or (words[0] in MODIFIERS and len(short.reading.words) == 1 and not long.human):
        return None
    return _finding(short, long, "is the beginning of the name", FIRST)


def _finding(short: Profile, long: Profile, what: str, confidence: int) -> PairFinding:
    return PairFinding(f"{short.name!r} {what} {long.name!r}, and of no other there", confidence)
