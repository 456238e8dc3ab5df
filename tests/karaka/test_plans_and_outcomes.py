"""What is resolved, recommended or planned is no outcome; lines that disagree are said to."""

from __future__ import annotations

from pathlib import Path

import pytest

import pramana

AS_PLANNED = (
    "It was resolved that the lease should not be renewed.",
    "It was resolved that the lease should be renewed.",
    "The board recommended that the lease be renewed.",
    "The board recommended that the lease not be renewed.",
    "The board agreed that the lease be renewed.",
    "The lease will not be renewed.",
    "The lease must not be renewed.",
    "The lease ought not to be renewed.",
    "It was decided that the lease would not be renewed.",
)


def _ask(folder: Path, question: str, *texts: str) -> pramana.Reply:
    files = [folder / f"{number}.txt" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text, "utf-8")
    with pramana.open(folder / "w", create=True) as workspace:
        workspace.ingest(*files)
        return workspace.ask(question)


@pytest.mark.parametrize("line", AS_PLANNED)
def test_a_plan_is_neither_yes_nor_denied(line: str, tmp_path: Path) -> None:
    """*Should*, *that … be*, *will* and *must*, with and without *not*: the reply says how the line puts it."""
    answer = _ask(tmp_path, "Was the lease renewed?", line).answer
    assert not answer.startswith(("Denied", "Yes", "No", "“"))
    assert f"“{line}”" in answer


@pytest.mark.parametrize("line", ["The lease was not renewed.", "The board refused to renew the lease."])
def test_an_outcome_is_denied(line: str, tmp_path: Path) -> None:
    """What did not happen is no plan."""
    question = "Was the lease renewed?" if "was" in line else "Did the board renew the lease?"
    assert _ask(tmp_path, question, line).answer.startswith("Denied: ")


@pytest.mark.parametrize(
    ("one", "other", "disagree"),
    [
        ("The Board approved the purchase.", "The Board did not approve the purchase.", True),
        ("The Board approved the purchase.", "The Board did not approve the purchase on 12 March.", True),
        ("The Board approved the purchase in 2019.", "The Board did not approve the purchase in 2020.", False),
        ("The Board approved the purchase in Leeds.", "The Board did not approve the purchase in York.", False),
        ("The Board approved the purchase.", "The Board approved the purchase on Monday.", False),
        ("The Board approved the purchase.", "The Board should not approve the purchase.", False),
    ],
)
def test_documents_that_disagree_are_said_to(one: str, other: str, disagree: bool, tmp_path: Path) -> None:
    """Only where both may be of one event, whichever document comes first."""
    for number, texts in enumerate(((one, other), (other, one))):
        folder = tmp_path / str(number)
        folder.mkdir()
        reply = _ask(folder, "Did the Board approve the purchase?", *texts)
        assert reply.answer.startswith("The documents disagree: one line says it, another denies it.") is disagree
        assert reply.status == "GROUNDED"


@pytest.mark.parametrize(
    "question",
    ["Has the Board deferred the decision?", "Had the Board of Directors deferred it?", "Has anyone resigned?"],
)
def test_questions_in_the_perfect_are_understood(question: str, tmp_path: Path) -> None:
    """The participle is not taken for a part of the subject."""
    answer = _ask(tmp_path, question, "The Board deferred the decision.").answer
    assert "could not understand" not in answer


def test_parts_of_a_question_have_a_subject(tmp_path: Path) -> None:
    """*By when* takes somebody from *who will*; *undertook to* answers what somebody will do."""
    question = "Who will circulate a revised budget and by when?"
    text = "Minutes of 12 March 2024\n\nMr Carter undertook to circulate a revised budget by 5 April."
    reply = _ask(tmp_path, question, text)
    assert "Mr Carter: “" in reply.answer
    assert "By when will someone circulate a revised budget? by 5 April" in reply.answer
    assert reply.references == ["“by 5 April” = 5 April 2024, by the date of its document"]
