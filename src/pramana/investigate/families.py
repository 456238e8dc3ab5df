"""Which relation words of a question mean between two kinds of things, and which way it runs.

A relation's own words come first. Where no relation has them, one with a word of the same family does: *Who makes X?*
asks for `MANUFACTURES`, *Who taught X?* for `studied_under`, from its other side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from pramana.investigate.profile import GraphProfile
from pramana.investigate.shapes import Hop
from pramana.investigate.terms import Term, agrees, is_local, term_of
from pramana.language import word_forms, word_set, word_table

_PLACING = frozenset(("place", "exhibit", "live"))
"""Families whose relations are asked for with a preposition of place alone: *Which plants are in Denmark?*"""
_BELONGING = frozenset(("member", "belong", "part"))
AGENTS = ("er", "or", "ers", "ors", "ist", "ists")
"""Endings of a noun for who does what a verb says. Which end of a relation another noun means is left open."""
_GENERAL_ADVERBS = frozenset(("together", "also", "both"))
_SYMMETRIC = word_set("investigation/symmetric")
_PLACES = word_set("investigation/places")
THINGS = word_set("investigation/things")
"""Types, in lower case, that are nobody."""


@dataclass(frozen=True, slots=True)
class RelationWords:
    """Words that ask for a relation from something known. `leads`: it is their subject. `noun`: they are a noun of it
    (*the suppliers of X*). No `verbs`: only a preposition, or possession, joins the two."""

    verbs: tuple[str, ...]
    preposition: str
    leads: bool
    noun: bool = False


def hops(asked: RelationWords, known: frozenset[str], wanted: Iterable[str], facts: GraphProfile) -> list[Hop]:
    """Return the hops that words can mean from nodes of the types `known` to nodes of the types `wanted`, none: of any.

    They follow relations that are called by these words, else by a word of the same family.
    """
    types = tuple(wanted)
    pairs = list(joins(known, types, facts)) if facts.directed else []
    if not asked.verbs:
        return _distinct(_generic(asked, pairs), types)
    agent = not asked.noun or asked.verbs[-1].endswith(AGENTS) or is_family_word(asked.verbs[-1])
    own = [(name, along) for name, along in pairs if agent and _own_words(asked, name)]
    if own:  # what a relation is called by is meant, whichever way it runs
        return _distinct([(name, along) for name, along in own if _runs(asked, name, along, 1)], types)
    if any(_own_words(replace(asked, preposition=""), each.relation) for each in facts.relations):
        return []  # *Who leads Aurora?* asks for LEADS, though that leads to teams alone
    return _distinct(
        (
            (name, along)
            for name, along in pairs
            for sign in family_signs(asked.verbs, term_of(name))
            if _runs(asked, name, along, sign)
        ),
        types,
    )


def _distinct(found: Iterable[tuple[str, bool | None]], types: tuple[str, ...]) -> list[Hop]:
    distinct = list(dict.fromkeys(found))
    if len(distinct) == 2 and distinct[0][0] == distinct[1][0]:  # *married to*, whoever is named first
        return [Hop((distinct[0][0],), None, types)]
    return [Hop((name,), along, types) for name, along in distinct]


def joins(known: frozenset[str], wanted: Sequence[str], facts: GraphProfile) -> Iterator[tuple[str, bool | None]]:
    """Yield the relations that join the types, with the way in which they lead from what is known."""
    for relation in facts.relations:
        for along in (True, False):
            ends = ((pair.source, pair.target) if along else (pair.target, pair.source) for pair in relation.ends)
            if any(one in known and (not wanted or other in wanted) for one, other in ends):
                yield relation.relation, along


def _own_words(asked: RelationWords, name: str) -> bool:
    """Whether all words of a question are a relation's own, in their order, and the preposition is none against it."""
    term = term_of(name)
    if len(term.words) != len(asked.verbs) or not term.words:
        return False
    same = all(not stems.isdisjoint(word_forms(word)) for stems, word in zip(term.stems, asked.verbs, strict=True))
    return same and _fits(asked, name)


