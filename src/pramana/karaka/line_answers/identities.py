"""Who or what somebody or something is, and what it is called: read from *be*, appositions, titles and brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from pramana.karaka.line_answers.definitions import definitions
from pramana.karaka.line_answers.expressions import Span
from pramana.karaka.line_answers.frames import ClauseFrame, ClausePart, ClauseSlot, frames_of
from pramana.karaka.line_answers.question import mention_of
from pramana.karaka.line_answers.wording import AskedPhrase, agreement, forms_of, line_forms, missing_words, spans_forms
from pramana.language import AnswerKind, AskedQuestion, EvidenceLine, Modal, NounPhrase, ReadLine, Token

_NAMING = frozenset({"name", "call", "know", "dub", "title", "entitle", "christen"})


@dataclass(frozen=True, slots=True)
class Described:
    """What a question asks the identity of: *Colora*, or by a description, *the captain of the Aurora*.

    `head` are the words of the description's head noun with its modifiers, `owner` those that say whose or of what.
    """

    phrase: AskedPhrase
    head: tuple[Token, ...]
    owner: tuple[Token, ...]
    by_name: bool


@dataclass(frozen=True, slots=True)
class Identified:
    """A clause that says who or what it is, and the words that say it."""

    frame: ClauseFrame
    spans: tuple[Span, ...]
    sureness: float


def identities(asked: AskedQuestion, line: ReadLine) -> Iterator[Identified]:
    """Yield what a line says of the identity of what a question describes."""
    defined = list(_defined_by(asked, line))
    if defined:
        yield from defined
        return
    described = _described_phrase(asked.statement)
    if described is None:
        return
    for frame in frames_of(line.sentence):
        if asked.kind is AnswerKind.NAME or not described.by_name:
            found = _named_by(described, line, frame)
        else:
            found = _described_by(described, line, frame)
        if found is not None:
            yield found
    if asked.kind is not AnswerKind.NAME and described.by_name:
        yield from _beside(described, line)
    if asked.kind is AnswerKind.NAME:
        yield from _names_beside(described, line)


def _defined_by(asked: AskedQuestion, line: ReadLine) -> Iterator[Identified]:
    """Yield what a line defines a word as, asserted by its first clause."""
    frame = next((each for each in frames_of(line.sentence) if not each.is_nominal), None)
    for span in definitions(asked, line):
        if frame is not None and not frame.clause.negated:
            clause = replace(frame.clause, modal=Modal.ACTUAL, attributed_to=None)
            yield Identified(replace(frame, clause=clause), (span,), 1.0)


def _beside(described: Described, line: ReadLine) -> Iterator[Identified]:
    """*Whose head teacher, Mr Sorrel, had asked*: a noun phrase beside the name, with commas around the second."""
    frames = [frame for frame in frames_of(line.sentence) if not frame.is_nominal]
    phrases = sorted(line.sentence.noun_phrases, key=lambda each: each.start)
    for one, other in pairwise(phrases):
        text = line.line.text
        if text[one.end : other.start] != ", " or text[other.end : other.end + 1] not in {",", ".", ";", ")"}:
            continue
        for name, noun in ((one, other), (other, one)):
            words = line.sentence.tokens[noun.first : noun.last]
            common = all(token.tag != "NP0" for token in words) and words[-1].text.islower()
            same = agreement(described.phrase, line, name.start, name.end) >= _SURE
            held = not missing_words(described.head[-1:], spans_forms(line, name.start, name.end))
            if common and frames and same and held:
                clause = replace(frames[0].clause, modal=Modal.ACTUAL, negated=False, attributed_to=None)
                yield Identified(replace(frames[0], clause=clause), ((noun.start, noun.end),), _SURE)


_CALLED = re.compile(
    r", (?P<name>[\"“'‘]?[A-Z][\w'’-]*(?: (?:[A-Z][\w'’-]*|of|the|and|in|for|to|a|an|on|de|la))*[\"”'’]?)(?=[,.;])"
)
"""A name or a title between commas: *her memoirs, The White Parts of the Map, which …*."""


_POSSESSIVE = frozenset("his her its their my our your".split())


def _names_beside(described: Described, line: ReadLine) -> Iterator[Identified]:
    """*Wrote her memoirs, The White Parts of the Map*: a name right behind what somebody has, which is the object of a
    verb: behind *after the storm, Ann* is somebody else."""
    frames = [frame for frame in frames_of(line.sentence) if not frame.is_nominal]
    for phrase in line.sentence.noun_phrases if frames else ():
        head = line.sentence.tokens[phrase.head]
        match = _CALLED.match(line.line.text, head.end)
        is_object = any(each.start == phrase.start for frame in frames for each in frame.clause.objects)
        owned = phrase.possessor is not None or phrase.text.split(" ")[0].casefold() in _POSSESSIVE
        if match is None or not is_object or not owned or not _is_head(described.head, line, phrase):
            continue
        slot = ClauseSlot(ClausePart.OTHER, phrase.start, phrase.end, "", phrase)
        if missing_words(described.head, _side_forms(line, slot)) or not _is_owned(described, line, slot):
            continue
        clause = replace(frames[0].clause, modal=Modal.ACTUAL, negated=False, attributed_to=None)
        yield Identified(replace(frames[0], clause=clause), (match.span("name"),), _SURE)


_SURE = 0.7
"""The least agreement of a name, 0–1: a part of it alone."""


def _described_phrase(text: str) -> Described | None:
    line = ReadLine(EvidenceLine(f"It was {text}."))
    phrases = [phrase for phrase in line.sentence.noun_phrases if phrase.start >= len("It was ")]
    if not phrases:
        return None
    phrase = phrases[0]
    asked = mention_of(line, phrase)
    if asked is None or phrase.kind in {"pronoun", "number"}:
        return None
    end = len("It was ") + len(text)
    words = _content(line, phrase.start, end)
    head_end = line.sentence.tokens[phrase.head].end
    possessor = phrase.possessor[1] if phrase.possessor else phrase.start
    head = tuple(token for token in words if possessor <= token.start and token.end <= head_end)
    owner = tuple(token for token in words if token not in head)
    capital = line.sentence.tokens[phrase.head].text[:1].isupper()
    return Described(asked, head or (asked.head,), owner, capital and not phrase.possessor)


def _content(line: ReadLine, start: int, end: int) -> list[Token]:
    from_words = [token for token in line.sentence.tokens if start <= token.start and token.end <= end]
    return [token for token in from_words if token.tag.startswith(("N", "AJ", "CRD", "ORD", "VV", "UNC"))]


def _described_by(described: Described, line: ReadLine, frame: ClauseFrame) -> Identified | None:
    """*Colora, a small company in Basel*: what is said of a name."""
    if frame.clause.verb != "be" or frame.clause.negated:
        return None
    for slot, other in _sides(frame):
        if slot.part is not ClausePart.AGENT and not frame.is_nominal:
            continue
        sureness = agreement(described.phrase, line, slot.start, slot.end)
        if sureness < _SURE or not _is_head(described.head, line, slot.phrase):
            continue
        spans = [(each.start, _with_rest(frame, each)) for each in other]
        if spans:
            return Identified(frame, tuple(spans), sureness)
    return None


def _sides(frame: ClauseFrame) -> Iterator[tuple[ClauseSlot, list[ClauseSlot]]]:
    """Yield each side of a clause of *be* with the other one."""
    subjects, objects = list(frame.of(ClausePart.AGENT)), list(frame.of(ClausePart.PATIENT))
    for slot in subjects:
        yield slot, objects
    for slot in objects:
        yield slot, subjects


def _with_rest(frame: ClauseFrame, slot: ClauseSlot) -> int:
    """Return where a description ends, with the prepositional phrases right behind it."""
    end = slot.end
    for other in frame.slots:
        if other.preposition and 0 <= other.start - end <= len(other.preposition) + 6:
            end = other.end
    return end


def _is_head(head: tuple[Token, ...], line: ReadLine, phrase: NounPhrase | None) -> bool:
    """Whether the last word of a description is the head of a phrase, or a word of a name."""
    if phrase is None:
        return False
    token = line.sentence.tokens[phrase.head]
    own = forms_of(head[-1].text, head[-1].lemma)
    held = forms_of(token.text, token.lemma)
    return bool(own & held) or (phrase.kind != "noun" and bool(own & spans_forms(line, phrase.start, phrase.end)))


def _named_by(described: Described, line: ReadLine, frame: ClauseFrame) -> Identified | None:
    """*Lily's brother Ned*: the name of what is described."""
    clause = frame.clause
    naming = clause.verb in _NAMING and not clause.negated
    if not naming and (clause.verb != "be" or clause.negated):
        return None
    for slot, other in _sides(frame):
        if slot.phrase is None or slot.phrase.kind == "pronoun":
            continue
        if missing_words(described.head, _side_forms(line, slot)) or not _is_head(described.head, line, slot.phrase):
            continue
        if not _is_owned(described, line, slot):
            continue
        names = [each for each in other if each.phrase is not None and _is_name(line, each)]
        if names:
            return Identified(frame, tuple((each.start, each.end) for each in names), 1.0)
    return None


def _is_name(line: ReadLine, slot: ClauseSlot) -> bool:
    assert slot.phrase is not None
    head = line.sentence.tokens[slot.phrase.head]
    return head.text[:1].isupper() and slot.phrase.kind != "pronoun"


def _side_forms(line: ReadLine, slot: ClauseSlot) -> frozenset[str]:
    return spans_forms(line, slot.start, slot.end)


def _is_owned(described: Described, line: ReadLine, slot: ClauseSlot) -> bool:
    """Whether the line says whose it is: in the phrase, by what its pronoun means, or beside it."""
    if not described.owner:
        return True
    assert slot.phrase is not None
    held = _side_forms(line, slot)
    start, end = slot.phrase.possessor or (slot.start, slot.end)
    held |= spans_forms(line, start, end)
    if not missing_words(described.owner, held):
        return True
    if slot.phrase.possessor is not None:
        return False
    around = line.line.text[slot.end : slot.end + _BESIDE]
    return not missing_words(described.owner, line_forms(ReadLine(EvidenceLine(around))))


_BESIDE = 80
"""Characters behind a title in which *of X* or *at X* says of what it is one."""
