"""The progress of passes, links and seeds: what was asked and judged, what it cost, what Ctrl-C keeps."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from typing import Any

import pytest
from oracle import fields, obliging, offered, statements

import pramana
from pramana.app.progress import WorkProgress
from pramana.cli import progress as shown
from pramana.testing.model_server import HANG, ModelServer

STORY = "\n\n".join(
    f"Anna met Ravi Kumar in town {number}. The old miser gave him bread. He was glad." for number in range(30)
)


def model(request: dict[str, Any], number: int) -> Any:
    """Read by the rules; take every expression for the first of the names, and agree with every statement."""
    name, given = request["response_format"]["json_schema"]["name"], fields(request)
    if name == "karaka_reference_batch":
        return {"references": [{"item": item, "means": names[0]} for item, _, names in offered(given)]}
    if "statements" in given:
        kind, said = ("scores", {"score": 96}) if name.endswith("scoring") else ("verdicts", {"valid": True})
        return {kind: [{"item": e["item"], "reasoning": "", **said} for e in statements(given)]}
    return obliging(request, number)


def flags(url: str) -> dict[str, Any]:
    price = {"input": 0.15, "output": 0.60}
    one = {"model": "test", "base_url": url, "price": price, "concurrency": 1}
    return {"llm": {"default": "it", "models": {"it": one}}}


def test_a_pass_tells_how_far_it_is(tmp_path: Path) -> None:
    """After each answer: how many of how many items models were asked about, how many they judged, and what it cost."""
    (tmp_path / "a.txt").write_text(STORY, "utf-8")
    heard: list[WorkProgress] = []
    with (
        ModelServer(model) as server,
        pramana.open(tmp_path / "ws", create=True, karaka={"passes": []}, **flags(server.url)) as ws,
    ):
        ws.ingest(tmp_path / "a.txt")
        before = len(server.requests)
        [report] = ws.run_passes("coreference", observe=heard.append)
        asked = len(server.requests) - before
    last = heard[-1]
    assert (last.work, last.unit, last.done) == ("coreference", "links", last.total)
    assert last.judged == report.links["verified"] > 0
    assert len({(each.done, each.judged) for each in heard}) > asked // 2
    assert all(0 <= each.done <= each.total for each in heard)
    assert last.spending["calls"] == before + asked


def test_progress_is_worded_for_people() -> None:
    """Name, what is judged, rate, remaining time, calls, tokens, money; a batch API's jobs in place of a rate."""
    spent = {"models": {"openai:m": {"calls": 9, "prompt_tokens": 4000, "completion_tokens": 50}}, "money": 1200}
    told = shown.work_text(WorkProgress("coreference", "expressions", 40, 120, 10, spent), time.monotonic() - 10)
    assert told == "coreference: 10 judged, 4.0 expressions/s, 0:20 left, 9 calls, 4,050 tokens, $0.0012"


def test_a_line_comes_now_and_then_where_nothing_is_heard(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Piped: the last line comes again with the time gone by, while a pass calculates; none where it is to be quiet."""
    monkeypatch.setattr(shown, "EVERY_S", 0.05)
    for quiet in (False, True):
        with shown.WorkDisplay(quiet=quiet) as display:
            display.observe(WorkProgress("resolution", "links", 0, 0, 0, {}))
            time.sleep(0.4)
        told = capsys.readouterr().err
        assert told.count("resolution, 0:00 so far") >= 2 if not quiet else told == ""


def test_loading_and_passes_are_told_of_and_no_time_is_guessed_early(tmp_path: Path) -> None:
    """Documents are counted while they are loaded, each pass is named as it begins, and the remaining time waits until
    the rate is known."""
    for name in "ab":
        (tmp_path / f"{name}.txt").write_text("Rama gave the bow to Sita.", "utf-8")
    heard: list[Any] = []
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "a.txt", tmp_path / "b.txt", observe=heard.append)
    other = [each.following for each in heard if each.following is not None]
    assert [(each.done, each.total) for each in other if each.work == "loading"] == [(0, 2), (1, 2), (2, 2)]
    assert {"loading", "resolution", "coreference"} <= {each.work for each in other}
    display = shown.Display(quiet=True)
    for each in heard:
        display.observe(each)
    assert "left" not in display._standing()


@pytest.mark.slow
@pytest.mark.parametrize("command", [("passes", "run", "coreference"), ("ingest", "a.txt")])
def test_an_interrupt_says_what_is_kept(process, start, tmp_path: Path, command: tuple[str, ...]) -> None:
    """Ctrl-C in a pass ends with 130, and counts the calls whose answers are kept; the same command resumes."""
    Path("a.txt").write_text(STORY, "utf-8")
    process("init", "ws")

    def stuck(request: dict[str, Any], number: int) -> Any:
        is_verdict = request["response_format"]["json_schema"]["name"] == "karaka_link_batch_verification"
        return HANG if is_verdict else model(request, number)

    with ModelServer(stuck) as server:
        options = ("-w", "ws", "--model", "m", "--base-url", server.url)
        if command[0] == "passes":
            process("ingest", "a.txt", "--no-passes", *options)
        child = start(*command, *options)
        while not any("link_batch_scoring" in str(each["response_format"]) for each in server.requests):
            time.sleep(0.05)
        time.sleep(1.0)
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(timeout=30)
    assert child.returncode == 130
    kept = "calls were answered: these answers are kept" if command[0] == "passes" else "lines are done and kept"
    assert kept in err
    assert "Run the same command again to resume." in err


def test_a_budget_stops_what_follows_a_decision(run, monkeypatch, tmp_path: Path) -> None:
    """The decision is recorded, exit code 4 says that passes are left, and running them completes it."""
    Path("a.txt").write_text("Anna met Ravi Kumar. Anna laughed because Ravi Kumar fell.", "utf-8")
    monkeypatch.setenv("PRAMANA_WORKSPACE", "ws")
    run("init", "ws")
    with ModelServer(model) as server:
        monkeypatch.setenv("PRAMANA_MODEL", "m")
        monkeypatch.setenv("PRAMANA_BASE_URL", server.url)
        run("ingest", "a.txt", "--no-passes")
        done = run("entity", "merge", "Anna", "Ravi Kumar", "--max-calls", "0")
        assert done.code == 4
        assert "The decision is recorded. `pramana passes run` runs the passes that are left." in done.err
        assert len(run("entity", "decisions", "--json").json) == 1
        run("passes", "run")
        states = run("passes", "list", "--json").json
    assert all(state["current"] for state in states if state["on"])
