"""Which span of a line is the cause of which: connectives, causal verbs, purposes, outcomes.

Where a span begins and ends follows the Causal News Corpus: a purpose and an outcome hold their signal, a reason does
not. What a line denies (*not because*, *did not lead to*) is left out.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from pramana.language import causal_lexicon as lex
from pramana.language.analysis import analyse
from pramana.language.lexicon import SPEECH
from pramana.language.model import NOMINAL, Clause, ClauseKind, Sentence

Span = tuple[int, int]
_REACH = 80
"""Tokens that a span may run on: it keeps the reading linear in the line."""
_HANGING = {ClauseKind.INFINITIVE, ClauseKind.PARTICIPIAL}
_PURPOSE_WORDS = max(len(signal.split()) for signal in lex.PURPOSE_SIGNALS)


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

    `signal` holds the pieces of what says it, empty where nothing does; a piece may stand inside `cause` or `effect`.
    `cause_verb` and `effect_verb` are the places of the spans' main verbs, None where a span has none of its own.
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
        """Whether the cause stands before the effect."""
        return self.cause < self.effect


def causal_spans(text: str, least: int = 1) -> tuple[CausalSpan, ...]:
    """What one line says of causes, in order of (cause, effect), at or above the confidence `least`.

    Never raises on any text; near-linear in its length.

    >>> text = "The road was closed because the river rose."
    >>> [(text[slice(*span.cause)], text[slice(*span.effect)]) for span in causal_spans(text)]
    [('the river rose', 'The road was closed')]
    """
    reading = _Reading(analyse(text))
    found: dict[tuple[Span, Span], CausalSpan] = {}
    for span in (*_connected(reading), *_verbs(reading), *_purposes(reading), *_participles(reading)):
        known = found.get((span.cause, span.effect))
        if span.confidence >= least and (known is None or span.confidence > known.confidence):
            found[span.cause, span.effect] = span
    return tuple(found[key] for key in sorted(found))


@dataclass(slots=True)
class _Reading:
    """A line's analysis with what the rules look up in it."""

    sentence: Sentence
    words: list[str] = field(init=False)
    starts: list[int] = field(init=False)
    clauses: list[Clause] = field(init=False)
    verbs: list[int] = field(init=False)
    openings: dict[int, Clause] = field(init=False)

    def __post_init__(self) -> None:
        self.words = [token.text.lower().replace("’", "'") for token in self.sentence.tokens]
        self.starts = [token.start for token in self.sentence.tokens]
        self.clauses = [clause for clause in self.sentence.clauses if clause.kind not in NOMINAL]
        self.verbs = [clause.verb_start for clause in self.clauses]
        self.openings = {self.start(clause): clause for clause in reversed(self.clauses)}

    def at(self, place: int) -> int:
        """The index of the first token at or after a place in the line."""
        return bisect_left(self.starts, place)

    def start(self, clause: Clause) -> int:
        """Where a clause begins: its subject, if that stands before the verb and is its own."""
        if clause.kind in _HANGING:
            return clause.verb_start
        before = [phrase.start for phrase in clause.subjects if phrase.start < clause.verb_start]
        start = min(before, default=clause.verb_start)
        return self._leftmost(start) if before and clause.kind is ClauseKind.MAIN else start

    def _leftmost(self, start: int) -> int:
        """Where the phrase that a subject ends begins: what stands before it up to a mark, a joint or a verb."""
        index = bisect_left(self.verbs, start) - 1
        least = max(self.clauses[index].verb_end if index >= 0 else 0, self.starts[max(0, self.at(start) - 12)])
        place = first = self.at(start)
        while place > 0 and self.starts[place - 1] >= least and not self._bounds(place - 1):
            place -= 1
        return self.starts[place] if place < first and self.words[place] not in _OPENERS else start

    def _bounds(self, place: int) -> bool:
        """Whether a phrase cannot run over a token: a mark but a hyphen, a joint, the clock time of a dateline."""
        word = self.words[place]
        clock = word in {"hrs", "ist", "am", "pm"} or (":" in word and word[:1].isdigit())
        return clock or word in _JOINTS or not (_wordy(word) or word == "-")

    def before(self, place: int) -> Clause | None:
        """The clause that a signal at `place` hangs on: the last verb before it that is not itself dependent."""
        nearest = self.nearest(place)
        return None if nearest is None else self.governor(nearest)

    def nearest(self, place: int) -> Clause | None:
        """The clause whose verb stands last before a place."""
        index = bisect_left(self.verbs, place) - 1
        while index >= 0 and (self.clauses[index].verb_end > place or self._outside(self.clauses[index], place)):
            index -= 1
        if index < 0 or self._broken(self.clauses[index].verb_end, place):
            return None
        return self.clauses[index]

    def _outside(self, clause: Clause, place: int) -> bool:
        """Whether a quotation opens between a verb of saying and what is said of causes in it."""
        if clause.verb not in SPEECH:
            return False
        first, last = self.at(clause.verb_end), self.at(place)
        return last - first <= _REACH and any(word in _QUOTES for word in self.words[first:last])

    def governor(self, clause: Clause) -> Clause:
        for _ in range(4):
            if clause.kind not in _HANGING or clause.parent is None:
                break
            above = self.sentence.clauses[clause.parent]
            if above.verb_start > clause.verb_start or above.kind in NOMINAL:
                break
            clause = above
        return clause

    def after(self, place: int, end: int) -> Clause | None:
        """The first clause whose verb stands in [place, end)."""
        index = bisect_left(self.verbs, place)
        return self.clauses[index] if index < len(self.clauses) and self.clauses[index].verb_end <= end else None

    def opened(self, index: int) -> Clause | None:
        """The clause that begins at a token; one that a comma or *when* … sets off before it is passed over."""
        limit = min(index + _REACH, len(self.words))
        for place in range(index, limit):
            found = self.openings.get(self.starts[place])
            fresh = place - index < 3 or self.words[place - 1] == ","
            if found is not None and fresh and found.kind not in _HANGING and found.marker not in _ASIDE:
                return found
            if self.words[place] in _STOPS:
                break
        return None

    def _broken(self, start: int, end: int) -> bool:
        first, last = self.at(start), self.at(end)
        return last - first > _REACH or any(word in _STOPS for word in self.words[first:last])

    def trimmed(self, start: int, end: int) -> Span | None:
        """The span without blanks and marks at its ends; None where nothing is left."""
        first, last = self.at(start), bisect_left(self.starts, end)
        while first < last and not _wordy(self.words[first]):
            first += 1
        while first < last and not _wordy(self.words[last - 1]):
            last -= 1
        while last - first > 1 and self.words[last - 1] in _DANGLING:
            last -= 1
        tokens = self.sentence.tokens
        if first >= last:
            return None
        closing = self.words[last : last + 1] == [")"] and "(" in self.words[first:last]
        return tokens[first].start, tokens[last if closing else last - 1].end

    def stop(self, index: int) -> int:
        """Where what begins at a token ends: a place in the line."""
        limit = min(index + _REACH, len(self.words))
        for place in range(index, limit):
            if self.words[place] in _STOPS or (place > index and (self._cut(place) or self._unquotes(place))):
                return self.starts[place]
        return self.starts[limit] if limit < len(self.words) else len(self.sentence.text)

    def _cut(self, place: int) -> bool:
        """Whether a comma ends what stands before it."""
        if self.words[place] != "," or place + 1 >= len(self.words):
            return False
        if self.words[place + 1] in _CUTTING:
            return True
        following = self.openings.get(self.starts[place + 1])
        return following is not None and following.kind in {ClauseKind.MAIN, ClauseKind.PARTICIPIAL}

    def _unquotes(self, place: int) -> bool:
        """Whether a quotation ends here and its speaker follows; or *but* joins another statement."""
        if self.words[place] == "but":
            return True
        following = self.sentence.tokens[place + 1 : place + 8] if self.words[place] in _CLOSING else ()
        return any(token.lemma in SPEECH for token in following)

    def denied(self, index: int) -> bool:
        """Whether the word before a token, or before an adverb there, denies it."""
        return any(word in _DENIALS for word in self.words[max(0, index - 2) : index])

    def verb_in(self, span: Span) -> Span | None:
        """The main verb of a span: the first finite one, else the first."""
        first, last = bisect_left(self.verbs, span[0]), bisect_right(self.verbs, span[1])
        inside = [clause for clause in self.clauses[first:last] if clause.verb_end <= span[1]]
        own = [clause for clause in inside if clause.kind not in {ClauseKind.RELATIVE, *_HANGING}]
        chosen = next(iter([*own, *inside]), None)
        return None if chosen is None else _place(chosen)


