"""Corroboration: how many independent sources state the event of a Kriyā."""

from __future__ import annotations

from pramana.karaka.passes.copies import source_groups
from pramana.karaka.passes.model import Event, PassView, SourceCount


def propose(view: PassView) -> list[SourceCount]:
    """Return the sources of each event that several state, for each of its Kriyās, in order of ids.

    It follows the links between Kriyās that the graph accepted.
    """
    known = {event.kriya: event for event in view.events}
    found: list[SourceCount] = []
    for group in _groups(view):
        events = sorted((known[each] for each in group if each in known), key=_place)
        sources = source_groups(view.lines, events)
        if len(sources) > 1:
            places = tuple(group[0].evidence for group in sources)
            told = ", ".join(f"{place.doc_id}:{place.line_number}" for place in places)
            reason = f"{len(places)} documents state it, none of them a copy of another: {told}"
            found += [SourceCount(event.kriya, places, reason) for event in events]
    return sorted(found, key=lambda each: each.kriya)


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
