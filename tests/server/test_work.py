"""Long work of every kind, begun over HTTP: its report, its files, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from served import WAITS, Served, done, make_workspace, need_extras

WS = "/workspaces/ws"


@pytest.fixture(scope="module")
def worked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    need_extras()
    home = tmp_path_factory.mktemp("worked")
    with Served(make_workspace(home / "ws"), options=("--allow-writes",), log=home / "log") as server:
        yield server


def download(served: Served, job: Any, name: str) -> bytes:
    answer = served.get(f"{WS}/jobs/{job['id']}/outputs/{name}")
    assert answer.status_code == 200, answer.text
    return answer.content


def test_an_estimate_says_what_reading_would_take(worked: Served) -> None:
    files = {"files": ("visit.txt", b"Hanuman visited Sita. Rama slept.")}
    job = done(worked, worked.post(f"{WS}/estimates", files=files))
    assert (job["kind"], job["report"]["documents"], job["report"]["lines"]) == ("estimate", 1, 2)
    assert [each["doc_id"] for each in worked.get(f"{WS}/documents").json()["items"]] == ["tale.txt"]


def test_a_graph_is_held_to_its_texts(worked: Served) -> None:
    graph = {
        "nodes": [{"id": "Rama"}, {"id": "Sita"}, {"id": "Lakshmana"}],
        "edges": [
            {"source": "Rama", "target": "Sita", "relation": "gave the bow to"},
            {"source": "Lakshmana", "target": "Sita", "relation": "sold"},
        ],
    }
    files = [("graph", ("graph.json", json.dumps(graph).encode())), ("texts", ("a.txt", b"Rama gave the bow to Sita."))]
    job = done(worked, worked.post(f"{WS}/audits", files=files))
    assert job["report"]["counts"]["nodes"] == {
        "contradicted": 0,
        "supported": 2,
        "unsupported": 1,
        "weak": 0,
    }
    assert set(job["outputs"]) >= {"audit.html", "facts.json", "supported.graphml"}
    assert b"Lakshmana" in download(worked, job, "audit.html")
    assert json.loads(download(worked, job, "facts.json"))["nodes"]
    broken = worked.post(f"{WS}/audits", files=[("graph", ("graph.json", b"no graph"))])
    problem = done(worked, broken, "failed")["problem"]
    assert problem["status"] == 400 and "/tmp" not in problem["detail"] and "graph.json" in problem["detail"]


def test_the_graph_is_exported(worked: Served) -> None:
    job = done(worked, worked.post(f"{WS}/exports", json={"format": "graphml"}))
    assert b"Ayodhya" in download(worked, job, "graph.graphml")
    for name in ("..%2fjob.json", "job.json", "result.json", "%2e%2e"):
        assert worked.get(f"{WS}/jobs/{job['id']}/outputs/{name}").status_code == 404
    assert worked.post(f"{WS}/exports", json={"format": "exe"}).status_code == 422


def test_pages_to_send_are_those_that_commands_write(worked: Served) -> None:
    """The graph's page and the report are written to one file each, which loads nothing from anywhere."""
    for kind, heading in (("view", b"Graph of ws"), ("report", b"<h1")):
        job = done(worked, worked.post(f"{WS}/exports", json={"format": kind}))
        page = download(worked, job, f"{kind}.html")
        assert heading in page and b"http://" not in page.replace(b"http://www.w3.org", b"") and b"<link" not in page


def test_a_question_is_investigated(worked: Served) -> None:
    asked = {"question": "Who gave the bow to Sita?", "iterations": 2}
    job = done(worked, worked.post(f"{WS}/investigations", json=asked))
    assert job["report"]["question"] == asked["question"] and job["report"]["stop"]
    assert job["cost"] is not None
    assert worked.get(f"{WS}/runs/{job['report']['run']}").json()["kind"] == "investigate"
    assert b"<html" in download(worked, job, "report.html")


def test_a_seed_is_executed(worked: Served) -> None:
    entities = [{"id": "r1", "items": [{"id": "i1", "text": "The food was good."}]}]
    answer = worked.post(f"{WS}/anot", json={"seed": "no-template", "entities": entities})
    assert done(worked, answer, "failed")["problem"]["status"] == 400
    entities = [
        {"id": "r1", "items": [{"id": "i1", "text": "My peanut allergy was handled well.", "date": "2024-01-01"}]}
    ]
    job = done(worked, worked.post(f"{WS}/anot", json={"seed": "G1a", "entities": entities}))
    run = job["report"]["run"]
    assert job["report"]["entities"] == {"done": 1} and set(job["outputs"]) >= {"report.html", "results.jsonl"}
    (result,) = worked.get(f"{WS}/runs/{run}/results").json()["items"]
    assert (result["entity"], result["values"]["verdict"]) == ("r1", "Low Risk")
    why = worked.get(f"{WS}/runs/{run}/explain", params={"entity": "r1", "primitive": "n_total_incidents"}).json()
    assert (why["value"], [each["name"] for each in why["reads"]]) == (0, ["n_mild", "n_moderate", "n_severe"])
    unknown = worked.get(f"{WS}/runs/{run}/explain", params={"entity": "r2", "primitive": "verdict"})
    assert unknown.status_code == 404 and unknown.json()["nearest"] == ["r1"]
    assert worked.get(f"{WS}/runs/1/results").status_code == 400


def test_a_graph_of_states_waits_and_is_resumed(worked: Served) -> None:
    begun = done(worked, worked.post(f"{WS}/stategraphs", json={"graph": WAITS, "inputs": {"n": 3}}))
    report = begun["report"]
    assert report["state"] is None
    assert (report["waiting"]["for"], report["waiting"]["asks"], report["waiting"]["shown"]) == (
        "approval",
        ["ok"],
        {"n": 3},
    )
    run = report["run"]
    wrong = done(worked, worked.post(f"{WS}/runs/{run}/resume", json={"input": {"no": 1}}), "failed")
    assert "to be given ok" in wrong["problem"]["detail"]
    ended = done(worked, worked.post(f"{WS}/runs/{run}/resume", json={"input": {"ok": True}}))
    assert {"n": 3, "ok": True}.items() <= ended["report"]["state"].items()


def test_a_run_is_replayed(worked: Served) -> None:
    run = worked.post(f"{WS}/ask", json={"question": "Who married Rama?"}).json()["run"]
    job = done(worked, worked.post(f"{WS}/runs/{run}/replay"))
    assert (job["report"]["identical"], job["report"]["differences"]) == (True, [])


def test_work_is_a_write(tmp_path: Any) -> None:
    need_extras()
    with Served(make_workspace(tmp_path / "ws"), log=tmp_path / "log") as server:
        for path, body in (("exports", {}), ("investigations", {"question": "Who?"}), ("runs/1/replay", None)):
            assert server.post(f"{WS}/{path}", json=body).status_code == 403
