"""The first and the last of the events that answer a question, and those on one side of a date."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.events import Role, days_of_event, values_of
from pramana.graph import SqliteGraph
from pramana.karaka.answer import answer_with_marks, given_lines
from pramana.karaka.asked_kinds import opposes_order
from pramana.karaka.ptools import Answer, AnswerInput
from pramana.karaka.result import QueryResult
from pramana.karaka.rules import answers as rules
from pramana.karaka.schema import RELATION_OF
from pramana.karaka.traverse import Match, Traversal
from pramana.karaka.unlike_lines import names_another
from pramana.language import EvidenceLine, OrderQuestion
from pramana.wording import plural

FOREVER, NEVER = "9999-12-31", "0001-01-01"
NEAREST = 5
"""Lines that are shown where no order is known."""


@dataclass(frozen=True, slots=True)
class DatedMatch:
    """An event with the first and the last day that it may be on, as ISO dates, and its time as the graph has it."""

    match: Match
    earliest: str
    latest: str
    edtf: str


def ordered_result(graph: SqliteGraph, question: str, asked: OrderQuestion, told: QueryResult) -> QueryResult | None:
    """Return the answer to a question of order from the answer to the plain one; None where that found no event.

    Nothing is ordered by its place in a text: events without a date are left out, and the answer says how many.
    """
    events = list({match.kriya.id: match for match in told.matches if not match.caution}.values())
    if told.status not in {"GROUNDED", "ASSUMED"} or not events:
        return None
    if asked.pick and any(_is_beside_another(graph, match) for match in events):
        return None
    dated = list(dated_matches(graph, events))
    chosen = _on_side(dated, asked) if asked.bound else _at_end(dated, asked.pick)
    matches = [each.match for each in chosen] or (events if len(events) == 1 and asked.pick else [])
    lines = given_lines(graph, Traversal(matches=matches))
    if any(names_another(question, EvidenceLine(line.citation.text)) for line in lines):
        return None  # *her first book* is not *her last book*, though the text tells of no other
    if not matches or (asked.pick and any(opposes_order(asked.pick, line.citation.text) for line in lines)):
        return _without_order(question, asked, told, events, dated)
    quoted = rules.answer(AnswerInput(question=asked.plain, lines=[line.asked for line in lines]))
    assert isinstance(quoted, Answer), "answering from at least one line gives an Answer"
    written = answer_with_marks(quoted, [line.citation for line in lines])
    left = len(events) - len(dated) if asked.pick and len(events) > 1 else 0
    assumed = [f"assuming that the {plural(left, 'event')} without a date {_BESIDE[asked.pick]}"] if left else []
    result = told.model_copy(
        update={
            "question": question,
            "answer": f"{_lead(asked, chosen, len(events), len(dated))}{written.text}",
            "citations": written.citations,
            "corroboration": [],
            "reasoning_trace": [f"Asked: {asked.plain}?", *told.reasoning_trace],
            "assumptions": [*told.assumptions, *assumed],
            "status": "ASSUMED" if assumed else told.status,
        }
    )
    return result.found_by(told.plan, matches) if told.plan is not None else result


_BESIDE = {"first": "are not earlier", "last": "are not later"}


def dated_matches(graph: SqliteGraph, matches: Sequence[Match]) -> Iterator[DatedMatch]:
    """Yield the events whose time is known, each with the first and the last day that it may be on."""
    for match in matches:
        for edge in graph.edges_from(match.kriya.id, RELATION_OF[Role.ADHIKARANA_TEMPORAL]):
            edtf = str(edge.properties.get("edtf") or "")
            days = days_of_event(edtf, str(edge.properties.get("marker") or "")) if edtf else None
            if days is not None and (days.first or days.last):
                first = days.first.isoformat() if days.first else NEVER
                last = days.last.isoformat() if days.last else FOREVER
                yield DatedMatch(match, first, last, edtf)
                break


def _is_beside_another(graph: SqliteGraph, match: Match) -> bool:
    """Return whether an event is before or after something without a date: *Dora finished after Emil*."""
    relations = [RELATION_OF[role] for role in _BESIDE_ROLES]
    edges = [edge for edge in graph.edges_from(match.kriya.id) if edge.relation in relations]
    return any(edge.properties.get("marker") in _ORDERING and not edge.properties.get("edtf") for edge in edges)


_BESIDE_ROLES = (Role.ADHIKARANA_TEMPORAL, Role.ADHIKARANA_SPATIAL, Role.SAMBANDHA)
_ORDERING = frozenset({"after", "before", "behind", "ahead of"})


def _at_end(dated: Sequence[DatedMatch], pick: str) -> list[DatedMatch]:
    """Return the event that is surely before (after) all others with a date; [] where two may be."""
    if len(dated) < 2:
        return []
    if pick == "first":
        best = min(dated, key=lambda each: each.latest)
        rivals = [each for each in dated if each is not best and each.earliest <= best.latest]
    else:
        best = max(dated, key=lambda each: each.earliest)
        rivals = [each for each in dated if each is not best and each.latest >= best.earliest]
    return [best, *rivals] if all(each.match.place == best.match.place for each in rivals) else []


def _on_side(dated: Sequence[DatedMatch], asked: OrderQuestion) -> list[DatedMatch]:
    """Return the events that are surely before or after a date, in their order."""
    bound = values_of(asked.bound, asked.marker, time=True)
    if not (bound.earliest or bound.latest):
        return []
    first, last = bound.earliest or NEVER, bound.latest or FOREVER
    held = [each for each in dated if first <= each.earliest and each.latest <= last]
    return sorted(held, key=lambda each: (each.earliest, each.match.place))


def _lead(asked: OrderQuestion, chosen: Sequence[DatedMatch], events: int, dated: int) -> str:
    """Return what an answer begins with: of how many events it is one, and when it was."""
    undated = f"; {events - dated} without a date left out" if events > dated else ""
    if asked.bound:
        return f"Of {plural(events, 'event')}, by their dates{undated} — "
    if events == 1:
        return "The only one that the text tells of — "
    return f"The {asked.pick} of {dated} by their dates ({chosen[0].edtf}){undated} — "


def _without_order(
    question: str, asked: OrderQuestion, told: QueryResult, events: Sequence[Match], dated: Sequence[DatedMatch]
) -> QueryResult:
    """Return that the text gives no dates that would order the events, with their lines."""
    what = f"which is the {asked.pick}" if asked.pick else f"what is {asked.marker} {asked.bound}"
    having = f"{len(dated)} with a date" if dated else "none with a date"
    return QueryResult(
        question=question,
        answer=f"The text does not say {what}: it tells of {plural(len(events), 'event')}, {having}.",
        reasoning_trace=[f"Asked: {asked.plain}?", *told.reasoning_trace],
        status="NO_MATCH",
        nearest=told.citations[:NEAREST],
    )
