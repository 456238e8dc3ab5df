"""The documents of a view, one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pramana.evidence import Evidence
from pramana.karaka.passes.model import EntityMention, Event, PassView


@dataclass(frozen=True)
class ReadDocument:
    """One document of a view: its lines by number, its mentions and its events, in their order."""

    doc_id: str
    lines: Mapping[int, str]
    mentions: Sequence[EntityMention]
    events: Sequence[Event]
    senses: Mapping[str, str]

    def of(self, entity: str) -> list[EntityMention]:
        """Return the mentions of an entity, in their order."""
        return self._by_entity.get(entity, [])

    @cached_property
    def _by_entity(self) -> dict[str, list[EntityMention]]:
        found: dict[str, list[EntityMention]] = {}
        for mention in self.mentions:
            found.setdefault(mention.entity, []).append(mention)
        return found

    def view(self) -> PassView:
        """Return a view of this document alone."""
        lines = {(self.doc_id, number): text for number, text in self.lines.items()}
        return PassView(lines, tuple(self.mentions), tuple(self.events), (), self.senses)

    def line(self, place: Evidence) -> str:
        """Return the line of a place, "" where the document does not have it."""
        return self.lines.get(place.line_number, "")


ReadAbout = Callable[[str], Mapping[str, ReadDocument]]
"""Returns the documents with a name by their ids, as far as they are about it: all lines, and at least the Kriyās in
which the name takes part, with all that take part in these."""


def documents_of(view: PassView) -> Iterator[ReadDocument]:
    """Yield the documents of a view that have lines, in order of ids."""
    lines: dict[str, dict[int, str]] = {}
    mentions: dict[str, list[EntityMention]] = {}
    events: dict[str, list[Event]] = {}
    for (doc_id, number), text in view.lines.items():
        lines.setdefault(doc_id, {})[number] = text
    for mention in view.mentions:
        mentions.setdefault(mention.evidence.doc_id, []).append(mention)
    for event in view.events:
        events.setdefault(event.evidence.doc_id, []).append(event)
    for doc_id in sorted({*lines, *mentions}):
        told = lines.get(doc_id, {}), mentions.get(doc_id, []), events.get(doc_id, [])
        yield ReadDocument(doc_id, *told, view.senses)
