"""Whom expressions of a text mean where its own lines show it: pronouns, what a name is said to be, parts of names.

Only what is as sure as the links that a graph accepts from the same rules: a pronoun with one good candidate, *X is a
Y*, *X, a Y*, and a part of one longer name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.language import (
    RESOLVABLE,
    Clause,
    ClauseKind,
    EvidenceLine,
    LinkedExpression,
    MentionPlace,
    Modal,
    NounPhrase,
    ReadPassage,
    Sentence,
    analyse_cached,
)

FLOOR = 75
"""Confidence from which a pronoun is taken as resolved, 1 to 100: that of the pass that links them in a graph."""
_BACK = 3
"""Lines before a line that its pronouns may refer to."""
_NAMING = frozenset({ClauseKind.MAIN, ClauseKind.APPOSITION, ClauseKind.TITLE, ClauseKind.BRACKET})


def linked_line(lines: Sequence[str], index: int) -> EvidenceLine:
    """Return a line of a text with what its expressions mean by the lines before it and by its own."""
    text = lines[index]
    found = [*_pronouns(lines[max(index - _BACK, 0) : index + 1]), *_described_names(analyse_cached(text))]
    return EvidenceLine(text, tuple(dict.fromkeys(found)))


def _pronouns(lines: Sequence[str]) -> Iterator[LinkedExpression]:
    here = len(lines) - 1
    places = [
        MentionPlace(here, token.start, token.end)
        for token in analyse_cached(lines[-1]).tokens
        if token.text.casefold() in RESOLVABLE
    ]
    passage = ReadPassage(lines) if places else None
    for place in places:
        found = passage.resolve(place, floor=FLOOR) if passage is not None else None
        if found is not None:
            line, start, end = found.antecedent
            yield LinkedExpression(place.start, place.end, lines[line][start:end])


def _described_names(sentence: Sentence) -> Iterator[LinkedExpression]:
    """Yield the phrases that say what a name is, as meaning the name: *Bo Ek is a potter who …*; and the names of what
    is described as the only one, as meaning that: *the owner, Baltic Lines, …*, *the ferry Aurora*."""
    for clause in sentence.clauses:
        if not _is_naming(clause) or len(clause.subjects) != 1 or len(clause.objects) != 1:
            continue
        pair = (clause.subjects[0], clause.objects[0])
        for named, described in (pair, pair[::-1]):
            if named.kind == "name" and described.kind == "noun" and _is_one(sentence, described):
                yield LinkedExpression(described.start, described.end, named.text)
                if sentence.tokens[described.first].text.casefold() == "the":
                    yield LinkedExpression(named.start, named.end, described.text)


def _is_naming(clause: Clause) -> bool:
    fact = clause.modal is Modal.ACTUAL and not clause.negated and not clause.unasserted
    return fact and clause.verb == "be" and clause.kind in _NAMING and clause.attributed_to is None


def _is_one(sentence: Sentence, phrase: NounPhrase) -> bool:
    """Whether a phrase names one thing: *a potter*, *the only potter*, not *potters*, *one of the potters*."""
    first = sentence.tokens[phrase.first].text.casefold()
    return first in {"a", "an", "the"} and sentence.tokens[phrase.head].tag != "NN2"
