"""The times and places of a clause that say when and where."""

from __future__ import annotations

import re

from pramana.events import Role, plain_markers
from pramana.karaka.line_answers.expressions import Span, has_unit, is_time
from pramana.karaka.line_answers.frames import ClausePart, ClauseSlot, frames_of
from pramana.karaka.line_answers.question import QuestionFrame
from pramana.karaka.line_answers.spans import end_of, gap_slots, is_main, is_setting, join_slots, trim, with_preposition
from pramana.karaka.line_answers.unify import Unified
from pramana.language import Clause, ClauseKind, ReadLine, event_of_noun, span_of, word_set, word_table

_PLACES = word_set("types/places")
_NO_PLACES = word_set("types/no_places") | word_set("questions/nowhere")
_PEOPLE = word_set("types/people")
_LOCATING = {"from", "where", *plain_markers(Role.ADHIKARANA_SPATIAL)} | {
    *word_table("markers/relative")["place"].split("|")
}
_WHEN = frozenset("when after before while once until since as till whenever".split())


def time_spans(question: QuestionFrame, found: Unified) -> list[Span]:
    own = [
        with_preposition(found.line, slot)
        for slot in found.frame.slots
        if slot not in found.used and _says_when(found.line, slot)
    ]
    clauses = [
        trim(found.line, _marker_start(found.line, clause), end_of(found.line, clause))
        for clause in found.line.sentence.clauses
        if clause.marker in _WHEN and _depends(found, clause)
    ]
    spans = [_with_event(found, span) for span in own] or clauses or _shared_times(found)
    if not spans:
        around = _slots_around(found)
        spans = [with_preposition(found.line, slot) for slot in around if _says_when(found.line, slot)]
    spans = spans or _time_adverbs(found)
    texts = {span: found.line.line.text[span[0] : span[1]] for span in spans}
    return sorted(
        span for span, text in texts.items() if text.casefold() not in _NO_TIME and has_unit(question.asked.noun, text)
    )


def _with_event(found: Unified, span: Span) -> Span:
    """Return a time with the event right before it: *at the last election in 2010*."""
    for slot in found.frame.slots:
        event = slot.phrase is not None and event_of_noun(found.line.sentence.tokens[slot.phrase.head].lemma)[0]
        if event and slot.preposition in _AT_EVENTS and slot not in found.used and slot.end + 1 == span[0]:
            return with_preposition(found.line, slot)[0], span[1]
    return span


_AT_EVENTS = frozenset({"at", "during", "after", "before", "since"})
_NO_TIME = frozenset({"ago", "later", "earlier"})
"""Words that say nothing of when without the stretch before them."""


_OFTEN_OR_THEN = frozenset("previously recently soon currently annually yearly daily weekly monthly".split())


def _time_adverbs(found: Unified) -> list[Span]:
    """Return the adverbs of a clause that say when: *previously charged*."""
    return [
        (token.start, token.end)
        for token in found.line.sentence.tokens
        if token.text.casefold() in _OFTEN_OR_THEN and found.line.owner(token) == found.frame.index
    ]


def _slots_around(found: Unified) -> list[ClauseSlot]:
    """Return the phrases that go with a clause from outside it: at the start of the sentence, and those of the
    clause that *to explain it*, *…, telling the paper* belongs to."""
    clause = found.frame.clause
    if (
        clause.kind in {ClauseKind.INFINITIVE, ClauseKind.PARTICIPIAL, ClauseKind.RELATIVE, ClauseKind.CONTENT}
        and clause.parent is not None
    ):
        return list(frames_of(found.line.sentence)[clause.parent].slots)
    return _front_slots(found.line) if is_main(found) else []


def _shared_times(found: Unified) -> list[Span]:
    """Return the times of the clause that this one is joined to with its subject: *arrested in May and charged*."""
    clause = found.frame.clause
    if clause.subject_from != "shared" or clause.kind is not ClauseKind.MAIN:
        return []
    joined = [
        frame
        for frame in frames_of(found.line.sentence)
        if frame.index != found.frame.index
        and frame.clause.kind is ClauseKind.MAIN
        and {phrase.start for phrase in frame.clause.subjects} & {phrase.start for phrase in clause.subjects}
    ]
    times = [
        with_preposition(found.line, slot) for frame in joined for slot in frame.slots if _says_when(found.line, slot)
    ]
    return times if len(joined) == 1 else []


