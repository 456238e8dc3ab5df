"""`pramana report`."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def test_report_tells_what_reading_came_to(run: Any, told: Path) -> None:
    """In a terminal: a sentence, what cannot be known, and every section; what was asked only where a model was."""
    done = run("report")
    assert (done.code, done.err) == (0, "")
    for heading in (
        "% of 4 lines accepted; 1.00 calls a line.",
        "No model scored or verified",
        "Coverage by document",
        "Acceptance by attempt",
        "Calls a line",
        "Scorer and verifier",
        "Why lines were left out",
        "The slowest lines",
    ):
        assert heading in done.out
    assert "What was asked" not in done.out


def test_report_writes_a_page(run: Any, told: Path) -> None:
    """With --html there is a page besides; with --json one JSON value."""
    done = run("report", "--html", "report.html", "--json")
    assert done.json["lines"] == {"checked": 4}
    assert done.json["coverage"][0]["doc_id"] == "rama.txt"
    assert "Wrote report.html." in done.err
    assert "<svg" in (told / "report.html").read_text("utf-8")


def test_report_of_nothing_says_so(run: Any) -> None:
    """A new workspace has nothing to report; where there is no workspace, exit code 2."""
    assert run("report").code == 2
    run("init")
    done = run("report")
    assert (done.code, "No line was read yet" in done.out) == (0, True)