_STOPS = frozenset({".", "!", "?", ";", "…", "--", "—"})
_JOINTS = frozenset("that which who and or but because so when if while as after before since to said".split())
_OPENERS = frozenset("however meanwhile also then but yet still perhaps yes no well oh for".split())
_ASIDE = frozenset({"when", "if", "as", "while", "whenever", "although", "though", "until", "before", "after"})
_DENIALS = frozenset({"not", "n't", "never", "without", "hardly", "nor", "neither", "no"})
_CLOSING = frozenset({'"', "”", "''", "’’", "'", "’"})
_QUOTES = frozenset({"'", '"', "‘", "“", "''", "``"})
_CUTTING = frozenset(
    "who which where when while whereas although though but after as because following and with thereby".split()
)
_DANGLING = frozenset(
    "and but or partly mainly apparently just only simply allegedly even while which that who by".split()
)


def _wordy(word: str) -> bool:
    return any(character.isalnum() for character in word)


def _place(clause: Clause) -> Span:
    return clause.verb_start, clause.verb_end


# Connectives ---------------------------------------------------------------


def _connected(reading: _Reading) -> Iterator[CausalSpan]:
    for first, word in enumerate(reading.words):
        for signal in _BY_FIRST.get(word, ()):
            last = first + len(signal)
            if tuple(reading.words[first:last]) == signal and not reading.denied(first):
                name = " ".join(signal)
                span = _one(reading, name, first, last)
                if span is not None:
                    yield span
                    break
        if word == "for":
            yield from _for(reading, first)
        elif word in {"against", "in"}:
            yield from _harmed(reading, first, word)
        elif word == "so":
            yield from _so_that(reading, first)


