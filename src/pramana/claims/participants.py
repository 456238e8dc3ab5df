"""Participants of a line's clause that its subjects and objects do not hold, but that it names for certain."""

from __future__ import annotations

from pramana.claims.phrases import names_same
from pramana.language import Clause, ClauseKind, NounPhrase, ReadLine

_INTENSIVE = frozenset("himself herself itself themselves myself yourself ourselves".split())
_ADDING = frozenset({"as well as", "such as", "including"})


def described_subjects(line: ReadLine, clause: Clause) -> list[NounPhrase]:
    """Return whom the subject of a clause describes: *Jagan* of *Jagan himself spoke*, *Brown* of *Brown, a Republican
    who ran, spoke*.

    A description is set between commas after a name that begins the line: in *In Boston, a Republican spoke* and
    *Marsh sank the boat, a sailor spoke* nobody is described.
    """
    tokens = line.sentence.tokens
    found = []
    for phrase in line.sentence.noun_phrases:
        for subject in clause.subjects:
            adjacent = phrase.last == subject.first and subject.text.casefold() in _INTENSIVE
            apart = phrase.first == 0 and phrase.kind == "name" and subject.first == phrase.last + 1
            closed = line.sentence.text[: clause.verb_start].rstrip().endswith(",")
            if adjacent or (apart and closed and tokens[phrase.last].text == "," and _indefinite(line, subject)):
                found.append(phrase)
    return found


def _indefinite(line: ReadLine, phrase: NounPhrase) -> bool:
    return line.sentence.tokens[phrase.first].text.casefold() in {"a", "an"}


def joined_agents(line: ReadLine, clause: Clause) -> list[NounPhrase]:
    """Return who does what a passive says before another one that names it: *was written and directed by Ann*."""
    if not clause.passive or clause.prepositions or clause.objects:
        return []
    clauses = line.sentence.clauses
    behind = clauses[line.place_of(clause) + 1 :][:1]
    return [
        part.phrase
        for other in behind
        if other.passive and other.subjects == clause.subjects
        if line.sentence.text[clause.verb_end : other.verb_start].strip() == "and"
        for part in other.prepositions
        if part.preposition == "by"
    ]


def joined_objects(line: ReadLine, clause: Clause) -> list[NounPhrase]:
    """Return what *as well as* adds to the objects of a clause, and the examples of these that *such as* gives.

    None of a clause that denies: *holds no shapes, such as stars* names no star that it holds.
    """
    if clause.negated or clause.passive or clause.unasserted:
        return []
    added = [part.phrase for part in clause.prepositions if part.preposition in _ADDING]
    held = {(phrase.start, phrase.end) for phrase in (*clause.objects, *added)}
    examples = [each for each in line.sentence.clauses if each.kind is ClauseKind.EXAMPLE and not each.negated]
    return [
        *added,
        *(
            phrase
            for each in examples
            if any((subject.start, subject.end) in held for subject in each.subjects)
            for phrase in each.objects
        ),
    ]


def left_out_participants(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> list[NounPhrase]:
    """Return the joined subjects of a line's clause that a statement leaves out, behind all that it names.

    *Part of* says nothing of the chapters in *the chapters and part of the council met*; in *few men and women met*,
    where it comes first, *few* may be said of both.
    """
    named = [
        other for other in stated.subjects if any(names_same(said, each, line, other) for each in claimed.subjects)
    ]
    last = max((phrase.end for phrase in named), default=None)
    return [phrase for phrase in stated.subjects if last is not None and phrase.start > last]
