"""Two amounts compared: *Is the Aurora longer than the Meridian?* by what the lines say of each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from pramana.events import Values, values_of
from pramana.graph import SqliteGraph
from pramana.karaka.answer import least_sure
from pramana.karaka.line_answers import AMOUNTS
from pramana.karaka.ordering import dated_matches
from pramana.karaka.result import QueryResult
from pramana.language import AnswerKind, ComparisonQuestion, TwoTimesQuestion, read_asked
from pramana.wording import cited_place

_ADJECTIVE = re.compile(r" (?:long|high|tall|wide|deep|thick|away|old)$")
"""What a measure ends with and does not belong to its value."""
_AMOUNT_KINDS = (AnswerKind.MEASURE, AnswerKind.DURATION, AnswerKind.PRICE, AnswerKind.AGE)


def compared_result(question: str, asked: ComparisonQuestion, one: QueryResult, other: QueryResult) -> QueryResult:
    """Return the answer to a comparison from the answers to *how much* for each side.

    Only amounts of one unit are compared; where one side has none, the reply is NO_MATCH and says which.
    """
    amounts = [amount_of(result) for result in (one, other)]
    trace = [told for result in (one, other) for told in (f"Asked: {result.question}?", *result.reasoning_trace)]
    for name, amount, result in zip(asked.names, amounts, (one, other), strict=True):
        if amount is None:
            return _refusal(question, f"The text gives no amount for “{name}”.", trace, one, other, result)
    first, second = amounts
    assert first is not None
    assert second is not None
    if first[1].unit != second[1].unit or first[1].value is None or second[1].value is None:
        told = f"They cannot be compared: {first[0]} and {second[0]}."
        return _refusal(question, told, trace, one, other, one)
    verdict = _difference(asked, first, second) if asked.difference else _verdict(asked, first, second)
    names = [] if asked.difference else _winner(asked, first[1].value, second[1].value)
    return result_of_two(question, verdict, one, other, trace).with_names(names)


def result_of_two(question: str, verdict: str, one: QueryResult, other: QueryResult, trace: list[str]) -> QueryResult:
    """Return a verdict that rests on two answers, with the lines of both."""
    citations = {(each.doc_id, each.line_number): each for result in (one, other) for each in result.citations}
    quoted = " ".join(f"“{each.text}” {cited_place(each.doc_id, each.line_number)}" for each in citations.values())
    return QueryResult(
        question=question,
        answer=f"{verdict}: {quoted}",
        citations=list(citations.values()),
        reasoning_trace=trace,
        status=least_sure((one.status, other.status)),
        assumptions=[*one.assumptions, *other.assumptions],
    )


def _difference(asked: ComparisonQuestion, first: tuple[str, Values], second: tuple[str, Values]) -> str:
    """Return by how much two amounts differ: *15 metres: 95 metres against 80 metres*; whose is greater where it is
    not the one that the question takes for it."""
    one, other = Decimal(str(first[1].value)), Decimal(str(second[1].value))
    about = "about " if first[1].approximate or second[1].approximate else ""
    amount = f"{about}{abs(one - other):,f}".removesuffix(".0")
    unit = first[1].unit or ""
    plural = "s" if unit.isalpha() and unit.islower() and abs(one - other) != 1 else ""
    told = f"{amount} {unit}{plural}".strip()
    if one == other:
        return f"No difference: both {first[0]}"
    against = "" if (one < other) == asked.least else f", but the other way round ({asked.names[1]})"
    return f"{told}{against} — {first[0]} against {second[0]}"


def ordered_pair_result(
    graph: SqliteGraph, question: str, asked: TwoTimesQuestion, one: QueryResult, other: QueryResult
) -> QueryResult:
    """Return which of two events is the earlier one, by the days on which the lines put them.

    Where one has no date, or each may be the earlier one, the reply is NO_MATCH and says so.
    """
    trace = [told for result in (one, other) for told in (f"Asked: {result.question}?", *result.reasoning_trace)]
    times = [day_of_result(graph, result) for result in (one, other)]
    for name, time, result in zip(asked.names, times, (one, other), strict=True):
        if time is None:
            return _refusal(question, f"The text gives no date for “{name}”.", trace, one, other, result)
    first, second = times
    assert first is not None
    assert second is not None
    earlier, later = first.latest < second.earliest, second.latest < first.earliest
    if not earlier and not later:
        told = f"The dates do not show which is earlier: {first.edtf} and {second.edtf}."
        return _refusal(question, told, trace, one, other, one)
    holds = earlier if asked.marker == "before" else later
    if asked.truth:
        verdict = f"{'Yes' if holds else 'No'} — {first.edtf} against {second.edtf}"
        return result_of_two(question, verdict, one, other, trace)
    at = 0 if holds else 1
    name, chosen, left = asked.names[at], (first, second)[at], (second, first)[at]
    verdict = f"{name[:1].upper()}{name[1:]} — {chosen.edtf} against {left.edtf}"
    return result_of_two(question, verdict, one, other, trace).with_names([name])


def resting_on(found: QueryResult, led: QueryResult) -> QueryResult:
    """Return an answer with the lines of another one that it rests on, quoted behind it."""
    quoted = " ".join(f"“{each.text}” {cited_place(each.doc_id, each.line_number)}" for each in led.citations)
    citations = {(each.doc_id, each.line_number): each for each in (*found.citations, *led.citations)}
    if not found.is_answered:
        return found
    changes = {"answer": f"{found.answer} This rests on: {quoted}", "citations": list(citations.values())}
    told = found.model_copy(update={**changes, "status": least_sure((found.status, led.status))})
    return told.found_by(found.plan, found.matches) if found.plan is not None else told


def day_of_result(graph: SqliteGraph, result: QueryResult) -> EventDays | None:
    """Return the only days on which an answer to *when* puts an event; None for none and for several."""
    if not result.is_answered:
        return None
    found = {EventDays(each.earliest, each.latest, each.edtf) for each in dated_matches(graph, result.matches)}
    for name in result.names if not found else ():
        value = values_of(_PREPOSITION.sub("", name), time=True)
        if value.edtf and value.earliest and value.latest:
            found.add(EventDays(value.earliest, value.latest, value.edtf))
    return found.pop() if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class EventDays:
    """The first and the last day on which an event may be, as ISO dates, and its time in EDTF."""

    earliest: str
    latest: str
    edtf: str


_PREPOSITION = re.compile(r"(?:on|in|at|during|since|from)\s+", re.IGNORECASE)


def amount_of(result: QueryResult) -> tuple[str, Values] | None:
    """Return the only amount that an answer gives, in its words and as a value; None for none and for several."""
    if not result.citations or not result.is_answered:
        return None
    said = [(name, values_of(name)) for name in result.names]
    found = [(name, value) for name, value in said if value.value is not None]
    if not found:
        asked = read_asked(result.question)
        kinds = [asked.kind] if asked is not None and asked.kind in AMOUNTS else list(_AMOUNT_KINDS)
        kinds += [AnswerKind.MEASURE] if AnswerKind.DURATION in kinds else []
        texts = [match[0] for line in result.citations for kind in kinds for match in AMOUNTS[kind].finditer(line.text)]
        said = [(text, values_of(_ADJECTIVE.sub("", text))) for text in dict.fromkeys(texts)]
        found = [(text, value) for text, value in said if value.value is not None]
    return found[0] if len({(value.value, value.unit) for _, value in found}) == 1 else None


def _verdict(asked: ComparisonQuestion, first: tuple[str, Values], second: tuple[str, Values]) -> str:
    one, other = first[1].value, second[1].value
    assert one is not None
    assert other is not None
    if one == other:
        said = f"Both the same ({first[0]})"
        return f"No: {said.lower()}" if asked.truth else said
    holds = (one < other) if asked.least else (one > other)
    if asked.truth:
        return f"{'Yes' if holds else 'No'} — {first[0]} against {second[0]}"
    name, amounts = (asked.names[0], (first, second)) if holds else (asked.names[1], (second, first))
    return f"{name[:1].upper()}{name[1:]} — {amounts[0][0]} against {amounts[1][0]}"


def _winner(asked: ComparisonQuestion, one: float, other: float) -> list[str]:
    if asked.truth or one == other:
        return []
    return [asked.names[0] if (one < other) == asked.least else asked.names[1]]


def _refusal(
    question: str, told: str, trace: list[str], one: QueryResult, other: QueryResult, lacking: QueryResult
) -> QueryResult:
    """Return that two sides cannot be compared, with the lines of what is lacking first."""
    lines = [*lacking.citations, *lacking.nearest, *one.citations, *other.citations]
    return QueryResult(
        question=question,
        answer=told,
        reasoning_trace=trace,
        status="NO_MATCH",
        nearest=list(dict.fromkeys(lines))[:5],
    )
