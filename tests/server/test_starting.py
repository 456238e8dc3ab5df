"""What a browser asks before it starts work: estimates, templates, what GASL would read; and a loop of growth."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from served import Served, done, make_workspace, need_extras

WS = "/workspaces/ws"
ITEMS = [{"id": "i1", "text": "My peanut allergy was handled well.", "date": "2024-01-01"}]


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    need_extras()
    home = tmp_path_factory.mktemp("started")
    with Served(make_workspace(home / "ws"), options=("--allow-writes",), log=home / "log") as server:
        yield server


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("investigation", {"question": "Who gave the bow to Sita?", "iterations": 2}),
        ("check", {"claims": ["Rama gave the bow to Sita."]}),
    ],
)
def test_an_estimate_asks_no_model_and_writes_no_run(started: Served, path: str, body: dict[str, Any]) -> None:
    before = started.get(f"{WS}/runs").json()
    report = done(started, started.post(f"{WS}/estimates/{path}", json=body))["report"]
    assert (report["calls"], report["models"], report["money"]) == (0, [], 0)
    assert started.get(f"{WS}/runs").json() == before


def test_a_seed_is_estimated_and_executed_over_a_file(started: Served) -> None:
    (names,) = [[each["name"] for each in started.get(f"{WS}/templates").json()]]
    assert names == ["g1a", "s1"]
    files = {"data": ("r.jsonl", (json.dumps({"id": "r1", "items": ITEMS}) + "\n").encode())}
    estimate = done(started, started.post(f"{WS}/estimates/anot", files=files, data={"seed": "g1a"}))
    assert "over 1 entities" in estimate["report"]["work"] or "over 1 entity" in estimate["report"]["work"]
    job = done(started, started.post(f"{WS}/anot/files", files=files, data={"seed": "g1a"}))
    assert job["report"]["entities"] == {"done": 1}
    assert started.post(f"{WS}/anot/files", files=files, data={"seed": "{"}).status_code == 400
    path = done(started, started.post(f"{WS}/anot/files", files=files, data={"seed": "/etc/passwd"}), "failed")
    assert "is not a template" in path["problem"]["detail"]


def test_gasl_is_explained_before_it_is_run(started: Served) -> None:
    found = started.post(f"{WS}/gasl/explain", json={"command": 'FIND nodes WHERE canonical_name = "Rama" AS found'})
    assert [(each["calls"], each["rows"]) for each in found.json()] == [(0, 1)]
    assert started.post(f"{WS}/gasl/explain", json={"command": "FOND nodes"}).status_code == 400


def test_a_loop_needs_a_model_and_names_no_file(started: Served) -> None:
    schema = {"node_types": ["Person"], "edge_types": ["KNOWS"]}
    payload = {"session_id": "loop", "goal_prompt": "Who?", "context_data": "Rama.", "config": {"schema": schema}}
    problem = done(started, started.post(f"{WS}/growths", json={"payload": payload}), "failed")["problem"]
    assert "pramana.toml" in problem["detail"]
    files = {**payload, "context_data": {"files": ["/etc/passwd"]}}
    assert started.post(f"{WS}/growths", json={"payload": files}).status_code == 400
