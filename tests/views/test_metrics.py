"""What a workspace's work took, as `status` tells it: sums, never loads of steps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from oracle import answer, asked_for
from sentences import text

import pramana
from pramana.testing.model_server import ModelServer, ServerReply, failure_reply
from pramana.trace import path_part
from pramana.views.ledger import natural


def flags(url: str, policy: str = "full") -> dict[str, Any]:
    model = {"model": "test", "base_url": url, "backoff_s": 0.001, "retries": 3}
    return {"llm": {"default": "it", "models": {"it": model}}, "gsv": {"policy": policy}, "karaka": {"passes": []}}


def metrics_of(ws: pramana.Workspace) -> dict[str, Any]:
    return ws.status().metrics


def told(ws: pramana.Workspace) -> list[dict[str, Any]]:
    """Return what each line came to, from the steps themselves."""
    steps = ws._call(lambda: [step for run in ws._ws.ledger.runs() for step in ws._ws.ledger.steps(run.id)])
    return [dict(step.body) for step in steps if step.kind == "outcome"]


@pytest.fixture
def document(tmp_path: Path) -> Path:
    file = tmp_path / "made.txt"
    file.write_text(text(12), "utf-8")
    return file


def test_calls_attempts_and_acceptance_are_those_of_the_lines(tmp_path: Path, document: Path) -> None:
    """Means, maxima, rates and reasons are what one gets by going through every line's outcome."""
    with ModelServer(answer) as server, pramana.open(tmp_path / "ws", create=True, **flags(server.url)) as ws:
        ws.ingest(document)
        found, lines = metrics_of(ws), told(ws)
    calls = [line["calls"][0] / line["calls"][1] for line in lines]
    attempts = [line["attempts"] for line in lines]
    accepted = [line for line in lines if line["status"] in ("verified", "checked", "empty")]
    assert len(lines) == 12 and max(attempts) > 1
    assert found["calls_per_line"] == {"mean": round(sum(calls) / 12, 3), "max": max(calls)}
    assert found["attempts_per_line"] == {"mean": round(sum(attempts) / 12, 3), "max": max(attempts)}
    assert found["acceptance"] == {
        "lines": 12,
        "accepted": len(accepted),
        "rate": round(len(accepted) / 12, 3),
        "at_first_attempt": round(sum(line["attempts"] == 1 for line in accepted) / 12, 3),
    }
    assert sum(failure["lines"] for failure in found["failures"]) == 12 - len(accepted)


def test_what_calls_went_through_is_counted(tmp_path: Path, document: Path) -> None:
    """Calls tried again, answers sent back and answers repaired are counted, and those from the store."""
    document.write_text("Rama gave the bow to Lakshmana.", "utf-8")
    turns = iter([failure_reply(500), ServerReply("no json at all")])

    def rough(request: dict[str, Any], number: int) -> Any:
        if asked_for(request) == "kriyas":
            fallen = next(turns, None)
            return fallen if fallen is not None else json.dumps(_reading())[:-1]
        return {"choice": "A", "reasoning": "r"} if asked_for(request) == "choice" else {"score": 99, "reasoning": "r"}

    with (
        ModelServer(rough) as server,
        pramana.open(tmp_path / "ws", create=True, **flags(server.url, "fast_path")) as ws,
    ):
        ws.ingest(document)
        found = metrics_of(ws)["calls"]
        asked = len(server.requests)
    assert found == {"calls": asked, "stored": 0, "retries": 1, "corrections": 1, "repaired": 1}


def _reading() -> dict[str, Any]:
    roles = {"KARTA": ["Rama"], "KARMA": ["the bow"], "SAMPRADANA": ["Lakshmana"]}
    return {"kriyas": [{"verb": "give", "verb_quote": "gave", "karakas": roles}]}


