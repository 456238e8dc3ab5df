"""What may and must be done, where something is, and short descriptions: read from lines, with the names accounted for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import pramana
from pramana.karaka.asked_kinds import accounts_for_settings, only_asks
from pramana.karaka.line_answers import PassageLine, answer_from_lines
from pramana.language import EvidenceLine, Norm, norm_before

LEASE = """The Tenant must not sublet the flat without the Landlord's written consent.
The Tenant may keep one cat.
The Tenant shall pay the rent on the first day of each month.
If the Tenant pays late, the Landlord may charge interest.
The Tenant need not repair the roof.
Visitors are not permitted to smoke in the hall.
The agent is allowed to enter the flat once a month.
"""
NEWS = """Harbour Foods, a fish processor in Aberdeen, sold its cold store in Leith in March 2024.
Fjord Logistics bought the store for £2.4 million.
The board approved the lease of the warehouse at 12 Dock Street.
If the pump does not start, the foreman may close the sluice.
"""
DECIDED = [
    ("May the Tenant sublet?", "No, with a condition or an exception: “"),
    ("Is the Tenant allowed to sublet the flat?", "No, with a condition or an exception: “"),
    ("Can the tenant keep a cat?", "Yes: “"),
    ("Must the Tenant pay the rent?", "Yes: “"),
    ("Does the Tenant have to repair the roof?", "No: “"),
    ("Can the Landlord charge interest?", "Yes, under a condition: “"),
    ("May visitors smoke?", "No: “"),
    ("Can the agent enter the flat?", "Yes: “"),
]
OPEN = [
    "May the Tenant keep two cats?",
    "Can the Tenant enter the flat?",
    "Is the Landlord obliged to charge interest?",  # who may do it need not
    "May the Tenant sell the flat?",
]


@pytest.fixture(scope="module")
def ws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pramana.Workspace]:
    """A lease and a page of news, as read by the embedded model."""
    home: Path = tmp_path_factory.mktemp("settings")
    for name, text in (("lease.txt", LEASE), ("news.txt", NEWS)):
        (home / name).write_text(text, encoding="utf-8")
    with pramana.open(home / "ws", create=True) as workspace:
        workspace.ingest(home / "lease.txt", home / "news.txt")
        yield workspace


@pytest.mark.parametrize(("question", "answer"), DECIDED)
def test_a_permission_or_a_duty_is_answered_with_yes_or_no(ws: pramana.Workspace, question: str, answer: str) -> None:
    """A duty permits, a prohibition forbids; conditions and exceptions of the line are named."""
    assert ws.ask(question).answer.startswith(answer)


@pytest.mark.parametrize("question", OPEN)
def test_what_lines_leave_open_is_neither_yes_nor_no(ws: pramana.Workspace, question: str) -> None:
    """Somebody else's permission and one for another thing decide nothing."""
    assert not ws.ask(question).answer.startswith(("Yes", "No"))


@pytest.mark.parametrize(
    ("words", "norm"),
    [
        ("The Tenant may", Norm(duty=False, negated=False)),
        ("The Tenant must not", Norm(duty=True, negated=True)),
        ("The Tenant is not required to", Norm(duty=False, negated=True)),
        ("The Tenant shall always", Norm(duty=True, negated=False)),
        ("The Tenant will", None),
        ("The Tenant", None),
    ],
)
def test_the_words_before_a_verb_make_a_norm(words: str, norm: Norm | None) -> None:
    """What somebody will do is neither a permission nor a duty."""
    assert norm_before(words) == norm


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where is the warehouse?", "at 12 Dock Street"),
        ("Where is the cold store?", "in Leith"),
        ("Who bought the cold store in Leith?", "Fjord Logistics"),
    ],
)
def test_a_place_or_a_fuller_name_beside_the_noun_answers(ws: pramana.Workspace, question: str, answer: str) -> None:
    """*The warehouse at 12 Dock Street* says where it is; *the store* is the cold store of the line before."""
    reply = ws.ask(question)
    assert reply.answer.startswith(f"{answer} — probably: “"), reply


@pytest.mark.parametrize(
    "question", ["Who bought the grain store in Leith?", "Who bought the cold store in Hull?", "Where is the rent?"]
)
def test_another_thing_or_place_is_not_taken_for_it(ws: pramana.Workspace, question: str) -> None:
    """A short description takes all the words of the question that belong to its noun."""
    assert ws.ask(question).status == "NO_MATCH"


def test_a_negated_condition_denies_nothing(ws: pramana.Workspace) -> None:
    """*If the pump does not start* is only supposed."""
    assert "Denied" not in ws.ask("Does the pump start?").answer


