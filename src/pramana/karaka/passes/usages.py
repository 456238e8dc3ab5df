"""Usages of a name: the mentions of it in one document that mean one bearer, with the marks that tell which."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pramana.events import Role
from pramana.evidence import Evidence
from pramana.graph import fold_name
from pramana.karaka.passes.blocking import MOST_BEARERS, Bearers
from pramana.karaka.passes.mark_words import TRADES
from pramana.karaka.passes.marks import Mark, callings_conflict, head_of, marks_of, noun_marks, years_of_birth
from pramana.karaka.passes.model import EntityMention, Event, PassView
from pramana.karaka.passes.name_words import FEMALE_NAMES, MALE_NAMES
from pramana.karaka.passes.pairs import fits, is_variant, rivals, same_given
from pramana.karaka.passes.profiles import Profile, profiles

NEXT = 1
"""How many lines after a mention with a mark a bare mention still means the same bearer."""
ENOUGH = 2
"""Signs that make a name that of a person, or of a place."""


@dataclass(slots=True)
class NameUsage:
    """Mentions in one document that mean one bearer. `marks` by their keys, the first of each."""

    doc_id: str
    mentions: list[EntityMention] = field(default_factory=list)
    marks: dict[tuple[str, str], Mark] = field(default_factory=dict)

    def add(self, mention: EntityMention, marks: Iterable[Mark] = ()) -> None:
        self.mentions.append(mention)
        for mark in marks:
            self.marks.setdefault(mark.key, mark)


class UsageReader:
    """Reads the usages of names in one view."""

    def __init__(self, view: PassView) -> None:
        self._view = view
        self.known = profiles(view)
        self._bearers = Bearers(self.known)
        self._verbs = {event.kriya: event.verb for event in view.events}
        self._said_of: dict[str, list[Mark]] = defaultdict(list)
        for kriya, mark in _said_of(view):
            self._said_of[kriya].append(mark)
        self._born: dict[tuple[str, str], Mark] = {}
        for (doc_id, number), line in view.lines.items():
            for ahead, mark in years_of_birth(doc_id, number, line) if "(" in line else ():
                self._born.setdefault((doc_id, ahead), mark)
        self._by_words: dict[tuple[str, ...], list[Profile]] = defaultdict(list)
        for profile in self.known.values():
            self._by_words[profile.reading.words].append(profile)

    def usages(self, name: Profile, mentions: Sequence[EntityMention]) -> list[NameUsage]:
        """Return the usages of a name in all documents. Ambiguous mentions belong to none."""
        by_document: dict[str, list[EntityMention]] = defaultdict(list)
        for mention in mentions:
            by_document[mention.evidence.doc_id].append(mention)
        found = []
        for doc_id in sorted(by_document):
            here = [(mention, list(self._marks(name, mention))) for mention in by_document[doc_id]]
            usages = _usages(doc_id, here)
            if len(usages) == 1:
                for mark in (*self._of_text(name, doc_id), *self._of_longer_names(name, doc_id)):
                    usages[0].marks.setdefault(mark.key, mark)
            found += usages
        return found

    def _marks(self, name: Profile, mention: EntityMention) -> Iterator[Mark]:
        place = mention.evidence
        line = self._view.lines.get((place.doc_id, place.line_number), "")
        full = len(name.reading.words) > 1
        return marks_of(mention, line, self._verbs.get(mention.kriya, ""), full=full, said_of=self._said_of)

    def _of_text(self, name: Profile, doc_id: str) -> Iterator[Mark]:
        """Yield the year of birth after the name, even if no mention takes part in a Kriyā there."""
        born = self._born.get((doc_id, fold_name(name.name))) if len(name.reading.words) > 1 else None
        if born is not None:
            yield born

    def _of_longer_names(self, name: Profile, doc_id: str) -> Iterator[Mark]:
        """Yield the marks given by titles before the name and by longer names that it abbreviates, in a document."""
        for other in self._by_words[name.reading.words]:
            if other.id != name.id and doc_id in other.first and len(name.reading.words) > 1:
                for title in other.reading.titles:
                    yield from self._of_title(title, other, doc_id)
        full = self._full_name(name, doc_id)
        if full is not None:
            called = " ".join(full.name.split()[-len(full.reading.words) :])
            yield Mark("name", " ".join(full.reading.words), called, full.first[doc_id])

    def _of_title(self, title: str, other: Profile, doc_id: str) -> Iterator[Mark]:
        first, place = other.reading.words[0], other.first[doc_id]
        if title in TRADES:
            yield from noun_marks(title, place, opens=False)
        if title in {"mr", "sir"} and first not in FEMALE_NAMES:
            yield Mark("gender", "man", "man", place)
        if title in {"mrs", "ms", "miss", "dame"} and first not in MALE_NAMES:
            yield Mark("gender", "woman", "woman", place)

    def _full_name(self, name: Profile, doc_id: str) -> Profile | None:
        """Return the longer name that a name abbreviates in a document: the only one that occurs before it."""
        candidates = self._bearers.of(name)
        if len(candidates) > MOST_BEARERS:
            return None
        full = [
            other
            for other in candidates
            if doc_id in other.first and len(other.reading.words) > len(name.reading.words) and fits(name, other)
        ]
        if not full or any(rivals(one, other) for one in full for other in full):
            return None
        before = [other for other in full if _start(other.first[doc_id]) < _start(name.first[doc_id])]
        return min(before, key=lambda one: (-len(one.reading.words), len(one.name), one.id), default=None)


def _start(place: Evidence) -> tuple[int, int]:
    return place.line_number, place.start


def _said_of(view: PassView) -> Iterator[tuple[str, Mark]]:
    """Yield, by Kriyā, what a line says that somebody is: *John Smith was a mason*."""
    plain = {event.kriya for event in view.events if _asserts(event)}
    for mention in view.mentions:
        if mention.role is Role.KARMA and not mention.marker and mention.kriya in plain:
            for mark in noun_marks(head_of(mention.name), mention.evidence, opens=False):
                if mark.kind != "gender":
                    yield mention.kriya, mark


def _asserts(event: Event) -> bool:
    """Return whether a Kriyā says what somebody is by a verb. Appositions, which may be of another, are read closer."""
    if event.evidence.quote[:1] in (",", "("):
        return False
    return (event.verb, event.polarity, event.modality) == ("be", "affirmative", "actual")


def _usages(doc_id: str, here: Sequence[tuple[EntityMention, list[Mark]]]) -> list[NameUsage]:
    """Part the mentions of one document, in its order: by person and place, else by what brings somebody in."""
    types = _types(marks for _, marks in here)
    if len(types) > 1:
        return _by_type(doc_id, here)
    return _by_opening(doc_id, here) or [_whole_usage(doc_id, here, types)]


def _whole_usage(doc_id: str, here: Sequence[tuple[EntityMention, list[Mark]]], types: Mapping[str, Mark]) -> NameUsage:
    usage = NameUsage(doc_id)
    for mention, marks in here:
        usage.add(mention, (mark for mark in marks if mark.kind not in ("type", "other")))
    for mark in types.values():
        usage.marks.setdefault(mark.key, mark)
    signs = {mark.value for _, marks in here for mark in marks if mark.kind == "type"}
    if len(signs) > 1:  # a person beside whom a place of the name may stand, or the other way round
        usage.marks = {key: mark for key, mark in usage.marks.items() if mark.kind != "type"}
    return usage


def _types(found: Iterable[Sequence[Mark]]) -> dict[str, Mark]:
    """Return the types for which there are signs enough, each with its heaviest one."""
    signs: dict[str, list[Mark]] = defaultdict(list)
    for marks in found:
        for mark in marks:
            if mark.kind == "type":
                signs[mark.value].append(mark)
    lines = {
        kind: sum({(mark.place.line_number, mark.weight): mark.weight for mark in marks}.values())
        for kind, marks in signs.items()
    }
    return {kind: max(signs[kind], key=lambda mark: mark.weight) for kind in sorted(signs) if lines[kind] >= ENOUGH}


def _by_type(doc_id: str, here: Sequence[tuple[EntityMention, list[Mark]]]) -> list[NameUsage]:
    found: dict[str, NameUsage] = {}
    for mention, marks in here:
        for mark in marks:
            if mark.kind == "type":
                found.setdefault(mark.value, NameUsage(doc_id)).add(mention, marks)
                break
    return [found[kind] for kind in sorted(found)]


def _by_opening(doc_id: str, here: Sequence[tuple[EntityMention, list[Mark]]]) -> list[NameUsage]:
    """Divide mentions where a line introduces a second bearer of the name; empty if none does.

    Bare mentions before that line mean the first bearer; after it they mean the bearer that the line before marks.
    """
    groups: list[NameUsage] = [NameUsage(doc_id)]
    last: tuple[int, NameUsage | None] = (0, None)
    for mention, marks in here:
        line = mention.evidence.line_number
        telling = [mark for mark in marks if mark.opens]
        if telling:
            group = _group_of(groups, telling)
            if group is None and any(mark.kind == "other" for mark in telling) and len(groups) > 1:
                last = (line, None)
                continue
            if group is None and (len(groups) > 1 or groups[0].mentions or groups[0].marks):
                group = NameUsage(doc_id)
                groups.append(group)
            last = (line, group or groups[0])
            (group or groups[0]).add(mention, [mark for mark in marks if mark.kind != "type"])
        elif len(groups) == 1:
            groups[0].add(mention, [mark for mark in marks if mark.kind != "type"])
        elif last[1] is not None and line - last[0] <= NEXT:
            last[1].add(mention)
    return _with_first(groups) if len(groups) > 1 else []


def _group_of(groups: Sequence[NameUsage], telling: Sequence[Mark]) -> NameUsage | None:
    """Return the usage that marks belong to; None where they bring in another bearer."""
    keys = {mark.key for mark in telling}
    sharing = [group for group in groups if keys & group.marks.keys()]
    if sharing:
        return sharing[0]
    if any(mark.kind == "other" for mark in telling):
        return None
    free = [group for group in groups if not marks_conflict(telling, list(group.marks.values()))]
    return free[0] if free else None


def _with_first(groups: list[NameUsage]) -> list[NameUsage]:
    """Return the usages, each with a mark. A usage that the text does not describe is marked by its first place."""
    for group in groups:
        if not any(key[0] in ("trade", "born", "other", "name") for key in group.marks):
            place = group.mentions[0].evidence
            where = f"{place.doc_id}:{place.line_number}:{place.start}"
            group.marks["first", where] = Mark("first", where, "", place)
    return groups


def marks_conflict(some: Sequence[Mark], others: Sequence[Mark]) -> bool:
    """Return whether two bearers of a name cannot be one by what is said of them."""
    return _conflict(some, others) is True


def marks_differ(some: Sequence[Mark], others: Sequence[Mark]) -> bool:
    """Return whether there is a doubt: other callings, though one person may have both."""
    return _conflict(some, others) is None


def _conflict(some: Sequence[Mark], others: Sequence[Mark]) -> bool | None:
    doubt = False
    if _values(some, "born") & _values(others, "born"):
        return False
    for kind in ("born", "gender", "type"):
        if _values(some, kind) and _values(others, kind) and not _values(some, kind) & _values(others, kind):
            return True
    ones, twos = _values(some, "trade"), _values(others, "trade")
    if ones and twos and not ones & twos:
        verdicts = [callings_conflict(one, other) for one in sorted(ones) for other in sorted(twos)]
        if all(verdicts):
            return True
        doubt = True
    names = [name_conflict(one, other) for one in _values(some, "name") for other in _values(others, "name")]
    if any(found is True for found in names):
        return True
    return None if doubt or any(found is None for found in names) else False


def name_conflict(one: str, other: str) -> bool | None:
    """Return whether two full names, as folded words, are those of two people; None where that is in doubt."""
    a, b = one.split(), other.split()
    if set(a) <= set(b) or set(b) <= set(a):
        return False
    if a[-1] != b[-1]:
        if a[0] != b[0] or is_variant(a[-1], b[-1], alone=False):
            return False
        return None if a[0] in FEMALE_NAMES else True  # a woman may have married
    if same_given(a[0], b[0]):
        return None if len(a) == len(b) == 2 or not _middle_conflict(a[1:-1], b[1:-1]) else True
    return True


def _middle_conflict(some: Sequence[str], others: Sequence[str]) -> bool:
    return bool(some and others) and some[0][0] != others[0][0]


def _values(marks: Sequence[Mark], kind: str) -> set[str]:
    return {mark.value for mark in marks if mark.kind == kind}
