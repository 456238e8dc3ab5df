"""What passes propose, as data: what makes a proposal another one, its JSON, and the unit that it becomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pramana.evidence import Evidence, Grade
from pramana.graph import Edge, EdgeFact, PropertyFact, Unit
from pramana.karaka.passes.model import Link
from pramana.karaka.passes.types import TypeProposal
from pramana.karaka.schema import IS_SAME_AS

ENTITY_TYPE = "entity_type"
"""The property that a type becomes."""
Proposed = Link | TypeProposal


def identity(proposed: Proposed) -> tuple[str, ...]:
    """Return what it is about: of two proposals about the same only one stands."""
    if isinstance(proposed, Link):
        return proposed.source, proposed.relation, proposed.target
    return proposed.entity, ENTITY_TYPE


def canonical_order(proposals: Sequence[Proposed]) -> list[Proposed]:
    """Return proposals surest first, then by what they are about; of several about the same the first of these."""
    found: dict[tuple[str, ...], Proposed] = {}
    for proposed in sorted(proposals, key=lambda each: (-each.confidence, identity(each), each.reason)):
        found.setdefault(identity(proposed), proposed)
    return list(found.values())


def as_json(proposed: Proposed) -> dict[str, Any]:
    """Return what a proposal says: the ledger's body of it, and what its key hashes."""
    common = {"reason": proposed.reason, "confidence": proposed.confidence}
    if isinstance(proposed, TypeProposal):
        return {"entity": proposed.entity, "type": proposed.type, "evidence": _place(proposed.evidence), **common}
    ends = {"source_evidence": proposed.source_evidence, "target_evidence": proposed.target_evidence}
    places = {name: _place(end) for name, end in {**ends, "signal": proposed.signal}.items()}
    return {"source": proposed.source, "relation": proposed.relation, "target": proposed.target, **common, **places}


def unit_of(proposed: Proposed, slot: str, key: str, verdict: str, run: int) -> Unit:
    """Return the unit of an accepted proposal. It rests on every line that it has evidence in."""
    evidence = _evidence(proposed)
    premises = tuple(dict.fromkeys((item.doc_id, item.line_number) for item in evidence))
    if isinstance(proposed, Link):
        edge = EdgeFact(Edge(proposed.source, proposed.relation, proposed.target), evidence)
        return Unit(slot, key, premises, (), (edge,), verdict, (run, slot))
    added = PropertyFact(proposed.entity, ENTITY_TYPE, proposed.type, evidence)
    return Unit(slot, key, premises, verdict=verdict, origin=(run, slot), properties=(added,))


def _evidence(proposed: Proposed) -> tuple[Evidence, ...]:
    if isinstance(proposed, TypeProposal):
        return (proposed.evidence,)
    signal = () if proposed.signal is None else (proposed.signal,)
    return (_resolved(proposed), proposed.target_evidence, *signal)


def _resolved(link: Link) -> Evidence:
    """Return the evidence of the end that points: reached through the other one. What a person states stays so."""
    stated = link.source_evidence.grade is Grade.ASSERTED
    if stated or link.relation != IS_SAME_AS:
        return link.source_evidence
    return replace(link.source_evidence, grade=Grade.RESOLVED)


def _place(place: Evidence | None) -> dict[str, Any] | None:
    if place is None:
        return None
    return {
        "doc_id": place.doc_id,
        "line_number": place.line_number,
        "start": place.start,
        "end": place.end,
        "quote": place.quote,
        "grade": place.grade.value,
    }
