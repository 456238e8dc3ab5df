"""Questions of two hops over two documents: what they may be joined on, and what a reply says of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

import pramana

BOUGHT = "Who bought the company that hired Carla?"
ASSUMED = "assuming that “the company” is the same in both"
JOINS: list[tuple[str, dict[str, str], str, str, str]] = [
    (
        "a common noun of another document",
        {"a": "The company hired Carla.", "b": "Helvetia bought the company."},
        BOUGHT,
        "ASSUMED",
        "Helvetia: “Helvetia bought the company.”",
    ),
    (
        "a name",
        {"a": "Colora hired Carla.", "b": "Helvetia bought Colora."},
        BOUGHT,
        "GROUNDED",
        "Helvetia: “Helvetia bought Colora.”",
    ),
    (
        "a common noun of one document",
        {"a": "The company hired Carla. Helvetia bought the company."},
        BOUGHT,
        "GROUNDED",
        "Helvetia: “Helvetia bought the company.”",
    ),
    (
        "one document first, where another has the noun too",
        {"a": "The company hired Carla. Helvetia bought the company.", "b": "Zorn bought the company."},
        BOUGHT,
        "GROUNDED",
        "Helvetia: “Helvetia bought the company.”",
    ),
    (
        "a common noun with an adjective",
        {"a": "The old man hired Carla.", "b": "Ned saw the old man."},
        "Who saw the man who hired Carla?",
        "ASSUMED",
        "Ned: “Ned saw the old man.”",
    ),
    (
        "a common noun that begins its sentence",
        {"a": "Workers met Carla. Ned paid workers.", "b": "Workers left the ship."},
        "What did the people who met Carla leave?",
        "ASSUMED",
        "ship: “Workers left the ship.”",
    ),
    (
        "a pronoun that a link resolves to a name",
        {"a": "Colora grew. It hired Carla.", "b": "Helvetia bought Colora."},
        BOUGHT,
        "GROUNDED",
        "Helvetia: “Helvetia bought Colora.”",
    ),
]


def asked(folder: Path, documents: Mapping[str, str], question: str) -> pramana.app.Reply:
    (folder / "texts").mkdir()
    for name, text in documents.items():
        (folder / "texts" / f"{name}.txt").write_text(text, "utf-8")
    with pramana.open(folder / "ws", create=True) as ws:
        ws.ingest(folder / "texts")
        reply = ws.ask(question)
        assert ws.ask(question).answer == reply.answer  # the traversal that was kept says the same
        assert ws.replay(reply.run).identical
        return reply


@pytest.mark.parametrize(
    ("documents", "question", "status", "answer"), [join[1:] for join in JOINS], ids=[j[0] for j in JOINS]
)
def test_a_join_of_strangers_is_an_assumption(
    tmp_path: Path, documents: dict[str, str], question: str, status: str, answer: str
) -> None:
    """Names, links and one document join; a common noun of another document is assumed to mean the same, and said so."""
    reply = asked(tmp_path, documents, question)
    assert (reply.status, answer in reply.answer) == (status, True), reply
    assert bool(reply.assumptions) is (status == "ASSUMED")
    assert reply.answer.startswith("Assuming that “the ") is (status == "ASSUMED")


def test_an_assumption_is_in_the_json_of_a_reply(tmp_path: Path) -> None:
    """Status, caution and trace say what was assumed."""
    reply = asked(tmp_path, JOINS[0][1], BOUGHT)
    told = json.loads(reply.model_dump_json())
    assert (told["status"], told["assumptions"]) == ("ASSUMED", [ASSUMED])
    assert any("Assumed that “the company” is the same" in hop for hop in told["reasoning_trace"])


DESCRIBED = ["the old captain", "the President", "the Board", "the mayor of the town", "my brother", "Mother", "a bank"]
NAMED = ["Anna", "Tom", "Carter", "Mr. Smith", "Dr. Keller"]
PERSON = "the person"


def _chains() -> list[tuple[str, dict[str, str], str, str]]:
    """Return chains of two and three questions over documents that speak of somebody by a description, a role or a part
    of a name, and chains over full names and links: what joins, the documents, the question, the status."""
    chains = []
    for name in (*DESCRIBED, *NAMED):
        asked = PERSON if name in NAMED else name
        documents = {"a": f"{name[:1].upper()}{name[1:]} hired Carla Ruiz.", "b": f"Helvetia praised {name}."}
        chains.append((name, documents, f"Who praised {asked} who hired Carla Ruiz?", "ASSUMED"))
        if name in ("Anna", "the Board"):
            more = {**documents, "c": "Zorn Group sold Helvetia."}
            question = f"Who sold the firm that praised {asked} that hired Carla Ruiz?"
            chains.append((f"{name}, three steps", more, question, "ASSUMED"))
    fuller = {"a": "Anna Berg came. Anna hired Carla Ruiz.", "b": "Anna Berg left. Helvetia praised Anna."}
    full = {"a": "Anna Berg hired Carla Ruiz.", "b": "Helvetia praised Anna Berg."}
    chains += [
        (name, each, f"Who praised {PERSON} who hired Carla Ruiz?", "GROUNDED")
        for name, each in (("a link in both", fuller), ("a full name", full))
    ]
    pronoun = {"a": "Anna Berg grew. She hired Carla Ruiz.", "b": "Helvetia praised her."}
    return [*chains, ("a pronoun", pronoun, f"Who praised {PERSON} who hired Carla Ruiz?", "NO_MATCH")]


@pytest.mark.slow
@pytest.mark.parametrize(("joined", "documents", "question", "status"), _chains(), ids=[each[0] for each in _chains()])
def test_no_chain_joins_strangers_unsaid(
    tmp_path: Path, joined: str, documents: dict[str, str], question: str, status: str
) -> None:
    """Descriptions, roles and parts of names may mean another one in another document: the answer says what it assumes."""
    reply = asked(tmp_path, documents, question)
    assert (reply.status, bool(reply.assumptions)) == (status, status == "ASSUMED"), reply
    assert reply.answer.startswith("Assuming that “") is (status == "ASSUMED")


WHY = (
    "Marsh fled. The storm drove the boat onto the rocks. Therefore Marsh drowned. Lily wept because Ned lied. "
    "Amos opened the chest to find the map. The road was closed due to snow. Ruth resigned after the accident."
)
REASONS = [
    ("Why did Marsh drown?", "GROUNDED", "“The storm drove the boat onto the rocks.”"),
    ("Why did Lily weep?", "GROUNDED", "“Lily wept because Ned lied.”"),
    ("Why did Amos open the chest?", "GROUNDED", "“Amos opened the chest to find the map.”"),
    ("Why was the road closed?", "GROUNDED", "“The road was closed due to snow.”"),
    ("Why did Marsh flee?", "NO_MATCH", "The text states no reason: “Marsh fled.”"),
    ("Why did Ruth resign?", "NO_MATCH", "The text states no reason: “Ruth resigned after the accident.”"),
    ("Why did the storm drive the boat onto the rocks?", "NO_MATCH", "The text states no reason: “The storm"),
    ("Why did Ned lie?", "NO_MATCH", "The text states no reason: “Lily wept because Ned lied.”"),
]


def test_why_is_answered_by_a_stated_reason_or_by_none(tmp_path: Path) -> None:
    """Causes answer, effects never do; where no reason is stated, that is said with the line."""
    (tmp_path / "story.txt").write_text(WHY, "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "story.txt")
        for question, status, answer in REASONS:
            reply = ws.ask(question)
            assert (reply.status, reply.answer[: len(answer)]) == (status, answer), reply
            assert reply.citations
        assert "Marsh drowned" not in ws.ask(REASONS[6][0]).answer
