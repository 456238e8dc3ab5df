"""What a text only mentions: words in a clause that is denied, supposed, asked or aimed at, and so states no fact."""

from __future__ import annotations

import re

from pramana.language.evidence_lines import EvidenceLine, ReadLine
from pramana.language.model import NOMINAL, Clause, ClauseKind, Modal, Sentence
from pramana.language.negation import is_negative

_SURE = frozenset({"may", "might", "will", "shall", "must", "should"})
_CONDITIONS = frozenset({"if", "unless"})
_ENDED = re.compile(r"[.!?][\"'”’)]*\s+(?=[\"'“‘(]*[A-Z])|\n\s*\n")
_PROSE = re.compile(r"[A-Z“\"'‘(][^={}<>;_|]*")
"""What sentences look like, and lines of source code do not."""
_LONGEST = 1_000
"""Characters of a sentence that is read."""


def unfactual_mood(sentence: Sentence, clause: Clause) -> Modal | None:
    """Return the mood of a clause that surely states no fact, None for any other.

    Sure are a condition, a question, an aim, and *may*, *will* and the like. *Could* and *would* may tell of what
    happened: *he could see the ship*, *he would walk there every day*.
    """
    if clause.modal is Modal.ACTUAL:
        return None
    words = {word.casefold() for word in clause.predicate.split(" ")}
    is_condition = _is_condition(clause)
    supposed = clause.modal is Modal.CONDITIONAL and ("have" in words or any(map(_is_condition, sentence.clauses)))
    aimed = clause.modal is Modal.INTENDED and clause.kind is ClauseKind.INFINITIVE
    asked = clause.modal is Modal.ASKED and "?" in sentence.text
    return clause.modal if is_condition or supposed or aimed or asked or words & _SURE else None


def _is_condition(clause: Clause) -> bool:
    return clause.marker is not None and clause.marker.split(" ")[-1] in _CONDITIONS


def denies_words(text: str, start: int, end: int) -> bool:
    """Return whether the sentence of `text[start:end]` denies what these words are said of.

    >>> denies_words("We had no satay.", 10, 15), denies_words("We had satay, no soup.", 7, 12)
    (True, False)
    """
    found = _clause_around(text, start, end)
    if found is None:
        return False
    line, clause, first, last = found
    phrases = (each for each in line.sentence.noun_phrases if each.start < last and first < each.end)
    if any(is_negative(line.sentence.tokens, phrase) for phrase in phrases):
        return True
    return clause is not None and (clause.negated or clause.unasserted)


def supposes_words(text: str, start: int, end: int) -> bool:
    """Return whether the sentence of `text[start:end]` only supposes, asks or intends what these words are said of."""
    found = _clause_around(text, start, end)
    if found is None:
        return False
    line, clause, _, _ = found
    mood = None if clause is None else unfactual_mood(line.sentence, clause)
    return mood is not None and mood not in (Modal.FUTURE, Modal.NECESSARY)


def _clause_around(text: str, start: int, end: int) -> tuple[ReadLine, Clause | None, int, int] | None:
    """Return the sentence of a span, the clause with a verb that it is in, and the span there; None for no prose."""
    before = [found.end() for found in _ENDED.finditer(text, 0, start + 1)]
    behind = _ENDED.search(text, max(end - 1, start))
    floor, ceiling = (before[-1] if before else 0), (behind.start() + 1 if behind else len(text))
    own = text[floor:ceiling]
    if len(own) > _LONGEST or _PROSE.fullmatch(own.strip()) is None:
        return None
    line = ReadLine(EvidenceLine(own))
    token = next((each for each in line.sentence.tokens if each.end > start - floor), None)
    place = -1 if token is None else line.owner(token, verbal=True)
    clause = line.sentence.clauses[place] if place >= 0 else None
    return line, clause if clause is None or clause.kind not in NOMINAL else None, start - floor, end - floor
