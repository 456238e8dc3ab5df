"""CAUSES: from the Kriyā of a cause to the Kriyā of its effect, within a line and across two neighbouring lines."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from pramana.evidence import Evidence, Grade
from pramana.karaka.passes.hinted_causes import HINTED, hinted_causes
from pramana.karaka.passes.model import Event, Link, PassView
from pramana.karaka.passes.noun_causes import noun_causes
from pramana.karaka.schema import CAUSES
from pramana.language import SURE_CAUSE, CausalSpan, Causation, causal_spans, cause_opening, main_verb

Place = tuple[str, int]
Span = tuple[int, int]
LEAST = SURE_CAUSE
"""What a link needs, of 100."""


def propose(view: PassView, least: int = LEAST) -> list[Link]:
    """Return the causes that the lines state, or the reading gives, in order of (document, line, source, target).

    `least` is the confidence from which a link is proposed, 1 to 100. Where a span has no verb that is a Kriyā of the
    graph, nothing is proposed; nor from a Kriyā to itself. The time is linear in the text.
    """
    events = {place: tuple(group) for place, group in groupby(view.events, _place)}
    nouns: dict[Place, list[Link]] = {}
    for link in noun_causes(view, events):
        nouns.setdefault((link.target_evidence.doc_id, link.target_evidence.line_number), []).append(link)
    found: dict[tuple[Place, str, str], Link] = {}
    for place, here in events.items():
        links = [*_within(view.lines, place, here), *_across(view.lines, place, here, events)]
        for link in (*links, *nouns.get(place, ()), *hinted_causes(view.lines, here, events).links):
            key = (place, link.source, link.target)
            known = found.get(key)
            stronger = known is None or link.confidence > known.confidence
            if link.source != link.target and link.confidence >= least and stronger:
                found[key] = link
    hinted = {(link.source, link.target) for link in found.values() if link.confidence == HINTED}
    circular = {pair for pair in hinted if (pair[1], pair[0]) in hinted}
    found = {key: link for key, link in found.items() if (link.source, link.target) not in circular}
    return [found[key] for key in sorted(found)]


def refusals(view: PassView) -> list[tuple[dict[str, Any], str]]:
    """Return the causes that the reading gives and the lines do not show: what each is about, and the reason."""
    events = {place: tuple(group) for place, group in groupby(view.events, _place)}
    return [each for here in events.values() for each in hinted_causes(view.lines, here, events).refused]


def _place(event: Event) -> Place:
    return event.evidence.doc_id, event.evidence.line_number


def _within(lines: Mapping[Place, str], place: Place, here: Sequence[Event]) -> Iterator[Link]:
    text = lines.get(place, "")
    if len(here) < 2:
        return
    for span in causal_spans(text):
        cause, effect = _event(here, span.cause_verb), _event(here, span.effect_verb)
        if cause is not None and effect is not None:
            yield _link(cause, effect, _reason(span), span.confidence, _signal(place, text, span.signal))


def _across(
    lines: Mapping[Place, str], place: Place, here: Sequence[Event], events: Mapping[Place, Sequence[Event]]
) -> Iterator[Link]:
    """A line that opens with *Therefore*, *That is why*, *This led to* …, and the line before it."""
    before = (place[0], place[1] - 1)
    text, earlier = lines.get(place, ""), lines.get(before, "")
    tie = cause_opening(text) if before in events else None
    if tie is None:
        return
    now, then = _event(here, tie.verb), _event(events[before], main_verb(earlier))
    if now is None or then is None:
        return
    cause, effect = (then, now) if tie.result else (now, then)
    reason = f"{tie.reason}: {'the line before is its cause' if tie.result else 'it is the cause of the line before'}"
    yield _link(cause, effect, reason, tie.confidence, _signal(place, text, (tie.signal,)))


def _event(events: Sequence[Event], verb: Span | None) -> Event | None:
    """Return the Kriyā whose verb overlaps a place; of several, the nearest. `events` are sorted by start."""
    if verb is None:
        return None
    after = bisect_left(events, verb[0], key=lambda event: event.evidence.start)
    near = [event for event in events[max(0, after - 2) : after + 2] if _meets(event.evidence, verb)]
    return min(near, key=lambda event: (abs(event.evidence.start - verb[0]), event.kriya), default=None)


def _meets(evidence: Evidence, span: Span) -> bool:
    return evidence.start < span[1] and span[0] < evidence.end


def _reason(span: CausalSpan) -> str:
    return f"purpose: {span.reason}" if span.kind is Causation.PURPOSE else f"{span.kind}: {span.reason}"


def _signal(place: Place, text: str, pieces: Sequence[Span]) -> Evidence | None:
    """The place of the signal's first piece."""
    if not pieces:
        return None
    start, end = pieces[0]
    return Evidence(*place, start, end, text[start:end], Grade.VERBATIM)


def _link(cause: Event, effect: Event, reason: str, confidence: int, signal: Evidence | None) -> Link:
    return Link(cause.kriya, CAUSES, effect.kriya, cause.evidence, effect.evidence, reason, confidence, signal)
