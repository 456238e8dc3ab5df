"""The words of a line that fill the gap of a question, by the kind that was asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from pramana.events import Role, plain_markers
from pramana.karaka.line_answers.expressions import (
    AGE,
    DURATION,
    FREQUENCY,
    MEASURE,
    PRICE,
    Span,
    is_time,
    matches_in,
)
from pramana.karaka.line_answers.frames import ClausePart, ClauseSlot, frames_of
from pramana.karaka.line_answers.question import QuestionFrame
from pramana.karaka.line_answers.unify import Unified, preposition_fit
from pramana.karaka.line_answers.wording import line_forms, missing_words, spans_forms
from pramana.language import (
    AnswerKind,
    Causation,
    Clause,
    ClauseKind,
    ReadLine,
    causal_spans,
    span_of,
    word_set,
    word_table,
)

_PLACES = word_set("types/places")
_NO_PLACES = word_set("types/no_places")
_THINGS = word_set("types/objects") | word_set("types/events") | word_set("types/times") | _PLACES
_LOCATING = {
    *plain_markers(Role.ADHIKARANA_SPATIAL),
    *word_table("markers/relative")["place"].split("|"),
    "from",
    "where",
}
_PEOPLE = word_set("types/people")
_WHEN = frozenset("when after before while once until since as till whenever".split())
_REASONS = {Causation.REASON: 40, Causation.PURPOSE: 40, Causation.RESULT: 40, Causation.VERB: 50, Causation.MOTIVE: 60}
"""The least confidence, 1–100, at which a causal reading of each kind answers *why*: chosen on QA-SRL's even half."""


def spans_for(question: QuestionFrame, found: Unified) -> list[Span]:
    """Return the spans of a line that answer, [] where it holds nothing of the kind that was asked for."""
    return [span for span in _FILLERS[question.asked.kind](question, found) if span[1] > span[0]]


def _person(question: QuestionFrame, found: Unified) -> list[Span]:
    slots = [slot for slot in _gap_slots(question, found) if _may_be_person(found.line, slot)]
    return _join(
        found.line, [slot for slot in slots if not missing_words(question.noun, _described_forms(found, slot))]
    )


def _thing(question: QuestionFrame, found: Unified) -> list[Span]:
    slots = [slot for slot in _gap_slots(question, found) if not _is_setting(question, found.line, slot)]
    if question.noun:
        slots = [slot for slot in slots if not missing_words(question.noun, _described_forms(found, slot))]
    if slots:
        return _join(found.line, slots)
    return [] if question.noun else _clausal(question, found)


def _described_forms(found: Unified, slot: ClauseSlot) -> frozenset[str]:
    """Return the words of a slot with those of what the line says it is."""
    held = spans_forms(found.line, slot.start, slot.end)
    for frame in frames_of(found.line.sentence):
        if frame.is_nominal and frame.clause.verb == "be":
            spans = [(each.start, each.end) for each in frame.slots]
            if any(start < slot.end and slot.start < end for start, end in spans):
                for start, end in spans:
                    held |= spans_forms(found.line, start, end)
    return held


def _saying(question: QuestionFrame, found: Unified) -> list[Span]:
    return _clausal(question, found) or _thing(question, found)


def _gap_slots(question: QuestionFrame, found: Unified) -> list[ClauseSlot]:
    """Return the slots that are in the place of what is asked for."""
    gap = question.gap
    if gap is None:
        return []
    free = [
        slot
        for slot in found.frame.slots
        if slot not in found.used and slot.phrase is not None and not _is_exception(found.line, slot)
    ]
    if gap.part is ClausePart.AGENT and found.frame.clause.subject_from == "none":
        free = [slot for slot in free if slot.part is not ClausePart.AGENT or slot.preposition]
    same = [slot for slot in free if slot.part is gap.part]
    if gap.part is ClausePart.OTHER:
        exact = [slot for slot in same if slot.preposition == gap.preposition]
        return exact or [slot for slot in same if preposition_fit(gap, slot) and slot.preposition]
    if same:
        return same
    if gap.part is ClausePart.PATIENT and found.frame.clause.passive:
        return [slot for slot in free if slot.part is ClausePart.RECIPIENT]
    if gap.part is ClausePart.RECIPIENT:
        return [slot for slot in free if slot.preposition in {"to", "for"}]
    if gap.part is ClausePart.AGENT and not question.has(ClausePart.PATIENT):
        return [slot for slot in free if slot.part is ClausePart.PATIENT and not found.frame.of(ClausePart.AGENT)]
    return []


