"""Questions in their own words, matched against the types, relations and attributes of a graph.

Where the strict readers find nothing, a question is read with freer words: a verb that says no more than that two
things have to do with each other (*run on*, *done for*) asks for the one relation that joins their types, *the most
passengers* for `passenger_capacity`, a word that is a value for those that have it. Every word must still be explained;
where words can mean several relations or attributes, each is a reading of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pramana.investigate.attributes import Attributes, is_superlative
from pramana.investigate.composing import Composer, WantedSet
from pramana.investigate.marked import MarkedQuestion, mark_question
from pramana.investigate.matched_forms import (
    AT_LEAST,
    COUNTED,
    DETERMINERS,
    FROM_VALUE,
    MOST,
    NAMED_SO,
    NEGATED,
    NOTHING,
    NUMBERS,
    ONWARD,
    OPENINGS,
    OPS,
    OWNED,
    PEOPLE,
    SUMS,
    TO_KIND,
    TO_NAME,
    WHAT_OF,
    WHEN_WHERE,
    WHERE_IT,
)
from pramana.investigate.matched_links import TermMatcher, kinds_called, people_types
from pramana.investigate.matched_words import (
    AUX,
    HOLDING,
    is_light,
    plain_speech,
    without_wholes,
)
from pramana.investigate.model import QuestionMention
from pramana.investigate.profile import GraphProfile
from pramana.investigate.shapes import MatchedSet, Ranked, SetLink, ValueBound

_MOST_CLAUSES = 5
"""Conditions of a question that are read: bounds the work. Five is arbitrary; one and two are common."""
MEANT = "meant"
"""How a mention matches that says, of several readings, which one is meant."""
MOST_READINGS = 6
"""Readings of one question that are tried."""


@dataclass(frozen=True, slots=True)
class MatchedReading:
    """A shape that a question can mean. `free`: a relation is meant by no word of its own."""

    shape: MatchedSet
    free: bool = False


def read_matched(question: str, mentions: Sequence[QuestionMention], facts: GraphProfile) -> list[MatchedReading]:
    """Return the readings of a question, those with words of the graph's own alone where there are any."""
    marked = mark_question(plain_speech(question), mentions)
    if marked is None:
        return []
    found = list(dict.fromkeys(_Matcher(marked, facts).readings()))
    strict = [each for each in found if not each.free]
    return (strict or found)[:MOST_READINGS]


def read_onward(
    question: str, mentions: Sequence[QuestionMention], facts: GraphProfile, start: MatchedSet
) -> SetLink | None:
    """Return the relation that a question asks for of what a set holds: *which ship was it for*."""
    marked = mark_question(question, mentions)
    return None if marked is None else _Matcher(marked, facts).onward(start)


@dataclass(frozen=True, slots=True)
class _Partial:
    """A set as far as it is read."""

    shape: MatchedSet
    free: bool = False

    def with_link(self, link: SetLink, *, free: bool = False) -> _Partial:
        return _Partial(replace(self.shape, links=(*self.shape.links, link)), self.free or free)


