"""Questions of several parts, questions that go on from the last one, and questions within questions."""

from __future__ import annotations

from pathlib import Path

import pytest

import pramana
from pramana.language import complete_question, inner_questions, question_parts, read_asked

KINDS = """
Who closed the valve? | person
What caused the fire? | thing
Where was Marta born? | place
When did the ship sail? | time
In what year did the college open? | time
How many pipes did the firm replace? | number
How much money did the court award? | price
How much did the repair cost? | price
How long did the strike last? | duration
How often is the alarm tested? | frequency
How old was the captain? | age
How tall is the tower? | measure
Why did the pump stop? | reason
How did the thief flee? | manner
Who is Marta Keller? | identity
What is a trundle? | identity
What was the ship's name? | name
What did the clerk deny? | saying
What happened to the map? | event
Did the ship sink? | truth
Was the key made of iron or of brass? | choice
"""
PARTS = """
What did Boris sell, and to whom? | What did Boris sell / to whom did Boris sell
Who bought the mill and when? | Who bought the mill / when did someone buy the mill
Who was the chair, and why did she resign? | Who was the chair / why did she resign
Who bought and who sold the mill? | Who bought the mill / who sold the mill
Who resigned, and what happened next? | Who resigned / what happened next
Who won and what prize did she get? | Who won / what prize did she get
In which town and at which hotel did they meet? | In which town did they meet / at which hotel did they meet
How many men and how many women were there? | How many men were there / how many women were there
When was it built, and by which firm? | When was it built / by which firm was it built
What did Ann buy, and at what price? | What did Ann buy / at what price did Ann buy
When did it open and how many people came? | When did it open / how many people came
What caused the fire and what was lost? | What caused the fire / what was lost
Where did Anna and Leo meet? | Where did Anna and Leo meet?
What did he say when she left? | What did he say when she left?
"""
FOLLOWING = """
Why did she sell it? | What did Marta sell? | the patent | Why did Marta sell the patent?
Where was he born? | Who married Marta? | Leo Brandt | Where was Leo Brandt born?
Why? | When did Adeyemi resign? | in May | Why did Adeyemi resign?
What about Leo Brandt? | Where was Marta born? | Graz | Where was Leo Brandt born?
When did she die? | Where was Anna Keller born? | in Graz | When did Anna Keller die?
Who lives there? | Where was Anna Keller born? | Graz | Who lives in Graz?
Who is her father? | Who was Anna Keller? | a chemist | Who is Anna Keller's father?
Why? | Who was jailed? | former bookkeeper | Why was the former bookkeeper jailed?
When? | Who opened the museum? | | When did somebody open the museum?
How much? | Who paid for the audit? | the Open Fund | How much did the Open Fund pay for the audit?
For how long? | Was Matteo held? | Yes | For how long was Matteo held?
By whom? | Was Matteo arrested? | | By whom was Matteo arrested?
And who taught her Latin? | Where was Anna Weiss born? | Graz | who taught Anna Weiss Latin?
And Doug Fairlie? | Who is Vikram Nair? | | Who is Doug Fairlie?
How old was he? | Who knocked at Mrs Abernathy's door? | | How old was he?
What does he own? | Who drove fourteen children to school? | | What does he own?
Where did they meet? | Who chaired the meeting? | | Where did they meet?
When did he propose it? | What did Eino Saarela notice? | | When did Eino Saarela propose it?
Who carried it out? | Who criticised the audit? | Constable Rhys Maddox | Who carried the audit out?
What will he do? | Who founded it? | He | What will he do?
What did she give her? | Who was Anna Weiss? | a chemist | What did Anna Weiss give her?
Whom did she marry? | When did Marta Kovac move to Vienna? | At the age of sixteen | Whom did Marta Kovac marry?
When did he leave? | When did Tobin Reyk return from Calder to Selm? | in May | When did Tobin Reyk leave?
How old was she when she died? | When did Marta Kovac move to Vienna? | in 1900 | How old was Marta Kovac when Marta Kovac died?
"""


def rows(table: str) -> list[tuple[str, ...]]:
    return [tuple(part.strip() for part in row.split("|")) for row in table.strip().splitlines()]


@pytest.mark.parametrize(("question", "kind"), rows(KINDS))
def test_a_question_has_the_kind_of_its_answer(question: str, kind: str) -> None:
    """The question word and its noun say what kind of expression answers."""
    asked = read_asked(question)
    assert asked is not None and asked.kind.value == kind


@pytest.mark.parametrize(("question", "parts"), rows(PARTS))
def test_each_part_of_a_question_is_complete(question: str, parts: str) -> None:
    """A part takes the verb and the subject that it leaves out from the first part."""
    assert question_parts(question) == tuple(parts.split(" / "))


@pytest.mark.parametrize(("question", "before", "answer", "expected"), rows(FOLLOWING))
def test_a_pronoun_means_what_was_named_last(question: str, before: str, answer: str, expected: str) -> None:
    """A pronoun takes the nearest name that agrees with it: of the answer, then of the question before."""
    assert complete_question(question, before, [answer] if answer else []) == expected


def test_a_pronoun_may_mean_what_an_earlier_turn_named() -> None:
    """Where neither the last answer nor the last question has a name that agrees."""
    assert complete_question(
        "When did she join?", "How many patches were sent?", ["sixty"], ["He", "Ngozi Adeyemi"]
    ) == ("When did Ngozi Adeyemi join?")


def test_a_conversation_remembers_the_names_of_cited_lines(tmp_path: Path) -> None:
    """A quoted line names whom the next question may mean; a question without an answer changes nothing."""
    (tmp_path / "a.txt").write_text("The work was led by Vera Holm. Vera Holm sent sixty patches.", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "a.txt")
        chat = ws.chat()
        chat.ask("What did Vera Holm lead?")
        assert chat.ask("Was it dull?").status == "NO_MATCH"
        assert chat.ask("What did she send?").question == "What did Vera Holm send?"


def test_a_pronoun_that_nothing_names_is_asked_about(tmp_path: Path) -> None:
    """The first question of a conversation says *he*: it is not answered of anybody, but says what to do."""
    (tmp_path / "a.txt").write_text("Tom Berg sold his house. He left in May.", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "a.txt")
        chat = ws.chat()
        refused = chat.ask("What did he sell?")
        assert (refused.status, refused.citations) == ("NO_MATCH", [])
        assert refused.answer.startswith("I do not know whom “he” means")
        assert ws.replay(refused.run).identical
        assert chat.ask("What did Tom Berg sell?").is_answered
        assert chat.ask("When did he leave?").question == "When did Tom Berg leave?"


def test_the_answer_of_an_inner_question_takes_its_place() -> None:
    """*The company that hired Carla* is a question of its own."""
    (inner,) = inner_questions("who bought the company that hired Carla")
    assert (inner.asked.text, inner.outer_with("Helvetia")) == ("the company that hired Carla", "who bought Helvetia")
