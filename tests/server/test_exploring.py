"""What the explorer's pages read beside what programs read: names, growth, results of formulas."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from served import Served, make_workspace, need_extras

import pramana
from pramana.igg import ScriptedAgent

WS = "/workspaces/ws"
TEXT = "Meera Rao lived in Pune. Rao sold the mill to Sita. Meera Rao thanked him. The mill burned. It burned."


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server over a workspace with a text, and with a graph that an agent grew."""
    need_extras()
    home = tmp_path_factory.mktemp("grown")
    folder = make_workspace(home / "ws", TEXT)
    schema = {"node_types": ["Person"], "edge_types": ["KNOWS"], "unique_keys": {"Person": ["name"]}}
    added = [{"type": "ADD_NODE", "label": "Person", "properties": {"name": name}} for name in ("Ann", "Ben")]
    turns = [added, [{"type": "FINISH", "reason": "done"}]]
    agent = ScriptedAgent([{"reasoning": "<b>as asked</b>", "actions": actions} for actions in turns])
    with pramana.open(folder) as ws:
        ws.igg({"session_id": "s", "goal_prompt": "Who?", "config": {"schema": schema}}, agent)
        ws.anot(
            "g1a",
            [
                {
                    "id": "r1",
                    "items": [
                        {
                            "id": "i1",
                            "text": "I told them about my peanut allergy and broke out in hives after the satay.",
                        }
                    ],
                }
            ],
        )
    with Served(folder, options=("--read-only",), log=home / "log") as server:
        yield server


def test_names_begin_with_proper_ones_and_know_their_others(grown: Served) -> None:
    found = grown.get(f"{WS}/names").json()
    names = [each["name"] for each in found["items"]]
    assert names[0] == "Meera Rao" and "Rao" in found["items"][0]["also"]
    assert not {"him", "It"} & set(names), "pronouns are no names"
    interests = [each["interest"] for each in found["items"]]
    assert interests == sorted(interests, reverse=True)
    counts = {each["type"]: each["count"] for each in found["types"]}
    people = grown.get(f"{WS}/names", params={"type": "Person"}).json()["items"]
    assert len(people) == counts["Person"] and {each["type"] for each in people} == {"Person"}


def test_names_come_in_pages(grown: Served) -> None:
    every = [each["id"] for each in grown.get(f"{WS}/names").json()["items"]]
    first = grown.get(f"{WS}/names", params={"limit": 2}).json()
    rest = grown.get(f"{WS}/names", params={"limit": 200, "cursor": first["next"]}).json()
    assert [each["id"] for each in (*first["items"], *rest["items"])] == every


def _run_of(grown: Served, kind: str) -> int:
    return int(grown.get(f"{WS}/runs", params={"kind": kind, "newest": True}).json()["items"][0]["run"])


def test_growth_says_when_each_node_was_there(grown: Served) -> None:
    found = grown.get(f"{WS}/runs/{_run_of(grown, 'igg run')}/growth").json()
    assert [(each["id"], each["spans"]) for each in found["nodes"]] == [
        ("Person:Ann", [[1, None]]),
        ("Person:Ben", [[1, None]]),
    ]
    assert found["ended"] == "finished" and found["iterations"][0]["why"] == "<b>as asked</b>"


def test_a_result_is_explained_down_to_its_words(grown: Served) -> None:
    run = _run_of(grown, "anot run")
    (result,) = grown.get(f"{WS}/runs/{run}/results").json()["items"]
    assert (result["entity"], result["status"]) == ("r1", "done")
    asked = {"entity": "r1", "primitive": "n_total_incidents"}
    found = grown.get(f"{WS}/runs/{run}/explain", params=asked).json()
    quotes = [each["quote"] for item in found["items"] for each in item["evidence"].values()]
    assert found["value"] == 1 and "broke out" in quotes[0]


def test_what_a_run_does_not_have_is_a_problem(grown: Served) -> None:
    run = _run_of(grown, "anot run")
    assert grown.get(f"{WS}/runs/999/growth").status_code == 404
    assert grown.get(f"{WS}/runs/1/results").status_code == 400
    assert grown.get(f"{WS}/runs/{run}/growth").status_code == 400
    assert grown.get(f"{WS}/runs/{run}/explain", params={"entity": "r9", "primitive": "n"}).status_code == 404