def _one(reading: _Reading, name: str, first: int, last: int) -> CausalSpan | None:
    found = None
    if name in lex.CLAUSE_SIGNALS:
        found = _clause_signal(reading, name, first, last)
    if found is None and name in lex.PHRASE_SIGNALS:
        found = _phrase_signal(reading, name, first, last)
    if found is None and name in lex.RESULT_SIGNALS:
        found = _result_signal(reading, name, first, last)
    return found


def _clause_signal(reading: _Reading, name: str, first: int, last: int) -> CausalSpan | None:
    """*X because Y*, *Because Y, X*."""
    if last >= len(reading.words):
        return None
    clause = reading.openings.get(reading.starts[last]) or reading.after(reading.starts[last], reading.stop(last))
    if clause is None or clause.verb_start < reading.starts[last] or reading.words[last] in _WITHIN.get(name, ()):
        return None
    if name in lex.TEMPORAL and clause.marker not in {name, name.split()[-1], name.split()[0]}:
        return None
    kind = Causation.TIME if name in lex.TEMPORAL and name not in {"since", "as"} else Causation.REASON
    return _reason(reading, name, first, last, kind, lex.CLAUSE_SIGNALS[name], clause)


def _phrase_signal(reading: _Reading, name: str, first: int, last: int) -> CausalSpan | None:
    """*X due to Y*, *Due to Y, X*."""
    if last >= len(reading.words) or not _wordy(reading.words[last]):
        return None
    if name == "following" and first and reading.words[first - 1] in {"the", "be", "was", "were", "is", "a"}:
        return None
    kind = Causation.TIME if name in lex.TEMPORAL else Causation.REASON
    doing = reading.openings.get(reading.starts[last])
    return _reason(reading, name, first, last, kind, lex.PHRASE_SIGNALS[name], doing)


