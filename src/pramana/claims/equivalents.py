"""Other clauses that a line's clause says as well: a sale as a purchase, a killing as a death, *became* as *was*."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pramana.claims.wording import ConverseFrame, frames_of, results_of
from pramana.language import NOMINAL, Clause, Modal, NounPhrase, Prepositional

_BECOMING = frozenset({"become", "remain"})
"""*She became the first* says that she was."""


_MUTUAL = frozenset({"marry", "wed", "divorce", "resemble", "adjoin"})
"""Verbs that hold from both sides; not *meet*: a plan that meets a demand is not met by it."""


def agents_of(clause: Clause) -> list[NounPhrase]:
    """Return who does it; of a passive, what follows *by*."""
    return _behind(clause, "by") if clause.passive else list(clause.subjects)


def patients_of(clause: Clause) -> list[NounPhrase]:
    """Return to whom or what it is done: the objects, of a passive the subjects, too."""
    return [*clause.subjects, *clause.objects] if clause.passive else list(clause.objects)


def _behind(clause: Clause, marker: str) -> list[NounPhrase]:
    """Return what follows a preposition; of *by Ann and the gate by Bo* Ann alone, as the gate does nothing."""
    parts = [part for part in clause.prepositions if part.preposition == marker]
    starts = [part.start for part in parts]  # of what *and* joins to the first, its own
    gapped = any(one == two < three for one, two, three in zip(starts, starts[1:], starts[2:], strict=False))
    return [part.phrase for part in (parts[:1] if gapped else parts)]


def equivalents(clause: Clause) -> Iterator[Clause]:
    """Yield the clauses that follow from one of a line, in active voice; each has the place of its verb."""
    if clause.kind in NOMINAL and not clause.subjects:
        return
    if clause.verb in _BECOMING and clause.modal is Modal.ACTUAL and not clause.negated:
        yield replace(clause, verb="be")
    yield from _mutual_clauses(clause)
    for frame in frames_of(clause.verb):
        turned = _turned_clause(clause, frame)
        if turned is not None:
            yield turned
    patients = patients_of(clause)
    if patients and not clause.negated:
        for verb in sorted(results_of(clause.verb)):
            kept = tuple(part for part in clause.prepositions if not (clause.passive and part.preposition == "by"))
            yield replace(
                clause, verb=verb, passive=False, subjects=tuple(patients), objects=(), indirect=(), prepositions=kept
            )


def _mutual_clauses(clause: Clause) -> Iterator[Clause]:
    """Yield what follows where both do the same to each other: *Ann married Bo* from *Bo married Ann*, and *Ann and Bo
    married* from either."""
    if clause.verb not in _MUTUAL or clause.passive or len(clause.subjects) != 1 or len(clause.objects) != 1:
        return
    yield replace(clause, subjects=clause.objects, objects=clause.subjects)
    yield replace(clause, subjects=(*clause.subjects, *clause.objects), objects=())


def _turned_clause(clause: Clause, frame: ConverseFrame) -> Clause | None:
    """Return a clause seen from the other side, None where its line does not name who is there."""
    agents, patients = agents_of(clause), patients_of(clause)
    sources = _behind(clause, frame.source) if frame.source else patients
    if frame.source in {"to", "for"}:
        sources = [*sources, *clause.indirect]
        patients = [each for each in patients if each not in sources]
    if not sources or not (agents or frame.source):
        return None
    moved = {frame.source, "by"} if clause.passive else {frame.source}
    kept = [each for each in clause.prepositions if each.preposition not in moved]
    if frame.target:
        kept += [Prepositional(frame.target, each, each.start, each.end) for each in agents]
    objects = agents if not frame.target else patients if frame.source else []
    turned = replace(clause, verb=frame.verb, passive=False, subjects=tuple(sources), objects=tuple(objects))
    return replace(turned, indirect=(), prepositions=tuple(kept))
