"""Answers by quotation: the nearest lines are read against a question where no plan finds an answer in the graph."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pramana.documents import Shelf
from pramana.events import Modality
from pramana.graph import SqliteGraph
from pramana.karaka.expansion import Guess
from pramana.karaka.joins import assumption, may_have_many_bearers
from pramana.karaka.line_answers import (
    YES,
    FoundAnswer,
    PassageLine,
    answer_from_lines,
    check_answer,
    like_terms,
    norms_from_lines,
)
from pramana.karaka.line_quotes import JudgedLines, LikelyLine, judge_lines, question_terms, words_with
from pramana.karaka.linked_lines import line_links
from pramana.karaka.ptools import Answer, AnswerInput, AnswerLine
from pramana.karaka.row_answers import RowAnswer, RowLine, cells_of, may_ask_for_cell, row_answers
from pramana.karaka.rules import answers as rules
from pramana.karaka.shared_names import SharedName, SharedNameReader
from pramana.karaka.times_in_words import date_of_document
from pramana.karaka.traverse import DENIES, MOOD_CAUTIONS, OTHER_WORDS, UNSHOWN
from pramana.karaka.unknown_facts import line_without_knowledge
from pramana.language import (
    ComparativeClaim,
    EvidenceLine,
    Modal,
    StatedComparison,
    gives_orders,
    inner_questions,
    plain_question,
    read_asked,
    read_norm,
    tidy,
    word_set,
)
from pramana.retrieval import LineSearch

READ = 16
"""Lines that are read against a question: on six documents of 42 sentences each the answering line was among the five
nearest for 99 of 102 questions; more of them cost some 2 ms each."""
AROUND = 5
"""Of the nearest lines, how many have their neighbours read, too: these say *she* where the line has the name."""

ROWS = 200
"""Lines among which rows of tables are looked for: all rows of one value in most tables that people keep by hand."""
WIDEST = 40
"""Lines around a near line that a model is shown at most: enough to show a text of a page whole."""
BEFORE = 4
"""Lines before a line in which its pronouns' names are looked for."""

_TITLES = frozenset(title.capitalize() for title in word_set("types/titles"))
HOPS = 2
"""Questions within a question that are answered first, at most: each must have one answer alone."""


