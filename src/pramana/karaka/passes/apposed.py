"""Descriptions that a reading says are somebody: *Her clerk, Bob*, read as *be* from one to the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import permutations

from pramana.events import Role, has_possessive
from pramana.evidence import Evidence
from pramana.graph import fold_name
from pramana.karaka.passes.model import EntityMention, Event, Link, PassView
from pramana.karaka.schema import IS_SAME_AS
from pramana.language import parse_description

APPOSED = 85
"""How sure such a link is, 1 to 100: as an apposition that the text of a line shows."""
_TAKING_UP = ("the ", "this ", "that ")
"""How a description takes up whom the text brought in before."""
_COPULAS = frozenset(("be", "is", "am", "are", "was", "were", "been", "being", "'s", "’s"))
"""Words of *be*: what a line says with them (*Bob was the mayor*) may be so for a time, and of several."""


def apposed_links(view: PassView) -> Iterator[Link]:
    """Yield a link from each description to the name that an apposition gives it, in order of place.

    The description is definite or has an owner, and occurs in one place, so that no other bearer of it is joined. Where
    the line names somebody (*a stranger named Marsh*), the document has no other such one (*another stranger*).
    """
    mentions: dict[str, list[EntityMention]] = defaultdict(list)
    places: dict[str, set[tuple[str, int, int]]] = defaultdict(set)
    introduced: dict[str, set[tuple[str, int, int]]] = defaultdict(set)
    documents: dict[str, set[str]] = defaultdict(set)
    for mention in view.mentions:
        mentions[mention.kriya].append(mention)
        here = mention.evidence
        place = (here.doc_id, here.line_number, here.start)
        places[mention.entity].add(place)
        documents[mention.entity].add(here.doc_id)
        if not here.quote.lower().startswith(_TAKING_UP):
            introduced[mention.entity].add(place)
    for event in view.events:
        ends = mentions[event.kriya]
        if _is_apposition(event) and sorted(each.role for each in ends) == [Role.KARMA, Role.KARTA]:
            for described, name in permutations(ends):
                once = len(places[described.entity]) == 1
                alone = once or len(introduced[described.entity]) == len(documents[described.entity]) == 1
                fits = _is_named(event, described) and alone if not once or not _is_definite(described) else True
                if fits and _is_name(name) and not described.pronoun:
                    reason = f"the line calls {name.evidence.quote!r} {described.evidence.quote!r}"
                    pair = (described.entity, IS_SAME_AS, name.entity, described.evidence, name.evidence)
                    yield Link(*pair, reason, APPOSED)


def apposed_places(events: Iterable[Event], mentions: Iterable[EntityMention]) -> Iterator[tuple[Evidence, Evidence]]:
    """Yield the places of a description and of a name wherever an apposition may give the one to the other."""
    parts: dict[str, list[EntityMention]] = defaultdict(list)
    for mention in mentions:
        parts[mention.kriya].append(mention)
    for event in events:
        ends = parts[event.kriya]
        if _is_apposition(event) and sorted(each.role for each in ends) == [Role.KARMA, Role.KARTA]:
            for described, name in permutations(ends):
                if _is_name(name) and not described.pronoun:
                    yield described.evidence, name.evidence


def _is_apposition(event: Event) -> bool:
    told = (event.verb, event.polarity, event.modality, event.attributed_to) == ("be", "affirmative", "actual", "")
    return told and _COPULAS.isdisjoint(fold_name(event.evidence.quote).replace(",", " ").split())


def _is_named(event: Event, described: EntityMention) -> bool:
    """Return whether a line gives a name to somebody that it brings in: *a stranger named Marsh*."""
    words = fold_name(event.evidence.quote).split()
    common = not _is_name(described) and parse_description(described.evidence.quote) is not None
    return common and words[:1] in (["named"], ["called"])


def _is_definite(mention: EntityMention) -> bool:
    described = None if mention.pronoun or _is_name(mention) else parse_description(mention.evidence.quote)
    return described is not None and (described.definite or described.owned or has_possessive(mention.name))


def _is_name(mention: EntityMention) -> bool:
    return not mention.pronoun and mention.name[:1].isupper() and not has_possessive(mention.name)
