"""Whether a clause of a line says what a question says, apart from what it asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from pramana.karaka.line_answers.frames import (
    ClauseFrame,
    ClausePart,
    ClauseSlot,
    frames_of,
    implied_frames,
    verb_agreement,
)
from pramana.karaka.line_answers.question import Constraint, QuestionFrame
from pramana.karaka.line_answers.wording import (
    agreement,
    is_content,
    is_somebody_else,
    is_title,
    line_forms,
    missing_words,
)
from pramana.language import ClauseKind, Modal, ReadLine, word_list, word_set

_SYMMETRIC = word_set("claims/symmetric") - {"be", "become", "remain"}
WEAK = 0.5
"""How much a participant counts that the line names outside the clause."""


@dataclass(frozen=True, slots=True)
class Unified:
    """A clause of a line that says what a question says.

    `sureness` in 0–1 is the product of how well verb and participants agree. `used` are the slots that the question's
    participants have taken. `relaxed` tells how the line differs from the question.
    """

    line: ReadLine
    frame: ClauseFrame
    sureness: float
    used: tuple[ClauseSlot, ...]
    relaxed: tuple[str, ...]

    @property
    def denied(self) -> bool:
        return self.frame.clause.negated


def unifications(question: QuestionFrame, line: ReadLine) -> Iterator[Unified]:
    """Yield the clauses of a line that say what a question says, in the line's order."""
    held = line_forms(line)
    if missing_words(question.others, held):
        return
    for frame in (*frames_of(line.sentence), *implied_frames(line.sentence)):
        found = _unify(question, line, frame)
        if found is not None:
            yield found


def _unify(question: QuestionFrame, line: ReadLine, frame: ClauseFrame) -> Unified | None:
    verb = verb_agreement(question.verb, frame.clause.verb)
    if not verb or (frame.is_nominal and frame.clause.verb in {"be", "have", "include"} and question.verb != "be"):
        return None
    asked_there = frame.clause.modal is Modal.ASKED or _is_wondered(line, frame)
    if frame.clause.marker in {"except", "unless", "whether"} or asked_there:
        return None
    if question.modal is not Modal.ACTUAL and frame.clause.modal is Modal.ACTUAL:
        return None
    sureness, used, relaxed = verb, [], list[str]()
    if verb < 1:
        relaxed.append(f"“{frame.clause.verb}” for “{question.verb}”")
    weak = 0
    for constraint in question.constraints:
        if constraint.mention.is_open:
            continue
        slot, value = best_slot(question, constraint, line, frame)
        if slot is None:
            if constraint.slot.part is ClausePart.AGENT and frame.of(ClausePart.AGENT):
                return None
            # *had worked nights … had never met anybody*: not who ran the meeting
            value = _elsewhere(constraint, line, frame) if verb == 1 or not _is_core(constraint) else 0.0
            weak += 1
            if not value or weak > 1:
                return None
            relaxed.append(f"“{constraint.mention.text}” elsewhere in the line")
        else:
            used.append(slot)
        sureness *= value
    return Unified(line, frame, sureness, tuple(used), tuple(relaxed))


_WONDERING = re.compile(
    r"\b(?:ask(?:s|ed|ing)?|wonder(?:s|ed|ing)?|[ei]nquir(?:es?|ed|ing)|want(?:s|ed)? to know)"
    r"(?:(?: [\w'’-]+){0,4}? (?:what|how|why|whether)|(?: (?:him|her|them|us|me))? (?:who|whom|which|when|where|if))\b"
)
"""The verb and the word with which a line tells of a question."""


def _is_wondered(line: ReadLine, frame: ClauseFrame) -> bool:
    """Whether a clause is what somebody asks: *she asked what would happen* tells nothing of what will."""
    verb = frame.clause.verb_start
    asked = [match.end() for match in _WONDERING.finditer(line.line.text, 0, verb)]
    between = (each.verb_start for each in line.sentence.clauses)
    return bool(asked) and not any(asked[-1] <= start < verb for start in between)


def _is_core(constraint: Constraint) -> bool:
    return constraint.slot.part is not ClausePart.OTHER


