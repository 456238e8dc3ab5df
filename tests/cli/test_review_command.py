"""`review`: a person decides what was left unsure."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import pramana
from pramana.errors import InputError

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


@pytest.fixture
def checked(tmp_path: Path) -> Path:
    (tmp_path / "t.txt").write_text("Marsh stole the map at night. Lily was pleased with it.", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "t.txt")
        ws.check("Lily liked the map. Marsh stole the map.", "Marsh never stole the map.")
    return tmp_path / "ws"


def verdict(workspace: Path, claim: str) -> tuple[str, str]:
    with pramana.open(workspace) as ws:
        (found,) = ws.check(claim).claims
    return found.verdict.value, found.decided_by.value


@pytest.mark.slow
def test_a_person_decides_about_a_claim_that_was_left_open(checked: Path) -> None:
    """Only what is unsure is asked; the decision holds in any writing of the claim, and until it is taken back."""
    with pramana.open(checked) as ws:
        assert [(item.kind, item.one) for item in ws.review_items()] == [("claim", "Lily liked the map.")]
    assert reviewed(checked, "y being pleased is liking\n", "--claims").returncode == 0
    assert verdict(checked, "lily liked the map") == ("supported", "person")
    assert verdict(checked, "Marsh never stole the map.") == ("contradicted", "rules")
    with pramana.open(checked) as ws:
        assert [item.one for item in ws.review_items()] == []
        (ruling,) = ws.decisions()
        assert (ruling.what, ruling.why, ruling.state) == ("accept", "being pleased is liking", "in force")
        assert [run.id for run in ws.runs() if not ws.replay(run.id).identical] == []
        ws.undo_decision(1)
        assert [item.one for item in ws.review_items()] == ["Lily liked the map."]
        ws.decide_claim("Lily liked the map.", is_accepted=False, why="pleased with it is not liking it")
        (found,) = ws.check("Lily liked the map.").claims
        assert (found.verdict.value, found.reasons) == (
            "not_stated",
            ("Decision 3: a person found that the lines do not say it (pleased with it is not liking it).",),
        )
        assert [run.id for run in ws.runs() if not ws.replay(run.id).identical] == []


@pytest.mark.slow
def test_a_decision_waits_when_one_of_its_lines_changes(checked: Path, tmp_path: Path) -> None:
    """What was read then may be gone; rules decide again."""
    with pramana.open(checked) as ws:
        ws.decide_claim("Lily liked the map.", is_accepted=True)
        (tmp_path / "t.txt").write_text("Marsh stole the map at night. Lily was annoyed by it.", "utf-8")
        ws.ingest(tmp_path / "t.txt")
        assert [ruling.state for ruling in ws.decisions()] == ["waiting"]
        (found,) = ws.check("Lily liked the map.").claims
    assert found.decided_by.value == "rules"


@pytest.mark.slow
def test_a_claim_without_lines_and_the_same_decision_twice_are_refused(checked: Path) -> None:
    """There is nothing to decide by, or nothing to change."""
    with pramana.open(checked) as ws:
        with pytest.raises(InputError, match="No line shares a word"):
            ws.decide_claim("Bears eat honey.", is_accepted=True)
        ws.decide_claim("Lily liked the map.", is_accepted=True)
        with pytest.raises(InputError, match="already in force, as decision 1"):
            ws.decide_claim("Lily liked the map!", is_accepted=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("decided", "other"),
    [
        ("Lily priced the map at 5%.", "Lily priced the map at 5."),
        ("Lily said: 'I liked the map.'", "Lily said I liked the map."),
        ("Lily liked the US map.", "Lily liked the us map."),
        ("Lily liked the map at -5 degrees.", "Lily liked the map at 5 degrees."),
        ("Lily liked the map 3-1.", "Lily liked the map 3 1."),
    ],
)
def test_a_decision_is_about_no_claim_that_marks_or_capitals_make_another(
    checked: Path, decided: str, other: str
) -> None:
    """Only spaces, the first capital and the last mark are not part of a claim."""
    with pramana.open(checked) as ws:
        ws.decide_claim(decided, is_accepted=True)
        found = ws.check(decided, f" {decided.replace(' ', '  ')}", other).claims
    assert [each.decided_by.value for each in found] == ["person", "person", "rules"]


@pytest.mark.slow
def test_a_decision_about_a_pronoun_is_about_the_sentences_before_it(checked: Path) -> None:
    """*She* of another passage may be another; the queue shows both sentences, and asks about no question."""
    passage, other = "Lily owned the map. She liked the map.", "Ann owned the map. She liked the map."
    with pramana.open(checked) as ws:
        ws.check(passage, "Did Lily like the map?")
        assert [item.one for item in ws.review_items() if item.kind == "claim"] == [
            "Lily liked the map.",
            "Lily owned the map.",
            passage,
        ]
        ws.decide_claim(passage, is_accepted=True)
        found = [[each.decided_by.value for each in ws.check(text).claims[0].sentences] for text in (passage, other)]
        with pytest.raises(InputError, match="is a question"):
            ws.decide_claim("Did Lily like the map?", is_accepted=True)
        assert [run.id for run in ws.runs() if not ws.replay(run.id).identical] == []
    assert found == [["rules", "person"], ["rules", "rules"]]


@pytest.mark.slow
def test_a_decision_waits_where_a_line_says_otherwise_that_nobody_saw_then(checked: Path, tmp_path: Path) -> None:
    """A later document that denies what another says opens the claim again, and the disagreement is shown."""
    claim = "Marsh stole the map at night."
    (tmp_path / "u.txt").write_text("Marsh did not steal the map at night.", "utf-8")
    (tmp_path / "v.txt").write_text("Marsh never stole the map at night.", "utf-8")
    with pramana.open(checked) as ws:
        ws.ingest(tmp_path / "u.txt")
        ws.check(claim)
        ws.decide_claim(claim, is_accepted=True, why="the second is a slip")
        assert ws.check(claim).claims[0].decided_by.value == "person"
        ws.ingest(tmp_path / "v.txt")
        (found,) = ws.check(claim).claims
    assert (found.verdict.value, found.decided_by.value) == ("unsure", "rules")
    assert {line.doc_id for line in found.opposing} == {"u.txt", "v.txt"}
