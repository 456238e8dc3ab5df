"""Causes that a verb states: cause, lead to, force; and participles before and after a clause."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from pramana.language import causal_lexicon as lex
from pramana.language.causal_model import CausalSpan, Causation
from pramana.language.causal_reading import HANGING, CausalReading, comma, place_of, wordy
from pramana.language.lexicon import SPEECH
from pramana.language.model import Clause, ClauseKind


def verbs(reading: CausalReading) -> Iterator[CausalSpan]:
    for index, clause in enumerate(reading.clauses):
        if clause.negated or clause.kind in HANGING:
            continue
        following = reading.clauses[index + 1] if index + 1 < len(reading.clauses) else None
        span = _verb(reading, clause, following)
        if span is not None:
            yield span


def _verb(reading: CausalReading, clause: Clause, following: Clause | None) -> CausalSpan | None:
    last = bisect_left(reading.starts, clause.verb_end)
    preposition = reading.words[last] if last < len(reading.words) else ""
    confidence = lex.CAUSE_VERBS_WITH.get((clause.verb, preposition), 0)
    if confidence and not clause.passive:
        return _causing(reading, clause, last + 1, confidence, following)
    confidence = lex.CAUSE_VERBS.get(clause.verb, 0)
    if confidence and clause.passive and preposition == "by":
        return _passive_cause(reading, clause, last, confidence)
    acts = following is not None and following.kind is ClauseKind.INFINITIVE and _hangs(reading, following, clause)
    if not confidence or clause.passive or (clause.verb in lex.NEEDS_ACTION and not acts):
        return None
    return _causing(reading, clause, last, confidence, following if acts else None)


def _hangs(reading: CausalReading, clause: Clause, above: Clause) -> bool:
    return clause.parent is not None and reading.sentence.clauses[clause.parent] is above


def _causing(
    reading: CausalReading, clause: Clause, last: int, confidence: int, following: Clause | None
) -> CausalSpan | None:
    """*The storm caused floods*, *The storm forced them to leave*."""
    if not clause.subjects or last >= len(reading.words):
        return None
    start = reading.start(clause)
    if reading.words[reading.at(start)] in lex.REFERRING and clause.kind is ClauseKind.MAIN:
        return None
    signal = reading.trim(clause.verb_start, reading.starts[last])
    cause = reading.trim(start, _subject_end(reading, clause))
    effect = reading.trim(reading.starts[last], reading.stop(last))
    if signal is None or cause is None or effect is None:
        return None
    acts = following is not None and following.verb_end <= effect[1]
    return CausalSpan(
        cause,
        effect,
        (signal,),
        Causation.VERB,
        confidence,
        f"“{clause.verb}” says that one brings about the other",
        place_of(clause) if acts else reading.verb_in(cause),
        place_of(following) if acts and following is not None else reading.verb_in(effect),
    )


def _subject_end(reading: CausalReading, clause: Clause) -> int:
    """Before the verb, and before the relative pronoun where there is one."""
    index = reading.at(clause.verb_start)
    if clause.kind is ClauseKind.RELATIVE:
        while index > 0 and reading.words[index - 1] not in {"which", "that", "who"}:
            index -= 1
        return reading.starts[index - 1] if index else clause.verb_start
    return clause.verb_start


def _passive_cause(reading: CausalReading, clause: Clause, last: int, confidence: int) -> CausalSpan | None:
    """*The fire was caused by a spark*."""
    if not clause.subjects or last + 1 >= len(reading.words):
        return None
    signal = clause.verb_start, reading.sentence.tokens[last].end
    cause = reading.trim(reading.starts[last + 1], reading.stop(last + 1))
    effect = reading.trim(reading.start(clause), clause.verb_start)
    if cause is None or effect is None:
        return None
    reason = f"“{clause.verb} by” says that the one brings about the other"
    verbs = reading.verb_in(cause), reading.verb_in(effect)
    return CausalSpan(cause, effect, (signal,), Causation.VERB, confidence, reason, *verbs)


def which_results(reading: CausalReading) -> Iterator[CausalSpan]:
    """*Snow fell, which delayed the train*: what a clause tells, taken up by *which* behind a comma."""
    for clause in reading.clauses:
        plain = clause.kind is ClauseKind.RELATIVE and not (clause.negated or clause.passive)
        at = reading.at(clause.verb_start) - 1
        if not plain or at < 1 or reading.words[at - 1 : at + 1] != [",", "which"]:
            continue
        confidence = 72 if clause.verb in lex.AFFECTING else lex.CAUSE_VERBS.get(clause.verb, 0)
        place = reading.starts[at - 1]
        governing = reading.before(place)
        cause = None if governing is None else reading.trim(reading.start(governing), place)
        effect = reading.trim(clause.verb_start, reading.stop(at + 1))
        sure = confidence >= 60 and governing is not None and governing.verb not in SPEECH
        if not sure or governing is None or cause is None or effect is None:
            continue
        signal = ((reading.starts[at], clause.verb_end),)
        verbs = place_of(governing), place_of(clause)
        reason = f"“which {clause.verb_quote}” says what comes of it"
        yield CausalSpan(cause, effect, signal, Causation.RESULT, confidence, reason, *verbs)


def participles(reading: CausalReading) -> Iterator[CausalSpan]:
    """What trails a clause (*…, killing two*; *…, demanding water*), and a feeling before it (*Irked over …*)."""
    for clause in reading.clauses:
        index = reading.at(clause.verb_start)
        if clause.negated or clause.kind not in {ClauseKind.PARTICIPIAL, ClauseKind.RELATIVE}:
            continue
        if index and reading.words[index].endswith("ing"):
            yield from _trailing(reading, clause, index)
        elif clause.kind is ClauseKind.PARTICIPIAL and clause.passive and clause.verb in lex.FEELINGS:
            yield from _felt(reading, clause, index)


def _trailing(reading: CausalReading, clause: Clause, index: int) -> Iterator[CausalSpan]:
    outcome = clause.verb in lex.OUTCOMES or reading.words[index : index + 2] in _OUTCOME_PAIRS
    governing = reading.before(clause.verb_start)
    joined = _JOINED.intersection(reading.words[max(0, index - 2) : index])
    if clause.passive or joined:
        return
    known = outcome or clause.verb in lex.MOTIVES
    if not known or governing is None or governing is clause or reading.sentence.tokens[index - 1].tag in _GOVERNING:
        return
    if reading.starts[index + 1 : index + 2] and not wordy(reading.words[index + 1]):
        return
    own = reading.trim(clause.verb_start, reading.stop(index))
    other = reading.trim(reading.start(governing), clause.verb_start)
    if own is None or other is None:
        return
    signal = (place_of(clause),)
    if outcome:
        reason, verbs = f"“{clause.verb_quote}” gives the outcome", (place_of(governing), place_of(clause))
        yield CausalSpan(other, own, signal, Causation.OUTCOME, 72, reason, *verbs)
    else:
        reason, verbs = f"“{clause.verb_quote}” gives the motive", (place_of(clause), place_of(governing))
        yield CausalSpan(own, other, signal, Causation.MOTIVE, 48, reason, *verbs)


_JOINED = frozenset({"and", "or"})
_GOVERNING = frozenset({"PRP", "PRF", "CJS", "AT0", "TO0"})
"""After these a participle is governed, not trailing: *by killing*, *while protesting*."""
_OUTCOME_PAIRS = (["leading", "to"], ["resulting", "in"])


def _felt(reading: CausalReading, clause: Clause, index: int) -> Iterator[CausalSpan]:
    """*Irked over the arrests, they …*."""
    at = comma(reading, index)
    if at is None:
        return
    cause = reading.trim(clause.verb_start, reading.starts[at])
    effect = reading.trim(reading.starts[at], reading.stop(at + 1))
    main = reading.after(reading.starts[at], effect[1]) if effect else None
    if cause is None or effect is None or main is None:
        return
    reason = f"“{clause.verb_quote}” gives the motive"
    signal = ((clause.verb_start, clause.verb_end),)
    yield CausalSpan(cause, effect, signal, Causation.MOTIVE, 75, reason, place_of(clause), place_of(main))