class _Matcher:
    """The readings of one question."""

    def __init__(self, marked: MarkedQuestion, facts: GraphProfile) -> None:
        self._facts = facts
        self._every = tuple(kind.type for kind in facts.types)
        self._terms = TermMatcher(facts)
        text, self._kinds = _with_kinds(marked.text, self._every)
        self._text, self._total = without_wholes(text)
        self._marked = replace(marked, text=self._text)
        self._composer = Composer(self._marked, facts)
        self._takers = (
            self._take_most,
            self._take_counted,
            self._take_number,
            self._take_negated,
            self._take_composed,
            self._take_place,
            self._take_name,
            self._take_kind,
        )

    def readings(self) -> Iterator[MatchedReading]:
        """Yield what the question can mean, whatever its form."""
        for output, body in self._openings():
            for partial, rest in self._targets(body):
                for done in self._conditions(partial, rest, _MOST_CLAUSES):
                    if finished := self._finish(done, output):
                        yield MatchedReading(finished, done.free)
        yield from self._value_readings()
        yield from self._sum_readings()
        yield from self._owned_readings()

    def onward(self, start: MatchedSet) -> SetLink | None:
        """Return the one relation that leads from a set to the kind that is asked for."""
        where = WHERE_IT.fullmatch(self._text)
        if where is not None:
            links = list(self._terms.places((where["verb"] or "").split(), start.types))
            return links[0] if len(links) == 1 else None
        found = ONWARD.fullmatch(self._text)
        if found is None:
            return None
        kind = found["kind"]
        types = self._kinds[int(kind[1:])] if kind and kind.startswith("%") else people_types(self._facts)
        if not types:
            return None
        words = [found["be"], *(found["behind"] or "").split()]
        ways = list(self._terms.links(words, [], types, start))
        if len(ways) != 1 or not ways[0][0].side:
            return None
        link = ways[0][0]
        return SetLink(link.relation, link.far_side, MatchedSet())

    # What is asked for

    def _openings(self) -> Iterator[tuple[str, str]]:
        """Yield how the answer is told, and what is left of the question from its first noun on."""
        for output, pattern in OPENINGS:
            found = pattern.fullmatch(self._text)
            if found is not None:
                yield output, " ".join((found["who"] or "", found["rest"])).strip()
                return

    def _targets(self, text: str) -> Iterator[tuple[_Partial, str]]:
        """Yield the sets that a text begins with, each with what is left of it."""
        who = PEOPLE.fullmatch(text)
        if who is not None:
            rest = who["rest"] or ""
            yield _Partial(MatchedSet(types=people_types(self._facts))), rest
            named = NAMED_SO.match(rest)
            if named is not None:
                yield from self._targets(named["noun"])
            return
        ranked, values, kind, rest = _noun_phrase(text.split())
        if not kind and not values:
            return
        types = self._kinds[int(kind[1:])] if kind else ()
        for partial in self._with_values(_Partial(MatchedSet(types=types)), values):
            for able in self._order_set(partial, ranked):
                yield able, rest

    def _with_values(self, partial: _Partial, values: Sequence[str]) -> Iterator[_Partial]:
        """Yield a set with words that are values of its attributes; a reading for each attribute."""
        if not values:
            yield partial
            return
        types = partial.shape.types
        meant = [m for m in self._marked.values[int(values[0][1:])] if not types or m.type in types]
        for field in dict.fromkeys((each.type, each.field) for each in meant):
            told = tuple(dict.fromkeys(each.name for each in meant if (each.type, each.field) == field))
            bound = ValueBound(field[1], "=", told)
            held = replace(partial.shape, types=types or (field[0],), bounds=(*partial.shape.bounds, bound))
            yield from self._with_values(_Partial(held, partial.free), values[1:])

    def _order_set(self, partial: _Partial, words: Sequence[str]) -> Iterator[_Partial]:
        if not words:
            yield partial
        elif (ranked := self._own(partial).order_by(words[-1])) is not None:
            down = ranked.down if words[0] != "least" else False
            yield replace(partial, shape=replace(partial.shape, ranked=replace(ranked, down=down)))

    def _own(self, partial: _Partial) -> Attributes:
        return Attributes.of_types(self._facts, partial.shape.types or self._every)

    # What holds of it

    def _conditions(self, partial: _Partial, text: str, most: int) -> Iterator[_Partial]:
        """Yield a set with all conditions of a text; nothing where a word is not explained."""
        left = re.sub(r"^(?:(?:that|who|which|and|but) )+", "", " ".join(text.split())).strip()
        if NOTHING.fullmatch(left):
            yield partial
            return
        if not most:
            return
        for take in self._takers:
            taken = list(take(partial, left))
            for held, rest in taken:
                yield from self._conditions(held, rest, most - 1)
            if taken:
                return

    def _take_most(self, partial: _Partial, text: str) -> Iterator[tuple[_Partial, str]]:
        """*can take the most passengers*, *has had the most incidents*."""
        found = MOST.match(text)
        if found is None or partial.shape.ranked or partial.shape.most:
            return
        verb, what, down = (found["verb"] or "").strip(), found["what"], found["most"] == "most"
        if what.startswith("%"):
            inner = MatchedSet(types=self._kinds[int(what[1:])])
            for link, free in self._terms.links([*verb.split(), found["prep"] or ""], [], partial.shape.types, inner):
                held = replace(partial.shape, most=link, down=down)
                yield _Partial(held, partial.free or free), found["rest"]
            return
        if verb and not (is_light(verb) or verb in HOLDING):
            return
        name = self._terms.number_named(what.split(), partial.shape.types or self._every)
        if name is not None:
            yield replace(partial, shape=replace(partial.shape, ranked=Ranked(name, down))), found["rest"]

    def _take_counted(self, partial: _Partial, text: str) -> Iterator[tuple[_Partial, str]]:
        """*have had more than one incident*."""
        found = COUNTED.match(text)
        if found is None:
            return
        said = found["number"] or ""
        number = int(float(self._marked.numbers[int(said[1:])])) if said.startswith("#") else NUMBERS.get(said, 1)
        holds = OPS.get(found["how"], "") if found["how"] else ">"
        if not holds:
            return
        inner = MatchedSet(types=self._kinds[int(found["kind"][1:])])
        for link, free in self._terms.links([found["verb"] or "have"], [], partial.shape.types, inner):
            if link.side:
                yield partial.with_link(replace(link, holds=holds, number=number), free=free), found["rest"]

    def _take_number(self, partial: _Partial, text: str) -> Iterator[tuple[_Partial, str]]:
        """*have more than 20 beds*, where the attribute is `bedCount`."""
        found = AT_LEAST.match(text)
        name = self._terms.number_named(found["words"].split(), partial.shape.types or self._every) if found else None
        if found is not None and name is not None:
            said = self._marked.numbers[int(found["number"][1:])]
            bound = ValueBound(name, OPS[found["how"]], (float(said) if "." in said else int(said),))
            yield replace(partial, shape=replace(partial.shape, bounds=(*partial.shape.bounds, bound))), ""

    def _take_place(self, partial: _Partial, text: str) -> Iterator[tuple[_Partial, str]]:
        """*are from Japan*, where a country or another place is an attribute."""
        found = FROM_VALUE.match(text)
        if found is None:
            return
        for held in self._with_values(partial, [f"${found['at']}"]):
            if self._terms.is_place_name(held.shape.bounds[-1].attribute):
                yield held, found["rest"]

    def _take_negated(self, partial: _Partial, text: str) -> Iterator[tuple[_Partial, str]]:
        """*is not on any route*, *has no crew*: nodes for which the graph has no such edge.

        Not *is not in X*: that a graph has no edge to one thing says little where it may be incomplete.
        """
        found = NEGATED.match(text)
        if found is None or not partial.shape.types:
            return
        told = f"{found['before']}{found['rest'].strip()}"
        told = re.sub(r"\b(?:any|a|an|one)\b ", "", told)
        bare = _Partial(MatchedSet(types=partial.shape.types))
        for held, rest in self._take_kind(bare, told):
            link = held.shape.links[0]
            if not rest.strip() and link.side:
                yield partial.with_link(replace(link, holds="none"), free=held.free), rest

    def _take_composed(self, partial: _Partial, text: str) -> Iterator[tuple[_Partial, str]]:
        """Conditions that the strict reader knows: bounds, values, superlatives."""
        wanted = WantedSet(partial.shape.types, (), partial.shape.bounds, partial.shape.ranked)
        for take in (self._composer.take_rank, self._composer.take_bound, self._composer.take_value):
            taken = take(wanted, text)
            if taken is not None:
                held = replace(partial.shape, types=taken[0].types, bounds=taken[0].bounds, ranked=taken[0].ranked)
                yield replace(partial, shape=held), taken[1]
                return

    def _take_name(self, partial: _Partial, text: str) -> Iterator[tuple[_Partial, str]]:
        """Take off a clause with a name, or with two that both hold: *has X done*, *on X*, *serve both X and Y*."""
        found = TO_NAME.match(text)
        if found is None:
            return
        places = [int(found["at"]), *((int(found["more"].split("@")[1]),) if found["more"] else ())]
        pre = re.sub(r"\bboth\b", " ", found["pre"]).split()
        post, rest = found["post"].split(), found["rest"]
        if rest:
            post, rest = [], f"{found['post'].strip()} {rest}".strip()
        held = [partial]
        for place in places:
            anchor = self._marked.anchors[place]
            held = [
                each.with_link(link, free=free)
                for each in held
                for link, free in self._terms.links(pre, post, partial.shape.types, anchor)
            ]
        yield from ((each, rest) for each in held)

    def _take_kind(self, partial: _Partial, text: str) -> Iterator[tuple[_Partial, str]]:
        """Take off a clause with a kind of thing, and what holds of that: *built by shipyards in Norway*."""
        found = TO_KIND.match(text)
        if found is None:
            return
        for inner, rest in self._targets(found["kind"]):
            for done in self._conditions(inner, rest, 2):
                for link, free in self._terms.links(found["pre"].split(), [], partial.shape.types, done.shape):
                    yield partial.with_link(link, free=free or done.free), ""

    def _finish(self, done: _Partial, output: str) -> MatchedSet | None:
        """Return a set as it is told; None where it says no more than a type, which other readers know."""
        shape = replace(done.shape, output=output)
        plain = not (shape.bounds or shape.links or shape.ranked or shape.most)
        if plain and not (output == "count" and shape.types):
            return None
        if output in ("count", "exists") and (shape.ranked or shape.most):
            return None
        return replace(shape, attributes=(shape.ranked.attribute,)) if shape.ranked else shape

    def _owned_readings(self) -> Iterator[MatchedReading]:
        """*Did X have a son?*, *Who was X's father?*: a noun that a relation is called by."""
        for output, pattern in OWNED:
            found = pattern.fullmatch(self._text)
            if found is not None:
                anchor = self._marked.anchors[int(found["at"])]
                name = self._terms.flag_named(found["noun"].split(), anchor) if output == "exists" else None
                if name is not None:
                    held = MatchedSet(tuple(anchor.types), only=(anchor,), attributes=(name,), output="whether")
                    yield MatchedReading(held)
                for link in self._terms.noun_links(found["noun"].split(), anchor):
                    yield MatchedReading(MatchedSet(links=(link,), output=output))

    # Values of what is described

    def _value_readings(self) -> Iterator[MatchedReading]:
        """*When did the grounding happen?*, *Where was X built?*, *What is the capacity of the newest ship?*"""
        found = WHEN_WHERE.fullmatch(self._text)
        if found is not None:
            for partial in self._things(found["thing"]):
                words = (found["verb"] or "").split()
                yield from self._times(partial, words) if found["wh"] == "when" else self._places(partial, words)
        found = WHAT_OF.fullmatch(self._text)
        if found is not None:
            for partial, rest in self._targets(found["thing"]):
                for done in self._conditions(partial, rest, 2):
                    name = self._own(done).name_for(found["words"].split())
                    if name is not None and (done.shape.bounds or done.shape.ranked or done.shape.links):
                        yield MatchedReading(replace(done.shape, attributes=(name,)), done.free)

    def _things(self, text: str) -> Iterator[_Partial]:
        if text.startswith("@"):
            anchor = self._marked.anchors[int(text[1:])]
            yield _Partial(MatchedSet(types=tuple(anchor.types), only=(anchor,)))
            return
        for partial, rest in self._targets(text):
            if not rest:
                yield partial

    def _times(self, partial: _Partial, words: Sequence[str]) -> Iterator[MatchedReading]:
        name = self._terms.time_named(words, partial.shape.types)
        if name is not None:
            yield MatchedReading(replace(partial.shape, attributes=(name,)))

    def _places(self, partial: _Partial, words: Sequence[str]) -> Iterator[MatchedReading]:
        for link in self._terms.places(words, partial.shape.types):
            yield MatchedReading(replace(partial.shape, onward=(link,)))

    def _sum_readings(self) -> Iterator[MatchedReading]:
        """*How many people were hurt in all the incidents?*, *What is the average capacity of the ferries?*"""
        for output, pattern in SUMS:
            found = pattern.fullmatch(self._text)
            if found is None or not (self._total or output == "average" or " all " in self._text):
                continue
            words = [word for word in found["words"].split() if not re.fullmatch(AUX, word)]
            for partial, rest in self._targets(found["thing"]):
                for done in self._conditions(partial, rest, 2):
                    name = self._terms.number_named(words, done.shape.types, "many")
                    if name is not None:
                        yield MatchedReading(replace(done.shape, output=output, attributes=(name,)), done.free)