_EXCEPT = re.compile(
    r"\b(?:except(?: for)?|but|other than|apart from|instead of|rather than|not|nor|unlike|without)\s+$", re.IGNORECASE
)


def _is_exception(line: ReadLine, slot: ClauseSlot) -> bool:
    """Whether a phrase is named as an exception: *everyone except Marsh*."""
    return _EXCEPT.search(line.line.text[: slot.start]) is not None


def _join(line: ReadLine, slots: Sequence[ClauseSlot]) -> list[Span]:
    """Return the spans of slots; those that only commas and *and* part are one."""
    found: list[Span] = []
    for slot in sorted(slots, key=lambda each: each.start):
        between = line.line.text[found[-1][1] : slot.start].strip() if found else "."
        if found and re.fullmatch(r",?(?: ?(?:and|or|&)(?: \w+)?)?|,", between):
            found[-1] = found[-1][0], slot.end
        else:
            found.append((slot.start, slot.end))
    return found


def _may_be_person(line: ReadLine, slot: ClauseSlot) -> bool:
    """Whether a phrase may name a person, a group or an organisation."""
    phrase = slot.phrase
    if phrase is None or is_time(line, phrase) or phrase.kind == "number":
        return False
    head = line.sentence.tokens[phrase.head]
    if phrase.kind in {"name", "pronoun"}:
        return head.text.casefold() not in {"it", "this", "that", "what", "which", "these", "those"}
    return head.lemma.casefold() not in _THINGS or head.lemma.casefold() in _PEOPLE


def _is_setting(question: QuestionFrame, line: ReadLine, slot: ClauseSlot) -> bool:
    """Whether a phrase only says when, where no time was asked for."""
    phrase = slot.phrase
    return slot.part is not ClausePart.AGENT and phrase is not None and not question.noun and is_time(line, phrase)


def _clausal(question: QuestionFrame, found: Unified) -> list[Span]:
    """Return the clause that is the object of the verb: *that …*, *to …*, or the words that are quoted."""
    gap = question.gap
    if gap is not None and (gap.part is not ClausePart.PATIENT):
        return []
    quoted = _quotation(found)
    if quoted:
        return [quoted]
    clauses = found.line.sentence.clauses
    inside = [
        clause
        for clause in clauses
        if clause.parent == found.frame.index
        and clause.kind in {ClauseKind.CONTENT, ClauseKind.INFINITIVE}
        and span_of(clause)[0] >= found.frame.clause.verb_end
    ]
    if not inside:
        return []
    first = min(span_of(clause)[0] for clause in inside[:1])
    return [_trim(found.line, first, _end_of(found.line, inside[0]))]


def _quotation(found: Unified) -> Span | None:
    """Return the quoted words of a line whose verb is one of saying."""
    if found.frame.clause.objects:
        return None
    marks = list(re.finditer(r"[“\"]([^”\"]+)[”\"]", found.line.line.text))
    outside = [match for match in marks if not match.start() <= found.frame.clause.verb_start < match.end()]
    return (outside[0].start(), outside[-1].end()) if outside else None


def _end_of(line: ReadLine, clause: Clause) -> int:
    """Return where a clause ends, with all clauses that depend on it."""
    clauses = line.sentence.clauses
    held, waiting = set[int](), [clauses.index(clause)]
    while waiting:
        index = waiting.pop()
        if index not in held:  # the reader of lines may let two clauses depend on each other
            held.add(index)
            waiting += [
                place
                for place, each in enumerate(clauses)
                if each.parent == index and each.verb_start > clause.verb_start
            ]
    return max(span_of(clauses[index])[1] for index in held)


def _trim(line: ReadLine, start: int, end: int) -> Span:
    text = line.line.text
    while end > start and text[end - 1] in " .,;:":
        end -= 1
    return start, end


def _time(question: QuestionFrame, found: Unified) -> list[Span]:
    own = [
        _with_preposition(found.line, slot)
        for slot in found.frame.slots
        if slot not in found.used and _says_when(found.line, slot)
    ]
    clauses = [
        _trim(found.line, _marker_start(found.line, clause), _end_of(found.line, clause))
        for clause in found.line.sentence.clauses
        if clause.marker in _WHEN and _depends(found, clause)
    ]
    spans = own or clauses
    if not spans and _is_main(found):
        spans = [
            _with_preposition(found.line, slot) for slot in _front_slots(found.line) if _says_when(found.line, slot)
        ]
    return sorted(set(spans))


