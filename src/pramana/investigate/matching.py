"""Questions in their own words: every plan that the words can mean in a graph, each with what it costs to believe it.

A question is a thing that is described, and what is asked of it. A description begins with a noun (a name, a kind of
thing, a value) and goes on with clauses (an edge to another thing, a value, a bound, an extreme). What is left beside
it asks for attributes, of nodes or of edges, for a number, or whether. All ways to divide the words so are tried; each
word must be explained, and what it costs to take it for a term of the graph is summed up. Nothing is known here of any
graph: the senses of words come from `pieces`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pramana.investigate.attributes import is_making
from pramana.investigate.closeness import EQUAL, NEAR, merge_phrases, word_cost
from pramana.investigate.description_clauses import Descriptions, is_placed
from pramana.investigate.lines import TOLD_FIELDS
from pramana.investigate.marked import mark_question
from pramana.investigate.matched_words import impersonal, plain_speech
from pramana.investigate.model import QuestionMention
from pramana.investigate.nouns import Partial, other_of
from pramana.investigate.pieces import Sense
from pramana.investigate.profile import GraphProfile
from pramana.investigate.question_words import FREE_WORDS, Tokens, asked_form
from pramana.investigate.shapes import MatchedSet, SetLink
from pramana.investigate.terms import name_parts
from pramana.language import word_set

MEANT = "meant"
"""How a mention matches that says, of several readings, which one is meant."""
MOST_READINGS = 6
"""Readings of one question that are tried."""
MOST_WORDS = 40
"""Words and signs of a question that are read: bounds the work. The longest of 500 that readers wrote had 24."""
MARGIN = 0.25
"""Readings that cost so little more than the cheapest are as likely: they must find the same."""
MOST_COST = 5.0
"""Readings that cost more explain too little: three words that only belong to the matter."""

IMPLIED = 0.5
"""The cost of a relation that only its attribute names: *How many hours did X put in?*"""
MOST_HOPS, HOP = 2, 0.8
"""Edges over which a place is inherited, and the cost of each."""
_PRICE = "cost"
"""What *how much* asks for that names nothing: *How much is X?*"""
_OPEN = word_set("investigation/opening_words")
"""Words beside a thing that ask for another one, for its want, or another question: not for what it has itself."""


@dataclass(frozen=True, slots=True)
class MatchedReading:
    """A shape that a question can mean, and what it costs to believe so."""

    shape: MatchedSet
    cost: float = 0.0


def read_matched(question: str, mentions: Sequence[QuestionMention], facts: GraphProfile) -> list[MatchedReading]:
    """Return the cheapest readings of a question, those within a margin."""
    marked = mark_question(impersonal(plain_speech(question)), mentions)
    if marked is None:
        return []
    tokens = Tokens.of(marked)
    return (
        _cheapest(_QuestionReader(Descriptions(tokens, facts), facts).readings()) if tokens.size <= MOST_WORDS else []
    )


def read_onward(
    question: str, mentions: Sequence[QuestionMention], facts: GraphProfile, start: MatchedSet
) -> MatchedSet | None:
    """Return a set with what a later part of its question asks of it: *which ship was it for*, *how long is that*."""
    marked = mark_question(question, mentions)
    if marked is None:
        return None
    tokens = Tokens.of(marked, pronoun=True)
    found = _cheapest(_QuestionReader(Descriptions(tokens, facts, start), facts).readings())
    return _with_answer(start, found[0].shape) if len(found) == 1 else None


def _with_answer(start: MatchedSet, found: MatchedSet) -> MatchedSet | None:
    """Return the first set with what was asked of it: attributes, or the nodes that one relation leads to."""
    if replace(found, attributes=start.attributes) == start:
        return replace(start, attributes=tuple(dict.fromkeys((*start.attributes, *found.attributes))))
    if replace(found, onward=start.onward) == start:
        return replace(start, onward=(*start.onward, *found.onward))
    links = [link for link in found.links if link.other == start]
    plain = len(found.links) == 1 and not (found.bounds or found.ranked or found.most or found.attributes)
    if not (links and plain and links[0].side):
        return None
    onward = SetLink(links[0].relation, links[0].far_side, MatchedSet())
    return replace(start, onward=(*start.onward, onward))


def _cheapest(found: Iterator[MatchedReading]) -> list[MatchedReading]:
    best: dict[MatchedSet, float] = {}
    for each in found:
        shape = replace(each.shape, links=tuple(sorted(each.shape.links, key=repr)))
        if each.cost <= MOST_COST:
            best[shape] = min(each.cost, best.get(shape, each.cost))
    least = min(best.values(), default=0.0)
    kept = sorted((cost, number, shape) for number, (shape, cost) in enumerate(best.items()) if cost <= least + MARGIN)
    return [MatchedReading(shape, cost) for cost, _, shape in kept[:MOST_READINGS]]


class _QuestionReader:
    """The readings of one question."""

    def __init__(self, clauses: Descriptions, facts: GraphProfile) -> None:
        self._clauses, self._facts = clauses, facts
        self._tokens = clauses.tokens

    def readings(self) -> Iterator[MatchedReading]:
        """Yield what the question can mean."""
        yield from self._set_readings()
        yield from self._value_readings()
        yield from self._whether_readings()

    def _set_readings(self) -> Iterator[MatchedReading]:
        """*Which …*, *who …*, *how many …*, *is there …*: all words describe what is asked for."""
        for output, start in self._tokens.openings():
            for partial, end in self._clauses.sets(start):
                for done in self._clauses.whole_readings(partial, end):
                    shape = self._finish(done, output)
                    if shape is not None:
                        yield MatchedReading(shape, done.cost)

    def _finish(self, done: Partial, output: str) -> MatchedSet | None:
        """Return a set as it is told; None where it says no more than a type, which other readers know."""
        shape = replace(done.shape, output=output)
        if output == "count" and shape.links and done.cost >= EQUAL and self._is_told(shape):
            return None
        plain = not (shape.bounds or shape.links or shape.ranked or shape.most)
        if plain and not (output == "count" and shape.types and done.cost):
            return None
        if output in ("count", "exists") and (shape.ranked or shape.most):
            return None
        return replace(shape, attributes=(shape.ranked.attribute,)) if shape.ranked else shape

    def _is_told(self, shape: MatchedSet) -> bool:
        """Whether the edges of a set come with texts: such a graph has some of what its text says, and counts badly."""
        profiles = (self._facts.relation(link.relation) for link in shape.links)
        return any(profile and profile.attribute(name) for profile in profiles for name in TOLD_FIELDS)

    # What is asked of a thing

    def _value_readings(self) -> Iterator[MatchedReading]:
        """*How deep is X?*, *When was the bridge in X built?*, *What did X pay for Y?*"""
        form, first = asked_form(self._tokens)
        if form is None:
            return
        for start in range(first, self._tokens.size):
            if not self._tokens.may_begin(start):
                continue
            before = self._tokens.content(first, start)
            for partial, at in self._clauses.sets(start):
                for done, end in self._clauses.descriptions(partial, at):
                    words = [*before, *self._tokens.content(end, self._tokens.size)]
                    done_to = self._participles(first, start, end) if form == "what" else ()
                    found = self._value_sets(done, words, form)
                    yield from (each for each in found if _tells_deeds(each.shape, done_to))

    def _participles(self, first: int, start: int, end: int) -> list[str]:
        """Return the participles of a passive question beside a thing: what was done to it."""
        places = (*range(first, start), *range(end, self._tokens.size)) if self._tokens.is_passive() else ()
        found = (self._tokens.words[place] for place in places if self._tokens.tags[place] == "VVN")
        return [word for word in found if not is_making(word)]

    def _value_sets(self, done: Partial, words: Sequence[str], form: str) -> Iterator[MatchedReading]:
        shape, pieces = done.shape, self._clauses.pieces
        if not _OPEN.isdisjoint(words):
            return
        content = merge_phrases([word for word in words if word not in FREE_WORDS])
        content = [word for word in content if not pieces.is_holding(word)] or content
        output, content = _amounts(content, form, total=self._tokens.total)
        if form == "where":
            yield from self._places(done, content)
        if not content and form == "much":
            content = [_PRICE]
        if not content and form != "when":
            return
        yield from self._own_values(done, content, form, output)
        yield from self._made_values(done, content, form, output)
        if form in ("what", "where") and content and (shape.only or shape.bounds or shape.links):
            yield from self._inherited_places(done, content, form)
        for number, link in enumerate(shape.links):
            profile = self._facts.relation(link.relation)
            found = ((link.relation, each) for each in (profile.attributes if profile else ()))
            for sense in pieces.attributes(content, found, form) or self._only_number(link, content, form):
                links = list(shape.links)
                links[number] = replace(link, told=(sense.name,))
                yield MatchedReading(replace(shape, links=tuple(links), output=output), done.cost + sense.cost)
        if (shape.only or shape.bounds) and not shape.links:
            yield from self._edge_values(done, content, form, output)

    def _own_values(self, done: Partial, words: Sequence[str], form: str, output: str) -> Iterator[MatchedReading]:
        """Yield the attributes of the nodes themselves; of all nodes of a type only their sum or average."""
        shape, pieces = done.shape, self._clauses.pieces
        if not (shape.links or shape.only or shape.bounds or shape.ranked or output != "list"):
            return
        for sense in pieces.attributes(words, pieces.profiles(shape.types), form):
            able = tuple(name for name in shape.types if name in sense.types) if shape.types else sense.types
            told = replace(shape, types=able, attributes=(sense.name,), output=output)
            yield MatchedReading(told, done.cost + sense.cost)

    def _made_values(self, done: Partial, words: Sequence[str], form: str, output: str) -> Iterator[MatchedReading]:
        """*What language is X written in?*: an attribute by its own name, beside a verb that says that X was made.

        No place: where something was made need not be the place that its attribute tells."""
        rest = [word for word in words if not is_making(word)]
        if form != "what" or not rest or len(rest) == len(words) or not (done.shape.only and self._tokens.is_passive()):
            return
        for each in self._own_values(done, rest, form, output):
            if each.cost == done.cost and not is_placed(each.shape.attributes[0]):
                yield each

    def _edge_values(self, done: Partial, words: Sequence[str], form: str, output: str) -> Iterator[MatchedReading]:
        """*How many hours did X put in?*: an attribute of the edges of a name, whatever they lead to."""
        for relation, sides in self._clauses.pieces.ways(done.shape.types, ()).items():
            profile = self._facts.relation(relation)
            found = ((relation, each) for each in (profile.attributes if profile else ()))
            more = self._clauses.pieces.words_around(relation)
            for sense in self._clauses.pieces.attributes(words, found, form, more):
                if len(sides) == 1:
                    output = "sum" if form == "many" and output == "list" else output
                    link = SetLink(relation, "source" if sides[0] else "target", MatchedSet(), told=(sense.name,))
                    cost = done.cost + sense.cost + IMPLIED
                    yield MatchedReading(replace(done.shape, links=(link,), output=output), cost)

    def _only_number(self, link: SetLink, words: Sequence[str], form: str) -> list[Sense]:
        """Return the only number that an edge has, where *how much* says nothing of what: *How much X goes into Y?*"""
        profile = self._facts.relation(link.relation)
        if words or form != "much" or profile is None:
            return []
        numbers = [each for each in profile.attributes if set(each.kinds) <= {"integer", "number"}]
        return [Sense(numbers[0].name, EQUAL)] if len(numbers) == 1 else []

    def _inherited_places(self, done: Partial, words: Sequence[str], form: str) -> Iterator[MatchedReading]:
        """Yield the place that an attribute of what a thing comes from, or lies in, tells: a wine's country is that of
        its region. Not of people: where somebody works is not where they come from."""
        pieces = self._clauses.pieces
        frontier = [(done, 0)]
        while frontier:
            held, hops = frontier.pop(0)
            if hops == MOST_HOPS or set(held.shape.types) & set(pieces.people) or not held.shape.types:
                continue
            for relation in pieces.leading(held.shape.types):
                profile = self._facts.relation(relation)
                far = (
                    tuple(dict.fromkeys(e.target for e in profile.ends if e.source in held.shape.types))
                    if profile
                    else ()
                )
                if set(far) & set(held.shape.types) or set(far) & set(pieces.people):
                    continue
                shape = MatchedSet(types=far, links=(SetLink(relation, "target", other_of(held.shape)),))
                onward = Partial(shape, held.cost + HOP)
                found = [
                    sense for sense in pieces.attributes(words, pieces.profiles(far), form) if is_placed(sense.name)
                ]
                for sense in found:
                    yield MatchedReading(replace(shape, attributes=(sense.name,)), onward.cost + sense.cost)
                if not found:
                    frontier.append((onward, hops + 1))

    def _places(self, done: Partial, words: Sequence[str]) -> Iterator[MatchedReading]:
        for link, cost in self._clauses.places(done.shape, words):
            yield MatchedReading(replace(done.shape, onward=(link,)), done.cost + cost)

    # Whether

    def _whether_readings(self) -> Iterator[MatchedReading]:
        """*Is X hybrid?*, *Does X have a ramp?*, *Is there a ramp at X?*: what the graph says of the one thing."""
        if not self._tokens.is_whether():
            return
        for place in range(1, self._tokens.size):
            if not self._tokens.is_name(place):
                continue
            before = self._tokens.content(1, place)
            for partial, end in self._clauses.sets(place):
                words = [*before, *self._tokens.content(end, self._tokens.size)]
                if _OPEN.isdisjoint(words):
                    yield from self._said_of(partial, [word for word in words if word not in FREE_WORDS], bool(before))
                for done in self._clauses.whole_readings(partial, end) if not before else ():
                    if done.shape.links:
                        yield MatchedReading(replace(done.shape, output="exists"), done.cost)

    def _said_of(self, partial: Partial, words: Sequence[str], before: bool) -> Iterator[MatchedReading]:
        """Yield what words can say of a thing: a truth, or that it has what a noun names, a son."""
        yield from self._flag_readings(partial, words)
        for held in self._clauses.sets_related(words, partial) if not before else ():
            yield MatchedReading(replace(held.shape, output="exists"), held.cost)

    def _flag_readings(self, partial: Partial, words: Sequence[str]) -> Iterator[MatchedReading]:
        if not words or self._tokens.is_negated() or not partial.shape.only:
            return
        for sense in self._clauses.pieces.flags(words, partial.shape.types):
            held = replace(partial.shape, attributes=(sense.name,), output="whether")
            yield MatchedReading(held, partial.cost + sense.cost)


def _amounts(words: Sequence[str], form: str, *, total: bool) -> tuple[str, list[str]]:
    """Return how values are told: each, their sum, their average; and the words without those that say so."""
    rest = [word for word in words if word not in _TOLD_AS]
    found = [_TOLD_AS[word] for word in words if word in _TOLD_AS] or ["sum"] * total
    return (found[0] if found and form in ("many", "much", "what") else "list"), rest


def _tells_deeds(shape: MatchedSet, participles: Sequence[str]) -> bool:
    """Whether an attribute says what was done: *What language was X translated into?* does not ask for its language,
    though both words are of one matter."""
    told = (*shape.attributes, *(name for link in shape.links for name in link.told))
    parts = [part for name in told for part in name_parts(name)]
    return not parts or all(min(word_cost(word, part) for part in parts) < NEAR for word in participles)


_TOLD_AS = {"average": "average", "mean": "average", "total": "sum", "sum": "sum", "per": "average"}
"""Words for what is made of several values."""


__all__ = ["MEANT", "MatchedReading", "read_matched", "read_onward"]
