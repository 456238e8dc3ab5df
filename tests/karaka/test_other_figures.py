"""Documents that give different figures: no answer hides the other document, and none invents a difference."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import pramana

DOCUMENTS = {
    "first.txt": "Contoso paid 290,000 euros for the crane.\nThe court fined Delta 400 pounds.\n",
    "second.txt": "Contoso paid 310,000 euros for the crane.\nThe court fined Delta 400 pounds.\n",
    "third.txt": "In 2019 Orbit paid 50 euros for the lamp.\nIn 2020 Orbit paid 60 euros for the lamp.\n",
    "fourth.txt": "In 2020 Baker paid 70 euros for the desk.\n",
    "fifth.txt": "In 2021 Baker paid 80 euros for the desk.\n",
}


@pytest.fixture(scope="module")
def ws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pramana.Workspace]:
    folder: Path = tmp_path_factory.mktemp("figures")
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text, "utf-8")
    with pramana.open(folder / "ws", create=True) as opened:
        opened.ingest(*(folder / name for name in DOCUMENTS))
        yield opened


@pytest.mark.parametrize(
    "question",
    [
        "How much did Contoso pay?",
        "How much did Contoso pay for the crane?",
        "Did Contoso pay 290,000?",
        "Did Contoso pay 290,000 euros for the crane?",
        "Did Contoso pay 310,000 euros?",
    ],
)
def test_documents_that_differ_are_both_quoted(ws: pramana.Workspace, question: str) -> None:
    """A figure that one document gives is not told without the other one."""
    reply = ws.ask(question)
    assert reply.is_answered
    assert "The documents give different figures" in reply.answer
    assert {line.doc_id for line in reply.citations} == {"first.txt", "second.txt"}
    assert ws.replay(reply.run).identical


@pytest.mark.parametrize(
    "question",
    [
        "How much did the court fine Delta?",  # both give the same
        "Did the court fine Delta 400 pounds?",
        "How much did Orbit pay for the lamp?",  # one document, two years
        "How much did Baker pay for the desk?",  # other years
    ],
)
def test_figures_that_do_not_differ_are_told_as_they_are(ws: pramana.Workspace, question: str) -> None:
    reply = ws.ask(question)
    assert reply.is_answered
    assert "different figures" not in reply.answer


def test_a_figure_that_no_document_gives_is_not_confirmed(ws: pramana.Workspace) -> None:
    assert not ws.ask("Did Contoso pay 100 euros for the crane?").is_answered
