"""Descriptions that rules can tell: *his nephew* is Scrooge's nephew, *this gentleman* the one in the scene."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pramana.events import Role, canonical_name, has_possessive, is_demonstrative
from pramana.evidence import Evidence
from pramana.graph import fold_name
from pramana.karaka.passes.model import EntityMention, Event, Link
from pramana.karaka.schema import IS_SAME_AS
from pramana.language import (
    FEMALE,
    MALE,
    PERSON,
    POINTING,
    THING,
    Description,
    Traits,
    fits_traits,
    is_fleeting,
    is_lasting,
    is_single,
    parse_description,
    takes_up,
)

NEAR = 12
"""What a person has may be another one after so many lines, or the person somebody else."""
BESIDE = 3
"""Lines within which *her brother* is the same brother again: *her brother, Edwin*, and later *her brother, John*."""
SCENE = 3
"""How many lines back a definite description takes something up."""
WHOLE, IDENTICAL, NAMED, OWNED, TAKEN_UP, FITTING = 90, 85, 82, 80, 75, 65
"""How sure such links are, 1 to 100."""


_WORD = re.compile(r"[\w-]+")
_COMPLEMENT = re.compile(r" (?:of|that|which|who|whose)\b| in which\b| (?:in|for) (?-i:[A-Z])|, the ", re.IGNORECASE)
"""Behind a definite noun these say which one it is: *the density of which*, *those that sell*, *the major in Law*."""


class Read(Protocol):
    """A document that has been read: who is meant at a place, and what is known of a mention."""

    def referent(self, line_number: int, start: int, end: int) -> tuple[str, Evidence] | None: ...

    def before(self, mention: EntityMention) -> str: ...

    def after(self, mention: EntityMention) -> str: ...

    def traits(self, mention: EntityMention) -> Traits: ...

    def named_roles(self) -> Iterable[tuple[Description, EntityMention]]: ...


def owned_links(document: Read, mentions: Sequence[EntityMention]) -> Iterator[Link]:
    """Yield a link from each *his nephew* of a document to *Scrooge's nephew*, or to the owner's last *his nephew*.

    The owner is the entity that the pronoun means. Relatives are linked at any distance, other things only near each
    other. Transient things (*his way*, *his glance*) are never linked.
    """
    named = _possessions(mentions)
    last: dict[tuple[str, str], EntityMention] = {}
    seen: set[str] = set()
    for mention in mentions:
        if mention.pronoun or mention.entity in seen or not has_possessive(mention.name):
            continue
        seen.add(mention.entity)
        found = _owner(document, mention)
        if found is None:
            continue
        owner, thing = found
        head = thing.split()[-1]
        earlier = last.get((owner, thing))
        by_name = named.get((_last_word(owner), thing))
        last[owner, thing] = mention
        target = by_name or earlier
        if target is None or is_fleeting(head):
            continue
        reach = BESIDE if is_lasting(head) and target is earlier else NEAR
        distance = abs(mention.evidence.line_number - target.evidence.line_number)
        if is_single(head) or (is_lasting(head) and target is by_name) or distance <= reach:
            reason = f"both are the {thing} of {owner!r}"
            yield Link(mention.entity, IS_SAME_AS, target.entity, mention.evidence, target.evidence, reason, OWNED)


def _possessions(mentions: Iterable[EntityMention]) -> dict[tuple[str, str], EntityMention]:
    """Return the first mention of each *X's thing*, by the last word of X and the thing; of *a man's thing* none."""
    found: dict[tuple[str, str], EntityMention] = {}
    for mention in mentions:
        of_some = mention.evidence.quote.lower().startswith(("a ", "an ")) or has_possessive(mention.name)
        for mark in ("'s ", "’s "):
            owner, _, thing = mention.name.partition(mark)
            if thing and not mention.pronoun and not of_some and " of " not in owner:
                found.setdefault((_last_word(owner), thing.lower()), mention)
    return found


def _owner(document: Read, mention: EntityMention) -> tuple[str, str] | None:
    """Return whose the mention is, and what it is (*his own dear nephew*: nephew)."""
    place = mention.evidence
    word = place.quote.split()[0]
    told = parse_description(mention.name)
    meant = document.referent(place.line_number, place.start, place.start + len(word))
    if told is None or not told.bare or meant is None or any("'s" in word or "’s" in word for word in told.adjectives):
        return None
    return meant[0], " ".join([*sorted(told.adjectives), told.head])


def _last_word(name: str) -> str:
    words = _WORD.findall(name.casefold())
    return words[-1] if words else ""


@dataclass(frozen=True, slots=True)
class _Taken:
    """The earlier mention that a description in one place refers to, and how certain that is."""

    target: EntityMention
    confidence: int
    reason: str


@dataclass(frozen=True, slots=True)
class DefiniteReference:
    """What all places of a description in one document refer to, with its first place: no `target` where that is
    uncertain or differs."""

    entity: str
    place: Evidence
    target: str = ""
    target_place: Evidence | None = None
    reason: str = ""
    confidence: int = 0


def definite_references(
    document: Read, mentions: Sequence[EntityMention], representative: Callable[[str], str]
) -> list[DefiniteReference]:
    """Return what each description of a document refers to, in the order of their first places.

    `representative` gives one name for all names of an entity; only whether two have the same one matters.
    """
    found: dict[str, list[tuple[EntityMention, _Taken | None]]] = defaultdict(list)
    for mention, taken in _referents(document, mentions, representative):
        found[mention.entity].append((mention, taken))
    references = []
    for entity, places in found.items():
        mention, first = places[0]
        if first is not None and {taken and taken.target.entity for _, taken in places} == {first.target.entity}:
            target = first.target
            told = (target.entity, target.evidence, first.reason, first.confidence)
            references.append(DefiniteReference(entity, mention.evidence, *told))
        else:
            references.append(DefiniteReference(entity, mention.evidence))
    return references


def definite_links(documents: Iterable[Iterable[DefiniteReference]]) -> Iterator[Link]:
    """Yield a link from each description that refers to exactly one entity in every place of all documents.

    Each *this man* is a separate node. All places of *the man* share one node, so it is linked only if it refers to the
    same entity in every place.
    """
    found: dict[str, list[DefiniteReference]] = defaultdict(list)
    for references in documents:
        for each in references:
            found[each.entity].append(each)
    for entity, several in found.items():
        first = several[0]
        if first.target_place is not None and {each.target for each in several} == {first.target}:
            ends = (first.place, first.target_place)
            yield Link(entity, IS_SAME_AS, first.target, *ends, first.reason, first.confidence)


def identity_links(document: Read, events: Iterable[Event], mentions: Iterable[EntityMention]) -> Iterator[Link]:
    """Yield a link from *this* to *my brother* of each *this is my brother* of a document.

    Only to a name, a person, or what somebody has: *this is the truth* is said of what was said or done, and such a
    *this* is nobody's.
    """
    parts: dict[str, list[EntityMention]] = defaultdict(list)
    for mention in mentions:
        parts[mention.kriya].append(mention)
    for event in events:
        here = parts.get(event.kriya, [])
        said = (event.verb, event.polarity, event.modality) == ("be", "affirmative", "actual")
        bare = not any(mention.marker for mention in here)
        if not said or not bare or sorted(mention.role for mention in here) != [Role.KARMA, Role.KARTA]:
            continue
        other, this = sorted(here, key=lambda mention: mention.role)
        if this.pronoun and fold_name(this.name) in POINTING and _identifies(document, other):
            reason = f"the line says that {this.evidence.quote!r} is {other.evidence.quote!r}"
            ends = (this.evidence, other.evidence)
            yield Link(this.entity, IS_SAME_AS, other.entity, *ends, reason, IDENTICAL, event.evidence)


def _identifies(document: Read, mention: EntityMention) -> bool:
    told = parse_description(mention.evidence.quote)
    if mention.pronoun or told is None:
        return False
    sort = document.traits(mention).sort
    person = sort in {MALE, FEMALE, PERSON}
    return told.owned or (told.definite and person) or (mention.name[:1].isupper() and sort != THING)


def _referents(
    document: Read, mentions: Sequence[EntityMention], representative: Callable[[str], str]
) -> Iterator[tuple[EntityMention, _Taken | None]]:
    """Yield what each common noun of a document refers to, in order of place; None if it is uncertain or new."""
    scene = _Scene(document, _possessions(mentions), representative)
    for mention in mentions:
        if mention.pronoun or has_possessive(mention.name):
            continue
        told = parse_description(mention.evidence.quote)
        if canonical_name(mention.name)[:1].islower():
            yield mention, None if told is None else scene.take_up(mention, told)
        scene.add(mention, told)


class _Scene:
    """What was named in the last lines of a document."""

    def __init__(
        self,
        document: Read,
        possessions: Mapping[tuple[str, str], EntityMention],
        representative: Callable[[str], str],
    ) -> None:
        self._document = document
        self._representative = representative
        self._roles: dict[str, list[tuple[Description, EntityMention]]] = defaultdict(list)
        for told, named in document.named_roles():
            self._roles[told.head].append((told, named))
        self._possessions = possessions
        self._last: dict[str, tuple[EntityMention, Description | None]] = {}
        """By entity, the latest at the end."""
        self._known: dict[str, tuple[int, _Taken]] = {}
        """By entity of a description, the line where it last took something up."""
        self._pointed: dict[str, str] = {}
        """By entity of *this man*, the entity that it took up, followed to its end."""

    def add(self, mention: EntityMention, told: Description | None) -> None:
        self._last.pop(mention.entity, None)
        self._last[mention.entity] = mention, told

    def take_up(self, mention: EntityMention, told: Description) -> _Taken | None:
        found = self._possessive_phrase(mention, told) if told.opener == "" else None
        whole = not _COMPLEMENT.match(self._document.after(mention))
        dated = any(word.endswith(("'s", "’s")) for word in told.adjectives)  # *this month's acquisitions*
        if (
            whole
            and not dated
            and told.definite
            and told.bare
            and not (told.opener in POINTING and is_fleeting(told.head))
        ):
            found = self._find(mention, told)
        if found is not None:
            self._known[mention.entity] = mention.evidence.line_number, found
            if is_demonstrative(mention.name):
                self._pointed[mention.entity] = self._end(found.target)
        return found

    def _find(self, mention: EntityMention, told: Description) -> _Taken | None:
        near = list(self._near(mention))
        alike = [
            other
            for other, phrase in near
            if phrase is not None and _is_introduced(other, phrase) and takes_up(told, phrase)
        ]
        rivals = [other for other, phrase in near if phrase is not None and phrase.head == told.head]
        if len(set(map(self._end, alike))) == 1 and {*map(self._end, rivals)} <= {*map(self._end, alike)}:
            return _Taken(alike[0], TAKEN_UP, f"it refers back to {alike[0].evidence.quote!r}, the only one near")
        line, known = self._known.get(mention.entity, (-SCENE, None))
        if known is not None and not alike and mention.evidence.line_number - line <= SCENE:
            return known
        named = self._bearer_of_role(mention, told) if told.opener == "the" else None
        if named is not None or alike or told.opener == "the":
            return named
        people = [other for other, _ in near if self._is_name(other)]
        fitting = [other for other in people if fits_traits(told, self._document.traits(other))]
        if len(people) == len(fitting) == 1:
            return _Taken(fitting[0], FITTING, f"{fitting[0].name!r} is the only one near whom it fits")
        return None

    def _bearer_of_role(self, mention: EntityMention, told: Description) -> _Taken | None:
        """Return the only one that the document says to be such a one: *the captain* is *Captain Ingrid Solheim*.

        Not where another of the kind was spoken of, by a name or without one.
        """
        line = mention.evidence.line_number
        before = [(said, each) for said, each in self._roles[told.head] if each.evidence.line_number < line]
        others = [
            phrase
            for other, phrase in self._last.values()
            if phrase is not None
            and other.entity != mention.entity
            and {phrase.head, phrase.head.removesuffix("s")} & {told.head}
            and not any(_covers(each.evidence, other.evidence) or phrase == said for said, each in before)
        ]
        if others or len({self._representative(each.entity) for _, each in before}) != 1:
            return None
        fitting = [each for said, each in before if told.adjectives <= said.adjectives]
        if not fitting:
            return None
        reason = f"{fitting[-1].name!r} is the only {told.head} that the document names"
        return _Taken(fitting[-1], NAMED, reason)

    def _possessive_phrase(self, mention: EntityMention, told: Description) -> _Taken | None:
        """Return the phrase that holds a noun and its possessor (*Scrooge's nephew* for *nephew*)."""
        before = self._document.before(mention)
        if not before.endswith(("'s ", "’s ")):
            return None
        other = self._possessions.get((_last_word(before[:-3]), " ".join([*sorted(told.adjectives), told.head])))
        return None if other is None else _Taken(other, WHOLE, f"it is part of {other.evidence.quote!r}")

    def _end(self, mention: EntityMention) -> str:
        return self._pointed.get(mention.entity, mention.entity)

    def _near(self, mention: EntityMention) -> Iterator[tuple[EntityMention, Description | None]]:
        for entity, (other, told) in reversed(self._last.items()):
            if mention.evidence.line_number - other.evidence.line_number > SCENE:
                return
            if entity != mention.entity:
                yield other, told

    def _is_name(self, mention: EntityMention) -> bool:
        return canonical_name(mention.name)[:1].isupper()


def _covers(one: Evidence, other: Evidence) -> bool:
    """Return whether two places of a line overlap."""
    return one.line_number == other.line_number and one.start < other.end and other.start < one.end


def _is_introduced(mention: EntityMention, told: Description) -> bool:
    """Return whether a noun may take a phrase up: one with an article (*the Hudson River*), an owner, a plural.

    *Man* and *Vice President* without one are said to somebody, or of anybody.
    """
    return bool(told.opener) or told.owned or (mention.name[:1].islower() and told.head.endswith("s"))
