"""Causes that a noun takes up: *The roof collapsed. … The collapse killed two*, *People fled because of the fire*.

So causes chain across lines: the noun means an event of an earlier line, which has causes of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from pramana.events import Role
from pramana.evidence import Evidence, Grade
from pramana.karaka.passes.model import EntityMention, Event, Link, PassView
from pramana.karaka.schema import CAUSES
from pramana.language import SURE_CAUSE, CausalSpan, causal_spans, event_verb, parse_description, word_set, word_table

REACH = 8
"""Lines: an event further back is seldom taken up by its noun alone."""
ACTS, SAID = 66, 76
"""How sure a cause is, 1 to 100: an event noun as the agent of what it does, and behind *because of*, *due to*."""
Place = tuple[str, int]
_AFFECTING = word_set("causes/affecting") | word_set("causes/outcomes")
_HAPPENINGS = word_set("causes/happenings")
_TAKEN_UP = word_table("causes/taken_up")


def noun_causes(view: PassView, events: Mapping[Place, Sequence[Event]]) -> Iterator[Link]:
    """Yield a cause for each event that a noun is said to bring about, where the noun means one event told before.

    The noun is that of the event's verb (*collapse*), or takes part in it as what happened (*a fire broke out*). Events
    that are denied, doubted or reported are left out.
    """
    told = _Told(view, events)
    by_line: dict[Place, list[EntityMention]] = defaultdict(list)
    for mention in view.mentions:
        by_line[mention.evidence.doc_id, mention.evidence.line_number].append(mention)
    for place, here in events.items():
        text = view.lines.get(place, "")
        for event in here:
            yield from told.as_agent(event, [each for each in by_line[place] if each.kriya == event.kriya])
        for span in causal_spans(text, SURE_CAUSE):
            yield from told.as_reason(place, text, here, span)


class _Told:
    """The events of a view, looked up by the nouns that take them up."""

    def __init__(self, view: PassView, events: Mapping[Place, Sequence[Event]]) -> None:
        self._events = events
        self._happening: dict[str, set[str]] = defaultdict(set)
        """By Kriyā, the nouns of what happens in it: *fire* of *a fire broke out*."""
        for mention in view.mentions:
            told = parse_description(mention.evidence.quote)
            if mention.role in (Role.KARTA, Role.KARMA) and told is not None and told.head in _HAPPENINGS:
                self._happening[mention.kriya].add(told.head)

    def as_agent(self, event: Event, mentions: Sequence[EntityMention]) -> Iterator[Link]:
        """Yield the cause of what an event noun does: *The collapse killed two*."""
        agents = [each for each in mentions if each.role is Role.KARTA]
        if len(agents) != 1 or event.verb not in _AFFECTING or not _is_plain(event) or len(mentions) < 2:
            return
        noun = _event_noun(agents[0].evidence.quote)
        cause = self._taken_up_event(noun, event) if noun else None
        if cause is not None:
            quote = agents[0].evidence.quote
            yield _link(cause, event, f"{quote!r} takes up {cause.evidence.quote!r}", ACTS, agents[0].evidence)

    def as_reason(self, place: Place, text: str, here: Sequence[Event], span: CausalSpan) -> Iterator[Link]:
        """Yield the cause of an event whose reason is a noun: *because of the fire*."""
        if span.cause_verb is not None or span.effect_verb is None:
            return
        start, end = span.effect_verb
        effect = next((e for e in here if e.evidence.start < end and start < e.evidence.end), None)
        quote = text[slice(*span.cause)]
        noun = _event_noun(quote)
        cause = self._taken_up_event(noun, effect) if noun and effect is not None else None
        if cause is not None and effect is not None:
            signal = Evidence(*place, *span.cause, quote, Grade.VERBATIM)
            reason = f"{span.reason}; {quote!r} takes up {cause.evidence.quote!r}"
            yield _link(cause, effect, reason, min(SAID, span.confidence), signal)

    def _taken_up_event(self, noun: str, later: Event) -> Event | None:
        """Return the only event near before that a noun takes up."""
        doc_id, number = later.evidence.doc_id, later.evidence.line_number
        near = [(doc_id, line) for line in range(number - 1, number - 1 - REACH, -1)]
        found = [event for place in near for event in self._events.get(place, ()) if self._is_called(event, noun)]
        same = {(event.verb, event.evidence.line_number) for event in found}
        return found[0] if len(same) == 1 and _is_plain(found[0]) else None

    def _is_called(self, event: Event, noun: str) -> bool:
        return event.verb in _verbs(noun) or noun in self._happening[event.kriya]


def _verbs(noun: str) -> set[str]:
    """Return the verbs that tell what a noun names."""
    return {event_verb(noun), _TAKEN_UP.get(noun, "")} - {""}


def _is_plain(event: Event) -> bool:
    return (event.polarity, event.modality, event.attributed_to) == ("affirmative", "actual", "")


def _event_noun(quote: str) -> str:
    """Return the noun of a definite phrase that names an event, "" for any other phrase."""
    told = parse_description(quote)
    if told is None or told.opener not in ("the", "this", "that"):
        return ""
    return told.head if _verbs(told.head) or told.head in _HAPPENINGS else ""


def _link(cause: Event, effect: Event, reason: str, confidence: int, signal: Evidence) -> Link:
    return Link(cause.kriya, CAUSES, effect.kriya, cause.evidence, effect.evidence, reason, confidence, signal)
