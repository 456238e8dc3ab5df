"""What syntax forbids: a pronoun and a phrase that cannot be one and the same, wherever sense would point."""

from __future__ import annotations

from pramana.language import agreement
from pramana.language import lexicon as lex
from pramana.language.mentions import INDIRECT, OBJECT, OBLIQUE, SUBJECT, AnalysedLine, Mention
from pramana.language.model import ClauseKind
from pramana.language.word_lists import word_set


def forbidden(line: AnalysedLine, pronoun: Mention, other: Mention) -> str:
    """Why `other`, in the same line, cannot be the antecedent of `pronoun`; "" where syntax allows it."""
    if pronoun.start < other.end and other.start < pronoun.end:
        return "they overlap"
    if pronoun.phrase == other.phrase:
        return "it is inside the phrase" if other.start > pronoun.start and not is_fronted(line, pronoun) else ""
    if pronoun.clause >= 0 and pronoun.clause == other.clause:
        return _in_one_clause(line, pronoun, other)
    if _heads_its_clause(line, pronoun, other):
        return "the clause that it heads has another subject"
    if other.start > pronoun.start and pronoun.role == SUBJECT and not is_fronted(line, pronoun):
        return "the pronoun comes first" if pronoun.clause in ancestors(line, other.clause) else ""
    return ""


def _heads_its_clause(line: AnalysedLine, pronoun: Mention, other: Mention) -> bool:
    """*the man whose name he knew*, *the man he saw*: he is not the man."""
    if pronoun.role != SUBJECT or pronoun.clause < 0 or other.end > pronoun.start:
        return False
    relative = line.sentence.clauses[pronoun.clause].kind is ClauseKind.RELATIVE
    return relative and line.words(other.phrase[1], pronoun.start) <= 4 and other.phrase[1] <= pronoun.start


def _in_one_clause(line: AnalysedLine, pronoun: Mention, other: Mention) -> str:
    reflexive = pronoun.text.lower() in agreement.REFLEXIVE
    if other.role == SUBJECT and pronoun.role in {OBJECT, INDIRECT} and not reflexive:
        return "an object is not its own clause's subject"
    if pronoun.role == SUBJECT and other.role == SUBJECT:
        return "they are named side by side"
    later = other.start > pronoun.start and other.role in {OBJECT, INDIRECT, OBLIQUE}
    if pronoun.role == SUBJECT and later and not is_fronted(line, pronoun):
        return "the subject comes first"
    return ""


def ancestors(line: AnalysedLine, clause: int) -> tuple[int, ...]:
    """`clause` and the clauses that it depends on, the nearest first."""
    found: list[int] = []
    place: int | None = clause if clause >= 0 else None
    # The bound keeps lines without an end linear; clauses of real sentences are nested less than half as deep.
    while place is not None and place not in found and len(found) < 12:
        found.append(place)
        place = line.sentence.clauses[place].parent
    return tuple(found)


_OPENERS = lex.SUBORDINATORS | lex.PREPOSITIONS
_LEADING = word_set("reference/leading")


def is_fronted(line: AnalysedLine, pronoun: Mention) -> bool:
    """Whether the pronoun is in a clause or phrase put before its main clause: *When he arrived, …*.

    Not as the subject of that main clause: *After the war she left, for Dunmore had died.*
    """
    if pronoun.role == SUBJECT and line.sentence.clauses[pronoun.clause].kind is ClauseKind.MAIN:
        return False
    for token in line.sentence.tokens[:40]:
        if token.start >= pronoun.start:
            return False
        word = token.text.lower()
        if word in _OPENERS or token.tag in {"VVG", "VVN", "VBG", "VHG", "VDG"}:
            return True
        if word not in _LEADING and token.tag not in {"PUQ", "PUN", "AV0"}:
            return False
    return False
