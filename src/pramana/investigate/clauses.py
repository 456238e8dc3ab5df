"""Descriptions: a noun and the clauses that say what holds of it, read from a row of words in all ways that they allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pramana.investigate.attributes import Attributes, is_superlative
from pramana.investigate.closeness import UNRELATED, merge_phrases, words_cost
from pramana.investigate.composing import Composer, WantedSet, value_bound
from pramana.investigate.families import is_place
from pramana.investigate.matched_words import NUMBER_WORDS
from pramana.investigate.pieces import EQUAL, FREE, HAPPENING, Joining, LinkSense, Pieces, Sense
from pramana.investigate.profile import GraphProfile
from pramana.investigate.question_words import AUXILIARIES, DETERMINERS, FREE_WORDS, NEGATIONS, Tokens
from pramana.investigate.shapes import Anchor, Hop, MatchedSet, Ranked, SetLink, ValueBound
from pramana.investigate.terms import PREPOSITIONS, name_parts
from pramana.language import stem, word_set

MOST_CLAUSES = 4
"""Clauses of one description: bounds the work. One and two are common."""
MOST_DEPTH = 2
"""Descriptions within descriptions: *the ships built by yards in towns of the north*."""
LONGEST_JOINING = 5
"""Words between two things, auxiliaries aside."""
FAR = 0.3
"""The cost of a clause that belongs to a noun before the last one, or that says more of a name."""
_STOP = frozenset(
    "than most least fewest more fewer less as same only or if because while when except besides other another similar "
    "both each every per first last next how many much what which who whom whose where why not no never".split()
)
"""Words that are no part of a relation's name: they make another clause of one, or another question."""
_COUNTS = (
    (("more", "than"), ">"),
    (("over",), ">"),
    (("at", "least"), ">="),
    (("exactly",), "="),
)
"""Comparisons of how many other ends there are. *Fewer than* is none: those without any would have to be counted."""
UNITS = word_set("investigation/units") | frozenset("euros euro dollars pounds percent per cent".split())
_BOUNDS = (*_COUNTS, (("above",), ">"), (("below",), "<"), (("fewer", "than"), "<"), (("less", "than"), "<"), (("under",), "<"), (("at", "most"), "<="))
_NUMBERS = {word: number for number, word in enumerate(NUMBER_WORDS.split("|"), 1)}
_BE = frozenset(("is", "are", "was", "were", "be", "been", "being"))
_TIME_OPS = {"before": "<", "after": ">", "since": ">=", "in": "="}
_PLACES = word_set("investigation/places")


@dataclass(frozen=True, slots=True)
class Partial:
    """A set as far as it is read, and what it costs to believe so. `inner`: its last clause ended with another set, to
    which what follows more likely belongs."""

    shape: MatchedSet
    cost: float = 0.0
    inner: bool = False

    def having(self, cost: float, **changes: object) -> Partial:
        """Return the same with changes of its shape, at a cost more."""
        return Partial(replace(self.shape, **changes), self.cost + cost)  # type: ignore[arg-type]

    def linked(self, link: SetLink, cost: float) -> Partial:
        """Return the same with one more condition on edges."""
        return self.having(cost, links=(*self.shape.links, link))


