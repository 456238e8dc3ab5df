"""Who or what somebody or something is, and what it is called: read from *be*, appositions, titles and brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pramana.karaka.line_answers.definitions import definitions
from pramana.karaka.line_answers.expressions import Span
from pramana.karaka.line_answers.frames import ClauseFrame, ClausePart, ClauseSlot, frames_of
from pramana.karaka.line_answers.question import mention_of
from pramana.karaka.line_answers.wording import AskedPhrase, agreement, forms_of, line_forms, missing_words, spans_forms
from pramana.language import AnswerKind, AskedQuestion, EvidenceLine, Modal, NounPhrase, ReadLine, Token, is_person_noun

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
    if asked.kind is AnswerKind.NAME or not described.by_name:
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
    for name, noun, end in _pairs_beside(line):
        words = line.sentence.tokens[noun.first : noun.last]
        common = all(token.tag != "NP0" for token in words) and words[-1].text.islower()
        common = common and (words[0].tag in _OPENING or is_person_noun(words[-1].lemma.casefold()))
        same = agreement(described.phrase, line, name.start, name.end) >= _SURE
        held = not missing_words(described.head[-1:], spans_forms(line, name.start, name.end))
        if common and frames and same and held:
            clause = replace(frames[0].clause, modal=Modal.ACTUAL, negated=False, attributed_to=None)
            yield Identified(replace(frames[0], clause=clause), ((noun.start, end),), _SURE)


def _pairs_beside(line: ReadLine) -> Iterator[tuple[NounPhrase, NounPhrase, int]]:
    """Yield pairs of phrases of which either may say what the other is, and where the second ends: *the engineer on
    call, Dana Reed,*."""
    text, phrases = line.line.text, sorted(line.sentence.noun_phrases, key=lambda each: each.start)
    for at, other in enumerate(phrases):
        if not text[: other.start].endswith(", ") or text[other.end : other.end + 1] not in {",", ".", ";", ")"}:
            continue
        for one in phrases[max(0, at - 2) : at]:
            if _BETWEEN.fullmatch(text, one.end, other.start):
                yield one, other, other.end
                yield other, one, other.start - 2


_BETWEEN = re.compile(r"(?: (?:on|in|of|at|for|from) [^,.;]{1,40})?, ")


_OPENING = frozenset({"AT0", "DPS", "DT0", "CRD"})
"""Tags of words that open a noun phrase: *…, repaired clocks, …* is none."""
_CALLED = re.compile(
    r", (?P<name>[\"“'‘]?[A-Z][\w'’-]*(?: (?:[A-Z][\w'’-]*|of|the|and|in|for|to|a|an|on|de|la))*[\"”'’]?)(?=[,.;])"
)
"""A name or a title between commas: *her memoirs, The White Parts of the Map, which …*."""


_POSSESSIVE = frozenset("his her its their my our your".split())


def _names_beside(described: Described, line: ReadLine) -> Iterator[Identified]:
    """*Wrote her memoirs, The White Parts of the Map*: a name right behind what somebody has, which is the object of a
    verb or begins its sentence: behind *after the storm, Ann* is somebody else."""
    frames = [frame for frame in frames_of(line.sentence) if not frame.is_nominal]
    for phrase in line.sentence.noun_phrases if frames else ():
        name = _name_behind(line, frames, phrase) if _is_head(described.head, line, phrase) else None
        slot = ClauseSlot(ClausePart.OTHER, phrase.start, phrase.end, "", phrase)
        if name is None or missing_words(described.head, _side_forms(line, slot)):
            continue
        if _is_owned(described, line, slot) or _is_had(described, line, frames, phrase):
            clause = replace(frames[0].clause, modal=Modal.ACTUAL, negated=False, attributed_to=None)
            yield Identified(replace(frames[0], clause=clause), (name,), _SURE)


def _name_behind(line: ReadLine, frames: Sequence[ClauseFrame], phrase: NounPhrase) -> Span | None:
    """Return the place of the name that a line puts behind a phrase, None where nothing shows that it is its name."""
    text, head = line.line.text, line.sentence.tokens[phrase.head]
    owned = phrase.possessor is not None or phrase.text.split(" ")[0].casefold() in _POSSESSIVE
    person = is_person_noun(head.lemma.casefold())
    if owned and person and (called := _RIGHT_BEHIND.match(text, head.end)) is not None:
        return called.span("name")
    match = _CALLED.match(text, head.end)
    if match is None or (person and head.tag == "NN1" and " and " in match["name"]):
        return None
    has = any(each.start == phrase.start for frame in frames for each in frame.clause.objects)
    listed = has and head.tag == "NN2" and any(frame.clause.verb == "have" for frame in frames)
    fronted = phrase.start == 0 and (owned or head.tag == "NN1") and _GOES_ON.match(text, match.end()) is not None
    return match.span("name") if (owned and has) or listed or fronted else None


def _is_had(described: Described, line: ReadLine, frames: Sequence[ClauseFrame], phrase: NounPhrase) -> bool:
    """Whether the subject of *had* is whose the phrase is in the question: *Ann had two daughters, Elsa and Hanna*."""
    held = [frame for frame in frames if frame.clause.verb == "have" and not frame.clause.negated]
    owners = [
        slot
        for frame in held
        if any(each.start == phrase.start for each in frame.clause.objects)
        for slot in frame.of(ClausePart.AGENT)
    ]
    return any(not missing_words(described.owner, _side_forms(line, slot)) for slot in owners)


_RIGHT_BEHIND = re.compile(r" (?P<name>[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*)")
_GOES_ON = re.compile(r", (?!and\b|or\b)[a-z]")
"""What follows a name between commas that does not go on a list of names."""


def topic_identities(asked: AskedQuestion, line: ReadLine, before: Sequence[str]) -> Iterator[tuple[Identified, str]]:
    """Yield what a line says of a thing by its noun alone, where the lines before speak of what it is of.

    *The cause was a broken valve*, behind a line about the outage, says what the cause of the outage was.
    """
    described = _described_phrase(asked.statement) if asked.kind is AnswerKind.IDENTITY else None
    if described is None or not described.owner or described.by_name:
        return
    held = frozenset[str]().union(*(line_forms(ReadLine(EvidenceLine(text))) for text in before))
    if missing_words(described.owner, held) or not missing_words(described.owner, line_forms(line)):
        return
    for frame in frames_of(line.sentence):
        if frame.is_nominal or frame.clause.verb != "be" or frame.clause.negated:
            continue
        for slot in frame.of(ClausePart.AGENT):
            phrase = slot.phrase
            plain = phrase is not None and phrase.inner is None and phrase.text.casefold().startswith("the ")
            if (
                plain
                and _is_head(described.head, line, phrase)
                and not missing_words(described.head, _side_forms(line, slot))
            ):
                spans = tuple((each.start, _with_rest(frame, each)) for each in frame.of(ClausePart.PATIENT))
                told = f"“{line.line.text[slot.start : slot.end]}” for “{asked.statement}”"
                if spans:
                    yield Identified(frame, spans, _SURE), told


def owner_of(text: str) -> AskedPhrase | None:
    """Return whose or of whom a description is, *Ann* of *Ann's father*; None where it says of nobody."""
    described = _described_phrase(text)
    if described is None or not described.owner:
        return None
    words = described.owner
    return AskedPhrase(" ".join(word.text for word in words), words[-1], words, words[-1].text[:1].isupper())


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
