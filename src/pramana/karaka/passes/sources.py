"""Corroboration: how many independent sources state the event of a Kriyā."""

from __future__ import annotations

from collections.abc import Iterable

from pramana.karaka.passes.copies import SourceTexts, source_groups
from pramana.karaka.passes.model import Event, PassView, SourceCount


def propose(view: PassView) -> list[SourceCount]:
    """Return the sources of each event that several state, for each of its Kriyās, in order of ids.

    It follows the links between Kriyās that the graph accepted.
    """
    known = {event.kriya: event for event in view.events}
    lines: dict[str, dict[int, str]] = {}
    for (doc_id, number), text in view.lines.items():
        lines.setdefault(doc_id, {})[number] = text
    texts = SourceTexts(lines.__getitem__)
    groups = [[known[each] for each in group if each in known] for group in _groups(view)]
    found = [each for group in groups for each in counted_sources(texts, group)]
    return sorted(found, key=lambda each: each.kriya)


def counted_sources(texts: SourceTexts, group: Iterable[Event]) -> list[SourceCount]:
    """Return the sources of Kriyās that tell of one event, for each of them: none where fewer than two state it."""
    events = sorted(group, key=_place)
    sources = source_groups(texts, events)
    if len(sources) < 2:
        return []
    places = tuple(several[0].evidence for several in sources)
    told = ", ".join(f"{place.doc_id}:{place.line_number}" for place in places)
    reason = f"{len(places)} documents state it, none of them a copy of another: {told}"
    return [SourceCount(event.kriya, places, reason) for event in events]


def _groups(view: PassView) -> list[list[str]]:
    """Return the Kriyās that tell of one event, by the links of the view."""
    groups: dict[str, set[str]] = {}
    for one, other in view.same_events:
        joined = groups.get(one, {one}) | groups.get(other, {other})
        groups |= dict.fromkeys(joined, joined)
    distinct = {min(group): sorted(group) for group in groups.values()}
    return [distinct[first] for first in sorted(distinct)]


def _place(event: Event) -> tuple[str, int, int, str]:
    return event.evidence.doc_id, event.evidence.line_number, event.evidence.start, event.kriya
