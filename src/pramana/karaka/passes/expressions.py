"""Expressions that are open (pronouns, descriptions such as *the old miser*), and what they may mean."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pramana.events import Role, canonical_name, is_demonstrative
from pramana.evidence import Evidence
from pramana.graph import fold_name
from pramana.karaka.passes.coreference import read_documents
from pramana.karaka.passes.hinted import disagreement
from pramana.karaka.passes.model import EntityMention, PassView
from pramana.karaka.schema import TIME
from pramana.language import (
    FIRST_PERSON,
    SECOND_PERSON,
    THING,
    UNKNOWN,
    Traits,
    asked_by,
    is_fleeting,
    numbers_of,
    parse_description,
    word_set,
)

WINDOW = 8
"""How many lines before an expression what it may mean is looked for."""
NEAR = 3
"""Things without a proper name are offered if they occur at most this many lines before the expression."""
FREQUENT = 6
"""How many of a document's most mentioned names are offered beside those of the window."""
MOST_OFFERED = 6
"""How many candidates an expression has: of more, the most salient ones. Each is some five tokens of a call."""
PLACES = 3
"""A description that occurs in more places than this probably means several people, so models are not asked."""
LONGEST = 5
"""Words of a description: a longer one says what it means."""
_NAMED = (
    word_set("apposition/named_nouns")
    | word_set("apposition/thing_nouns")
    | word_set("types/organizations")
    | word_set("people/organisations")
)
_PLAIN = (word_set("types/objects") | word_set("roles/abstract")) - _NAMED
"""Nouns of things that have no names, *the door*, *the anger*: nobody is asked what they mean."""
_DEFINITE = ("the ", "this ", "that ", "these ", "those ")
_ROLES = (Role.KARTA, Role.KARMA, Role.SAMPRADANA)
"""Those that persons take: a description in another role is mostly a thing or a place."""
_NOBODY = word_set("reference/nobody_by_name")
_VAGUE = _NOBODY | word_set("reference/vague")
"""Words that are nodes of the graph and name nobody."""


