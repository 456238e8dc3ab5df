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
How long is the time trial around Lake Tarn? | Tomorrow the tour ends with a time trial of 31 kilometres around Lake Tarn. | 31 kilometres
What was Dietz looking for? | Dietz was looking for a herb that grows nowhere else, and we found it by a spring. | a herb that grows nowhere else
How often is the alarm tested? | The alarm is tested twice a month. | twice a month
Why did the pump stop? | The pump stopped because a bearing had seized. | because a bearing had seized
Where did Clara meet the painter? | Clara met the painter at the University of Graz. | at the University of Graz
What did the council decide to do? | The council decided to close the bridge. | to close the bridge
How did the thief open the safe? | The thief opened the safe with a crowbar. | with a crowbar
Who wed Leo Brandt? | Marta married Leo Brandt in 1940. | Marta
What will the firm build? | The firm will build a second dam. | a second dam
Whom did the warden tell something? | The warden told the reporters that nobody had left. | the reporters
When was the clerk arrested? | The clerk was arrested late Monday morning at the depot. | late Monday morning
How did the driver plead? | The driver pleaded guilty in June. | guilty
How was the lake found? | The lake was found empty. | empty
What did the minister deploy? | The minister deployed 300 soldiers to protect the voters. | 300 soldiers
What did the house approve? | The house approved a bill to allow the sale. | a bill to allow the sale
What did the party hold? | The party held a majority over the others. | a majority over the others
Who will host the match? | Tarn Park is scheduled to host the match. | Tarn Park
Who should attend the games? | They held a week to encourage women to attend the games. | women
What did the coach have? | The coach had two spare horses. | two spare horses
Who went somewhere? | Anna Berg went to Bergen. | Anna Berg
Who re-elected the mayor? | The town re-elected the mayor. | The town
"""
DEFINED = """
What is firn? | Firn is old snow, grainy like sugar, that has lasted through a summer. | old snow, grainy like sugar, that has lasted through a summer
What does “fair use” mean? | “Fair use” means any use that leaves the goods as they were. | any use that leaves the goods as they were
What is relative humidity? | It shows the relative humidity, that is, the share of moisture in the air. | the share of moisture in the air
What was the bed shaker? | Her “bed shaker”, an alarm clock that rocked the mattress, sold well. | an alarm clock that rocked the mattress
What is a drogue? | They threw out a drogue, or sea anchor, and waited. | sea anchor
What is meant by a drogue? | A drogue is a sea anchor. | a sea anchor
"""
UNANSWERED = """
What is firn? | The weight turns it first to firn and then to ice.
What is the pump? | The pump is inspected twice a month.
What is the glacier? | The glacier is 31 kilometres long.
What is a drogue? | A drogue is not a toy.
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
Did the church sell the field? | Tindall denied a rumour that the church intended to sell the field.
Did the firm close the mill? | The firm planned to close the mill.
Did the firm close the mill? | The firm may close the mill.
"""


def rows(table: str) -> list[tuple[str, ...]]:
    return [tuple(part.strip() for part in row.split("|")) for row in table.strip().splitlines()]


def answered(question: str, line: str) -> list[str]:
    found = answer_from_lines(question, [PassageLine("a.txt", 1, EvidenceLine(line))])
    return ["; ".join(each.names) for each in found]


@pytest.mark.parametrize(("question", "line", "expected"), rows(ANSWERED) + rows(DEFINED))
def test_a_line_answers_with_the_words_that_fill_the_gap(question: str, line: str, expected: str) -> None:
    """The words of the line that have the part and the kind that the question asks for answer it."""
    assert answered(question, line) == [expected]


@pytest.mark.parametrize(("question", "line"), rows(UNANSWERED))
def test_a_line_that_only_shares_the_topic_does_not_answer(question: str, line: str) -> None:
    """Another participant, another relation, a denial, or nothing of the kind that was asked for is no answer."""
    assert answered(question, line) == []


IDENTIFIED = """
Who is Lily's brother? | Lily's brother Ned kept a boat. | Ned
What is Colora? | She sold the patent to Colora, a small company in Basel. | a small company in Basel
Who was Agnes Tarrow? | Agnes Mary Tarrow was a bridge engineer. | a bridge engineer
Was anybody hurt? | Nobody was hurt in the fire. | No
Did the fire spread to the car deck? | The fire spread to the car deck. | Yes
Was anyone injured? | Two sailors were injured. | Yes
Will the firm build a dam? | The firm will build a second dam. | Yes
Was the key made of iron or of brass? | The key was made of brass. | of brass
What delayed the work? | In May a tunnel collapsed, which delayed the work by six months. | In May a tunnel collapsed
"""


@pytest.mark.parametrize(("question", "line", "expected"), rows(IDENTIFIED))
def test_a_line_says_what_something_is_and_whether_something_is_so(question: str, line: str, expected: str) -> None:
    """Identities, yes and no, and choices are read from clauses of *be* and from whole clauses."""
    assert answered(question, line) == [expected]


def test_a_free_pronoun_is_taken_for_a_name_of_the_lines_before() -> None:
    """*She* means the woman whom the question names where a line before has her as who acts, and no place."""
    before = ("Anna Keller was born in Graz.", "Her father was a clockmaker.")
    place = PassageLine("a.txt", 3, EvidenceLine("In 1951 she discovered a dye."), before)
    (found,) = answer_from_lines("What did Anna Keller discover?", [place])
    assert (found.texts, found.relaxed) == (("a dye",), ("“she” for “Anna Keller”",))
    assert answer_from_lines("What did Graz discover?", [place]) == []


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ("Halfway up I met a botanist, Professor Dietz, who had lost both his guide and his hat.", ["a rare herb"]),
        ("A school was opened in the house of the weaver Dietz, who taught the children.", ["a rare herb"]),
        ("Halfway up I met a botanist, Frau Holm, who had lost her hat on the way to Dietz.", []),
        ("The road to Dietz was closed.", []),
    ],
)
def test_a_free_pronoun_is_taken_for_whom_it_most_likely_means(named: str, expected: list[str]) -> None:
    """A name that is nobody's subject counts where the resolver of pronouns finds it the likeliest."""
    place = PassageLine("a.txt", 3, EvidenceLine("He was looking for a rare herb."), ("A letter", named))
    found = answer_from_lines("What was Dietz looking for?", [place])
    assert [text for each in found for text in each.texts] == expected
