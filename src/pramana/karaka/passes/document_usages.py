"""Usages of a name in one document: its mentions that mean one bearer, with the marks that tell which."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pramana.events import Role
from pramana.graph import fold_name
from pramana.karaka.passes.documents import ReadDocument
from pramana.karaka.passes.mark_conflicts import marks_conflict
from pramana.karaka.passes.marks import Mark, head_of, marks_of, noun_marks, years_of_birth
from pramana.karaka.passes.model import EntityMention, Event

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


class DocumentMarks:
    """What one document, or the part of it that is about a name, says of the bearers of names."""

    def __init__(self, document: ReadDocument) -> None:
        self._document = document
        self._verbs = {event.kriya: event.verb for event in document.events}
        self._said_of: dict[str, list[Mark]] = defaultdict(list)
        for kriya, mark in _said_of(document):
            self._said_of[kriya].append(mark)
        self._born: dict[str, Mark] = {}
        for number, line in document.lines.items():
            for ahead, mark in years_of_birth(document.doc_id, number, line) if "(" in line else ():
                self._born.setdefault(ahead, mark)

    def usages(self, mentions: Sequence[EntityMention], *, full: bool) -> list[NameUsage]:
        """Return the usages of a name, by all its mentions here. Ambiguous mentions belong to none.

        `full`: the name has two words or more. Where there is one usage, the year of birth after the name tells of it,
        even if no mention takes part in a Kriyā there.
        """
        usages = _usages(self._document.doc_id, [(mention, list(self._marks(mention, full))) for mention in mentions])
        born = self._born.get(fold_name(mentions[0].name)) if full and len(usages) == 1 else None
        if born is not None:
            usages[0].marks.setdefault(born.key, born)
        return usages

    def _marks(self, mention: EntityMention, full: bool) -> Iterator[Mark]:
        line = self._document.line(mention.evidence)
        return marks_of(mention, line, self._verbs.get(mention.kriya, ""), full=full, said_of=self._said_of)


def _said_of(document: ReadDocument) -> Iterator[tuple[str, Mark]]:
    """Yield, by Kriyā, what a line says that somebody is: *John Smith was a mason*."""
    plain = {event.kriya for event in document.events if _asserts(event)}
    for mention in document.mentions:
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
