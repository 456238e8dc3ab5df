"""How far a clause of a line tells of a question's event, and whether it fills what the question asks for."""

from __future__ import annotations

from dataclasses import dataclass

from pramana.karaka.line_answers.frames import (
    LIGHT_VERBS,
    ClauseFrame,
    ClausePart,
    ClauseSlot,
    frames_of,
    read_line,
    verb_agreement,
)
from pramana.karaka.line_answers.question import QuestionFrame, question_frame
from pramana.karaka.line_answers.unify import best_slot, preposition_fit
from pramana.karaka.line_quotes.terms import is_empty_word, is_near_word, stems_of_text
from pramana.language import AnswerKind, AskedQuestion, EvidenceLine, ReadLine, stem

_NEAR_VERB = 0.5
"""How near two verbs are that only a list of related words or their root connects."""
_FREE = frozenset({AnswerKind.REASON, AnswerKind.MANNER, AnswerKind.TRUTH})
"""Kinds that no participant of a clause answers."""


@dataclass(frozen=True, slots=True)
class ClauseTraits:
    """What the best clause of a line has of a question, all 0–1; all 0 where no verb is near the question's.

    `near`: how near its verb is; `agreed`: how well it names the question's participants; `filled`: whether something
    new has the part that is asked for; `others`: the share of the question's further words in the line.
    """

    near: float = 0.0
    agreed: float = 0.0
    filled: float = 0.0
    others: float = 0.0


def clause_traits(asked: AskedQuestion, line: EvidenceLine) -> ClauseTraits:
    """Return what the best clause of a line has of a question."""
    frame = question_frame(asked)
    if frame is None:
        return ClauseTraits()
    held = {*stems_of_text(line.text), *(each for link in line.references for each in stems_of_text(link.means))}
    words = [stem(token.text.casefold()) in held for token in frame.others]
    others = sum(words) / len(words) if words else 1.0
    read, own = read_line(line), frozenset(stems_of_text(asked.text))
    found = [_traits_of(frame, read, clause, own, others) for clause in frames_of(read.sentence)]
    best = max(found, key=_weight, default=ClauseTraits())
    return best if best.near else ClauseTraits(others=others)


def _weight(traits: ClauseTraits) -> float:
    return traits.near * (0.3 + traits.agreed) * (0.5 + traits.filled)


def _traits_of(
    question: QuestionFrame, line: ReadLine, clause: ClauseFrame, own: frozenset[str], others: float
) -> ClauseTraits:
    near = _nearness(question.verb, clause.clause.verb)
    if not near:
        return ClauseTraits()
    stated = [each for each in question.constraints if not each.mention.is_open]
    found = [best_slot(question, each, line, clause) for each in stated]
    used = [slot for slot, _ in found if slot is not None]
    agreed = sum(value for _, value in found) / len(found) if found else 1.0
    return ClauseTraits(near, agreed, float(_is_filled(question, line, clause, used, own)), others)


def _nearness(asked: str, stated: str) -> float:
    one, other = ("_".join(map(stem, each.split(" "))) for each in (asked, stated))
    alike = is_near_word(one, other) or (
        is_near_word(one.split("_")[0], other.split("_")[0]) and asked.split(" ")[0] not in LIGHT_VERBS
    )
    return verb_agreement(asked, stated) or _NEAR_VERB * alike


def _is_filled(
    question: QuestionFrame, line: ReadLine, clause: ClauseFrame, used: list[ClauseSlot], own: frozenset[str]
) -> bool:
    """Whether a slot that no participant of the question takes may answer, and has words that the question lacks."""
    part = question.gap.part if question.gap is not None else None
    if part is None and question.asked.kind in _FREE:
        return True
    wanted = {ClausePart.AGENT} if part is ClausePart.AGENT else set(ClausePart) - {ClausePart.AGENT}
    wanted = wanted if part is not None else {ClausePart.OTHER}
    free = (slot for slot in clause.slots if slot.part in wanted and slot not in used and _fits(question, slot))
    return any(_is_new(line.line.text[slot.start : slot.end], own) for slot in free)


def _fits(question: QuestionFrame, slot: ClauseSlot) -> bool:
    """Whether a slot has the preposition that the question ends with, or is who gets something: neither *in 1979* nor
    *six winters ago* says what somebody died of."""
    gap = question.gap
    if gap is None or not gap.preposition:
        return True
    return preposition_fit(gap, slot) > 0 and (bool(slot.preposition) or slot.part is ClausePart.RECIPIENT)


def _is_new(text: str, own: frozenset[str]) -> bool:
    return any(each not in own and not is_empty_word(each) for each in stems_of_text(text))