class TextAnswerer:
    """Reads lines of one workspace against questions. Nothing is written."""

    def __init__(self, graph: SqliteGraph, shelf: Shelf, search: LineSearch) -> None:
        self._graph, self._shelf, self._search = graph, shelf, search
        self._near: tuple[tuple[str, str], list[PassageLine]] = (("", ""), [])
        self._shared: tuple[tuple[str, str], SharedNameReader] | None = None
        self._judged: tuple[tuple[str, str], JudgedLines | None] = (("", ""), None)

    def answers(self, question: str) -> list[FoundAnswer]:
        """Return what the lines nearest to a question answer, the surest first; [] where none answers.

        A question within the question is answered first, and its answer takes its place.
        """
        norm = read_norm(question)
        found = norms_from_lines(norm, self.passages(norm.rest)) if norm is not None else []
        return found or self._answers(plain_question(tidy(question)), ())

    def _answers(self, text: str, led: tuple[FoundAnswer, ...]) -> list[FoundAnswer]:
        found = answer_from_lines(text, self.passages(text))
        if found or len(led) >= HOPS:
            return [replace(each, led=led) for each in found]
        for inner in inner_questions(text):
            first = answer_from_lines(inner.asked, self.passages(inner.asked.text))
            names = {name for each in first for name in each.names}
            if len(names) == 1:
                outer = inner.outer_with(names.pop())
                found = self._answers(outer, (*led, *first[:1]))
                if found:
                    return found
        return []

    def without_namesakes(self, guesses: Sequence[Guess]) -> list[Guess]:
        """Return the guesses that take no full name for a last word which the lines have behind other names alone:
        *Roth* of *Jonas Roth* is not *Peter Roth*."""
        return [each for each in guesses if not any(self._is_namesake(asked, name) for asked, name, _ in each.names)]

    def _is_namesake(self, asked: str, name: str) -> bool:
        words = asked.split()
        if len(words) == 1 or not all(word[:1].isupper() for word in words) or name.casefold() != words[-1].casefold():
            return False
        before = re.compile(rf"(?<=[\w,;] )([A-Z][\w'’-]+) {re.escape(words[-1])}\b")  # no first word of a line
        texts = [line.text for line in self._search.lines(words[-1], READ)]
        given = {each for text in texts for each in before.findall(text)} - _TITLES
        return bool(given) and words[0] not in given | _TITLES

    def unknown(self, question: str) -> tuple[str, PassageLine] | None:
        """Return a line that says that what is asked is not known, behind how the reply begins; None for none."""
        return line_without_knowledge(question, self.passages(plain_question(tidy(question))))

    def comparison(self, near: str, asked: StatedComparison) -> tuple[ComparativeClaim, FoundAnswer] | None:
        """Return what a comparison claims and a line near to a text is shown to affirm, with it; None for none."""
        passages = self.passages(plain_question(tidy(near)))
        stated = [place for place in passages if re.search(r"\bthan\b", place.line.text)]
        for claim in asked.claims:
            for each in answer_from_lines(
                claim.text, [place for place in stated if claim.keeps_sides(place.line.text)]
            ):
                if each.verdict == YES and check_answer(claim.text, each).is_supported:
                    return claim, each
        return None

    def date_of(self, doc_id: str) -> str:
        """Return when a document was written, in EDTF; "" where nothing says so."""
        return date_of_document(self._shelf, doc_id)

    def rows(self, question: str) -> list[RowAnswer]:
        """Return the cells of tables that answer a question, in the order of their documents; [] where none does."""
        text = plain_question(tidy(question))
        if not may_ask_for_cell(text):
            return []
        near = self._search.lines(text, ROWS, only=lambda line: bool(cells_of(line)))
        near.sort(key=lambda line: (line.doc_id, line.number))
        return row_answers(text, (RowLine(line.doc_id, line.number, line.text) for line in near))

    def likeliest(self, question: str) -> LikelyLine | None:
        """Return the line that most likely answers a question by its words, None where none may."""
        judged = self._judge(plain_question(tidy(question)))
        return judged.likely if judged is not None else None

    def nearest(self, question: str, most: int) -> list[PassageLine]:
        """Return up to `most` lines nearest to a question, the likeliest to answer first."""
        text = plain_question(tidy(question))
        judged = self._judge(text)
        return list(judged.nearest[:most] if judged is not None else self.passages(text)[:most])

    def _judge(self, text: str) -> JudgedLines | None:
        """Return the lines near a question as judged by their words, kept for the last; None where none is asked."""
        key = (text, self._graph.hash())
        if self._judged[0] != key:
            asked = read_asked(text)
            weigh = self._search.word_weights
            self._judged = key, judge_lines(asked, self.passages(text), weigh) if asked is not None else None
        return self._judged[1]

    def unknown_words(self, question: str) -> list[str]:
        """Return the words of a question that occur in no line, in any form."""
        text = plain_question(tidy(question))
        stems = [term.lead for term in question_terms(text)]
        held = self._search.index.counts(stems)
        return words_with(text, [each for each in stems if not held[each]])

    def passages(self, near: str) -> list[PassageLine]:
        """Return the lines nearest to a text, then the neighbours of the first of them, with their links.

        Those of the last text are kept: a question is first read against them, then weighed by its words.
        """
        key = (near, self._graph.hash())
        if self._near[0] != key:
            self._near = key, self._read_passages(near)
        return self._near[1]

    def _read_passages(self, near: str) -> list[PassageLine]:
        alike = " ".join((near, *like_terms(near)))
        lines = [*self._search.lines(near, READ), *(self._search.lines(alike, READ) if alike != near else ())]
        found = {(line.doc_id, line.number): line.text for line in lines}
        besides = [(doc_id, number + step) for doc_id, number in list(found)[:AROUND] for step in (1, -1)]
        texts = self._shelf.passages([(doc_id, number, number) for doc_id, number in besides])
        for place, held in zip(besides, texts, strict=True):
            for _, text in held:
                found.setdefault(place, text)
        shared = self._shared_names(near)
        return [with_others(each, shared) for each in self._passage_lines(found)]

    def _shared_names(self, question: str) -> SharedNameReader:
        """Return what compares the names of lines with a question's, kept for the last question."""
        key = (question, self._graph.hash())
        if self._shared is None or self._shared[0] != key:
            self._shared = key, SharedNameReader(self._graph, question)
        return self._shared[1]

    def doubt(self, question: str) -> NameDoubt | None:
        """Return the line that answers only if a name of it, which several people share, means whom is asked about."""
        text = plain_question(tidy(question))
        doubted = [place for place in self.passages(text) if place.line.others]
        plain = [replace(place, line=replace(place.line, others=())) for place in doubted]
        shared = self._shared_names(text)
        for answer in answer_from_lines(text, plain):
            place = doubted[plain.index(answer.place)]
            for other in place.line.others:
                found = shared.compare_names(place.line.text[other.start : other.end], other.means)
                if found is not None:
                    return NameDoubt(found, other.means, place)
        return None

    def passages_in_order(self, near: str, most: int, also: Sequence[tuple[str, int]] = ()) -> list[PassageLine]:
        """Return those at places `also`, the `most` lines nearest to a text and the line before each, in the order of
        their documents; where these are fewer than twice as many, also the lines around them, the nearest first.

        Lines that give orders to their reader are left out.
        """
        near_lines = [(line.doc_id, line.number) for line in self._search.lines(near, most)]
        places = list(dict.fromkeys([*also, *near_lines])) or self._first_lines()
        ranges = [(doc_id, max(1, number - WIDEST + 1), number + WIDEST - 1) for doc_id, number in places]
        texts = {
            (place[0], at): text
            for place, held in zip(places, self._shelf.passages(ranges), strict=True)
            for at, text in held
        }
        found = dict[tuple[str, int], str]()
        for away in (0, -1, *(side * step for step in range(1, WIDEST) for side in (1, -1))):
            for doc_id, number in places:
                if away not in (0, -1) and len(found) >= 2 * most:
                    break
                at = doc_id, number + away
                if at in texts and at not in found and not gives_orders(texts[at]):
                    found[at] = texts[at]
        return self._passage_lines({place: found[place] for place in sorted(found)})

    def _first_lines(self) -> list[tuple[str, int]]:
        """Return the first place of the only document, [] where there are several: any of them may answer."""
        ids = self._shelf.ids()
        return [(ids[0], 1)] if len(ids) == 1 else []

    def _passage_lines(self, found: Mapping[tuple[str, int], str]) -> list[PassageLine]:
        """Return lines with what their expressions mean, the titles of their documents, and their neighbours."""
        links = line_links(self._graph)
        titles = self._shelf.passages([(doc_id, 1, 1) for doc_id, _ in found])
        arounds = self._shelf.passages([(doc_id, max(1, number - BEFORE), number + 1) for doc_id, number in found])
        lines = []
        for ((doc_id, number), text), title, around in zip(found.items(), titles, arounds, strict=True):
            line = EvidenceLine(text, links.of(doc_id, number))
            before = (*(each for _, each in title), *(each for at, each in around if at < number))
            lines.append(PassageLine(doc_id, number, line, before, dict(around).get(number + 1, "")))
        return lines


