"""Noun phrases of a question, read in all ways that their words allow: a name, a kind of thing, *the boss of X*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pramana.investigate.attributes import Attributes, is_superlative
from pramana.investigate.closeness import merge_phrases
from pramana.investigate.composing import Composer
from pramana.investigate.pieces import Joining, LinkSense, Pieces, Sense
from pramana.investigate.profile import GraphProfile
from pramana.investigate.question_words import AUXILIARIES, DETERMINERS, FREE_WORDS, STOP, Tokens
from pramana.investigate.shapes import Anchor, MatchedSet, SetLink, ValueBound
from pramana.investigate.terms import PREPOSITIONS


@dataclass(frozen=True, slots=True)
class Partial:
    """A set as far as it is read, and what it costs to believe so. `inner`: its last clause ended with another set, to
    which what follows more likely belongs."""

    shape: MatchedSet
    cost: float = 0.0
    inner: bool = False

    def at_cost(self, cost: float, **changes: object) -> Partial:
        """Return the same with changes of its shape, at a cost more."""
        return Partial(replace(self.shape, **changes), self.cost + cost)  # type: ignore[arg-type]

    def with_link(self, link: SetLink, cost: float) -> Partial:
        """Return the same with one more condition on edges."""
        return self.at_cost(cost, links=(*self.shape.links, link))


class Nouns:
    """Reads noun phrases of one question. `start` is what `@it` means."""

    def __init__(self, tokens: Tokens, facts: GraphProfile, start: MatchedSet | None = None) -> None:
        self.tokens, self._facts, self._it = tokens, facts, start
        self.pieces = Pieces(facts)
        self._composer = Composer(tokens.marked, facts)

    def sets(self, start: int) -> Iterator[tuple[Partial, int]]:
        """Yield the sets that a noun phrase means which begins at a place, and the place after it."""
        place, size = start, self.tokens.size
        while place < size and self.tokens.words[place] in DETERMINERS:
            place += 1
        if place >= size:
            return
        if self.tokens.words[place] == "@it":
            if self._it is not None:
                yield Partial(self._it), place + 1
        elif self.tokens.is_name(place):
            anchor = self.tokens.marked.anchors[self.tokens.number(place)]
            named = Partial(MatchedSet(types=tuple(sorted(anchor.types)), only=(anchor,)))
            yield named, place + 1
            behind = () if self.tokens.is_participle(place + 1) else self.tokens.words[place + 1 : place + 2]
            for sense in self.pieces.kinds(behind):  # *the Orbit company*, but not what was *painted* for a painting
                if anchor.types <= set(sense.types):
                    yield named.at_cost(0.0), place + 2
            yield from self._owned_by(anchor, place + 1)
        elif self.tokens.words[place] == "what":
            yield Partial(MatchedSet()), place + 1
        elif self.tokens.is_people(place):
            yield Partial(MatchedSet(types=self.pieces.people)), place + 1
        else:
            yield from self._noun_phrases(Partial(MatchedSet()), place, ())
            yield from self._noun_of(place)

    def _noun_phrases(self, partial: Partial, place: int, ranked: tuple[str, ...]) -> Iterator[tuple[Partial, int]]:
        """Yield noun phrases with values, truths and superlatives before a kind of thing."""
        words, size = self.tokens.words, self.tokens.size
        if place < size and self.tokens.sign(place) == "$":
            for held in self.sets_with_value(partial, place):
                yield from self._noun_phrases(held, place + 1, ranked)
            return
        if place < size and not ranked:
            length = 2 if words[place] in ("most", "least") else 1
            if length == 2 or is_superlative(words[place]):
                yield from self._noun_phrases(partial, place + length, words[place : place + length])
        yield from self._kinds(partial, place, ranked)
        if partial.shape.bounds:
            yield from self._in_order(partial, ranked, place)

    def _kinds(self, partial: Partial, place: int, ranked: tuple[str, ...]) -> Iterator[tuple[Partial, int]]:
        """Yield noun phrases that go on with a kind of thing, or with a truth before one: *hybrid ships*."""
        words, size = self.tokens.words, self.tokens.size
        exact = False
        for length in (3, 2, 1):
            for sense in self.pieces.kinds(words[place : place + length]) if place + length <= size else ():
                types = tuple(name for name in sense.types if not partial.shape.types or name in partial.shape.types)
                if types:
                    exact |= sense.cost == 0
                    yield from self._in_order(partial.at_cost(sense.cost, types=types), ranked, place + length)
        if not exact and place + 1 < size and not self.tokens.sign(place) and words[place] not in FREE_WORDS | STOP:
            for sense in self.pieces.flags([words[place]], partial.shape.types):
                yield from self._noun_phrases(self._with_truth(partial, sense, value=True), place + 1, ranked)

    def _in_order(self, partial: Partial, ranked: Sequence[str], end: int) -> Iterator[tuple[Partial, int]]:
        if not ranked:
            yield partial, end
        elif (order := self._own(partial).order_by(ranked[-1])) is not None:
            down = order.down if ranked[0] != "least" else False
            yield partial.at_cost(0.0, ranked=replace(order, down=down)), end

    def sets_with_value(self, partial: Partial, place: int) -> Iterator[Partial]:
        """Yield a set with a word that is a value of its attributes; one for each attribute."""
        types = partial.shape.types
        meant = [m for m in self.tokens.marked.values[self.tokens.number(place)] if not types or m.type in types]
        for kind, name in dict.fromkeys((each.type, each.field) for each in meant):
            told = tuple(dict.fromkeys(each.name for each in meant if (each.type, each.field) == (kind, name)))
            bounds = (*partial.shape.bounds, ValueBound(name, "=", told))
            yield partial.at_cost(0.0, types=types or (kind,), bounds=bounds)

    def _with_truth(self, partial: Partial, sense: Sense, *, value: bool) -> Partial:
        types = tuple(name for name in sense.types if not partial.shape.types or name in partial.shape.types)
        bounds = (*partial.shape.bounds, ValueBound(sense.name, "=", (value,)))
        return partial.at_cost(sense.cost, types=types, bounds=bounds)

    def _owned_by(self, owner: Anchor, place: int) -> Iterator[tuple[Partial, int]]:
        """*X's suppliers*: what is behind a possessive."""
        if place < self.tokens.size and self.tokens.words[place] == "'s":
            for length in (1, 2):
                noun = self.tokens.words[place + 1 : place + 1 + length]
                if len(noun) == length and not any(word[0] in "@$#" for word in noun):
                    yield from ((held, place + 1 + length) for held in self.sets_related(noun, Partial(only(owner))))

    def _noun_of(self, place: int) -> Iterator[tuple[Partial, int]]:
        """*the suppliers of X*: a noun of a relation that is not a kind of thing."""
        words = self.tokens.words
        for length in (1, 2):
            noun, behind = words[place : place + length], place + length
            if behind < self.tokens.size and words[behind] in ("of", "to", "for") and not set(noun) & FREE_WORDS:
                if any(word[0] in "@$#" for word in noun):
                    continue
                for inner, end in self.sets(behind + 1):
                    yield from ((held, end) for held in self.sets_related(noun, inner))

    def sets_related(self, noun: Sequence[str], inner: Partial) -> Iterator[Partial]:
        """Yield what a noun says of a thing: its suppliers, its son."""
        if not noun:
            return
        said = Joining(tuple(noun), "", subject=True, noun=True)
        for sense in self.pieces.links(said, (), inner.shape.types):
            if sense.side:
                link = SetLink(sense.relation, sense.side, other_of(inner.shape))
                yield Partial(MatchedSet(types=self._ends(sense), links=(link,)), inner.cost + sense.cost)

    def _ends(self, sense: LinkSense) -> tuple[str, ...]:
        profile = self._facts.relation(sense.relation)
        found = (getattr(pair, sense.side) for pair in (profile.ends if profile else ()))
        return tuple(dict.fromkeys(found))

    def _own(self, partial: Partial) -> Attributes:
        return Attributes.of_types(self._facts, partial.shape.types or self.pieces.every)


def joining(words: Sequence[str], *, subject: bool, passive: bool = False) -> Joining:
    """Return the words between two things as what joins them."""
    said = merge_phrases([word for word in words if word not in DETERMINERS and word not in AUXILIARIES])
    preposition = said[-1] if said and said[-1] in PREPOSITIONS else ""
    return Joining(tuple(word for word in said if word not in PREPOSITIONS), preposition, subject, passive)


def only(anchor: Anchor) -> MatchedSet:
    """Return the set of one name."""
    return MatchedSet(types=tuple(sorted(anchor.types)), only=(anchor,))


def other_of(shape: MatchedSet) -> Anchor | MatchedSet:
    """Return another end of an edge: a name by itself, or a set."""
    return shape.only[0] if len(shape.only) == 1 and shape == only(shape.only[0]) else shape


__all__ = ["Nouns", "Partial", "joining", "only", "other_of"]
