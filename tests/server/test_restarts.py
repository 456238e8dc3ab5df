"""`kill -9` of the server: what was acknowledged is there after the next start, whatever kind it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from served import WAITS, Served, ended_job, make_workspace, need_extras

WS = "/workspaces/ws"
ENTITIES = [{"id": "r1", "items": [{"id": "i1", "text": "My peanut allergy was handled well.", "date": "2024-01-01"}]}]
GRAPH = {
    "nodes": [{"id": "Rama"}, {"id": "Sita"}],
    "edges": [{"source": "Rama", "target": "Sita", "relation": "gave the bow to"}],
}
AUDITED = [
    ("graph", ("graph.json", json.dumps(GRAPH).encode())),
    ("texts", ("a.txt", b"Rama gave the bow to Sita.")),
]
JOBS: dict[str, tuple[str, dict[str, Any]]] = {
    "ingest": ("jobs", {"files": {"files": ("visit.txt", b"Hanuman visited Sita.")}}),
    "estimate": ("estimates", {"files": {"files": ("visit.txt", b"Hanuman visited Sita.")}}),
    "audit": ("audits", {"files": AUDITED}),
    "export": ("exports", {"json": {"format": "graphml"}}),
    "investigate": ("investigations", {"json": {"question": "Who gave the bow to Sita?", "iterations": 2}}),
    "anot": ("anot", {"json": {"seed": "G1a", "entities": ENTITIES}}),
    "stategraph": ("stategraphs", {"json": {"graph": WAITS, "inputs": {"n": 3}}}),
    "replay": ("runs/1/replay", {}),
}
"""A job of each kind."""


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Served]:
    need_extras()
    with Served(make_workspace(tmp_path / "ws"), options=("--allow-writes",), log=tmp_path / "log") as server:
        yield server


def restart(served: Served) -> None:
    served.kill()
    served.start()


@pytest.mark.slow
def test_a_job_of_each_kind_goes_on_after_a_kill(written: Served) -> None:
    """One runs when the server is killed, the others wait: all of them are done after the next start."""
    begun = {kind: written.post(f"{WS}/{path}", **sent) for kind, (path, sent) in JOBS.items()}
    assert {kind: answer.status_code for kind, answer in begun.items()} == dict.fromkeys(JOBS, 202)
    restart(written)
    ended = {kind: ended_job(written, answer.json()["id"]) for kind, answer in begun.items()}
    assert {kind: (job["kind"], job["state"]) for kind, job in ended.items()} == {kind: (kind, "done") for kind in JOBS}
    run = ended["stategraph"]["report"]["run"]
    resumed = written.post(f"{WS}/runs/{run}/resume", json={"input": {"ok": True}}).json()["id"]
    restart(written)
    ended_resume = ended_job(written, resumed)
    assert ended_resume["state"] == "done", ended_resume
    assert ended_resume["report"]["state"]["ok"] is True


@pytest.mark.slow
def test_a_conversation_goes_on_after_a_kill(written: Served) -> None:
    chat = written.post(f"{WS}/chats").json()["id"]
    written.post(f"{WS}/chats/{chat}/ask", json={"question": "Who gave the bow to Sita?"})
    before = written.get(f"{WS}/chats/{chat}").json()
    restart(written)
    assert written.get(f"{WS}/chats/{chat}").json() == before
    reply = written.post(f"{WS}/chats/{chat}/ask", json={"question": "Where did he live?"}).json()
    assert (reply["question"], reply["citations"][0]["line_number"]) == ("Where did Rama live?", 3)
    assert written.client.delete(f"{WS}/chats/{chat}").status_code == 204
    restart(written)
    assert written.get(f"{WS}/chats/{chat}").status_code == 404


@pytest.mark.slow
def test_a_graph_that_agents_grow_is_there_after_a_kill(written: Served) -> None:
    schema = {"node_types": ["Person"], "edge_types": ["KNOWS"], "required_attributes": {"Person": ["name"]}}
    payload = {"session_id": "s1", "goal_prompt": "People.", "context_data": "Ann slept.", "config": {"schema": schema}}
    person = {"type": "ADD_NODE", "label": "Person", "properties": {"name": "Ann"}}
    assert written.post(f"{WS}/igg", json={"payload": payload}).status_code == 201
    assert written.post(f"{WS}/igg/s1/actions", json={"actions": [person]}).status_code == 200
    before = written.get(f"{WS}/igg/s1/graph").json()
    restart(written)
    assert written.get(f"{WS}/igg/s1/graph").json() == before
    assert [each["name"] for each in before["nodes"]] == ["Ann"]
    assert written.post(f"{WS}/igg/s1/finish", json={}).json()["stopped"] == "finished"
