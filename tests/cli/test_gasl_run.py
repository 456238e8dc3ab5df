"""`pramana gasl run`, `explain`, `evidence`, `replay`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pramana.graph import Edge, Node
from pramana.graph.adapters import MemoryAdapter

Run = Callable[..., Any]
SCRIPT = """\
# who is there
FIND nodes WHERE type = "Person" AS people
UPDATE study WITH people
PROCESS people USING "copy {name: text}" AS names
SELECT people FIELDS id, name AS shown
"""


@pytest.fixture
def files(alone: Path) -> Path:
    nodes = [
        Node("ann", "Person", {"name": "Ann", "doc_id": "x.txt", "line_number": 3}),
        Node("bob", "Person", {"name": "Bob"}),
    ]
    MemoryAdapter.of(nodes, [Edge("ann", "KNOWS", "bob")]).export(alone / "g.graphml")
    (alone / "s.gasl").write_text(SCRIPT, "utf-8")
    return alone


def test_steps_and_the_last_rows_are_shown(run: Run, files: Path) -> None:
    """Every step is printed with its status and count, then the rows of the last."""
    done = run("gasl", "run", "s.gasl", "-g", "g.graphml")
    assert done.code == 0
    lines = [line.split() for line in done.out.splitlines()]
    assert lines[0][:3] == ["success", "2", "FIND"]
    assert lines[-3:] == [["id", "name"], ["ann", "Ann"], ["bob", "Bob"]]


def test_json_has_all_rows_and_records(run: Run, files: Path) -> None:
    """With --json the plan's result is one JSON value."""
    done = run("gasl", "run", "s.gasl", "-g", "g.graphml", "--json").json
    assert (done["plan_id"], done["status"], len(done["steps"])) == ("s", "success", 4)
    assert [row["name"] for row in done["rows"]] == ["Ann", "Bob"]


def test_why_nothing_was_found_is_said(run: Run, files: Path) -> None:
    """A search that finds nothing ends the script with its hints, and exit code 1."""
    (files / "t.gasl").write_text("FIND nodes WHERE nam = 'Ann' AS n\nCOUNT n AS c\n", "utf-8")
    done = run("gasl", "run", "t.gasl", "-g", "g.graphml")
    assert done.code == 1
    assert "Nothing has an attribute nam. Did you mean name" in done.err
    assert "stopped:" in done.err


def test_what_cannot_be_read_runs_nothing(run: Run, files: Path) -> None:
    """A script with a mistake ends in exit code 2, and no state is made."""
    (files / "t.gasl").write_text("DECLARE a AS LIST\nFNID nodes AS n\n", "utf-8")
    assert run("gasl", "run", "t.gasl", "-g", "g.graphml", "-s", "st.json").code == 2
    assert not (files / "st.json").exists()


def test_explain_says_what_is_searched_and_what_models_cost(run: Run, files: Path) -> None:
    """explain counts what comes of searches, and the model calls, and writes nothing."""
    done = run("gasl", "explain", "s.gasl", "-g", "g.graphml", "-s", "st.json", "--json").json
    found = {each["command"].split()[0]: each for each in done}
    assert (found["FIND"]["scans"], found["FIND"]["rows"], found["FIND"]["exact"]) == ("2 nodes", 2, True)
    assert found["PROCESS"]["calls"] == 1
    assert not (files / "st.json").exists()
    assert "1 model call" in run("gasl", "explain", "s.gasl", "-g", "g.graphml").out


@pytest.mark.parametrize("state", ["st.json", "st.db"])
def test_a_state_is_replayed(run: Run, files: Path, state: str) -> None:
    """replay carries the history out again; on another graph it names the first step that differs."""
    assert run("gasl", "run", "s.gasl", "-g", "g.graphml", "-s", state).code == 0
    same = run("gasl", "replay", "-g", "g.graphml", "-s", state)
    assert (same.code, same.out.split()[0]) == (0, "identical:")
    MemoryAdapter.of([Node("ann", "Person", {"name": "Ann"})], []).export(files / "g.graphml")
    other = run("gasl", "replay", "-g", "g.graphml", "-s", state, "--json")
    assert other.code == 1
    assert other.json["first"]["step"] == 1


def test_evidence_leads_to_lines(run: Run, files: Path) -> None:
    """evidence prints the report of a key, as Markdown or as JSON."""
    assert run("gasl", "run", "s.gasl", "-g", "g.graphml", "-s", "st.json").code == 0
    assert "`x.txt:3`" in run("gasl", "evidence", "study", "-s", "st.json").out
    assert run("gasl", "evidence", "study", "-s", "st.json", "--json").json["count"] == 2
    assert run("gasl", "evidence", "stdy", "-s", "st.json").code == 2


def test_a_workspace_is_the_graph_where_none_is_named(run: Run, told: Path) -> None:
    """Without --graph the workspace's graph is searched, its state written, and its lines shown as evidence."""
    (told / "s.gasl").write_text('FIND nodes WHERE type = "Entity" AS n\nUPDATE study WITH n\n', "utf-8")
    assert run("gasl", "run", "s.gasl").code == 0
    assert "Rama gave the bow to Lakshmana." in run("gasl", "evidence", "study").out
    assert run("gasl", "replay").code == 0
