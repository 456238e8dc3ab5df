"""A user's own prompts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

KEY = "kriya_scoring_prompt"


@pytest.fixture
def ws(run) -> Path:
    run("init")
    return Path()


def test_prompts_are_listed(run, ws: Path) -> None:
    """Every prompt is listed with its hash, and whether it is the user's."""
    listed = run("prompts", "list", "--json").json
    assert {entry["overridden"] for entry in listed} == {False}
    assert KEY in [entry["key"] for entry in listed]
    assert f"{KEY} " in run("prompts", "list").out


def test_prompt_is_edited_shown_compared_and_reset(run, ws: Path) -> None:
    """An edited prompt is in force, its hash another one, until it is reset."""
    before = run("prompts", "show", KEY, "--json").json
    Path("mine.txt").write_text(before["text"] + "\nBe strict.\n", "utf-8")
    assert run("prompts", "edit", KEY, "--file", "mine.txt").code == 0
    after = run("prompts", "show", KEY, "--json").json
    assert (after["overridden"], after["text"]) == (True, before["text"] + "\nBe strict.")
    assert after["hash"] != before["hash"]
    assert "+Be strict.\n" in run("prompts", "diff").out
    assert run("prompts", "reset", KEY).code == 0
    assert run("prompts", "show", KEY, "--json").json == before
    assert not Path("prompts.json").exists()


def test_editor_is_used(run, ws: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`edit` opens $EDITOR, arguments and all, on a copy."""
    Path("editor.sh").write_text('#!/bin/sh\necho "Be brief." >> "$2"\n', "utf-8")
    Path("editor.sh").chmod(0o755)
    monkeypatch.setenv("EDITOR", "./editor.sh --wait")
    assert run("prompts", "edit", KEY).code == 0
    assert json.loads(Path("prompts.json").read_text("utf-8"))[KEY].endswith("\nBe brief.")


def test_edit_without_change_keeps_nothing(run, ws: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor that changes nothing, or fails, leaves everything as it was."""
    monkeypatch.setenv("EDITOR", "true")
    assert run("prompts", "edit", KEY).code == 0
    monkeypatch.setenv("EDITOR", "false")
    assert run("prompts", "edit", KEY).code == 2
    monkeypatch.delenv("EDITOR")
    assert run("prompts", "edit", KEY).code == 2
    assert not Path("prompts.json").exists()


@pytest.mark.parametrize(
    ("key", "text"),
    [
        (KEY, "Score {nothing_of_the_kind}."),
        (KEY, "  \n"),
        ("kriya_extraction_feedback_prompt", "Try again."),
        ("no_such_prompt", "Text."),
    ],
)
def test_wrong_slots_are_refused(run, ws: Path, key: str, text: str) -> None:
    """A prompt whose slots do not fit is refused, and the one in force stays."""
    Path("mine.txt").write_text(text, "utf-8")
    assert run("prompts", "edit", key, "--file", "mine.txt").code == 2
    assert not Path("prompts.json").exists()


def test_prompt_goes_through_a_file_unchanged(run, ws: Path) -> None:
    """What `show` prints into a file is the prompt to the last blank, tabs and all."""
    Path("mine.txt").write_text("Score it.\n\tTabs, and blanks at the end:  \n\nDone.", "utf-8")
    run("prompts", "edit", KEY, "--file", "mine.txt")
    assert run("prompts", "show", KEY).out == Path("mine.txt").read_text("utf-8") + "\n"


def test_export_writes_what_prompts_json_may_hold(run, ws: Path) -> None:
    """The exported file holds every prompt whole, and as the workspace's prompts.json it changes nothing."""
    run("prompts", "export", "all.json")
    exported = json.loads(Path("all.json").read_text("utf-8"))
    assert exported[KEY] == run("prompts", "show", KEY, "--json").json["text"]
    assert [entry["key"] for entry in run("prompts", "list", "--json").json] == sorted(exported)
    before = {entry["key"]: entry["hash"] for entry in run("prompts", "list", "--json").json}
    Path("prompts.json").write_text(Path("all.json").read_text("utf-8"), "utf-8")
    assert {entry["key"]: entry["hash"] for entry in run("prompts", "list", "--json").json} == before
