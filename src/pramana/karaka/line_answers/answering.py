"""The best answer that a few lines give to a question, by unifying it with each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pramana.karaka.line_answers.expressions import Span, may_say_colour
from pramana.karaka.line_answers.fillers import spans_for
from pramana.karaka.line_answers.frames import may_have_verb, read_line
from pramana.karaka.line_answers.identities import Identified, identities, owner_of, topic_identities
from pramana.karaka.line_answers.locations import SURENESS as LOCATED
from pramana.karaka.line_answers.locations import locations
from pramana.karaka.line_answers.measures import SURENESS as MEASURED
from pramana.karaka.line_answers.measures import measures
from pramana.karaka.line_answers.norms import norm_verdicts
from pramana.karaka.line_answers.presumed import SURENESS, described_lines, owned_lines, presumed_lines
from pramana.karaka.line_answers.question import QuestionFrame, question_frame
from pramana.karaka.line_answers.truths import choices, truths
from pramana.karaka.line_answers.unify import Unified, unifications
from pramana.karaka.line_answers.wording import AskedPhrase, is_pronoun
from pramana.language import (
    AnswerKind,
    AskedQuestion,
    Clause,
    EvidenceLine,
    Modal,
    NormQuestion,
    ReadLine,
    asked_moods,
    fitting_names,
    gives_orders,
    read_asked,
)

LEAST = 0.3
"""The least sureness of an answer, 0–1: a kindred verb and one participant outside the clause."""


@dataclass(frozen=True, slots=True)
class PassageLine:
    """A line that may answer, by document and number."""

    doc_id: str
    number: int
    line: EvidenceLine
    before: tuple[str, ...] = ()
    """The first line of its document, then those before it, for pronouns that no link resolves."""
    after: str = ""
    """The line after it, "" at the end."""


@dataclass(frozen=True, slots=True)
class FoundAnswer:
    """Words of a line that answer. `relaxed` tells in what the line differs from the question."""

    place: PassageLine
    spans: tuple[Span, ...]
    clause: Clause
    sureness: float
    relaxed: tuple[str, ...] = ()
    other_words: bool = False
    verdict: str = ""
    """The answer in words that the line need not have: yes, no, an option of a choice; "" for none."""
    modals: frozenset[Modal] = frozenset()
    """What the question itself asks for as: *What will she do?* has its answer in what she will do."""

    decided: bool = False
    """Whether the verdict follows from the line's own words for what may and must be done."""
    shown: bool = True
    """Whether `pramana.claims` finds that the line says the statement that the answer makes of the question."""
    shortfall: str = ""
    """How the line says less than that, as a caution, where it does by its time or a word that limits it alone."""
    led: tuple[FoundAnswer, ...] = ()
    """What was found first: the answers to the clauses within the question."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The words that answer, as the line has them."""
        return tuple(self.place.line.text[start:end] for start, end in self.spans)

    @property
    def names(self) -> tuple[str, ...]:
        """The words that answer; of a pronoun the name that it means by an accepted link."""
        return (self.verdict,) if self.verdict else tuple(self._name(start, end) for start, end in self.spans)

    def _name(self, start: int, end: int) -> str:
        text = self.place.line.text[start:end]
        if not is_pronoun(text):
            return text
        meant = [link.means for link in self.place.line.references if (link.start, link.end) == (start, end)]
        named = fitting_names(text, self.place.before[-1]) if self.place.before[1:] and not meant else []
        return meant[0] if meant else f"{named[0]}, for “{text}”" if len(named) == 1 else text


def answer_from_lines(question: str | AskedQuestion, lines: Sequence[PassageLine]) -> list[FoundAnswer]:
    """Return the surest answers that lines give, the surest first; [] where none answers."""
    asked = read_asked(question) if isinstance(question, str) else question
    if asked is None:
        return []
    found = [answer for place in lines for answer in _answers(asked, place)]
    found = [answer for answer in found if answer.sureness >= LEAST]
    best = max((answer.sureness for answer in found), default=0.0)
    surest = sorted((answer for answer in found if answer.sureness >= best - 1e-9), key=lambda each: -each.sureness)
    alike = {(each.place.doc_id, each.place.number, each.spans, each.verdict): each for each in reversed(surest)}
    return list(alike.values())[::-1]