def _says_when(line: ReadLine, slot: ClauseSlot) -> bool:
    if slot.part is not ClausePart.OTHER:
        return False
    if slot.phrase is None:
        return slot.kind == "time"
    if not slot.preposition or slot.preposition in {"of", "for", "than", "with"}:
        return False
    return is_time(line, slot.phrase) or slot.preposition in {"before", "after", "during", "since", "until"}


def _with_preposition(line: ReadLine, slot: ClauseSlot) -> Span:
    """Return the span of a phrase with its preposition."""
    if not slot.preposition:
        return slot.start, slot.end
    before = re.search(rf"\b{re.escape(slot.preposition)}\s+$", line.line.text[: slot.start], re.IGNORECASE)
    return (before.start() if before else slot.start), slot.end


def _marker_start(line: ReadLine, clause: Clause) -> int:
    start = span_of(clause)[0]
    marker = re.escape(clause.marker or "")
    before = list(re.finditer(rf"\b{marker}\b", line.line.text[:start], re.IGNORECASE))
    return before[-1].start() if before else start


def _depends(found: Unified, clause: Clause) -> bool:
    """Whether a subordinate clause belongs to the clause that was found, by the parser or by following it."""
    index = found.frame.index
    clauses = found.line.sentence.clauses
    return clause.parent == index or (found.frame.clause.parent == clauses.index(clause))


def _is_main(found: Unified) -> bool:
    return found.frame.clause.kind is ClauseKind.MAIN


def _front_slots(line: ReadLine) -> list[ClauseSlot]:
    """Return the phrases at the start of the sentence that go with all of its coordinated clauses."""
    first = next((frame for frame in frames_of(line.sentence) if not frame.is_nominal), None)
    if first is None:
        return []
    return [slot for slot in first.slots if slot.part is ClausePart.OTHER and slot.end <= first.clause.verb_start]


def _place(question: QuestionFrame, found: Unified) -> list[Span]:
    wanted = "from" if question.asked.text.casefold().endswith(" from") else ""
    if question.gap is not None:
        slots = [slot for slot in _gap_slots(question, found) if not _is_setting(question, found.line, slot)]
        if question.noun:
            slots = [slot for slot in slots if _may_be_place(found.line, slot, named=True)]
        return _join(found.line, slots)
    slots = [
        slot
        for slot in found.frame.slots
        if slot not in found.used and _says_where(found.line, slot) and (not wanted or slot.preposition == wanted)
    ]
    relative = [slot for slot in slots if slot.preposition == "where"]
    return [_with_preposition(found.line, slot) for slot in relative or slots]


def _says_where(line: ReadLine, slot: ClauseSlot) -> bool:
    if slot.phrase is None:
        return slot.kind == "place"
    if slot.part is not ClausePart.OTHER or slot.preposition not in _LOCATING:
        return False
    return _may_be_place(line, slot, named=False)


def _may_be_place(line: ReadLine, slot: ClauseSlot, *, named: bool) -> bool:
    phrase = slot.phrase
    if phrase is None or is_time(line, phrase) or phrase.kind in {"pronoun", "number"}:
        return False
    head = line.sentence.tokens[phrase.head]
    lemma = head.lemma.casefold()
    if lemma in _NO_PLACES or lemma in _PEOPLE:
        return False
    if slot.preposition in {"by", "from", "to", "on", "between", "over", "among"} and not named:
        return phrase.kind == "name" or lemma in _PLACES
    return True


def _number(question: QuestionFrame, found: Unified) -> list[Span]:
    tokens = found.line.sentence.tokens
    spans = []
    slots = _gap_slots(question, found) if question.gap is not None else list(found.frame.slots)
    for slot in slots:
        if slot.phrase is None:
            continue
        counted = [token for token in tokens[slot.phrase.first : slot.phrase.last] if token.tag == "CRD"]
        if counted and _counts(question, found, slot):
            spans.append((slot.start, slot.end))
    return spans


def _counts(question: QuestionFrame, found: Unified, slot: ClauseSlot) -> bool:
    """Whether the noun of a number is the one that was asked for; *thirty-four of them* counts what was spoken of."""
    held = spans_forms(found.line, slot.start, slot.end)
    if not missing_words(question.noun, held):
        return True
    text = found.line.line.text[slot.start : slot.end].casefold()
    return bool(re.fullmatch(r"\S+(?: of (?:them|these|those))?", text)) and not missing_words(
        question.noun, line_forms(found.line)
    )


def _reason(question: QuestionFrame, found: Unified) -> list[Span]:
    start, end = found.frame.clause.verb_start, found.frame.clause.verb_end
    spans = []
    for each in causal_spans(found.line.line.text):
        if each.confidence < _REASONS.get(each.kind, 101):
            continue
        if each.effect[0] <= start and end <= each.effect[1] and not each.cause[0] <= start < each.cause[1]:
            spans.append((each.effect[1] - each.effect[0], _with_signal(each.cause, each.signal)))
    return [min(spans)[1]] if spans else []


