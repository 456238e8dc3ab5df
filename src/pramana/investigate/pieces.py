"""What words of a question can be in a graph: a kind of node, an attribute, a truth, a relation, each at a cost.

Nothing here knows the form of a question. A sense costs what its words cost (see `closeness`); words that are a term of
the graph itself are not taken for another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from math import inf

from pramana.investigate.attributes import Attributes
from pramana.investigate.closeness import EQUAL, KIN, NEAR, UNRELATED, merge_phrases, word_cost, words_cost
from pramana.investigate.families import AGENTS, family_signs, is_family_word, joins
from pramana.investigate.kinds import people_types
from pramana.investigate.matched_words import HOLDING, NEUTRAL, is_light
from pramana.investigate.profile import AttributeProfile, GraphProfile
from pramana.investigate.terms import Term, agrees, is_local, name_parts, term_of
from pramana.language import spelled_singular, stem, word_forms, word_set

FREE, PLACED = 1.5, 0.5
"""The cost of a relation that no word names, the only one that joins its types; and where its preposition is said."""
UNSAID = 0.2
"""The cost of each word of a term that a question does not say: *capacity* for `passenger_capacity`."""
_SYMMETRIC = word_set("investigation/symmetric")
_PLACES = word_set("investigation/places")
_UNITS = word_set("investigation/units")
_AMOUNT = ("number", "amount", "count", "total", "sum", "value", "level", "size", "quantity")
"""Nouns that say of an attribute no more than that it is a number."""
HAPPENING = frozenset(
    map(stem, ("happen", "occur", "take_place", "place", "take", "took", "go", "located", "situated"))
)
"""Stems of verbs that leave open what happened: *When did X take place?* asks for any date of X."""
_CONTAIN = ("contain",)
_MOVING = frozenset(("run", "work"))
_ASKING = frozenset(("who", "many", "much", "what"))
"""Forms of questions of which all words together ask for an attribute."""
_FLAG_WORDS = frozenset(("is", "has", "have", "can", "was", "are"))


@dataclass(frozen=True, slots=True)
class Sense:
    """A term of the graph that words can mean. `types` are those of which it is an attribute, or which it is."""

    name: str
    cost: float
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkSense:
    """A relation that words can mean: the head of the clause is at its `side`, "" for either."""

    relation: str
    side: str
    cost: float


@dataclass(frozen=True, slots=True)
class Joining:
    """The words between two things. `subject`: the head is their subject; `passive` with what that changes."""

    words: tuple[str, ...]
    preposition: str
    subject: bool
    passive: bool = False
    noun: bool = False


class Pieces:
    """The senses of words in one graph."""

    def __init__(self, facts: GraphProfile) -> None:
        self.facts = facts
        self.every = tuple(kind.type for kind in facts.types)
        self._terms = {name: term_of(name) for name in (*self.every, *(each.relation for each in facts.relations))}
        self._said = {each.relation: _said_words(each.relation) for each in facts.relations}

    @cached_property
    def people(self) -> tuple[str, ...]:
        """The types that are people's."""
        return people_types(self.facts)

    def kinds(self, words: Sequence[str]) -> list[Sense]:
        """Return the types that words call: those that they name; else those that the last word is near to."""
        if not words or any(word[:1] in "@$#" for word in words):
            return []
        costs = {name: self._kind_cost(words, self._terms[name]) for name in self.every}
        least = min(costs.values(), default=inf)
        if least is inf or least == UNRELATED:
            return []
        found = tuple(name for name, cost in costs.items() if cost == least)
        return [Sense(found[0], least, found)]

    def _kind_cost(self, words: Sequence[str], term: Term) -> float:
        own = term.words or tuple(name_parts(term.name))
        if not own or len(words) > len(own):
            return UNRELATED
        if len(words) == len(own):
            return sum(_noun_cost(one, two) for one, two in zip(words, own, strict=True))
        ends = zip(words, own[-len(words) :], strict=True)
        return sum(_noun_cost(one, two) for one, two in ends) + UNSAID * (len(own) - len(words))

    def is_term(self, word: str) -> bool:
        """Whether a word is one by which the graph calls a relation or an attribute itself."""
        return any(word_cost(word, own) == 0 for own in self._own_words)

    @cached_property
    def _own_words(self) -> frozenset[str]:
        return frozenset(word for words in self._said.values() for word in words)

    def names_kind(self, word: str) -> bool:
        """Whether a word is the name of a type itself: it asks for no attribute that is called otherwise."""
        noun = spelled_singular(word)
        return any(spelled_singular(own[-1]) == noun for name in self.every if (own := self._terms[name].words))

    # Attributes

    def profiles(self, types: Sequence[str]) -> Iterator[tuple[str, AttributeProfile]]:
        """Yield the attributes of nodes of some types that are no names, each with its type."""
        for name in types or self.every:
            kind = self.facts.type(name)
            own = Attributes.of_types(self.facts, (name,))
            for each in kind.attributes if kind else ():
                if own.has(each.name):
                    yield name, each

    def attributes(
        self, words: Sequence[str], found: Iterable[tuple[str, AttributeProfile]], form: str, more: Sequence[str] = ()
    ) -> list[Sense]:
        """Return the attributes that words of a question of a form ask for: *how* with an adjective, *when*, *what*.
        `more` are words that the edge of an attribute is called by: they explain words, but ask for no attribute."""
        senses: dict[str, Sense] = {}
        if form == "when" and {stem(word) for word in words} <= HAPPENING:
            return _only_date(found)
        for kind, profile in found:
            cost = self._attribute_cost(words, profile, form, more)
            held = senses.get(profile.name)
            if cost < UNRELATED:
                types = (*(held.types if held else ()), kind)
                senses[profile.name] = Sense(profile.name, min(cost, held.cost if held else inf), types)
        return sorted(senses.values(), key=lambda each: each.cost)

    def _attribute_cost(
        self, words: Sequence[str], profile: AttributeProfile, form: str, more: Sequence[str] = ()
    ) -> float:
        own = Attributes([profile])
        if not _fits_form(own, profile, form):
            return UNRELATED
        if form != "when" and own.asked_name(words, form if form in _ASKING else "") == profile.name:
            return 0.0
        if form != "when" and name_parts(profile.name)[-1:] in (["at"], ["on"]):
            return UNRELATED  # *created_at* is no answer to what somebody founded
        content = [word for word in words if word not in _AMOUNT] or list(words)
        parts = [part for part in name_parts(profile.name) if part not in _FLAG_WORDS]
        content = [word for word in content if form != "many" or word not in ("people", "persons")]
        if not content:
            return UNRELATED
        own_costs = [min([word_cost(w, part) for part in parts] + [_asked_cost(own, w, form)]) for w in content]
        costs = [min(cost, words_cost([w], more)) for cost, w in zip(own_costs, content, strict=True)]
        vague = any(self.names_kind(word) and not _is_noun_of(word, parts) for word in content)
        if min(own_costs) == UNRELATED or max(costs) == UNRELATED or vague:
            return UNRELATED
        unsaid = [p for p in parts if p not in _UNITS and all(word_cost(w, p) == UNRELATED for w in content)]
        return sum(costs) + UNSAID * len(unsaid)

    def flags(self, words: Sequence[str], types: Sequence[str]) -> list[Sense]:
        """Return the truths that words say of nodes of some types: *hybrid* `is_hybrid`, *a ramp for cars*
        `has_car_ramp`."""
        able = [(kind, each) for kind, each in self.profiles(types) if each.kinds == ("boolean",)]
        found: dict[str, Sense] = {}
        for kind, each in able:
            parts = [part for part in name_parts(each.name) if part not in _FLAG_WORDS]
            cost = words_cost(words, parts) if words else UNRELATED
            unsaid = sum(all(word_cost(word, part) == UNRELATED for word in words) for part in parts)
            if cost < UNRELATED and unsaid < len(parts):
                held = found.get(each.name)
                found[each.name] = Sense(each.name, cost + UNSAID * unsaid, (*(held.types if held else ()), kind))
        return sorted(found.values(), key=lambda each: each.cost)

    # Relations

    def links(
        self, joining: Joining, head: Sequence[str], other: Sequence[str], *, named: bool = False
    ) -> list[LinkSense]:
        """Return the relations that words between two things of some types can mean, none: of any type. `named`: the
        other thing is a name."""
        content = [word for word in joining.words if not is_light(word) or self.is_term(word)]
        if content:
            return self._said_links(joining, content, head, other)
        if _says_much(joining, named=named):
            return []
        if inside := self._containing_links(joining, head, other):
            return inside
        said = self._said_links(joining, joining.words, head, other) if joining.words and joining.preposition else []
        return said or self._free_links(joining, head, other)

    def _containing_links(self, joining: Joining, head: Sequence[str], other: Sequence[str]) -> list[LinkSense]:
        """Return the relations by which one thing contains another that is *in* it: *What is in X?*"""
        if joining.preposition != "in" or joining.noun:
            return []
        found = self._said_links(Joining(_CONTAIN, "", not joining.subject), _CONTAIN, head, other)
        plain = (each for each in found if self._terms[each.relation].preposition in ("", "of"))
        return [replace(each, cost=each.cost + PLACED) for each in plain]

    def _said_links(
        self, joining: Joining, content: Sequence[str], head: Sequence[str], other: Sequence[str]
    ) -> list[LinkSense]:
        """Return the relations that content words mean."""
        found: list[LinkSense] = []
        own = any(self.is_term(word) for word in content)
        for relation, ways in self.ways(head, other).items():
            cost = self.relation_cost(content, relation)
            if cost == UNRELATED or (own and cost >= EQUAL):
                continue
            if not joining.noun and not _agree(joining, self._terms[relation]):
                cost += EQUAL
            sides = self._sides(joining, relation, ways, content)
            found += [LinkSense(relation, side, cost) for side in sides]
        return sorted(found, key=lambda each: each.cost)

    def ways(self, head: Sequence[str], other: Sequence[str]) -> dict[str, list[bool]]:
        """Return, of each relation that joins the types, whether the head can be its source, its target."""
        known = frozenset(head or self.every)
        ways: dict[str, list[bool]] = {}
        for name, along in joins(known, tuple(other), self.facts):
            if along not in ways.setdefault(name, []):
                ways[name].append(bool(along))
        return ways

    def relation_cost(self, content: Sequence[str], relation: str) -> float:
        """Return what it costs to take words for a relation, UNRELATED where one says nothing like it."""
        own = self._said[relation]
        if not own:
            return UNRELATED
        signs = [family_signs((word,), self._terms[relation]) for word in content]
        costs = [
            min([word_cost(word, part) for part in own] + ([EQUAL] if sign else []))
            for word, sign in zip(content, signs, strict=True)
        ]
        unsaid = sum(all(word_cost(word, part) == UNRELATED for word in content) for part in own)
        unsaid = 0 if len(own) == 1 else unsaid
        return sum(costs) + UNSAID * unsaid

    def _sides(self, joining: Joining, relation: str, ways: Sequence[bool], content: Sequence[str]) -> list[str]:
        term = self._terms[relation]
        if not self.facts.directed or any(part.startswith(each) for part in term.words for each in _SYMMETRIC):
            return [""] if len(ways) == 2 else [_side(ways[0])]
        signs = {sign for word in content for sign in family_signs((word,), term)}
        exact = any(word_cost(word, part) == 0 for word in content for part in self._said[relation])
        expected = _head_is_source(joining, term)
        if not exact and signs == {-1} and expected is not None:
            expected = not expected
        if expected is None or (joining.noun and not exact and not signs):
            return [_side(ways[0])] if len(ways) == 1 else []
        return [_side(expected)] if expected in ways else []

    def _free_links(self, joining: Joining, head: Sequence[str], other: Sequence[str]) -> list[LinkSense]:
        """Return the only relation between types, where general words leave it to them; one of places before others
        after a preposition of place."""
        if not head or not other or not set(head).isdisjoint(other) or not {joining.preposition} <= NEUTRAL:
            return []
        ways = self.ways(head, other)
        local = {name: way for name, way in ways.items() if self._is_local(name)}
        if len(ways) > 1 and is_local(joining.preposition) and len(local) == 1:
            ways = local
        if len(ways) != 1:
            return []
        name, sides = next(iter(ways.items()))
        said = bool(joining.preposition or joining.words)
        placed = joining.preposition and agrees(joining.preposition, self._terms[name].preposition or "-")
        cost = PLACED if placed else FREE if said else FREE + EQUAL
        return [LinkSense(name, _side(sides[0]), cost)] if len(sides) == 1 else []

    def leading(self, types: Sequence[str]) -> list[str]:
        """Return the relations that lead from nodes of some types."""
        return [name for name, ways in self.ways(types, ()).items() if True in ways]

    def words_around(self, relation: str) -> list[str]:
        """Return the words that a relation is called by, and those of the types that it joins."""
        profile = self.facts.relation(relation)
        ends = {end for pair in (profile.ends if profile else ()) for end in (pair.source, pair.target)}
        return [
            *self._said[relation],
            *(word for end in sorted(ends & self._terms.keys()) for word in self._terms[end].words),
        ]

    def is_holding(self, word: str) -> bool:
        """Whether a verb says no more than that something has what is named beside it: *take*, *carry*."""
        return is_light(word) or not HOLDING.isdisjoint(word_forms(word)) or word in ("put", "spend", "spent", "got")

    def _is_local(self, relation: str) -> bool:
        return is_local(self._terms[relation].preposition)


