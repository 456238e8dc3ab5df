"""Links and references judged several at once: few calls, and one bad answer spoils no other."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import asked_for, fields, obliging, offered, statements

import pramana
from pramana.evidence import Evidence, Grade
from pramana.karaka.passes.reference_questions import marked_line
from pramana.karaka.passes.together import content_chunks
from pramana.testing.model_server import ModelServer, failure_reply

STORY = (
    "Scrooge kept accounts. The old miser counted coins. He frowned. Then he laughed at Bob. "
    "Bob put on his comforter because he was cold. Marley was dead. He had been a partner. "
    "Scrooge nodded. He signed the register. The clerk shivered, and he said nothing. "
    "Fred came in. He wished his uncle joy. Scrooge shouted, so he left. "
)
"""A story with more than ten pronouns and descriptions."""
MARKED = re.compile(r"⟦(\d+) ([^⟦⟧]*)")
Answering = Callable[[str, list[dict[str, Any]]], Any]


def entries(kind: str, given: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what a good model answers about each item of a call."""
    if kind == "references":
        return [{"item": item, "means": "Scrooge" if "Scrooge" in names else None} for item, _, names in offered(given)]
    valid = {"score": 96} if kind == "scores" else {"valid": True}
    return [{"item": each["item"], **valid, "reasoning": ""} for each in statements(given)]


def model(spoil: Answering = lambda kind, good: {kind: good}) -> Callable[[dict[str, Any], int], Any]:
    """A model that reads by the rules, and whose answers about several links or expressions `spoil` may change."""

    def answering(request: dict[str, Any], number: int) -> Any:
        kind, given = asked_for(request), fields(request)
        if kind == "references" or "statements" in given:
            return spoil(kind, entries(kind, given))
        return obliging(request, number)

    return answering


def run(
    folder: Path,
    answering: Any,
    texts: dict[str, str],
    passes: tuple[str, ...] = ("coreference", "causes"),
) -> tuple[set[tuple[str, str, str]], list[dict[str, Any]], list[Counter[str]]]:
    """Ingest texts one after the other, run passes, and return the links, the requests of passes, and the outcomes."""
    with ModelServer(answering) as server:
        llm = {"default": "it", "models": {"it": {"model": "test", "base_url": server.url, "retries": 0}}}
        with pramana.open(folder / "ws", create=True, llm=llm, karaka={"passes": []}) as ws:
            for name, text in texts.items():
                (folder / name).write_text(text, "utf-8")
                ws.ingest(folder / name)
            before = len(server.requests)
            outcomes = [Counter(report.links) for report in ws.run_passes(*passes)]
            links = {
                (fact.edge.source, fact.edge.relation, fact.edge.target)
                for kind in ("IS_SAME_AS", "CAUSES")
                for fact in ws.facts(kind)
            }
            assert all(ws.replay(each.id).identical for each in ws.runs())
        return links, server.requests[before:], outcomes


def test_references_of_a_text_take_three_calls(tmp_path: Path) -> None:
    """Who is meant, a vote and a verdict: each in one call, for what is asked and what rules find."""
    links, requests, [outcome] = run(tmp_path, model(), {"a.txt": STORY}, ("coreference",))
    assert [asked_for(request) for request in requests] == ["references", "scores", "verdicts"]
    assert outcome["verified"] == len(links) >= 6
    assert {"Scrooge"} <= {target for _, _, target in links} <= {"Scrooge", "Bob", "Fred"}
    assert fields(requests[1]) == fields(requests[2])


def test_links_of_rules_take_two_calls_a_pass(tmp_path: Path) -> None:
    """Causes that rules find are judged together, blind: judges see no votes."""
    _, requests, [outcome] = run(tmp_path, model(), {"a.txt": STORY}, ("causes",))
    assert sorted(outcome) == ["verified"]
    assert [asked_for(request) for request in requests] == ["scores", "verdicts"]
    assert fields(requests[0]) == fields(requests[1])


def test_lines_are_shown_once_with_all_expressions_marked(tmp_path: Path) -> None:
    """A call holds each line once; the numbers of expressions are in the line."""
    _, requests, _ = run(tmp_path, model(), {"a.txt": STORY}, ("coreference",))
    shown = fields(requests[0])["lines"].splitlines()
    numbers = [line.partition(":")[0] for line in shown]
    assert numbers == sorted(set(numbers), key=int)
    items = [int(item) for line in shown for item, _ in MARKED.findall(line)]
    assert items == list(range(1, len(items) + 1))
    assert shown[1] == "2: ⟦1 The old miser⟧ counted coins."


def dropped(number: int) -> Answering:
    """An answer that leaves out every entry but the first ones."""
    return lambda kind, good: {kind: good[:number] if len(good) > number else good}


def invalid_one(kind: str, good: list[dict[str, Any]]) -> Any:
    """An answer of which one entry is invalid wherever there are several."""
    return {kind: [{"item": 1, "nonsense": True}, *good[1:]] if len(good) > 1 else good}