def best_slot(
    question: QuestionFrame, constraint: Constraint, line: ReadLine, frame: ClauseFrame
) -> tuple[ClauseSlot | None, float]:
    """Return the slot of a clause that names a participant of the question, and how surely it does."""
    best: tuple[ClauseSlot | None, float] = (None, 0.0)
    for slot in frame.slots:
        fit = _fit(question, constraint, slot, frame)
        value = fit * _slot_agreement(constraint, line, slot) if fit else 0.0
        if value > best[1]:
            best = slot, value
    return best


def _slot_agreement(constraint: Constraint, line: ReadLine, slot: ClauseSlot) -> float:
    """Return how surely a slot names a participant, or what the line puts beside it does: *a neighbour, Mrs Dolan,*."""
    own = agreement(constraint.mention, line, slot.start, slot.end)
    if own or slot.phrase is None or not constraint.mention.name:
        return own
    beside = (
        each
        for frame in frames_of(line.sentence)
        if frame.clause.kind is ClauseKind.APPOSITION and any(one.start == slot.start for one in frame.slots)
        for each in frame.slots
    )
    return max((agreement(constraint.mention, line, each.start, each.end) for each in beside), default=0.0)


def _fit(question: QuestionFrame, constraint: Constraint, slot: ClauseSlot, frame: ClauseFrame) -> float:
    """Return how well the part of a slot fits that of a participant of the question."""
    asked = constraint.slot
    if asked.part is slot.part:
        return 1.0 if asked.part is not ClausePart.OTHER else preposition_fit(asked, slot)
    parts = {asked.part, slot.part}
    if parts == {ClausePart.AGENT, ClausePart.PATIENT} and frame.clause.verb in _SYMMETRIC:
        return 1.0
    if parts == {ClausePart.AGENT, ClausePart.PATIENT}:
        # *the door opened* and *somebody opened the door*: only where nothing else can be meant
        alone = not (question.has(ClausePart.AGENT) and question.has(ClausePart.PATIENT))
        return 0.8 if alone and len(frame.of(ClausePart.AGENT)) + len(frame.of(ClausePart.PATIENT)) == 1 else 0.0
    if parts == {ClausePart.RECIPIENT, ClausePart.OTHER}:
        other = slot if slot.part is ClausePart.OTHER else asked
        return 1.0 if other.preposition in {"to", "for", "with", "from"} else 0.0
    if parts == {ClausePart.RECIPIENT, ClausePart.PATIENT}:
        return 0.9
    if parts == {ClausePart.PATIENT, ClausePart.OTHER}:
        return 0.8
    return 0.0


def preposition_fit(asked: ClauseSlot, stated: ClauseSlot) -> float:
    """Return how well two prepositions agree: 1 for the same, 0.9 for such as say the same of a place or a time."""
    if asked.preposition == stated.preposition:
        return 1.0
    if not asked.preposition or not stated.preposition:
        return 0.9
    return 0.9 if any({asked.preposition, stated.preposition} <= group for group in _groups()) else 0.0


@cache
def _groups() -> tuple[frozenset[str], ...]:
    lines = word_list("questions/like_prepositions")
    return tuple(frozenset(word.replace("_", " ") for word in line.split()) for line in lines)


def _elsewhere(constraint: Constraint, line: ReadLine, frame: ClauseFrame) -> float:
    """Return how far a participant counts that the clause does not name, but the line does.

    A phrase of a preposition may depend on another word than the verb; a participant of the verb itself may not.
    """
    if constraint.slot.part in {ClausePart.AGENT, ClausePart.RECIPIENT} and frame.clause.subject_from != "none":
        return 0.0
    if any(agreement(constraint.mention, line, slot.start, slot.end) for slot in frame.slots):
        return 0.0  # the clause has it, in another part: *after the accident* for *before the accident*
    if constraint.mention.name and is_somebody_else(constraint.mention, line, 0, len(line.line.text)):
        return 0.0
    words = [word for word in constraint.mention.words if is_content(word) and not is_title(word)]
    return WEAK if words and not missing_words(words, line_forms(line)) else 0.0
