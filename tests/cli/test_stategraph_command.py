"""`pramana stategraph`: graphs from files, handlers that the user names, runs that are kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from stategraphs import edge, graph, node

from pramana.stategraph import StateGraph
from pramana.trace import WorkflowTrace

HANDLERS = """
from dataclasses import dataclass
from pramana.stategraph import Registry
import beside

@dataclass
class Step:
    by: int = beside.BY

registry = Registry()
registry.python("inc", lambda n: {"n": n + Step().by})
"""
PTOOL = """
from pydantic import BaseModel
from pramana.llm import Ptool

class In(BaseModel):
    n: int

class Out(BaseModel):
    n: int

ptools = [Ptool("inc", "add", In, Out)]
prompts = {"add": "Add one."}
"""


def counting(kind: str = "python") -> StateGraph:
    nodes = [
        node("a", "inc", {"n": "n"}, {"n": "n"}, kind=kind, goal="Count"),
        node("z", "identity", {"n": "n"}, {"n": "answer"}),
    ]
    return graph(nodes, [edge("a", "z", "state['n'] >= 3"), edge("a", "a")], name="count")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "g.json").write_text(json.dumps(counting().to_dict()), "utf-8")
    (tmp_path / "i.json").write_text('{"n": 0}', "utf-8")
    (tmp_path / "bad.json").write_text('{"n": "x"}', "utf-8")
    (tmp_path / "beside.py").write_text("BY = 1\n", "utf-8")
    (tmp_path / "h.py").write_text(HANDLERS, "utf-8")
    return tmp_path


def test_a_graph_runs_without_a_workspace(run: Any, files: Path) -> None:
    """The state is printed, the trace written, and it is said that nothing is kept."""
    done = run("stategraph", "run", "g.json", "--inputs", "i.json", "--handlers", "h.py", "--trace", "t.json")
    assert (done.code, done.out) == (0, "n       3\nanswer  3\n")
    assert "No workspace here" in done.err
    trace = WorkflowTrace.from_dict(json.loads(Path("t.json").read_text("utf-8")))
    assert trace.path == ["a", "a", "a", "z"]
    assert not Path("workspace.db").exists()


def test_a_graph_with_errors_is_not_run(run: Any, files: Path) -> None:
    """What `validate` calls an error ends with exit code 2 from both commands, with place, reason and mend."""
    checked = run("stategraph", "validate", "g.json")
    assert checked.code == 2
    assert "error nodes.a.callable_id unknown-callable" in checked.out
    refused = run("stategraph", "run", "g.json")
    assert (refused.code, refused.out) == (2, "")
    assert "g.json has 1 error; nothing was run." in refused.err or "g.json has 2 errors" in refused.err
    sound = run("stategraph", "validate", "g.json", "--handlers", "h.py", "--inputs", "i.json", "--json")
    assert (sound.code, sound.json) == (0, [])


def test_runs_are_kept_forked_and_gone_on_with(run: Any, files: Path) -> None:
    """In a workspace a run has a number; it can be shown with its path, forked, and gone on with."""
    assert run("init").code == 0
    base = ["stategraph", "run", "g.json", "--handlers", "h.py", "--inputs"]
    assert run(*base, "i.json", "--json").json == {
        "run": 1,
        "path": ["a", "a", "a", "z"],
        "state": {"n": 3, "answer": 3},
    }
    Path("c.json").write_text('{"n": 7}', "utf-8")
    assert "n       8" in run("stategraph", "fork", 1, 1, "--set", "c.json", "--handlers", "h.py").out
    failed = run(*base, "bad.json", "--trace", "t.json")
    assert (failed.code, Path("t.json").exists()) == (5, True)
    assert "TypeError" in failed.err
    assert "stategraph resume" in failed.err
    again = run("stategraph", "resume", 3, "--handlers", "h.py")
    assert again.code == 5
    assert run("stategraph", "resume", 2, "--handlers", "h.py").code == 0
    assert [(r["run"], r["status"]) for r in run("stategraph", "runs", "--json").json] == [
        (1, "done"),
        (2, "done"),
        (3, "failed"),
    ]
    assert "from 1 behind step 1" in run("stategraph", "runs").out
    assert "3  a" in run("stategraph", "show", "--run", 1).out
    assert "2 #215;" in run("stategraph", "show", "--run", 1, "--as", "mermaid").out
    assert "penwidth=3" in run("stategraph", "show", "--run", 1, "--as", "dot").out
    assert len(run("stategraph", "show", "--run", 1, "--json").json["steps"]) == 4


def test_ptools_are_answered_by_the_workspaces_model(run: Any, files: Path) -> None:
    """Ptools of the handlers need a workspace; the embedded model says that they need a model of the user's."""
    Path("p.py").write_text(PTOOL, "utf-8")
    Path("p.json").write_text(json.dumps(counting("ptool").to_dict()), "utf-8")
    base = ["stategraph", "run", "p.json", "--handlers", "p.py", "--inputs", "i.json"]
    alone = run(*base)
    assert alone.code == 2
    assert "-w FOLDER" in alone.err
    assert run("init").code == 0
    asked = run(*base)
    assert asked.code == 5
    assert "model" in asked.err


BROKEN = [
    ("[1]", "a graph is a JSON object, not a list"),
    ("{", "line 1, column 2"),
    ('{"name": NaN}', "NaN is not JSON"),
    ("[" * 100_000, "nested deeper"),
    ('{"name": "g"}', "nodes: Field required"),
    ("\xff", "x.json"),
]


