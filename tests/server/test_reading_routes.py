"""REST: what a workspace says, as the commands print it with `--json`."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from served import Served

WS = "/workspaces/ws"


def printed(folder: Path, *words: str) -> Any:
    command = [sys.executable, "-m", "pramana", *words, "-w", str(folder), "--json"]
    return json.loads(subprocess.run(command, capture_output=True, check=False).stdout)


def logged(served: Served, request: str) -> Any:
    """Return the line of the log about a request, which is written after its answer."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        for line in served.log().splitlines():
            if line.startswith("{") and (entry := json.loads(line))["request"] == request:
                return entry
        time.sleep(0.05)
    raise AssertionError(served.log())


def test_workspaces_are_listed_by_name(served: Served) -> None:
    assert served.get("/workspaces").json() == {"items": [{"name": "ws", "writable": True}], "next": None}


def test_status_names_the_graph_and_no_place_on_the_disk(served: Served, folder: Path) -> None:
    found = served.get(WS)
    assert len(found.json()["graph_hash"]) == 32
    assert str(folder) not in found.text


def test_documents_and_lines_are_read_in_pages(served: Served) -> None:
    (document,) = served.get(f"{WS}/documents").json()["items"]
    assert (document["doc_id"], document["lines"], document["read"]) == ("tale.txt", 4, True)
    first = served.get(f"{WS}/lines", params={"document": "tale.txt", "limit": 3}).json()
    rest = served.get(f"{WS}/lines", params={"document": "tale.txt", "cursor": first["next"]}).json()
    assert [line["place"] for line in (*first["items"], *rest["items"])] == [f"tale.txt:{n}" for n in range(1, 5)]
    assert rest["next"] is None


@pytest.mark.parametrize("path", ["facts", "entities", "events", "ledger"])
def test_pages_of_any_size_give_the_same_list(served: Served, path: str) -> None:
    whole = served.get(f"{WS}/{path}", params={"limit": 200}).json()
    assert whole["next"] is None and len(whole["items"]) > 3
    found: list[Any] = []
    cursor: dict[str, str] = {}
    while True:
        page = served.get(f"{WS}/{path}", params={"limit": 2, **cursor}).json()
        found += page["items"]
        if page["next"] is None:
            break
        cursor = {"cursor": page["next"]}
    assert found == whole["items"]


def test_facts_of_an_entity_have_evidence_lines_and_reasons(served: Served) -> None:
    found = served.get(f"{WS}/facts", params={"entity": "sita", "relation": "targets_sampradana"}).json()["items"]
    assert [each["quote"] for fact in found for each in fact["evidence"]] == ["to", "Sita"]
    assert set(found[0]["lines"]) == {"Rama gave the bow to Sita."}
    assert found[0]["why"]["verdict"] == found[0]["verdict"] == "checked"


def test_entities_are_listed_by_type_and_events_by_document(served: Served) -> None:
    everyone = served.get(f"{WS}/entities").json()["items"]
    assert {"Rama", "Sita"} <= {each["canonical_name"] for each in everyone}
    kind = next(each["entity_type"] for each in everyone if each["canonical_name"] == "Rama")
    typed = served.get(f"{WS}/entities", params={"type": kind}).json()["items"]
    assert all(each["entity_type"] == kind for each in typed)
    assert served.get(f"{WS}/events", params={"document": "none.txt"}).json()["items"] == []


def test_an_answer_is_that_of_the_command(served: Served, folder: Path) -> None:
    question = "Who gave the bow to Sita?"
    answer = served.post(f"{WS}/ask", json={"question": question}).json()
    expected = printed(folder, "ask", question)
    assert {name: answer[name] for name in expected} == expected
    assert answer["status"] == "GROUNDED" and answer["facts"] and answer["run"] > 0


@pytest.mark.parametrize(
    ("path", "params", "words"),
    [
        ("line", {"place": "tale.txt:1"}, ("show", "line", "tale.txt:1")),
        ("event", {"event": "tale.txt_L1_K1"}, ("show", "kriya", "tale.txt_L1_K1")),
        ("entity", {"entity": "Rama", "limit": 10}, ("entity", "show", "Rama")),
        ("search", {"q": "Sita bow"}, ("search", "Sita bow")),
    ],
)
def test_values_are_those_of_the_commands(
    served: Served, folder: Path, path: str, params: dict[str, Any], words: tuple[str, ...]
) -> None:
    assert served.get(f"{WS}/{path}", params=params).json() == printed(folder, *words)


