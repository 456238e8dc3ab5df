"""What a line says of causes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

Span = tuple[int, int]
"""Start and end in code points of the line, end exclusive."""


class Causation(StrEnum):
    """How the line puts it."""

    REASON = "reason"
    """because, due to, for doing"""
    RESULT = "result"
    """therefore, so, so … that"""
    PURPOSE = "purpose"
    """to, in order to, so that: the cause is an intention"""
    VERB = "verb"
    """cause, lead to, force"""
    OUTCOME = "outcome"
    """…, killing two"""
    MOTIVE = "motive"
    """…, demanding water; *irked over the arrests, they …*"""
    TIME = "time"
    """after, when: a time first, a cause only at times"""


@dataclass(frozen=True, slots=True)
class CausalSpan:
    """A cause and its effect in one line. Spans are (start, end) in code points of the line, end exclusive.

    `signal` holds the words that state the relation, in pieces; a piece may be inside `cause` or `effect`.
    `cause_verb` and `effect_verb` are the places of the spans' main verbs, None for a span without one.
    `confidence` is 1 to 100.
    """

    cause: Span
    effect: Span
    signal: tuple[Span, ...]
    kind: Causation
    confidence: int
    reason: str
    cause_verb: Span | None = None
    effect_verb: Span | None = None

    @property
    def cause_first(self) -> bool:
        """Whether the cause comes before the effect."""
        return self.cause < self.effect
