"""Answers read from lines go through `pramana.claims`: what the line does not say is probable at most."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pramana
from pramana.claims import ClaimVerdict
from pramana.karaka.answered_statements import answered_statements
from pramana.karaka.line_answers import PassageLine, answer_from_lines
from pramana.karaka.line_answers.checking import check_answer
from pramana.language import EvidenceLine
from pramana.llm import Scripted
from pramana.llm.providers import Ask

STATEMENTS = """
Who stole the map? | Marsh | Marsh stole the map.
Why did the pump stop? | because a bearing had seized | The pump did stop because a bearing had seized.
How many pumps did the crew replace? | 4,200 pumps | The crew did replace 4,200 pumps.
What did the council decide to do? | to close the bridge | The council did decide to close the bridge.
Who is Lily's brother? | Ned | Ned is Lily's brother.
To whom did Anna sell the mill? | a farmer | Anna did sell the mill to a farmer.
Did the firm close the mill? | Yes | The firm did close the mill.
What time did the engineer arrive? | at 04.40 | The engineer did arrive at 04.40.
"""
VERDICTS = """
Who sold the mill? | The mill was sold by Anna Berg. | supported
To whom did Anna sell the mill? | Anna sold the mill to a farmer. | supported
How many pumps did the crew replace? | The crew replaced 4,200 pumps in June. | supported
Why did the pump stop? | The pump stopped because a bearing had seized. | supported
Who wed Leo Brandt? | Marta married Leo Brandt in 1940. | supported
Did the firm close the mill? | The firm closed the mill. | supported
Did the firm close the mill? | The firm did not close the mill. | supported
When did the engineer get to the mill? | The engineer reached the mill at 04.40. | unsure
"""


def rows(table: str) -> list[tuple[str, ...]]:
    return [tuple(part.strip() for part in row.split("|")) for row in table.strip().splitlines()]


@pytest.mark.parametrize(("question", "value", "statement"), rows(STATEMENTS))
def test_an_answer_makes_a_statement_of_its_question(question: str, value: str, statement: str) -> None:
    """The answer takes the place of what was asked for; a reason follows."""
    assert answered_statements(question, [value]) == [statement]


@pytest.mark.parametrize(("question", "line", "verdict"), rows(VERDICTS))
def test_the_line_of_an_answer_is_compared_with_its_statement(question: str, line: str, verdict: str) -> None:
    """*No* is supported where the line contradicts what is asked about."""
    found = answer_from_lines(question, [PassageLine("a.txt", 1, EvidenceLine(line))])
    assert [check_answer(question, each).verdict for each in found] == [ClaimVerdict(verdict)]


TEXT = "The repair crew was late.\nThe standby compressor, a “small” one, had been serviced on Thursday 15 August.\n"
QUESTION = "When had the standby compressor been serviced?"


def asked(folder: Path, question: str, verdict: str = "") -> Any:
    (folder / "a.txt").write_text(TEXT, "utf-8")
    asks: list[Any] = []

    def judge(ask: Ask) -> str:
        asks.append(ask.value)
        return json.dumps({"reasoning": "Read.", "verdict": verdict, "lines": [1]})

    llm = {"models": {"it": {"provider": "scripted"}}, "ptools": {"claims.claim_verdict": "it"} if verdict else {}}
    with pramana.open(folder / "ws", create=True, llm=llm, providers={"it": Scripted(judge)}) as ws:
        ws.ingest(folder / "a.txt")
        reply = ws.ask(question)
        kept = [(each.verdict, each.reason) for each in ws._ws.ledger.proposals(reply.run, "read")]
        return reply, kept, asks


@pytest.fixture
def found_last(tmp_path: Path) -> Any:
    reply, kept, _ = asked(tmp_path, QUESTION)
    return reply, kept


def test_what_rules_cannot_show_is_probable_with_the_reason(found_last: Any) -> None:
    """The line is quoted under *probably*; the reason is in the reply and in the ledger."""
    reply, kept = found_last
    assert reply.status == "FROM_TEXT"
    assert reply.answer.startswith("on Thursday 15 August — probably: “")
    (told,) = (each for each in reply.reasoning_trace if each.startswith("Not shown to be the answer: "))
    assert kept == [("checked", told.removeprefix("Not shown to be the answer: "))]


@pytest.mark.parametrize(
    ("verdict", "answer"),
    [
        ("supported", "on Thursday 15 August: “"),
        ("unsure", "on Thursday 15 August — probably: “"),
        ("not_stated", "I found no line that surely answers this."),
        ("contradicted", "I found no line that surely answers this."),
    ],
)
def test_a_configured_model_judges_what_rules_leave_open(tmp_path: Path, verdict: str, answer: str) -> None:
    """It sees the statement and the line; what it does not find said is no answer."""
    reply, kept, asks = asked(tmp_path, QUESTION, verdict)
    assert reply.answer.startswith(answer)
    assert [each.claim for each in asks] == ["The standby compressor had been serviced on Thursday 15 August."]
    assert [each[0] for each in kept] == ["refused" if verdict in {"not_stated", "contradicted"} else "checked"]