def test_a_fact_is_shown_by_its_id(served: Served) -> None:
    fact = served.get(f"{WS}/facts").json()["items"][0]
    assert served.get(f"{WS}/fact", params={"fact": fact["id"]}).json() == fact


def test_claims_are_checked(served: Served) -> None:
    claims = ["Rama gave the bow to Sita.", "Ravana married Sita."]
    found = served.post(f"{WS}/check", json={"claims": claims}).json()["claims"]
    assert [each["verdict"] for each in found] == ["supported", "contradicted"]
    assert found[0]["lines"][0]["text"] == "Rama gave the bow to Sita."


def test_neighbours_and_paths_name_the_lines(served: Served) -> None:
    near = served.get(f"{WS}/neighbours", params={"entity": "Rama"}).json()
    assert {"Sita", "bow"} <= {each["other"].removeprefix("the ") for each in near}
    (way, *_) = served.get(f"{WS}/paths", params={"one": "Ayodhya", "other": "Sita"}).json()
    assert (way["names"][0], way["names"][-1]) == ("Ayodhya", "Sita")
    assert all(fact["evidence"] for fact in way["facts"])


def test_gasl_keeps_nothing(served: Served) -> None:
    command = 'FIND nodes WHERE canonical_name = "Rama" AS found'
    found = served.post(f"{WS}/gasl", json={"command": command}).json()
    assert (found["status"], found["count"]) == ("success", 1)
    again = served.post(f"{WS}/gasl", json={"command": "COUNT found AS number"})
    assert again.status_code == 400 and "found" in again.json()["detail"]


def test_a_gasl_mistake_is_explained(served: Served) -> None:
    problem = served.post(f"{WS}/gasl", json={"command": "FIND noodles AS n"}).json()
    assert problem["status"] == 400
    assert (problem["nearest"], problem["example"]) == (["nodes"], "FIND nodes AS n")


def test_an_etag_names_the_graph_and_survives_questions(served: Served) -> None:
    first = served.get(f"{WS}/facts")
    served.post(f"{WS}/ask", json={"question": "Who married Rama?"})
    again = served.get(f"{WS}/facts", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_an_unknown_name_says_what_is_near(served: Served) -> None:
    problem = served.get(f"{WS}/entity", params={"entity": "Ramma"})
    assert problem.headers["content-type"] == "application/problem+json"
    assert problem.json()["nearest"][0] == "rama"
    assert served.get("/workspaces/wss").json()["nearest"] == ["ws"]


def test_a_foreign_cursor_is_refused(served: Served) -> None:
    for cursor in ("x", "cDotMQ", "", "p:1", "cDo5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5"):
        assert served.get(f"{WS}/facts", params={"cursor": cursor}).status_code == 400


def test_metrics_count_by_route(served: Served) -> None:
    served.get(f"{WS}/documents")
    metrics = served.client.get(f"{served.url}/metrics").text
    assert '/workspaces/{name}/documents",status="200"' in metrics
    for told in ('pramana_jobs{workspace="ws",state="queued"} 0', 'pramana_readers{workspace="ws",state="waiting"} 0'):
        assert told in metrics
    assert "pramana_streams 0" in metrics


def test_the_log_names_requests_and_runs_and_no_question(served: Served) -> None:
    answer = served.post(f"{WS}/ask", json={"question": "Who lived in Ayodhya?"})
    line = logged(served, answer.headers["x-request-id"])
    assert (line["status"], line["run"]) == (200, answer.json()["run"])
    assert "Ayodhya" not in served.log()


def test_gasl_says_where_its_items_come_from(served: Served) -> None:
    command = 'FIND edges WHERE relation = "HAS_KARTĀ" AS found\nUPDATE doers WITH found'
    asked = {"command": command, "key": "doers"}
    found = served.post(f"{WS}/gasl/evidence", json=asked).json()
    assert (found["count"], found["untraced"], found["documents"]) == (4, 0, ["tale.txt"])
    unknown = served.post(f"{WS}/gasl/evidence", json={**asked, "key": "dooers"})
    assert unknown.status_code in (400, 404) and "doers" in unknown.text
