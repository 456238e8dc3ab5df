"""What one document says of each name in it. The profile of a name is the sum of its parts."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pramana.events import Role, canonical_name
from pramana.evidence import Evidence, Grade
from pramana.karaka.passes.document_usages import DocumentMarks
from pramana.karaka.passes.documents import ReadDocument
from pramana.karaka.passes.model import EntityMention, Event
from pramana.karaka.passes.name_reading import EDGES, NameReading, read_name
from pramana.karaka.passes.name_words import EVERY_ARTICLE, PERSON_VERBS, SPEECH_VERBS
from pramana.karaka.passes.text_names import OPENING, introductions, runs_of_capitals
from pramana.karaka.passes.type_votes import DocumentVotes
from pramana.karaka.passes.type_words import PEOPLE
from pramana.language import names_one_of

_WITHIN_PLACES = frozenset("in at near into through across around within towards beyond".split())
"""What follows these is a place. *To* and *from* go with people as well."""
_WHO = re.compile(r",? (?:who|whose|whom)\b")
_WORD = re.compile(r"[^\W\d_]+")
_TAKING_UP = ("the ", "this ", "that ")
"""How a description takes up whom the text brought in before."""
AGENT, ACTS_AS_PERSON, IS_PERSON, LOCATED, LOWERED = 1, 2, 4, 8, 16
"""What at least one mention shows: it is an agent; of a verb of persons; of a verb that only persons do, or the text
says that it is a person; it follows *in*, *at* and the like; its only word occurs in small letters, too."""
NO_MARKS: tuple[tuple[tuple[str, str], ...], ...] = ((),)
"""One usage, of which nothing is said."""
PartVote = tuple[str, str, int, int, Evidence]
MOST_VOTES = 6
"""Votes that one kind of sign can add up to, however often it is seen."""
MOST_READ = 20_000
"""Parts that are kept as they were read, some 30 MB. A name that each of 250 documents has is read several times for
one change: for its keys, by homonyms, by its links."""
_GRADES = {grade.value: grade for grade in Grade}


@dataclass(frozen=True, slots=True)
class PartSums:
    """Numbers of mentions: all; those where a sentence begins; within a sentence without a determiner; with an article;
    of a time; of a place. `spots` counts their places, `introduced` those that take nothing up.
    """

    mentions: int
    opening: int
    bare: int
    articled: int
    timed: int
    placed: int
    spots: int
    introduced: int


@dataclass(frozen=True, slots=True)
class NamePart:
    """One name in one document. `first` is its first mention, `lines` those that have it, `base` the name of a sense.

    `runs` are the runs of capitals that begin or end with the only word of the name, and `full` has, by the words of
    the name, the first line on which these are. `usages` has the kind and value of each mark, by usages.
    `votes` has, by type and sign, the sum of the votes up to 6, the weight of the heaviest, and where it first is.
    """

    name: str
    base: str
    first: Evidence
    lines: tuple[int, ...]
    sums: PartSums
    flags: int
    runs: tuple[tuple[str, ...], ...] = ()
    full: tuple[tuple[str, int], ...] = ()
    usages: tuple[tuple[tuple[str, str], ...], ...] = NO_MARKS
    votes: tuple[PartVote, ...] = ()


def part_json(part: NamePart) -> str:
    """Return a part as JSON, without its document."""
    sums = part.sums
    counts = [sums.mentions, sums.opening, sums.bare, sums.articled, sums.timed, sums.placed]
    counts += [sums.spots, sums.introduced]
    body = [part.name, part.base, place_json(part.first), part.lines, counts, part.flags, part.runs, part.full]
    body.append(None if part.usages == NO_MARKS else part.usages)
    body.append([[*vote[:4], place_json(vote[4])] for vote in part.votes])
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=MOST_READ)
def part_from_json(doc_id: str, body: str) -> NamePart:
    """Return the part of a document from its JSON."""
    name, base, first, lines, sums, flags, runs, full, usages, votes = json.loads(body)
    place = place_from_json(doc_id, first)
    kept = tuple(map(tuple, runs)), tuple((words, line) for words, line in full)
    shown = tuple((kind, sign, votes, best, place_from_json(doc_id, where)) for kind, sign, votes, best, where in votes)
    marks = NO_MARKS if usages is None else tuple(tuple((kind, value) for kind, value in each) for each in usages)
    return NamePart(name, base, place, tuple(lines), PartSums(*sums), flags, *kept, marks, shown)


def place_json(place: Evidence) -> list[int | str]:
    """Return a place of a document as JSON."""
    return [place.line_number, place.start, place.end, place.quote, place.grade.value]


def place_from_json(doc_id: str, body: Sequence[int | str]) -> Evidence:
    """Return a place of a document from its JSON."""
    line, start, end, quote, grade = body
    return Evidence(doc_id, int(line), int(start), int(end), str(quote), _GRADES[str(grade)])


def name_parts(document: ReadDocument) -> dict[str, NamePart]:
    """Return the parts of all named entities of a document, by id. Pronouns have none."""
    mentions: dict[str, list[EntityMention]] = {}
    for mention in document.mentions:
        if not mention.pronoun:
            mentions.setdefault(mention.entity, []).append(mention)
    seen = _DocumentNames(document, mentions)
    return {entity: seen.part(entity, here) for entity, here in mentions.items()}


class _DocumentNames:
    """What a document says of all names: the verb of each Kriyā, and which say of somebody that it is a person."""

    def __init__(self, document: ReadDocument, mentions: Mapping[str, Sequence[EntityMention]]) -> None:
        self._document = document
        self._verbs = {event.kriya: event.verb for event in document.events}
        self._people = _people_kriyas(document)
        self._readings = {entity: _readings(several[0].name) for entity, several in mentions.items()}
        words = {each.words for several in self._readings.values() for each in several}
        places = {(document.doc_id, number): text for number, text in document.lines.items()}
        self._full = introductions(places, {each for each in words if len(each) > 1})
        self._runs = runs_of_capitals(places, {each[0] for each in words if len(each) == 1})
        self._small = _small_words(document, mentions)
        self._marks = DocumentMarks(document)
        self._types = DocumentVotes(document)

    def part(self, entity: str, mentions: Sequence[EntityMention]) -> NamePart:
        ordered = sorted(mentions, key=lambda one: _place(one.evidence))
        name = ordered[0].name
        lines = tuple(sorted({mention.evidence.line_number for mention in ordered}))
        words = dict.fromkeys(each.words for each in self._readings[entity])
        doc_id = self._document.doc_id
        runs = [run for each in words if len(each) == 1 for run in self._runs.get((doc_id, each[0]), ())]
        full = [(" ".join(each), self._full[doc_id, *each]) for each in words if (doc_id, *each) in self._full]
        base = self._document.senses.get(entity, "")
        first = ordered[0].evidence
        sums, flags, usages = self._sums(ordered), self._flags(ordered), self._usages(entity, mentions)
        return NamePart(name, base, first, lines, sums, flags, tuple(runs), tuple(full), usages, self._votes(mentions))

    def _votes(self, mentions: Sequence[EntityMention]) -> tuple[PartVote, ...]:
        found: dict[tuple[str, str], PartVote] = {}
        for mention in mentions:
            for vote in self._types.of(mention):
                key = (vote.type, vote.sign)
                _, _, before, best, place = found.get(key, (*key, 0, 0, mention.evidence))
                place = mention.evidence if vote.weight > best else place
                found[key] = (*key, min(MOST_VOTES, before + vote.weight), max(best, vote.weight), place)
        return tuple(found.values())

    def _usages(self, entity: str, mentions: Sequence[EntityMention]) -> tuple[tuple[tuple[str, str], ...], ...]:
        """Return the marks of each usage; where other documents decide how the name is read, one that no other has."""
        full = {len(each.words) > 1 for each in self._readings[entity]}
        if len(full) > 1:
            return ((("read", self._document.doc_id),),)
        usages = self._marks.usages(mentions, full=full.pop())
        return tuple(tuple(sorted(usage.marks)) for usage in usages)

    def _sums(self, mentions: Sequence[EntityMention]) -> PartSums:
        opening = [_opens(mention.evidence, self._document) for mention in mentions]
        inside = [mention.evidence for mention, opens in zip(mentions, opening, strict=True) if not opens]
        roles = [mention.role for mention in mentions if mention.is_plain]
        spots = {(mention.evidence.line_number, mention.evidence.start) for mention in mentions}
        new = [one.evidence for one in mentions if not one.evidence.quote.lower().startswith(_TAKING_UP)]
        return PartSums(
            len(mentions),
            sum(opening),
            sum(canonical_name(place.quote) == place.quote.strip(EDGES) for place in inside),
            sum(_has_article(mention, self._document) for mention in mentions),
            roles.count(Role.ADHIKARANA_TEMPORAL),
            roles.count(Role.ADHIKARANA_SPATIAL),
            len(spots),
            len({(place.line_number, place.start) for place in new}),
        )

    def _flags(self, mentions: Sequence[EntityMention]) -> int:
        acting = [mention for mention in mentions if mention.role is Role.KARTA]
        verbs = {self._verbs.get(mention.kriya, "") for mention in acting}
        said = any(mention.kriya in self._people for mention in acting)
        person = said or bool(verbs & (PERSON_VERBS - SPEECH_VERBS)) or any(map(self._is_who, mentions))
        return (
            AGENT * bool(acting)
            + ACTS_AS_PERSON * bool(verbs & PERSON_VERBS)
            + IS_PERSON * person
            + LOCATED * any(_is_located(mention, self._document) for mention in mentions)
            + LOWERED * (mentions[0].name.casefold() in self._small)
        )

    def _is_who(self, mention: EntityMention) -> bool:
        return _WHO.match(self._document.line(mention.evidence), mention.evidence.end) is not None


def _readings(name: str) -> tuple[NameReading, ...]:
    """Return a name taken apart: where its first word may owe its capital to its place, and where it may not."""
    return tuple(dict.fromkeys(read_name(name, opening=opening) for opening in (False, True)))


def _people_kriyas(document: ReadDocument) -> frozenset[str]:
    """Return the Kriyās that say of their agent that it is a person: *Josef was a clockmaker*."""
    being = {event.kriya for event in document.events if _asserts_being(event)}
    return frozenset(
        mention.kriya
        for mention in document.mentions
        if mention.kriya in being and mention.role is Role.KARMA and names_one_of(_head(mention.name), PEOPLE)
    )


def _asserts_being(event: Event) -> bool:
    return (event.verb, event.polarity, event.modality) == ("be", "affirmative", "actual")


def _head(name: str) -> str:
    """Return the head of a description: the last word before *of*, *at*, *in*."""
    words = re.split(r" (?:of|at|in|for|from|with|who|that) ", name.casefold())[0].split()
    return words[-1] if words else ""


def _small_words(document: ReadDocument, mentions: Mapping[str, Sequence[EntityMention]]) -> set[str]:
    """Return the words of the one-word names of a document that occur in small letters, too."""
    names = [several[0].name for several in mentions.values()]
    wanted = {name.casefold() for name in names if " " not in name and name[:1].isupper()}
    found: set[str] = set()
    for line in document.lines.values():
        found.update(wanted.intersection(_WORD.findall(line)))
    return found


def _is_located(mention: EntityMention, document: ReadDocument) -> bool:
    before = _word_before(mention, document)
    reached = mention.role is Role.ADHIKARANA_SPATIAL and before in ("to", "into", "towards")
    return before in _WITHIN_PLACES or reached


def _has_article(mention: EntityMention, document: ReadDocument) -> bool:
    inside = mention.evidence.quote.split(" ", 1)[0].casefold()
    return inside in EVERY_ARTICLE or _word_before(mention, document) in EVERY_ARTICLE


def _word_before(mention: EntityMention, document: ReadDocument) -> str:
    before = document.line(mention.evidence)[max(0, mention.evidence.start - 16) : mention.evidence.start]
    words = before.casefold().split() if before.endswith(" ") else []
    return words[-1] if words else ""


def _place(evidence: Evidence) -> tuple[int, int, int, str]:
    return evidence.line_number, evidence.start, evidence.end, evidence.quote


def _opens(evidence: Evidence, document: ReadDocument) -> bool:
    """Return whether a sentence or a quotation begins here, so that a capital says nothing."""
    line = document.line(evidence)
    return bool(OPENING.search(line[max(0, evidence.start - 20) : evidence.start]))