def _reason(
    reading: _Reading, name: str, first: int, last: int, kind: Causation, confidence: int, own: Clause | None
) -> CausalSpan | None:
    place = reading.starts[first]
    governing = reading.before(place)
    inside = name.startswith(("in protest", "in support"))
    if governing is not None and not _fronted(reading, first, governing):
        cause = reading.trimmed(place if inside else reading.starts[last], reading.stop(last))
        effect = reading.trimmed(reading.start(governing), place)
    else:
        comma = _comma(reading, last)
        if comma is None:
            return None
        cause = reading.trimmed(reading.starts[last], reading.starts[comma])
        effect = reading.trimmed(reading.starts[comma], reading.stop(comma + 1))
        governing = reading.after(reading.starts[comma], effect[1]) if effect else None
    if cause is None or effect is None or governing is None:
        return None
    signal = () if kind is Causation.TIME else (_signal(reading, first, first + 2 if inside else last),)
    return CausalSpan(
        cause,
        effect,
        signal,
        kind,
        confidence,
        f"“{name}” gives the reason",
        None if own is None else _place(own),
        _place(governing),
    )


def _fronted(reading: _Reading, first: int, governing: Clause) -> bool:
    """Whether what a signal opens stands before the clause that it explains: *He knew that, because …, they …*."""
    before = reading.words[first - 1] if first else ""
    return before in {"that", "and", "but"} and reading.starts[first] - governing.end <= len(before) + 3


def _comma(reading: _Reading, index: int) -> int | None:
    """The comma after which the main clause begins."""
    for place in range(index, min(index + _REACH, len(reading.words) - 1)):
        if reading.words[place] in _STOPS:
            return None
        if reading.words[place] == ",":
            following = reading.after(reading.starts[place], len(reading.sentence.text))
            inside = reading.after(reading.starts[index], reading.starts[place])
            opens = following is not None and following.kind is ClauseKind.MAIN and following is not inside
            if opens and following is not None and reading.start(following) - reading.starts[place] <= 40:
                return place
    return None


def _signal(reading: _Reading, first: int, last: int) -> Span:
    return reading.sentence.tokens[first].start, reading.sentence.tokens[last - 1].end


def _result_signal(reading: _Reading, name: str, first: int, last: int) -> CausalSpan | None:
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
    clause = reading.opened(last)
    if (
        governing is None
        or clause is None
        or (name == "so" and clause is not reading.openings.get(reading.starts[last]))
    ):
        return None
    return _resulting(reading, first, last, governing, clause, lex.RESULT_SIGNALS[name])


def _resulting(
    reading: _Reading, first: int, last: int, governing: Clause, clause: Clause, confidence: int
) -> CausalSpan | None:
    """What stands before a signal causes what follows."""
    cause = reading.trimmed(reading.start(governing), reading.starts[first])
    effect = reading.trimmed(reading.starts[last], reading.stop(last))
    if cause is None or effect is None or governing is clause:
        return None
    signal = (_signal(reading, first, last),)
    reason = f"“{' '.join(reading.words[first:last])}” gives the result"
    verbs = _place(governing), _place(clause)
    return CausalSpan(cause, effect, signal, Causation.RESULT, confidence, reason, *verbs)


def _so_that(reading: _Reading, first: int) -> Iterator[CausalSpan]:
    """*so tired that he slept*; *so that* is a purpose."""
    that = _that_after(reading, first)
    governing = reading.before(reading.starts[that]) if that else None
    clause = reading.opened(that + 1)
    if governing is None or clause is None or governing.negated or governing is clause:
        return
    cause = reading.trimmed(reading.start(governing), reading.starts[that])
    effect = reading.trimmed(reading.starts[that + 1], reading.stop(that + 1))
    if cause is None or effect is None:
        return
    signal = (_signal(reading, first, first + 1), _signal(reading, that, that + 1))
    reason = "“so … that” gives the result"
    yield CausalSpan(cause, effect, signal, Causation.RESULT, 85, reason, _place(governing), _place(clause))


