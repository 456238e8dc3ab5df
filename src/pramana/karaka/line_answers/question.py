"""A question as a frame: its verb, what it says of the participants, and the gap that an answer fills."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from pramana.karaka.line_answers.frames import TAKE_PLACE, ClauseFrame, ClausePart, ClauseSlot, frames_of
from pramana.karaka.line_answers.wording import AskedPhrase, content_tokens, is_content
from pramana.language import (
    AnswerKind,
    AskedQuestion,
    ClauseKind,
    EvidenceLine,
    Modal,
    NounPhrase,
    ReadLine,
    Token,
    is_wildcard,
    word_set,
)

_AUXILIARY_TAGS = ("VM0", "VBZ", "VBD", "VBB", "VBN", "VBI", "VHD", "VHZ", "VHB", "VDD", "VDZ", "VDB", "VDI")
_LIGHT_NOUNS = word_set("questions/light_nouns")


@dataclass(frozen=True, slots=True)
class Constraint:
    """A participant that the question states, and its place in the clause."""

    slot: ClauseSlot
    mention: AskedPhrase


@dataclass(frozen=True, slots=True)
class QuestionFrame:
    """What a line must say to answer a question.

    `gap` is the part that is asked for, None where the kind of the answer alone decides. `others` are words outside the
    clause's participants that the line must have: those of further clauses, adverbs, ordinals. `noun` are the words of
    the noun that was asked for.
    """

    asked: AskedQuestion
    verb: str
    modal: Modal
    negated: bool
    constraints: tuple[Constraint, ...]
    gap: ClauseSlot | None
    others: tuple[Token, ...]
    noun: tuple[Token, ...]

    def has(self, part: ClausePart) -> bool:
        """Return whether the question states or asks for this part."""
        stated = any(each.slot.part is part and not each.mention.is_open for each in self.constraints)
        return stated or (self.gap is not None and self.gap.part is part)


@lru_cache(maxsize=1_024)
def question_frame(asked: AskedQuestion) -> QuestionFrame | None:
    """Return a question as a frame, None where its statement has no clause, or the gap is in none."""
    statement = asked.statement.strip()
    if not statement:
        return None
    line = ReadLine(EvidenceLine(f"{statement[:1].upper()}{statement[1:]}."))
    proper = statement[:1].isupper()
    frames = frames_of(line.sentence)
    gap_span = _place_of_gap(line, asked.gap)
    frame = _main_frame(frames, gap_span)
    if frame is None or (asked.gap and gap_span is None):
        return None
    gap = next((slot for slot in frame.slots if gap_span and _overlap(slot, gap_span)), None)
    if asked.gap and gap is None:
        return None
    constraints = tuple(
        Constraint(slot, replace(mention, name=mention.name or (proper and mention.head.start == 0)))
        for slot in frame.slots
        if slot is not gap and (mention := _mention(line, slot)) is not None
    )
    return QuestionFrame(
        asked,
        frame.clause.verb,
        frame.clause.modal,
        frame.clause.negated,
        constraints,
        gap,
        tuple(_others(line, frame, gap_span)),
        noun_words(asked.noun) if asked.kind in _WITH_NOUN else (),
    )


_WITH_NOUN = frozenset({AnswerKind.NUMBER, AnswerKind.THING, AnswerKind.PERSON, AnswerKind.PLACE, AnswerKind.POSSESSOR})


def _place_of_gap(line: ReadLine, gap: str) -> tuple[int, int] | None:
    if not gap:
        return None
    at = line.line.text.casefold().find(gap.casefold())
    return (at, at + len(gap)) if at >= 0 else None


def _overlap(slot: ClauseSlot, span: tuple[int, int]) -> bool:
    return slot.start < span[1] and span[0] < slot.end


def _main_frame(frames: tuple[ClauseFrame, ...], gap: tuple[int, int] | None) -> ClauseFrame | None:
    """Return the frame that holds the gap, by its last verb, else the main one."""
    verbal = [frame for frame in frames if not frame.is_nominal]
    if gap is not None:
        held = [frame for frame in verbal if any(_overlap(slot, gap) for slot in frame.slots)]
        # *Marta did want to sell it*: the gap is a participant of the infinitive
        stated = [frame for frame in held if frame.clause.subject_from == "stated"]
        return next(iter(stated or held), None)
    main = [frame for frame in verbal if frame.clause.kind is ClauseKind.MAIN]
    return next(iter(main or verbal), None)


def _mention(line: ReadLine, slot: ClauseSlot) -> AskedPhrase | None:
    """Return what a slot of a question names; None where it claims nothing."""
    if slot.phrase is None:
        words = tuple(content_tokens(line, slot.start, slot.end))
        return AskedPhrase(line.line.text[slot.start : slot.end], words[-1], words, False) if words else None
    return mention_of(line, slot.phrase)


def mention_of(line: ReadLine, phrase: NounPhrase) -> AskedPhrase | None:
    """Return a noun phrase of a question as a mention, None where no word of it claims anything."""
    words = tuple(content_tokens(line, phrase.start, phrase.end))
    head = line.sentence.tokens[phrase.head]
    if is_wildcard(phrase.text):
        return AskedPhrase(phrase.text, head, (), False)
    if not words and phrase.kind != "pronoun":
        return None
    if head not in words:
        head = words[-1] if words else head
    capital = head.start > 0 and head.text[:1].isupper() and phrase.kind == "noun"
    return AskedPhrase(phrase.text, head, words or (head,), phrase.kind == "name" or capital)


def _others(line: ReadLine, frame: ClauseFrame, gap: tuple[int, int] | None) -> list[Token]:
    """Return the content words of a statement that belong to no participant of its frame and not to its verb."""
    spans = [(slot.start, slot.end) for slot in frame.slots]
    spans += [(frame.clause.verb_start, frame.clause.verb_end), *([gap] if gap else [])]
    if frame.clause.verb == TAKE_PLACE:
        spans += [(phrase.start, phrase.end) for phrase in line.sentence.clauses[frame.index].objects]
    return [
        token
        for token in line.sentence.tokens
        if (is_content(token) or token.tag in {"ORD", "XX0"} or token.tag == "AV0")
        and not any(start <= token.start and token.end <= end for start, end in spans)
        and token.tag not in _AUXILIARY_TAGS
        and token.text.casefold() not in _LIGHT_NOUNS
        and not is_wildcard(token.text)
    ]


def noun_words(noun: str) -> tuple[Token, ...]:
    """Return the words of the noun behind *which* or *how many* that claim something, the head last."""
    line = ReadLine(EvidenceLine(f"the {noun}"))
    return tuple(token for token in content_tokens(line) if token.text.casefold() not in _LIGHT_NOUNS)
