"""Two logs compared, a log as a page, and a log's graph in every format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from chromium import Chromium, find_chromium

from pramana.errors import UnknownName
from pramana.graph import FORMATS, read_graph
from pramana.igg import GraphGenerationService, Log, ScriptedAgent, diff_logs, export, read_log, read_payload, replay
from pramana.views import growth_html

SCHEMA = {"node_types": ["Person"], "edge_types": ["KNOWS"], "unique_keys": {"Person": ["name"]}}


def add(name: str, **more: Any) -> dict[str, Any]:
    return {"type": "ADD_NODE", "label": "Person", "properties": {"name": name, **more}}


def know(one: str, other: str) -> dict[str, Any]:
    return {"type": "ADD_EDGE", "label": "KNOWS", "from": {"name": one}, "to": {"name": other}}


def drop(name: str) -> dict[str, Any]:
    return {"type": "REMOVE", "node": {"name": name}}


def logged(file: Path, *answers: list[Any]) -> Log:
    given = {"session_id": "s", "goal_prompt": "Who knows <b>whom</b>?", "config": {"schema": SCHEMA}}
    turns = [{"reasoning": f"turn {number}", "actions": actions} for number, actions in enumerate(answers, 1)]
    finish = {"reasoning": "", "actions": [{"type": "FINISH", "reason": "done"}]}
    GraphGenerationService(read_payload(given), ScriptedAgent([*turns, finish]), log=file).execute_loop()
    return read_log(file)


FIRST = [add("Ann", age=1), add("Ben"), know("Ann", "Ben")]


def test_logs_differ_in_their_graphs_and_part_in_an_iteration(tmp_path: Path) -> None:
    """What either has alone, what both have with other properties, and where the runs part."""
    one = logged(tmp_path / "one.jsonl", FIRST, [add("Carl"), know("Ben", "Carl")])
    update = {"type": "UPDATE_NODE", "node": {"name": "Ann"}, "properties": {"age": 2}}
    other = logged(tmp_path / "other.jsonl", FIRST, [add("Dora"), update])
    found = diff_logs(one, other)
    assert (found.identical, found.parted_at) == (False, 2)
    assert (found.nodes_removed, found.nodes_added) == (("Person:Carl",), ("Person:Dora",))
    assert (found.edges_removed, found.edges_added) == (("Person:Ben -KNOWS-> Person:Carl",), ())
    assert [(each.id, dict(each.properties)) for each in found.nodes_changed] == [("Person:Ann", {"age": (1, 2)})]
    assert diff_logs(one, one).identical
    assert json.loads(json.dumps(found.as_json()))["parted_at"] == 2


def test_every_format_is_written_by_name(tmp_path: Path) -> None:
    """Each with its own extension, and read back with as many nodes and edges where it can be read."""
    growth = replay(logged(tmp_path / "one.jsonl", FIRST))
    written = [name for name, each in FORMATS.items() if each.write is not None]
    assert len(written) >= 6
    for name in written:
        files = export(growth, tmp_path / f"out-{name}", name)
        assert all(file.stat().st_size for file in files)
        if FORMATS[name].read is not None:
            read = read_graph(tmp_path / f"out-{name}{FORMATS[name].suffixes[0]}")
            assert (len(read.nodes), len(read.edges)) == (2, 1), name
    with pytest.raises(UnknownName, match="graphml"):
        export(growth, tmp_path / "x", "graphlm")


def test_the_page_shows_the_graph_after_each_iteration(tmp_path: Path) -> None:
    """With the slider nodes come and go; what an agent named cannot become markup."""
    program = find_chromium()
    if program is None:
        pytest.skip("no Chromium is installed")
    hostile = "</script><img src=x onerror=alert(1)>"
    log = logged(tmp_path / "one.jsonl", FIRST, [add(hostile), know("Ben", hostile)], [drop(hostile), add("Ann")])
    page = tmp_path / "page.html"
    page.write_text(growth_html(log), "utf-8")
    assert growth_html(log) == page.read_text("utf-8")
    with Chromium(program) as browser:
        browser.open(page.as_uri())
        shown = (
            "((at) => { const s = document.getElementById('at'); s.value = at; s.dispatchEvent(new Event('input'));"
            " return [document.querySelectorAll('circle').length, document.querySelectorAll('line').length,"
            " document.querySelectorAll('.new').length, document.querySelectorAll('img').length,"
            " document.querySelector('#what h2').textContent, document.querySelectorAll('.refused li').length] })"
        )
        assert browser.run(f"{shown}(0)") == [0, 0, 0, 0, "The beginning", 0]
        assert browser.run(f"{shown}(1)") == [2, 1, 3, 0, "Iteration 1: agent", 0]
        assert browser.run(f"{shown}(2)") == [3, 2, 2, 0, "Iteration 2: agent", 0]
        assert browser.run(f"{shown}(3)") == [2, 1, 0, 0, "Iteration 3: agent", 1]
