"""The best answer that a few lines give to a question, by unifying it with each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pramana.karaka.line_answers.expressions import Span
from pramana.karaka.line_answers.fillers import spans_for
from pramana.karaka.line_answers.frames import read_line
from pramana.karaka.line_answers.question import question_frame
from pramana.karaka.line_answers.unify import unifications
from pramana.karaka.line_answers.wording import is_pronoun
from pramana.language import AskedQuestion, Clause, EvidenceLine, Modal, read_asked

LEAST = 0.3
"""The least sureness of an answer, 0–1: a kindred verb and one participant outside the clause."""


@dataclass(frozen=True, slots=True)
class PassageLine:
    """A line that may answer, by document and number."""

    doc_id: str
    number: int
    line: EvidenceLine


@dataclass(frozen=True, slots=True)
class FoundAnswer:
    """Words of a line that answer. `relaxed` tells in what the line differs from the question."""

    place: PassageLine
    spans: tuple[Span, ...]
    clause: Clause
    sureness: float
    relaxed: tuple[str, ...] = ()
    other_words: bool = False
    modals: frozenset[Modal] = frozenset()
    """What the question itself asks for as: *What will she do?* has its answer in what she will do."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The words that answer, as the line has them."""
        return tuple(self.place.line.text[start:end] for start, end in self.spans)

    @property
    def names(self) -> tuple[str, ...]:
        """The words that answer; of a pronoun the name that it means by an accepted link."""
        return tuple(self._name(start, end) for start, end in self.spans)

    def _name(self, start: int, end: int) -> str:
        text = self.place.line.text[start:end]
        meant = [link.means for link in self.place.line.references if (link.start, link.end) == (start, end)]
        return meant[0] if meant and is_pronoun(text) else text


def answer_from_lines(question: str | AskedQuestion, lines: Sequence[PassageLine]) -> list[FoundAnswer]:
    """Return the surest answers that lines give, the surest first; [] where none answers."""
    asked = read_asked(question) if isinstance(question, str) else question
    if asked is None:
        return []
    found = [answer for place in lines for answer in _answers(asked, place)]
    found = [answer for answer in found if answer.sureness >= LEAST]
    best = max((answer.sureness for answer in found), default=0.0)
    return sorted((answer for answer in found if answer.sureness >= best - 1e-9), key=lambda each: -each.sureness)


def _answers(asked: AskedQuestion, place: PassageLine) -> list[FoundAnswer]:
    frame = question_frame(asked)
    if frame is None:
        return []
    found = []
    for unified in unifications(frame, read_line(place.line)):
        if unified.denied != frame.negated:
            continue
        spans = spans_for(frame, unified)
        if spans:
            clause, own = unified.frame.clause, clause_modal(asked)
            other = clause.verb != frame.verb
            found.append(FoundAnswer(place, tuple(spans), clause, unified.sureness, unified.relaxed, other, own))
    return found


def clause_modal(asked: AskedQuestion) -> frozenset[Modal]:
    """Return what a question asks for, beside what happened: *will*, *may*, *must*."""
    words = set(asked.text.casefold().split())
    return frozenset(modal for modal, said in _MODALS.items() if words & said)


_MODALS = {
    Modal.FUTURE: frozenset({"will", "shall", "would", "going"}),
    Modal.CONDITIONAL: frozenset({"would", "could", "should", "might", "if"}),
    Modal.POSSIBLE: frozenset({"can", "could", "may", "might"}),
    Modal.NECESSARY: frozenset({"must", "should", "need", "needs", "has", "have"}),
    Modal.INTENDED: frozenset({"want", "wish", "plan", "intend", "try", "will", "to"}),
}
