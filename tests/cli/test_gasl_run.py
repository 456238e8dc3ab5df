"""`pramana gasl run`, `explain`, `evidence`, `replay`."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pramana.graph import Edge, Node
from pramana.graph.adapters import MemoryAdapter
from pramana.testing.model_server import ModelServer

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


def test_a_script_comes_from_standard_input(run: Run, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """- is a script, or a plan, from standard input, as for `check`."""
    for text in ("FIND nodes AS n", '{"plan_id": "p", "why": "To see.", "commands": ["FIND nodes AS n"]}'):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert len(run("gasl", "run", "-", "-g", "g.graphml", "--json").json["rows"]) == 2


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


@pytest.mark.parametrize("state", ["st.json", "st.db"])
def test_a_state_alone_is_replayed_and_continued(
    run: Run, files: Path, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The state names its graph, from its own folder: neither replay nor the next run needs more than the state."""
    run("gasl", "run", "s.gasl", "-g", "g.graphml", "-s", state, "--query", "Who is there?")
    (files / "elsewhere").mkdir()
    monkeypatch.chdir(files / "elsewhere")
    assert run("gasl", "replay", "-s", f"../{state}").out.split()[0] == "identical:"
    (files / "more.gasl").write_text("COUNT study AS n\n", "utf-8")
    assert run("gasl", "run", "../more.gasl", "-s", f"../{state}", "--json").json["rows"] == [2]
    assert run("gasl", "replay", "-s", f"../{state}").code == 0


def _record_by_older_engine(run: Run, monkeypatch: pytest.MonkeyPatch, state: str, engine: str) -> None:
    """Run a script as code did that read no node whose id an edge has."""
    with monkeypatch.context() as older:
        older.setattr("pramana.app.gasl.gasl_hash", lambda: engine)
        older.setattr("pramana.gasl.item_fields._names_nodes", lambda path: False)
        assert run("gasl", "run", "ends.gasl", "-g", "g.graphml", "-s", state).code == 0