@dataclass(frozen=True, slots=True)
class NameDoubt:
    """A name that several people share, whom the question asks about, and a line that has the one or the other."""

    shared: SharedName
    asked: str
    place: PassageLine


def with_others(place: PassageLine, shared: SharedNameReader) -> PassageLine:
    """Return a line with the names that its own share a word with and do not surely mean."""
    others = shared.others(place.line.text)
    return replace(place, line=replace(place.line, others=others)) if others else place


def quoted_answer(question: str, found: Sequence[FoundAnswer]) -> Answer | None:
    """Return the answer that quotes the lines that were found, what was asked for first; None for no line."""
    lines = [answer_line(number, each) for number, each in enumerate(found, 1)]
    led = dict.fromkeys(first for each in found for first in each.led)
    lines += [answer_line(number, first, premise=True) for number, first in enumerate(led, len(lines) + 1)]
    quoted = rules.answer(AnswerInput(question=question, lines=lines)) if lines else None
    return quoted if isinstance(quoted, Answer) else None


def joins_assumed(found: Sequence[FoundAnswer]) -> list[str]:
    """Return what answers take for granted that were found in one document by an answer of another one, for people."""
    chains = [(*each.led, each) for each in found]
    pairs = [(one, other) for chain in chains for one, other in pairwise(chain)]
    apart = [one for one, other in pairs if one.place.doc_id != other.place.doc_id]
    return list(dict.fromkeys(assumption(name) for one in apart for name in one.names if may_have_many_bearers(name)))


def lines_behind(found: Sequence[FoundAnswer]) -> list[PassageLine]:
    """Return the lines that answers quote, then those that led to them, in the order of their numbers."""
    return [each.place for each in (*found, *dict.fromkeys(first for each in found for first in each.led))]


def answer_line(number: int, found: FoundAnswer, *, premise: bool = False) -> AnswerLine:
    """Return a line that answers with the words that do, and how far it asserts them."""
    return AnswerLine(
        number=number,
        text=found.place.line.text,
        found=[f"found: {', '.join(found.names)}"] if premise else [],
        values=[] if premise else list(found.names),
        caution=cautions_of(found),
        premise=premise,
    )


def cautions_of(found: FoundAnswer) -> str:
    """Return how far a line asserts what answers, "" where it does without reserve."""
    return "; ".join(_cautions(found))


def _cautions(found: FoundAnswer) -> list[str]:
    clause = found.clause
    cautions = [OTHER_WORDS] if found.other_words else []
    moody = clause.modal is not Modal.ACTUAL and not clause.negated  # a charge or a purpose denies nothing
    if clause.unasserted and not found.decided and not moody:
        cautions.append(DENIES)  # a clause answers only where it denies just what the question denies
    if clause.attributed_to is not None:
        cautions.append(f"it is what {clause.attributed_to.text} says")
    if clause.modal not in {Modal.ACTUAL, *found.modals}:
        cautions.append(MOOD_CAUTIONS[Modality(clause.modal.value)])
    return cautions or ([] if found.shown else [found.shortfall or UNSHOWN])
