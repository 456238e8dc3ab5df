"""*Who is the owner of the inn?* is answered by who owns it: a noun for what somebody is, and a verb or a noun from the
other side."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pramana
from pramana.karaka.other_words import may_be_kin
from pramana.language import Paraphrase, paraphrases, read_asked, word_table

TEXT = """Dr. Oliver Teague is married to Joan Pettifer.
Bob Lee married Ann Ray in 1931.
Bob Lee is the son of Tom Lee and Mary Lee.
Ann Ray owns the Star Inn.
Carl Orr founded the brewery in 1902.
Dora Finn wrote the novel Low Water.
Karl Moss teaches Lena Voss.
Nils Berg employs Otto Hahn.
Petra Quill directed the film Barrier.
Rosa Sand is the mother of Theo Sand.
Uwe Vogt succeeded Walter Zorn as mayor of Ilm.
The painter Yann Abel lives in Bremen with his sister Zita Abel.
Clara Dunn, the widow of Emil Dunn, sold the mill.
Hugo Pratt wanted to marry Ines Bell, but her father forbade it.
Emil Dunn planned to found a bank in Ilm.
Ira Falk never owned the Red Mill.
Hilda Roth is the daughter of George Roth.
"""
ANSWERED = """
Who is Oliver Teague's wife? | Joan Pettifer
Who is the husband of Joan Pettifer? | Dr. Oliver Teague
Who was Bob Lee's wife? | Ann Ray
Who are Bob Lee's parents? | Tom Lee and Mary Lee
Who is the owner of the Star Inn? | Ann Ray
Who is the founder of the brewery? | Carl Orr
Who is the author of Low Water? | Dora Finn
Who is Lena Voss's teacher? | Karl Moss
Who is Otto Hahn's employer? | Nils Berg
Who is the director of Barrier? | Petra Quill
Who is Rosa Sand's child? | Theo Sand
Who was Walter Zorn's successor? | Uwe Vogt
Who was Uwe Vogt's predecessor? | Walter Zorn
Who is Yann Abel's sister? | Zita Abel
Who was Clara Dunn's husband? | Emil Dunn
Who is Hilda Roth's father? | George Roth
"""
REFUSED = """
Who is Joan Pettifer's wife?
Who is Oliver Teague's husband?
Who is Tom Lee's wife?
Who is Bob Lee's father?
Who is Rosa Sand's son?
Who is Hilda Roth's mother?
Who is Ines Bell's husband?
Who is Hugo Pratt's wife?
Who is the founder of the bank?
Who is the owner of the Red Mill?
Who is Nils Berg's employer?
Who is Karl Moss's teacher?
Who was Uwe Vogt's successor?
Who is the author of Barrier?
Who is Zita Abel's sister?
"""


@pytest.fixture(scope="module")
def replies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, pramana.QueryResult]:
    """Return the reply to each question: a workspace is opened once."""
    folder: Path = tmp_path_factory.mktemp("converse")
    (folder / "t.txt").write_text(TEXT, "utf-8")
    with pramana.open(folder / "ws", create=True) as ws:
        ws.ingest(folder / "t.txt")
        questions = [row.split(" | ")[0] for row in (ANSWERED + REFUSED).strip().splitlines() if row]
        return {question: ws.ask(question) for question in questions}


@pytest.mark.parametrize("row", ANSWERED.strip().splitlines())
def test_a_noun_is_answered_from_the_other_side(replies: dict[str, pramana.QueryResult], row: str) -> None:
    question, name = row.split(" | ")
    reply = replies[question]
    assert reply.is_answered
    assert re.match(rf"{re.escape(name)}(?: —|:)", reply.answer)


@pytest.mark.parametrize("question", REFUSED.strip().splitlines())
def test_the_wrong_side_gender_or_mood_is_refused(replies: dict[str, pramana.QueryResult], question: str) -> None:
    """Who marries is no wife where he is a man; who wants to marry, or plans to found, has not; teachers are not taught."""
    assert replies[question].status == "NO_MATCH"


@pytest.mark.parametrize("noun", sorted(word_table("questions/converse_nouns")))
def test_every_noun_is_asked_for_by_questions_that_can_be_read(noun: str) -> None:
    for whose in ("Ann Lee", "the old mill"):
        asked = [each for each in paraphrases(f"Who is the {noun} of {whose}?") if each.kin]
        assert asked
        for each in asked:
            found = read_asked(each.text)
            assert found is not None
            assert whose in found.statement


@pytest.mark.parametrize(
    ("names", "noun", "may_be"),
    [
        (["Tom Lee"], "father", True),
        (["Mary Lee"], "father", False),
        (["Tom Lee and Mary Lee"], "father", False),
        (["Tom Lee", "Mary Lee"], "mother", False),
        (["Tom Lee", "Mary Lee"], "parents", True),
        (["Theo Sand"], "son", False),
        (["Theo Sand"], "child", True),
        (["Ira Sand"], "wife", True),
        (["Tom Lee"], "wife", False),
    ],
)
def test_a_name_must_be_of_the_nouns_gender(names: list[str], noun: str, may_be: bool) -> None:
    assert may_be_kin(names, Paraphrase("", kin=noun)) is may_be