@pytest.mark.parametrize("state", ["st.json", "st.db"])
def test_a_replay_says_that_older_code_made_the_run(
    run: Run, files: Path, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step that reads more by now differs: the step is named, and that other code executed it, as in every replay."""
    (files / "ends.gasl").write_text("FIND edges AS e\nSELECT e FIELDS source.name AS s\nUPDATE s WITH s\n", "utf-8")
    (files / "more.gasl").write_text("FIND nodes AS n\nUPDATE n WITH n\n", "utf-8")
    _record_by_older_engine(run, monkeypatch, state, "older")
    assert (
        run("gasl", "run", "more.gasl", "-s", state).code == 0
    )  # by the code of now: the first steps stay the others'
    done = run("gasl", "replay", "-s", state)
    assert (done.code, "Step 2, SELECT e" in done.out) == (1, True)
    assert "Another version of the engine is at work now than when the run was made. That alone may be why" in done.out
    assert run("gasl", "replay", "-s", state, "--json").json["engine_changed"] is True


def test_a_replay_says_where_a_run_does_not_name_its_code(
    run: Run, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A state of before code was noted is not called changed; where it differs, that the code is not known is said."""
    (files / "ends.gasl").write_text("FIND edges AS e\nSELECT e FIELDS source.name AS s\nUPDATE s WITH s\n", "utf-8")
    _record_by_older_engine(run, monkeypatch, "st.json", "")
    assert "engines" not in json.loads((files / "st.json").read_text("utf-8"))["replay"]
    done = run("gasl", "replay", "-s", "st.json")
    assert (done.code, "does not say which version of the engine made it" in done.out) == (1, True)
    assert run("gasl", "run", "s.gasl", "-g", "g.graphml", "-s", "same.json").code == 0
    same = run("gasl", "replay", "-s", "same.json", "--json").json
    assert (same["identical"], same["engine_changed"]) == (True, False)


def test_a_state_holds_the_whole_run(run: Run, files: Path) -> None:
    """Query, graph, caps, models, plans with their settings and the responses are in the file, under one hash."""
    run("gasl", "run", "s.gasl", "-g", "g.graphml", "-s", "st.json", "--query", "Who is there?")
    document = json.loads((files / "st.json").read_text("utf-8"))
    assert document["query"] == "Who is there?"
    adapter, llm = document["config"]["adapter"], document["config"]["llm"]
    assert (adapter["type"], adapter["path"], adapter["params"]["max_path_length"]) == ("columnar", "g.graphml", 4)
    assert llm["provider"] == "rules"
    replay = document["replay"]
    assert replay["plans"][0]["config"] == {"stop_on_error": True, "continue_on_empty": False}
    assert len(replay["responses"]) == 1
    document["replay"]["commands"][0] = "FIND nodes LIMIT 1 AS people"
    (files / "st.json").write_text(json.dumps(document), "utf-8")
    done = run("gasl", "replay", "-s", "st.json")
    assert (done.code, done.out.split(":")[0]) == (1, "different")
    assert "its file has been changed since" in done.out


@pytest.mark.parametrize("state", ["st.json", "st.db"])
def test_a_run_with_a_model_is_replayed_from_its_state_alone(
    run: Run, files: Path, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The state names the model and the responses: neither flags nor key nor server are needed again."""

    def answer(request: Mapping[str, Any], number: int) -> str:
        if "gasl_analyze" in request["response_format"]["json_schema"]["name"]:
            return json.dumps({"answer": "Ann.", "rationale": "She is first.", "evidence": ["study[0]"]})
        return json.dumps({"items": [{"of": [1], "data": {"first": "A"}, "quote": ""}]})

    script = (
        'FIND nodes WHERE type = "Person" AS people\n'
        'PROCESS people USING "What is the first letter?" RETURNING LIST OF {first: text} AS letters\n'
        'UPDATE study WITH people\nANALYZE study USING "Who is first?" AS view\nUPDATE letters WITH letters\n'
    )
    (files / "m.gasl").write_text(script, "utf-8")
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with ModelServer(answer) as server:
        flags = ("--model", "it", "--base-url", server.url)
        assert run("gasl", "run", "m.gasl", "-g", "g.graphml", "-s", state, *flags).code == 0
    monkeypatch.delenv("OPENAI_API_KEY")
    done = run("gasl", "replay", "-s", state)
    assert (done.code, done.out.split()[0]) == (0, "identical:")


def test_a_state_bounds_the_search_of_its_graph(run: Run, files: Path) -> None:
    """`config.adapter.params` of a state that was written by hand are the caps, under the specification's name too."""
    run("gasl", "run", "s.gasl", "-g", "g.graphml", "-s", "st.json")
    document = json.loads((files / "st.json").read_text("utf-8"))
    document["config"]["adapter"]["params"] = {"max_rows": 1, "max_path_len": 2}
    (files / "st.json").write_text(json.dumps(document), "utf-8")
    (files / "two.gasl").write_text("FIND nodes AS n\n", "utf-8")
    done = run("gasl", "run", "two.gasl", "-s", "st.json", "--json")
    assert (done.code, done.json["steps"][0]["metrics"]["cap_hit"]) == (3, ["max_rows"])


def test_evidence_leads_to_lines(run: Run, files: Path) -> None:
    """evidence prints the report of a key, as Markdown or as JSON."""
    assert run("gasl", "run", "s.gasl", "-g", "g.graphml", "-s", "st.json").code == 0
    assert "`x.txt:3`" in run("gasl", "evidence", "study", "-s", "st.json").out
    assert run("gasl", "evidence", "study", "-s", "st.json", "--json").json["count"] == 2
    assert run("gasl", "evidence", "stdy", "-s", "st.json").code == 2


@pytest.mark.parametrize("place", ["rag", "rag/graph_chunk_entity_relation.graphml"])
def test_evidence_of_a_lightrag_store_carries_the_text_of_its_chunks(run: Run, alone: Path, place: str) -> None:
    """Rows and reports on a store show each chunk's text beside its id."""
    (alone / "rag").mkdir()
    ada = Node("Ada", "person", {"source_id": "chunk-1<SEP>chunk-2"})
    MemoryAdapter.of([ada], []).export(alone / "rag" / "graph_chunk_entity_relation.graphml")
    chunks = {"chunk-1": {"content": "Ada wrote notes."}, "chunk-2": {"content": "x" * 9_999}}
    (alone / "rag" / "kv_store_text_chunks.json").write_text(json.dumps(chunks), "utf-8")
    (alone / "s.gasl").write_text("FIND nodes AS n\nUPDATE study WITH n\nSELECT n FIELDS id AS ids\n", "utf-8")
    rows = run("gasl", "run", "s.gasl", "-g", place, "-s", "st.json", "--json").json["rows"]
    assert [record["text"][:16] for record in rows[0]["provenance"]] == ["Ada wrote notes.", "x" * 16]
    assert len(rows[0]["provenance"][1]["text"]) == 1_500
    assert "text `Ada wrote notes.`" in run("gasl", "evidence", "study", "-s", "st.json").out


def test_a_workspace_is_the_graph_where_none_is_named(run: Run, told: Path) -> None:
    """Without --graph the workspace's graph is searched, its state written, and its lines shown as evidence."""
    (told / "s.gasl").write_text('FIND nodes WHERE type = "Entity" AS n\nUPDATE study WITH n\n', "utf-8")
    assert run("gasl", "run", "s.gasl").code == 0
    assert "Rama gave the bow to Lakshmana." in run("gasl", "evidence", "study").out
    assert run("gasl", "replay").code == 0
