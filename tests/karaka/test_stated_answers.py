"""A reason, an order and a number are answered only from what the text states; no two strangers are joined."""

from __future__ import annotations

from pathlib import Path

import pytest

import pramana

TEXT = (
    "Marsh stole the map at night.\nRama gave the bow to Hanuman.\nHanuman left the camp after Rama gave the bow.\n"
    "Anna won three medals in 1990.\nAdeyemi resigned after the accident.\nDora finished after Emil.\n"
)
ROWS = [
    ("How many maps did Marsh steal?", "NO_MATCH", "The text states no number: “Marsh stole the map at night.”"),
    ("How many medals did Anna win?", "GROUNDED", "three medals: “Anna won three medals in 1990.”"),
    ("Why did Rama give the bow to Hanuman?", "NO_MATCH", "The text states no reason: “Rama gave"),
    ("Who resigned before the accident?", "NO_MATCH", "This line does not say “before the accident”: “Adeyemi"),
    ("What happened before the accident?", "NO_MATCH", "This line does not say “before the accident”: “Adeyemi"),
    ("Did Adeyemi resign before the accident?", "NO_MATCH", "This line does not say “before the accident”: “Adeyemi"),
    ("Did Marsh steal the map before Rama gave the bow?", "NO_MATCH", "This line does not say “before”"),
    ("Who finished first?", "NO_MATCH", "This line does not say “first”: “Dora finished after Emil.”"),
]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stated")
    (folder / "a.txt").write_text(TEXT, "utf-8")
    with pramana.open(folder / "ws", create=True) as ws:
        ws.ingest(folder / "a.txt")
    return folder / "ws"


@pytest.mark.parametrize(("question", "status", "answer"), ROWS)
def test_what_is_not_stated_is_said_to_be_so(workspace: Path, question: str, status: str, answer: str) -> None:
    """The line that tells of the rest is quoted."""
    with pramana.open(workspace) as ws:
        reply = ws.ask(question)
    assert (reply.status, reply.answer[: len(answer)]) == (status, answer)


def test_a_common_noun_of_two_documents_is_joined_under_an_assumption(tmp_path: Path) -> None:
    """Two companies may be meant: the answer says what it assumes, and is not GROUNDED."""
    (tmp_path / "a.txt").write_text("Zed bought the company.", "utf-8")
    (tmp_path / "b.txt").write_text("The company hired Carla.", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest([tmp_path / "a.txt", tmp_path / "b.txt"])
        reply = ws.ask("Who bought the company that hired Carla?")
    assert reply.status == "ASSUMED"
    assert reply.assumptions == ["assuming that “the company” is the same in both"]
