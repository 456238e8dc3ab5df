"""What passes propose, as data: what makes a proposal another one, its JSON, and the unit that it becomes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pramana.events import search_names
from pramana.evidence import Evidence, Grade
from pramana.graph import Edge, EdgeFact, Node, NodeFact, PropertyFact, Unit
from pramana.karaka.passes.model import (
    EntityLink,
    EntityMention,
    Link,
    RelationProposal,
    SenseProposal,
    SourceCount,
    TypeProposal,
)
from pramana.karaka.schema import ENTITY, ENTITY_TYPE, IS_SAME_AS, MARKER, RELATION_OF
from pramana.karaka.senses import PARTED, SENSE, SENSE_OF, sense_id

ENTRY = "kb_id"
"""The property that a link to an entry of a knowledge base becomes."""
STATED_BY = "stated_by"
"""The property of a Kriyā that says how many independent sources state its event; without it, one does."""
Proposed = Link | TypeProposal | EntityLink | SourceCount
"""What is judged before it is applied."""
EVENTS = "events"
"""The property of a derived relation with the ids of the Kriyās that it is derived from."""
Applied = Proposed | SenseProposal | RelationProposal


def identity(proposed: Applied) -> tuple[str, ...]:
    """Return the identity of a proposal. Of two proposals with the same identity only one is applied."""
    if isinstance(proposed, Link):
        return proposed.source, proposed.relation, proposed.target
    if isinstance(proposed, RelationProposal):
        return proposed.source, proposed.relation, proposed.target, str(proposed.ordinal)
    if isinstance(proposed, SenseProposal):
        place = proposed.mentions[0].evidence
        return proposed.sense, SENSE_OF, place.doc_id, str(place.line_number)
    if isinstance(proposed, EntityLink):
        return proposed.entities[0], ENTRY
    if isinstance(proposed, SourceCount):
        return proposed.kriya, STATED_BY
    return proposed.entity, ENTITY_TYPE


def canonical_order(proposals: Sequence[Applied]) -> list[Applied]:
    """Return proposals surest first, then by what they are about; of several about the same the first of these."""
    found: dict[tuple[str, ...], Applied] = {}
    for proposed in sorted(proposals, key=lambda each: (-each.confidence, identity(each), each.reason)):
        found.setdefault(identity(proposed), proposed)
    return list(found.values())


def proposal_body(proposed: Applied) -> dict[str, Any]:
    """Return what a proposal says: the ledger's body of it, and what its key hashes."""
    common = {"reason": proposed.reason, "confidence": proposed.confidence}
    if isinstance(proposed, RelationProposal):
        ends = {"source": proposed.source, "relation": proposed.relation, "target": proposed.target}
        told = {"ordinal": proposed.ordinal, **proposed.properties, EVENTS: list(proposed.events)}
        shown = {"evidence": list(map(_place, proposed.evidence)), "premises": list(map(_place, proposed.premises))}
        return {**ends, **told, **common, **shown}
    if isinstance(proposed, SenseProposal):
        mentions = [_mention_body(mention) for mention in proposed.mentions]
        return {
            "sense": proposed.sense,
            "of": proposed.base,
            "mentions": mentions,
            "mark": _place(proposed.mark),
            **common,
        }
    if isinstance(proposed, EntityLink):
        named = [{"entity": entity, **_place_of(place)} for entity, place in proposed.places]
        told = {"entry": proposed.entry, "label": proposed.label, "description": proposed.description}
        return {"entities": list(proposed.entities), **told, "mentions": named, **common}
    if isinstance(proposed, SourceCount):
        places = [_place_of(place) for place in proposed.places]
        return {"kriya": proposed.kriya, "sources": len(proposed.places), "places": places, **common}
    if isinstance(proposed, TypeProposal):
        return {"entity": proposed.entity, "type": proposed.type, "evidence": _place(proposed.evidence), **common}
    both = {"source_evidence": proposed.source_evidence, "target_evidence": proposed.target_evidence}
    told = {name: _place(end) for name, end in {**both, "signal": proposed.signal}.items()}
    return {"source": proposed.source, "relation": proposed.relation, "target": proposed.target, **common, **told}


def _mention_body(mention: EntityMention) -> dict[str, Any]:
    where = {"kriya": mention.kriya, "relation": RELATION_OF[mention.role], **_place_of(mention.evidence)}
    return {**where, MARKER: mention.marker} if mention.marker else where


