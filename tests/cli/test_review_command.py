"""`review`: a person decides what was left unsure."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import pramana

TEXT = "Omar Haddad founded the firm. Haddad sold it in 1990. Leila Haddad bought a house. Haddad died in Oslo."


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    (tmp_path / "d.txt").write_text(TEXT, "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "d.txt")
    return tmp_path / "ws"


def reviewed(workspace: Path, keys: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pramana", "review", "-w", str(workspace), *options]
    return subprocess.run(command, input=keys, capture_output=True, text=True, check=False)


def open_pairs(workspace: Path) -> list[tuple[str, str]]:
    with pramana.open(workspace) as ws:
        return [(item.one, item.other) for item in ws.review_items()]


@pytest.mark.slow
def test_a_decision_takes_an_item_out_of_the_queue_with_its_reason(workspace: Path) -> None:
    """*y* joins, *n* keeps apart; both replay as they were, and an undo opens the question again."""
    assert open_pairs(workspace) == [("Haddad", "Leila Haddad"), ("Haddad", "Omar Haddad")]
    done = reviewed(workspace, "n the dates differ\ny he founded and sold it\n")
    assert done.returncode == 0, done.stderr
    with pramana.open(workspace) as ws:
        assert ws.review_items() == []
        assert [(one.what, one.why) for one in ws.decisions()] == [
            ("split", "the dates differ"),
            ("merge", "he founded and sold it"),
        ]
        assert set(ws.entity("Haddad")[0].names) == {"Haddad", "Omar Haddad"}
        assert [run.id for run in ws.runs() if not ws.replay(run.id).identical] == []
        ws.undo_decision(1)
        assert [(item.one, item.other) for item in ws.review_items()] == [("Haddad", "Leila Haddad")]


@pytest.mark.slow
def test_undo_skip_and_quit(workspace: Path) -> None:
    """*u* takes the last decision of the session back; *s*, *q*, an unknown key and the end of the input decide nothing."""
    assert reviewed(workspace, "y\nu\ns\n?\nq\n").returncode == 0
    assert len(open_pairs(workspace)) == 2
    assert reviewed(workspace, "").returncode == 0
    assert len(open_pairs(workspace)) == 2


@pytest.mark.slow
def test_an_undo_returns_to_the_item_that_was_decided(workspace: Path) -> None:
    """Over a skipped one; whole words and capitals are keys, too, and an undo of nothing says so."""
    done = reviewed(workspace, "U\nYes he sold it\nu\nNO two men\nq\n")
    shown = [line for line in done.stdout.splitlines() if line.startswith(("1 of", "2 of", "  decision"))]
    assert [line[:13] for line in shown] == [
        "1 of 2",
        "1 of 2",
        "  decision 1:",
        "2 of 2",
        "1 of 2",
        "  decision 3:",
        "2 of 2",
    ]
    assert "Nothing was decided that could be undone." in done.stderr
    assert done.stderr.endswith("1 decided, 1 open.\n")


@pytest.mark.slow
def test_the_queue_is_shown_without_asking(workspace: Path) -> None:
    """With the reason and the lines; nothing is decided."""
    found = json.loads(reviewed(workspace, "y\n", "--json").stdout)
    assert found[0]["one"] == "Haddad"
    assert "d.txt:2 Haddad sold it in 1990." in found[0]["lines"]
    assert "Is 'Haddad' the same as 'Leila Haddad'?" in reviewed(workspace, "y\n", "--list").stdout
    assert len(open_pairs(workspace)) == 2
