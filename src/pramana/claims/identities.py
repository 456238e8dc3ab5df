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

FLOOR = 70
"""Confidence from which a pronoun is taken as resolved, 1 to 100: a claim names whom it means, which is one more sign
than the pass has that links them in a graph (75)."""
_BACK = 60
"""Lines before a line that its pronouns may refer to: a chain of pronouns is followed back to a name."""
_NAMING = frozenset({ClauseKind.MAIN, ClauseKind.APPOSITION, ClauseKind.TITLE, ClauseKind.BRACKET})


class PassageLinks:
    """The lines of a text with what their expressions mean; pronouns of a short text are read together, once."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._whole = ReadPassage(lines) if len(lines) <= _BACK else None

    def line(self, index: int) -> EvidenceLine:
        """Return a line with what its expressions mean by the lines before it and by its own."""
        text = self._lines[index]
        found = [*self._pronouns(index), *_described_names(analyse_cached(text))]
        return EvidenceLine(text, tuple(dict.fromkeys(found)))

    def _pronouns(self, index: int) -> Iterator[LinkedExpression]:
        tokens = [each for each in analyse_cached(self._lines[index]).tokens if each.text.casefold() in RESOLVABLE]
        first = 0 if self._whole is not None else max(index - _BACK, 0)
        passage = self._whole
        if passage is None and tokens:
            passage = ReadPassage(self._lines[first : index + 1])
        if passage is None:
            return
        for token in tokens:
            found = passage.resolve(MentionPlace(index - first, token.start, token.end), floor=FLOOR)
            if found is not None:
                line, start, end = found.antecedent
                yield LinkedExpression(token.start, token.end, self._lines[first + line][start:end])


def linked_line(lines: Sequence[str], index: int) -> EvidenceLine:
    """Return a line of a text with what its expressions mean by the lines before it and by its own."""
    return PassageLinks(lines[: index + 1]).line(index)


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
    determined = phrase.possessor is not None or first in {"a", "an", "the", "his", "her", "its", "their"}
    return determined and sentence.tokens[phrase.head].tag != "NN2"
