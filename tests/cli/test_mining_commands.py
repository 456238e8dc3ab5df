"""`distil` and `cluster` on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pramana.mining import TranscriptAction, trace_of_actions
from pramana.stategraph import Registry, StateCondition, StateEdge, StateGraph, StateNode, run_stategraph

NODE = StateNode("ask", "ptool", "ask", {"n": "n"}, {"word": "word"})
DONE = StateNode("done", "python", "identity", {"word": "word"}, {"answer": "answer"})
EDGE = StateEdge("ask", "done", StateCondition("state['word'] != null"))
GRAPH = StateGraph("asking", {"ask": NODE, "done": DONE}, [EDGE], "ask", {"done"})
USE = "import m; print(m.asking({'n': 3}, m.Calls({'ask': lambda n: {'word': 'w' * n}}))[0]['answer'])"


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    file = tmp_path / "g.json"
    file.write_text(json.dumps(GRAPH.to_dict()))
    return file


def test_distilled_module_runs_on_its_own(run, graph: Path) -> None:
    """Python alone runs what was written; without --output it is printed."""
    assert run("distil", graph, "-o", "m.py").code == 0
    done = subprocess.run([sys.executable, "-S", "-c", USE], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("www\n", "")
    assert run("distil", graph).out == Path("m.py").read_text("utf-8")
    graph.write_text("{}")
    assert run("distil", graph).code == 2


def test_rules_are_proposed_from_recorded_runs(run, graph: Path) -> None:
    """What a ptool always said is told with its agreement, on standard error."""
    registry = Registry()
    registry.ptool("ask", lambda n: {"word": "yes"})
    runs = [run_stategraph(GRAPH, {"n": n}, registry=registry).trace.to_dict() for n in range(20)]
    Path("t.json").write_text(json.dumps(runs))
    done = run("distil", graph, "-o", "m.py", "--rules-from", "t.json")
    assert (done.code, "ask → word: constant, learned from 14, right in 6 of 6 held out" in done.err) == (0, True)


def test_cluster_writes_a_graph_and_says_what_it_covers(run, tmp_path: Path) -> None:
    """From traces and from transcripts; the JSON holds report and graph."""
    traces = [
        trace_of_actions(
            "t",
            {"n": n},
            [TranscriptAction("look", {}, {"hit": n > 2}), TranscriptAction("yes" if n > 2 else "no", {}, n)],
        )
        for n in range(8)
    ]
    Path("t.json").write_text(json.dumps([trace.to_dict() for trace in traces]))
    done = run("cluster", "t.json", "-o", "g.json")
    assert (done.code, "executed as they went: 6 of 6 learned from, 2 of 2 held out" in done.out) == (0, True)
    assert 'state["hit"] is false' in done.out or 'state["hit"] is true' in done.out
    assert StateGraph.from_dict(json.loads(Path("g.json").read_text())).start == "look"
    Path("t.txt").write_text("Question: q\nAction: look[a]\nObservation: b\nFinal Answer: b\n")
    found = run("cluster", "t.txt", "--held-out", "0", "--json").json
    assert found["report"]["coverage"]["training"] == {"traces": 1, "reproduced": 1, "share": 1.0}
    assert found["graph"]["terminal"] == ["finish"]
    assert run("cluster", "t.txt", "--held-out", "2").code == 2
