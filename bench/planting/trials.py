"""A trial: a statement, true or false, and what an interface is given with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b

from pramana.evals.falsehoods import Falsehood, FalsehoodKind, StructuredClaim, TruePair

VALUES = (FalsehoodKind.NUMBER, FalsehoodKind.DATE, FalsehoodKind.NAME)
"""Kinds in which one value changed, which an extraction can be asked for."""


@dataclass(frozen=True)
class Trial:
    """A statement about a text. `cites` is the line (from 1) that it is said to follow from; `value` the one word that
    a falsehood changed, or what stood there, "" where the change is no value."""

    kind: str
    true: bool
    pair: TruePair
    statement: str
    claim: StructuredClaim
    cites: int
    value: str = ""
    other: TruePair | None = None

    @cached_property
    def cited(self) -> str:
        return self.pair.lines[self.cites - 1]


def trials_of(found: Falsehood) -> tuple[Trial, Trial]:
    """Return a falsehood and its true twin as trials."""
    twin, kind = found.twin, found.kind
    value = found.now if kind in VALUES else ""
    false = Trial(kind.value, False, twin, found.statement, found.claim, found.cites, value, found.other)
    claim = replace(twin.claim, detail=found.was) if found.claim.detail and kind in VALUES else twin.claim
    was = found.was if kind in VALUES else ""
    return false, Trial(kind.value, True, twin, twin.statement, claim, twin.number, was)


def half_of(pair: TruePair) -> str:
    """Return `first` or `second`: a text is always in one half, whatever else is measured."""
    return ("first", "second")[blake2b(pair.document.encode()).digest()[0] % 2]


Accepts = Callable[[Trial], bool]
"""What tells whether an interface accepts a trial's statement."""


def evenly(found: Sequence[Falsehood], most: int) -> Iterator[Falsehood]:
    """Yield at most so many of each kind, from all genres alike, in an order that only their words decide."""
    order = sorted(found, key=lambda one: blake2b(f"{one.kind}{one.twin.statement}".encode()).digest())
    for kind in FalsehoodKind:
        queues = [
            [one for one in order if one.kind is kind and one.twin.genre == genre]
            for genre in sorted({one.twin.genre for one in order})
        ]
        taken = 0
        while taken < most and any(queues):
            for queue in queues:
                if queue and taken < most:
                    yield queue.pop(0)
                    taken += 1