class Clauses:
    """Reads descriptions in one question. `start` is what `@it` means."""

    def __init__(self, tokens: Tokens, facts: GraphProfile, start: MatchedSet | None = None) -> None:
        self.tokens, self._facts, self._it = tokens, facts, start
        self.pieces = Pieces(facts)
        self._composer = Composer(tokens.marked, facts)

    # Nouns

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
            for sense in self.pieces.kinds(self.tokens.words[place + 1 : place + 2]):  # *the Orbit company*
                if anchor.types <= set(sense.types):
                    yield named.having(0.0), place + 2
            yield from self._owned_by(anchor, place + 1)
        elif self.tokens.is_people(place):
            yield Partial(MatchedSet(types=self.pieces.people)), place + 1
        else:
            yield from self._modified(Partial(MatchedSet()), place, ())
            yield from self._noun_of(place)

    def _modified(self, partial: Partial, place: int, ranked: tuple[str, ...]) -> Iterator[tuple[Partial, int]]:
        """Yield noun phrases with values, truths and superlatives before a kind of thing."""
        words, size = self.tokens.words, self.tokens.size
        if place < size and self.tokens.sign(place) == "$":
            for held in self.valued(partial, place):
                yield from self._modified(held, place + 1, ranked)
            return
        if place < size and not ranked:
            length = 2 if words[place] in ("most", "least") else 1
            if length == 2 or is_superlative(words[place]):
                yield from self._modified(partial, place + length, words[place : place + length])
        kinds = 0
        for length in (3, 2, 1):
            for sense in self.pieces.kinds(words[place : place + length]) if place + length <= size else ():
                types = tuple(name for name in sense.types if not partial.shape.types or name in partial.shape.types)
                if types:
                    kinds += sense.cost == 0
                    yield from self._ordered(partial.having(sense.cost, types=types), ranked, place + length)
        if not kinds and place + 1 < size and not self.tokens.sign(place) and words[place] not in FREE_WORDS | _STOP:
            for sense in self.pieces.flags([words[place]], partial.shape.types):
                held = self._flagged(partial, sense, value=True)
                yield from self._modified(held, place + 1, ranked)
        if partial.shape.bounds:
            yield from self._ordered(partial, ranked, place)

    def _ordered(self, partial: Partial, ranked: Sequence[str], end: int) -> Iterator[tuple[Partial, int]]:
        if not ranked:
            yield partial, end
        elif (order := self._own(partial).order_by(ranked[-1])) is not None:
            down = order.down if ranked[0] != "least" else False
            yield partial.having(0.0, ranked=replace(order, down=down)), end

    def valued(self, partial: Partial, place: int) -> Iterator[Partial]:
        """Yield a set with a word that is a value of its attributes; one for each attribute."""
        types = partial.shape.types
        meant = [m for m in self.tokens.marked.values[self.tokens.number(place)] if not types or m.type in types]
        for kind, name in dict.fromkeys((each.type, each.field) for each in meant):
            told = tuple(dict.fromkeys(each.name for each in meant if (each.type, each.field) == (kind, name)))
            bounds = (*partial.shape.bounds, ValueBound(name, "=", told))
            yield partial.having(0.0, types=types or (kind,), bounds=bounds)

    def _flagged(self, partial: Partial, sense: Sense, *, value: bool) -> Partial:
        types = tuple(name for name in sense.types if not partial.shape.types or name in partial.shape.types)
        bounds = (*partial.shape.bounds, ValueBound(sense.name, "=", (value,)))
        return partial.having(sense.cost, types=types, bounds=bounds)

    def _owned_by(self, owner: Anchor, place: int) -> Iterator[tuple[Partial, int]]:
        """*X's suppliers*: what is behind a possessive."""
        if place < self.tokens.size and self.tokens.words[place] == "'s":
            for length in (1, 2):
                noun = self.tokens.words[place + 1 : place + 1 + length]
                if len(noun) == length and not any(word[0] in "@$#" for word in noun):
                    yield from ((held, place + 1 + length) for held in self.related(noun, Partial(_only(owner))))

    def _noun_of(self, place: int) -> Iterator[tuple[Partial, int]]:
        """*the suppliers of X*: a noun of a relation that is no kind of thing."""
        words = self.tokens.words
        for length in (1, 2):
            noun, behind = words[place : place + length], place + length
            if behind < self.tokens.size and words[behind] in ("of", "to", "for") and not set(noun) & FREE_WORDS:
                if any(word[0] in "@$#" for word in noun):
                    continue
                for inner, end in self.sets(behind + 1):
                    yield from ((held, end) for held in self.related(noun, inner))

    def related(self, noun: Sequence[str], inner: Partial) -> Iterator[Partial]:
        """Yield what a noun says of a thing: its suppliers, its son."""
        if not noun:
            return
        joining = Joining(tuple(noun), "", subject=True, noun=True)
        for sense in self.pieces.links(joining, (), inner.shape.types):
            if sense.side:
                link = SetLink(sense.relation, sense.side, other_of(inner.shape))
                yield Partial(MatchedSet(types=self._ends(sense), links=(link,)), inner.cost + sense.cost)

    def _ends(self, sense: LinkSense) -> tuple[str, ...]:
        profile = self._facts.relation(sense.relation)
        found = (getattr(pair, sense.side) for pair in (profile.ends if profile else ()))
        return tuple(dict.fromkeys(found))

    # Clauses

    def whole(self, partial: Partial, place: int) -> Iterator[Partial]:
        """Yield a set with all conditions of the words from a place on, where all are explained."""
        for done, end in self.described(partial, place):
            rest = self.tokens.words[end:]
            if all(word in AUXILIARIES or word in ("there", "here", "exist") for word in rest):
                yield done

    def described(
        self, partial: Partial, place: int, most: int = MOST_CLAUSES, depth: int = 0
    ) -> Iterator[tuple[Partial, int]]:
        """Yield a set with none, one or more of the clauses that follow, and the place after them."""
        yield partial, place
        if most and place < self.tokens.size:
            far = FAR if partial.inner and self.tokens.words[place] != "and" else 0.0
            for held, end in self._clause(partial, place, depth):
                yield from self.described(replace(held, cost=held.cost + far), end, most - 1, depth)

    def _clause(self, partial: Partial, place: int, depth: int) -> Iterator[tuple[Partial, int]]:
        words, size = self.tokens.words, self.tokens.size
        while place < size and words[place] in ("that", "who", "which", "and", "but"):
            place += 1
        verb, negated = place, False
        while verb < size and (words[verb] in AUXILIARIES or words[verb] in NEGATIONS or self._lacks(verb)):
            negated |= words[verb] in NEGATIONS
            verb += 1
        passive = not _BE.isdisjoint(words[place:verb])
        if words[place : place + 1] == ("'s",):
            yield from self._joined(partial, place + 1, depth, passive=False, negated=False)
            return
        if not negated:
            yield from self._bounded(partial, verb)
            yield from self._composed(partial, place)
            yield from self._most(partial, verb)
            yield from self._edge_time(partial, place)
            yield from self._timed(partial, verb)
            yield from self._value_clause(partial, verb)
            if verb > place or words[place : place + 1] == ("with",):
                yield from self._led_by_other(partial, verb, depth, passive=passive)
            elif verb == place and self._begins_name(place):
                yield from self._led_by_other(partial, place, depth, passive=False)
        yield from self._flag_clause(partial, verb, negated=negated)
        yield from self._joined(partial, verb, depth, passive=passive, negated=negated)

    def _lacks(self, place: int) -> bool:
        """Whether a general verb comes before a negation: *got no money*."""
        return self.tokens.words[place + 1 : place + 2] == ("no",) and self.pieces.is_holding(self.tokens.words[place])

    def _begins_name(self, place: int) -> bool:
        return place < self.tokens.size and self.tokens.sign(place) == "@"

    def _joined(
        self, partial: Partial, verb: int, depth: int, *, passive: bool, negated: bool
    ) -> Iterator[tuple[Partial, int]]:
        """*built by yards in X*, *is on any route*, *have had more than one incident*: the set is the subject."""
        words, size = self.tokens.words, self.tokens.size
        for other in range(verb, min(size, verb + LONGEST_JOINING + 1)):
            between = words[verb:other]
            if any(word[0] in "@$#" or word in _STOP for word in between):
                return
            is_passive = passive and any(tag == "VVN" for tag in self.tokens.tags[verb:other])
            joining = _joining(between, subject=True, passive=is_passive)
            holds, number, start = self._count_at(other)
            for inner, end in self._others(start, depth):
                named = bool(inner.shape.only)
                if negated and (named or holds != "some"):
                    continue
                for sense in self.pieces.links(joining, partial.shape.types, inner.shape.types, named=named):
                    if (holds != "some" or negated) and not sense.side:
                        continue
                    told = "none" if negated else holds
                    link = SetLink(sense.relation, sense.side, other_of(inner.shape), told, number)
                    yield replace(partial.linked(link, sense.cost + inner.cost), inner=not named), end
                    if named and words[end : end + 1] == ("and",) and self._begins_name(end + 1):
                        second = self.tokens.marked.anchors[self.tokens.number(end + 1)]
                        if second.types == inner.shape.only[0].types:
                            both = partial.linked(link, sense.cost).linked(replace(link, other=second), 0.0)
                            yield both, end + 2

    def _others(self, start: int, depth: int) -> Iterator[tuple[Partial, int]]:
        """Yield the descriptions of another thing that begin at a place, with their own clauses."""
        if start >= self.tokens.size or (start and self.tokens.words[start - 1] in DETERMINERS):
            return
        for inner, end in self.sets(start + (self.tokens.words[start] == "both")):
            if depth >= MOST_DEPTH:
                yield inner, end
                continue
            for done, at in self.described(inner, end, 2, depth + 1):
                said = at > end and inner.shape.only
                yield (done.having(FAR) if said else done), at

    def _count_at(self, place: int) -> tuple[str, int, int]:
        """Return a comparison of a number of things at a place, the number, and the place after it."""
        words = self.tokens.words
        for said, holds in _COUNTS:
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

    def _led_by_other(
        self, partial: Partial, place: int, depth: int, *, passive: bool
    ) -> Iterator[tuple[Partial, int]]:
        """*does X run on*, *that X has built*: another thing is the subject."""
        words, size = self.tokens.words, self.tokens.size
        if words[place : place + 1] == ("nobody",):
            yield from self._untouched(partial, place + 1)
        for inner, at in self._others(place, MOST_DEPTH):
            if words[at - 1] == "'s":
                continue
            verb = at
            while verb < size and words[verb] in AUXILIARIES:
                passive |= words[verb] in _BE
                verb += 1
            for end in range(verb + 1, min(size, verb + LONGEST_JOINING) + 1):
                said = words[verb:end]
                if any(word[0] in "@$#" or word in _STOP or word == "'s" for word in said):
                    break
                is_passive = passive and any(tag == "VVN" for tag in self.tokens.tags[verb:end])
                joining = _joining(said, subject=False, passive=is_passive)
                named = bool(inner.shape.only)
                for sense in self.pieces.links(joining, partial.shape.types, inner.shape.types, named=named):
                    link = SetLink(sense.relation, sense.side, other_of(inner.shape))
                    yield partial.linked(link, sense.cost + inner.cost), end

    def _untouched(self, partial: Partial, place: int) -> Iterator[tuple[Partial, int]]:
        """*has nobody ordered*: nodes without an edge that the verb names."""
        for end in range(place + 1, min(self.tokens.size, place + 3) + 1):
            said = self.tokens.words[place:end]
            if any(word[0] in "@$#" or word in _STOP for word in said) or not partial.shape.types:
                return
            for sense in self.pieces.links(_joining(said, subject=False), partial.shape.types, self.pieces.every):
                if sense.side:
                    link = SetLink(sense.relation, sense.side, MatchedSet(), "none")
                    yield partial.linked(link, sense.cost), end

    def _value_clause(self, partial: Partial, place: int) -> Iterator[tuple[Partial, int]]:
        """*are active*, *from Japan*, *with the status active*."""
        words, size = self.tokens.words, self.tokens.size
        for at in range(place, min(size, place + 4)):
            if self.tokens.sign(at) == "$":
                said = [word for word in words[place:at] if word not in FREE_WORDS and word not in ("based", "located")]
                local = [word for word in words[place:at] if word in PREPOSITIONS]
                for held in self.valued(partial, at):
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
            if any(word[0] in "@$#" or word in _STOP for word in words[place:end]):
                return
            if said and words[end - 1] not in FREE_WORDS and partial.shape.types:
                for sense in self.pieces.flags(said, partial.shape.types):
                    yield self._flagged(partial, sense, value=not negated), end

    def _composed(self, partial: Partial, place: int) -> Iterator[tuple[Partial, int]]:
        """Bounds and superlatives that the strict reader knows."""
        shape = partial.shape
        wanted = WantedSet(shape.types, (), shape.bounds, shape.ranked)
        for take in (self._composer.take_rank, self._composer.take_bound):
            taken = take(wanted, self.tokens.text(place))
            if taken is not None:
                held = partial.having(0.0, types=taken[0].types, bounds=taken[0].bounds, ranked=taken[0].ranked)
                yield held, self.tokens.size - len(taken[1].split())

    def _bounded(self, partial: Partial, place: int) -> Iterator[tuple[Partial, int]]:
        """*have more than 20 beds*, *cost less than 15 euros*: a number above or below another one."""
        words, size = self.tokens.words, self.tokens.size
        for start in range(place, min(size, place + 4)):
            if self.tokens.sign(start):
                return
            for said, op in _BOUNDS:
                at = start + len(said)
                if words[start:at] == said and at < size and self.tokens.sign(at) == "#":
                    before = [word for word in words[place:start] if word not in FREE_WORDS]
                    yield from self._bounded_by(partial, before, op, at)

    def _bounded_by(self, partial: Partial, before: Sequence[str], op: str, at: int) -> Iterator[tuple[Partial, int]]:
        said = self.tokens.marked.numbers[self.tokens.number(at)]
        number = float(said) if "." in said else int(said)
        own = [word for word in before if not self.pieces.is_holding(word)]
        for end in range(at + 1, min(self.tokens.size, at + 4) + 1):
            behind = [word for word in self.tokens.words[at + 1 : end] if word not in UNITS]
            if any(word[0] in "@$#" or word in FREE_WORDS for word in behind):
                return
            for sense in self.pieces.attributes([*own, *behind], self.pieces.profiles(partial.shape.types), "much"):
                bounds = (*partial.shape.bounds, ValueBound(sense.name, op, (number,)))
                yield partial.having(sense.cost, bounds=bounds), end

    def _most(self, partial: Partial, place: int) -> Iterator[tuple[Partial, int]]:
        """*take the most passengers*, *has had the most incidents*."""
        words, size = self.tokens.words, self.tokens.size
        if partial.shape.ranked or partial.shape.most:
            return
        for at in range(place, min(size, place + 4)):
            if words[at] in ("most", "fewest", "least") and at + 1 < size:
                said = tuple(word for word in words[place:at] if word not in DETERMINERS)
                down = words[at] == "most"
                yield from self._most_linked(partial, said, at + 1, down=down)
                yield from self._most_valued(partial, said, at + 1, down=down)
                return

    def _most_linked(self, partial: Partial, said: Sequence[str], at: int, *, down: bool) -> Iterator[tuple[Partial, int]]:
        for inner, end in self.sets(at):
            for sense in self.pieces.links(_joining(said or ("have",), subject=True), partial.shape.types, inner.shape.types):
                if sense.side:
                    link = SetLink(sense.relation, sense.side, other_of(inner.shape))
                    yield partial.having(sense.cost + inner.cost, most=link, down=down), end

    def _most_valued(self, partial: Partial, said: Sequence[str], at: int, *, down: bool) -> Iterator[tuple[Partial, int]]:
        for end in range(at + 1, min(self.tokens.size, at + 3) + 1):
            content = [word for word in self.tokens.words[at:end] if word not in FREE_WORDS]
            for sense in self.pieces.attributes(content, self.pieces.profiles(partial.shape.types), "many"):
                verb = [word for word in said if word not in FREE_WORDS and not self.pieces.is_holding(word)]
                if not verb:
                    yield partial.having(sense.cost, ranked=Ranked(sense.name, down)), end

    def _edge_time(self, partial: Partial, place: int) -> Iterator[tuple[Partial, int]]:
        """*opened in 2024* at a house, *before 1990*: when what the last edge says was so."""
        words = self.tokens.words
        links = partial.shape.links
        if not links or words[place] not in _TIME_OPS or place + 1 >= self.tokens.size:
            return
        if self.tokens.sign(place + 1) != "#" or not isinstance(links[-1].other, Anchor):
            return
        own = Attributes.of_relations(self._facts, [links[-1].relation])
        times = [name for name in own.names if own.is_time(name)]
        if len(times) == 1:
            year = self.tokens.marked.numbers[self.tokens.number(place + 1)]
            bounds = value_bound(times[0], _TIME_OPS[words[place]], year, text=own.is_text(times[0])) or ()
            held = replace(links[-1], bounds=(*links[-1].bounds, *bounds))
            yield partial.having(EQUAL, links=(*links[:-1], held)), place + 2

    def _timed(self, partial: Partial, place: int) -> Iterator[tuple[Partial, int]]:
        """*went into service before 2015*: a date that the words ask for."""
        words, size = self.tokens.words, self.tokens.size
        for at in range(place + 1, min(size - 1, place + LONGEST_JOINING)):
            if words[at] not in _TIME_OPS or self.tokens.sign(at + 1) != "#":
                continue
            said = [word for word in words[place:at] if word not in FREE_WORDS and word not in ("went", "go", "came")]
            if not said or any(word[0] in "@$#" for word in said):
                return
            for sense in self.pieces.attributes(said, self.pieces.profiles(partial.shape.types), "when"):
                if sense.cost >= EQUAL and self._has_dated_edges(partial.shape.types):
                    continue  # *opened in 2024 at X* may say when X showed it
                number = self.tokens.marked.numbers[self.tokens.number(at + 1)]
                text = Attributes.of_types(self._facts, sense.types).is_text(sense.name)
                bounds = value_bound(sense.name, _TIME_OPS[words[at]], number, text=text)
                if bounds:
                    yield partial.having(sense.cost, bounds=(*partial.shape.bounds, *bounds)), at + 2
            return

    def _has_dated_edges(self, types: Sequence[str]) -> bool:
        own = Attributes.of_relations(self._facts, list(self.pieces.ways(types, ())))
        return any(own.is_time(name) for name in own.names)

    # Places

    def places(self, shape: MatchedSet, words: Sequence[str]) -> Iterator[tuple[SetLink, float]]:
        """Yield the relations to places that *where* asks for: by its verb, or the only one after a general verb."""
        content = [word for word in words if word not in FREE_WORDS]
        if content and not {stem(word) for word in content} <= HAPPENING:
            passive = not _BE.isdisjoint(self.tokens.words)
            for sense in self.pieces.links(_joining(content, subject=False, passive=passive), (), shape.types):
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

    def _own(self, partial: Partial) -> Attributes:
        return Attributes.of_types(self._facts, partial.shape.types or self.pieces.every)


def _joining(words: Sequence[str], *, subject: bool, passive: bool = False) -> Joining:
    said = merge_phrases([word for word in words if word not in DETERMINERS and word not in AUXILIARIES])
    preposition = said[-1] if said and said[-1] in PREPOSITIONS else ""
    return Joining(tuple(word for word in said if word not in PREPOSITIONS), preposition, subject, passive)


def _only(anchor: Anchor) -> MatchedSet:
    return MatchedSet(types=tuple(sorted(anchor.types)), only=(anchor,))


def other_of(shape: MatchedSet) -> Anchor | MatchedSet:
    """Return another end of an edge: a name by itself, or a set."""
    return shape.only[0] if len(shape.only) == 1 and shape == _only(shape.only[0]) else shape


def is_placed(attribute: str) -> bool:
    """Whether an attribute is called by a kind of place: `country`."""
    return not _PLACES.isdisjoint(name_parts(attribute))


__all__ = ["Clauses", "Partial", "is_placed", "other_of"]
