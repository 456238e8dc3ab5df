"""Purposes: the intention that moves an action. And *so that* without one, a result."""

from __future__ import annotations

from collections.abc import Iterator

from pramana.language import causal_lexicon as lex
from pramana.language.causal_connectives import resulting
from pramana.language.causal_model import CausalSpan, Causation
from pramana.language.causal_reading import CausalReading, comma, piece, place_of, wordy
from pramana.language.model import Clause, ClauseKind, Modal
from pramana.language.word_lists import word_set

_LONGEST = max(len(signal.split()) for signal in lex.PURPOSE_SIGNALS)


def purposes(reading: CausalReading) -> Iterator[CausalSpan]:
    for clause in reading.clauses:
        if clause.kind is ClauseKind.INFINITIVE:
            span = _purpose(reading, clause)
            if span is not None:
                yield span
    for first, word in enumerate(reading.words):
        if word == "so" and reading.words[first + 1 : first + 2] == ["that"] and not reading.is_denied(first):
            span = _so_that_clause(reading, first)
            if span is not None:
                yield span


def _so_that_clause(reading: CausalReading, first: int) -> CausalSpan | None:
    """*so that* with *may*, *can*, *will* is a purpose, else a result: *he spoke low, so that nobody heard*."""
    clause = reading.clause_from(first + 2)
    if clause is None:
        return None
    modals = reading.words[max(0, reading.at(clause.verb_start) - 1) : reading.at(clause.verb_end)]
    if _MODALS.intersection(modals) and reading.words[first - 1 : first] != [","]:
        return purpose_span(reading, first, first + 2, "so that", clause)
    governing = reading.before(reading.starts[first])
    return None if governing is None else resulting(reading, first, first + 2, governing, clause, 75)


_MODALS = word_set("causes/modals")


def _purpose(reading: CausalReading, clause: Clause) -> CausalSpan | None:
    begin = reading.at(clause.verb_start)
    to = next((place for place in (begin, begin - 1, begin + 1) if reading.words[place : place + 1] == ["to"]), None)
    if to is None or clause.negated or reading.words[max(0, to - 1) : to] == ["not"]:
        return None
    name, first = "to", to
    for size in range(_LONGEST, 1, -1):
        words = " ".join(reading.words[max(0, to + 1 - size) : to + 1])
        if words in lex.PURPOSE_SIGNALS:
            name, first = words, to + 1 - size
            break
    if name == "to" and _bare(reading, to) and not any(map(wordy, reading.words[max(0, to - 3) : to])):
        return _fronted_purpose(reading, to, clause)
    if name == "to" and not _free(reading, to):
        return None
    return purpose_span(reading, first, to + 1, name, clause)


def _free(reading: CausalReading, to: int) -> bool:
    """Whether a bare infinitive is a purpose: it completes neither a verb, nor a noun, nor an adjective."""
    if to == 0 or not _bare(reading, to):
        return False
    before = reading.sentence.tokens[to - 1]
    if "and" in reading.words[max(0, to - 2) : to] and before.tag.startswith("AV"):
        return False
    if before.tag.startswith("AJ") or before.lemma in lex.NO_PURPOSE_NOUNS or before.text.lower() in _NO_PURPOSE_WORDS:
        return False
    if {"too", "enough"}.intersection(reading.words[max(0, to - 3) : to]):
        return False
    verb = reading.nearest(reading.starts[to])
    if verb is None or _complete(reading, verb):
        return False
    apart = verb.verb in lex.COMPLETED_NEXT and reading.at(verb.verb_end) < to
    return apart or verb.verb not in lex.NO_PURPOSE_AFTER


def _fronted_purpose(reading: CausalReading, to: int, verb: Clause) -> CausalSpan | None:
    """*To mark the day, they held a rally*."""
    at = comma(reading, to)
    main = reading.after(reading.starts[at], len(reading.sentence.text)) if at else None
    if at is None or main is None or main is verb or main.modal is not Modal.ACTUAL or main.subject_from != "stated":
        return None
    cause = reading.trim(reading.starts[to], reading.starts[at])
    effect = reading.trim(reading.starts[at], reading.stop(at + 1))
    if cause is None or effect is None:
        return None
    verbs = place_of(verb), place_of(main)
    signal = (piece(reading, to, to + 1),)
    return CausalSpan(cause, effect, signal, Causation.PURPOSE, 65, "“to” gives the purpose", *verbs)


def _purposeful_action(reading: CausalReading, first: int) -> Clause | None:
    """The action that has a purpose: the nearest one, or after a comma the nearest independent one."""
    nearest = reading.nearest(reading.starts[first])
    set_off = first > 0 and reading.words[first - 1] == ","
    compared = nearest is not None and nearest.marker in {"as", "than", "until", "when", "if"}
    return reading.standing(reading.starts[first]) if set_off and compared else nearest


def _bare(reading: CausalReading, to: int) -> bool:
    """Whether a plain infinitive follows; a perfect one (*to have seen*) is not a purpose."""
    tags = [token.tag for token in reading.sentence.tokens[to + 1 : to + 3]]
    perfect = reading.words[to + 1 : to + 2] == ["have"] and tags[1:] and tags[1].endswith("N")
    if any(word.startswith("wh") for word in reading.words[to + 1 : to + 2]):
        return False
    return bool(tags) and not perfect and (tags[0].endswith(("I", "B")) or tags[0].startswith("AV"))


def _complete(reading: CausalReading, verb: Clause) -> bool:
    """Whether an infinitive after a clause belongs to *it* (*it hurt to see*), or to its object (*gave orders to*)."""
    phrases = [*verb.objects, *(verb.subjects if verb.passive else ()), *(part.phrase for part in verb.prepositions)]
    nouns = {reading.sentence.tokens[phrase.head].lemma for phrase in phrases}
    expletive = any(phrase.text.lower() == "it" for phrase in (*verb.subjects, *verb.objects))
    return expletive or bool(nouns & lex.NO_PURPOSE_NOUNS)


_NO_PURPOSE_WORDS = word_set("causes/no_purpose_words")


def purpose_span(reading: CausalReading, first: int, last: int, name: str, verb: Clause) -> CausalSpan | None:
    place = reading.starts[first]
    governing = reading.before(place)
    if governing is None or governing is verb or last >= len(reading.words):
        return None
    begin = reading.starts[last - 1] if reading.words[last - 1] == "to" else place
    cause = reading.trim(begin, reading.stop(last))
    effect = reading.trim(reading.start(governing), place)
    if cause is None or effect is None or cause[1] < verb.verb_end:
        return None
    signal = (piece(reading, first, last),)
    reason = f"“{name}” gives the purpose"
    confidence = lex.PURPOSE_SIGNALS[name]
    moved = _purposeful_action(reading, first) or governing
    return CausalSpan(cause, effect, signal, Causation.PURPOSE, confidence, reason, place_of(verb), place_of(moved))
