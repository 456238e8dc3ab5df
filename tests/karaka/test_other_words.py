"""Questions that a text answers in other words: by a noun for an event, from the other side of a verb, by *her father*."""

from __future__ import annotations

from pathlib import Path

import pytest

import pramana

TEXT = """Marta Brandt was born in Linz in 1890.
Her father, Otto Brandt, mended clocks, and her mother kept a shop.
Marta Brandt gave her collection to the museum in Graz.
Boris sold the mill to Kelpie Holdings.
Tom Berg voted against the sale.
Inspections of the boilers take place every six months.
The lift was repaired by Hugo Lund with parts from Bern.
The next meeting will be held on 9 May.
Mr Blake asked whether older tenants would be exempt.
The bridge over the Elbe is longer than the one at Pirna.
The plant in Kiel is bigger than the plant in Jena.
The red kiln was cheaper than the blue kiln, but it was not better.
The outage lasted four hours.
The root cause was a worn cable.
Nobody knows where Jonas Rudd is buried.
The thief was never identified.
It is not known whether Ann Lee left.
An alert reached the engineer on call, Dana Whitfield, in the night.
Whitfield called the head of operations, Marcus Reid, at noon.
The nine trustees of the company meet in June.
The firm has a new seat, as Jonas Roth left in spring.
Roth now advises a firm in Basel.
The brooch was worth £340,000.
A neighbour, Mrs Dolan, saw a grey van.
Carrow Builders will turn the depot into twelve flats.
The depot was built in 1931.
"""
ANSWERED = """
Who was Marta's father? | Otto Brandt
What was Marta's father's name? | Otto Brandt
Which museum received the collection? | the museum
Who bought the mill? | Kelpie Holdings
Which company bought the mill? | Assuming that Kelpie Holdings is a company — Kelpie Holdings
Which trustee voted against the sale? | Assuming that Tom Berg is a trustee — Tom Berg
How often are the boilers inspected? | every six months
Who carried out the repair of the lift? | Hugo Lund
When is the next meeting? | 9 May
What did Mr Blake want to know? | “Mr Blake asked
Which bridge is longer, the one over the Elbe or the one at Pirna? | The one over the Elbe
Is the bridge over the Elbe shorter than the one at Pirna? | No
Which plant is smaller, Kiel or Jena? | Jena
Is the plant in Jena bigger than the plant in Kiel? | No
Which kiln was cheaper, the red or the blue? | The red
What was the cause of the outage? | a worn cable
What was the reason for the outage? | a worn cable
Where is Jonas Rudd buried? | The text says that this is not known
Does anybody know where Jonas Rudd is buried? | The text says that this is not known
Who was the thief? | The text says that this is not known
Who is Dana Whitfield? | the engineer on call
Whom did Whitfield call? | the head of operations
What did Mrs Dolan see? | a grey van
What will happen to the depot? | “Carrow Builders
"""
REFUSED = """
Who was Marta's mother?
Who was Tom Berg's father?
Who received the mill from Anna?
Which sister voted against the sale?
Which company voted against the sale?
Which engineer bought the mill?
Which councillor voted against the sale?
How often are the lifts inspected?
Who carried out the repair of the boilers?
When is the next concert?
Which plant is older, Kiel or Jena?
What was the cause of the flood?
Why did the bridge collapse?
Where is Marta Brandt buried?
Tell me about Peter Roth.
What colour was the brooch?
What happened to the plant in Jena?
"""
UNSURE = "Was the red kiln better than the blue kiln?"


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, pramana.QueryResult]:
    """Return the reply to each question: a workspace is opened once."""
    folder: Path = tmp_path_factory.mktemp("words")
    (folder / "t.txt").write_text(TEXT, "utf-8")
    questions = [row.split(" | ")[0] for row in (ANSWERED + REFUSED).strip().splitlines() if row] + [UNSURE]
    with pramana.open(folder / "ws", create=True) as ws:
        ws.ingest(folder / "t.txt")
        return {question: ws.ask(question) for question in questions}


@pytest.mark.parametrize("row", ANSWERED.strip().splitlines())
def test_other_words_of_a_question_are_answered(asked: dict[str, pramana.QueryResult], row: str) -> None:
    question, answer = row.split(" | ")
    reply = asked[question]
    assert reply.is_answered
    assert reply.answer.startswith(answer)


@pytest.mark.parametrize("question", REFUSED.strip().splitlines())
def test_near_misses_are_refused(asked: dict[str, pramana.QueryResult], question: str) -> None:
    """The text tells of the same people and things, and not what is asked."""
    assert asked[question].status == "NO_MATCH"


def test_an_adjective_of_another_clause_affirms_nothing(asked: dict[str, pramana.QueryResult]) -> None:
    assert not asked[UNSURE].answer.startswith("Yes")


def test_a_full_name_has_the_lines_of_its_last_word_as_an_assumption(tmp_path: Path) -> None:
    """Both are shown: what is said of Dana Whitfield, and of Whitfield."""
    (tmp_path / "t.txt").write_text(TEXT, "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "t.txt")
        reply = ws.ask("Tell me about Dana Whitfield.")
    assert (reply.status, reply.assumptions) == ("ASSUMED", ["assuming that “Whitfield” is Dana Whitfield"])
    assert [line.line_number for line in reply.citations] == [18, 19]