@pytest.mark.parametrize(("text", "problem"), BROKEN)
def test_a_file_that_is_no_graph_is_bad_input(run: Any, files: Path, text: str, problem: str) -> None:
    """A file that holds no graph is refused with its name and what is wrong."""
    Path("x.json").write_bytes(text.encode("latin-1"))
    done = run("stategraph", "show", "x.json")
    assert done.code == 2
    assert problem in done.err
    assert "x.json" in done.err


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("1 / 0", "ZeroDivisionError"),
        ("x = 1", "holds neither"),
        ("registry = {}", "is a dict"),
        ("def", "SyntaxError"),
    ],
)
def test_handlers_that_cannot_be_used_are_bad_input(run: Any, files: Path, code: str, problem: str) -> None:
    """A file of handlers that fails or holds none is refused with the reason."""
    Path("h.py").write_text(code, "utf-8")
    done = run("stategraph", "validate", "g.json", "--handlers", "h.py")
    assert done.code == 2
    assert problem in done.err
    assert run("stategraph", "validate", "g.json", "--handlers", "none.py").code == 2


def test_the_schema_is_the_published_one(run: Any) -> None:
    """`stategraph schema` prints what docs/stategraph-schema.json holds."""
    published = Path(__file__).parents[2] / "docs" / "stategraph-schema.json"
    assert run("stategraph", "schema").json == json.loads(published.read_text("utf-8"))


def test_a_run_is_replayed_with_the_functions_that_the_user_names(run: Any, files: Path) -> None:
    """Identical with the same file; with another one the differing steps are named; without one nothing is run."""
    assert run("init").code == 0
    assert run("stategraph", "run", "g.json", "--handlers", "h.py", "--inputs", "i.json").code == 0
    assert run("stategraph", "fork", 1, 1, "--handlers", "h.py").code == 0
    for number in (1, 2):
        same = run("replay", number, "--handlers", "h.py")
        assert (same.code, "identical" in same.out) == (0, True)
    Path("other.py").write_text(HANDLERS.replace("n + Step().by", "n + 2 * Step().by"), "utf-8")
    other = run("replay", 1, "--handlers", "other.py", "--json")
    assert (other.code, other.json["identical"]) == (1, False)
    assert [(each["path"], each["what"]) for each in other.json["differences"]] == [
        ("step/1/a", "n was 1, is 2"),
        ("step/2/a", 'n was 2, is 3; edge was 1, is 0; next was "a", is "z"'),
        ("step/3/a", "n was 3, is 4"),
    ]
    without = run("replay", 1)
    assert without.code == 2
    assert "--handlers FILE.py" in without.err


def test_a_batch_from_json_lines(run: Any, files: Path) -> None:
    """A line an input: counts, failures with their runs, results in a file; resumed by number, replayed as one."""
    Path("many.jsonl").write_text('{"n": 0}\n{"n": "x"}\n\n{"n": 2}\n', "utf-8")
    base = ["stategraph", "run", "g.json", "--handlers", "h.py", "--inputs", "many.jsonl", "--concurrency", 2]
    alone = run(*base, "-o", "out.jsonl")
    assert (alone.code, alone.out.splitlines()[0]) == (3, "3 inputs: 2 done, 1 failed")
    states = [json.loads(line).get("state") for line in Path("out.jsonl").read_text("utf-8").splitlines()]
    assert states == [{"n": 3, "answer": 3}, None, {"n": 3, "answer": 3}]
    assert run("init").code == 0
    kept = run(*base, "--json")
    assert (kept.code, kept.json["run"], kept.json["counts"]) == (3, 1, {"done": 2, "failed": 1})
    assert kept.json["failures"][0]["index"] == 1
    assert "TypeError" in run("stategraph", "resume", 1, "--handlers", "h.py").out
    listed = run("stategraph", "runs").out
    assert "input 2 of batch 1" in listed
    assert "2 done, 1 failed" in " ".join(listed.split())
    assert run("replay", 1, "--handlers", "h.py").code == 0
    Path("bad.jsonl").write_text('{"n": 0}\n[1]\n', "utf-8")
    bad = run("stategraph", "run", "g.json", "--handlers", "h.py", "--inputs", "bad.jsonl")
    assert (bad.code, "bad.jsonl, line 2: inputs are a JSON object" in bad.err) == (2, True)


def test_a_run_waits_for_a_person(run: Any, files: Path) -> None:
    """The process ends with code 4 and says how to go on; `resume --input` goes on, in another process or later."""
    nodes = [node("ask", "approval", {"n": "n"}, {"ok": "ok", "by": "by"}, kind="wait"), node("z")]
    Path("w.json").write_text(json.dumps(graph(nodes, [edge("ask", "z")]).to_dict()), "utf-8")
    assert run("init").code == 0
    stopped = run("stategraph", "run", "w.json", "--inputs", "i.json")
    assert stopped.code == 4
    assert "waits for 'approval'" in stopped.err
    assert "pramana stategraph resume 1 --input KEY=VALUE" in stopped.err
    assert "waits for approval (by, ok)" in run("stategraph", "runs").out
    assert run("stategraph", "resume", 1).code == 4
    wrong = run("stategraph", "resume", 1, "--input", "ok")
    assert (wrong.code, "is not KEY=VALUE" in wrong.err) == (2, True)
    done = run("stategraph", "resume", 1, "--input", "ok=true", "--input", "by=Ann Lee", "--json")
    assert done.json["state"] == {"n": 0, "ok": True, "by": "Ann Lee"}
