"""Questions of order and comparison, settled values, and questions whose parts complete each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import pramana
from pramana.language import question_parts, read_comparison, read_order

TEXT = """Marta Keller founded a mill in March 1921.
Marta Keller bought the old bakery in 1925 for 30,000 crowns.
Marta Keller bought a barn on 4 May 1938.
Anna Berg bought a boat.
Anna Berg bought a horse.
The Aurora is 80 metres long.
The Meridian is 95 metres long.
The Tern is 300 tonnes heavy.
The Aurora carried 300 passengers.
The Meridian carried 220 passengers.
Omar Said sold a farm in 1950.
Omar Said sold a field.
Omar Said sold a house in 1940.
"""


@pytest.fixture(scope="module")
def ws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pramana.Workspace]:
    folder: Path = tmp_path_factory.mktemp("order")
    (folder / "town.txt").write_text(TEXT, "utf-8")
    with pramana.open(folder / "ws", create=True) as opened:
        opened.ingest(folder / "town.txt")
        yield opened


@pytest.mark.parametrize(
    ("question", "plain", "pick"),
    [
        ("What did Keller buy first?", "What did Keller buy", "first"),
        ("Who last saw the map?", "Who saw the map", "last"),
        ("What was the first thing that Keller bought?", "what did Keller buy", "first"),
    ],
)
def test_a_question_of_order_is_a_plain_one_with_an_end(question: str, plain: str, pick: str) -> None:
    """The word that asks for the order is no part of what happened."""
    found = read_order(question)
    assert found is not None
    assert (found.plain, found.pick) == (plain, pick)


@pytest.mark.parametrize(
    "question",
    [
        "What happened to the first gauge?",
        "Who resigned before the accident?",
        "What did the first mate say?",
    ],
)
def test_what_only_sounds_like_order_is_left_as_it_is(question: str) -> None:
    """*First* before a noun belongs to it; an event with *before* is no date."""
    found = read_order(question)
    assert found is None


@pytest.mark.parametrize(
    ("question", "status", "answer"),
    [
        ("What did Marta Keller buy first?", "GROUNDED", "The first of 2 by their dates (1925) — old bakery: “"),
        ("What did Marta Keller buy last?", "GROUNDED", "The last of 2 by their dates (1938-05-04) — barn: “"),
        ("What did Anna Berg buy first?", "NO_MATCH", "The text does not say which is the first: it tells of 2 events"),
        (
            "What did Omar Said sell first?",
            "ASSUMED",
            "The first of 2 by their dates (1940); 1 without a date left out",
        ),
        ("What did Marta Keller found first?", "GROUNDED", "The only one that the text tells of — mill: “"),
        ("What did Marta Keller do before 1930?", "GROUNDED", "Of 3 events, by their dates — “Marta Keller founded"),
        (
            "What did Marta Keller do after 1930?",
            "GROUNDED",
            "Of 3 events, by their dates — “Marta Keller bought a barn",
        ),
    ],
)
def test_events_are_ordered_by_their_dates_alone(
    ws: pramana.Workspace, question: str, status: str, answer: str
) -> None:
    """What has no date is left out and said to be; without two dates nothing is first."""
    reply = ws.ask(question)
    assert reply.status == status, reply
    assert reply.answer.startswith(answer)
    assert ws.replay(reply.run).identical


@pytest.mark.parametrize(
    ("question", "status", "answer"),
    [
        ("Is the Aurora longer than the Meridian?", "GROUNDED", "No — 80 metres long against 95 metres long: “"),
        ("Is the Aurora shorter than the Meridian?", "GROUNDED", "Yes — 80 metres long against 95 metres long: “"),
        ("Which ship is longer, the Aurora or the Meridian?", "GROUNDED", "The Meridian — 95 metres long against 80"),
        ("Did the Aurora carry more passengers than the Meridian?", "GROUNDED", "Yes — 300 passengers against 220"),
        (
            "Which ship carried fewer passengers, the Aurora or the Meridian?",
            "GROUNDED",
            "The Meridian — 220 passengers",
        ),
        ("Is the Aurora longer than the Tern?", "NO_MATCH", "They cannot be compared: 80 metres long and 300 tonnes."),
    ],
)
def test_two_amounts_of_one_unit_are_compared(ws: pramana.Workspace, question: str, status: str, answer: str) -> None:
    """Each side is asked for by itself; both lines are cited."""
    assert read_comparison(question) is not None
    reply = ws.ask(question)
    assert reply.status == status, reply
    assert reply.answer.startswith(answer)


def test_words_of_an_answer_are_settled_beside_it(ws: pramana.Workspace) -> None:
    """An amount with its unit is a note beside the quote; a date that is already in words needs none."""
    assert ws.ask("When did Marta Keller buy a barn?").references == []
    assert any("= 30000 " in note for note in ws.ask("For how much did Marta Keller buy the old bakery?").references)


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("Where and when was Keller born?", ("Where was Keller born", "when was Keller born")),
        ("Who bought and who sold the mill?", ("Who bought the mill", "who sold the mill")),
    ],
)
def test_a_first_part_takes_what_it_leaves_out_from_the_second(question: str, parts: tuple[str, ...]) -> None:
    """*Who bought* alone would ask for something else."""
    assert question_parts(question) == parts
