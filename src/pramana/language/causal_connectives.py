"""Causes that a connective states: because, due to, therefore, so … that, arrested for, injured in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.language import causal_lexicon as lex
from pramana.language.causal_model import CausalSpan, Causation
from pramana.language.causal_reading import STOPS, CausalReading, comma, piece, place_of, wordy
from pramana.language.lexicon import TIME_UNITS
from pramana.language.model import Clause, ClauseKind
from pramana.language.word_lists import word_set


def connective_spans(reading: CausalReading) -> Iterator[CausalSpan]:
    for first, word in enumerate(reading.words):
        for signal in _BY_FIRST.get(word, ()):
            last = first + len(signal)
            if tuple(reading.words[first:last]) == signal and not reading.is_denied(first):
                name = " ".join(signal)
                span = _span_of_signal(reading, name, first, last)
                if span is not None:
                    yield span
                    break
        if word == "for":
            yield from _for(reading, first)
        elif word in {"against", "in"}:
            yield from _harm_spans(reading, first, word)
        elif word == "by":
            yield from _by(reading, first)
        elif word == "so":
            yield from _so_that(reading, first)


def _span_of_signal(reading: CausalReading, name: str, first: int, last: int) -> CausalSpan | None:
    found = None
    if name in lex.CLAUSE_SIGNALS:
        found = _before_clause(reading, name, first, last)
    if found is None and name in lex.PHRASE_SIGNALS:
        found = _before_phrase(reading, name, first, last)
    if found is None and name in lex.RESULT_SIGNALS:
        found = _before_result(reading, name, first, last)
    return found


def _before_clause(reading: CausalReading, name: str, first: int, last: int) -> CausalSpan | None:
    """*X because Y*, *Because Y, X*."""
    if last >= len(reading.words):
        return None
    clause = reading.openings.get(reading.starts[last]) or reading.after(reading.starts[last], reading.stop(last))
    if clause is None or clause.verb_start < reading.starts[last] or reading.words[last] in _WITHIN.get(name, ()):
        return None
    if name == "seeing that" and first and wordy(reading.words[first - 1]):
        return None
    marked = clause.marker in {name, name.split()[0], name.split()[-1]} or reading.words[last] == "there"
    if name in lex.TEMPORAL and not marked:
        return None
    kind = Causation.TIME if name in lex.TEMPORAL and name not in {"since", "as"} else Causation.REASON
    return _reason(reading, name, first, last, kind, lex.CLAUSE_SIGNALS[name], clause)


def _before_phrase(reading: CausalReading, name: str, first: int, last: int) -> CausalSpan | None:
    """*X due to Y*, *Due to Y, X*."""
    if last >= len(reading.words) or not wordy(reading.words[last]):
        return None
    if name == "over" and (reading.sentence.tokens[last].tag in {"CRD", "ORD"} or _is_measure(reading, first, last)):
        return None
    if name == "following" and first and reading.words[first - 1] in {"the", "be", "was", "were", "is", "a"}:
        return None
    kind = Causation.TIME if name in lex.TEMPORAL else Causation.REASON
    own = reading.openings.get(reading.starts[last])
    doing = own if own is not None and own.verb_start == reading.starts[last] else None
    return _reason(reading, name, first, last, kind, lex.PHRASE_SIGNALS[name], doing)


def _is_measure(reading: CausalReading, first: int, last: int) -> bool:
    """Whether *over* says how long, how much or where: *over the past week*, *took over*, *handed over to*."""
    following = reading.sentence.tokens[last : last + 4]
    counted = any(token.lemma in TIME_UNITS or token.tag in {"CRD", "ORD"} for token in following[:3])
    moved = reading.sentence.tokens[first - 1].lemma in _MOVED_OVER if first else False
    return counted or moved or reading.words[last] in {"to", "by", "and", "from", "there", "here", "past", "last"}


_MOVED_OVER = word_set("causes/moved_over")


def _reason(
    reading: CausalReading, name: str, first: int, last: int, kind: Causation, confidence: int, own: Clause | None
) -> CausalSpan | None:
    place = reading.starts[first]
    governing = reading.before(place)
    inside = name.startswith(("in protest", "in support"))
    if governing is not None and not _is_fronted(reading, first, governing):
        cause = reading.trim(place if inside else reading.starts[last], reading.stop(last))
        effect = reading.trim(reading.start(governing), place)
    else:
        at = comma(reading, last)
        if at is None:
            return None
        cause = reading.trim(reading.starts[last], reading.starts[at])
        effect = reading.trim(reading.starts[at], reading.stop(at + 1))
        governing = reading.after(reading.starts[at], effect[1]) if effect else None
    if cause is None or effect is None or governing is None:
        return None
    signal = () if kind is Causation.TIME else (piece(reading, first, first + 2 if inside else last),)
    return CausalSpan(
        cause,
        effect,
        signal,
        kind,
        confidence,
        f"“{name}” gives the reason",
        None if own is None else place_of(own),
        place_of(governing),
    )


def _is_fronted(reading: CausalReading, first: int, governing: Clause) -> bool:
    """Whether the clause after a signal comes before the one that it explains: *He knew that, because …, they …*."""
    before = reading.words[first - 1] if first else ""
    return before in {"that", "and", "but"} and reading.starts[first] - governing.end <= len(before) + 3


def _before_result(reading: CausalReading, name: str, first: int, last: int) -> CausalSpan | None:
    """*X, so Y*; *X and therefore Y*."""
    joined = first > 0 and reading.words[first - 1] in {",", "and", ";", "--", "—", ":"}
    if (
        not joined
        or last >= len(reading.words)
        or (name == "so" and reading.words[last] in {"that", "as", "far", "much"})
    ):
        return None
    back = first - 1
    while back > 0 and reading.words[back - 1] in {",", "and", ";"}:
        back -= 1
    governing = reading.before(reading.starts[back])
    clause = reading.clause_from(last)
    if (
        governing is None
        or clause is None
        or (name == "so" and clause is not reading.openings.get(reading.starts[last]))
    ):
        return None
    return resulting(reading, first, last, governing, clause, lex.RESULT_SIGNALS[name])


def resulting(
    reading: CausalReading, first: int, last: int, governing: Clause, clause: Clause, confidence: int
) -> CausalSpan | None:
    """The cause comes before the signal, the effect after it."""
    cause = reading.trim(reading.start(governing), reading.starts[first])
    effect = reading.trim(reading.starts[last], reading.stop(last))
    if cause is None or effect is None or governing is clause:
        return None
    signal = (piece(reading, first, last),)
    reason = f"“{' '.join(reading.words[first:last])}” gives the result"
    verbs = place_of(governing), place_of(clause)
    return CausalSpan(cause, effect, signal, Causation.RESULT, confidence, reason, *verbs)


def _so_that(reading: CausalReading, first: int) -> Iterator[CausalSpan]:
    """*so tired that he slept*; *so that* is a purpose."""
    that = _that_after(reading, first)
    governing = reading.around(reading.starts[first]) if that else None
    clause = reading.clause_from(that + 1)
    if governing is None or clause is None or governing.negated or governing is clause:
        return
    cause = reading.trim(reading.start(governing), reading.starts[that])
    effect = reading.trim(reading.starts[that + 1], reading.stop(that + 1))
    if cause is None or effect is None:
        return
    signal = (piece(reading, first, first + 1), piece(reading, that, that + 1))
    reason = "“so … that” gives the result"
    yield CausalSpan(cause, effect, signal, Causation.RESULT, 85, reason, place_of(governing), place_of(clause))


def _that_after(reading: CausalReading, first: int) -> int:
    """The index of *that* after *so* and an adjective or adverb; 0 for none."""
    if reading.sentence.tokens[first + 1 : first + 2] and reading.words[first + 1] in _NOT_DEGREE:
        return 0
    for place in range(first + 2, min(first + 12, len(reading.words) - 1)):
        if reading.words[place] == "that":
            fits = reading.starts[place + 1] in reading.openings or reading.words[place + 1] in {"it", "there", "he"}
            return place if fits and reading.words[place - 1] not in {"assured", "sure", "or", "and"} else 0
        if reading.words[place] in STOPS or reading.words[place] in {"but", "as"}:
            return 0
    return 0


_NOT_DEGREE = frozenset({",", ".", ";", "that", "to", "the", "it", "he", "she", "they", "i", "you", "we", "did", "had"})


def _for(reading: CausalReading, first: int) -> Iterator[CausalSpan]:
    """*arrested for stealing*, *protests for water*; *she wept, for he was gone*."""
    if first + 1 >= len(reading.words) or reading.is_denied(first):
        return
    clause = reading.openings.get(reading.starts[first + 1])
    if first and reading.words[first - 1] in _PAUSES:
        span = _for_clause(reading, first, clause)
    else:
        confidence = _for_score(reading, first)
        own = clause if clause is None or clause.verb_start == reading.starts[first + 1] else None
        span = _reason(reading, "for", first, first + 1, Causation.REASON, confidence, own) if confidence else None
    if span is not None:
        yield span


_PAUSES = frozenset({",", ";", "--", "—", ":"})
_PARTICIPLES = frozenset({"VVG", "VBG", "VHG", "VDG"})


def _for_score(reading: CausalReading, first: int) -> int:
    """How surely *for* gives a reason, 0 for not: after a punishment and before an *-ing* form most of all."""
    verb = reading.nearest(reading.starts[first])
    if verb is None:
        return 0
    doing = reading.sentence.tokens[first + 1].tag in _PARTICIPLES or reading.words[first + 1] in {"allegedly", "not"}
    if doing:
        return 80 if verb.verb in lex.PUNISHED else 45
    punished = verb.verb in lex.PUNISHED and (verb.passive or bool(verb.objects))
    objects = {reading.sentence.tokens[phrase.head].lemma for phrase in verb.objects}
    return 45 if punished or verb.verb in lex.PROTEST or objects & lex.PROTEST else 0


def _for_clause(reading: CausalReading, first: int, clause: Clause | None) -> CausalSpan | None:
    """*she wept, for he was gone*: *for* before a clause that has a subject."""
    governing = reading.before(reading.starts[first - 1])
    if clause is None or governing is None or clause.verb_start == reading.starts[first + 1]:
        return None
    if clause.kind not in {ClauseKind.MAIN, ClauseKind.SUBORDINATE} or clause.subject_from != "stated":
        return None
    cause = reading.trim(reading.starts[first + 1], reading.stop(first + 1))
    effect = reading.trim(reading.start(governing), reading.starts[first - 1])
    if cause is None or effect is None or governing is clause:
        return None
    verbs = place_of(clause), place_of(governing)
    signal = (piece(reading, first, first + 1),)
    return CausalSpan(cause, effect, signal, Causation.REASON, 45, "“for” gives the reason", *verbs)


def _by(reading: CausalReading, first: int) -> Iterator[CausalSpan]:
    """*they protested by blocking the road*; *were left stranded by the strike*."""
    verb = reading.nearest(reading.starts[first])
    if verb is None or first + 1 >= len(reading.words) or reading.is_denied(first):
        return
    doing = reading.sentence.tokens[first + 1].tag in _PARTICIPLES
    caused = verb.passive and verb.verb not in lex.CAUSE_VERBS and _happening(reading, first + 1)
    if not (doing and not verb.passive) and not caused:
        return
    own = reading.openings.get(reading.starts[first + 1]) if doing else None
    span = _reason(reading, "by", first, first + 1, Causation.REASON, 40, own)
    if span is not None:
        yield span


def _harm_spans(reading: CausalReading, first: int, word: str) -> Iterator[CausalSpan]:
    """*were injured in the firing*; *staged a protest against the law*."""
    verb = reading.nearest(reading.starts[first])
    if verb is None or first + 1 >= len(reading.words) or reading.is_denied(first):
        return
    objects = {reading.sentence.tokens[phrase.head].lemma for phrase in verb.objects}
    if word == "in":
        fits = (verb.passive or verb.verb == "die") and verb.verb in lex.HARM and _happening(reading, first + 1)
    else:
        fits = verb.verb in lex.PROTEST or bool(objects & lex.PROTEST)
    if not fits:
        return
    stop = reading.stop(first + 1)
    cause = reading.trim(reading.starts[first + (word == "in")], stop)
    governing = reading.governor(verb)
    effect = reading.trim(reading.start(governing), reading.starts[first])
    if cause is not None and effect is not None:
        reason = f"“{word}” names its origin"
        yield CausalSpan(cause, effect, (), Causation.REASON, 42, reason, None, place_of(governing))


def _happening(reading: CausalReading, index: int) -> bool:
    """Whether a noun phrase names something that happens, not a place or a time."""
    for token in reading.sentence.tokens[index : index + 5]:
        if token.lemma in lex.HAPPENINGS or (token.lemma.endswith("ing") and token.tag.startswith("NN")):
            return True
        if token.tag == "PRP" or not wordy(token.text):
            return False
    return False


def _by_first(names: Sequence[str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    table: dict[str, list[tuple[str, ...]]] = {}
    for name in sorted(set(names), key=lambda name: (-len(name.split()), name)):
        words = tuple(name.split())
        table.setdefault(words[0], []).append(words)
    return {first: tuple(signals) for first, signals in table.items()}


_WITHIN = {"as": frozenset({"if", "though", "to", "well", "soon", "far", "long", "much"})}
_BY_FIRST = _by_first([*lex.CLAUSE_SIGNALS, *lex.PHRASE_SIGNALS, *lex.RESULT_SIGNALS])
