"""Yes or no: a line that only supposes, allows or plans what is asked as a fact does not decide it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import pramana

TEXT = """Had the pump worked, the cellar would have stayed dry.
If the sprinklers had been on, the fire would not have spread.
If Maria signs, the bank will pay the loan.
Lena said that Otto might sell the boat.
The office is shared by Ada and Carl.
The kitchen is shared by Ada and Ben.
The wall fell in May.
"""


@pytest.fixture(scope="module")
def ws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pramana.Workspace]:
    folder: Path = tmp_path_factory.mktemp("undecided")
    (folder / "notes.txt").write_text(TEXT, "utf-8")
    with pramana.open(folder / "ws", create=True) as opened:
        opened.ingest(folder / "notes.txt")
        yield opened


@pytest.mark.parametrize(
    "question",
    [
        "Did the pump work?",
        "Did the cellar stay dry?",
        "Were the sprinklers on?",
        "Did Maria sign?",
        "Did the bank pay the loan?",
        "Did Otto sell the boat?",
        "Has Otto sold the boat?",
        "Is the office shared by Ada and Ben?",
    ],
)
def test_a_supposition_decides_nothing(ws: pramana.Workspace, question: str) -> None:
    """*Had the pump worked* does not say whether it did; nor does a line of other people."""
    assert ws.ask(question).status == "NO_MATCH"


def test_what_only_supposes_it_is_quoted(ws: pramana.Workspace) -> None:
    assert ws.ask("Did the cellar stay dry?").answer.startswith("The documents do not decide this. Only under a cond")


@pytest.mark.parametrize(
    "question",
    ["Will the bank pay the loan?", "Might Otto sell the boat?", "Did the wall fall?", "Is the kitchen shared by Ben?"],
)
def test_what_is_asked_as_the_line_puts_it_is_answered(ws: pramana.Workspace, question: str) -> None:
    assert ws.ask(question).is_answered


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (
            "They were aboard to receive the first shipment.\n",
            "What did they receive?",
            "the first shipment — as a wish",
        ),
        (
            "A man was arrested on suspicion of murdering the clerk in 1999, and released on bail, yesterday.\n",
            "When was someone released?",
            "yesterday — only as a charge",
        ),
    ],
)
def test_a_purpose_or_a_charge_denies_nothing(tmp_path: Path, text: str, question: str, answer: str) -> None:
    """The words that answer are named, with how far the line asserts them; *Denied* is for denials."""
    (tmp_path / "line.txt").write_text(text, "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as opened:
        opened.ingest(tmp_path / "line.txt")
        assert opened.ask(question).answer.startswith(answer)