def _that_after(reading: _Reading, first: int) -> int:
    """The index of *that* after *so* and an adjective or adverb; 0 for none."""
    if reading.sentence.tokens[first + 1 : first + 2] and reading.words[first + 1] in _NOT_DEGREE:
        return 0
    for place in range(first + 2, min(first + 12, len(reading.words) - 1)):
        if reading.words[place] == "that":
            fits = reading.starts[place + 1] in reading.openings or reading.words[place + 1] in {"it", "there", "he"}
            return place if fits and reading.words[place - 1] not in {"assured", "sure", "or", "and"} else 0
        if reading.words[place] in _STOPS or reading.words[place] in {"but", "as"}:
            return 0
    return 0


_NOT_DEGREE = frozenset({",", ".", ";", "that", "to", "the", "it", "he", "she", "they", "i", "you", "we", "did", "had"})


def _for(reading: _Reading, first: int) -> Iterator[CausalSpan]:
    """*arrested for stealing*, *fined for the delay*."""
    if first + 1 >= len(reading.words):
        return
    place = reading.starts[first]
    index = bisect_left(reading.verbs, place) - 1
    if index < 0 or reading.denied(first):
        return
    clause = reading.clauses[index]
    doing = reading.sentence.tokens[first + 1].tag in {"VVG", "VBG", "VHG", "VDG"} or reading.words[first + 1] in {
        "having",
        "being",
        "allegedly",
        "not",
    }
    if not (doing or (clause.verb in lex.PUNISHED and clause.passive)):
        return
    confidence = 80 if doing and clause.verb in lex.PUNISHED else 45
    own = reading.openings.get(reading.starts[first + 1])
    span = _reason(reading, "for", first, first + 1, Causation.REASON, confidence, own)
    if span is not None:
        yield span


def _harmed(reading: _Reading, first: int, word: str) -> Iterator[CausalSpan]:
    """*were injured in the firing*; *staged a protest against the law*."""
    verb = reading.nearest(reading.starts[first])
    if verb is None or first + 1 >= len(reading.words) or reading.denied(first):
        return
    objects = {reading.sentence.tokens[phrase.head].lemma for phrase in verb.objects}
    if word == "in":
        fits = (verb.passive or verb.verb == "die") and verb.verb in lex.HARM and _happening(reading, first + 1)
    else:
        fits = verb.verb in lex.PROTEST or bool(objects & lex.PROTEST)
    if not fits:
        return
    stop = reading.stop(first + 1)
    cause = reading.trimmed(reading.starts[first + (word == "in")], stop)
    governing = reading.governor(verb)
    effect = reading.trimmed(reading.start(governing), reading.starts[first])
    if cause is not None and effect is not None:
        reason = f"“{word}” names what it came from"
        yield CausalSpan(cause, effect, (), Causation.REASON, 42, reason, None, _place(governing))


def _happening(reading: _Reading, index: int) -> bool:
    """Whether a noun phrase names something that happens, not a place or a time."""
    for token in reading.sentence.tokens[index : index + 5]:
        if token.lemma in lex.HAPPENINGS or (token.lemma.endswith("ing") and token.tag.startswith("NN")):
            return True
        if token.tag == "PRP" or not _wordy(token.text):
            return False
    return False


# Purposes ------------------------------------------------------------------


def _purposes(reading: _Reading) -> Iterator[CausalSpan]:
    for clause in reading.clauses:
        if clause.kind is ClauseKind.INFINITIVE:
            span = _purpose(reading, clause)
            if span is not None:
                yield span
    for first, word in enumerate(reading.words):
        if word == "so" and reading.words[first + 1 : first + 2] == ["that"] and not reading.denied(first):
            span = _so_that_clause(reading, first)
            if span is not None:
                yield span


def _so_that_clause(reading: _Reading, first: int) -> CausalSpan | None:
    """*so that* with *may*, *can*, *will* is a purpose, else a result: *he spoke low, so that nobody heard*."""
    clause = reading.opened(first + 2)
    if clause is None:
        return None
    modals = reading.words[reading.at(clause.verb_start) - 1 : reading.at(clause.verb_end)]
    if _MODALS.intersection(modals) and reading.words[first - 1 : first] != [","]:
        return _intended(reading, first, first + 2, "so that", clause)
    governing = reading.before(reading.starts[first])
    return None if governing is None else _resulting(reading, first, first + 2, governing, clause, 75)


