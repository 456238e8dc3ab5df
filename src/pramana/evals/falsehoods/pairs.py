"""True statements: sentences of a text, or statements that others wrote about them, with who does what to whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.evals.falsehoods.model import StructuredClaim, TruePair
from pramana.language import Clause, ClauseKind, NounPhrase, Sentence, analyse

SHORTEST, LONGEST = 4, 32
"""Words of a sentence that is taken for a statement: a shorter one states little, a longer one is often misread."""
_SURE = 0.8
"""The least confidence of the clause that a statement is analysed by. Below it the analyser guesses."""
_NO_SUBJECTS = frozenset("in out up down on off away over".split())
"""*In came Mrs. Fezziwig*: an adverb before the verb, which the analyser may take for the subject."""
_UNSURE_MARKS = ("?", "“", "”", '"', "(", "[", ":", ";")
"""Sentences with these are left out: questions, quotations and insertions do not state what their clause says."""
_UNSURE_WORDS = frozenset("if unless whether perhaps either neither nor".split())


def true_pairs(lines: Sequence[str], document: str = "text", genre: str = "") -> Iterator[TruePair]:
    """Yield the sentences of a text that state something plainly, each as its own true statement.

    >>> [pair.claim.subject for pair in true_pairs(["Marsh stole the map.", "Why?"])]
    ['Marsh']
    """
    for number, line in enumerate(lines, 1):
        if is_plain(line) and (pair := pair_of(lines, number, line, document, genre)) is not None:
            yield pair


def is_plain(line: str) -> bool:
    """Return whether a line is one complete sentence that asserts what it says."""
    words = line.split()
    return (
        SHORTEST <= len(words) <= LONGEST
        and line[0].isupper()
        and words[0] not in ("May", "Let")  # a wish: *May it haunt their house*
        and line.rstrip().endswith(".")
        and not any(mark in line for mark in _UNSURE_MARKS)
        and not _UNSURE_WORDS & {word.lower().strip(".,") for word in words}
    )


def pair_of(
    lines: Sequence[str], number: int, statement: str, document: str = "text", genre: str = ""
) -> TruePair | None:
    """Return a statement that follows from line `number` (from 1) as a pair; None where it cannot be analysed.

    That it does follow is for the caller to know.
    """
    clause = main_clause(analyse(statement))
    if clause is None:
        return None
    return TruePair(tuple(lines), number, statement, _claim(clause), document, genre)


def main_clause(sentence: Sentence) -> Clause | None:
    """Return the clause that a statement is about: the first main clause with a stated subject."""
    for clause in sentence.clauses:
        if clause.kind is ClauseKind.MAIN and clause.parent is None and clause.subject_from == "stated":
            if clause.confidence < _SURE or not clause.subjects or clause.subjects[0].text.casefold() in _NO_SUBJECTS:
                return None
            if clause.verb_start < clause.subjects[0].end:
                return None
            return clause
    return None


def complement_of(clause: Clause) -> tuple[NounPhrase | None, str]:
    """Return the participant behind the verb with its preposition: the object, else what a preposition governs."""
    if clause.objects:
        return (clause.objects[0], "") if clause.objects[0].start >= clause.verb_end else (None, "")
    behind = [one for one in clause.prepositions if one.start >= clause.verb_end]
    return (behind[0].phrase, behind[0].preposition) if behind else (None, "")


def _claim(clause: Clause) -> StructuredClaim:
    target, preposition = complement_of(clause)
    return StructuredClaim(
        subject=clause.subjects[0].text,
        verb=clause.verb_quote,
        lemma=clause.verb,
        object="" if target is None else target.text,
        preposition=preposition,
        negated=clause.negated,
        modality=clause.modal.value,
        speaker="" if clause.attributed_to is None else clause.attributed_to.text,
    )
