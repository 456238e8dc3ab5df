"""Lines that share the words of a question and tell of another matter are no answers."""

from __future__ import annotations

from pathlib import Path

import pytest

import pramana
from pramana.karaka.line_answers import PassageLine, answer_from_lines, has_unit
from pramana.karaka.unlike_lines import names_another, only_proposes, tells_of_part
from pramana.language import EvidenceLine

ANOTHER = """
Who painted the third panel? | The first panel was painted by Ines Moll. | True
Who painted the third panel? | The third panel was painted by Ines Moll, the first panel by her son. | False
Who painted the last panel? | The final panel was painted by Ines Moll. | False
How long is the left bank? | The right bank is 40 metres long. | True
How long is the northern pier? | The southern pier is 40 metres long. | True
When does the evening ferry leave? | The morning ferry leaves at 7.15. | True
What did the new roof cost? | The old roof cost £300. | True
What did the new roof cost? | The roof cost £300. | False
Who rang in the evening of that day? | Ines rang in the morning of that day. | False
Is the old roof or the new roof of slate? | The old roof is of slate. | False
Who painted the third panel? | The first visitors asked who painted the panel. | False
"""
PARTS = """
How many people work at the mine altogether? | The northern shaft has 40 workers. | True
How many people work at the mine altogether? | In total 90 people work at the mine. | False
How long was the whole walk? | The walk to the lake took two hours. | True
How many people work at the mine? | The northern shaft has 40 workers. | False
Who told the whole story? | Ines told a story. | False
"""
PROPOSALS = """
Did the club agree to sell the hut? | Ines Moll proposed selling the hut. | True
Did they sell the hut? | Ines Moll suggested that they sell the hut. | True
What did the club decide about the hut? | Ines Moll recommended a sale of the hut. | True
Did the club agree to sell the hut? | Ines Moll proposed selling the hut, and the club agreed. | False
Did Ines Moll propose to sell the hut? | Ines Moll proposed selling the hut. | False
Who sold the hut? | Ines Moll, who had proposed it, sold the hut. | False
"""


def rows(table: str) -> list[tuple[str, str, bool]]:
    parts = (row.split("|") for row in table.strip().splitlines())
    return [(question.strip(), line.strip(), told.strip() == "True") for question, line, told in parts]


@pytest.mark.parametrize(("question", "line", "told"), rows(ANOTHER))
def test_another_one_of_a_kind(question: str, line: str, told: bool) -> None:
    """*The first panel* is not *the third*; a line that has both, or neither, is not refused for it."""
    assert names_another(question, EvidenceLine(line)) is told


@pytest.mark.parametrize(("question", "line", "told"), rows(PARTS))
def test_a_part_of_a_whole(question: str, line: str, told: bool) -> None:
    assert tells_of_part(question, line) is told


@pytest.mark.parametrize(("question", "line", "told"), rows(PROPOSALS))
def test_a_proposal_decides_nothing(question: str, line: str, told: bool) -> None:
    assert only_proposes(question, line) is told


UNANSWERED = """
What will happen to the barn after the sale? | Ines Moll liked the barn but asked what would happen after the sale.
What happened to the barn? | He told us what happened to the barn in a letter to Ines Moll.
What did Ines buy? | Her aunt wondered what Ines had bought in Bern.
Who sold the barn? | The mayor asked who had sold the barn.
Where is the tower? | The tower is the tallest in the county's history.
Where was the prize? | The prize was the first in her career.
In what year did the mill close? | The mill closed long ago.
When did the mill close? | The mill closed long ago.
In what year did the mill close? | The mill closed in May.
On which day of the week is the fair held? | The fair is held every week.
In which month is the fair held? | The fair is held at noon.
On what date did Ines dance? | In the evening Ines danced.
At what time did the boat strike the rock? | Two minutes later the boat struck the rock.
How much was the rent of the barn? | He owed £70 to the grocer, and in June the owner had raised the rent of the barn.
"""
ANSWERED = """
Who sold the barn? | The mayor asked the man who sold the barn for a receipt. | the man
What did Ines buy? | Her aunt asked for a chair, and Ines bought a table. | a table
Where is the tower? | The tower is the tallest in Graz. | in Graz
In what year did the mill close? | The mill closed in 1931. | in 1931
In what year did the mill close? | The mill closed two years later. | two years later
On which day of the week is the fair held? | The fair is held on Monday. | on Monday
In which month is the fair held? | The fair is held in May. | in May
On what date did Ines dance? | Ines danced on 6 June. | on 6 June
At what time did the boat strike the rock? | The boat struck the rock at noon. | at noon
How much was the rent of the barn? | The rent of the barn was £70. | £70
"""


def found(question: str, line: str) -> list[str]:
    places = [PassageLine("a.txt", 1, EvidenceLine(line))]
    return [text for answer in answer_from_lines(question, places) for text in answer.texts]


@pytest.mark.parametrize("row", UNANSWERED.strip().splitlines())
def test_a_clause_about_another_matter_answers_nothing(row: str) -> None:
    question, line = (part.strip() for part in row.split("|"))
    assert found(question, line) == []


@pytest.mark.parametrize("row", ANSWERED.strip().splitlines())
def test_its_relatives_answer_still(row: str) -> None:
    question, line, answer = (part.strip() for part in row.split("|"))
    assert found(question, line) == [answer]


def test_a_debt_is_not_the_price_of_what_a_pronoun_may_mean(tmp_path: Path) -> None:
    """*It* may be linked to the sale; what it owes is not how much the sale was, and at most its line is quoted."""
    text = "The sale of the mill failed in March. It owed £900 to the miller, and the council doubled the rates of it."
    (tmp_path / "a.txt").write_text(text, "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "a.txt")
        assert ws.ask("How much was the sale of the mill?").status != "FROM_TEXT"


@pytest.mark.parametrize(
    ("noun", "text", "held"),
    [
        *(("year", "the following year", True), ("year of the war", "1916", True), ("year", "in May", False)),
        *(
            ("date", "on the fifth of March", True),
            ("date", "with her brother", False),
            ("date", "on the tenth", True),
            ("date", "with Elizabeth", False),
            ("time", "at seven", True),
        ),
        *(("time of year", "in spring", True), ("time", "in two minutes", False)),
        *(("month", "on 3 June", True), ("weekday", "on Friday", True), ("day", "in the morning", True)),
    ],
)
def test_a_time_of_the_unit_that_is_asked_for(noun: str, text: str, held: bool) -> None:
    """A year, a month, a day of the week, a date and a time of the day; any time answers other nouns."""
    assert has_unit(noun, text) is held