def test_time_and_memory_are_kept_and_no_part_of_what_is_hashed(tmp_path: Path, story: Path) -> None:
    """Reading, asking and the passes have their seconds and their peak of memory; no step and no replay knows them."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        report = ws.ingest(story)
        ws.ask("Who gave the bow to Lakshmana?")
        found = metrics_of(ws)
        again = [ws.replay(run.id).identical for run in ws.runs()]
        bodies = json.dumps(told(ws))
    assert found["seconds_per_line"]["lines"] == report.read
    assert 0 < found["seconds_per_line"]["mean"] * report.read < 60
    assert 0 < found["seconds_per_question"]["mean"] <= found["seconds_per_question"]["max"] < 60
    assert found["seconds_per_question"]["questions"] == 1
    assert found["calls_per_question"] == 2.0
    assert set(found["peak_bytes"]) == {"ask", "ingest", "pass"}
    assert 1e6 < min(found["peak_bytes"].values()) < 1e11
    assert found["stored_bytes"]["database"] == (tmp_path / "ws" / "workspace.db").stat().st_size
    assert all(again)
    assert "seconds" not in bodies


def test_an_empty_workspace_has_no_means(tmp_path: Path) -> None:
    """Where nothing was done a mean is None, and nothing is divided by."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        found = metrics_of(ws)
    assert found["calls_per_line"] == {"mean": None, "max": 0}
    assert found["acceptance"] == {"lines": 0, "accepted": 0, "rate": None, "at_first_attempt": None}
    assert found["seconds_per_question"] == {"mean": None, "max": None, "questions": 0}


def test_lines_count_as_they_stand_now(tmp_path: Path) -> None:
    """A changed document counts with its new lines alone, a removed one not at all, one that came back again."""
    documents = [tmp_path / "docs" / name for name in ("a.txt", "a.txt-b.txt", "c d.txt")]
    documents[0].parent.mkdir()
    for document in documents:
        document.write_text("Rama gave the bow to Lakshmana. Sita slept.", "utf-8")

    with pramana.open(tmp_path / "ws", create=True) as ws:

        def stand() -> tuple[int, list[int]]:
            status = ws.status()
            return status.metrics["acceptance"]["lines"], [document["read"] for document in status.documents]

        ws.ingest(*documents)
        assert stand() == (6, [2, 2, 2])
        documents[0].write_text("Sita slept.", "utf-8")
        ws.ingest(*documents)
        assert stand() == (5, [1, 2, 2])
        ws.remove("a.txt-b.txt")
        assert stand() == (3, [1, 2])
        ws.ingest(*documents)
        assert stand() == (5, [1, 2, 2])
        documents[0].write_text("Rama gave the bow to Lakshmana. Sita slept.", "utf-8")
        ws.ingest(*documents)
        assert stand() == (6, [2, 2, 2])


def test_a_page_of_the_ledger_is_its_beginning(tmp_path: Path, document: Path) -> None:
    """However many are asked for, entries come in the order of runs and lines, and are counted without being loaded."""
    other = tmp_path / "made.txt-2"
    other.mkdir()
    (other / "more.txt").write_text(text(11), "utf-8")
    with ModelServer(answer) as server, pramana.open(tmp_path / "ws", create=True, **flags(server.url)) as ws:
        ws.ingest(document, other)
        ws.ask("Who wept?")

        def page(limit: int | None, **chosen: Any) -> tuple[list[Any], int]:
            entries = ws._ws.inspector.ledger(**chosen)
            return entries.first(limit), entries.count()

        whole, count = ws._call(lambda: page(None))
        refused, of_refused = ws._call(lambda: page(None, refused=True))
        one, of_one = ws._call(lambda: page(None, doc_id="made.txt"))
        some, _ = ws._call(lambda: page(3))
    assert len(whole) == count > 20
    assert [(entry.run, entry.path) for entry in whole] == sorted(
        ((entry.run, entry.path) for entry in whole), key=lambda place: (place[0], natural(place[1]))
    )
    assert (refused, of_refused) == ([entry for entry in whole if not entry.accepted], len(refused))
    mine = f"{path_part('made.txt')}/"
    assert (one, of_one) == ([entry for entry in whole if entry.path.startswith(mine)], len(one))
    assert some == whole[:3]


def test_each_ingest_counts_its_own_calls(tmp_path: Path) -> None:
    """A second ingest in one session reports what it cost itself, its passes apart, not what was spent before."""
    one, other = tmp_path / "a.txt", tmp_path / "b.txt"
    one.write_text("Rama gave the bow. Sita left. Hanuman slept.", "utf-8")
    other.write_text("Rama wept.", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        first, second, nothing = ws.ingest(one), ws.ingest(other), ws.ingest(other)
    assert [report.spending["calls"] for report in (first, second, nothing)] == [3, 1, 0]
    assert [report.calls_per_line for report in (first, second, nothing)] == [1.0, 1.0, 0.0]
    assert nothing.spending["models"] == {}