def _noun_phrase(words: list[str]) -> tuple[list[str], list[str], str, str]:
    """Return the superlative, the values and the kind that a row of words begins with, and the rest."""
    values: list[str] = []
    ranked: list[str] = []
    while words and words[0] in DETERMINERS:
        words.pop(0)
    while words:
        word = words[0]
        if word in ("most", "least") and len(words) > 1 and not ranked and not re.match(r"[%@$#]", words[1]):
            ranked = [words.pop(0), words.pop(0)]
        elif is_superlative(word) and not ranked:
            ranked = [words.pop(0)]
        elif word.startswith("$"):
            values.append(words.pop(0))
        else:
            break
    kind = words.pop(0) if words and words[0].startswith("%") else ""
    return ranked, values, kind, " ".join(words)


def _with_kinds(text: str, types: Sequence[str]) -> tuple[str, list[tuple[str, ...]]]:
    """Return a marked text with signs for the words that call types, `%0` …, and the types."""
    words, place = text.split(), 0
    told: list[str] = []
    kinds: list[tuple[str, ...]] = []
    while place < len(words):
        for length in (3, 2, 1):
            run = words[place : place + length]
            found = kinds_called(run, types) if len(run) == length else ()
            if found:
                told.append(f"%{len(kinds)}")
                kinds.append(found)
                place += length
                break
        else:
            told.append(words[place])
            place += 1
    return " ".join(told), kinds