_MODALS = frozenset("can could may might will would shall should".split())


def _purpose(reading: _Reading, clause: Clause) -> CausalSpan | None:
    begin = reading.at(clause.verb_start)
    to = next((place for place in (begin, begin - 1, begin + 1) if reading.words[place : place + 1] == ["to"]), 0)
    if not to or reading.words[to - 1] == "not" or clause.negated:
        return None
    name, first = "to", to
    for size in range(_PURPOSE_WORDS, 1, -1):
        words = " ".join(reading.words[max(0, to + 1 - size) : to + 1])
        if words in lex.PURPOSE_SIGNALS:
            name, first = words, to + 1 - size
            break
    if name == "to" and not _free(reading, to):
        return None
    return _intended(reading, first, to + 1, name, clause)


def _free(reading: _Reading, to: int) -> bool:
    """Whether a bare infinitive is a purpose: it completes neither a verb, nor a noun, nor an adjective."""
    if to == 0 or not _bare(reading, to):
        return False
    before = reading.sentence.tokens[to - 1]
    if before.tag.startswith("AJ") or before.lemma in lex.NO_PURPOSE_NOUNS or before.text.lower() in _NO_PURPOSE_WORDS:
        return False
    if {"too", "enough"}.intersection(reading.words[max(0, to - 3) : to]):
        return False
    verb = reading.nearest(reading.starts[to])
    return verb is not None and verb.verb not in lex.NO_PURPOSE_AFTER and not _complete(reading, verb)


def _bare(reading: _Reading, to: int) -> bool:
    """Whether a plain infinitive follows; a perfect one (*to have seen*) is no purpose."""
    tags = [token.tag for token in reading.sentence.tokens[to + 1 : to + 3]]
    perfect = reading.words[to + 1 : to + 2] == ["have"] and tags[1:] and tags[1].endswith("N")
    return bool(tags) and not perfect and (tags[0].endswith(("I", "B")) or tags[0].startswith("AV"))


def _complete(reading: _Reading, verb: Clause) -> bool:
    """Whether an infinitive after a clause belongs to *it* (*it hurt to see*), or to its object (*gave orders to*)."""
    nouns = {reading.sentence.tokens[phrase.head].lemma for phrase in verb.objects}
    expletive = any(phrase.text.lower() == "it" for phrase in (*verb.subjects, *verb.objects))
    return expletive or bool(nouns & lex.NO_PURPOSE_NOUNS)


_NO_PURPOSE_WORDS = frozenset("how what where when whether whom which as than and or but not".split())


def _intended(reading: _Reading, first: int, last: int, name: str, verb: Clause) -> CausalSpan | None:
    place = reading.starts[first]
    governing = reading.before(place)
    if governing is None or governing is verb or last >= len(reading.words):
        return None
    begin = reading.starts[last - 1] if reading.words[last - 1] == "to" else place
    cause = reading.trimmed(begin, reading.stop(last))
    effect = reading.trimmed(reading.start(governing), place)
    if cause is None or effect is None or cause[1] < verb.verb_end:
        return None
    signal = (_signal(reading, first, last),)
    reason = f"“{name}” gives the purpose"
    confidence = lex.PURPOSE_SIGNALS[name]
    moved = reading.nearest(place) or governing
    return CausalSpan(cause, effect, signal, Causation.PURPOSE, confidence, reason, _place(verb), _place(moved))


# Causal verbs --------------------------------------------------------------


def _verbs(reading: _Reading) -> Iterator[CausalSpan]:
    for index, clause in enumerate(reading.clauses):
        if clause.negated or clause.kind in _HANGING:
            continue
        following = reading.clauses[index + 1] if index + 1 < len(reading.clauses) else None
        span = _verb(reading, clause, following)
        if span is not None:
            yield span