@dataclass(frozen=True, slots=True)
class ReferenceCandidate:
    """What an expression may mean: its last mention before the expression, else the next one, and of what kind it is.

    `kind` is what most of its mentions are by the reading, "" where it says nothing.
    """

    name: str
    mention: EntityMention
    kind: str

    @property
    def label(self) -> str:
        """The name as models are shown it: `Marta Keller [Person]`."""
        return f"{self.name} [{self.kind}]" if self.kind else self.name


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a view: its lines, the mentions of its named entities by line, and its expressions: those that
    are open, and those whose meaning is `settled`.

    `by_entity` holds the mentions of each named entity, `frequent` the most frequent proper names, `kinds` the kind of
    each entity by the reading. All are in order of place. `senses` are the entities that share their name with others;
    `traits` tells what the document says of a place.
    """

    doc_id: str
    lines: Mapping[int, str]
    named: Mapping[int, Sequence[EntityMention]]
    by_entity: Mapping[str, Sequence[EntityMention]]
    frequent: Sequence[str]
    open: Sequence[EntityMention]
    settled: Sequence[EntityMention]
    kinds: Mapping[str, str]
    traits: Callable[[Evidence], Traits]
    senses: Collection[str] = ()

    def candidates(self, mention: EntityMention, found: Iterable[int] = ()) -> list[ReferenceCandidate]:
        """Return what `mention` may mean, the most salient first, each with its last mention before `mention`, if any.

        A bearer of an ambiguous name is called by its sense: `John Smith (mason)`. The candidates are proper names
        of the window and of the lines `found`, things mentioned nearby, and frequent names, as far as they agree with
        the expression. Lines after `mention` count because a speaker is often named after the quoted speech, in its
        line or in the next one.
        """
        last = {other.entity: other for other in self._offers(mention, found) if other.entity != mention.entity}
        fitting = [each for each in last.values() if self._fits(mention, each)]
        ranked = sorted(fitting, key=lambda each: (-self._salience(mention, each), _spot(each), each.entity))
        ranked = list({self._name_of(each): each for each in reversed(ranked)}.values())[::-1]
        return [
            ReferenceCandidate(self._name_of(each), each, self.kinds.get(each.entity, ""))
            for each in ranked[:MOST_OFFERED]
        ]

    def _offers(self, mention: EntityMention, found: Iterable[int]) -> Iterator[EntityMention]:
        """Yield mentions of what may be meant, the nearest one before the expression last."""
        here = mention.evidence.line_number
        for number in found:
            if number != here:
                yield from self._at(number, proper=True)
        if is_spoken(mention):
            yield from self._at(here + 1, proper=False)
        following = self._at(here, proper=not is_spoken(mention))
        yield from (other for other in following if _spot(other) > _spot(mention))
        for entity in self.frequent:
            mentions = self.by_entity[entity]
            if at := bisect_left(mentions, _spot(mention), key=_spot):
                yield mentions[at - 1]
        for back in range(WINDOW, 0, -1):
            yield from self._at(here - back, proper=back > NEAR)
        yield from (other for other in self._at(here, proper=False) if _spot(other) < _spot(mention))

    def _fits(self, mention: EntityMention, other: EntityMention) -> bool:
        place, here = other.evidence, mention.evidence
        within = place.line_number == here.line_number and place.start < here.end and here.start < place.end
        kind, told = self.kinds.get(other.entity, ""), self.traits(place)
        if within or kind == TIME or (told.sort == UNKNOWN and _is_somebody(mention) and not _is_name(other)):
            return False
        return not disagreement(told, mention, kind, named=_is_name(other))

    def _salience(self, mention: EntityMention, other: EntityMention) -> int:
        """Return how much a candidate is in mind: near, an agent, named by a proper name, and often before.

        The weights order what is shown and cut off what is least likely; the model chooses.
        """
        back = mention.evidence.line_number - other.evidence.line_number
        often = bisect_left(self.by_entity[other.entity], _spot(mention), key=_spot)
        agent = 3 if other.role is Role.KARTA else 0
        return agent + (4 if _is_name(other) else 0) + min(often, 4) - (min(back, 6) if back >= 0 else 4)

    def _name_of(self, mention: EntityMention) -> str:
        return mention.entity if mention.entity in self.senses else mention.name

    def _at(self, number: int, proper: bool) -> list[EntityMention]:
        return [other for other in self.named.get(number, ()) if _is_name(other) or not (proper or _is_vague(other))]


def documents(view: PassView, settled: Collection[str]) -> Iterator[Document]:
    """Yield the documents that have expressions, in order. `settled` are entities that are not asked about."""
    lines: dict[str, dict[int, str]] = defaultdict(dict)
    for (doc_id, number), text in view.lines.items():
        lines[doc_id][number] = text
    mentions: dict[str, list[EntityMention]] = defaultdict(list)
    for mention in view.mentions:
        mentions[mention.evidence.doc_id].append(mention)
    places = {entity: len(found) for entity, found in _places(view).items()}
    read = read_documents(view)
    for doc_id, here in mentions.items():
        expressions = [each for each in _by_place(here) if _is_open(each) and places[each.entity] <= PLACES]
        if expressions:
            yield _document(doc_id, lines[doc_id], here, expressions, settled, read[doc_id].traits_at, view.senses)


def is_spoken(mention: EntityMention) -> bool:
    """Return whether a mention is *I* or *you*, in any form."""
    return mention.pronoun and fold_name(mention.name) in FIRST_PERSON | SECOND_PERSON


def place_of(mention: EntityMention) -> tuple[str, int, int]:
    return mention.evidence.doc_id, mention.evidence.line_number, mention.evidence.start


def _document(
    doc_id: str,
    lines: Mapping[int, str],
    mentions: Sequence[EntityMention],
    expressions: Sequence[EntityMention],
    settled: Collection[str],
    traits: Callable[[Evidence], Traits],
    senses: Collection[str],
) -> Document:
    by_entity: dict[str, list[EntityMention]] = defaultdict(list)
    named: dict[int, list[EntityMention]] = defaultdict(list)
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for mention in mentions:
        if not mention.pronoun and not is_demonstrative(mention.name) and not _is_measure(mention):
            by_entity[mention.entity].append(mention)
            named[mention.evidence.line_number].append(mention)
            if mention.kind:
                kinds[mention.entity][mention.kind] += 1
    proper = [entity for entity, found in by_entity.items() if any(map(_is_name, found))]
    most = sorted(proper, key=lambda entity: (-len(by_entity[entity]), entity))[:FREQUENT]
    told = {entity: min(found, key=lambda kind: (-found[kind], kind)) for entity, found in kinds.items()}
    opened = [mention for mention in expressions if mention.entity not in settled]
    others = [mention for mention in expressions if mention.entity in settled]
    return Document(doc_id, lines, named, by_entity, most, opened, others, told, traits, senses)


def _is_measure(mention: EntityMention) -> bool:
    """Return whether a mention is a time or a number: *Friday*, *39*, *forty-two*. No pronoun means one."""
    numbers = numbers_of(mention.name)
    numeric = len(numbers) == 1 and (numbers[0].start, numbers[0].end) == (0, len(mention.name))
    return mention.role is Role.ADHIKARANA_TEMPORAL or not any(map(str.isalpha, mention.name)) or numeric


def _places(view: PassView) -> dict[str, set[tuple[str, int, int]]]:
    found: dict[str, set[tuple[str, int, int]]] = defaultdict(set)
    for mention in view.mentions:
        found[mention.entity].add(place_of(mention))
    return found


def _by_place(mentions: Sequence[EntityMention]) -> list[EntityMention]:
    """Return one mention a place and entity: the first that is open, if one is."""
    found: dict[tuple[str, tuple[str, int, int]], EntityMention] = {}
    for mention in mentions:
        key = (mention.entity, place_of(mention))
        if key not in found or (_is_open(mention) and not _is_open(found[key])):
            found[key] = mention
    return list(found.values())


def _is_open(mention: EntityMention) -> bool:
    if mention.pronoun:
        return fold_name(mention.name) not in _NOBODY
    words = canonical_name(mention.name).split()
    described = (
        mention.evidence.quote.lower().startswith(_DEFINITE) and words[0][:1].islower() and len(words) <= LONGEST
    )
    told = parse_description(mention.evidence.quote)
    if told is not None and {told.head, told.head.removesuffix("s")} & _PLAIN:
        return False
    lasts = words[-1][:1].islower() and not (is_demonstrative(mention.name) and is_fleeting(words[-1]))
    return described and (lasts or "of" in words) and mention.role in _ROLES


def _is_somebody(mention: EntityMention) -> bool:
    """Return whether a mention is a pronoun that means a person: *extremely happy* of the line before is none."""
    asked = asked_by(mention.name) if mention.pronoun else None
    return asked is not None and asked.sort not in (THING, UNKNOWN)


def _is_name(mention: EntityMention) -> bool:
    return any(word[:1].isupper() for word in mention.name.split()[-1:])


def _is_vague(mention: EntityMention) -> bool:
    return fold_name(mention.name) in _VAGUE


def _spot(mention: EntityMention) -> tuple[int, int]:
    return mention.evidence.line_number, mention.evidence.start
