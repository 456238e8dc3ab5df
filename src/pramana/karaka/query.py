"""Answer questions: plan them through GSV, run the plan on the graph, and write the answer from the lines found."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal

from pramana.claims import FindDecision, no_decision
from pramana.documents import Shelf
from pramana.gsv import GSVSettings
from pramana.karaka import ptools
from pramana.karaka.answer import WrittenAnswer, given_lines, joined_result, not_said, without_reason, write_answer
from pramana.karaka.asked_kinds import (
    UNDECIDED,
    answers_kind,
    echoes,
    in_asked_mood,
    is_still_ahead,
    lacks_number,
    leaves_open,
    preferred_by_noun,
)
from pramana.karaka.asked_tables import GUESS_COSINE, index_for_questions
from pramana.karaka.comparing import EventDays, compared_result, day_of_result, ordered_pair_result, resting_on
from pramana.karaka.entity_profiles import MOST_LINES, lines_of_identity, profile_result, with_lines_of_name
from pramana.karaka.expansion import Expansion, spelled_alike
from pramana.karaka.joins import assumption
from pramana.karaka.link_notes import link_notes
from pramana.karaka.ordering import ordered_result
from pramana.karaka.other_figures import with_other_figures
from pramana.karaka.other_words import UNSURE, answer_in_other_words
from pramana.karaka.planning import PlannedQuestion, QuestionPlanner, found_by_readings
from pramana.karaka.plans import QueryPlan
from pramana.karaka.premises import PremiseCheck, first_matches
from pramana.karaka.ptools import QueryInput
from pramana.karaka.question_names import LONGEST_NAME, known_words, words_of_question
from pramana.karaka.readings import PlanReading, as_spoken, readings_of
from pramana.karaka.result import Citation, QueryResult
from pramana.karaka.rules.queries import premises
from pramana.karaka.senses import SenseGraph
from pramana.karaka.source_notes import source_notes
from pramana.karaka.tasks import Feedback, Question, planning_task
from pramana.karaka.text_answers import TextAnswerer
from pramana.karaka.text_replies import FROM_GRAPH, NEAREST, TextReplies, record_lines
from pramana.karaka.traversals import Traversals
from pramana.karaka.traverse import Match, Traversal, entities_called
from pramana.karaka.value_notes import notes_of_matches
from pramana.karaka.written_forms import dates_as_written, names_as_written
from pramana.language import (
    OrderQuestion,
    complete_question,
    profiled_name,
    question_parts,
    read_asked,
    read_comparison,
    read_norm,
    read_order,
    read_stated_comparison,
    read_two_times,
    unnamed_pronoun,
)
from pramana.llm import Gateway, PromptBook
from pramana.retrieval import LineSearch
from pramana.store import Database
from pramana.trace import Ledger, Trail

ASKING_PTOOLS = (
    ptools.QUERY_DECOMPOSITION,
    ptools.QUERY_SCORING,
    ptools.QUERY_VERIFICATION,
    ptools.ANSWER_GENERATION,
    ptools.TEXT_ANSWER,
)


@dataclass(slots=True)
class _PlanPart:
    """What one reading of a plan found, and the answer that was written from it."""

    reading: PlanReading
    found: Traversal
    taken: Mapping[str, str] = field(default_factory=dict)
    """Names that nobody goes by, with those that they were taken to mean."""
    missing: str = ""
    """What the question says and the lines do not."""
    denied: bool = False
    written: WrittenAnswer = field(default_factory=lambda: WrittenAnswer("", []))

    def answers(self, question: str) -> bool:
        """Whether what was found says all of a question, and more than the question itself."""
        return bool(self.found.matches) and not self.missing and not echoes(question, self.found.matches)

    @property
    def assumptions(self) -> list[str]:
        """What the answer takes for granted, for people."""
        return [assumption(noun) for noun in self.found.assumed]

    @property
    def answer(self) -> str:
        assumed = ", ".join(self.assumptions)
        label = f"{self.reading.label}, {assumed}" if self.reading.label and assumed else self.reading.label
        label = label or f"{assumed[:1].upper()}{assumed[1:]}"
        return f"{label} — {self.written.text}" if label else self.written.text

    @property
    def notes(self) -> list[str]:
        return [*self.found.warnings, *([self.written.note] if self.written.note else [])]


_UNNAMED = (
    "I do not know whom “{0}” means: nothing before it in the question, and no earlier question of this conversation, "
    "names a person that fits. Ask again with the name."
)
_WITHOUT_MODEL = "The model gave no valid answer (the ledger has the reason); this is what the embedded model found."


class QuestionAnswerer:
    """Answers questions from one graph. Nothing is written to it."""

    def __init__(
        self,
        database: Database,
        graph: SenseGraph,
        gateway: Gateway,
        book: PromptBook,
        settings: GSVSettings,
        *,
        engine: str,
        near: float = GUESS_COSINE,
        find_decision: FindDecision = no_decision,
    ) -> None:
        """`engine` is the hash of the code that walks: traversals of another one are not used. `near` is the least
        cosine, in 0–1, at which a name is taken for one that nobody goes by. `find_decision` returns what a person
        decided about a sentence."""
        self._graph = graph
        index_for_questions(graph)
        self.traversals = Traversals(database, graph, engine)
        self._expansion = Expansion(graph, gateway, near)
        self._shelf = Shelf(database)
        self._ledger = Ledger(database)
        self._search = LineSearch(database, self._shelf)
        self._texts = TextAnswerer(graph, self._shelf, self._search)
        self._replies = TextReplies(graph, gateway, self._texts, find_decision)
        self._gateway, self._find_decision = gateway, find_decision
        self._planner = QuestionPlanner(gateway, planning_task(book), settings)
        self._by_rules: QuestionAnswerer | None = None
        if gateway.judges(ptools.TEXT_ANSWER):
            self._by_rules = QuestionAnswerer(
                database,
                graph,
                gateway.by_rules(),
                book,
                settings,
                engine=engine,
                near=near,
                find_decision=find_decision,
            )
            self._by_rules.traversals = self.traversals
        self._worded = Feedback(book)
        self.identity = {
            "ptools": {ptool.name: gateway.identity(ptool) for ptool in ASKING_PTOOLS},
            "gsv": settings.model_dump(mode="json"),
            "near": [near, gateway.embedder.name],
        }
        """All but the question and the graph that decides an answer, as JSON."""

    async def answer_query(self, question: str, trail: Trail) -> QueryResult:
        """Answer a question and record every step at `trail`; of one that asks two things, each by itself.

        Raises the errors that must end a run (budget, access, replay); everything else is an ERROR result.
        """
        parts = question_parts(question)
        if (pronoun := unnamed_pronoun(question)) and not self._composes_from_one_document():
            return QueryResult(question=question, answer=_UNNAMED.format(pronoun), status="NO_MATCH")
        if len(parts) == 1:
            return await self._answer_part(question, trail)
        if self._by_rules is not None:  # a model reads the question as it was put, before its parts are asked alone
            known = await self._by_rules.answer_query(question, trail.at("rules"))
            whole = await self._replies.compose(question, self._spoken(question), known, trail.at("compose"))
            if whole.result is not None and whole.found.answering_sentences:
                return whole.result
        answered: list[QueryResult] = []
        for number, part in enumerate(parts, 1):
            asked = complete_question(part, parts[0], answered[0].names) if answered else part
            answered.append(await self._answer_part(asked, trail.at("part", number)))
        return joined_result(question, answered)

    def _composes_from_one_document(self) -> bool:
        """Return whether a model sees the question beside lines of the only document, which may say whom it means."""
        return self._by_rules is not None and len(self._shelf.ids()) == 1

    async def _answer_part(self, question: str, trail: Trail) -> QueryResult:
        """Answer a question that asks one thing: by rules, and by a model from the lines where one composes."""
        if self._by_rules is None:
            return await self._answer_by_form(question, trail)
        known = await self._by_rules.answer_query(question, trail.at("rules"))
        return known if known.is_settled else await self._answer_by_model(question, known, trail)

    async def _answer_by_model(self, question: str, known: QueryResult, trail: Trail) -> QueryResult:
        """Return what a model composes from the lines that rules found and the nearest ones.

        A plan of the model is the last resort: it may find lines that were not among them.
        """
        spoken = self._spoken(question)
        composed = await self._replies.compose(question, spoken, known, trail.at("compose"))
        if composed.result is not None:
            return composed.result
        if not composed.found.is_valid:
            return known.model_copy(update={"reasoning_trace": [*known.reasoning_trace, _WITHOUT_MODEL]})
        if known.is_answered and composed.found.sentences:
            return known
        late = await self._answer_by_late_plan(question, spoken, composed.seen, trail)
        if late is not None:
            return late
        return known if not known.is_answered else self._replies.refuse(question, spoken, known, trail)

    async def _answer_by_late_plan(
        self, question: str, spoken: str, seen: frozenset[tuple[str, int]], trail: Trail
    ) -> QueryResult | None:
        """Return what a model composes from lines that its plan finds and that it has not seen, None for none."""
        if self._by_rules is None or not self._gateway.judges(ptools.QUERY_DECOMPOSITION):
            return None
        asked = Question(spoken, *known_words(self._graph, spoken))
        planned = await self._planner.plan_once(asked, trail.at("plan"))
        if planned.plan is None:
            return None
        found = await self._by_rules._answer_as_planned(question, asked, planned, trail.at("planned"))
        if found.status not in FROM_GRAPH or seen.issuperset((one.doc_id, one.line_number) for one in found.citations):
            return None
        return (await self._replies.compose(question, spoken, found, trail.at("late"))).result

    async def _answer_by_form(self, question: str, trail: Trail) -> QueryResult:
        """Answer a question that asks one thing: by its form where it has one of its own, else as a plain one."""
        for form in (self._by_norm, self._by_profile, self._by_order, self._by_amounts, self._by_two_times):
            told = await form(question, trail)
            if told is not None:
                return told
        told = await self._answer_one(question, trail)
        if told.status in UNSURE:
            spoken, unknown = self._spoken(question), self._texts.unknown_words
            told = await answer_in_other_words(question, spoken, self._answer_one, unknown, trail) or told
        if not told.is_answered:
            return self._lines_of_name(question, trail) or told
        found = await with_other_figures(question, told, partial(self._answer_one, trail=trail.at("figures")))
        return found if found is told else found.settle()

    def _spoken(self, question: str) -> str:
        """Return a question as the documents would put it: without brackets, with their names and dates."""
        spoken = names_as_written(self._graph, as_spoken(self._graph, question))
        return dates_as_written(self._search, spoken)

    def _lines_of_name(self, question: str, trail: Trail) -> QueryResult | None:
        """Return the profile of whom a question with *who is* names, where no line says who it is; else None."""
        found = lines_of_identity(self._graph, self._ledger, question, read_asked(self._spoken(question)))
        if found is not None:
            record_lines(trail, found.citations)
        return found

    async def _by_norm(self, question: str, trail: Trail) -> QueryResult | None:
        """Answer what may or must be done, None where no line decides it."""
        if read_norm(question) is None:
            return None
        checked = await self._replies.checked_answers(self._spoken(question), trail)
        return self._replies.quoted_result(question, [each for each in checked if each.found.decided], trail)

    async def _by_profile(self, question: str, trail: Trail) -> QueryResult | None:
        """Return what the documents tell of the one entity that a question asks to be told of, or names alone."""
        spoken = self._spoken(question).strip(" ?.!")
        alone = len(spoken.split()) <= LONGEST_NAME and any(entities_called(self._graph, spoken))
        named = profiled_name(spoken) or (spoken if alone else "")
        found = profile_result(self._graph, self._ledger, question, named) if named else None
        if named[:1].isupper() and (found is not None or not any(entities_called(self._graph, named))):
            near = self._search.lines(named, MOST_LINES)
            found = with_lines_of_name(self._graph, self._ledger, found, question, named, near)
        if found is not None:
            record_lines(trail, found.citations)
            found.settle()
        return found

    async def _by_order(self, question: str, trail: Trail) -> QueryResult | None:
        """Answer what was first or last, or before or after a date or an event; None where nothing is ordered."""
        order = read_order(question)
        if order is None:
            return None
        if order.event:
            told = await self._answer_one(question, trail)  # a line may say *after the sale* itself
            dated = None if told.is_answered else await self._dated_event(order, trail.at("event"))
            if dated is None:
                return told
            plain = await self._answer_one(order.plain, trail.at("order"))
            found = ordered_result(self._graph, question, replace(order, bound=dated[0].edtf), plain)
            return told if found is None else _settle(resting_on(found, dated[1]))
        plain = await self._answer_one(order.plain, trail.at("order"))
        found = ordered_result(self._graph, question, order, plain)
        return found if found is None else _settle(found)

    async def _dated_event(self, order: OrderQuestion, trail: Trail) -> tuple[EventDays, QueryResult] | None:
        """Return when the event was that a question names, with the answer that says it.

        Of what lasts, *before* counts from its first day, *after* from its last.
        """
        named = re.fullmatch(r"When was (.+)", order.event)
        end = {"before": "begin", "until": "begin"}.get(order.marker, "end")
        asked = [order.event, *([f"When did {named[1]} {end}"] if named else [])]
        for number, event in enumerate(asked, 1):
            told = await self._answer_one(event, trail.at(number))
            day = day_of_result(self._graph, told)
            if day is not None:
                return day, told
        return None

    async def _by_amounts(self, question: str, trail: Trail) -> QueryResult | None:
        stated = read_stated_comparison(self._spoken(question))
        told = self._replies.stated_comparison(question, stated, trail.at("stated")) if stated is not None else None
        compared = read_comparison(question) if told is None else None
        if compared is None:
            return told
        return _settle(compared_result(question, compared, *await self._both(compared.plain, trail.at("compare"))))

    async def _by_two_times(self, question: str, trail: Trail) -> QueryResult | None:
        """Answer which of two events is the earlier one; None where neither is dated and a line may say it itself."""
        asked = read_two_times(question)
        if asked is None:
            return None
        if asked.truth and (told := await self._answer_one(question, trail)).is_answered:
            return told
        plain = (asked.plain[0], complete_question(asked.plain[1], asked.plain[0], []))
        found = ordered_pair_result(self._graph, question, asked, *await self._both(plain, trail.at("compare")))
        return _settle(found) if found.is_answered or not asked.truth else told

    async def _both(self, plain: tuple[str, str], trail: Trail) -> tuple[QueryResult, QueryResult]:
        one = await self._answer_one(plain[0], trail.at(1))
        return one, await self._answer_one(plain[1], trail.at(2))

    async def _answer_one(self, question: str, trail: Trail) -> QueryResult:
        """Answer a question that asks one thing."""
        spoken = self._spoken(question)
        asked = Question(spoken, *known_words(self._graph, spoken))
        planned = await self._planner.plan(asked, partial(self._found_by, question), trail.at("plan"))
        return await self._answer_as_planned(question, asked, planned, trail)

    async def _answer_as_planned(
        self, question: str, asked: Question, planned: PlannedQuestion, trail: Trail
    ) -> QueryResult:
        """Answer a question from what its plan finds, else from the nearest lines."""
        if planned.plan is None:
            read = await self._replies.reply(question, asked.text, trail)
            return read or self._replies.not_understood(question, asked, planned.reason, trail)
        plan = planned.plan
        trace = [f"Plan ({planned.status}): {plan.reasoning or plan.steps[-1].goal}"]
        parts, warnings = self._plan_parts(question, plan)
        for part in parts:
            trace += [f"{part.reading.label}: {told}" if part.reading.label else told for told in part.found.trace]
        walked = parts
        parts = [part for part in parts if part.found.matches] or await self._guessed_parts(plan, trace, trail)
        if not parts and any(part.found.otherwise for part in walked):
            checked = await self._replies.checked_answers(asked.text, trail)
            read = self._replies.quoted_result(question, checked, trail, trace)
            return (read or self._otherwise_result(question, walked, trace, trail)).found_by(plan)
        if not parts and (read := await self._replies.reply(question, asked.text, trail, trace)) is not None:
            return read.found_by(plan)
        if not parts:
            cut = [*warnings, *dict.fromkeys(told for part in walked for told in part.found.warnings)]
            return self._replies.no_match(question, asked.text, trace, cut, trail).found_by(plan)
        nearest = self._check_parts(asked, plan, parts)
        self._keep_kind(asked.text, parts)
        parts = [part for part in parts if part.answers(asked.text)]
        if not parts:
            read = await self._replies.reply(question, asked.text, trail, trace)
            if read is not None:
                return read.found_by(plan)
        if not parts and not nearest.found.matches:
            return self._replies.no_match(question, asked.text, trace, warnings, trail).found_by(plan)
        if not parts:
            return self._not_stated_result(question, nearest, trace, trail).found_by(plan)
        written = await self._write_answers(question, parts, trail)
        notes = [note for part in written for note in part.notes]
        citations = _citations(written)
        cited = {(one.doc_id, one.line_number) for one in citations}
        matches = [match for part in written for match in part.found.all_matches]
        answering = [match for part in written for match in part.found.matches]
        undecided = leaves_open(asked.text, [match.caution for match in answering])
        result = QueryResult(
            question=question,
            answer=" ".join([*([UNDECIDED] if undecided else []), *(part.answer for part in written)]),
            citations=citations,
            reasoning_trace=[*trace, *warnings, *dict.fromkeys(notes)],
            assumptions=list(dict.fromkeys(told for part in written for told in part.assumptions)),
            references=[
                *link_notes(self._graph, self._ledger, matches, cited),
                *notes_of_matches(self._graph, self._shelf, [each for each in matches if each.place in cited]),
            ],
            corroboration=source_notes(self._graph, [each.kriya.id for each in matches if each.place in cited]),
            status="NO_MATCH" if undecided else _status(written),
        )
        result = result.found_by(plan, matches)
        return result.settle() if undecided or len(written) > 1 else result

    def _plan_parts(self, question: str, plan: QueryPlan) -> tuple[list[_PlanPart], list[str]]:
        """Return what each reading of a plan finds, and warnings. A plan is walked once for each state of the graph."""
        readings, warnings = readings_of(self._graph, plan, question)
        return [_PlanPart(reading, self.traversals.of(plan, reading.meant)) for reading in readings], warnings

    def _found_by(self, question: str, plan: QueryPlan) -> Any:
        parts, _ = self._plan_parts(question, plan)
        return found_by_readings([(part.reading.label, part.found) for part in parts])

    async def _guessed_parts(self, plan: QueryPlan, trace: list[str], trail: Trail) -> list[_PlanPart]:
        """Return what is found by the nearest understanding of names that nobody goes by, and tell so in `trace`."""
        for guess in self._texts.without_namesakes(await self._expansion.guesses(plan, trail.at("expansion"))):
            found = self.traversals.of(plan, guess.meant)
            trace += [guess.sentence, *found.trace]
            if found.matches:
                taken = {name: other for name, other, _ in guess.names}
                return [_PlanPart(PlanReading(guess.label, guess.meant), found, taken)]
        return []

    def _check_parts(self, asked: Question, plan: QueryPlan, parts: Sequence[_PlanPart]) -> _PlanPart:
        """Leave in each part what shows the whole question, and note what is missing; return the first part."""
        claims = premises(QueryInput(question=asked.text, names=list(asked.names), verbs=list(asked.verbs)), plan)
        for part in parts:
            part.found = first_matches(part.found)
            check = PremiseCheck(self._graph, asked.text, plan, claims, spelled_alike(part.taken))
            shown = check.check(part.found)
            part.found, part.missing, part.denied = shown.found, shown.missing, shown.denied
        return parts[0]

    def _keep_kind(self, question: str, parts: Sequence[_PlanPart]) -> None:
        """Leave in each part what is of the kind that was asked for; a denial that is quoted as such stays."""
        read = read_asked(question)
        for part in parts if read is not None else ():
            assert read is not None
            if not part.missing and not part.denied and not part.found.unstated:
                texts = self._shelf_texts(part.found.matches)
                kept = [match for match in part.found.matches if answers_kind(read, match, texts[match.place])]
                kept = [match for match in kept if is_still_ahead(question, match)]
                part.found.matches = [in_asked_mood(question, each) for each in preferred_by_noun(read, kept)]
                part.found.unstated = "number" if lacks_number(read, kept, texts) else ""

    def _shelf_texts(self, matches: Sequence[Match]) -> dict[tuple[str, int], str]:
        places = {match.place for match in matches}
        return {place: text for place in places for _, text in self._shelf.texts(*place, place[1])}

    def _not_stated_result(self, question: str, part: _PlanPart, trace: Sequence[str], trail: Trail) -> QueryResult:
        """Return that the lines that were found do not say all of the question, with the nearest of them."""
        found = Traversal(matches=part.found.matches[:NEAREST])
        lines = given_lines(self._graph, found)
        record_lines(trail, [line.citation for line in lines])
        return QueryResult(
            question=question,
            answer=not_said(part.missing, lines),
            reasoning_trace=list(trace),
            status="NO_MATCH",
            nearest=[line.citation for line in lines],
        )

    async def _write_answers(self, question: str, parts: Sequence[_PlanPart], trail: Trail) -> list[_PlanPart]:
        """Have each reading's answer written by itself, from its own lines, under the name of whom it is about."""
        given = [given_lines(self._graph, part.found) for part in parts]
        record_lines(trail, [line.citation for lines in given for line in lines])
        places = [
            trail.at("answer", number) if len(parts) > 1 else trail.at("answer") for number in range(1, len(parts) + 1)
        ]
        for part, lines, place in zip(parts, given, places, strict=True):
            if part.found.unstated:
                part.written = without_reason(question, lines, part.found.unstated)
            else:
                part.written = await write_answer(
                    self._gateway, self._worded, question, lines, place, self._find_decision
                )
        return list(parts)

    def _otherwise_result(
        self, question: str, parts: Sequence[_PlanPart], trace: Sequence[str], trail: Trail
    ) -> QueryResult:
        """Return that lines tell of such events, and connect a participant otherwise: *after* for *before*."""
        part = next(part for part in parts if part.found.otherwise)
        part.found.matches = part.found.otherwise
        part.missing = words_of_question(question, part.found.unlike[0][0])
        return self._not_stated_result(question, part, trace, trail)


def _settle(computed: QueryResult) -> QueryResult:
    """Return an answer that was computed of facts as one that no model betters; a refusal stays open."""
    return computed.settle() if computed.is_answered else computed


def _status(parts: Sequence[_PlanPart]) -> Literal["GROUNDED", "ASSUMED", "NO_MATCH"]:
    if all(part.found.unstated or part.denied for part in parts):
        return "NO_MATCH"
    return "ASSUMED" if any(part.assumptions for part in parts) else "GROUNDED"


def _citations(parts: Sequence[_PlanPart]) -> list[Citation]:
    """Return the lines that answers cite, each once; those of several readings in the order of the text."""
    found = {(one.doc_id, one.line_number): one for part in parts for one in part.written.citations}
    return [found[place] for place in sorted(found)] if len(parts) > 1 else list(found.values())
