"""Where the words of an answer begin and end: the slots in the place of a gap, with what depends on them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pramana.karaka.line_answers.expressions import Span, is_time
from pramana.karaka.line_answers.frames import ClausePart, ClauseSlot
from pramana.karaka.line_answers.question import QuestionFrame
from pramana.karaka.line_answers.unify import Unified, preposition_fit
from pramana.language import AnswerKind, Clause, ClauseKind, ReadLine, span_of, word_set

_NEAR = 25
"""Characters from the word that opens a dependent clause to its verb: *that the court …*."""


def gap_slots(question: QuestionFrame, found: Unified) -> list[ClauseSlot]:
    """Return the slots that are in the place of what is asked for."""
    gap = question.gap
    if gap is None:
        return []
    free = [
        slot
        for slot in found.frame.slots
        if slot not in found.used and slot.phrase is not None and not _is_exception(found.line, slot)
    ]
    if gap.part is ClausePart.AGENT and _has_unsure_subject(found.line, found.frame.clause):
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
        to = [slot for slot in free if slot.preposition in {"to", "for"}]
        told = question.verb in _TELLING and question.asked.kind is AnswerKind.PERSON
        return to or [slot for slot in free if told and slot.part is ClausePart.PATIENT]
    stated = {each.slot.part for each in question.constraints}  # *something* takes its place: *What raised something?*
    if gap.part is ClausePart.AGENT and ClausePart.PATIENT not in stated:
        return [slot for slot in free if slot.part is ClausePart.PATIENT and not found.frame.of(ClausePart.AGENT)]
    return []


_TELLING = frozenset("tell ask inform warn advise remind assure notify teach".split())
"""Verbs whose only object may be whom they tell: *told reporters that …* answers *Whom did he tell something?*"""
_EXCEPT = re.compile(
    r"\b(?:except(?: for)?|but|other than|apart from|instead of|rather than|not|nor|unlike|without)\s+$", re.IGNORECASE
)


_EXCEPTED = re.compile(r"\s+(?:except|other than|apart from|but for)\b", re.IGNORECASE)


def _is_exception(line: ReadLine, slot: ClauseSlot) -> bool:
    """Whether a phrase is named as an exception, or has one, and so names nobody: *everyone except Marsh*."""
    text = line.line.text
    return _EXCEPT.search(text[: slot.start]) is not None or _EXCEPTED.match(text, slot.end) is not None


def _has_unsure_subject(line: ReadLine, clause: Clause) -> bool:
    """Whether nobody, or only the reader's guess, says who does it: *deployed troops to protect voters*.

    *…, telling the paper*, *posted to explain it* and *is scheduled to host it* are of the subject of their clause, and
    *encourages women to attend* says itself who is to attend.
    """
    if clause.subject_from != "shared" or clause.kind is not ClauseKind.INFINITIVE:
        return clause.subject_from == "none"
    if clause.parent is None:
        return True
    main = line.sentence.clauses[clause.parent]
    governed = {(phrase.start, phrase.end) for phrase in (*main.objects, *main.indirect)}
    return bool(governed) and governed.isdisjoint((phrase.start, phrase.end) for phrase in clause.subjects)


def join_slots(question: QuestionFrame, found: Unified, slots: Sequence[ClauseSlot]) -> list[Span]:
    """Return the spans of slots with what depends on them; those that only commas and *and* part are one."""
    text, spans = found.line.line.text, list[Span]()
    for slot in sorted(slots, key=lambda each: each.start):
        end = _extend(found, slot, question.asked.kind)
        between = text[spans[-1][1] : slot.start].strip() if spans else "."
        if spans and re.fullmatch(r",?(?: ?(?:and|or|&)(?: \w+)?)?|,", between):
            spans[-1] = spans[-1][0], end
        elif not spans or slot.start >= spans[-1][1]:
            spans.append((slot.start, end))
    return spans


def _extend(found: Unified, slot: ClauseSlot, question_kind: AnswerKind) -> int:
    """Return where a phrase ends with what depends on it right behind it: *a bill to allow it*, *photos at the scene*.

    A phrase that is a participant of the clause itself does not depend on another one.
    """
    line, end = found.line, slot.end
    if slot.phrase is None or slot.phrase.kind in {"name", "pronoun"} or question_kind is AnswerKind.PERSON:
        return end
    own = {(each.start, each.end) for each in found.frame.slots}
    for _ in range(_DEPTH):
        following = next((token for token in line.sentence.tokens if token.start >= end), None)
        if following is None or following.start - end > 1:
            break
        reached = end
        opens = following.tag in {"PNQ", "DTQ", "CJT"} or (following.tag == "TO0" and _takes_infinitive(line, slot))
        if opens and slot.start > found.frame.clause.verb_start:
            clauses = [each for each in line.sentence.clauses if 0 <= each.verb_start - following.start < _NEAR]
            ends = [trim(line, end, end_of(line, each))[1] for each in clauses if not each.verb_start < end]
            reached = max(ends[:1], default=end)
        elif following.tag in {"PRP", "PRF"}:
            phrases = [each for each in line.sentence.noun_phrases if 0 < each.start - following.end <= 2]
            loose = following.tag == "PRF" or (following.text == "by" and not found.frame.clause.passive)
            phrases = [
                each
                for each in phrases
                if loose
                or (slot.part is ClausePart.PATIENT and following.text in _OF_NOUNS and not is_time(line, each))
                or each.end <= found.frame.clause.verb_start
                or (each.start, each.end) not in own
            ]
            reached = max((each.end for each in phrases), default=end)
        if reached <= end:
            break
        end = reached
    return end


def _takes_infinitive(line: ReadLine, slot: ClauseSlot) -> bool:
    """Whether an infinitive behind a phrase belongs to it: *a bill to allow it*, not *troops to protect voters*."""
    return slot.phrase is not None and line.sentence.tokens[slot.phrase.head].lemma.casefold() in _TO_DO


_TO_DO = word_set("questions/nouns_to_do")
_OF_NOUNS = frozenset("between against over about toward towards".split())
"""Prepositions that say more of an object right before them than of its verb: *won a majority over the others*. On
QA-SRL's even half *in*, *on*, *to*, *for*, *from* and *with* belong to the verb as often."""
_DEPTH = 3
"""How many phrases in a row may depend on one another: *ways of bringing goods to town*."""


