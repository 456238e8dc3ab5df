"""Sheets of edges and facts for two judges: the same edges for the same seed, blind, and scored as filled."""

from __future__ import annotations

import csv
import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
STORY = "Adeyemi resigned after the accident.\n\nRama gave the bow to Lakshmana in the forest.\n\nYes.\n"


@pytest.fixture
def judging(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    return importlib.import_module("reading.judging")


def call(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "bench" / "edges.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def fill(source: Path, target: Path, verdicts: dict[str, str], usual: str) -> None:
    filled = [{**row, "verdict": verdicts.get(row["id"], usual)} for row in rows(source)]
    with target.open("w", encoding="utf-8", newline="") as file:
        sheet = csv.DictWriter(file, list(filled[0]), delimiter="\t")
        sheet.writeheader()
        sheet.writerows(filled)


@pytest.mark.slow
def test_sheets_are_blind_seeded_and_scored(tmp_path: Path) -> None:
    """Both judges get the same edges without verdicts; a second call draws the same; filled sheets give shares."""
    (tmp_path / "story.txt").write_text(STORY, "utf-8")
    options = (tmp_path, "--documents", tmp_path / "story.txt", "--number", "4", "--seed", "7")
    for out in ("one", "two"):
        done = call(*options, "--out", tmp_path / out)
        assert done.returncode == 0, done.stderr
    first, second = (rows(tmp_path / "one" / f"edges-judge-{judge}.tsv") for judge in (1, 2))
    assert sorted(row["id"] for row in first) == sorted(row["id"] for row in second)
    assert {row["verdict"] for row in first + second} == {""}
    assert first == rows(tmp_path / "two" / "edges-judge-1.tsv")
    assert [row["line"] for row in rows(tmp_path / "one" / "lines.tsv")] == [f"story.txt_L{n}" for n in (1, 2, 3)]
    name = first[0]["id"]
    fill(tmp_path / "one" / "edges-judge-1.tsv", tmp_path / "a.tsv", {}, "true")
    fill(tmp_path / "one" / "edges-judge-2.tsv", tmp_path / "b.tsv", {name: "False "}, "true")
    done = call(tmp_path, "--score", tmp_path / "a.tsv", tmp_path / "b.tsv", "--json", tmp_path / "scores.json")
    assert done.returncode == 0, done.stderr
    both = {row["verdict"]: row["count"] for row in json.loads((tmp_path / "scores.json").read_text("utf-8"))[6:]}
    assert both == {"true": 3, "partly": 0, "false": 1}
    assert "agreement 3 of 4" in done.stdout


@pytest.mark.slow
def test_facts_are_shown_beside_what_is_stored(tmp_path: Path) -> None:
    """A listed fact stands beside the events of its line, with their markers; a line without any holds nothing."""
    (tmp_path / "story.txt").write_text(STORY, "utf-8")
    facts = tmp_path / "facts.tsv"
    facts.write_text("line\tfact\nstory.txt_L1\tAdeyemi resigned.\nstory.txt_L3\tSomebody agreed.\n", "utf-8")
    done = call(tmp_path, "--documents", tmp_path / "story.txt", "--out", tmp_path / "out", "--facts", facts)
    assert done.returncode == 0, done.stderr
    stored = {row["fact"]: row["stored"] for row in rows(tmp_path / "out" / "facts-judge-1.tsv")}
    assert stored["Adeyemi resigned."].startswith("resign (resigned): subject Adeyemi")
    assert stored["Somebody agreed."] == "nothing"
    facts.write_text("line\tfact\nstory.txt_L9\tNo such line.\n", "utf-8")
    done = call(tmp_path, "--documents", tmp_path / "story.txt", "--out", tmp_path / "out", "--facts", facts)
    assert (done.returncode, "there is no line 'story.txt_L9'" in done.stderr) == (2, True)


def test_absent_documents_are_named(tmp_path: Path) -> None:
    """Exit code 2, and what is missing."""
    done = call(tmp_path)
    assert (done.returncode, str(tmp_path) in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("found", "of", "low", "high"), [(0, 0, 0.0, 1.0), (9, 10, 0.596, 0.982), (90, 100, 0.826, 0.945)]
)
def test_wilson_intervals(judging: Any, found: int, of: int, low: float, high: float) -> None:
    """The published values of Wilson's interval at 95 %."""
    assert judging.wilson(found, of) == (pytest.approx(low, abs=0.001), pytest.approx(high, abs=0.001))


def test_agreement_beyond_chance(judging: Any) -> None:
    """Cohen's own example of two raters: agreement 0.70, of which chance gives 0.50."""
    pairs = [("true", "true")] * 20 + [("false", "false")] * 15 + [("true", "false")] * 5 + [("false", "true")] * 10
    assert judging.kappa(pairs) == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ({"1": "true"}, {"2": "true"}, "other rows: 1, 2"),
        ({"1": "true"}, {"1": "full"}, "mix verdicts"),
        ({}, {}, "none at all"),
    ],
)
def test_sheets_that_do_not_fit_are_refused(judging: Any, first: Any, second: Any, message: str) -> None:
    """Two sheets are of the same rows and of one kind of verdict."""
    with pytest.raises(ValueError, match=message):
        judging.score_rows(first, second)


def test_an_empty_verdict_is_refused(judging: Any, tmp_path: Path) -> None:
    """A row without a verdict is named with its place in the sheet."""
    judging.write_sheet(tmp_path / "sheet.tsv", [{"id": "1", "verdict": "true"}, {"id": "2", "verdict": ""}])
    with pytest.raises(ValueError, match="line 3: the verdict is ''"):
        judging.verdicts_of(tmp_path / "sheet.tsv")
