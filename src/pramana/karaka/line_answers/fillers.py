"""The words of a line that fill the gap of a question, by the kind that was asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

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
from pramana.karaka.line_answers.persons import may_name_somebody
from pramana.karaka.line_answers.question import QuestionFrame
from pramana.karaka.line_answers.settings import place_spans, time_spans
from pramana.karaka.line_answers.spans import end_of, gap_slots, is_main, is_setting, join_slots, trim, with_preposition
from pramana.karaka.line_answers.unify import Unified
from pramana.karaka.line_answers.wording import content_tokens, forms_of, line_forms, missing_words, spans_forms
from pramana.language import (
    AnswerKind,
    Causation,
    ClauseKind,
    ReadLine,
    causal_spans,
    is_person_phrase,
    span_of,
)

_REASONS = {Causation.REASON: 40, Causation.PURPOSE: 40, Causation.RESULT: 40, Causation.VERB: 50, Causation.MOTIVE: 60}
"""The least confidence, 1–100, at which a causal reading of each kind answers *why*: chosen on QA-SRL's even half."""


def spans_for(question: QuestionFrame, found: Unified) -> list[Span]:
    """Return the spans of a line that answer, [] where it holds nothing of the kind that was asked for."""
    return [span for span in _FILLERS[question.asked.kind](question, found) if span[1] > span[0]]


def _person(question: QuestionFrame, found: Unified) -> list[Span]:
    slots = [slot for slot in gap_slots(question, found) if _may_be_person(found.line, slot) or _is_named(found, slot)]
    return join_slots(
        question, found, [slot for slot in slots if not missing_words(question.noun, _described_forms(found, slot))]
    )


def _thing(question: QuestionFrame, found: Unified) -> list[Span]:
    slots = [slot for slot in gap_slots(question, found) if not is_setting(question, found.line, slot)]
    if question.verb in _HAPPENING:
        slots = [slot for slot in slots if slot.phrase is None or slot.phrase.kind not in {"name", "pronoun"}]
    if question.noun:
        slots = [slot for slot in slots if not missing_words(question.noun, _described_forms(found, slot))]
        bare = [slot for slot in slots if not _says_more(question, found, slot)]
        narrowed = [span for slot in bare if (span := _with_place(found, slot)) is not None]
        slots = [slot for slot in slots if slot not in bare]
        if narrowed and not slots:
            return narrowed
    if slots:
        return join_slots(question, found, slots)
    return [] if question.noun else _clausal(question, found) or _clause_before(question, found)


_HAPPENING = frozenset({"happen", "occur", "take place"})
"""Verbs of which nobody is the subject."""


def _clause_before(question: QuestionFrame, found: Unified) -> list[Span]:
    """Return the clause that *, which* takes up: *a tunnel collapsed, which delayed the work*."""
    clause, clauses = found.frame.clause, found.line.sentence.clauses
    asks_for_agent = question.gap is not None and question.gap.part is ClausePart.AGENT
    if not asks_for_agent or clause.kind is not ClauseKind.RELATIVE or clause.subjects or clause.parent is None:
        return []
    before = found.line.line.text[: clause.verb_start].rstrip()
    if not re.search(r",\s+which$", before) or clauses[clause.parent].kind is not ClauseKind.MAIN:
        return []
    start = span_of(clauses[clause.parent])[0]
    return [trim(found.line, start, before.rindex(","))]


def _says_more(question: QuestionFrame, found: Unified, slot: ClauseSlot) -> bool:
    """Whether a phrase says more than the noun that was asked about: *a decoration* does not answer *which*."""
    own = frozenset(form for word in question.noun for form in forms_of(word.text, word.lemma))
    return bool(missing_words(content_tokens(found.line, slot.start, slot.end), own))


def _with_place(found: Unified, slot: ClauseSlot) -> Span | None:
    """Return a phrase with what narrows it right behind: *the museum in Graz* says which, *a museum* does not."""
    text = found.line.line.text
    definite = text[slot.start : slot.end].casefold().startswith("the ")
    opens = _NARROWING.match(text, slot.end) if definite else None
    behind = [each for each in found.line.sentence.noun_phrases if opens is not None and each.start == opens.end()]
    return (slot.start, behind[0].end) if behind else None


_NARROWING = re.compile(r" (?:in|at|of|on|near|over|under|from|with) ")


def _described_forms(found: Unified, slot: ClauseSlot) -> frozenset[str]:
    """Return the words of a slot, of what the line says it is, and of its verb: what is *awarded* is an award."""
    held = spans_forms(found.line, slot.start, slot.end)
    if slot.part is ClausePart.PATIENT:
        held |= spans_forms(found.line, found.frame.clause.verb_start, found.frame.clause.verb_end)
    for frame in frames_of(found.line.sentence):
        if frame.is_nominal and frame.clause.verb == "be":
            spans = [(each.start, each.end) for each in frame.slots]
            if any(start < slot.end and slot.start < end for start, end in spans):
                for start, end in spans:
                    held |= spans_forms(found.line, start, end)
    return held


def _saying(question: QuestionFrame, found: Unified) -> list[Span]:
    if question.asked.noun:  # *what did she promise to do*: a thing that she promised is no answer
        return [span for span in _clausal(question, found) if _TO.match(found.line.line.text, span[0])]
    return _clausal(question, found) or _thing(question, found)


_TO = re.compile(r"to\b|\w+ing\b", re.IGNORECASE)