def unit_of(proposed: Applied, slot: str, key: str, verdict: str, run: int) -> Unit:
    """Return the unit of an accepted proposal. It rests on every line that it has evidence in."""
    if isinstance(proposed, SenseProposal):
        return _sense_unit(proposed, slot, key, verdict, run)
    if isinstance(proposed, RelationProposal):
        return _relation_unit(proposed, slot, key, verdict, run)
    evidence = _evidence(proposed)
    premises = tuple(dict.fromkeys((item.doc_id, item.line_number) for item in evidence))
    if isinstance(proposed, Link):
        edge = EdgeFact(Edge(proposed.source, proposed.relation, proposed.target), evidence)
        return Unit(slot, key, premises, (), (edge,), verdict, (run, slot))
    if isinstance(proposed, EntityLink):
        told = tuple(PropertyFact(entity, ENTRY, proposed.entry, (place,)) for entity, place in proposed.places)
        return Unit(slot, key, premises, verdict=verdict, origin=(run, slot), properties=told)
    about = identity(proposed)
    value = len(proposed.places) if isinstance(proposed, SourceCount) else proposed.type
    added = PropertyFact(about[0], about[1], value, evidence)
    return Unit(slot, key, premises, verdict=verdict, origin=(run, slot), properties=(added,))


def _relation_unit(proposed: RelationProposal, slot: str, key: str, verdict: str, run: int) -> Unit:
    """Return the unit of a derived relation. It rests on its events' lines, and on those that say who is who."""
    properties = {**proposed.properties, EVENTS: list(proposed.events)}
    edge = Edge(proposed.source, proposed.relation, proposed.target, properties, proposed.ordinal)
    places = (*proposed.evidence, *proposed.premises)
    premises = tuple(dict.fromkeys((item.doc_id, item.line_number) for item in places))
    return Unit(slot, key, premises, (), (EdgeFact(edge, proposed.evidence),), verdict, (run, slot))


def _sense_unit(proposed: SenseProposal, slot: str, key: str, verdict: str, run: int) -> Unit:
    """Return the unit of a line's mentions of a sense. It rests on that line, and on the one that tells it apart."""
    suffix = proposed.sense[len(proposed.base) + 2 : -1]
    called = sense_id(proposed.name, suffix)
    properties = {"canonical_name": called, SENSE_OF: proposed.base, SENSE: suffix}
    places = tuple(dict.fromkeys(mention.evidence for mention in proposed.mentions))
    node = NodeFact(Node(proposed.sense, ENTITY, properties), places, (called, *search_names(proposed.name)))
    facts = tuple(_sense_edges(proposed))
    told = [*places, *([] if proposed.mark is None else [proposed.mark])]
    premises = tuple(dict.fromkeys((item.doc_id, item.line_number) for item in told))
    parted = (PropertyFact(proposed.base, PARTED, True),)
    return Unit(slot, key, premises, (node,), facts, verdict, (run, slot), parted)


def _sense_edges(proposed: SenseProposal) -> Iterator[EdgeFact]:
    """Yield the edges of a sense: one for each Kriyā, relation and marker, as the name's own edges."""
    found: dict[tuple[str, str], dict[str, list[Evidence]]] = {}
    for mention in proposed.mentions:
        markers = found.setdefault((mention.kriya, RELATION_OF[mention.role]), {})
        places = markers.setdefault(mention.marker, [])
        places.append(_sense_evidence(mention.evidence, proposed.mark))
        if mention.marker_evidence is not None:
            places.append(mention.marker_evidence)
    for (kriya, relation), markers in found.items():
        for ordinal, (marker, places) in enumerate(markers.items()):
            edge = Edge(kriya, relation, proposed.sense, {MARKER: marker}, ordinal)
            yield EdgeFact(edge, tuple(dict.fromkeys(places)))


def _sense_evidence(place: Evidence, mark: Evidence | None) -> Evidence:
    """Return the evidence of a mention's sense: asserted where a person gave it, resolved where another line did."""
    if mark is None:
        return replace(place, grade=Grade.ASSERTED)
    here = (mark.doc_id, mark.line_number) == (place.doc_id, place.line_number)
    return place if here else replace(place, grade=Grade.RESOLVED)


def _evidence(proposed: Proposed) -> tuple[Evidence, ...]:
    if isinstance(proposed, EntityLink):
        return tuple(place for _, place in proposed.places)
    if isinstance(proposed, SourceCount):
        return proposed.places
    if isinstance(proposed, TypeProposal):
        return (proposed.evidence,)
    signal = () if proposed.signal is None else (proposed.signal,)
    return (_pointing_evidence(proposed), proposed.target_evidence, *signal)


def _pointing_evidence(link: Link) -> Evidence:
    """Return the evidence of the end that points: reached through the other one. What a person states stays so."""
    stated = link.source_evidence.grade is Grade.ASSERTED
    if stated or link.relation != IS_SAME_AS:
        return link.source_evidence
    return replace(link.source_evidence, grade=Grade.RESOLVED)


def _place(place: Evidence | None) -> Any:
    return None if place is None else _place_of(place)


def _place_of(place: Evidence) -> dict[str, Any]:
    return {
        "doc_id": place.doc_id,
        "line_number": place.line_number,
        "start": place.start,
        "end": place.end,
        "quote": place.quote,
        "grade": place.grade.value,
    }