def _with_signal(cause: Span, signal: Sequence[Span]) -> Span:
    """Return a cause with the words right before it that say it is one: *because of*, *to*."""
    before = [piece for piece in signal if piece[1] <= cause[0] and cause[0] - piece[1] <= 2]
    return (min(piece[0] for piece in before), cause[1]) if before else cause


def _manner(question: QuestionFrame, found: Unified) -> list[Span]:
    spans = [
        _with_preposition(found.line, slot)
        for slot in found.frame.slots
        if slot not in found.used
        and slot.preposition in _MANNER
        and slot.part is ClausePart.OTHER
        and slot.phrase is not None
        and not is_time(found.line, slot.phrase)
        and slot.phrase.kind != "pronoun"
    ]
    clauses = found.line.sentence.clauses
    for clause in clauses:
        before = found.line.line.text[: clause.verb_start].rstrip().casefold()
        if clause.parent == found.frame.index and before.endswith(" by"):
            spans.append(_trim(found.line, len(before) - 2, _end_of(found.line, clause)))
    adverbs = [
        (token.start, token.end)
        for token in found.line.sentence.tokens
        if token.tag == "AV0"
        and token.text.casefold().endswith("ly")
        and found.line.owner(token) == found.frame.index
        and abs(token.start - found.frame.clause.verb_end) <= _NEAR
    ]
    return spans[:2] or adverbs[:1]


_MANNER = frozenset("by with through via using like by_means_of".split())
_NEAR = 25
"""Characters between a verb and an adverb of manner that belongs to it."""


def _by_pattern(pattern: re.Pattern[str]) -> Callable[[QuestionFrame, Unified], list[Span]]:
    def find(question: QuestionFrame, found: Unified) -> list[Span]:
        start, end = span_of(found.frame.clause)
        used = [(slot.start, slot.end) for slot in found.used]
        spans = matches_in(pattern, found.line, start, end) or (
            matches_in(pattern, found.line, 0, len(found.line.line.text)) if _is_main(found) else []
        )
        return [span for span in spans if not any(first < span[1] and span[0] < last for first, last in used)][:1]

    return find


def _duration(question: QuestionFrame, found: Unified) -> list[Span]:
    spans = _by_pattern(DURATION)(question, found)
    if spans:
        return spans
    return [
        _with_preposition(found.line, slot)
        for slot in found.frame.slots
        if slot.preposition in {"until", "since", "from", "throughout", "for"}
        and slot.phrase is not None
        and is_time(found.line, slot.phrase)
    ]


def _nothing(question: QuestionFrame, found: Unified) -> list[Span]:
    return []


def _possessor(question: QuestionFrame, found: Unified) -> list[Span]:
    """Return whose the thing is: the possessor of the phrase in the gap."""
    spans = []
    for slot in _gap_slots(question, found) or found.frame.slots:
        if slot.phrase is not None and slot.phrase.possessor is not None:
            held = spans_forms(found.line, slot.start, slot.end)
            if not missing_words(question.noun, held):
                spans.append(slot.phrase.possessor)
    return spans


def whole_clause(found: Unified) -> Iterator[Span]:
    """Yield the span of the clause that was found."""
    yield _trim(found.line, *span_of(found.frame.clause))


_FILLERS: dict[AnswerKind, Callable[[QuestionFrame, Unified], list[Span]]] = {
    AnswerKind.PERSON: _person,
    AnswerKind.THING: _thing,
    AnswerKind.SAYING: _saying,
    AnswerKind.PLACE: _place,
    AnswerKind.TIME: _time,
    AnswerKind.NUMBER: _number,
    AnswerKind.PRICE: _by_pattern(PRICE),
    AnswerKind.MEASURE: _by_pattern(MEASURE),
    AnswerKind.DURATION: _duration,
    AnswerKind.FREQUENCY: _by_pattern(FREQUENCY),
    AnswerKind.AGE: _by_pattern(AGE),
    AnswerKind.REASON: _reason,
    AnswerKind.MANNER: _manner,
    AnswerKind.POSSESSOR: _possessor,
    AnswerKind.IDENTITY: _nothing,
    AnswerKind.NAME: _nothing,
    AnswerKind.EVENT: _nothing,
    AnswerKind.TRUTH: _nothing,
    AnswerKind.CHOICE: _nothing,
}
