"""Votes for the types of names: what its own words, and each mention of it, show of what a name is."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.events import Role, canonical_name
from pramana.karaka.passes import type_words as words
from pramana.karaka.passes.documents import ReadDocument
from pramana.karaka.passes.model import EntityMention
from pramana.karaka.schema import AI, EVENT, LOCATION, OBJECT, ORGANIZATION, PERSON, TIME
from pramana.language import given_name_gender, names_one_of

READ = "the reading says so"
"""The sign of what a model said of a name when it read a line: more than a given name, less than a title."""


@dataclass(frozen=True, slots=True)
class TypeVote:
    """`sign` names the kind of sign; votes of one sign add up to no more than a cap. `weight` is 1 to 6."""

    type: str
    weight: int
    sign: str


class DocumentVotes:
    """What one document shows of names: the verbs of Kriyās, and what each is said to be."""

    def __init__(self, document: ReadDocument) -> None:
        self._document = document
        self._verbs = {event.kriya: event.verb for event in document.events}
        self._said = _complements(document)

    def of(self, mention: EntityMention) -> Iterator[TypeVote]:
        """Yield the votes of a mention."""
        yield from _by_role(mention, self._verbs.get(mention.kriya, ""), self._document)
        yield from self._by_complement(mention)
        if mention.kind:
            yield TypeVote(mention.kind, 4, READ)

    def _by_complement(self, mention: EntityMention) -> Iterator[TypeVote]:
        """Yield what a definition or an apposition says that a name is: *Colora, a small company*."""
        if mention.role is Role.KARTA and mention.name[:1].isupper():
            for phrase in self._said.get(mention.kriya, ()):
                head = _head(phrase.casefold().split() or [""])
                for kind, nouns in _NOUNS:
                    if names_one_of(head, nouns):
                        yield TypeVote(kind, 4, f"is called “{head}”")


def _complements(document: ReadDocument) -> dict[str, list[str]]:
    """Return, by Kriyā, what it says that its agent is; nothing that is denied or doubted."""
    being = {
        event.kriya
        for event in document.events
        if (event.verb, event.polarity, event.modality) == ("be", "affirmative", "actual")
    }
    found: dict[str, list[str]] = defaultdict(list)
    for mention in document.mentions:
        if mention.role is Role.KARMA and mention.kriya in being and not mention.pronoun:
            found[mention.kriya].append(canonical_name(mention.name))
    return found


def short_form_votes(names: Sequence[str]) -> Iterator[TypeVote]:
    """Yield a vote for a person where one name is the end of another: nothing else is called by its last word."""
    words = [name.split() for name in names if name[:1].isupper()]
    for short in words:
        for long in words:
            if len(short) < len(long) and long[-len(short) :] == short and long[0][:1].isupper():
                yield TypeVote(PERSON, 3, "is called by the last word of the name")
                return


# Signs ---------------------------------------------------------------------

_YEAR = re.compile(r"(1[0-9]|20)\d\d(s)?")
_AFTER_HEAD = frozenset(("of", "in", "with", "from", "at", "on", "for", "to", "who", "that", "and", "per"))
_RATES = frozenset(("a", "an", "each", "every"))
_COUNTED = re.compile(r"\d|^(times|once|twice)$")
"""What *a year* makes a rate of: a number, or how often. *Half an hour* is a time."""
_DATE = re.compile(r"\d{1,2}(st|nd|rd|th)?")


def name_votes(name: str) -> Iterator[TypeVote]:
    """Yield what the words of a name show."""
    parts = [part.strip(".,’'") for part in name.casefold().split()]
    if not parts:
        return
    head = _head(parts)
    proper = name[:1].isupper()
    if len(parts) > 1 and proper and parts[0] in words.TITLES and parts[1] not in {"of", "and"}:
        yield TypeVote(PERSON, 6, f"the title “{parts[0]}”")
    if proper and given_name_gender(parts[0]) and not (len(parts) > 1 and parts[1] in {"of", "and"}):
        yield TypeVote(PERSON, 3, f"the given name “{parts[0]}”")
    yield from _by_ending(parts, name)
    for kind, nouns in _NOUNS:
        if names_one_of(head, nouns):
            yield TypeVote(kind, 4, f"the noun “{head}”")
    if _is_dated(parts):
        yield TypeVote(TIME, 6, "a month, a day or a year")
    joined = " ".join(parts)
    if any(part in words.MACHINES for part in parts) or any(
        joined.endswith(phrase) for phrase in words.MACHINE_PHRASES
    ):
        yield TypeVote(AI, 6, "the name of a model")


def _is_dated(parts: Sequence[str]) -> bool:
    """A month, a day or a year at the end, or in front of numbers alone: *May 2011*, but not *Christmas dinner*."""
    if parts[-1] in words.MONTHS_AND_DAYS or _YEAR.fullmatch(parts[-1]):
        return True
    return parts[0] in words.MONTHS_AND_DAYS and all(_DATE.fullmatch(part) for part in parts[1:])


def _by_ending(parts: Sequence[str], name: str) -> Iterator[TypeVote]:
    last = name.split()[-1]
    if len(parts) < 2 or not last[:1].isupper() or _names_another(parts, name):
        return
    if parts[-1] in words.ORGANIZATION_ENDINGS:
        yield TypeVote(ORGANIZATION, 5, f"the ending “{last}”")
    if parts[-1] in words.PLACE_ENDINGS:
        yield TypeVote(LOCATION, 5, f"the ending “{last}”")
    if parts[0] in {"university", "ministry", "bank", "department", "house"} and parts[1] == "of":
        yield TypeVote(ORGANIZATION, 5, f"the opening “{parts[0]} of”")
    if parts[0] in {"lake", "mount", "river", "cape", "port", "isle"}:
        yield TypeVote(LOCATION, 5, f"the opening “{parts[0]}”")


def _names_another(parts: Sequence[str], name: str) -> bool:
    """Return whether the last words name another thing than the phrase: *a spokesman for Fjord Logistics*."""
    head = _head(parts)
    return head != parts[-1] and (not name[:1].isupper() or names_one_of(head, words.PEOPLE))


_NOUNS = (
    (PERSON, words.PEOPLE),
    (LOCATION, words.PLACES),
    (ORGANIZATION, words.ORGANIZATIONS),
    (TIME, words.TIMES),
    (EVENT, words.EVENTS),
    (OBJECT, words.OBJECTS),
)


def _head(parts: Sequence[str]) -> str:
    """The head noun: the last word before *of*, *in*, *with* …, and of a rate its amount: *£180,000 a year*."""
    for index, part in enumerate(parts):
        if index and (part in _AFTER_HEAD or (part in _RATES and _COUNTED.search(parts[index - 1]))):
            return parts[index - 1]
    return parts[-1]


def _by_role(mention: EntityMention, verb: str, document: ReadDocument) -> Iterator[TypeVote]:
    proper = mention.name[:1].isupper()
    weight = 3 if proper else 1
    if mention.role is Role.KARTA and verb in words.SAYING:
        yield TypeVote(PERSON, weight, "does what persons do")
    elif mention.role is Role.KARMA and verb in words.MET:
        yield TypeVote(PERSON, weight, "done to persons")
    elif mention.role is Role.SAMPRADANA and proper:
        yield TypeVote(PERSON, 1, "receives")
    elif mention.role is Role.ADHIKARANA_TEMPORAL and mention.is_plain:
        yield TypeVote(TIME, 2, "says when")
    elif mention.role is Role.KARANA and not proper:
        yield TypeVote(OBJECT, 1, "used as a means")
    elif mention.role is Role.ADHIKARANA_SPATIAL and _where(mention, document):
        yield TypeVote(LOCATION, weight, "says where")


def _where(mention: EntityMention, document: ReadDocument) -> bool:
    head = _head(mention.name.casefold().split() or [""])
    return _preposition(mention, document) in words.LOCATING and not names_one_of(head, words.NO_PLACES)


def _preposition(mention: EntityMention, document: ReadDocument) -> str:
    place = mention.evidence
    before = document.line(place)[max(0, place.start - 12) : place.start].casefold().split()
    return before[-1] if before else ""
