"""`report`: its sums are those of the recorded steps, whatever model read the lines."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import answer
from selectolax.lexbor import LexborHTMLParser
from sentences import text

import pramana
from pramana.pages import bars, columns, stacked_bars
from pramana.testing.model_server import ModelServer
from pramana.views.render.report_page import MOST_BINS, bin_counts
from pramana.views.report import Report

POLICIES = ("batched", "fast_path", "full")


def flags(url: str, price: dict[str, float] | None = None, **more: Any) -> dict[str, Any]:
    settings = {"model": "test", "base_url": url, "concurrency": 8, "backoff_s": 0.001, "price": price}
    return {"llm": {"default": "it", "models": {"it": settings}}, **more}


@pytest.fixture
def document(tmp_path: Path) -> Path:
    file = tmp_path / "made.txt"
    file.write_text(text(40), "utf-8")
    return file


def best(scores: list[list[int]]) -> float:
    return max((sum(votes) / len(votes) for votes in scores if votes), default=0)


def judged_as(failure: dict[str, Any]) -> str:
    """Return how an attempt that was not accepted was judged, the long way."""
    choice = failure["verifier_choice"]
    if choice in ("", "ALL_INVALID"):
        return "none" if choice else "unheard"
    chosen = failure["scores"][failure["candidates"].index(choice)]
    return "low" if sum(chosen) / len(chosen) >= best(failure["scores"]) else "other"


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
def test_the_sums_are_those_of_the_steps(tmp_path: Path, document: Path, policy: str) -> None:
    """Attempts, calls, judgements, refusals and times come to what a look at every step and proposal comes to."""
    with (
        ModelServer(answer) as server,
        pramana.open(tmp_path / "ws", create=True, **flags(server.url, gsv={"policy": policy})) as ws,
    ):
        run = ws.ingest(document).run or 0
        report, ledger = ws.report(), ws._ws.ledger
        steps, proposals = list(ledger.steps(run)), list(ledger.proposals(run))
        timings = ws._ws.database.all(
            "SELECT path, seconds FROM timing WHERE run = ? AND cached = 0 AND path LIKE '%/line/%'", (run,)
        )
    outcomes = [step.body for step in steps if step.kind == "outcome"]
    assert report.lines == Counter(body["status"] for body in outcomes)
    assert [(each.number, each.tried) for each in report.attempts] == [
        (n, sum(body["attempts"] >= n for body in outcomes)) for n in range(1, len(report.attempts) + 1)
    ]
    assert sum(each.accepted for each in report.attempts) == report.accepted
    assert sum(report.calls.values()) == len(outcomes)
    assert report.calls_a_line == pytest.approx(
        sum(a / b for a, b in (each["calls"] for each in outcomes)) / 40, abs=0.05
    )
    expected = Counter(judged_as(dict(step.body)) for step in steps if step.kind == "gsv_failure")
    expected["agreed"] = sum(proposal.verdict == "verified" for proposal in proposals)
    assert +Counter(report.judgements) == +expected
    assert sum(each.count for each in report.refusals) == sum(proposal.verdict == "refused" for proposal in proposals)
    scored = Counter(proposal.verdict == "refused" for proposal in proposals if proposal.scores)
    assert sum(each["refused"] for each in report.scores.values()) == scored[True]
    assert sum(each["accepted"] for each in report.scores.values()) == scored[False]
    took: Counter[str] = Counter()
    for path, seconds in timings:
        took[re.sub(r"/line/(\d+)/.*", r":\1", path)] += seconds
    assert [each.place for each in report.slowest] == [place for place, _ in took.most_common(10)]


def test_what_reading_cost_is_told_for_each_line(tmp_path: Path, document: Path) -> None:
    """With a model whose price is known, a line's money is what was paid for reading over the lines that were read."""
    with (
        ModelServer(answer) as server,
        pramana.open(tmp_path / "ws", create=True, **flags(server.url, {"input": 3, "output": 15})) as ws,
    ):
        spent = ws.ingest(document).spending
        report = ws.report()
    assert report.lines_read == 40
    assert report.a_line["money"] == round(spent["money"] / 40, 3) > 0
    assert report.a_line["tokens"] == round((spent["prompt_tokens"] + spent["completion_tokens"]) / 40, 1)
    assert report.unknown == ()
    assert "a line;" in report.html()


