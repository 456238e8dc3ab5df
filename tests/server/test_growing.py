"""Agents grow one graph over HTTP: each under its name, and none reads or writes a file of the server."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from served import Served

WS = "/workspaces/ws"


def payload(session: str, **more: Any) -> dict[str, Any]:
    schema = {"node_types": ["Person"], "edge_types": ["KNOWS"], "required_attributes": {"Person": ["name"]}}
    schema |= {"unique_keys": {"Person": ["name"]}}
    config = {"max_iterations": 100, "no_progress": None, "schema": schema}
    return {"session_id": session, "goal_prompt": "Map who knows whom.", "context_data": "", "config": config, **more}


def add(name: str) -> dict[str, Any]:
    return {"type": "ADD_NODE", "label": "Person", "properties": {"name": name}}


def begin(served: Served, session: str, **more: Any) -> Any:
    return served.post(f"{WS}/igg", json={"payload": payload(session, **more)})


def act(served: Served, session: str, actions: Any, agent: str, seen: int | None = None) -> Any:
    return served.post(f"{WS}/igg/{session}/actions", json={"actions": actions, "agent": agent, "seen": seen})


def test_two_agents_grow_one_graph(served: Served) -> None:
    assert begin(served, "team").status_code == 201
    seen = served.get(f"{WS}/igg/team/observation", params={"agent": "ann"}).json()
    assert seen["version"] == 0 and "Map who knows whom." in seen["text"]
    assert act(served, "team", [add("Ann")], "ann", 0).json()["stopped"] is None
    turned = act(served, "team", [add("Ann"), add("Ben")], "ben", 0).json()["turn"]
    assert "duplicate" in str(turned)
    know = {"type": "ADD_EDGE", "label": "KNOWS", "from": {"name": "Ann"}, "to": {"name": "Ben"}}
    act(served, "team", [know], "ann", 2)
    grown = served.get(f"{WS}/igg/team/graph").json()
    assert {each["name"] for each in grown["nodes"]} == {"Ann", "Ben"}
    assert [each["relation"] for each in grown["edges"]] == ["KNOWS"] and not grown["cut"]
    end = served.post(f"{WS}/igg/team/finish", json={"reason": "all known"}).json()
    assert (end["session"], end["stopped"], end["hash"]) == ("team", "finished", grown["hash"])
    assert act(served, "team", [add("Carl")], "ann").status_code == 400
    kept = {each["session"]: each["ended"] for each in served.get(f"{WS}/igg").json()}
    assert kept["team"] == "finished"


def test_agents_at_once_lose_nothing(served: Served) -> None:
    begin(served, "crowd")
    names = [f"P{number}" for number in range(12)]
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda name: act(served, "crowd", [add(name)], f"agent {name}"), names))
    assert [each.status_code for each in answers] == [200] * 12
    assert {each["name"] for each in served.get(f"{WS}/igg/crowd/graph").json()["nodes"]} == set(names)


@pytest.mark.parametrize(
    "more",
    [
        {"context_data": {"files": ["/etc/passwd"]}},
        {"context_data": [{"folders": ["."]}]},
        {"context_data": {"files": ["../pramana.toml"]}},
        {"config": {"schema": {"node_types": ["Person"]}, "export": "out.json"}},
    ],
)
def test_no_file_of_the_server_is_read_or_written(served: Served, more: dict[str, Any]) -> None:
    answer = begin(served, "spy", **more)
    assert answer.status_code == 400 and "root:" not in answer.text
    assert served.get(f"{WS}/igg/spy/graph").status_code == 404


def test_a_bad_payload_is_explained(served: Served) -> None:
    answer = served.post(f"{WS}/igg", json={"payload": {"session_id": "x"}})
    assert answer.status_code == 400 and "goal_prompt" in answer.text
    assert begin(served, "twice").status_code == 201
    assert begin(served, "twice").status_code == 400
