"""What those who look around read: parts of the graph, events by time, open questions, runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from served import Served, make_workspace, need_extras

WS = "/workspaces/ws"
LIVES = (
    "Rama gave the bow to Sita. Sita married Rama on 4 May 1938. Rama sold the mill in 1925. Rama bought it before "
    "1920. Meera Rao and M. Rao met. Sita left Lanka in 1941."
)


@pytest.fixture(scope="module")
def lives(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    need_extras()
    home = tmp_path_factory.mktemp("lives")
    with Served(make_workspace(home / "ws", LIVES), options=("--allow-writes",), log=home / "log") as server:
        yield server


def listed(served: Served, path: str, **params: Any) -> list[Any]:
    answer = served.get(f"{WS}/{path}", params=params)
    assert answer.status_code == 200, answer.text
    found: list[Any] = answer.json()["items"]
    return found


def test_the_graph_around_a_name_holds_its_events(lives: Served) -> None:
    found = lives.get(f"{WS}/graph", params={"entity": "Sita", "steps": 2}).json()
    labels = {node["label"] for node in found["nodes"]}
    assert {"Sita", "Rama", "bow", "give", "marry"} <= labels and "met" not in labels
    assert found["nodes"][found["start"]]["label"] == "Sita" and found["told"] == ""
    assert all(found["lines"][place[0]][0].startswith("tale.txt:") for edge in found["edges"] for place in edge["at"])


@pytest.mark.parametrize("limit", [1, 3])
def test_a_limit_cuts_the_graph_and_says_so(lives: Served, limit: int) -> None:
    found = lives.get(f"{WS}/graph", params={"entity": "Rama", "limit": limit}).json()
    assert len(found["edges"]) == limit and "there are more" in found["told"]


def test_the_graph_around_an_event_and_without_a_name(lives: Served) -> None:
    event = lives.get(f"{WS}/graph", params={"entity": "tale.txt_L1_K1", "steps": 1}).json()
    assert {node["label"] for node in event["nodes"]} == {"give", "Rama", "bow", "Sita"}
    whole = lives.get(f"{WS}/graph", params={"limit": 1000}).json()
    assert len(whole["nodes"]) > len(event["nodes"])
    assert lives.get(f"{WS}/graph", params={"entity": "Ramma"}).status_code == 404


@pytest.mark.parametrize(
    ("wanted", "verbs"),
    [
        ({}, ["buy", "sell", "marry", "leave"]),
        ({"entity": "Rama"}, ["buy", "sell", "marry"]),
        ({"entity": "Sita"}, ["marry", "leave"]),
        ({"since": "1926-01-01"}, ["marry", "leave"]),
        ({"until": "1925-06-01"}, ["buy", "sell"]),
        ({"since": "1925-02-01", "until": "1938-05-04"}, ["sell", "marry"]),
        ({"entity": "Sita", "undated": True}, ["marry", "leave", "give"]),
        ({"document": "none.txt"}, []),
    ],
)
def test_events_are_listed_by_time(lives: Served, wanted: dict[str, Any], verbs: list[str]) -> None:
    assert [each["verb"] for each in listed(lives, "timeline", **wanted)] == verbs


def test_a_timeline_comes_in_pages_and_names_days(lives: Served) -> None:
    page = lives.get(f"{WS}/timeline", params={"limit": 2}).json()
    rest = lives.get(f"{WS}/timeline", params={"limit": 2, "cursor": page["next"]}).json()
    assert [*page["items"], *rest["items"]] == listed(lives, "timeline") and rest["next"] is None
    days = [(each["time"]["earliest"], each["time"]["latest"]) for each in page["items"]]
    assert days == [(None, "1919-12-31"), ("1925-01-01", "1925-12-31")]
    assert lives.get(f"{WS}/timeline", params={"since": "May"}).status_code == 422


def test_an_open_question_is_decided_and_opened_again(lives: Served) -> None:
    (open_one,) = listed(lives, "review")
    assert {open_one["one"], open_one["other"]} == {"Meera Rao", "M. Rao"} and open_one["lines"]
    names = {"one": open_one["one"], "other": open_one["other"]}
    made = lives.post(f"{WS}/decisions", json={"what": "split", **names}).json()
    assert listed(lives, "review") == []
    number = made["decision"]["number"]
    assert lives.post(f"{WS}/decisions", json={"what": "undo", "number": number}).status_code == 200
    assert len(listed(lives, "review")) == 1


def run_numbers(served: Served, **params: Any) -> list[int]:
    """Return the numbers of all runs, page by page."""
    numbers, cursor = [], None
    while True:
        page = served.get(f"{WS}/runs", params={"limit": 3, **params, **({"cursor": cursor} if cursor else {})}).json()
        numbers += [each["run"] for each in page["items"]]
        if (cursor := page["next"]) is None:
            return numbers


def test_runs_are_listed_in_either_order_and_shown(lives: Served) -> None:
    asked = lives.post(f"{WS}/ask", json={"question": "Who married Rama?"}).json()
    newest = listed(lives, "runs", limit=1, newest=True)
    assert [(each["run"], each["kind"]) for each in newest] == [(asked["run"], "ask")]
    numbers = run_numbers(lives)
    assert numbers == sorted(numbers) and numbers[0] == 1
    assert run_numbers(lives, newest=True) == numbers[::-1]
    assert {each["kind"] for each in listed(lives, "runs", kind="ingest")} == {"ingest"}
    shown = lives.get(f"{WS}/runs/{asked['run']}").json()
    assert shown["manifest"]["question"] == "Who married Rama?" and shown["replays"]
    assert lives.get(f"{WS}/runs/9999").status_code == 404


def test_steps_of_a_run_are_listed_below_a_place(lives: Served) -> None:
    every = listed(lives, "runs/1/steps", limit=200)
    below = listed(lives, "runs/1/steps", below="tale.txt/line/1")
    assert 0 < len(below) < len(every)
    assert all(each["path"].startswith("tale.txt/line/1") for each in below)


def test_no_status_names_a_folder_of_this_machine(lives: Served, tmp_path: Path) -> None:
    assert str(Path("/").resolve() / tmp_path.parts[1]) not in lives.get(WS).text
