"""`check`: a claim, claims or a text may be piped; what a row has beside its claim is kept; what states nothing is said."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

Run = pytest.FixtureDef  # the fixture `run` of conftest
TEXT = "The map was stolen by Marsh.\nMarsh did not drown. The prize, three ships, was lost.\n"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "tale.txt").write_text(TEXT, "utf-8")
    return tmp_path / "tale.txt"


def give_input(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_a_claim_is_piped(run: Run, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the one argument `-`."""
    give_input(monkeypatch, "Marsh stole the map.\n")
    done = run("check", "-", "--source", source)
    assert (done.code, done.out.splitlines()[0]) == (0, "supported: Marsh stole the map.")


def test_a_text_is_piped(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the source `-`; its lines are cited as stdin.txt."""
    give_input(monkeypatch, TEXT)
    done = run("check", "Marsh drowned.", "--source", "-")
    assert done.code == 1
    assert "contradicted" in done.out
    assert "[stdin.txt:2]" in done.out


def test_claims_are_piped_and_keep_what_their_rows_have(
    run: Run, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An id goes through, so that a row of the result belongs to a row of the input."""
    give_input(monkeypatch, '{"id": 7, "claim": "Marsh stole the map."}\n"Marsh drowned."\n')
    done = run("check", "--jsonl", "-", "--source", source)
    rows = [json.loads(row) for row in done.out.splitlines()]
    assert [(row.get("id"), row["verdict"]) for row in rows] == [(7, "supported"), (None, "contradicted")]


def test_standard_input_is_read_once(run: Run) -> None:
    """A claim and a text cannot both be piped."""
    done = run("check", "-", "--source", "-")
    assert (done.code, "read once" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("Did Marsh steal the map?", "It is a question, and states nothing."),
        ("The map", "It has no verb, and states nothing by itself."),
    ],
)
def test_what_states_nothing_is_unsure(run: Run, source: Path, claim: str, reason: str) -> None:
    """Its words are in the text, but it says nothing that could be true."""
    done = run("check", claim, "--source", source)
    assert (done.code, done.out.splitlines()[:2]) == (1, [f"unsure: {claim}", f"  {reason}"])


def test_a_reason_names_each_difference_once_and_no_citation(run: Run, source: Path) -> None:
    """Nobody cites the lines that a claim is compared with."""
    (source.parent / "said.txt").write_text(
        "The inquiry, led by Ann, found in 1989 that the pumps had failed.", "utf-8"
    )
    done = run("check", "The pumps had failed.", "--source", source.parent / "said.txt")
    assert "differs in how “had failed” is asserted: one of the two is" in done.out
    assert done.out.count("had failed") == 3
    assert "cited" not in done.out


def test_a_paragraph_has_a_verdict_for_each_sentence(run: Run, source: Path) -> None:
    """And one summary; in JSON the sentences are within their claim, whose verdict is the least favourable."""
    paragraph = "Marsh stole the map. Marsh drowned. He wrote poems."
    done = run("check", paragraph, "--source", source)
    told = [row for row in done.out.splitlines() if not row.startswith(" ")]
    assert done.code == 1
    assert told == [
        "supported: Marsh stole the map.",
        "contradicted: Marsh drowned.",
        "not_stated: He wrote poems.",
        "1 supported, 1 contradicted, 1 not_stated, 0 unsure",
    ]
    found = json.loads(run("check", paragraph, "--source", source, "--json").out)
    (claim,) = found["claims"]
    assert (claim["claim"], claim["verdict"]) == (paragraph, "contradicted")
    assert [each["verdict"] for each in claim["sentences"]] == ["supported", "contradicted", "not_stated"]
    assert claim["reasons"] == ["2 of 3 sentences are not supported."]


def test_paragraphs_of_rows_stay_rows(run: Run, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row for each claim of a file, whatever sentences it has."""
    give_input(monkeypatch, '{"id": 7, "claim": "Marsh stole the map. Marsh drowned."}\n"Marsh drowned."\n')
    rows = [json.loads(row) for row in run("check", "--jsonl", "-", "--source", source).out.splitlines()]
    assert [(row["verdict"], len(row["sentences"])) for row in rows] == [("contradicted", 2), ("contradicted", 0)]


def test_documents_that_disagree_are_both_shown(run: Run, source: Path) -> None:
    """The claim is neither supported nor contradicted."""
    (source.parent / "mail.txt").write_text("Marsh drowned.", "utf-8")
    for claim in ("Marsh drowned.", "Marsh did not drown."):
        done = run("check", claim, "--source", source.parent)
        assert (done.code, done.out.startswith(f"unsure: {claim}\n  The documents disagree: ")) == (1, True)
        assert done.out.count("says otherwise") == 2
        assert "[mail.txt:1]" in done.out
        assert "[tale.txt:2]" in done.out