_ALSO_PLACES = frozenset(("by", "between", "from", "through", "about", "around", "over", "toward", "towards", "up to"))
_TIMING = {"during", *word_table("markers/relative")["time"].split("|")} - _ALSO_PLACES
"""Prepositions that say when with any event: *after the accident*. The others also say where."""


def _says_when(line: ReadLine, slot: ClauseSlot) -> bool:
    if slot.part is not ClausePart.OTHER:  # *was stabbed late Monday morning*: a time in the object's place
        return slot.part is ClausePart.PATIENT and slot.phrase is not None and is_time(line, slot.phrase)
    if slot.phrase is None:
        return slot.kind == "time"
    if not slot.preposition or slot.preposition in {"of", "for", "than", "with"}:
        return False
    return is_time(line, slot.phrase) or slot.preposition in _TIMING


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


def _front_slots(line: ReadLine) -> list[ClauseSlot]:
    """Return the phrases at the start of the sentence that go with all of its coordinated clauses."""
    first = next((frame for frame in frames_of(line.sentence) if not frame.is_nominal), None)
    if first is None:
        return []
    return [slot for slot in first.slots if slot.part is ClausePart.OTHER and slot.end <= first.clause.verb_start]


def place_spans(question: QuestionFrame, found: Unified) -> list[Span]:
    wanted = "from" if question.asked.text.casefold().endswith(" from") else ""
    if question.gap is not None:
        slots = [slot for slot in gap_slots(question, found) if not is_setting(question, found.line, slot)]
        if question.noun:
            slots = [slot for slot in slots if _may_be_place(found.line, slot, named=True)]
        return join_slots(question, found, slots)
    slots = [
        slot
        for slot in found.frame.slots
        if slot not in found.used and _says_where(found.line, slot) and (not wanted or slot.preposition == wanted)
    ]
    slots = slots or [
        slot
        for slot in (*found.frame.slots, *_slots_around(found))
        if slot not in found.used and _may_say_where(found.line, slot) and (not wanted or slot.preposition == wanted)
    ]
    relative = [slot for slot in slots if slot.preposition == "where"]
    if relative:
        return [(slot.start, slot.end) for slot in relative]
    spans = [_with_regions(found, with_preposition(found.line, slot)) for slot in slots]
    return [
        span
        for slot, span in zip(slots, spans, strict=True)
        if slot.phrase is None or span[0] < slot.start  # *in Graz, the fourth of six*: only the first is a place
    ]


def _with_regions(found: Unified, span: Span) -> Span:
    """Return a place with the regions between commas behind it, where it follows the verb: *in Leeds, Yorkshire, …*."""
    text = found.line.line.text
    behind = _REGIONS.match(text, span[1]) if span[0] > found.frame.clause.verb_start else None
    named = text[: span[1]].split(" ")[-1][:1].isupper()
    return (span[0], behind.end()) if behind is not None and named else span


_REGIONS = re.compile(r"(?:, [A-Z][\w'’-]*(?: [A-Z][\w'’-]*)?){1,2}(?=[,.;]|$)")


def _says_where(line: ReadLine, slot: ClauseSlot) -> bool:
    if slot.phrase is None:
        return slot.kind == "place"
    if slot.part is not ClausePart.OTHER or slot.preposition not in _LOCATING:
        return False
    return _may_be_place(line, slot, named=False)


_WHERE = frozenset({"in", "at", "on"})


def _may_say_where(line: ReadLine, slot: ClauseSlot) -> bool:
    """Whether a phrase may say where, where no surer one does: *on site*, *on the ballot*."""
    phrase = slot.phrase
    if slot.part is not ClausePart.OTHER or phrase is None or slot.preposition not in _WHERE or is_time(line, phrase):
        return False
    lemma = line.sentence.tokens[phrase.head].lemma.casefold()
    return phrase.kind not in {"pronoun", "number"} and lemma not in _NO_PLACES and lemma not in _PEOPLE


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
