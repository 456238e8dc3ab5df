"""`pramana prompts compare`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sentences import text
from tuned_reader import answer, better_file

from pramana.testing.model_server import ModelServer


@pytest.fixture
def asked(run: Any, tmp_path: Path) -> Iterator[tuple[ModelServer, tuple[str, ...]]]:
    """A workspace that has read 40 lines, and a comparison that only lacks its options."""
    (tmp_path / "made.txt").write_text(text(40), "utf-8")
    run("init")
    run("ingest", "made.txt")
    file = better_file(tmp_path).name
    with ModelServer(answer) as server:
        yield server, ("prompts", "compare", "shipped", file, "--model", "test", "--base-url", server.url)


def test_it_tells_measures_conclusions_and_lines(run: Any, asked: Any) -> None:
    """In a terminal: figures with their intervals, what may be concluded, and the lines; on standard error the cost."""
    server, command = asked
    done = run(*command, "--sample", 40, "--limit", 2, "--html", "page.html")
    assert done.code == 0
    for words in (
        "differ in kriya_batch_extraction_prompt, kriya_extraction_prompt",
        "40 lines (40 of made.txt), policy batched, seed 0",
        "B less A",
        "What may be concluded",
        "Lines that came out otherwise",
        "only B",
        "more (--limit, or --html for all)",
    ):
        assert words in done.out
    assert done.err.startswith("40 lines of 1 document; 40 lines to read under A, 40 under B: about ")
    assert "Wrote page.html." in done.err
    assert f"Paid now: {len(server.requests)} calls" in done.err
    assert "<article>" in Path("page.html").read_text("utf-8")
    again = run(*command, "--sample", 40, "--json")
    assert "every answer is stored: no call, no cost" in again.err
    assert again.json["sums"]["lines"] == 40
    assert run("runs").out.splitlines()[-1].endswith("shipped against better.json, 40 lines")


def test_an_estimate_asks_nothing(run: Any, asked: Any) -> None:
    """With --estimate nothing is asked and nothing written."""
    server, command = asked
    done = run(*command, "--estimate")
    assert (done.code, server.requests) == (0, [])
    assert "prompts that differ" in done.out
    assert "compare" not in run("runs").out
    assert json.loads(run(*command, "--estimate", "--json").out)["lines"] == 40


def test_a_budget_ends_with_its_exit_code(run: Any, asked: Any) -> None:
    """Stopped by a budget: exit code 4; the same command goes on."""
    _, command = asked
    assert run(*command, "--sample", 10, "--max-calls", 3).code == 4
    assert "stopped" in run("runs").out
    assert run(*command, "--sample", 10).code == 0
    assert "stopped" not in run("runs").out


def test_without_a_model_it_says_why_not(run: Any, asked: Any) -> None:
    """The embedded model reads no prompts: exit code 2, and what would do."""
    _, command = asked
    done = run(*command[:4])
    assert done.code == 2
    assert "rules do not read prompts" in done.err
    assert "--model" in done.err
