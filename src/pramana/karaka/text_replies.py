"""Replies from lines: an answer by quotation, the likeliest line, or sentences that a model composes from several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pramana.claims import Aspect, Decider, FindDecision, names_of, no_decision, shortfalls
from pramana.karaka import ptools
from pramana.karaka.answer import answer_with_marks
from pramana.karaka.asked_kinds import (
    UNDECIDED,
    accounts_for_settings,
    is_of_another,
    leaves_open,
    only_asks,
    opposes_order,
    states_order,
    tells_of_event,
)
from pramana.karaka.asked_tables import LINES_STEP
from pramana.karaka.composing import READ_BY_MODEL, Composition, compose_answer
from pramana.karaka.line_answers import (
    NO,
    YES,
    CheckedAnswer,
    FoundAnswer,
    PassageLine,
    check_answers,
    may_say_colour,
    question_frame,
)
from pramana.karaka.refusals import (
    NOT_SAID,
    QUOTED_BY_WORDS,
    cut_text,
    misunderstood_text,
    quoted_text,
    refusal_text,
    shared_name_text,
)
from pramana.karaka.result import Citation, QueryResult
from pramana.karaka.row_answers import RowAnswer
from pramana.karaka.rules.queries import is_limit
from pramana.karaka.senses import SenseGraph
from pramana.karaka.source_notes import kriyas_of_lines, source_notes
from pramana.karaka.tasks import Question
from pramana.karaka.text_answers import (
    NameDoubt,
    TextAnswerer,
    cautions_of,
    joins_assumed,
    lines_behind,
    quoted_answer,
)
from pramana.karaka.traverse import LIMITED, PAST_ONLY
from pramana.karaka.unlike_lines import (
    befalls_nobody,
    counts_others,
    gives_effect,
    names_another,
    only_proposes,
    tells_of_part,
    tells_opposite,
)
from pramana.karaka.value_notes import notes_of_words
from pramana.language import StatedComparison, gives_orders, read_asked
from pramana.llm import Gateway
from pramana.trace import Trail
from pramana.wording import cited_place, plural

NEAREST = 5
"""Lines that are shown where no line answers the question, the nearest first: they fit one screen."""
COMPOSED = (
    "No fact of the graph answers: a model composed the answer from lines, and each sentence was compared with "
    "the lines that it cites."
)
"""What the trace of a composed answer says of it."""


UNDECIDED_SENTENCE = (
    "A model composed an answer that its lines were not shown to say in other words: the lines are quoted instead."
)
"""What the trace of such a quotation says of it."""
REFUSED_BY_MODEL = "Rules took lines for an answer; a model that was shown them found that they do not say it."
"""What the trace of a refusal says of lines that do not answer."""
FROM_GRAPH = frozenset({"GROUNDED", "ASSUMED"})
"""Statuses of answers that rest on facts of the graph."""

ROW_TOLD = "The question names the column “{column}” and a value of another column: the cell answers."
"""What the trace of an answer from rows says of it."""


@dataclass(frozen=True, slots=True)
class ComposedReply:
    """What a model made of lines. `result` is None where it does not answer; `seen` are the places of the lines."""

    result: QueryResult | None
    found: Composition
    seen: frozenset[tuple[str, int]]


class TextReplies:
    """Makes replies to questions from lines alone. Nothing is written to the graph."""

    def __init__(
        self, graph: SenseGraph, gateway: Gateway, texts: TextAnswerer, find_decision: FindDecision = no_decision
    ) -> None:
        self._graph, self._gateway, self._texts = graph, gateway, texts
        self._find_decision = find_decision

    async def reply(self, question: str, spoken: str, trail: Trail, trace: Sequence[str] = ()) -> QueryResult | None:
        """Return the answer of a line by its clauses, its cells or its words; None where no line answers."""
        checked = await self.checked_answers(spoken, trail)
        quoted = self.quoted_result(question, checked, trail, trace)
        if quoted is not None:
            return quoted
        rows = self._texts.rows(spoken)
        if rows:
            return _row_result(question, rows, trail, trace)
        unknown = self._texts.unknown(spoken)
        if unknown is not None:
            return _unknown_result(question, *unknown, trail, trace)
        doubt = self._texts.doubt(spoken)
        if doubt is not None:
            return self._doubt_result(question, doubt, trail, trace)
        refused = [each.found.place for each in checked if each.is_refused]
        return self._likely_result(question, spoken, refused, trail, trace)

    def _doubt_result(self, question: str, doubt: NameDoubt, trail: Trail, trace: Sequence[str]) -> QueryResult:
        """Return that a name of the line that answers may mean another person."""
        nearest = [citation_of(doubt.place)]
        record_lines(trail, nearest)
        answer = shared_name_text(doubt)
        return QueryResult(
            question=question, answer=answer, reasoning_trace=list(trace), status="NO_MATCH", nearest=nearest
        ).settle()

    def _likely_result(
        self, question: str, spoken: str, refused: Sequence[PassageLine], trail: Trail, trace: Sequence[str]
    ) -> QueryResult | None:
        """Return the line that surely enough answers by its words alone, None where none does, or it was refused."""
        likely = self._texts.likeliest(spoken)
        if likely is None or not likely.is_sure or likely.place in refused:
            return None
        text = likely.place.line.text
        if not states_order(spoken, text) or not accounts_for_settings(spoken, text) or only_asks(text):
            return None
        if is_of_another(spoken, likely.place.line) or not tells_of_event(spoken, likely.place.line):
            return None
        if names_another(spoken, likely.place.line) or tells_of_part(spoken, text) or only_proposes(spoken, text):
            return None
        if tells_opposite(spoken, text) or befalls_nobody(spoken, likely.place.line):
            return None
        if gives_effect(spoken, text) or counts_others(spoken, text) or not may_say_colour(spoken, text):
            return None
        lines = [citation_of(place) for place in (likely.place, likely.before) if place is not None]
        record_lines(trail, lines)
        return QueryResult(
            question=question,
            answer=quoted_text(likely),
            citations=lines,
            reasoning_trace=[*trace, QUOTED_BY_WORDS.format(likelihood=likely.likelihood)],
            references=self._value_notes(spoken, [(likely.phrase, likely.place)]),
            status="QUOTED",
        ).with_names([likely.phrase] if likely.phrase else [])

    async def compose(self, question: str, spoken: str, known: QueryResult, trail: Trail) -> ComposedReply:
        """Have a model answer from the lines that rules found and the nearest ones, in one call and one for its check.

        What it says of the lines behind an answer from the graph rests on the same facts, and keeps its status.
        """
        cited = [(line.doc_id, line.line_number) for line in (*known.citations, *known.nearest)]
        passages = self._texts.passages_in_order(spoken, READ_BY_MODEL, cited)
        record_lines(trail, [citation_of(place) for place in passages])
        found = await compose_answer(self._gateway, spoken, passages, trail, self._find_decision)
        seen = frozenset((place.doc_id, place.number) for place in passages)
        return ComposedReply(self._composed_result(question, spoken, known, found), found, seen)

    def _composed_result(
        self, question: str, spoken: str, known: QueryResult, found: Composition
    ) -> QueryResult | None:
        """Return what was composed as a result; of sentences that nobody could decide their lines, quoted."""
        answering = found.answering_sentences
        places = dict.fromkeys(place for each in answering for place in each.lines) or found.open_lines
        lines = sorted((citation_of(place) for place in places), key=_place_of)
        if not answering:
            return _quoting_result(question, lines, known) if lines and not known.is_answered else None
        numbers = {_place_of(line): number for number, line in enumerate(lines, 1)}
        cited = [[numbers[place.doc_id, place.number] for place in each.lines] for each in answering]
        sentences = [
            ptools.AnswerSentence(text=each.text, citations=marks) for each, marks in zip(answering, cited, strict=True)
        ]
        written = answer_with_marks(ptools.Answer(sentences=sentences), lines)
        if known.status in FROM_GRAPH and {*numbers} <= {_place_of(line) for line in known.citations}:
            label = ", ".join(known.assumptions)
            text = f"{label[:1].upper()}{label[1:]} — {written.text}" if label else written.text
            return known.model_copy(update={"answer": text, "citations": written.citations})
        return QueryResult(
            question=question,
            answer=written.text,
            citations=written.citations,
            reasoning_trace=[*known.reasoning_trace, COMPOSED],
            corroboration=self._sources_of(lines),
            status="FROM_TEXT",
        ).with_names(name for each in answering for name in names_of(each.text) if name not in names_of(spoken))

    async def checked_answers(self, spoken: str, trail: Trail) -> list[CheckedAnswer]:
        """Return the answers that the nearest lines give by themselves, each with the verdict on it."""
        near = [each for each in self._texts.answers(spoken) if not names_another(spoken, each.place.line)][:NEAREST]
        found = await check_answers(self._gateway, spoken, near, trail.at("read"))
        return [each for each in found if each.is_shown or not opposes_order(spoken, each.found.place.line.text)]

    def quoted_result(
        self, question: str, answers: Sequence[CheckedAnswer], trail: Trail, trace: Sequence[str] = ()
    ) -> QueryResult | None:
        """Return the answer that lines give by themselves, None where none of them answers.

        What a line contradicts is left out; what it is not shown to say is given as probable, with the reason.
        """
        checked = [each for each in answers if not each.is_refused]
        found = [_with_shortfall(each) for each in checked]
        quoted = quoted_answer(question, found)
        if quoted is None:
            return None
        lines = [citation_of(place) for place in lines_behind(found)]
        record_lines(trail, lines)
        written = answer_with_marks(quoted, lines)
        relaxed = list(dict.fromkeys(told for each in found for told in each.relaxed))
        read = f"The graph has no answer; {'a line says' if len(lines) == 1 else f'{len(lines)} lines say'} it."
        unshown = dict.fromkeys(each.reason for each in checked if not each.is_shown)
        notes = [read, *([f"Taken: {'; '.join(relaxed)}."] if relaxed else [])]
        notes += [f"Not shown to be the answer: {reason}" for reason in unshown]
        assumed = joins_assumed(found)
        label = ", ".join(assumed)
        undecided = leaves_open(question, [cautions_of(each) for each in found])
        return QueryResult(
            question=question,
            answer=f"{UNDECIDED if undecided else f'{label[:1].upper()}{label[1:]} —'} {written.text}"
            if label or undecided
            else written.text,
            assumptions=assumed,
            citations=written.citations,
            reasoning_trace=[*trace, *notes],
            corroboration=self._sources_of(lines),
            references=self._value_notes(question, [(name, each.place) for each in found for name in each.names]),
            status="NO_MATCH" if undecided else "ASSUMED" if assumed else "FROM_TEXT",
        ).with_names(name for each in found for name in each.names)

    def stated_comparison(self, question: str, asked: StatedComparison, trail: Trail) -> QueryResult | None:
        """Return the answer of a line that states a comparison itself, None where none does."""
        found = self._texts.comparison(question, asked)
        if found is None or cautions_of(found[1]):
            return None
        claim, answer = found
        verdict = ("Yes", "No")[claim.winner] if asked.truth else asked.names[claim.winner]
        line = citation_of(answer.place)
        record_lines(trail, [line])
        told = f"{verdict[:1].upper()}{verdict[1:]}: “{line.text}” {cited_place(*_place_of(line))}"
        return QueryResult(
            question=question,
            answer=told,
            citations=[line],
            reasoning_trace=[f"A line states the comparison itself: {claim.text}? Yes."],
            corroboration=self._sources_of([line]),
            status="FROM_TEXT",
        ).with_names([] if asked.truth else [asked.names[claim.winner]])

    def _value_notes(self, question: str, names: Sequence[tuple[str, PassageLine]]) -> list[str]:
        """Return what the words of an answer settle to, times and amounts; each name with the line that has it."""
        asked = read_asked(question)
        dated = [(name, self._texts.date_of(place.doc_id)) for name, place in names if name]
        return notes_of_words(dated, asked.kind if asked is not None else None)

    def _sources_of(self, lines: Sequence[Citation]) -> list[str]:
        places = {(line.doc_id, line.line_number) for line in lines}
        return source_notes(self._graph, kriyas_of_lines(self._graph, places))

    def not_understood(self, question: str, asked: Question, problem: str, trail: Trail) -> QueryResult:
        """Return that nothing answers where the question could be held against lines, else why it is not understood."""
        if not is_limit(problem) and (read := read_asked(asked.text)) is not None and question_frame(read) is not None:
            return self.no_match(question, asked.text, [f"No plan: {problem}"], [], trail)
        nearest = self._nearest(question)
        record_lines(trail, nearest)
        answer = misunderstood_text(problem, asked.names)
        return QueryResult(question=question, answer=answer, status="NO_MATCH", nearest=nearest)

    def refuse(self, question: str, spoken: str, known: QueryResult, trail: Trail) -> QueryResult:
        """Return that no line answers, though rules took some for an answer: these are the nearest."""
        near = [*known.citations, *(line for line in self._nearest(spoken) if line not in known.citations)][:NEAREST]
        record_lines(trail, near)
        trace = [*known.reasoning_trace, REFUSED_BY_MODEL]
        return QueryResult(question=question, answer=NOT_SAID, reasoning_trace=trace, status="NO_MATCH", nearest=near)

    def no_match(
        self, question: str, spoken: str, trace: Sequence[str], cut: Sequence[str], trail: Trail
    ) -> QueryResult:
        """Return that nothing answers: because a limit was reached, or with the line that may."""
        likely = self._texts.likeliest(spoken)
        near = [citation_of(likely.place)] if likely is not None and likely.is_near else []
        nearest = [*near, *(line for line in self._nearest(spoken) if line not in near)][:NEAREST]
        record_lines(trail, nearest)
        said = cut_text(cut) if cut else refusal_text(likely, self._texts.unknown_words(spoken))
        return QueryResult(
            question=question,
            answer=" ".join([said, *_orders_among(nearest)]),
            reasoning_trace=[*trace, *cut],
            status="NO_MATCH",
            nearest=nearest,
        )

    def _nearest(self, question: str) -> list[Citation]:
        return [citation_of(place) for place in self._texts.nearest(question, NEAREST)]


def _with_shortfall(answer: CheckedAnswer) -> FoundAnswer:
    """Return an answer with how its line says less than it; a line that does says neither yes nor no."""
    shortfall = _shortfall_of(answer)
    found = replace(answer.found, shown=answer.is_shown, shortfall=shortfall)
    return replace(found, verdict="", spans=()) if shortfall and found.verdict in (YES, NO) else found


def _shortfall_of(answer: CheckedAnswer) -> str:
    """Return how the line of an answer says less than it, as a caution; "" where it says it, or something else."""
    if answer.is_shown or answer.checked.decided_by is not Decider.RULES:
        return ""
    differences = shortfalls(answer.checked.claim, answer.found.place.line)
    if any(each.aspect is Aspect.TIME for each in differences):
        return PAST_ONLY
    return LIMITED.format(differences[0].stated) if differences else ""


def _quoting_result(question: str, lines: Sequence[Citation], known: QueryResult) -> QueryResult:
    """Return the lines of sentences that nobody could decide, in quotation marks."""
    told = " ".join(f"“{line.text}” {cited_place(*_place_of(line))}" for line in lines)
    return QueryResult(
        question=question,
        answer=f"The text says: {told}",
        citations=list(lines),
        reasoning_trace=[*known.reasoning_trace, UNDECIDED_SENTENCE],
        status="QUOTED",
    )


def _unknown_result(question: str, lead: str, place: PassageLine, trail: Trail, trace: Sequence[str]) -> QueryResult:
    """Return the line that says that nobody knows what a question asks."""
    line = citation_of(place)
    record_lines(trail, [line])
    return QueryResult(
        question=question,
        answer=f"{lead}: “{line.text}” {cited_place(*_place_of(line))}",
        citations=[line],
        reasoning_trace=[*trace, "The graph has no answer; a line says that it is not known."],
        status="QUOTED",
    )


def _row_result(question: str, found: Sequence[RowAnswer], trail: Trail, trace: Sequence[str]) -> QueryResult:
    """Return the cells that answer, each with its row; rows that say the same in other documents are cited with it."""
    rows: dict[tuple[str, str], list[Citation]] = {}
    for each in found:
        line = Citation(doc_id=each.line.doc_id, line_number=each.line.number, text=each.line.text)
        rows.setdefault((each.cell.value, line.text), []).append(line)
    shown = dict(list(rows.items())[:NEAREST])
    told = [
        f"{value}: “{text}” {' '.join(cited_place(line.doc_id, line.line_number) for line in lines)}"
        for (value, text), lines in shown.items()
    ]
    left = len(rows) - len(shown)
    citations = [line for lines in shown.values() for line in lines]
    record_lines(trail, citations)
    return QueryResult(
        question=question,
        answer=" ".join([*told, *([f"{plural(left, 'more row')} answer, too."] if left else [])]),
        citations=citations,
        reasoning_trace=[*trace, ROW_TOLD.format(column=found[0].cell.name)],
        status="FROM_TEXT",
    ).with_names(each.cell.value for each in found)


def _orders_among(lines: Sequence[Citation]) -> list[str]:
    """Return a sentence for each line that gives orders to its reader, so that nobody takes it for an answer."""
    return [
        "This line gives orders to its reader, and states nothing: "
        f"“{line.text}” {cited_place(line.doc_id, line.line_number)}"
        for line in lines
        if gives_orders(line.text)
    ]


def _place_of(line: Citation) -> tuple[str, int]:
    return line.doc_id, line.line_number


def citation_of(place: PassageLine) -> Citation:
    """Return a line as a citation."""
    return Citation(doc_id=place.doc_id, line_number=place.number, text=place.line.text)


def record_lines(trail: Trail, lines: Sequence[Citation]) -> None:
    """Record the places of the lines that a reply was made from, so that a purge finds the replies of a document."""
    trail.at(LINES_STEP).record("lines", {"lines": [[line.doc_id, line.line_number] for line in lines]})
