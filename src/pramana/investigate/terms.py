"""The words that ask for a graph's types, relations and attributes, distinguished by their stems."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from pramana.investigate.profile import GraphProfile
from pramana.language import word_forms, word_set

PREPOSITIONS = word_set("investigation/prepositions")
_LOCAL = frozenset(("in", "at", "on", "near"))
_GENERIC = word_set("investigation/generic")
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+", re.UNICODE)


@dataclass(frozen=True, slots=True)
class Term:
    """A name with its content words' stems, in order, and the preposition that it ends with, "" for none.

    `inverse`: the name says it from the other side, as *founded by*. `noun`: *capital of*, *has capital*, *capital*.
    """

    name: str
    words: tuple[str, ...]
    stems: tuple[frozenset[str], ...]
    preposition: str = ""
    has: bool = False

    def matches(self, forms: Iterable[str]) -> bool:
        """Whether the first content word is one of which these are the forms."""
        return bool(self.stems) and not self.stems[0].isdisjoint(forms)


@dataclass(frozen=True, slots=True)
class GraphTerms:
    """All terms of a graph. Relations without a content word, as *related to*, are not among them."""

    relations: tuple[Term, ...]
    types: tuple[Term, ...]
    attributes: tuple[Term, ...]

    @classmethod
    def of(cls, facts: GraphProfile) -> GraphTerms:
        """Return the terms of a profile."""
        of_nodes = [each.name for kind in facts.types for each in kind.attributes]
        names = dict.fromkeys([*of_nodes, *(each.name for kind in facts.relations for each in kind.attributes)])
        return _terms(
            tuple(each.relation for each in facts.relations), tuple(each.type for each in facts.types), tuple(names)
        )

    def names_type(self, word: str) -> bool:
        """Whether a word is one that a type of the graph is called by."""
        found = word_forms(word)
        return any(not stems.isdisjoint(found) for term in self.types for stems in term.stems)

    def knows(self, word: str) -> bool:
        """Whether a word is one of those that the graph's types, relations or attributes are called by."""
        found = word_forms(word)
        return any(
            not stems.isdisjoint(found)
            for part in (self.relations, self.types, self.attributes)
            for term in part
            for stems in term.stems
        )


@lru_cache(maxsize=16)
def _terms(relations: tuple[str, ...], types: tuple[str, ...], attributes: tuple[str, ...]) -> GraphTerms:
    made = (tuple(term for term in map(term_of, names) if term.stems) for names in (relations, types, attributes))
    return GraphTerms(*made)


def term_of(name: str) -> Term:
    """Return a name as a term.

    >>> term_of("WORKS_FOR").words, term_of("worksFor").preposition
    (('works',), 'for')
    """
    words = name_parts(name)
    has = bool(words) and words[0] in ("has", "have")
    preposition = words[-1] if len(words) > 1 and words[-1] in PREPOSITIONS else ""
    content = [word for word in words if word not in _GENERIC and word not in PREPOSITIONS]
    return Term(name, tuple(content), tuple(word_forms(word) for word in content), preposition, has)


def name_parts(name: str) -> list[str]:
    """Return the words that a name is put together from.

    >>> name_parts("worksOn"), name_parts("UNIT_PRICE")
    (['works', 'on'], ['unit', 'price'])
    """
    return [part.casefold() for part in _PARTS.findall(name)]


def agrees(asked: str, named: str) -> bool:
    """Whether a question's preposition goes with a relation's; those of places go with each other.

    >>> agrees("with", "for"), agrees("at", "in"), agrees("", "for")
    (False, True, True)
    """
    return not asked or not named or asked == named or (asked in _LOCAL and named in _LOCAL)


def is_local(preposition: str) -> bool:
    """Whether a preposition tells a place."""
    return preposition in _LOCAL
