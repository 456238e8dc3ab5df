"""Questions are answered only by lines that say the whole question; else the reply names what they do not say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pramana
from pramana.app import Reply
from pramana.karaka.expansion import spelled_alike
from pramana.karaka.premise_words import missing_parts
from pramana.language import EvidenceLine, LinkedExpression

TEXT = (
    "Adeyemi resigned after the accident. Marsh stole the map on Monday. Ned did not see the wreck. "
    "The ship was towed to Bergen by two tugs. Colora was founded in Basel in June 1951. Vera may sell the house. "
    "The guard said that Ines opened the gate. Helvetia bought Colora in 1963. Hanuman carried the mountain. "
    "Ruth left because the storm destroyed the barn. Rama visited the old temple. Nobody saw the thief."
)
SHOWN = [
    ("Who resigned after the accident?", "Adeyemi: “"),
    ("Who stole the map on Monday?", "Marsh: “"),
    ("When did Marsh steal the map?", "Monday: “"),
    ("What did Marsh steal on Monday?", "map: “"),
    ("What was stolen by Marsh?", "map: “"),
    ("By whom was the ship towed to Bergen?", "two tugs: “"),
    ("How many tugs towed the ship to Bergen?", "two tugs: “"),
    ("Where was Colora founded?", "Basel: “"),
    ("When was Colora founded in Basel?", "June 1951: “"),
    ("Who bought the company that was founded in Basel?", "Helvetia: “"),
    ("Who bought Colora in 1963?", "Helvetia: “"),
    ("Who did not see the wreck?", "Ned: “"),
    ("Did Ned see the wreck?", "Denied: “"),
    ("Who may sell the house?", "Vera: “"),
    ("Who opened the gate?", "Ines — only according to the guard: “"),
    ("What did Hanumaan carry?", "Hanuman, for “Hanumaan” — mountain: “"),
    ("Why did Ruth leave?", "“Ruth left because"),
    ("What did Adeyemi do after the accident?", "“Adeyemi resigned"),
    ("Who saw the thief?", "Denied: “Nobody"),
]
UNSHOWN = [
    ("Who resigned before the accident?", "before the accident"),
    ("Who stole the map on Friday?", ""),
    ("Who stole the map in a boat?", ""),
    ("When did Marsh steal the map with a key?", ""),
    ("Who must have stolen the map?", "must"),
    ("Who never stole the map?", "never"),
    ("Who allegedly stole the map?", "allegedly"),
    ("Where was the ship towed by four tugs?", ""),
    ("What was founded in Basel in July 1951?", "in July 1951"),
    ("Why did Ruth leave on Sunday?", ""),
    ("What did Adeyemi do before the accident?", "before the accident"),
    ("Which king visited the temple?", "king"),
    ("Did Marsh steal the map in Oslo?", ""),
]


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pramana.Workspace]:
    """A workspace that has read TEXT."""
    folder = tmp_path_factory.mktemp("premises")
    (folder / "a.txt").write_text(TEXT, "utf-8")
    with pramana.open(folder / "ws", create=True) as ws:
        ws.ingest(folder / "a.txt")
        yield ws


@pytest.mark.parametrize(("question", "answer"), SHOWN)
def test_a_question_that_a_line_says_in_full_is_answered(read: pramana.Workspace, question: str, answer: str) -> None:
    """In the active and the passive, for each question word; what the reply puts otherwise it says."""
    reply = read.ask(question)
    assert reply.answer.startswith(answer), reply
    assert reply.citations


@pytest.mark.parametrize(("question", "missing"), UNSHOWN)
def test_a_question_that_says_more_than_the_line_is_not_answered(
    read: pramana.Workspace, question: str, missing: str
) -> None:
    """The reply quotes what the text does not say, and the nearest line; "" where the graph has no such event at all."""
    reply = read.ask(question)
    assert (reply.status, reply.citations) == ("NO_MATCH", []), reply
    if missing:
        assert f"This line does not say “{missing}”: “{reply.nearest[0].text}”" in reply.answer, reply


def test_what_lines_deny_does_not_answer_who_did_it(read: pramana.Workspace) -> None:
    """The denial is quoted, and the status is not GROUNDED."""
    reply = read.ask("Who saw the wreck?")
    assert reply.status == "NO_MATCH"
    assert reply.answer.startswith("Denied: “Ned did not see the wreck.”")


def test_the_event_that_fits_is_chosen_among_those_that_do_not(tmp_path: Path) -> None:
    """Of several events of the verb only those are told that say the whole question."""
    (tmp_path / "a.txt").write_text("Ann left Oslo before the war. Ben left Oslo after the war.", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "a.txt")
        replies: list[Reply] = [ws.ask(f"Who left Oslo {when} the war?") for when in ("before", "after", "during")]
    assert [reply.answer.partition(":")[0] for reply in replies[:2]] == ["Ann", "Ben"]
    assert [reply.status for reply in replies] == ["GROUNDED", "GROUNDED", "NO_MATCH"]
    assert [len(reply.citations) for reply in replies] == [1, 1, 0]


def test_each_of_two_marked_details_must_be_in_the_line(read: pramana.Workspace) -> None:
    assert read.ask("What did Adeyemi do after the accident without a hammer?").status == "NO_MATCH"


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    question=st.sampled_from([question for question, answer in SHOWN if not answer.startswith("Denied")]),
    detail=st.sampled_from(["in the harbour of Valparaiso", "without a hammer", "for nine coins", "on 3 May 1822"]),
)
def test_no_question_is_answered_with_a_detail_that_no_line_has(
    read: pramana.Workspace, question: str, detail: str
) -> None:
    """Whatever was answered before, is not answered any more."""
    assert read.ask(f"{question.rstrip('?')} {detail}?").status in {"NO_MATCH", "ERROR"}


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("Rama gave the bow", []),
        ("Rama gave the bow to Sita", ["to Sita"]),
        ("Rama gave the bow in the forest", []),
        ("Rama gave the bow near the forest", ["near the forest"]),
        ("Rama may give the bow", ["may"]),
        ("Rama gave two bows", ["two bows"]),
        ("Vishnu's son gave the bow", []),
    ],
)
def test_missing_parts(text: str, missing: list[str]) -> None:
    """The phrases of a question that a line and its links do not hold."""
    line = EvidenceLine("Rama gave the bow in the forest.", (LinkedExpression(0, 4, "Vishnu's son"),))
    assert missing_parts(text, [line]) == missing


@pytest.mark.parametrize(
    ("asked", "name", "alike"),
    [
        ("Hanumaan", "Hanuman", True),
        ("Ruth Adeyemi", "Adeyemi", True),
        ("four tugs", "two tugs", False),
        ("June 1951", "July 1951", False),
        ("Adeyemi", "Omar Adeyemi", False),
    ],
)
def test_names_that_are_spelled_alike(asked: str, name: str, alike: bool) -> None:
    """A name may be misspelled, or longer than the text's; another number, month or first name is another name."""
    assert (spelled_alike({asked: name}) == {asked: name}) is alike


