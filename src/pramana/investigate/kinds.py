"""The types of a graph that words call, and those that are people's."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.investigate.marked import kinds_of
from pramana.investigate.profile import GraphProfile
from pramana.investigate.terms import name_parts, term_of
from pramana.investigate.words import PERSON_TYPES
from pramana.language import spelled_singular, word_set

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