def test_an_unknown_price_is_said(tmp_path: Path, document: Path) -> None:
    """Where a price is unknown no money is told, and why."""
    with ModelServer(answer) as server, pramana.open(tmp_path / "ws", create=True, **flags(server.url)) as ws:
        ws.ingest(document)
        report = ws.report()
    assert report.a_line["money"] is None
    assert ["price" in sentence for sentence in report.unknown] == [True]
    assert "price unknown" in report.html()


def test_the_embedded_model_is_said_not_to_judge(story: Path, tmp_path: Path) -> None:
    """A workspace without a model has no judgements, no tokens and no cost, and the report says why."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(story)
        report = ws.report()
    assert (report.judged, report.scores, report.a_line["money"]) == (0, {}, 0)
    assert [word in " ".join(report.unknown) for word in ("No model scored", "costs nothing")] == [True, True]
    assert report.lines == {"checked": 6}
    assert [(each.doc_id, each.lines, each.accepted) for each in report.coverage] == [("rama.txt", 6, 6)]


def test_only_present_lines_count(story: Path, tmp_path: Path) -> None:
    """Lines of a document that was changed or removed since are not among those that are told of."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(story)
        story.write_text("Sita went home.\n\nRama slept.\n", "utf-8")
        ws.ingest(story)
        changed = ws.report()
        ws.remove("rama.txt")
        removed = ws.report()
    assert sum(changed.lines.values()) == 2
    assert changed.lines_read == 8
    assert (removed.lines, removed.coverage) == ({}, ())


def test_what_a_budget_left_is_unread(tmp_path: Path, document: Path) -> None:
    """Lines that a run did not come to are counted as unread, and are part of no rate."""
    with (
        ModelServer(answer) as server,
        pramana.open(
            tmp_path / "ws", create=True, **flags(server.url, budget={"calls": 30}, gsv={"policy": "full"})
        ) as ws,
    ):
        assert ws.ingest(document).exit_code == 4
        report = ws.report()
    assert report.lines["unread"] > 0
    assert report.read + report.lines["unread"] == 40
    assert report.coverage[0].statuses["unread"] == report.lines["unread"]


def test_an_empty_workspace_says_that_nothing_was_read(tmp_path: Path) -> None:
    """Where nothing was read the report says so, and its page is whole."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        report = ws.report()
    assert report.unknown == ("No line was read yet: `pramana ingest`.",)
    assert "No line was read yet." in report.html()
    assert json.dumps(report.as_json())


def test_hostile_names_are_text(tmp_path: Path) -> None:
    """What a document or its name holds is text on the page, and in its plots."""
    hostile = "<img src=x onerror=alert(1)>.txt"
    file = tmp_path / hostile
    file.write_text("Rama <b>gave</b> the bow to Sita.\n\n<script>alert(1)</script>\n", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(file)
        html = ws.report().html()
    tree = LexborHTMLParser(html)
    assert [len(tree.css(name)) for name in ("img", "script", "b")] == [0, 0, 0]
    assert hostile in tree.text()
    assert "script-src" not in html and "default-src 'none'" in html


@given(st.dictionaries(st.floats(0, 5_000).map(lambda number: round(number, 1)), st.integers(1, 9), max_size=80))
def test_bins_hold_every_line(calls: dict[float, int]) -> None:
    """Calls fall into at most thirty-odd bins, none is lost, whatever their spread."""
    bins = bin_counts(calls)
    assert sum(count for _, count in bins) == sum(calls.values())
    assert len(bins) <= MOST_BINS + 1


@given(st.lists(st.tuples(st.text(max_size=40), st.floats(0, 1e9), st.text(max_size=9)), max_size=6))
def test_plots_are_whole_whatever_they_say(rows: list[tuple[str, float, str]]) -> None:
    """No text of a plot becomes an element, and no number is not one."""
    stacks = [(label, {"checked": value, "unread": 1.0}, told) for label, value, told in rows]
    for drawn in (bars(rows, "<b>"), stacked_bars(stacks, "<b>"), columns([row[:2] for row in stacks], "<b>")):
        assert drawn.startswith('<svg viewBox="0 0 720 ') and drawn.endswith("</svg>")
        assert not re.findall(r"<(?!/?(?:svg|rect|text|line|title)\b)", drawn)
        assert "nan" not in re.sub(r">[^<]*<|aria-label=\"[^\"]*\"", "", drawn)


@pytest.mark.slow
def test_a_notebook_shows_it(story: Path, tmp_path: Path) -> None:
    """In a notebook a report is its page, in a frame."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(story)
        report: Report = ws.report()
    assert report._repr_html_().startswith('<iframe sandbox="allow-scripts"')
    assert report.save(tmp_path / "pages" / "r.html").read_text("utf-8") == report.html()
