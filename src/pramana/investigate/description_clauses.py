"""Descriptions: a noun with the clauses that say what holds of it, read in all ways that the words allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pramana.investigate.closeness import UNRELATED, words_cost
from pramana.investigate.families import is_place
from pramana.investigate.matched_words import NUMBER_WORDS
from pramana.investigate.measures import COUNTS, LONGEST_JOINING, Measures
from pramana.investigate.nouns import Partial, joining, other_of
from pramana.investigate.pieces import FREE, HAPPENING, LinkSense
from pramana.investigate.question_words import AUXILIARIES, BEING, DETERMINERS, FREE_WORDS, NEGATIONS, STOP
from pramana.investigate.shapes import Hop, MatchedSet, SetLink
from pramana.investigate.terms import PREPOSITIONS, name_parts
from pramana.language import stem, word_set

MOST_CLAUSES = 4
"""Clauses of one description: bounds the work. One and two are common."""
MOST_DEPTH = 2
"""Descriptions within descriptions: *the ships built by yards in towns of the north*."""
FAR = 0.3
"""The cost of a clause that belongs to a noun before the last one, or that says more of a name."""
_NUMBERS = {word: number for number, word in enumerate(NUMBER_WORDS.split("|"), 1)}
_ASKING = (("do",), ("does",), ("did",))
_PLACES = word_set("investigation/places")


class Descriptions(Measures):
    """Reads descriptions in one question."""

    def whole_readings(self, partial: Partial, place: int) -> Iterator[Partial]:
        """Yield a set with all conditions of the words from a place on, where all are explained."""
        for done, end in self.descriptions(partial, place):
            rest = self.tokens.words[end:]
            if all(word in AUXILIARIES or word in ("there", "here", "exist") for word in rest):
                yield done

    def descriptions(
        self, partial: Partial, place: int, most: int = MOST_CLAUSES, depth: int = 0
    ) -> Iterator[tuple[Partial, int]]:
        """Yield a set with none, one or more of the clauses that follow, and the place after them."""
        yield partial, place
        if most and place < self.tokens.size:
            far = FAR if partial.inner and self.tokens.words[place] != "and" else 0.0
            for held, end in self._clause(partial, place, depth):
                yield from self.descriptions(replace(held, cost=held.cost + far), end, most - 1, depth)

    def _clause(self, partial: Partial, place: int, depth: int) -> Iterator[tuple[Partial, int]]:
        words, size = self.tokens.words, self.tokens.size
        while place < size and words[place] in ("that", "who", "which", "and", "but"):
            if words[place] in ("who", "which") and words[place + 1 : place + 2] in _ASKING:
                return  # *and who does X know* asks another question
            place += 1
        verb, negated = place, False
        while verb < size and (words[verb] in AUXILIARIES or words[verb] in NEGATIONS or self._lacks(verb)):
            negated |= words[verb] in NEGATIONS
            verb += 1
        passive = not BEING.isdisjoint(words[place:verb])
        if words[place : place + 1] == ("'s",):
            yield from self._subject_clause(partial, place + 1, depth, passive=False, negated=False)
            return
        if not negated:
            yield from self._bound_clause(partial, verb)
            yield from self._strict_clause(partial, place)
            yield from self._most(partial, verb)
            yield from self._edge_time(partial, place)
            yield from self._date_clause(partial, verb)
            yield from self._value_clause(partial, verb)
            if verb > place or words[place : place + 1] == ("with",):
                yield from self._object_clause(partial, verb, depth, passive=passive)
            elif verb == place and self._begins_name(place):
                yield from self._object_clause(partial, place, depth, passive=False)
        yield from self._flag_clause(partial, verb, negated=negated)
        yield from self._subject_clause(partial, verb, depth, passive=passive, negated=negated)

    def _lacks(self, place: int) -> bool:
        """Whether a general verb comes before a negation: *got no money*."""
        return self.tokens.words[place + 1 : place + 2] == ("no",) and self.pieces.is_holding(self.tokens.words[place])

    def _begins_name(self, place: int) -> bool:
        return place < self.tokens.size and self.tokens.sign(place) == "@"

    def _subject_clause(
        self, partial: Partial, verb: int, depth: int, *, passive: bool, negated: bool
    ) -> Iterator[tuple[Partial, int]]:
        """*built by yards in X*, *is on any route*, *have had more than one incident*: the set is the subject."""
        words, size = self.tokens.words, self.tokens.size
        for other in range(verb, min(size, verb + LONGEST_JOINING + 1)):
            between = words[verb:other]
            if any(word[0] in "@$#" or word in STOP for word in between):
                return
            is_passive = passive and any(tag == "VVN" for tag in self.tokens.tags[verb:other])
            said = joining(between, subject=True, passive=is_passive)
            holds, number, start = self._count_at(other)
            for inner, end in self._others(start, depth):
                named = bool(inner.shape.only)
                if (negated and (named or holds != "some")) or self._says_of_head(start, end, partial, inner):
                    continue
                for sense in self.pieces.links(said, partial.shape.types, inner.shape.types, named=named):
                    if (holds != "some" or negated) and not sense.side:
                        continue
                    told = "none" if negated else holds
                    link = SetLink(sense.relation, sense.side, other_of(inner.shape), told, number)
                    yield replace(partial.with_link(link, sense.cost + inner.cost), inner=not named), end
                    if named and words[end : end + 1] == ("and",) and self._begins_name(end + 1):
                        second = self.tokens.marked.anchors[self.tokens.number(end + 1)]
                        if second.types == inner.shape.only[0].types:
                            both = partial.with_link(link, sense.cost).with_link(replace(link, other=second), 0.0)
                            yield both, end + 2

    def _says_of_head(self, start: int, end: int, partial: Partial, inner: Partial) -> bool:
        """Whether a value by itself may be one of the head's own.

        *Which services use Python?* does not ask for services that depend on those in Python.
        """
        alone = end == start + 1 and self.tokens.sign(start) == "$"
        return alone and not set(inner.shape.types).isdisjoint(partial.shape.types)

    def _others(self, start: int, depth: int) -> Iterator[tuple[Partial, int]]:
        """Yield the descriptions of another thing that begin at a place, with their own clauses."""
        if start >= self.tokens.size or (start and self.tokens.words[start - 1] in DETERMINERS):
            return
        for inner, end in self.sets(start + (self.tokens.words[start] == "both")):
            if depth >= MOST_DEPTH:
                yield inner, end
                continue
            for done, at in self.descriptions(inner, end, 2, depth + 1):
                said = at > end and inner.shape.only
                yield (done.at_cost(FAR) if said else done), at

    def _count_at(self, place: int) -> tuple[str, int, int]:
        """Return a comparison of a number of things at a place, the number, and the place after it."""
        words = self.tokens.words
        for said, holds in COUNTS:
            at = place + len(said)
            if words[place:at] == said and at < self.tokens.size:
                if self.tokens.sign(at) == "#":
                    return holds, int(float(self.tokens.marked.numbers[self.tokens.number(at)])), at + 1
                if words[at] in _NUMBERS:
                    return holds, _NUMBERS[words[at]], at + 1
        if words[place + 1 : place + 3] == ("or", "more") and place + 3 < self.tokens.size:
            first = words[place]
            if self.tokens.sign(place) == "#":
                return ">=", int(float(self.tokens.marked.numbers[self.tokens.number(place)])), place + 3
            if first in _NUMBERS:
                return ">=", _NUMBERS[first], place + 3
        if words[place : place + 1] in (("several",), ("multiple",)):
            return ">", 1, place + 1
        return "some", 0, place

    def _object_clause(
        self, partial: Partial, place: int, depth: int, *, passive: bool
    ) -> Iterator[tuple[Partial, int]]:
        """*does X run on*, *that X has built*: another thing is the subject."""
        words, size = self.tokens.words, self.tokens.size
        if words[place : place + 1] == ("nobody",):
            yield from self._untouched_sets(partial, place + 1)
        for inner, at in self._others(place, MOST_DEPTH):
            if words[at - 1] == "'s":
                continue
            verb = at
            while verb < size and words[verb] in AUXILIARIES:
                passive |= words[verb] in BEING
                verb += 1
            for end in range(verb + 1, min(size, verb + LONGEST_JOINING) + 1):
                said = words[verb:end]
                if any(word[0] in "@$#" or word in STOP or word == "'s" for word in said):
                    break
                is_passive = passive and any(tag == "VVN" for tag in self.tokens.tags[verb:end])
                words_between = joining(said, subject=False, passive=is_passive)
                named = bool(inner.shape.only)
                for sense in self.pieces.links(words_between, partial.shape.types, inner.shape.types, named=named):
                    link = SetLink(sense.relation, sense.side, other_of(inner.shape))
                    yield partial.with_link(link, sense.cost + inner.cost), end

    def _untouched_sets(self, partial: Partial, place: int) -> Iterator[tuple[Partial, int]]:
        """*has nobody ordered*: nodes without an edge that the verb names."""
        for end in range(place + 1, min(self.tokens.size, place + 3) + 1):
            said = self.tokens.words[place:end]
            if any(word[0] in "@$#" or word in STOP for word in said) or not partial.shape.types:
                return
            for sense in self.pieces.links(joining(said, subject=False), partial.shape.types, self.pieces.every):
                if sense.side:
                    link = SetLink(sense.relation, sense.side, MatchedSet(), "none")
                    yield partial.with_link(link, sense.cost), end

    def _value_clause(self, partial: Partial, place: int) -> Iterator[tuple[Partial, int]]:
        """*are active*, *from Japan*, *with the status active*."""
        words, size = self.tokens.words, self.tokens.size
        for at in range(place, min(size, place + 4)):
            if self.tokens.sign(at) == "$":
                said = [word for word in words[place:at] if word not in FREE_WORDS and word not in ("based", "located")]
                local = [word for word in words[place:at] if word in PREPOSITIONS]
                for held in self.sets_with_value(partial, at):
                    name = held.shape.bounds[-1].attribute
                    named = bool(said) and words_cost(said, name_parts(name)) < UNRELATED
                    if (not said or named) and (not local or local == ["with"] or named or is_placed(name)):
                        yield held, at + 1
                return
            if self.tokens.sign(at):
                return

    def _flag_clause(self, partial: Partial, place: int, *, negated: bool) -> Iterator[tuple[Partial, int]]:
        """*is seasonal*, *lack a ramp for vehicles*: an attribute that is true or false."""
        words = self.tokens.words
        for end in range(place + 1, min(self.tokens.size, place + 5) + 1):
            said = [word for word in words[place:end] if word not in FREE_WORDS]
            if any(word[0] in "@$#" or word in STOP for word in words[place:end]):
                return
            if said and words[end - 1] not in FREE_WORDS and partial.shape.types:
                for sense in self.pieces.flags(said, partial.shape.types):
                    yield self._with_truth(partial, sense, value=not negated), end

    def places(self, shape: MatchedSet, words: Sequence[str]) -> Iterator[tuple[SetLink, float]]:
        """Yield the relations to places that *where* asks for: by its verb, or the only one after a general verb."""
        content = [word for word in words if word not in FREE_WORDS]
        if content and not {stem(word) for word in content} <= HAPPENING:
            passive = not BEING.isdisjoint(self.tokens.words)
            for sense in self.pieces.links(joining(content, subject=False, passive=passive), (), shape.types):
                if sense.side == "target" and self._tells_place(sense):
                    yield SetLink(sense.relation, "source", MatchedSet()), sense.cost
            return
        ways = self.pieces.leading(shape.types)
        able = [name for name in ways if is_place(Hop((name,), True), self._facts)]
        if len(able) == 1:
            yield SetLink(able[0], "source", MatchedSet()), FREE

    def _tells_place(self, sense: LinkSense) -> bool:
        """Whether a relation leads to places, or to what has an attribute that is one: a shipyard with its city."""
        ends = self._ends(sense)
        named = (self._facts.type(each) for each in ends)
        names = {word for kind in named if kind for each in kind.attributes for word in name_parts(each.name)}
        return is_place(Hop((sense.relation,), True), self._facts) or not _PLACES.isdisjoint(names)


def is_placed(attribute: str) -> bool:
    """Whether an attribute is called by a kind of place: `country`."""
    return not _PLACES.isdisjoint(name_parts(attribute))


__all__ = ["Descriptions", "is_placed"]
