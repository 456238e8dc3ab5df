"""Answers that a model writes: what the lines do not say is refused, and after two refusals the lines are quoted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pramana
from pramana.llm import Scripted
from pramana.llm.providers import Ask

TEXT = (
    "Marsh stole the map. Ned denied that Marsh stole the compass. Lily found the key on Monday. "
    "Ruth resigned after the accident. Scrooge entered the shop. He counted forty coins."
)
FALSE = [
    ("Who stole the map?", "Lily stole the map."),
    ("Who stole the map?", "Marsh never stole the map."),
    ("Who stole the map?", "The map stole Marsh."),
    ("Who stole the map?", "Marsh may have stolen the map."),
    ("Who stole the map?", "Marsh stole the map in 1843."),
    ("Who stole the map?", "Marsh, a poor sailor, stole the map."),
    ("Who stole the map?", "Somebody stole the map."),
    ("Who stole the map?", "Lily: “Marsh stole the map.”"),
    ("Who stole the map?", "It is false that “Marsh stole the map.”"),
    ("Who stole the map?", "Denied: “Marsh stole the map.”"),
    ("Who stole the map?", "One more line names Lily."),
    ("Who resigned?", "Ruth resigned before the accident."),
    ("Who counted forty coins?", "Scrooge counted fifty coins."),
]
TRUE = [
    ("Who stole the map?", "Marsh stole the map."),
    ("Who stole the map?", "The map was stolen by Marsh."),
    ("Who stole the map?", "Marsh: “Marsh stole the map.”"),
    ("Who resigned?", "Ruth resigned."),
    ("Who counted forty coins?", "Scrooge counted forty coins."),
]


class Writer:
    """A model that writes the same sentence whatever it is asked, and cites all lines. `asked` counts the calls."""

    def __init__(self, sentence: str) -> None:
        self.sentence, self.asked = sentence, 0

    def __call__(self, ask: Ask) -> str:
        self.asked += 1
        numbers = list(range(1, 1 + ask.messages[-1]["content"].count('{"number": ')))
        return json.dumps({"sentences": [{"text": self.sentence, "citations": numbers}]})


def asked(folder: Path, question: str, writer: Writer) -> pramana.app.Reply:
    (folder / "story.txt").write_text(TEXT, "utf-8")
    llm = {"models": {"it": {"provider": "scripted"}}, "ptools": {"karaka.answer_generation": "it"}}
    with pramana.open(folder / "ws", create=True, llm=llm, providers={"it": Scripted(writer)}) as ws:
        ws.ingest(folder / "story.txt")
        return ws.ask(question)


@pytest.mark.parametrize(("question", "sentence"), FALSE)
def test_a_sentence_that_the_lines_do_not_say_is_refused_twice_then_the_line_is_quoted(
    tmp_path: Path, question: str, sentence: str
) -> None:
    """The reply never holds the false sentence; it quotes the line, and the trace says what was refused."""
    writer = Writer(sentence)
    reply = asked(tmp_path, question, writer)
    assert reply.status == "GROUNDED", reply
    assert writer.asked == 2
    assert sentence not in reply.answer
    assert all(f"“{line.text}”" in reply.answer for line in reply.citations)
    assert any("was refused" in told for told in reply.reasoning_trace)


@pytest.mark.parametrize(("question", "sentence"), TRUE)
def test_a_sentence_that_the_lines_say_is_kept(tmp_path: Path, question: str, sentence: str) -> None:
    """What the lines say, in their words or turned into the passive, is the answer at once."""
    writer = Writer(sentence)
    reply = asked(tmp_path, question, writer)
    assert reply.answer.startswith(sentence), reply
    assert writer.asked == 1


class Two(Writer):
    """Writes a true sentence and another one, and judges every claim as it is told to."""

    def __init__(self, sentence: str, verdict: str = "unsure") -> None:
        super().__init__(sentence)
        self.verdict, self.judged = verdict, list[str]()

    def __call__(self, ask: Ask) -> str:
        if "claim_verdict" in ask.ptool.name:
            self.judged.append(ask.value.claim)
            return json.dumps({"reasoning": "Read.", "verdict": self.verdict, "lines": [1]})
        numbers = list(range(1, 1 + ask.messages[-1]["content"].count('{"number": ')))
        texts = ["Marsh stole the map.", self.sentence]
        return json.dumps({"sentences": [{"text": text, "citations": numbers} for text in texts]})


def asked_of(folder: Path, writer: Two) -> pramana.app.Reply:
    (folder / "story.txt").write_text(TEXT, "utf-8")
    names = ("karaka.answer_generation", "claims.claim_verdict")
    llm = {"models": {"it": {"provider": "scripted"}}, "ptools": dict.fromkeys(names, "it")}
    with pramana.open(folder / "ws", create=True, llm=llm, providers={"it": Scripted(writer)}) as ws:
        ws.ingest(folder / "story.txt")
        return ws.ask("Who stole the map?")


def test_a_refused_sentence_is_replaced_by_its_lines_and_the_others_stay(tmp_path: Path) -> None:
    """What is supported is kept in the model's words; the reason is in the trace."""
    reply = asked_of(tmp_path, Two("Marsh robbed the map."))
    assert reply.answer == "Marsh stole the map. [story.txt:1] “Marsh stole the map.” [story.txt:1]"
    assert reply.status == "GROUNDED"
    assert any("was refused" in told for told in reply.reasoning_trace)


def test_a_model_decides_about_a_sentence_that_rules_leave_unsure(tmp_path: Path) -> None:
    """A blind verdict accepts a paraphrase."""
    writer = Two("Marsh robbed the map.", "supported")
    assert asked_of(tmp_path, writer).answer == "Marsh stole the map. [story.txt:1] Marsh robbed the map. [story.txt:1]"
    assert writer.judged == ["Marsh robbed the map."]


def test_no_model_is_asked_about_what_rules_contradict(tmp_path: Path) -> None:
    """A judge that is taken in by everything makes no falsehood GROUNDED that the rules decide."""
    writer = Two("Marsh never stole the map.", "supported")
    assert "never" not in asked_of(tmp_path, writer).answer
    assert writer.judged == []
