"""Whether a noun in small letters may name somebody: a person, a group or an organisation."""

from __future__ import annotations

from functools import cache

from pramana.language import is_people, word_set, word_table

_ENDINGS = ("tion", "sion", "ment", "ness", "ity", "ism", "ship", "ance", "ence", "age", "cy")
"""Endings of nouns for what is done or how something is."""
_SOMEBODY = (
    *("types/people", "people/people", "people/men", "people/women", "people/groups", "people/organisations"),
    *("roles/people", "types/organizations"),
)
_NOBODY = ("types/objects", "types/events", "types/times", "types/places")


def may_name_somebody(noun: str) -> bool:
    """Return whether a common noun, in any case, may answer *who*: true of all that nothing shows to name a thing.

    >>> may_name_somebody("statement"), may_name_somebody("statesman"), may_name_somebody("government")
    (False, True, True)
    """
    low = noun.casefold()
    if low in _somebody() or is_people(low):
        return True
    return low not in _nobody() and not (len(low) > _SHORT and low.endswith(_ENDINGS))


_SHORT = 5
"""Letters of the longest noun whose ending says nothing: *page*, *sage*."""


@cache
def _somebody() -> frozenset[str]:
    return frozenset().union(*map(word_set, _SOMEBODY), word_set("people/groups_by_ending"))


@cache
def _nobody() -> frozenset[str]:
    return frozenset().union(
        *map(word_set, _NOBODY), word_set("people/nobodys_nouns"), word_table("nominalizations/events")
    )
