"""Figures of several documents that differ: an answer by one of them says that another gives a different one."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence

from pramana.karaka.line_answers import AMOUNTS
from pramana.karaka.result import Citation, QueryResult
from pramana.language import AnswerKind, dates_of, number_values, numbers_of, read_asked
from pramana.wording import cited_place

Ask = Callable[[str], Awaitable[QueryResult]]
DIFFERENT = "The documents give different figures."
"""How an answer begins whose lines, of several documents, give different amounts. Whether they mean one event, no line
says."""
_COUNTED = frozenset({*AMOUNTS, AnswerKind.NUMBER})
_YEAR = re.compile(r"\b[12]\d{3}\b(?![,.]\d)")
_BEFORE = re.compile(r" (?:for|at|to|of|by|with|about|around|some|only|exactly)$")


async def with_other_figures(question: str, found: QueryResult, ask: Ask) -> QueryResult:
    """Return an answer with what other documents give instead of its figure; as it is where they give no other.

    A question of yes or no that states a figure is asked again by `ask` without it.
    """
    asked = read_asked(question) if found.status in _ANSWERED else None
    if asked is None:
        return found
    if asked.kind in _COUNTED:
        pattern = AMOUNTS.get(asked.kind)
        texts = [
            _amounts(line.text, pattern) if pattern else _named_in(line.text, found.names) for line in found.citations
        ]
        differ = any(
            one and two and one.isdisjoint(two) and first.doc_id != second.doc_id and _may_be_one_time(first, second)
            for one, first in zip(texts, found.citations, strict=True)
            for two, second in zip(texts, found.citations, strict=True)
        )
        return found.model_copy(update={"answer": f"{DIFFERENT} {found.answer}"}) if differ else found
    if asked.kind is not AnswerKind.TRUTH or not found.citations:
        return found
    figure = _stated_figure(asked.text, found.citations)
    if figure is None:
        return found
    value, pattern, plain = figure
    told = await ask(plain)
    others = _lines_otherwise(value, pattern, found.citations, told.citations if told.status in _ANSWERED else [])
    if not others:
        return found
    quoted = " ".join(f"“{line.text}” {cited_place(line.doc_id, line.line_number)}" for line in others)
    answer = f"{DIFFERENT} {found.answer} Otherwise: {quoted}"
    return found.model_copy(update={"answer": answer, "citations": [*found.citations, *others]})


_ANSWERED = frozenset({"GROUNDED", "ASSUMED", "FROM_TEXT", "QUOTED"})


def _stated_figure(question: str, lines: Sequence[Citation]) -> tuple[str, re.Pattern[str], str] | None:
    """Return the only figure of a question, the pattern of its kind, and the question without it; None for none.

    A bare number is of the kind that the lines give it: *290,000* of *290,000 euros*.
    """
    dated = [(date.start, date.end) for date in dates_of(question)]
    numbers = [
        each
        for each in numbers_of(question)
        if not any(start <= each.start < end for start, end in dated)
        and not _YEAR.fullmatch(question[each.start : each.end])
    ]
    if len(numbers) != 1:
        return None
    number = numbers[0]
    for pattern in AMOUNTS.values():
        if any(number.value in _amounts(line.text, pattern) for line in lines):
            spans = [match.span() for match in pattern.finditer(question)]
            start, end = next((each for each in spans if each[0] <= number.start < each[1]), (number.start, number.end))
            before = question[:start].rstrip()
            kept = before[: match.start()] if (match := _BEFORE.search(before)) is not None else before
            return number.value, pattern, f"{kept}{question[end:]}".replace("  ", " ")
    return None


def _lines_otherwise(
    value: str, pattern: re.Pattern[str], cited: Sequence[Citation], told: Sequence[Citation]
) -> list[Citation]:
    """Return the lines of other documents that give an amount of the kind, and not this one."""
    documents = {line.doc_id for line in cited}
    return [
        line
        for line in told
        if line.doc_id not in documents
        and (amounts := _amounts(line.text, pattern))
        and value not in amounts
        and any(_may_be_one_time(line, one) for one in cited)
    ]


def _amounts(text: str, pattern: re.Pattern[str]) -> frozenset[str]:
    return frozenset(value for match in pattern.finditer(text) for value in number_values(match[0]))


def _named_in(text: str, names: Sequence[str]) -> frozenset[str]:
    return frozenset(value for name in names if name in text for value in number_values(name))


def _may_be_one_time(one: Citation, other: Citation) -> bool:
    """Return whether two lines do not name different years."""
    first, second = set(_YEAR.findall(one.text)), set(_YEAR.findall(other.text))
    return not first or not second or not first.isdisjoint(second)
