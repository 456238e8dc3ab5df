"""The profile of a name, by which pairs are judged: its words, what kind of thing it is, and where it occurs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from weakref import WeakKeyDictionary

from pramana.events import Role, canonical_name
from pramana.evidence import Evidence
from pramana.karaka.passes.model import EntityMention, Event, PassView
from pramana.karaka.passes.name_reading import EDGES, NameReading, read_name
from pramana.karaka.passes.name_words import EVERY_ARTICLE, FEMALE_NAMES, MALE_NAMES, PERSON_VERBS, SPEECH_VERBS
from pramana.karaka.passes.type_words import PEOPLE
from pramana.language import names_one_of

_GIVEN = MALE_NAMES | FEMALE_NAMES
OPENING = re.compile(r"(?:^|[.!?:]['\"”’)]*\s+|[\"“'‘(\[])\W*$")
"""What precedes the first word of a sentence or a quotation."""
_WITHIN_PLACES = frozenset("in at near into through across around within towards beyond".split())
"""What follows these is a place. *To* and *from* go with people as well."""
_WHO = re.compile(r",? (?:who|whose|whom)\b")
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Profile:
    """One entity as its mentions show it. `kind` is person, place, time, organisation, or "" if unknown.

    `first` holds the first mention in each document, `count` the number of mentions, `lines` their places. `bare`: the
    name is mostly used within sentences, capitalised and without a determiner, as proper names are. `human` is 2 where
    a title, *who* or a noun for people shows a person, 1 where only verbs do. `articled`: most mentions have an
    article. `located`: one follows *in*, *at* and the like. `lowered`: its only word occurs in small letters, too.
    """

    id: str
    name: str
    reading: NameReading
    kind: str
    bare: bool
    count: int
    first: Mapping[str, Evidence] = field(default_factory=lambda: MappingProxyType({}))
    lines: frozenset[tuple[str, int]] = frozenset()
    human: int = 0
    articled: bool = False
    located: bool = False
    lowered: bool = False
    agent: bool = False

    def near(self, other: Profile, distance: int) -> bool:
        """Return whether the two occur at most `distance` lines apart in some document."""
        fewer, more = sorted((self.lines, other.lines), key=len)
        return any((doc, line + by) in more for doc, line in fewer for by in range(-distance, distance + 1))


@dataclass(frozen=True, slots=True)
class _NamesInView:
    """What a view holds of all names: lines, the verb of each Kriyā, which Kriyās say of somebody that it is a person.

    `small` are the words that occur in small letters, by document.
    """

    lines: Mapping[tuple[str, int], str]
    verbs: Mapping[str, str]
    people: frozenset[str]
    small: Mapping[str, frozenset[str]]


_KNOWN: WeakKeyDictionary[PassView, dict[str, Profile]] = WeakKeyDictionary()
"""The profiles of views that are still in use."""


def profiles(view: PassView) -> Mapping[str, Profile]:
    """Return the profile of every named entity, by id in order of ids. Pronouns have none."""
    held = view.plain or view
    found = _KNOWN.get(held)
    if found is None:
        found = _KNOWN[held] = _profiles(held)
    return found


def _profiles(view: PassView) -> dict[str, Profile]:
    """Return the profiles of a view. A name without senses has the one that it has where senses are not read."""
    mentions: dict[str, list[EntityMention]] = {}
    for mention in view.mentions:
        if not mention.pronoun:
            mentions.setdefault(mention.entity, []).append(mention)
    verbs = {event.kriya: event.verb for event in view.events}
    seen = _NamesInView(view.lines, verbs, _people_kriyas(view), _small_words(view, mentions))
    held = _KNOWN.get(view.unparted, {}) if view.unparted is not None else {}
    parted = {*view.senses, *view.senses.values()}
    return {
        entity: held[entity] if entity in held and entity not in parted else _profile(entity, mentions[entity], seen)
        for entity in sorted(mentions)
    }


def _people_kriyas(view: PassView) -> frozenset[str]:
    """Return the Kriyās that say of their agent that it is a person: *Josef was a clockmaker*."""
    being = {event.kriya for event in view.events if _asserts_being(event)}
    return frozenset(
        mention.kriya
        for mention in view.mentions
        if mention.kriya in being and mention.role is Role.KARMA and names_one_of(_head(mention.name), PEOPLE)
    )


def _asserts_being(event: Event) -> bool:
    return (event.verb, event.polarity, event.modality) == ("be", "affirmative", "actual")


def _head(name: str) -> str:
    """Return the head of a description: the last word before *of*, *at*, *in*."""
    words = re.split(r" (?:of|at|in|for|from|with|who|that) ", name.casefold())[0].split()
    return words[-1] if words else ""


def _small_words(view: PassView, mentions: Mapping[str, list[EntityMention]]) -> dict[str, frozenset[str]]:
    """Return, by document, the words of its one-word names that occur there in small letters, too."""
    wanted: dict[str, set[str]] = {}
    for several in mentions.values():
        word = several[0].name.casefold()
        if " " not in word and several[0].name[:1].isupper():
            for mention in several:
                wanted.setdefault(mention.evidence.doc_id, set()).add(word)
    found: dict[str, set[str]] = {}
    for (doc_id, _), line in view.lines.items():
        if doc_id in wanted:
            found.setdefault(doc_id, set()).update(wanted[doc_id].intersection(_WORD.findall(line)))
    return {doc_id: frozenset(words) for doc_id, words in found.items()}


def _profile(entity: str, mentions: list[EntityMention], seen: _NamesInView) -> Profile:
    ordered = sorted(mentions, key=lambda one: _place(one.evidence))
    first: dict[str, Evidence] = {}
    for mention in ordered:
        first.setdefault(mention.evidence.doc_id, mention.evidence)
    opening = all(_opens(mention.evidence, seen.lines) for mention in ordered)
    reading = read_name(ordered[0].name, opening=opening)
    kind = _kind(reading, ordered, seen.verbs)
    human = _human(reading, ordered, seen)
    articled = [reading.articled or _has_article(mention, seen.lines) for mention in ordered]
    return Profile(
        entity,
        ordered[0].name,
        reading,
        "person" if human > 1 and kind != "organisation" else kind,
        _stands_bare(ordered, seen.lines),
        len(ordered),
        MappingProxyType(first),
        frozenset((mention.evidence.doc_id, mention.evidence.line_number) for mention in ordered),
        human,
        2 * sum(articled) > len(articled),
        any(_is_located(mention, seen.lines) for mention in ordered),
        any(ordered[0].name.casefold() in seen.small.get(doc_id, ()) for doc_id in first),
        any(mention.role is Role.KARTA for mention in ordered),
    )


def _human(reading: NameReading, mentions: Iterable[EntityMention], seen: _NamesInView) -> int:
    """Return 2 where a title, a noun or *who* shows a person, 1 where verbs do, 0 where nothing does."""
    acting = [mention for mention in mentions if mention.role is Role.KARTA]
    verbs = {seen.verbs.get(mention.kriya, "") for mention in acting}
    if (
        reading.gender
        or reading.titles
        or PEOPLE.intersection(reading.adjectives)
        or verbs & (PERSON_VERBS - SPEECH_VERBS)
    ):
        return 2
    if any(mention.kriya in seen.people for mention in acting):
        return 2
    if any(_WHO.match(_text(mention, seen.lines), mention.evidence.end) for mention in mentions):
        return 2
    return 1 if verbs & PERSON_VERBS else 0


def _is_located(mention: EntityMention, lines: Mapping[tuple[str, int], str]) -> bool:
    before = _word_before(mention, lines)
    reached = mention.role is Role.ADHIKARANA_SPATIAL and before in ("to", "into", "towards")
    return before in _WITHIN_PLACES or reached


def _text(mention: EntityMention, lines: Mapping[tuple[str, int], str]) -> str:
    return lines.get((mention.evidence.doc_id, mention.evidence.line_number), "")


def _has_article(mention: EntityMention, lines: Mapping[tuple[str, int], str]) -> bool:
    inside = mention.evidence.quote.split(" ", 1)[0].casefold()
    return inside in EVERY_ARTICLE or _word_before(mention, lines) in EVERY_ARTICLE


def _word_before(mention: EntityMention, lines: Mapping[tuple[str, int], str]) -> str:
    before = _text(mention, lines)[max(0, mention.evidence.start - 16) : mention.evidence.start]
    words = before.casefold().split() if before.endswith(" ") else []
    return words[-1] if words else ""


def _place(evidence: Evidence) -> tuple[str, int, int, int, str]:
    return evidence.doc_id, evidence.line_number, evidence.start, evidence.end, evidence.quote


def _opens(evidence: Evidence, lines: Mapping[tuple[str, int], str]) -> bool:
    """Return whether a sentence or a quotation begins here, so that a capital says nothing."""
    line = lines.get((evidence.doc_id, evidence.line_number), "")
    return bool(OPENING.search(line[max(0, evidence.start - 20) : evidence.start]))


def _stands_bare(mentions: Iterable[EntityMention], lines: Mapping[tuple[str, int], str]) -> bool:
    """Return whether most mentions within a sentence have no determiner; False if none is within a sentence."""
    bare = [
        canonical_name(mention.evidence.quote) == mention.evidence.quote.strip(EDGES)
        for mention in mentions
        if not _opens(mention.evidence, lines)
    ]
    return 2 * sum(bare) > len(bare)


def _kind(reading: NameReading, mentions: list[EntityMention], verbs: Mapping[str, str]) -> str:
    if reading.company:
        return "organisation"
    if reading.titles or (reading.words and reading.words[0] in _GIVEN):
        return "person"
    roles = Counter(mention.role for mention in mentions if mention.is_plain)
    if any(one.role is Role.KARTA and verbs.get(one.kriya, "") in PERSON_VERBS for one in mentions):
        return "person"
    if 2 * roles[Role.ADHIKARANA_TEMPORAL] > len(mentions):
        return "time"
    return "place" if 2 * roles[Role.ADHIKARANA_SPATIAL] > len(mentions) else ""
