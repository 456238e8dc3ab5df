"""`demo`: three documents read, five questions, evidence, a page, without a model or a network."""

from __future__ import annotations

from pathlib import Path

import pytest

from pramana.app import DEMO_QUESTIONS


def test_the_demonstration_goes_from_documents_to_a_page(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step is a command that the user can type; settings of the environment change nothing."""
    monkeypatch.setenv("PRAMANA_LLM__DEFAULT", "missing")
    done = run("demo", tmp_path / "shown")
    assert done.code == 0
    assert done.out.count("$ pramana ") == 4 + len(DEMO_QUESTIONS)
    for answer in (
        "Tyler Brooks: “Tyler Brooks voted against the lease because the rent was too high.” [minutes.txt:8]",
        "because the rent was too high: “Tyler Brooks voted",
        "Denied: “The board did not approve the bonus for the directors.” [minutes.txt:9]",
        "This line does not say “before the sale”",
        "I found no line that surely answers this.",
    ):
        assert answer in done.out
    assert sorted(path.name for path in (tmp_path / "shown").iterdir()) == ["documents", "graph.html", "ws"]


def test_a_folder_that_exists_is_left_alone(run, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("kept", "utf-8")
    done = run("demo", tmp_path)
    assert (done.code, [path.name for path in tmp_path.iterdir()]) == (2, ["mine.txt"])
    assert "exists already" in done.err


def test_a_sheet_of_questions_is_asked_and_counted(run, tmp_path: Path) -> None:
    """Exit code 1 where an answer needs a look; the JSON has every answer."""
    run("demo", tmp_path / "shown")
    sheet = tmp_path / "sheet.tsv"
    sheet.write_text("Who voted against the lease?\tTyler Brooks\nWho owns Fjord Logistics?\tREFUSE\n", "utf-8")
    good = run("evals", "questions", sheet, "-w", tmp_path / "shown" / "ws")
    assert (good.code, "2 questions" in good.out) == (0, True)
    sheet.write_text("Who voted against the lease?\tMarta Keller\n", "utf-8")
    bad = run("evals", "questions", sheet, "-w", tmp_path / "shown" / "ws", "--json")
    assert (bad.code, bad.json[0]["outcome"]) == (1, "other")


@pytest.mark.slow
def test_a_recorded_run_of_a_language_model_is_repeated(run, tmp_path: Path) -> None:
    """Everything that the model answered is found again: nothing fails for an answer that the recording lacks."""
    done = run("demo", "--recorded", tmp_path / "shown")
    assert done.code == 0
    assert "has no answer to this input" not in done.out + done.err
    for shown in (
        "  verified           63 lines  passed the checks, a scorer and a blind verifier\n",
        "His@carol.txt_L59:0 -IS_SAME_AS-> Scrooge: Scored 25; 80 are needed",
        "pronouns: 4 he, 2 his, 1 him",
        "No, Tiny Tim did NOT die. [carol.txt:62]\n",
        "The clerk couldn't replenish the clerk's fire, for Scrooge kept the coal-box in Scrooge's own room; ",
        "Run 1 replayed without a model: identical",
    ):
        assert shown in done.out
