"""What words between two things can mean in a graph: relations by their words, or the only one between their types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pramana.investigate.attributes import Attributes
from pramana.investigate.families import RelationWords, hops, is_place, joins
from pramana.investigate.joining_words import relation_words
from pramana.investigate.marked import kinds_of
from pramana.investigate.matched_words import NEUTRAL, PREPOSITIONS, SMALL, is_light
from pramana.investigate.profile import GraphProfile
from pramana.investigate.shapes import Anchor, Hop, MatchedSet, SetLink
from pramana.investigate.terms import name_parts, term_of
from pramana.investigate.words import PERSON_TYPES
from pramana.language import spelled_singular, stem, word_forms, word_set

_PERSONS = word_set("investigation/persons")
_PLACES = word_set("investigation/places")
_MOVING = frozenset(("run", "work"))
"""Verbs that are light with a preposition alone: who *runs* a ship is not who works on it."""
_HAPPENING = frozenset(map(stem, ("happen", "happened", "occur", "occurred", "place", "take", "took", "go")))


class TermMatcher:
    """Finds relations and attributes of one graph by words."""

    def __init__(self, facts: GraphProfile) -> None:
        self._facts = facts

    def links(
        self, before: Sequence[str], behind: Sequence[str], types: Sequence[str], other: Anchor | MatchedSet
    ) -> Iterator[tuple[SetLink, bool]]:
        """Yield the conditions that words before and behind another thing can mean of nodes of some types, each with
        whether the relation is free: meant by none of the words."""
        known = other.types if isinstance(other, Anchor) else frozenset(other.types)
        words = [word.strip() for word in before if word.strip()]
        asked = relation_words(words, list(behind)) if known else None
        strict = hops(asked, known, types, self._facts) if asked and (types or asked.verbs) else []
        if strict:
            yield from ((self._link(hop, other), False) for hop in strict)
            return
        open_ = "'s" not in behind and self._says_nothing((*words, *behind), isinstance(other, Anchor))
        found = self._only(known, types) if open_ else None
        if found is not None:
            yield self._link(found, other), True

    def _says_nothing(self, words: Sequence[str], of_name: bool) -> bool:
        """Whether words leave open which relation is meant: general verbs (*is*, *belongs*), and prepositions that say
        no direction. Nothing at all beside a name does not: *who has X* may mean anything."""
        content = [word for word in words if word not in SMALL and word not in PREPOSITIONS and word != "'s"]
        prepositions = {word for word in words if word in PREPOSITIONS}
        if not prepositions and (any(word_forms(word) & _MOVING for word in content) or (of_name and not content)):
            return False
        light = all(is_light(word) and not self._is_relation_word(word) for word in content)
        return light and prepositions <= NEUTRAL

    def _is_relation_word(self, word: str) -> bool:
        """Whether a word calls some relation of the graph: it then means that one, and no other."""
        forms = word_forms(word)
        return any(
            not stems.isdisjoint(forms) for each in self._facts.relations for stems in term_of(each.relation).stems
        )

    def _link(self, hop: Hop, other: Anchor | MatchedSet) -> SetLink:
        side = {True: "target", False: "source", None: ""}[hop.along]
        return SetLink(hop.relations[0], side, other)

    def _only(self, known: frozenset[str], types: Sequence[str]) -> Hop | None:
        """Return the only relation that joins types, which are none of the same: the way is then given by them."""
        if not types or not known or not known.isdisjoint(types) or "" in types:
            return None
        found = dict.fromkeys(joins(known, types, self._facts))
        return Hop((next(iter(found))[0],), next(iter(found))[1]) if len(found) == 1 else None

    def noun_links(self, words: Sequence[str], anchor: Anchor) -> Iterator[SetLink]:
        """Yield the relations that words are the noun of, where their names say which end is meant: *is son of*."""
        wanted = [stem(spelled_singular(word)) for word in words]
        for relation in self._facts.relations:
            term = term_of(relation.relation)
            if [stem(spelled_singular(word)) for word in term.words] != wanted:
                continue
            ends = {pair.target if term.preposition == "of" else pair.source for pair in relation.ends}
            if (term.preposition == "of" or (term.has and not term.preposition)) and not ends.isdisjoint(anchor.types):
                yield SetLink(relation.relation, "source" if term.preposition == "of" else "target", anchor)

    def places(self, words: Sequence[str], types: Sequence[str]) -> Iterator[SetLink]:
        """Yield the relations to places that *where* asks for: by its verb, or the only one after a general verb."""
        verbs = tuple(word for word in words if word not in SMALL and word not in PREPOSITIONS)
        every = [kind.type for kind in self._facts.types]
        for leads in (True, False):
            asked = RelationWords(verbs, "", leads) if verbs else None
            found = hops(asked, frozenset(types), every, self._facts) if asked else []
            able = [hop for hop in found if self._tells_place(hop)]
            if len(able) == 1:
                yield SetLink(able[0].relations[0], "source" if able[0].along else "target", MatchedSet())
                return
        if verbs and not {stem(word) for word in verbs} <= _HAPPENING:
            return
        pairs = [
            Hop((name,), along) for name, along in dict.fromkeys(joins(frozenset(types), every, self._facts)) if along
        ]
        able = [hop for hop in pairs if is_place(hop, self._facts)]
        if len(able) == 1:
            yield SetLink(able[0].relations[0], "source", MatchedSet())

    def _tells_place(self, hop: Hop) -> bool:
        """Whether a hop leads to places, or to what has an attribute that is one: a shipyard with its city."""
        profile = self._facts.relation(hop.relations[0])
        ends = {pair.target if hop.along else pair.source for pair in profile.ends} if profile else set()
        names = {
            word
            for end in ends
            if (kind := self._facts.type(end))
            for each in kind.attributes
            for word in name_parts(each.name)
        }
        return is_place(hop, self._facts) or not _PLACES.isdisjoint(names)

    def number_named(self, words: Sequence[str], types: Sequence[str], form: str = "what") -> str | None:
        """Return the one attribute with numbers that words name, wholly or by a word of its name: *passengers* is
        `passenger_capacity`."""
        own = Attributes.of_types(self._facts, types)
        name = own.name_for(words, form, numbers=True)
        if name is not None:
            return name
        wanted = _nouns(words)
        found = [each for each in own.names if own.has_numbers(each) and wanted and wanted <= _nouns(name_parts(each))]
        return found[0] if len(found) == 1 else None

    def is_place_name(self, attribute: str) -> bool:
        """Whether an attribute is called by a kind of place: `country`."""
        return not _PLACES.isdisjoint(name_parts(attribute))

    def flag_named(self, words: Sequence[str], anchor: Anchor) -> str | None:
        """Return the one attribute that says of a node whether it has what words name."""
        kinds = [kind for each in anchor.types if (kind := self._facts.type(each)) is not None]
        found = Attributes(each for kind in kinds for each in kind.attributes if each.kinds == ("boolean",))
        return found.name_for(words)

    def time_named(self, words: Sequence[str], types: Sequence[str]) -> str | None:
        """Return the one attribute that says when: by the verb, or the only date where the verb is general."""
        own = Attributes.of_types(self._facts, types)
        name = own.time_name(words)
        if name is not None:
            return name
        verbs = {stem(word) for word in words if word not in SMALL}
        dates = [each for each in own.names if own.is_time(each) and "date" in name_parts(each)]
        return dates[0] if len(dates) == 1 and verbs <= _HAPPENING else None


def _nouns(words: Iterable[str]) -> set[str]:
    return {stem(spelled_singular(word)) for word in words}


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
