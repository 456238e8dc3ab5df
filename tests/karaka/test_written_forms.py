"""Questions in another form than the documents': dates, names in small letters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import pramana

TEXT = """Tobias Wolf repaired the gate on 2021-03-04.
Ines left Bern on 5 June 2020.
Ada Lind sold the mill on July 7, 2019.
"""


@pytest.fixture(scope="module")
def ws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pramana.Workspace]:
    folder: Path = tmp_path_factory.mktemp("forms")
    (folder / "notes.txt").write_text(TEXT, "utf-8")
    with pramana.open(folder / "ws", create=True) as opened:
        opened.ingest(folder / "notes.txt")
        yield opened


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("What did Tobias Wolf repair on 4 March 2021?", 1),
        ("What did Tobias Wolf repair on March 4, 2021?", 1),
        ("Did Tobias Wolf repair the gate on 4 March 2021?", 1),
        ("Who left Bern on 2020-06-05?", 2),
        ("Who left Bern on June 5, 2020?", 2),
        ("Who sold the mill on 2019-07-07?", 3),
        ("Who sold the mill on 7 July 2019?", 3),
    ],
)
def test_a_date_is_found_in_any_form(ws: pramana.Workspace, question: str, line: int) -> None:
    """ISO and written dates are the same day."""
    reply = ws.ask(question)
    assert reply.is_answered
    assert [each.line_number for each in reply.citations] == [line]


@pytest.mark.parametrize("question", ["What did Tobias Wolf repair on 5 March 2021?", "Who left Bern on 2020-06-06?"])
def test_another_day_is_not_answered(ws: pramana.Workspace, question: str) -> None:
    assert not ws.ask(question).is_answered


@pytest.mark.parametrize(
    ("small", "capitals"),
    [
        ("what did ada lind sell?", "What did Ada Lind sell?"),
        ("tell me about tobias wolf", "Tell me about Tobias Wolf"),
        ("did tobias wolf repair the gate?", "Did Tobias Wolf repair the gate?"),
        ("who is ada lind?", "Who is Ada Lind?"),
    ],
)
def test_names_in_small_letters_are_names(ws: pramana.Workspace, small: str, capitals: str) -> None:
    """Who writes no capitals gets the same answer."""
    assert ws.ask(small).answer == ws.ask(capitals).answer
    assert ws.ask(small).citations
