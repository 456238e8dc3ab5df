"""Links that lines contradict are refused, whoever proposes them; what a judge says of the lines is held to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from oracle import asked_for, fields, obliging, offered, statements

import pramana
from pramana.karaka.passes.statements import JudgedStatement, held_judgement
from pramana.testing.model_server import ModelServer
from pramana.trace import Verdict

CONTRADICTED = [
    ("Scrooge kept a clerk. The old miser thanked Scrooge.", "The old miser", "Scrooge"),
    ("Scrooge came in. The old miser followed. Scrooge was not the old miser.", "The old miser", "Scrooge"),
    ("Scrooge came in. The old miser counted coins. The old miser was never Scrooge.", "The old miser", "Scrooge"),
    ("Marley never sold the shop. The old miser sold the shop.", "The old miser", "Marley"),
    ("Marley was born in 1790. Scrooge came in. The old miser was born in 1802.", "The old miser", "Marley"),
]
"""A text, an expression, and whom a model takes it for against the text."""


def model(
    meant: Mapping[str, str], said: Callable[[str], str] = lambda statement: ""
) -> Callable[[dict[str, Any], int], Any]:
    """A model that takes expressions for what `meant` says, and agrees with each link, for the reason `said` gives."""

    def answering(request: dict[str, Any], number: int) -> Any:
        kind, given = asked_for(request), fields(request)
        if kind == "references":
            return {kind: [{"item": item, "means": meant.get(words)} for item, words, _ in offered(given)]}
        if "statements" in given:
            good: dict[str, Any] = {"score": 96} if kind == "scores" else {"valid": True}
            told = [(each["item"], said(each["statement"])) for each in statements(given)]
            return {kind: [{"item": item, "reasoning": reason, **good} for item, reason in told]}
        return obliging(request, number)

    return answering


def links_of(folder: Path, text: str, answering: Any) -> tuple[set[tuple[str, str]], list[str], int]:
    """Ingest a text and settle its references: the links, the reasons of refusals, and the number of judges asked."""
    (folder / "tale.txt").write_text(text, "utf-8")
    with ModelServer(answering) as server:
        llm = {"default": "it", "models": {"it": {"model": "test", "base_url": server.url, "concurrency": 1}}}
        with pramana.open(folder / "ws", create=True, llm=llm, karaka={"passes": []}) as ws:
            ws.ingest(folder / "tale.txt")
            before = len(server.requests)
            ws.run_passes("coreference")
            links = {(fact.edge.source.split("@")[0], fact.edge.target) for fact in ws.facts("IS_SAME_AS")}
            run = ws.runs()[-1].id
            refused = [each.reason for each in ws._ws.ledger.proposals(run, "pass") if each.verdict is Verdict.REFUSED]
            assert all(ws.replay(each.id).identical for each in ws.runs())
        asked = [asked_for(request) for request in server.requests[before:]]
        return links, refused, asked.count("verdicts")


@pytest.mark.parametrize(("text", "words", "means"), CONTRADICTED)
def test_a_link_that_a_line_contradicts_is_refused(tmp_path: Path, text: str, words: str, means: str) -> None:
    """One that is two participants of a clause, is denied, or would say what another line denies: no judge is asked."""
    links, refused, judges = links_of(tmp_path, text, model({words: means}))
    assert (words.removeprefix("The "), means) not in links
    assert any("contradicts it" in reason for reason in refused)
    assert judges == 0


def test_a_link_that_no_line_contradicts_is_judged(tmp_path: Path) -> None:
    """*Scrooge kept a clerk. The old miser counted coins.* says nothing against it."""
    links, refused, judges = links_of(
        tmp_path, "Scrooge kept a clerk. The old miser counted coins.", model({"The old miser": "Scrooge"})
    )
    assert (links, refused, judges) == ({("old miser", "Scrooge")}, [], 1)


def test_a_reason_that_the_lines_contradict_decides_nothing(tmp_path: Path) -> None:
    """A judge that agrees because *Scrooge never kept a clerk* has not read the lines: the link is refused."""
    answering = model({"The old miser": "Scrooge"}, lambda statement: "Scrooge never kept a clerk.")
    links, refused, _ = links_of(tmp_path, "Scrooge kept a clerk. The old miser counted coins.", answering)
    assert links == set()
    assert any("Scrooge never kept a clerk." in reason for reason in refused)


@pytest.mark.parametrize(
    ("reason", "kept"),
    [
        ("Ann left at ten.", True),
        ("The captain is the only one there.", True),
        ("", True),
        ("Ann left at nine.", False),
        ("It fits. Ann never left.", False),
    ],
)
def test_reasons_are_claims_about_the_lines(reason: str, kept: bool) -> None:
    """What is said in other words stays; what differs in a number or a denial makes the verdict a refusal."""
    judged = JudgedStatement(Verdict.VERIFIED, f"Scored 96 and found valid: {reason}", (96,))
    found = held_judgement(judged, ["Ann left at ten."])
    assert (found is judged) is kept
    assert found.verdict is (Verdict.VERIFIED if kept else Verdict.REFUSED)