def _verb(reading: _Reading, clause: Clause, following: Clause | None) -> CausalSpan | None:
    last = bisect_left(reading.starts, clause.verb_end)
    preposition = reading.words[last] if last < len(reading.words) else ""
    confidence = lex.CAUSE_VERBS_WITH.get((clause.verb, preposition), 0)
    if confidence and not clause.passive:
        return _causing(reading, clause, last + 1, confidence, following)
    confidence = lex.CAUSE_VERBS.get(clause.verb, 0)
    if confidence and clause.passive and preposition == "by":
        return _caused(reading, clause, last, confidence)
    acts = following is not None and following.kind is ClauseKind.INFINITIVE and _hangs(reading, following, clause)
    if not confidence or clause.passive or (clause.verb in lex.NEEDS_ACTION and not acts):
        return None
    return _causing(reading, clause, last, confidence, following if acts else None)


def _hangs(reading: _Reading, clause: Clause, above: Clause) -> bool:
    return clause.parent is not None and reading.sentence.clauses[clause.parent] is above


def _causing(
    reading: _Reading, clause: Clause, last: int, confidence: int, following: Clause | None
) -> CausalSpan | None:
    """*The storm caused floods*, *The storm forced them to leave*."""
    if not clause.subjects or last >= len(reading.words):
        return None
    start = reading.start(clause)
    if reading.words[reading.at(start)] in lex.REFERRING and clause.kind is ClauseKind.MAIN:
        return None
    signal = reading.trimmed(clause.verb_start, reading.starts[last])
    cause = reading.trimmed(start, _subject_end(reading, clause))
    effect = reading.trimmed(reading.starts[last], reading.stop(last))
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
        _place(clause) if acts else reading.verb_in(cause),
        _place(following) if acts and following is not None else reading.verb_in(effect),
    )


def _subject_end(reading: _Reading, clause: Clause) -> int:
    """Before the verb, and before the relative pronoun where there is one."""
    index = reading.at(clause.verb_start)
    if clause.kind is ClauseKind.RELATIVE:
        while index > 0 and reading.words[index - 1] not in {"which", "that", "who"}:
            index -= 1
        return reading.starts[index - 1] if index else clause.verb_start
    return clause.verb_start


def _caused(reading: _Reading, clause: Clause, last: int, confidence: int) -> CausalSpan | None:
    """*The fire was caused by a spark*."""
    if not clause.subjects or last + 1 >= len(reading.words):
        return None
    signal = reading.trimmed(clause.verb_start, reading.starts[last + 1])
    cause = reading.trimmed(reading.starts[last + 1], reading.stop(last + 1))
    effect = reading.trimmed(reading.start(clause), clause.verb_start)
    if signal is None or cause is None or effect is None:
        return None
    reason = f"“{clause.verb} by” says that the one brings about the other"
    verbs = reading.verb_in(cause), reading.verb_in(effect)
    return CausalSpan(cause, effect, (signal,), Causation.VERB, confidence, reason, *verbs)


# Participles ---------------------------------------------------------------


def _participles(reading: _Reading) -> Iterator[CausalSpan]:
    for clause in reading.clauses:
        if clause.kind is not ClauseKind.PARTICIPIAL or clause.negated:
            continue
        index = reading.at(clause.verb_start)
        if reading.words[index].endswith("ing") and index > 0:
            yield from _trailing(reading, clause, index)
        elif clause.passive and clause.verb in lex.FEELINGS:
            yield from _felt(reading, clause, index)


