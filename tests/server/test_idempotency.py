"""A key is for one request: whatever is different in another one that has it, that is refused."""

from __future__ import annotations

from typing import Any

from served import Served, ended_job


def keyed_operations(described: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return the operations that take a key and JSON, each with its example."""
    found = []
    for path, methods in described["paths"].items():
        operation = methods.get("post", {})
        content = operation.get("requestBody", {}).get("content", {})
        named = [each["name"] for each in operation.get("parameters", ())]
        if "Idempotency-Key" in named and "application/json" in content:
            name = content["application/json"]["schema"]["$ref"].rpartition("/")[2]
            found.append((path, described["components"]["schemas"][name]["examples"][0]))
    return found


def test_a_key_with_another_body_is_refused_by_every_operation(served: Served) -> None:
    """The second body differs from the first in one space: even that is another request."""
    payload = {"session_id": "keys", "goal_prompt": "People.", "context_data": "Ann slept."}
    payload["config"] = {"schema": {"node_types": ["Person"], "edge_types": ["KNOWS"]}}  # type: ignore[assignment]
    assert served.post("/workspaces/ws/igg", json={"payload": payload}).status_code == 201
    found = keyed_operations(served.get("/openapi.json").json())
    assert len(found) > 10
    answered = 0
    for number, (path, example) in enumerate(found):
        address = served.url + path.replace("{name}", "ws").replace("{run}", "1").replace("{session}", "keys")
        headers = {"idempotency-key": f"key-{number}", "prefer": "respond-async"}
        first = served.post(address, json=example, headers=headers)
        if first.status_code >= 300:  # nothing was done, and nothing is kept
            continue
        answered += 1
        assert served.post(address, json=example, headers=headers).json() == first.json(), path
        changed = served.client.post(
            address, content=first.request.content + b" ", headers={**headers, "content-type": "application/json"}
        )
        assert changed.status_code == 400 and "another request" in changed.json()["detail"], (path, changed.text)
        if first.status_code == 202:
            served.post(f"/workspaces/ws/jobs/{first.json()['id']}/cancel")
            ended_job(served, first.json()["id"])
    assert answered >= 8


def test_different_actions_under_one_key_are_not_taken_for_the_first(served: Served) -> None:
    person = {"type": "ADD_NODE", "label": "Person", "properties": {"name": "Ann"}}
    at = "/workspaces/ws/igg/acts"
    payload = {
        "session_id": "acts",
        "goal_prompt": "People.",
        "context_data": "Ann slept.",
        "config": {"schema": {"node_types": ["Person"], "edge_types": ["KNOWS"]}},
    }
    served.post("/workspaces/ws/igg", json={"payload": payload})
    headers = {"idempotency-key": "acts-1"}
    assert served.post(f"{at}/actions", json={"actions": [person]}, headers=headers).status_code == 200
    other = served.post(f"{at}/actions", json={"actions": [{**person, "properties": {"name": "Ben"}}]}, headers=headers)
    assert other.status_code == 400 and "another request" in other.json()["detail"]