FORBIDDEN = (
    "Karzai is not allowed to stand because of term limits. Vera was not asked to sell the house. "
    "Tom did not want to visit Oslo. Lily was allowed to leave Bergen. Ines wanted to visit Basel."
)


@pytest.mark.parametrize(
    ("question", "answered"),
    [
        ("Who is allowed to stand because of term limits?", False),
        ("Who was asked to sell the house?", False),
        ("Who wanted to visit Oslo?", False),
        ("Who was allowed to leave Bergen?", True),
        ("Who wanted to visit Basel?", True),
        ("Who was not asked to sell the house?", True),
    ],
)
def test_a_denied_verb_above_what_is_asked_denies_it(tmp_path: Path, question: str, answered: bool) -> None:
    """Who is not allowed to stand is no answer to who is; a question that denies it, or asks whether, has one."""
    (tmp_path / "a.txt").write_text(FORBIDDEN, "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "a.txt")
        reply = ws.ask(question)
    assert (reply.status == "GROUNDED") is answered, reply


def test_what_is_not_allowed_is_answered_with_no(tmp_path: Path) -> None:
    """Whether somebody may do what the line says he must not."""
    (tmp_path / "a.txt").write_text(FORBIDDEN, "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "a.txt")
        reply = ws.ask("Is Karzai allowed to stand?")
    assert reply.answer.startswith("No"), reply
