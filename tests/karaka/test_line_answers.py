"""Answers read from lines: which words of a line answer a question, and which lines do not answer it."""

from __future__ import annotations

import pytest

from pramana.karaka.line_answers import PassageLine, answer_from_lines
from pramana.language import EvidenceLine

ANSWERED = """
When did the Aurora leave Bergen? | On 3 May the ferry Aurora left the port of Bergen at 6:40 a.m. | On 3 May; at 6:40 a.m.
Who sold the mill? | The mill was sold by Anna Berg. | Anna Berg
Who sold the mill? | Anna Berg sold the mill to a farmer. | Anna Berg
To whom did Anna sell the mill? | Anna Berg sold the mill to a farmer. | a farmer
What did Anna Berg sell? | Anna sold the old mill in 1931. | the old mill
How many pumps did the crew replace? | The crew replaced 4,200 pumps in June. | 4,200 pumps
How much did the repair cost? | The repair had cost £640 in the end. | £640
How long did the trial last? | The trial lasted for six weeks. | six weeks
How often is the alarm tested? | The alarm is tested twice a month. | twice a month
Why did the pump stop? | The pump stopped because a bearing had seized. | because a bearing had seized
Where did Clara meet the painter? | Clara met the painter at the University of Graz. | at the University of Graz
What did the council decide to do? | The council decided to close the bridge. | to close the bridge
How did the thief open the safe? | The thief opened the safe with a crowbar. | with a crowbar
Who wed Leo Brandt? | Marta married Leo Brandt in 1940. | Marta
What will the firm build? | The firm will build a second dam. | a second dam
"""
UNANSWERED = """
Who resigned before the accident? | Ruth Adeyemi resigned after the accident.
Who sold the mill? | Anna Berg did not sell the mill.
Who burned the mill? | Anna Berg sold the mill to a farmer.
Who left the hall? | Everyone except Marsh left the hall.
When did Anna sell the mill? | Anna sold the mill to a farmer.
Which king visited the temple? | Rama visited the old temple.
Where was the ship towed by four tugs? | The ship was towed to Bergen by two tugs.
Who must have stolen the map? | Marsh stole the map on Monday.
Who killed the wolf? | The wolf killed the shepherd.
Where did Josef Keller die? | Marta Keller died in Zurich.
How many pumps were replaced? | The pumps were replaced by four engineers.
What was the ship's name? | Its ship was wrecked near the cape.
"""


def rows(table: str) -> list[tuple[str, ...]]:
    return [tuple(part.strip() for part in row.split("|")) for row in table.strip().splitlines()]


def answered(question: str, line: str) -> list[str]:
    found = answer_from_lines(question, [PassageLine("a.txt", 1, EvidenceLine(line))])
    return ["; ".join(each.texts) for each in found]


@pytest.mark.parametrize(("question", "line", "expected"), rows(ANSWERED))
def test_a_line_answers_with_the_words_that_fill_the_gap(question: str, line: str, expected: str) -> None:
    """The words of the line that have the part and the kind that the question asks for answer it."""
    assert answered(question, line) == [expected]


@pytest.mark.parametrize(("question", "line"), rows(UNANSWERED))
def test_a_line_that_only_shares_the_topic_does_not_answer(question: str, line: str) -> None:
    """Another participant, another relation, a denial, or nothing of the kind that was asked for is no answer."""
    assert answered(question, line) == []