def cut(kind: str, good: list[dict[str, Any]]) -> Any:
    """An answer that is cut short wherever there are more than three entries."""
    text = json.dumps({kind: good})
    return text if len(good) <= 3 else text[: len(text) // 2]


def twice(kind: str, good: list[dict[str, Any]]) -> Any:
    """An answer that names an item twice."""
    return {kind: [*good, good[0]] if len(good) > 1 else good}


def renumbered(kind: str, good: list[dict[str, Any]]) -> Any:
    """An answer that counts from 0."""
    return {kind: [{**entry, "item": entry["item"] - 1} for entry in good] if len(good) > 1 else good}


@pytest.mark.slow
@pytest.mark.parametrize("spoil", [dropped(2), invalid_one, cut, twice, renumbered])
def test_bad_answers_spoil_nothing(tmp_path: Path, spoil: Answering) -> None:
    """Items that an answer leaves out, breaks or confuses are asked about again, in halves; the result is the same."""
    expected, _, _ = run(_folder(tmp_path, "good"), model(), {"a.txt": STORY})
    links, requests, outcomes = run(_folder(tmp_path, "bad"), model(spoil), {"a.txt": STORY})
    assert links == expected
    assert all(not outcome["failed"] for outcome in outcomes)
    assert len(requests) > 7


def _folder(above: Path, name: str) -> Path:
    (above / name).mkdir()
    return above / name


def test_an_item_that_is_never_answered_alone_stays_undecided(tmp_path: Path) -> None:
    """The others of its call are decided."""

    def spoil(kind: str, good: list[dict[str, Any]]) -> Any:
        return {kind: [each for each in good if "reasoning" not in each or (len(good) > 1 and each["item"] > 1)]}

    links, _, [outcome] = run(tmp_path, model(spoil), {"a.txt": STORY}, ("coreference",))
    assert outcome["failed"] >= 1
    assert len(links) == outcome["verified"] >= 3


def test_what_a_judge_refuses_is_refused_alone(tmp_path: Path) -> None:
    """One low vote refuses its link, and no other."""

    def spoil(kind: str, good: list[dict[str, Any]]) -> Any:
        low = {"score": 20} if kind == "scores" else {}
        return {kind: [{**good[0], **low, "reasoning": "Bob is meant."}, *good[1:]]}

    links, _, [outcome] = run(tmp_path, model(spoil), {"a.txt": STORY}, ("coreference",))
    assert outcome["refused"] == 1
    assert len(links) == outcome["verified"] >= 3


def test_another_document_changes_no_call(tmp_path: Path) -> None:
    """Documents never share a call: what was paid for one is not paid again when another comes, in any order."""
    texts = {"a.txt": STORY, "b.txt": "Anna met Tom. He sang because she danced. The old man smiled."}
    _, alone, _ = run(_folder(tmp_path, "alone"), model(), {"a.txt": STORY})
    first, together, _ = run(_folder(tmp_path, "ab"), model(), texts)
    second, _, _ = run(_folder(tmp_path, "ba"), model(), dict(reversed(texts.items())))
    messages = [request["messages"] for request in together]
    assert first == second
    assert all(request["messages"] in messages for request in alone)


def test_an_answer_that_does_not_come_leaves_its_whole_call_undecided(tmp_path: Path) -> None:
    """A judge that cannot be reached decides nothing; the next run asks the same call again, and only that."""
    state = {"down": True}

    def answering(request: dict[str, Any], number: int) -> Any:
        return failure_reply(500) if state["down"] and asked_for(request) == "verdicts" else model()(request, number)

    with ModelServer(answering) as server:
        llm = {"default": "it", "models": {"it": {"model": "test", "base_url": server.url, "retries": 0}}}
        gsv = {"policy": "fast_path"}
        (tmp_path / "a.txt").write_text(STORY, "utf-8")
        with pramana.open(tmp_path / "ws", create=True, llm=llm, gsv=gsv, karaka={"passes": []}) as ws:
            ws.ingest(tmp_path / "a.txt")
            [report] = ws.run_passes("coreference")
            assert report.links == {"failed": report.links["failed"]}
            state["down"], before = False, len(server.requests)
            [again] = ws.run_passes("coreference")
            assert again.links == {"verified": report.links["failed"]}
        assert [asked_for(request) for request in server.requests[before:]][:1] == ["verdicts"]


def test_a_judgement_is_a_step_of_its_own_and_undone_with_its_pass(tmp_path: Path) -> None:
    """Each link has its vote, verdict and reason in the ledger; undo takes all of them."""
    with ModelServer(model()) as server:
        llm = {"default": "it", "models": {"it": {"model": "test", "base_url": server.url}}}
        (tmp_path / "a.txt").write_text(STORY, "utf-8")
        with pramana.open(tmp_path / "ws", create=True, llm=llm, karaka={"passes": []}) as ws:
            ws.ingest(tmp_path / "a.txt")
            empty = ws.graph_hash()
            [report] = ws.run_passes("coreference")
            steps = [step for step in ws._ws.ledger.steps(report.run) if step.kind == "judgement"]
            assert len(steps) == report.links["verified"]
            assert {(step.body["verdict"], tuple(step.body["scores"])) for step in steps} == {("verified", (96,))}
            proposals = ws._ws.ledger.proposals(report.run)
            assert {each.scores for each in proposals if each.path.startswith("pass/coreference/")} == {(96,)}
            ws.undo_pass("coreference")
            assert ws.graph_hash() == empty


def test_marks_of_the_text_mark_nothing() -> None:
    """A document that holds marks itself cannot pass for an expression that is asked about."""
    text = "⟦1 Scrooge⟧ met his nephew."
    here = [Evidence("a.txt", 1, start, end, text[start:end], Grade.VERBATIM) for start, end in ((16, 26), (16, 19))]
    assert marked_line(text, here, (1, 2)) == "[1 Scrooge] met ⟦1 ⟦2 his⟧ nephew⟧."


@given(st.lists(st.integers(1, 30), max_size=40), st.integers(1, 8), st.integers(1, 60))
@settings(max_examples=60)
def test_parts_of_any_items(numbers: list[int], most: int, room: int) -> None:
    """Parts hold all items in their order, no more than are allowed, and no more lines than there is room for."""
    lines = {number: "x" * number for number in numbers}
    parts = list(content_chunks(numbers, lambda number: {number: lines[number]}, most, room))
    assert [number for part in parts for number in part] == numbers
    for part in parts:
        assert len(part) <= most
        assert len(part) == 1 or sum(set(part)) <= room