def _trailing(reading: _Reading, clause: Clause, index: int) -> Iterator[CausalSpan]:
    """*…, killing two*: an outcome. *…, demanding water*: a motive."""
    outcome, motive = (
        clause.verb in lex.OUTCOMES or reading.words[index : index + 2] in _OUTCOME_PAIRS,
        clause.verb in lex.MOTIVES,
    )
    governing = reading.before(clause.verb_start)
    if (
        reading.sentence.tokens[index - 1].tag in {"PRP", "PRF", "CJS", "AT0", "TO0"}
        or reading.words[index - 1] == "while"
    ):
        return
    if not (outcome or motive) or governing is None or governing.verb_start >= clause.verb_start:
        return
    own = reading.trimmed(clause.verb_start, reading.stop(index))
    other = reading.trimmed(reading.start(governing), clause.verb_start)
    if own is None or other is None:
        return
    signal = ((clause.verb_start, clause.verb_end),)
    if outcome:
        reason = f"“{clause.verb_quote}” gives the outcome"
        yield CausalSpan(other, own, signal, Causation.OUTCOME, 72, reason, _place(governing), _place(clause))
    else:
        reason = f"“{clause.verb_quote}” gives the motive"
        yield CausalSpan(own, other, signal, Causation.MOTIVE, 48, reason, _place(clause), _place(governing))


_OUTCOME_PAIRS = (["leading", "to"], ["resulting", "in"])


def _felt(reading: _Reading, clause: Clause, index: int) -> Iterator[CausalSpan]:
    """*Irked over the arrests, they …*."""
    comma = _comma(reading, index)
    if comma is None:
        return
    cause = reading.trimmed(clause.verb_start, reading.starts[comma])
    effect = reading.trimmed(reading.starts[comma], reading.stop(comma + 1))
    main = reading.after(reading.starts[comma], effect[1]) if effect else None
    if cause is None or effect is None or main is None:
        return
    reason = f"“{clause.verb_quote}” gives the motive"
    signal = ((clause.verb_start, clause.verb_end),)
    yield CausalSpan(cause, effect, signal, Causation.MOTIVE, 75, reason, _place(clause), _place(main))


# Openings ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opening:
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
}


def opening(text: str) -> Opening | None:
    """What the first words of a line say of the line before it; None where they say nothing.

    >>> found = opening("As a result, the shop closed.")
    >>> found.signal, found.result
    ((0, 11), True)
    """
    reading = _Reading(analyse(text)) if text[:1].strip() else None
    if reading is None:
        return None
    first = next((index for index, word in enumerate(reading.words) if _wordy(word)), 0)
    for size in (4, 3, 2, 1):
        known = _OPENINGS.get(tuple(reading.words[first : first + size]))
        if known is not None:
            return _opened(reading, first, first + size, *known)
    return _referring(reading, first)


def _opened(reading: _Reading, first: int, last: int, result: bool, confidence: int) -> Opening | None:
    if last >= len(reading.words):
        return None
    clause = reading.after(reading.starts[last], len(reading.sentence.text))
    if clause is None:
        return None
    signal = _signal(reading, first, last if _wordy(reading.words[last - 1]) else last - 1)
    name = " ".join(reading.words[first:last])
    return Opening(signal, _place(clause), result, confidence, f"the line opens with “{name}”")


def _referring(reading: _Reading, first: int) -> Opening | None:
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
    if confidence < 60 or reading.at(clause.verb_start) > first + 2:
        return None
    return Opening(_place(clause), _place(clause), True, confidence - 10, f"“{clause.verb}” takes up the line before")


def main_verb(text: str) -> Span | None:
    """The verb of the last main clause of a line; None where it has none.

    >>> main_verb("He slept because he was tired.")
    (3, 8)
    """
    clauses = [clause for clause in analyse(text).clauses if clause.kind is ClauseKind.MAIN]
    plain = [clause for clause in clauses if clause.marker is None and clause.verb not in SPEECH]
    chosen = (plain or clauses)[-1:]
    return _place(chosen[0]) if chosen else None


def _by_first(names: Sequence[str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    table: dict[str, list[tuple[str, ...]]] = {}
    for name in sorted(set(names), key=lambda name: (-len(name.split()), name)):
        words = tuple(name.split())
        table.setdefault(words[0], []).append(words)
    return {first: tuple(signals) for first, signals in table.items()}


_WITHIN = {"as": frozenset({"if", "though", "to", "well", "soon", "far", "long", "much"})}
_BY_FIRST = _by_first([*lex.CLAUSE_SIGNALS, *lex.PHRASE_SIGNALS, *lex.RESULT_SIGNALS])
