"""Answers to questions whose lines say less: of the past, with a word that limits, in the other order, without number."""

from __future__ import annotations

from pathlib import Path

import pytest

import pramana

LINES = """\
The gate was open in 1990.
The inn was owned by Rosa Peel.
Tom Reed used to be the sexton.
The pier was temporarily closed.
The mill was provisionally sold to Ned Orr.
The crane was repaired before the survey took place.
Rita Lund arrived after Otto Lund left.
Ada Quist was the second to reach the hut.
The tug sank after the storm.
Five barges sank in the storm.
The bell is cracked.
The barn was sold to Olga Dunn.
"""


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("less")
    (folder / "tale.txt").write_text(LINES, "utf-8")
    with pramana.open(folder / "ws", create=True) as ws:
        ws.ingest(folder / "tale.txt")
    return folder / "ws"


@pytest.mark.parametrize(
    ("question", "status", "start"),
    [
        ("Is the gate open?", "NO_MATCH", "The documents do not decide this. As past, which may have ended: “The gate"),
        ("Is the inn owned by Rosa Peel?", "NO_MATCH", "The documents do not decide this. As past"),
        ("Is Tom Reed the sexton?", "NO_MATCH", "The documents do not decide this. As past"),
        ("Who is the sexton?", "FROM_TEXT", "Tom Reed — as past, which may have ended: "),
        ("Was the pier closed?", "NO_MATCH", "The documents do not decide this. Only “temporarily”: “The pier"),
        ("Was the mill sold?", "NO_MATCH", "The documents do not decide this. Only “provisionally”: “The mill"),
        ("To whom was the mill sold?", "FROM_TEXT", "Ned Orr — only “provisionally”: “The mill"),
        ("Who was repaired after the survey?", "NO_MATCH", "I found no line"),
        ("Did Rita Lund arrive before Otto Lund left?", "NO_MATCH", "I found no line"),
        ("Who was the first to reach the hut?", "NO_MATCH", "The text does not say which is the first"),
        ("How many tugs sank?", "NO_MATCH", "tug, for “tugs” — The text states no number"),
        # what a line says without reserve is answered as before
        ("Is the bell cracked?", "GROUNDED", "“The bell is cracked.”"),
        ("Was the gate open in 1990?", "GROUNDED", "“The gate was open in 1990.”"),
        ("Did Otto Lund leave before Rita Lund arrived?", "FROM_TEXT", "Yes: “Rita Lund"),
        ("How many barges sank?", "GROUNDED", "“Five barges sank in the storm.”"),
        ("To whom was the barn sold?", "GROUNDED", "Olga Dunn: “The barn"),
    ],
)
def test_an_answer_says_how_far_its_line_goes(workspace: Path, question: str, status: str, start: str) -> None:
    """A line of the past does not say yes of today, one that limits is quoted with its limit, one of the other order
    answers nothing, and *how many* is answered by a number alone."""
    with pramana.open(workspace) as ws:
        found = ws.ask(question)
        assert ws.replay(ws.runs()[-1].id).identical
    assert (found.status, found.answer[: len(start)]) == (status, start)