@cache
def _said_words(relation: str) -> tuple[str, ...]:
    """Return the words of a relation, phrases as one: of `looks after` `look_after`, of `WORKS_FOR` `works`."""
    merged = [word for word in merge_phrases(name_parts(relation)) if "_" in word]
    return tuple(merged) or term_of(relation).words


def _only_date(found: Iterable[tuple[str, AttributeProfile]]) -> list[Sense]:
    """Return the attribute that says when something took place, where there is only one that may."""
    dates = {
        profile.name: kind
        for kind, profile in found
        if Attributes([profile]).is_time(profile.name)
        and not {"date", "day", "year"}.isdisjoint(name_parts(profile.name))
    }
    return [Sense(name, EQUAL, (kind,)) for name, kind in dates.items()] if len(dates) == 1 else []


def _says_much(joining: Joining, *, named: bool) -> bool:
    """Whether general words without a preposition leave too much open: who *runs* a ship is not who works on it, and
    who *has* it may be anyone."""
    if joining.preposition:
        return False
    moving = any(word_forms(word) & _MOVING for word in joining.words)
    return moving or (named and all(word in ("has", "have", "had") for word in joining.words))


def _side(source: bool) -> str:
    return "source" if source else "target"


def _is_noun_of(word: str, parts: Iterable[str]) -> bool:
    return spelled_singular(word) in map(spelled_singular, parts)


