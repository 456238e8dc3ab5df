"""A clause as a frame: its verb and its participants, the same for active and passive."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache
from itertools import chain

from pramana.claims import equivalents, verbs_implying
from pramana.language import (
    NOMINAL,
    Clause,
    ClauseKind,
    EvidenceLine,
    NounPhrase,
    ReadLine,
    Sentence,
    event_of_noun,
    kindred_verbs,
    word_forms,
    word_list,
    word_set,
    word_table,
)


class ClausePart(StrEnum):
    """The part that a phrase takes in its clause."""

    AGENT = "agent"
    PATIENT = "patient"
    RECIPIENT = "recipient"
    OTHER = "other"
    """after a preposition, or a time or place without one"""


@dataclass(frozen=True, slots=True)
class ClauseSlot:
    """A phrase of a clause: text[start:end] of its line, with its preposition, "" for none. `phrase` is None for an
    adverbial, whose `kind` is `time` or `place`."""

    part: ClausePart
    start: int
    end: int
    preposition: str = ""
    phrase: NounPhrase | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class ClauseFrame:
    """A clause with its phrases by part. `index` is the clause's in its sentence."""

    clause: Clause
    index: int
    slots: tuple[ClauseSlot, ...]

    def of(self, part: ClausePart) -> tuple[ClauseSlot, ...]:
        return tuple(slot for slot in self.slots if slot.part is part)

    @property
    def is_nominal(self) -> bool:
        return self.clause.kind in NOMINAL


@lru_cache(maxsize=4_096)
def frames_of(sentence: Sentence) -> tuple[ClauseFrame, ...]:
    """Return the clauses of a sentence as frames, in its order."""
    return tuple(_frame(clause, index) for index, clause in enumerate(sentence.clauses))


@lru_cache(maxsize=4_096)
def implied_frames(sentence: Sentence) -> tuple[ClauseFrame, ...]:
    """Return the frames that follow from the clauses of a sentence: *Ann gave Bo the key* says that Bo received it.

    Each has the index and the place of the clause that it follows from. What a noun names is left as it is.
    """
    found = []
    for frame in frames_of(sentence):
        if not frame.is_nominal:
            held = _held_event(sentence, frame.clause)
            clauses = [clause for clause in equivalents(frame.clause) if clause.verb != "be"]
            found += [_frame(clause, frame.index) for clause in (*clauses, *([held] if held else []))]
    return tuple(found)


TAKE_PLACE = "take place"


def _frame(clause: Clause, index: int) -> ClauseFrame:
    taken = [phrase.text for phrase in clause.objects] if clause.verb == "take" else []
    if taken == ["place"]:  # the object is a part of the verb
        clause = replace(clause, verb=TAKE_PLACE, objects=())
    return ClauseFrame(clause, index, tuple(_slots(clause)))


_HAPPENING = frozenset({TAKE_PLACE, "happen", "occur"})


def _held_event(sentence: Sentence, clause: Clause) -> Clause | None:
    """Return the event of a noun that takes place: *Inspections of the lifts take place every month* has the lifts
    inspected every month."""
    held = clause.verb in _HAPPENING or (clause.verb == "hold" and clause.passive)
    subject = clause.subjects[0] if held and len(clause.subjects) == 1 else None
    if subject is None or subject.inner is None:
        return None
    verb, of, _ = event_of_noun(sentence.tokens[subject.head].lemma)
    if not verb or of not in {"o", "s"}:
        return None
    return replace(clause, verb=verb, passive=of == "o", subjects=(subject.inner,))


def _slots(clause: Clause) -> Iterator[ClauseSlot]:
    subject = ClausePart.AGENT
    if clause.passive:
        subject = ClausePart.RECIPIENT if clause.objects and clause.kind is not ClauseKind.EVENT else ClausePart.PATIENT
    by_name = _has_named_agent(clause)
    for phrase in () if by_name else clause.subjects:
        yield ClauseSlot(subject, phrase.start, phrase.end, "", phrase)
    for phrase in clause.objects:
        yield ClauseSlot(ClausePart.PATIENT, phrase.start, phrase.end, "", phrase)
    for phrase in clause.indirect:
        yield ClauseSlot(ClausePart.RECIPIENT, phrase.start, phrase.end, "", phrase)
    named = False
    for part in clause.prepositions:
        # of several *by* the first one names who did it: *was warned by the ghost about the visit by three spirits*
        agent = part.preposition == "by" and (clause.passive or by_name) and not named
        named = named or agent
        yield ClauseSlot(
            ClausePart.AGENT if agent else ClausePart.OTHER,
            part.phrase.start,
            part.phrase.end,
            part.preposition,
            part.phrase,
        )
    for each in clause.adverbials:
        yield ClauseSlot(ClausePart.OTHER, each.start, each.end, "", None, each.kind)


