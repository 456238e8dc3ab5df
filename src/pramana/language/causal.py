"""Which span of a line is the cause of which: connectives, causal verbs, purposes, outcomes.

Where a span begins and ends follows the Causal News Corpus: a purpose and an outcome hold their signal, a reason does
not. What a line denies (*not because*, *did not lead to*) is left out.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from pramana.language import causal_lexicon as lex
from pramana.language.analysis import analyse_cached
from pramana.language.causal_connectives import connective_spans
from pramana.language.causal_model import CausalSpan, Causation, Span
from pramana.language.causal_purposes import purposes
from pramana.language.causal_reading import CausalReading, piece, place_of, wordy
from pramana.language.causal_verbs import participles, verbs, which_results
from pramana.language.lexicon import SPEECH
from pramana.language.model import ClauseKind

__all__ = [
    "CausalSpan",
    "Causation",
    "CauseOpening",
    "Span",
    "causal_spans",
    "cause_opening",
    "gives_reason",
    "main_verb",
]


def causal_spans(text: str, least: int = 1) -> tuple[CausalSpan, ...]:
    """What one line says of causes, in order of (cause, effect), at or above the confidence `least`.

    Never raises on any text; near-linear in its length.

    >>> text = "The road was closed because the river rose."
    >>> [(text[slice(*span.cause)], text[slice(*span.effect)]) for span in causal_spans(text)]
    [('the river rose', 'The road was closed')]
    """
    reading = CausalReading(analyse_cached(text))
    found: dict[tuple[Span, Span], CausalSpan] = {}
    for span in (
        *connective_spans(reading),
        *verbs(reading),
        *purposes(reading),
        *participles(reading),
        *which_results(reading),
    ):
        known = found.get((span.cause, span.effect))
        if span.confidence >= least and (known is None or span.confidence > known.confidence):
            found[span.cause, span.effect] = span
    return tuple(found[key] for key in sorted(found))


SURE_CAUSE = 50
"""What a span needs, of 100, to give a reason. Bare *as*, *after* and *when* stay below it: they say a time more often
than a cause."""


def gives_reason(text: str, verb: str, *, effects: bool = False) -> bool:
    """Return whether a line gives a cause, or with `effects` an effect, of what the words `verb` of it say.

    >>> gives_reason("The road was closed due to snow.", "was closed")
    True
    >>> gives_reason("He left after the accident.", "left")
    False
    """
    sides = (span.cause if effects else span.effect for span in causal_spans(text, SURE_CAUSE))
    return any(verb in text[start:end] for start, end in sides)


AFFECTS = 70
"""How sure it is that *this* which delays, kills or floods something is what was told before, 1 to 100."""


@dataclass(frozen=True, slots=True)
class CauseOpening:
    """How a line is tied to the one before. `verb` is the main verb here; `result`: whether this line is the effect."""

    signal: Span
    verb: Span
    result: bool
    confidence: int
    reason: str


_OPENINGS: dict[tuple[str, ...], tuple[bool, int]] = {
    **{tuple(name.split()): (True, score) for name, score in lex.RESULT_SIGNALS.items() if name != "so"},
    ("this", "is", "why"): (True, 95),
    ("that", "'s", "why"): (True, 95),
    ("because", "of", "this"): (True, 92),
    ("because", "of", "that"): (True, 92),
    ("so", ","): (True, 50),
    ("this", "is", "because"): (False, 95),
    ("that", "is", "because"): (False, 95),
    ("that", "'s", "because"): (False, 95),
    ("it", "is", "because"): (False, 70),
    ("this", "was", "because"): (False, 92),
    ("that", "was", "because"): (False, 92),
    ("it", "was", "because"): (False, 70),
    ("the", "reason", "was", "that"): (False, 90),
    ("the", "reason", "is", "that"): (False, 90),
    ("this", "was", "why"): (True, 92),
    ("that", "was", "why"): (True, 92),
    ("that", "is", "why"): (True, 95),
    ("this", "meant", "that"): (True, 80),
}


def cause_opening(text: str) -> CauseOpening | None:
    """What the first words of a line say of the line before it; None where they say nothing.

    >>> found = cause_opening("As a result, the shop closed.")
    >>> found.signal, found.result
    ((0, 11), True)
    """
    reading = CausalReading(analyse_cached(text)) if text[:1].strip() else None
    if reading is None:
        return None
    first = next((index for index, word in enumerate(reading.words) if wordy(word)), 0)
    for size in (4, 3, 2, 1):
        known = _OPENINGS.get(tuple(reading.words[first : first + size]))
        if known is not None:
            return _cause_opening(reading, first, first + size, *known)
    return _referring(reading, first)


def _cause_opening(reading: CausalReading, first: int, last: int, result: bool, confidence: int) -> CauseOpening | None:
    if last >= len(reading.words):
        return None
    clause = reading.after(reading.starts[last], len(reading.sentence.text))
    if clause is None:
        return None
    signal = piece(reading, first, last if wordy(reading.words[last - 1]) else last - 1)
    name = " ".join(reading.words[first:last])
    return CauseOpening(signal, place_of(clause), result, confidence, f"the line opens with “{name}”")


def _referring(reading: CausalReading, first: int) -> CauseOpening | None:
    """*This led to a strike*: the causal verb is the effect of the line before."""
    clause = reading.clauses[0] if reading.clauses else None
    if (
        clause is None
        or clause.negated
        or clause.passive
        or reading.words[first : first + 1] not in (["this"], ["that"])
    ):
        return None
    last = bisect_left(reading.starts, clause.verb_end)
    preposition = reading.words[last] if last < len(reading.words) else ""
    confidence = lex.CAUSE_VERBS_WITH.get((clause.verb, preposition)) or lex.CAUSE_VERBS.get(clause.verb, 0)
    confidence = max(confidence, AFFECTS if clause.verb in lex.AFFECTING and clause.objects else 0)
    # Weak verbs (*make*, 45) seldom state a cause with *this* as subject; one adverb may precede the verb.
    if confidence < 60 or reading.at(clause.verb_start) > first + 2:
        return None
    return CauseOpening(
        place_of(clause), place_of(clause), True, confidence - 10, f"“{clause.verb}” refers to the line before"
    )


def main_verb(text: str) -> Span | None:
    """The verb of the last main clause of a line; None where it has none.

    >>> main_verb("He slept because he was tired.")
    (3, 8)
    """
    clauses = [clause for clause in analyse_cached(text).clauses if clause.kind is ClauseKind.MAIN]
    plain = [clause for clause in clauses if clause.marker is None and clause.verb not in SPEECH]
    chosen = (plain or clauses)[-1:]
    return place_of(chosen[0]) if chosen else None