def is_setting(question: QuestionFrame, line: ReadLine, slot: ClauseSlot) -> bool:
    """Whether a phrase only says when, where no time was asked for."""
    phrase = slot.phrase
    return slot.part is not ClausePart.AGENT and phrase is not None and not question.noun and is_time(line, phrase)


def end_of(line: ReadLine, clause: Clause) -> int:
    """Return where a clause ends, with all clauses that depend on it.

    A main clause behind a relative one has no part in it: *a house that stood empty, and the council fined him*.
    """
    clauses = line.sentence.clauses
    held, waiting = set[int](), [clauses.index(clause)]
    while waiting:
        index = waiting.pop()
        if index not in held:  # the reader of lines may let two clauses depend on each other
            held.add(index)
            waiting += [
                place
                for place, each in enumerate(clauses)
                if each.parent == index
                and each.verb_start > clause.verb_start
                and not (clauses[index].kind is ClauseKind.RELATIVE and each.kind is ClauseKind.MAIN)
            ]
    return max(span_of(clauses[index])[1] for index in held)


def trim(line: ReadLine, start: int, end: int) -> Span:
    text = line.line.text
    while end > start and text[end - 1] in " .,;:":
        end -= 1
    return start, end


def with_preposition(line: ReadLine, slot: ClauseSlot) -> Span:
    """Return the span of a phrase with its preposition."""
    if not slot.preposition:
        return slot.start, slot.end
    before = re.search(rf"\b{re.escape(slot.preposition)}\s+$", line.line.text[: slot.start], re.IGNORECASE)
    return (before.start() if before else slot.start), slot.end


def is_main(found: Unified) -> bool:
    return found.frame.clause.kind is ClauseKind.MAIN
