"""From the classes of a knowledge base (*human*, *city in India*) to the types of entities."""

from __future__ import annotations

from collections.abc import Iterable

from pramana.graph import fold_name
from pramana.karaka.passes import type_words as words
from pramana.karaka.schema import EVENT, LOCATION, OBJECT, ORGANIZATION, PERSON, TIME
from pramana.language import word_set

NAME = "Name"
"""Entries that are about a name, not about who bears it: family names, given names, pages that tell homonyms apart."""
_NAMES = frozenset(
    ("name", "surname", "family name", "given name", "male given name", "female given name", "unisex given name")
)
_PEOPLE = words.PEOPLE | word_set("linking/people")
_WORKS = word_set("linking/works")
_PLACES = words.PLACES | frozenset("settlement municipality metropolis suburb borough commune prefecture".split())
_PARTING = word_set("linking/parting")
_KINDS = (
    (PERSON, _PEOPLE),
    (LOCATION, _PLACES),
    (ORGANIZATION, words.ORGANIZATIONS | frozenset(("business", "enterprise"))),
    (TIME, words.TIMES),
    (EVENT, words.EVENTS),
    (OBJECT, words.OBJECTS | _WORKS),
)
_OWN = {fold_name(kind): kind for kind, _ in _KINDS}


def types_of(classes: Iterable[str]) -> frozenset[str]:
    """Return the types of classes; unknown classes add none.

    >>> sorted(types_of(["fictional human", "literary character"])), sorted(types_of(["family name"]))
    (['Person'], ['Name'])
    >>> sorted(types_of(["city in England", "capital city"])), sorted(types_of(["taxon"]))
    (['Location'], [])
    """
    return frozenset(kind for each in classes for kind in _types(fold_name(each)))


def _types(name: str) -> Iterable[str]:
    if name in _NAMES or name.endswith("disambiguation page"):
        return (NAME,)
    if name in _OWN:
        return (_OWN[name],)
    head = _head(name)
    return [kind for kind, nouns in _KINDS if head in nouns or head.removesuffix("s") in nouns][:1]


def _head(name: str) -> str:
    """Return the head noun: the last word before *of*, *in* …"""
    parts = name.split() or [""]
    for index, part in enumerate(parts):
        if index and part in _PARTING:
            return parts[index - 1]
    return parts[-1]