def norms_from_lines(asked: NormQuestion, lines: Sequence[PassageLine]) -> list[FoundAnswer]:
    """Return the surest answers that lines give to a question for a permission or a duty; [] where none answers."""
    found = [
        FoundAnswer(
            place,
            ((0, 0),),
            unified.frame.clause,
            unified.sureness,
            unified.relaxed,
            verdict=verdict,
            modals=frozenset(Modal),
            decided=True,
        )
        for place in lines
        if not gives_orders(place.line.text)
        for unified, verdict in norm_verdicts(asked, place.line)
    ]
    best = max((answer.sureness for answer in found), default=0.0)
    return [answer for answer in found if answer.sureness >= best - 1e-9]


def _answers(asked: AskedQuestion, place: PassageLine) -> list[FoundAnswer]:
    if gives_orders(place.line.text) or not may_say_colour(asked.text, place.line.text):
        return []
    if asked.kind in {AnswerKind.IDENTITY, AnswerKind.NAME}:
        return list(_identity_answers(asked, place))
    frame = question_frame(asked)
    if frame is None or not may_have_verb(frame.verb, place.line.text):
        return []
    found = list(_unified_answers(frame, place, place.line))
    if found:
        return found
    for line, told in (
        *presumed_lines(frame, place.line, place.before),
        *described_lines(frame, place.line, place.before),
    ):
        found += [
            replace(each, sureness=each.sureness * SURENESS, relaxed=(*each.relaxed, told))
            for each in _unified_answers(frame, place, line)
        ]
    return found


def _identity_answers(asked: AskedQuestion, place: PassageLine) -> Iterator[FoundAnswer]:
    """Yield what a line says of an identity; where it names nobody, *her* is taken for whose it is in the question."""
    owner = owner_of(asked.statement)
    found = list(_others_identities(asked, place.line, owner))
    yield from (FoundAnswer(place, each.spans, each.frame.clause, each.sureness) for each in found)
    for line, told in owned_lines(owner, place.line, place.before) if owner is not None and not found else ():
        for each in _others_identities(asked, line, owner):
            yield FoundAnswer(place, each.spans, each.frame.clause, each.sureness * SURENESS, (told,))
    for each, told in topic_identities(asked, read_line(place.line), place.before) if not found else ():
        yield FoundAnswer(place, each.spans, each.frame.clause, each.sureness * SURENESS, (told,))


def _others_identities(asked: AskedQuestion, line: EvidenceLine, owner: AskedPhrase | None) -> Iterator[Identified]:
    """Yield the identities of anybody but whose it is: *his sister Zita* does not name Zita's sister."""
    for each in identities(asked, read_line(line)):
        if owner is None or all(line.text[start:end] != owner.text for start, end in each.spans):
            yield each


def _unified_answers(frame: QuestionFrame, place: PassageLine, line: EvidenceLine) -> Iterator[FoundAnswer]:
    """Yield the answers of a line whose pronouns mean what `line` says."""
    read = read_line(line)
    for unified, answer in _decisions(frame, read):
        yield _found_answer(frame, place, unified, ((0, 0),), answer)
    if frame.asked.kind in {AnswerKind.TRUTH, AnswerKind.CHOICE}:
        return
    for clause_frame, span in measures(frame, read):
        yield FoundAnswer(place, (span,), clause_frame.clause, MEASURED)
    for clause_frame, span in locations(frame, read):
        yield FoundAnswer(place, (span,), replace(clause_frame.clause, negated=False, modal=Modal.ACTUAL), LOCATED)
    for unified in unifications(frame, read):
        if frame.asked.kind is AnswerKind.REASON and unified.frame.clause.modal not in _modals_of(frame.asked):
            continue  # why it will happen is not why it did
        spans = spans_for(frame, unified) if unified.denied == frame.negated else []
        if spans:
            yield _found_answer(frame, place, unified, tuple(spans))


def _decisions(frame: QuestionFrame, line: ReadLine) -> Iterator[tuple[Unified, str]]:
    if frame.asked.kind is AnswerKind.TRUTH:
        modals = {Modal.ACTUAL, *asked_moods(frame.asked.text)}  # what is only planned is neither yes nor no
        yield from (each for each in truths(frame, line) if each[0].frame.clause.modal in modals)
    elif frame.asked.kind is AnswerKind.CHOICE:
        yield from choices(frame.asked, frame, line)


def _found_answer(
    frame: QuestionFrame, place: PassageLine, unified: Unified, spans: tuple[Span, ...], verdict: str = ""
) -> FoundAnswer:
    clause = unified.frame.clause
    other = clause.verb != frame.verb and not verdict
    return FoundAnswer(
        place, spans, clause, unified.sureness, unified.relaxed, other, verdict, asked_moods(frame.asked.text)
    )


def _modals_of(asked: AskedQuestion) -> frozenset[Modal]:
    return frozenset({Modal.ACTUAL, *asked_moods(asked.text)})
