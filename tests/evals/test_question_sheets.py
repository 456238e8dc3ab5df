"""Sheets of questions: what is read of a file, and how an answer compares with what is expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from pramana.errors import InputError
from pramana.evals import SheetQuestion, judge_answer, read_question_sheet


def test_a_sheet_is_rows_of_question_and_expected_answer(tmp_path: Path) -> None:
    """Blank lines and comments are left out, blanks around cells too."""
    sheet = tmp_path / "sheet.tsv"
    sheet.write_text("# mine\n\nWho left?\t Ann \nWho won?\tREFUSE\n", "utf-8")
    assert read_question_sheet(sheet) == [SheetQuestion("Who left?", "Ann"), SheetQuestion("Who won?", "REFUSE")]


@pytest.mark.parametrize(
    ("text", "says"), [("Who left?\n", ":1: a row is"), ("a\tb\n\tb\n", ":2: a row is"), ("# none\n", "no questions")]
)
def test_a_bad_sheet_is_refused_with_the_line(tmp_path: Path, text: str, says: str) -> None:
    sheet = tmp_path / "sheet.tsv"
    sheet.write_text(text, "utf-8")
    with pytest.raises(InputError, match=says):
        read_question_sheet(sheet)


@pytest.mark.parametrize(
    ("expected", "status", "answer", "outcome"),
    [
        ("Ann Keller", "GROUNDED", "Ann Keller: “Ann Keller left.” [a:1]", "holds"),
        ("the bow (of Rama)", "GROUNDED", "bow: “Rama gave the bow.”", "holds"),
        ("Ann", "GROUNDED", "Anna: “Anna left.”", "other"),
        ("Ann", "NO_MATCH", "I found no line that answers this.", "unanswered"),
        ("REFUSE", "NO_MATCH", "I found no line that answers this.", "refused"),
        ("REFUSE", "GROUNDED", "Ann: “Ann left.”", "not refused"),
    ],
)
def test_outcomes(expected: str, status: str, answer: str, outcome: str) -> None:
    """Words are compared, not letters; what is in brackets is a remark."""
    assert judge_answer(SheetQuestion("Who?", expected), status, answer).outcome == outcome
