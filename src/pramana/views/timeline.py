"""Events by time: those whose line says when, each with the first and the last day that it may be on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pramana.events import Role, days_of_event
from pramana.graph import Edge
from pramana.karaka import KRIYA, RELATION_OF
from pramana.serialization import JsonRecord, JsonShape
from pramana.views.catalogue import Catalogue, ShownPage
from pramana.views.facts import ROLES
from pramana.views.inspect import Inspector
from pramana.views.kriyas import KriyaView
from pramana.views.stores import Stores
from pramana.views.values import values_in_words

WHEN = RELATION_OF[Role.ADHIKARANA_TEMPORAL]


@dataclass(frozen=True, slots=True)
class EventTime:
    """When an event is: the first and the last day that it may be on, as ISO dates, None where a side is open."""

    earliest: str | None
    latest: str | None
    edtf: str
    words: str

    @property
    def order(self) -> tuple[str, str]:
        """What events are sorted by: *before 1930* goes by its last day, *after 1930* by its first."""
        return self.earliest or self.latest or "", self.latest or self.earliest or ""


@dataclass(frozen=True, slots=True)
class TimedEvent(JsonRecord):
    """An event with its time: None where its line does not say when, or says it in words that settle to no day."""

    kriya: KriyaView
    time: EventTime | None

    json_shape = JsonShape(
        without=("kriya",),
        computed={
            "event": lambda timed: timed.kriya.node.id,
            "verb": lambda timed: timed.kriya.node.properties.get("verb", ""),
            "told": lambda timed: timed.kriya.in_words,
            "denied": lambda timed: timed.kriya.node.properties.get("polarity") == "negative",
            "modality": lambda timed: timed.kriya.node.properties.get("modality", "actual"),
            "verdict": lambda timed: timed.kriya.verdict,
            "participants": lambda timed: [_participant(role) for role in timed.kriya.roles],
            "doc_id": lambda timed: timed.kriya.doc_id,
            "line_number": lambda timed: timed.kriya.line_number,
            "text": lambda timed: timed.kriya.text,
        },
    )


def _participant(role: Any) -> dict[str, str]:
    return {"relation": role.relation, "entity": role.fact.edge.target, "name": role.name, "marker": role.fact.marker}


@dataclass(frozen=True, slots=True)
class TimeWindow:
    """Which events are wanted: of an entity, of a document, between two ISO days (inclusive; None: open); `undated`
    adds those without a time, at the end, in the order of the text."""

    entity: str | None = None
    document: str | None = None
    since: str | None = None
    until: str | None = None
    undated: bool = False

    def holds(self, time: EventTime) -> bool:
        """Return whether an event may be within the days that are wanted."""
        begins = not self.until or (time.earliest or "") <= self.until
        return begins and (not self.since or time.latest is None or time.latest >= self.since)


class TimelineReader:
    """Reads the events of a workspace by time."""

    def __init__(self, stores: Stores) -> None:
        self._graph = stores.graph
        self._catalogue = Catalogue(stores)
        self._inspector = Inspector(stores)

    def events(self, window: TimeWindow, after: int, limit: int) -> ShownPage:
        """Return the events behind the first `after`, the earliest first. Raises UnknownName for an entity."""
        listed = self._sorted_events(window)
        shown = listed[after : after + limit]
        items = tuple(TimedEvent(self._inspector.kriya(event), time) for event, time in shown)
        return ShownPage(items, after + limit if after + limit < len(listed) else None)

    def _sorted_events(self, window: TimeWindow) -> list[tuple[str, EventTime | None]]:
        times = {edge.source: time for edge in self._times(window) if (time := _time_of(edge)) is not None}
        held = [(event, time) for event, time in times.items() if window.holds(time) and self._is_of(event, window)]
        dated = sorted(held, key=lambda each: (*each[1].order, _in_text(each[0])))
        if not window.undated:
            return [*dated]
        every = [event for event in self._events(window) if event not in times and self._is_of(event, window)]
        return [*dated, *((event, None) for event in sorted(every, key=_in_text))]

    def _times(self, window: TimeWindow) -> Iterable[Edge]:
        """Return the edges that say when, in reverse: of several times of one event the first is kept."""
        if window.entity is None:
            return reversed(self._graph.edges(WHEN))
        return [edge for event in self._events(window) for edge in reversed(self._graph.edges_from(event, WHEN))]

    def _events(self, window: TimeWindow) -> Iterator[str]:
        if window.entity is None:
            yield from (node.id for node in self._graph.nodes(KRIYA))
            return
        found = (
            edge.source
            for node in self._catalogue.bearers(window.entity)
            for edge in self._graph.edges_to(node.id)
            if edge.relation in ROLES
        )
        yield from dict.fromkeys(found)

    @staticmethod
    def _is_of(event: str, window: TimeWindow) -> bool:
        return window.document is None or event.rpartition("_L")[0] == window.document


def _time_of(edge: Edge) -> EventTime | None:
    """Return the time that an edge says, None where it settles to no day."""
    edtf = str(edge.properties.get("edtf") or "")
    days = days_of_event(edtf, str(edge.properties.get("marker") or "")) if edtf else None
    if days is None or (days.first is None and days.last is None):
        return None
    first, last = (day.isoformat() if day else None for day in (days.first, days.last))
    return EventTime(first, last, edtf, values_in_words(edge.properties))


def _in_text(event: str) -> tuple[str, int, int]:
    """Return the place of an event's line, for sorting: `a_L10_K1` is behind `a_L9_K2`."""
    document, _, rest = event.rpartition("_L")
    line, _, number = rest.partition("_K")
    return document, int(line) if line.isdecimal() else 0, int(number) if number.isdecimal() else 0