def _fits(asked: RelationWords, name: str) -> bool:
    preposition = term_of(name).preposition
    return preposition == "by" or asked.noun or agrees(asked.preposition, preposition)


def _runs(asked: RelationWords, name: str, along: bool | None, sign: int) -> bool:
    """Whether a relation leads from what is known the way in which a question's words do: from their subject, or to it.

    `sign` is -1 where the words say it from the other side than the relation's own.
    """
    term = term_of(name)
    if any(word.startswith(each) for word in term.words for each in _SYMMETRIC):
        return True
    inverse = term.preposition == "by"
    return along is ((asked.leads == (sign > 0)) != inverse)


def _generic(asked: RelationWords, pairs: Sequence[tuple[str, bool | None]]) -> Iterator[tuple[str, bool | None]]:
    """Yield the one relation that joins the types where a preposition or possession asks for it; none where several do,
    but one of places after a preposition of place."""
    if asked.preposition in ("of", ""):
        yield from pairs if len({name for name, _ in pairs}) == 1 and asked.preposition else ()
        return
    if asked.preposition == "have":
        yield from ((name, along) for name, along in pairs if along is asked.leads and term_of(name).has)
        return
    for name, along in pairs:
        term = term_of(name)
        families = {key for word in term.words for key, sign in _family_of(word)}
        local = is_local(asked.preposition) and (is_local(term.preposition) or bool(families & _PLACING))
        belongs = asked.preposition in ("in", "on", "from", "of") and bool(families & _BELONGING)
        if (local or belongs or term.preposition == asked.preposition) and along is asked.leads:
            yield name, along


def family_signs(verbs: Sequence[str], term: Term) -> set[int]:
    """Return 1 where words are of the family of a relation's, -1 where they are of it from the other side."""
    words = [word for word in verbs if word not in _GENERAL_ADVERBS]
    if len(words) != 1 or len(term.words) != 1:
        return set()
    theirs = dict(_family_of(term.words[0]))
    return {sign * theirs[key] for key, sign in _family_of(words[0]) if key in theirs}


@cache
def _family_of(word: str) -> tuple[tuple[str, int], ...]:
    """Return the families of a word, each with 1, or -1 where the word says it from the other side."""
    forms = word_forms(word)
    found = []
    for key, words in word_table("investigation/families").items():
        for each in words.split():
            if not word_forms(each.removeprefix("~")).isdisjoint(forms):
                found.append((key, -1 if each.startswith("~") else 1))
    return tuple(dict.fromkeys(found))


def is_family_word(word: str) -> bool:
    """Whether a word belongs to a family of words for a relation."""
    return bool(_family_of(word))


def is_place(hop: Hop, facts: GraphProfile) -> bool:
    """Whether a hop leads to a place: by its relation's words, or by the types that it leads to."""
    term = term_of(hop.relations[0])
    if term.preposition in ("in", "at", "near") or any(
        key in _PLACING for word in term.words for key, _ in _family_of(word)
    ):
        return True
    profile = facts.relation(hop.relations[0])
    ends = {pair.target if hop.along else pair.source for pair in profile.ends} if profile else set()
    return bool(ends) and all(each.casefold() in _PLACES for each in ends)


def leads_to_things(hop: Hop, known: frozenset[str], facts: GraphProfile) -> bool:
    """Whether a hop from nodes of some types leads only to what is nobody: *who* does not ask for a debt."""
    profile = facts.relation(hop.relations[0])
    pairs = [(pair.source, pair.target) for pair in (profile.ends if profile else ())]
    sides = (True, False) if hop.along is None else (hop.along,)
    ends = {(pair if side else pair[::-1])[1] for side in sides for pair in pairs if pair[not side] in known}
    return bool(ends) and all(end.casefold() in THINGS for end in ends)


__all__ = ["RelationWords", "family_signs", "hops", "is_family_word", "is_place", "joins", "leads_to_things"]