def _has_named_agent(clause: Clause) -> bool:
    """Whether a participle that was read as a verb of its own names who did it: *an audit made by A and paid for by B*.

    Its subject is then only the reader's guess.
    """
    plain = clause.subject_from == "shared" and not clause.passive and not clause.objects
    if not plain or clause.verb in _INTRANSITIVE:
        return False
    return any(
        part.preposition == "by" and (part.phrase.kind == "name" or part.phrase.text.split(" ")[-1][:1].isupper())
        for part in clause.prepositions
    )


_INTRANSITIVE = word_set("grammar/intransitive")


def verb_agreement(asked: str, stated: str) -> float:
    """Return how near two verbs are, both lemmas, in 0–1: 1 for the same, 0 where nothing relates them.

    >>> verb_agreement("marry", "wed"), verb_agreement("sell", "sell"), verb_agreement("sell", "burn")
    (0.6, 1.0, 0.0)
    """
    if asked == stated:
        return 1.0
    bare, other = asked.split(" ")[0], stated.split(" ")[0]
    if bare == other and bare not in LIGHT_VERBS and (" " in asked) != (" " in stated):
        return 0.8
    if asked in _STAYING and stated == "be":
        return 0.6
    if stated in kindred_verbs(asked) or stated in like_words(word_list("questions/like_verbs")).get(asked, ()):
        return 0.6
    return 0.0


def may_have_verb(verb: str, text: str) -> bool:
    """Return whether a text may tell of a verb's event, by its words alone: reading its clauses takes far longer."""
    if verb == "be":
        return True
    wanted = _event_words(verb)
    found = _WORD.findall(text.casefold())
    words = chain(found, *(word.split("-") for word in found if "-" in word))
    return any(word in wanted or word_forms(word) & wanted for word in words)


@lru_cache(maxsize=512)
def _event_words(verb: str) -> frozenset[str]:
    """Return the first words of the verbs that may replace a verb, and the nouns that name its event."""
    verbs = {verb, *kindred_verbs(verb), *like_words(word_list("questions/like_verbs")).get(verb, ())}
    verbs |= {other for each in verbs for other in verbs_implying(each)}
    heads = {each.split(" ")[0] for each in verbs} | (
        {"be", "is", "was", "were", "been"} if verb in _STAYING else set()
    )
    nouns = {noun for noun, entry in word_table("nominalizations/events").items() if entry.split(" ")[0] in heads}
    other = {form for head in heads for form in _OTHER_FORMS.get(head, ())}
    return frozenset(heads | nouns | other | {form for head in heads for form in word_forms(head)})


_OTHER_FORMS: Mapping[str, tuple[str, ...]] = {
    "have": ("has", "had"),
    "go": ("went", "gone", "goes"),
    "do": ("did", "done", "does"),
}
"""Forms of verbs that the stems of words do not relate to them."""


_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


@cache
def like_words(groups: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """Return for each word of a list of groups the others of its groups."""
    found: dict[str, frozenset[str]] = {}
    for group in groups:
        words = frozenset(word.replace("_", " ") for word in group.split())
        for word in words:
            found[word] = found.get(word, frozenset()) | (words - {word})
    return found


_STAYING = frozenset("stand lie sit live stay remain keep hang".split())
"""Verbs of being somewhere: *how long had it stood there* is answered by *it had been there for forty years*."""
LIGHT_VERBS = frozenset("be have do make take get give go come put set".split())
"""Verbs whose particle makes another verb: *take* and *take over*, *give* and *give up*."""


@lru_cache(maxsize=4_096)
def read_line(line: EvidenceLine) -> ReadLine:
    """Return a line as read, kept: neighbouring questions ask the same lines."""
    return ReadLine(line)
