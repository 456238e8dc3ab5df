"""The types of a graph that words call, and those that are people's."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pramana.investigate.marked import kinds_of
from pramana.investigate.profile import GraphProfile
from pramana.investigate.terms import name_parts, term_of
from pramana.investigate.words import PERSON_TYPES
from pramana.language import spelled_singular, word_set

_PEOPLE = frozenset(("who", "whom", "whose", "anybody", "anyone", "person", "people"))
_PERSONS = word_set("investigation/persons")


def kinds_called(words: Sequence[str], types: Sequence[str]) -> tuple[str, ...]:
    """Return the types that words call: by their whole name, by another noun for it, or by the last word of it."""
    if any(word[:1] in "@$#%" for word in words) or not words:
        return ()
    found = kinds_of(" ".join(words), types)
    if found or len(words) != 1:
        return found
    noun = spelled_singular(words[0])
    heads = {each: spelled_singular(parts[-1]) for each in types if len(parts := term_of(each).words) > 1}
    return tuple(each for each, head in heads.items() if head == noun)


def people_types(facts: GraphProfile) -> tuple[str, ...]:
    """Return the types that are people's, by the last word of their names."""
    return tuple(
        kind.type
        for kind in facts.types
        if kind.type.casefold() in PERSON_TYPES or (name_parts(kind.type) or [""])[-1] in _PERSONS
    )


def kinds_beside(question: str, types: Sequence[str], attribute: str, facts: GraphProfile) -> tuple[str, ...]:
    """Return other types that a question may mean as well, where it calls none of `types` by its own name: those with
    the attribute that it orders by and with a relation from or to the same things.

    *The most expensive work* may be a sculpture where museums own paintings and sculptures, and both have a price.
    """
    said = {spelled_singular(word) for word in re.findall(r"[^\W_]+", question.casefold())}
    if said & _PEOPLE or any(spelled_singular(parts[-1]) in said for each in types if (parts := name_parts(each))):
        return ()
    having = (kind.type for kind in facts.types if kind.type not in types and kind.attribute(attribute) is not None)
    shared = {way for each in types for way in _ways(each, facts)}
    return tuple(each for each in having if not shared.isdisjoint(_ways(each, facts)))


def _ways(kind: str, facts: GraphProfile) -> set[tuple[str, str, str]]:
    """Return the relations of a type, with the side that it is at and what is at the other one."""
    pairs = [(each.relation, pair) for each in facts.relations for pair in each.ends]
    found = {(relation, "source", pair.target) for relation, pair in pairs if pair.source == kind}
    return found | {(relation, "target", pair.source) for relation, pair in pairs if pair.target == kind}