def test_no_place_is_read_from_a_time_or_a_manner() -> None:
    """*In March* and *in a hurry* are nowhere."""
    for text in ("They sold the mill in March.", "They sold the mill in a hurry."):
        assert answer_from_lines("Where is the mill?", [PassageLine("a.txt", 1, EvidenceLine(text))]) == []


@pytest.mark.parametrize(
    ("question", "line", "held"),
    [
        ("How much are the rates in Bristol?", "The rates in Leeds are £420.", False),
        ("How much are the rates in Leeds?", "The rates in Leeds are £420.", True),
        ("How much are the rates in Bristol?", "The rates are £420.", True),  # another line may name the place
        ("What did she earn in 1905?", "In 1907 she earned £40.", False),
        ("What did Keller pay to Brandt?", "Keller paid £40 to Solheim.", False),
    ],
)
def test_a_line_about_another_place_or_year_is_not_quoted(question: str, line: str, held: bool) -> None:
    """A name or a year of the question must not stand against another one in the same place."""
    assert accounts_for_settings(question, line) is held


def test_a_line_that_only_asks_answers_nothing() -> None:
    """*Asked whether rents would rise* is the question again."""
    assert only_asks("Ms Lacey asked whether rents would rise next year.")
    assert not only_asks("Ms Lacey asked for a rise.")


def test_a_question_that_only_the_planner_cannot_take_was_understood(ws: pramana.Workspace) -> None:
    """*Was anyone injured?* is held against lines: the reply says that none answers, not that it was not understood."""
    for question in ("Was anyone injured?", "What happens if the tenant does not pay?"):
        assert ws.ask(question).answer.startswith("I found no line that")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Harbour Foods blorf?", "Tell me about Harbour Foods"),
        ("Blorf?", "Ask a short question that names a person or a thing"),
        ("Wo ist das Lager?", "it is in German"),
    ],
)
def test_what_is_not_understood_gets_one_way_to_ask_it(ws: pramana.Workspace, question: str, answer: str) -> None:
    """No word of grammar is used; a known name of the question makes the example."""
    reply = ws.ask(question)
    assert reply.answer.startswith("I could not understand the question: ")
    assert answer in reply.answer


def test_a_refusal_names_the_words_that_no_line_has(ws: pramana.Workspace) -> None:
    """*No line has “Zanzibar”* tells why nothing was found."""
    reply = ws.ask("Who founded Zanzibar Holdings?")
    assert reply.answer == "I found no line that answers this. No line has “founded”, “Zanzibar”, “Holdings”."


def test_the_nearest_lines_of_a_refusal_begin_with_those_that_have_its_words(ws: pramana.Workspace) -> None:
    """A line of another document does not come before those that share the question's words."""
    reply = ws.ask("Which dentist visited the warehouse?")
    assert reply.nearest[0].text.startswith("The board approved the lease of the warehouse")


@pytest.mark.parametrize(
    ("question", "line", "answers"),
    [
        (
            "Who paid for the audit?",
            "It was backed by an audit made by Voss and paid for by the Open Fund.",
            ["the Open Fund"],
        ),
        ("Who ran the meeting?", "He had worked nights for years and had never met anybody.", []),
        ("Did anyone die?", "The flies come out for a night and then die.", []),
        ("Did anyone die?", "Two men died.", ["Yes"]),
        ("Did Ann open the door of the station?", "Ann opened the door of the market.", []),
        ("Did Ann open the door of the station?", "Ann opened the old door of the station.", ["Yes"]),
        ("Did Ann open the old door?", "Ann opened the door.", ["Yes"]),
    ],
)
def test_an_answer_has_the_agent_the_person_and_the_thing_that_were_asked_for(
    question: str, line: str, answers: list[str]
) -> None:
    """*Paid for by* names who paid; flies are nobody; the market's door is another one."""
    found = answer_from_lines(question, [PassageLine("a.txt", 1, EvidenceLine(line))])
    assert [name for each in found for name in each.names] == answers


def test_how_long_is_told_of_the_event_that_is_asked_for(tmp_path: Path) -> None:
    """An amount that belongs to another verb of the line answers nothing."""
    (tmp_path / "a.txt").write_text(
        "The lantern beetle lives in a place where rain may not fall for six years.\nThe moth lives for three weeks.\n",
        "utf-8",
    )
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "a.txt")
        assert ws.ask("How long does the lantern beetle live?").status == "NO_MATCH"
        assert "three weeks" in ws.ask("How long does the moth live?").answer
