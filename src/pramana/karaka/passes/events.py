"""Event identity: Kriyās of different lines that tell of one event, so that causes and effects chain across lines.

*People fled because of the fire. … The school closed because people had fled.* The second *fled* takes up the first.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from pramana.events import Role, told_by_place
from pramana.graph import fold_name
from pramana.karaka.passes.model import EntityMention, Event, Link, PassView
from pramana.karaka.passes.resolution import resolve
from pramana.karaka.passes.restated import ToldEvent, restated_links
from pramana.language import word_set

REACH = 12
"""Lines: what happened further back is seldom taken up without a word of its own."""
TAKEN_UP = 72
"""How sure it is that a line takes up an event, 1 to 100."""
MOST = 8
"""Kriyās of one verb and one participant in a document: more are a habit, no event."""
_LIGHT = word_set("events/light_verbs") | word_set("grammar/speech") | word_set("grammar/direct_speech")
"""Verbs that say too little, and verbs of speech: *returned the boy* twice is two replies."""
_AGAIN = re.compile(r"\b(?:again|another|second|third|twice|often|always|usually|every|each|never)\b", re.IGNORECASE)
_TAKING_UP = re.compile(r"\b(?:because|since|after|when|once|before|until)\b[^,;:.]{0,60}$", re.IGNORECASE)
"""Behind these a clause mostly speaks of what is known: *because people fled*, *after the mill had burned*."""
_DEFINITE = re.compile(r"\b(?:the|this|that) $", re.IGNORECASE)
"""Before a noun that tells of an event: *the collapse*."""


def propose(view: PassView) -> list[Link]:
    """Return the links between Kriyās that tell of one event, the later one pointing to the earlier one.

    Within a document the later line must take the event up: in a subordinate clause or by a definite noun. What two
    documents must share is in `restated`. Denied, doubted and repeated events are left out.
    """
    told = told_events(view, resolve(view).clusters.representative)
    found: dict[tuple[str, str], Link] = {}
    for link in (*links_within(view, told), *restated_links(told)):
        found.setdefault((link.source, link.target), link)
    return [found[key] for key in sorted(found)]


def told_events(view: PassView, representative: Callable[[str], str]) -> list[ToldEvent]:
    """Return the Kriyās of a view that plainly tell of an event, in order of place.

    `representative` returns the entity that represents all that are one with an entity.
    """
    mentions: dict[str, list[EntityMention]] = defaultdict(list)
    for mention in view.mentions:
        if not mention.pronoun and not told_by_place(mention.name):
            mentions[mention.kriya].append(mention)
    found = []
    for event in sorted(view.events, key=_place):
        here = mentions.get(event.kriya, ())
        line = view.lines.get((event.evidence.doc_id, event.evidence.line_number), "")
        plain = event.verb not in _LIGHT and (event.polarity, event.modality) == ("affirmative", "actual")
        if not plain or not here or _AGAIN.search(line):
            continue
        roles: dict[Role, set[str]] = defaultdict(set)
        for mention in here:
            roles[mention.role].add(_participant(mention, representative))
        named = frozenset(_participant(each, representative) for each in here if each.name[:1].isupper())
        found.append(ToldEvent(event, {role: frozenset(each) for role, each in roles.items()}, named))
    return found


def _participant(mention: EntityMention, representative: Callable[[str], str]) -> str:
    """Return who takes part. *Many families* opens a sentence, and is *many families*."""
    return fold_name(representative(mention.entity))


def _place(event: Event) -> tuple[str, int, int, str]:
    return event.evidence.doc_id, event.evidence.line_number, event.evidence.start, event.kriya


def links_within(view: PassView, told: Sequence[ToldEvent]) -> Iterator[Link]:
    """Yield the links within documents."""
    groups: dict[tuple[str, str, str], list[ToldEvent]] = defaultdict(list)
    for each in told:
        for entity in each.everyone:
            groups[each.event.evidence.doc_id, each.event.verb, entity].append(each)
    for group in groups.values():
        for earlier, later in combinations(group, 2) if len(group) <= MOST else ():
            distance = later.event.evidence.line_number - earlier.event.evidence.line_number
            if 0 < distance <= REACH and _agree(earlier, later) and _takes_up(view, later.event):
                ends = f"{later.event.evidence.quote!r} takes up {earlier.event.evidence.quote!r}"
                reason = f"{ends} of {distance} lines before"
                yield later.link_to(earlier, reason, TAKEN_UP)


def _takes_up(view: PassView, event: Event) -> bool:
    place = event.evidence
    before = view.lines.get((place.doc_id, place.line_number), "")[: place.start]
    return bool(_TAKING_UP.search(before) or _DEFINITE.search(before))


def _agree(one: ToldEvent, other: ToldEvent) -> bool:
    """Return whether no role that both fill is filled by others: not another object, not another time."""
    shared = one.roles.keys() & other.roles.keys()
    return all(one.roles[role] & other.roles[role] for role in shared)
