"""Two events in their order, what was before or after an event, by how much amounts differ, and profiles of entities."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import pramana
from pramana.language import profiled_name, read_comparison, read_two_times

TEXT = """The company sold the boat on 3 March 1921.
The mill was sold in 1930.
Marta Keller moved to Basel in 1919.
Keller married Josef Brandt on 4 May 1925.
Ann left in 1940, and Bob left in 1938.
The Aurora is 95 metres long.
The Meridian is 80 metres long.
Keller paid £640 for the lathe.
Brandt paid £515 for the press.
Keller founded a firm in 1922.
Keller wrote a book in 1931.
The strike began in 1926.
Keller did not sell the firm.
"""


@pytest.fixture(scope="module")
def ws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pramana.Workspace]:
    """Dated events and amounts, as read by the embedded model."""
    home: Path = tmp_path_factory.mktemp("order")
    (home / "a.txt").write_text(TEXT, encoding="utf-8")
    with pramana.open(home / "ws", create=True) as workspace:
        workspace.ingest(home / "a.txt")
        yield workspace


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What was sold first, the boat or the mill?", "The boat — 1921-03-03 against 1930: “"),
        ("Which was sold later, the mill or the boat?", "The mill — 1930 against 1921-03-03: “"),
        ("Who left first, Ann or Bob?", "Bob — 1938 against 1940: “"),
        ("Did Keller move to Basel before she married Josef?", "Yes — 1919 against 1925-05-04: “"),
        ("Did Keller move to Basel after she married Josef?", "No — 1919 against 1925-05-04: “"),
        ("How much longer is the Aurora than the Meridian?", "15 metres — 95 metres long against 80 metres long: “"),
        ("How much more did Keller pay than Brandt?", "125 GBP — £640 against £515: “"),
        ("How much shorter is the Aurora than the Meridian?", "15 metres, but the other way round (the Meridian) — "),
    ],
)
def test_two_sides_are_compared_by_what_lines_say_of_each(ws: pramana.Workspace, question: str, answer: str) -> None:
    """The dates or amounts come first, then the lines of both sides."""
    reply = ws.ask(question)
    assert reply.answer.startswith(answer), reply
    assert reply.citations
    assert ws.replay(reply.run).identical


def test_what_was_before_an_event_is_found_by_its_date(ws: pramana.Workspace) -> None:
    """*Before the strike* counts from the day on which it began, and the line that says so is cited."""
    reply = ws.ask("What did Keller do before the strike?")
    assert [line.line_number for line in reply.citations] == [3, 4, 10, 12]
    assert reply.answer.endswith("This rests on: “The strike began in 1926.” [a.txt:12]")


@pytest.mark.parametrize(
    "question",
    [
        "What did Keller do after the strike?",  # nobody knows when it ended
        "What was sold first, the boat or the house?",
        "How much more did Keller pay than Ann?",
    ],
)
def test_nothing_is_ordered_without_its_date_or_amount(ws: pramana.Workspace, question: str) -> None:
    """The reply says what is missing."""
    assert ws.ask(question).status == "NO_MATCH"


def test_a_profile_groups_lines_by_part_and_date(ws: pramana.Workspace) -> None:
    """What an entity did comes in the order of dates, undated lines last; a denial says that it is one."""
    reply = ws.ask("Tell me about Keller.")
    did = reply.answer.split("\n")[0]
    assert did.startswith("Did: 1919 “Marta Keller moved to Basel in 1919.” [a.txt:3] 1922 “Keller founded")
    assert did.endswith("(denied) “Keller did not sell the firm.” [a.txt:13]")
    assert [line.line_number for line in reply.citations] == [3, 4, 8, 10, 11, 13]
    assert ws.ask("Keller").answer == reply.answer
    assert ws.replay(reply.run).identical


def test_a_profile_has_at_most_twelve_lines(tmp_path: Path) -> None:
    """The rest is counted."""
    lines = [f"Keller bought {noun}." for noun in "a boat,a car,a mill,a farm,a van,a shop,a barn,a dog".split(",")]
    lines += [f"Keller sold {noun}." for noun in "a lamp,a desk,a chair,a table,a clock,a violin".split(",")]
    (tmp_path / "a.txt").write_text("\n".join(lines), encoding="utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "a.txt")
        reply = ws.ask("Tell me about Keller.")
    assert len(reply.citations) == 12
    assert reply.answer.endswith("\n2 more lines of Keller are not shown.")


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("Which came first, the sale or the lease?", ("When was the sale", "When was the lease")),
        ("Who was born earlier, Ann or Bob?", ("When was Ann born", "When was Bob born")),
        ("Was the bridge built before the war?", ("When was the bridge built", "When was the war")),
        ("Did Keller die before 1930?", None),  # a date is compared with what lines say
        ("Who left the house first?", None),
    ],
)
def test_a_question_for_two_times_is_read(question: str, plain: tuple[str, str] | None) -> None:
    """Each side becomes a question with *when*."""
    read = read_two_times(question)
    assert (read.plain if read else None) == plain


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("How much more expensive was A than B?", ("How much did A cost", "How much did B cost")),
        ("How many more men did A carry than B?", ("How many men did A carry", "How many men did B carry")),
        ("What is the difference between the price and the rent?", ("How much was the price", "How much was the rent")),
    ],
)
def test_a_question_for_a_difference_is_read(question: str, plain: tuple[str, str]) -> None:
    """Each side becomes a question with *how much*."""
    read = read_comparison(question)
    assert read is not None
    assert (read.plain, read.difference) == (plain, True)


def test_a_question_for_all_of_an_entity_is_told_from_one_for_an_event() -> None:
    """*Tell me about X* asks nothing of X."""
    assert profiled_name("What do we know about Fjord Logistics?") == "Fjord Logistics"
    assert profiled_name("What did Keller sell?") == ""


def test_who_somebody_is_falls_back_to_the_lines_that_name_them(tmp_path: Path) -> None:
    """The reply says that no line states it; of an unknown name there is none."""
    (tmp_path / "a.txt").write_text("The work was led by Vera Holm, who joined the firm in 2020.", encoding="utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "a.txt")
        reply, unknown = ws.ask("Who is Vera Holm?"), ws.ask("Who is Tom Hale?")
    assert reply.status == "QUOTED"
    assert reply.answer.startswith("No line says just who Vera Holm is. The lines with this name:\nDid: ")
    assert [line.line_number for line in reply.citations] == [1]
    assert unknown.status == "NO_MATCH"
