"""Questions with expected answers: does an answer contain what somebody who knows the documents expects?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pramana.errors import InputError
from pramana.karaka import UNANSWERED
from pramana.serialization import JsonRecord
from pramana.views import Part, columns, heading, line

REFUSE = "REFUSE"
"""What a sheet expects where the documents do not answer a question."""
_SMALL = frozenset("the a an of in at on to by no yes as and had been she he it see text claimed so".split())
"""Words of an expected answer that say nothing by being contained in an answer."""
_OUTCOMES = (
    ("holds", "answered, with all words of the expected answer"),
    ("other", "answered in other words: read these yourself"),
    ("unanswered", "no answer, though one is expected"),
    ("refused", "no answer, and none is expected"),
    ("not refused", "answered, though the documents do not say"),
)


@dataclass(frozen=True, slots=True)
class SheetQuestion(JsonRecord):
    """A row of a sheet. `expected` is REFUSE where the documents do not answer it."""

    question: str
    expected: str


@dataclass(frozen=True, slots=True)
class AnsweredQuestion(JsonRecord):
    """A question of a sheet with its answer. `outcome` is one of the five that the report counts."""

    question: str
    expected: str
    status: str
    answer: str
    outcome: str


def read_question_sheet(path: Path) -> list[SheetQuestion]:
    """Return the rows of a file of `question TAB expected answer`. Raises InputError, with the line."""
    if not path.is_file():
        raise InputError(f"{path} is not a file.")
    rows = []
    for number, text in enumerate(path.read_text("utf-8-sig").splitlines(), 1):
        if not text.strip() or text.startswith("#"):
            continue
        question, _, expected = (part.strip() for part in text.partition("\t"))
        if not (question and expected):
            raise InputError(f"{path}:{number}: a row is a question, a tab, and the expected answer (or {REFUSE}).")
        rows.append(SheetQuestion(question, expected))
    if not rows:
        raise InputError(f"{path} has no questions.")
    return rows


def judge_answer(asked: SheetQuestion, status: str, answer: str) -> AnsweredQuestion:
    """Return a question with its answer and outcome. Brackets of the expected answer are remarks and not compared."""
    return AnsweredQuestion(asked.question, asked.expected, status, answer, _outcome(asked.expected, status, answer))


def question_sheet_parts(found: Sequence[AnsweredQuestion]) -> Iterator[Part]:
    """Yield the answers that need a look, then the counts."""
    for each in found:
        if each.outcome in {"other", "unanswered", "not refused"}:
            yield line((each.outcome, "yellow"), f"  {each.question}")
            yield columns([("expected", each.expected), (each.status, each.answer)])
    counts = Counter(each.outcome for each in found)
    yield heading(f"{len(found)} questions")
    yield columns([(str(counts[name]), name, meaning) for name, meaning in _OUTCOMES if counts[name]])


def _outcome(expected: str, status: str, answer: str) -> str:
    if expected.startswith(REFUSE):
        return "refused" if status in UNANSWERED else "not refused"
    if status in UNANSWERED:
        return "unanswered"
    return "holds" if _content(expected.split("(")[0]) - _SMALL <= _content(answer) else "other"


def _content(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))
