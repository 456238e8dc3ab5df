"""What the lines say of a short name and the names that it may mean, beyond the mentions that take part in Kriyās."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pramana.karaka.passes.name_reading import read_name
from pramana.karaka.passes.name_words import ADJECTIVES, NO_SURNAMES, OPENERS, TITLES
from pramana.karaka.passes.pairs import may_be_given
from pramana.karaka.passes.profiles import Profile

_NOT_GIVEN = TITLES | OPENERS | ADJECTIVES | NO_SURNAMES
LATEST_INTRODUCTION = 30
"""How many lines after a given name its full name may first occur."""
RARELY = 20
"""A namesake that the text names less than once for so many uses of the last name does not make that ambiguous."""


def introduces(short: Profile, long: Profile) -> bool:
    """Return whether a document gives the full name before, or soon after, it uses the given name alone."""
    words = " ".join(long.reading.words)
    for doc in short.parts.keys() & long.parts.keys():
        first = dict(long.parts[doc].full).get(words, long.first[doc].line_number)
        if first <= short.first[doc].line_number + LATEST_INTRODUCTION:
            return True
    return False


def namesake(short: Profile, bearers: Sequence[Profile]) -> str | None:
    """Return a description of what else has the word in its name in a document of `short`; None if nothing has."""
    full = [bearer for bearer in bearers if len(bearer.reading.words) > 1]
    if len(short.reading.words) != 1 or not full:
        return None
    word = short.reading.words[0]
    others = [
        run
        for doc in sorted(short.parts)
        for run in short.parts[doc].runs
        if _is_another(run, word, full) and not _is_of_other_gender(run, short)
    ]
    if others and len(others) * RARELY >= short.count:
        return f"{full[0].name!r} and {' '.join(others[0]).title()!r}"
    return None


def is_heading(long: Profile, short: Profile, heading_of: Callable[[str], tuple[str, ...]]) -> bool:
    """Return whether each document that has `short` is headed by the name `long`."""
    return all(heading_of(doc) == long.reading.words for doc in short.first)


def _is_another(run: Sequence[str], word: str, bearers: Sequence[Profile]) -> bool:
    """Return whether a run of capitals is a name of its own beside those of the bearers."""
    if len(run) > 1 and run[-1] == word:
        given = tuple(one for one in run[:-1] if len(one) > 1 and one != word and one not in _NOT_GIVEN)
        return bool(given) and not any(_may_be_given(given, bearer) for bearer in bearers)
    rest = set(run[1:]) - _NOT_GIVEN
    return bool(rest) and not any(rest <= set(bearer.reading.words) for bearer in bearers)


def _is_of_other_gender(run: Sequence[str], short: Profile) -> bool:
    """Return whether a full name cannot be meant by a title: *Liam Carter* by *Mrs Carter*."""
    told = short.reading.gender, read_name(" ".join(run).title()).gender
    return all(told) and told[0] != told[1]


def _may_be_given(words: Sequence[str], long: Profile) -> bool:
    return may_be_given(words, long) or set(words) <= set(long.reading.words)