def _may_be_person(line: ReadLine, slot: ClauseSlot) -> bool:
    """Whether a phrase may name a person, a group or an organisation."""
    phrase = slot.phrase
    if phrase is None or is_time(line, phrase) or phrase.kind == "number":
        return False
    head = line.sentence.tokens[phrase.head]
    if phrase.kind in {"name", "pronoun"}:
        return head.text.casefold() not in {"it", "this", "that", "what", "which", "these", "those"}
    doing = head.text.casefold().endswith("ing") and not is_person_phrase(line.sentence.tokens, phrase)
    return may_name_somebody(head.lemma) and not doing


def _is_named(found: Unified, slot: ClauseSlot) -> bool:
    """Whether a line puts a person's name beside a phrase: *the head of operations, Marcus Reid*."""
    sentence = found.line.sentence
    beside = [
        each
        for frame in frames_of(sentence)
        if frame.is_nominal and frame.clause.verb == "be" and any(each.start == slot.start for each in frame.slots)
        for each in frame.slots
    ]
    return any(each.phrase is not None and is_person_phrase(sentence.tokens, each.phrase) for each in beside)


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
    if not inside or (inside[0].kind is ClauseKind.INFINITIVE and _has_thing(found)):
        return []  # *demanded a meeting to settle it*: the meeting is what was demanded
    first = min(span_of(clause)[0] for clause in inside[:1])
    return [trim(found.line, first, end_of(found.line, inside[0]))]


def _has_thing(found: Unified) -> bool:
    """Whether a clause has an object that is nobody: *asked Ann to leave* has none."""
    tokens = found.line.sentence.tokens
    return any(each.kind == "noun" and not is_person_phrase(tokens, each) for each in found.frame.clause.objects)


def _quotation(found: Unified) -> Span | None:
    """Return the quoted words of a line whose verb is one of saying."""
    if found.frame.clause.objects:
        return None
    marks = list(re.finditer(r"[“\"]([^”\"]+)(?:[”\"]|$)", found.line.line.text))
    outside = [match for match in marks if not match.start() <= found.frame.clause.verb_start < match.end()]
    return (outside[0].start(), outside[-1].end()) if outside else None


def _number(question: QuestionFrame, found: Unified) -> list[Span]:
    tokens = found.line.sentence.tokens
    spans = []
    slots = gap_slots(question, found) if question.gap is not None else list(found.frame.slots)
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
        with_preposition(found.line, slot)
        for slot in found.frame.slots
        if slot not in found.used
        and slot.preposition in _MANNER
        and slot.part is ClausePart.OTHER
        and slot.phrase is not None
        and not is_time(found.line, slot.phrase)
        and slot.phrase.kind not in {"pronoun", "name"}  # *deal with Palestine*, *deterred by RailCorp*
    ]
    clauses = found.line.sentence.clauses
    for clause in clauses:
        before = found.line.line.text[: clause.verb_start].rstrip().casefold()
        if clause.parent == found.frame.index and before.endswith(" by"):
            spans.append(trim(found.line, len(before) - 2, end_of(found.line, clause)))
    adverbs = [
        (token.start, token.end)
        for token in found.line.sentence.tokens
        if token.tag == "AV0"
        and token.text.casefold().endswith("ly")
        and found.line.owner(token) == found.frame.index
        and abs(token.start - found.frame.clause.verb_end) <= _NEAR
    ]
    return spans[:2] or adverbs[:1] or _state(found)


def _state(found: Unified) -> list[Span]:
    """Return the adjective right behind a verb: *pleaded guilty*, *was found dead*."""
    behind = [token for token in found.line.sentence.tokens if token.start >= found.frame.clause.verb_end][:2]
    if not behind or behind[0].tag not in {"AJ0", "AJ0-VVN"} or found.frame.clause.verb == "be":
        return []
    alone = len(behind) < 2 or not behind[1].tag.startswith(("NN", "NP", "AJ"))
    return [(behind[0].start, behind[0].end)] if alone else []


_MANNER = frozenset("by with through via using like by_means_of".split())
_NEAR = 25
"""Characters between a verb and an adverb of manner that belongs to it."""


def _by_pattern(pattern: re.Pattern[str]) -> Callable[[QuestionFrame, Unified], list[Span]]:
    def find(question: QuestionFrame, found: Unified) -> list[Span]:
        start, end = span_of(found.frame.clause)
        used = [(slot.start, slot.end) for slot in found.used]
        spans = matches_in(pattern, found.line, start, end) or (
            [span for span in matches_in(pattern, found.line, 0, len(found.line.line.text)) if _is_told(found, span)]
            if is_main(found)
            else []
        )
        return [span for span in spans if not any(first < span[1] and span[0] < last for first, last in used)][:1]

    return find


def _is_told(found: Unified, span: Span) -> bool:
    """Whether no other verb is between the event's and an amount, but an infinitive: *agreed to pay £400*."""
    text = found.line.line.text
    return not any(
        found.frame.clause.verb_end <= clause.verb_start < span[0]
        and not text[: clause.verb_start].rstrip().casefold().endswith(" to")
        for clause in found.line.sentence.clauses
        if clause is not found.frame.clause
    )


def _duration(question: QuestionFrame, found: Unified) -> list[Span]:
    spans = _by_pattern(DURATION)(question, found)
    if spans:
        return spans
    return [
        with_preposition(found.line, slot)
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
    for slot in gap_slots(question, found) or found.frame.slots:
        if slot.phrase is not None and slot.phrase.possessor is not None:
            held = spans_forms(found.line, slot.start, slot.end)
            if not missing_words(question.noun, held):
                spans.append(slot.phrase.possessor)
    return spans


_FILLERS: dict[AnswerKind, Callable[[QuestionFrame, Unified], list[Span]]] = {
    AnswerKind.PERSON: _person,
    AnswerKind.THING: _thing,
    AnswerKind.SAYING: _saying,
    AnswerKind.PLACE: place_spans,
    AnswerKind.TIME: time_spans,
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