def _noun_cost(asked: str, named: str) -> float:
    return 0.0 if spelled_singular(asked) == spelled_singular(named) else word_cost(asked, spelled_singular(named))


def _asked_cost(own: Attributes, word: str, form: str) -> float:
    """Return what a word costs that asks for an attribute by what is asked, not by its name: *old*, *cost*."""
    if form == "when":
        return 0.0 if own.time_name([word]) else UNRELATED
    return EQUAL if any(own.name_for([word], each) for each in ("", "what", form)) else UNRELATED


def _fits_form(own: Attributes, profile: AttributeProfile, form: str) -> bool:
    match form:
        case "when":
            return own.is_time(profile.name)
        case "many" | "much" | "":
            return own.has_numbers(profile.name)
        case "who":
            return own.is_text(profile.name) and not own.is_time(profile.name)
        case "why":
            return own.is_text(profile.name) and not {"reason", "cause"}.isdisjoint(name_parts(profile.name))
        case "where":
            return own.is_text(profile.name) and not _PLACES.isdisjoint(name_parts(profile.name))
        case _:
            return profile.kinds != ("boolean",)


def _agree(joining: Joining, term: Term) -> bool:
    return term.preposition == "by" or joining.preposition == "by" or agrees(joining.preposition, term.preposition)


def _head_is_source(joining: Joining, term: Term) -> bool | None:
    """Return whether the head of a clause is a relation's source by voice; None where a noun leaves it open."""
    if joining.noun:
        return _noun_is_source(joining.words[-1], term)
    if term.preposition and term.preposition != "by":
        return joining.subject
    agent = joining.subject is not joining.passive
    return agent is (term.preposition != "by")


def _noun_is_source(noun: str, term: Term) -> bool | None:
    """Return whether a noun means a relation's source: *supplier* of SUPPLIES, *brother* of BROTHER_OF; None where it
    does not say."""
    if term.has:
        return False
    if noun.endswith(AGENTS) or term.preposition in ("of", "by") or is_family_word(noun):
        return term.preposition != "by"
    return None


__all__ = [
    "EQUAL",
    "FREE",
    "HAPPENING",
    "KIN",
    "NEAR",
    "UNRELATED",
    "UNSAID",
    "Joining",
    "LinkSense",
    "Pieces",
    "Sense",
]
