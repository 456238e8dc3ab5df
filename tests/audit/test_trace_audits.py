"""Audits of traces: each kind passes what it should and names the step that it should not."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from pramana.audit import (
    AuditKinds,
    TraceAuditSettings,
    TraceViolation,
    audit_trace,
    audits_of,
    read_audits,
    trace_audits,
)
from pramana.errors import InputError, UnknownName
from pramana.stategraph import Registry, StateGraph, run_stategraph
from pramana.trace import WorkflowTrace, read_traces, trace_of

GRAPH = {
    "name": "count",
    "start": "add",
    "terminal": ["done"],
    "nodes": {
        "add": {
            "node_id": "add",
            "kind": "python",
            "callable_id": "add",
            "input_map": {"n": "n"},
            "output_map": {"n": "n"},
        },
        "ask": {
            "node_id": "ask",
            "kind": "ptool",
            "callable_id": "ask",
            "input_map": {"n": "n"},
            "output_map": {"word": "word"},
        },
        "done": {"node_id": "done", "kind": "python", "callable_id": "identity"},
        "mend": {"node_id": "mend", "kind": "python", "callable_id": "identity"},
    },
    "edges": [
        {"src": "add", "dst": "add", "condition": {"expr": "state['n'] < 3"}},
        {"src": "add", "dst": "ask"},
        {"src": "ask", "dst": "done", "condition": {"expr": "state['word'] != 'no'"}},
        {"src": "ask", "dst": "mend", "on_failure": True},
        {"src": "mend", "dst": "done"},
    ],
}


def trace(word: str = "yes", n: int = 0) -> WorkflowTrace:
    registry = Registry()
    registry.python("add", lambda n: n + 1)

    def ask(n: int) -> dict[str, str]:
        if word == "no":
            raise ValueError("no word")
        return {"word": word}

    registry.ptool("ask", ask)
    return run_stategraph(StateGraph.from_dict(GRAPH), {"n": n}, registry=registry).trace


def found(audited: WorkflowTrace, **audit: Any) -> list[tuple[str, str]]:
    """Return place and reason of what one audit finds."""
    (result,) = audit_trace(audited, audits_of([audit]))
    assert result.verdict == ("failed" if result.violations else "passed")
    return [(each.place, each.reason) for each in result.violations]


def changed(**changes: Any) -> WorkflowTrace:
    """Return the trace with its step `at` changed."""
    document = trace().to_dict()
    at = changes.pop("at")
    for step in document["steps"]:
        del step["hash_before"], step["hash_after"]
    document["steps"][at] |= changes
    return trace_of(document)


def test_a_run_of_a_graph_is_legal_under_it() -> None:
    """What the runtime did passes, along failure edges too."""
    assert found(trace(), audit="transitions", graph=GRAPH) == []
    assert trace("no").path == ["add", "add", "add", "ask", "mend", "done"]
    assert found(trace("no"), audit="transitions", graph=GRAPH) == []


def test_illegal_transitions_are_named() -> None:
    """A skipped node, a wrong callable, a wrong beginning and a wrong end each have their place and reason."""
    document = trace().to_dict()
    cut = {**document, "steps": [{**s, "hash_before": "", "hash_after": ""} for s in document["steps"]]}
    for step in cut["steps"]:
        del step["hash_before"], step["hash_after"]
    skipped = trace_of({**cut, "steps": [cut["steps"][i] for i in (0, 1, 2, 4)]})
    assert found(skipped, audit="transitions", graph=GRAPH) == [
        ("step 2 (add)", "an edge from 'add' to 'done' is not in the graph")
    ]
    begun = trace_of({**cut, "steps": cut["steps"][3:]})
    assert found(begun, audit="transitions", graph=GRAPH) == [("step 0 (ask)", "a run begins at 'add'")]
    ended = trace_of({**cut, "steps": cut["steps"][:-1]})
    assert found(ended, audit="transitions", graph=GRAPH) == [
        ("step 3 (ask)", "the run ended here, at a node that is not terminal")
    ]
    assert found(ended, audit="transitions", graph=GRAPH, complete=False) == []
    assert found(changed(at=3, callable="tell"), audit="transitions", graph=GRAPH) == [
        ("step 3 (ask)", "it called the ptool 'tell', the graph says ptool 'ask'")
    ]


def test_transition_whose_guard_did_not_hold_is_named() -> None:
    """The edge taken must be the first whose guard is true in the state that the trace holds."""
    early = found(changed(at=2, changed={"n": 2}), audit="transitions", graph=GRAPH)
    assert early == [("step 2 (add)", "the edge 0 to 'add' holds in this state and comes first")]
    late = found(changed(at=1, changed={"n": 9}), audit="transitions", graph=GRAPH)
    assert late == [("step 1 (add)", "the edge 1 to 'ask' holds in this state and comes first")]
    unlike = found(changed(at=1, changed={"n": "x"}), audit="transitions", graph=GRAPH)
    assert unlike == [("step 1 (add)", "the guard of the edge 0 has no value in this state")]
    assert found(changed(at=1, changed={"n": 9}), audit="transitions", graph=GRAPH, guards=False) == []


def test_required_nodes() -> None:
    """A node that was left out, and one that only failed, are told apart."""
    assert found(trace(), audit="required", nodes=["add", "done"]) == []
    assert found(trace("no"), audit="required", nodes=["ask", "nowhere"]) == [
        ("trace", "'ask' failed each time"),
        ("trace", "'nowhere' was not executed"),
    ]


def test_order() -> None:
    """Every later node needs the earlier one before it, done."""
    assert found(trace(), audit="order", before="add", after="ask") == []
    assert found(trace(), audit="order", before="ask", after="add")[0] == (
        "step 0 (add)",
        "'ask' was not executed before it",
    )
    assert found(trace("no"), audit="order", before="ask", after="done")[0][0] == "step 5 (done)"


def test_counts() -> None:
    """Bounds are inclusive."""
    assert found(trace(), audit="count", node="add", least=3, most=3) == []
    assert found(trace(), audit="count", node="add", least=4) == [
        ("trace", "'add' was executed 3 times, at least 4 are needed")
    ]
    assert found(trace(), audit="count", node="add", most=2) == [
        ("trace", "'add' was executed 3 times, at most 2 are allowed")
    ]


def test_budget() -> None:
    """Steps, calls and attempts of one step are bounded, of one kind where it is named."""
    assert found(trace(), audit="budget", steps=5, calls=5, attempts=1) == []
    assert found(trace(), audit="budget", calls=1, kind="ptool") == []
    assert found(trace(), audit="budget", steps=4, calls=4) == [
        ("trace", "5 steps, more than 4"),
        ("trace", "5 calls, more than 4"),
    ]
    assert found(changed(at=3, attempts=3), audit="budget", attempts=2, kind="ptool") == [
        ("step 3 (ask)", "3 attempts, more than 2")
    ]


def test_callables_of_nested_graphs_are_looked_at() -> None:
    """A ptool that is not registered is found inside a nested graph, at its place there."""
    nested = {
        "name": "outer",
        "start": "a",
        "terminal": ["a"],
        "edges": [],
        "nodes": {"a": {"node_id": "a", "kind": "graph", "callable_id": "count", "input_map": {"n": "n"}}},
    }
    registry = Registry()
    registry.graph(StateGraph.from_dict(GRAPH))
    registry.python("add", lambda n: n + 1)
    registry.ptool("ask", lambda n: "yes")
    outer = run_stategraph(StateGraph.from_dict(nested), {"n": 0}, registry=registry).trace
    assert found(outer, audit="callables", ptool=["ask"]) == []
    assert found(outer, audit="callables", ptool=["other"]) == [
        ("step 0 (a) / run 0 / step 3 (ask)", "the ptool 'ask' is not registered")
    ]
    assert found(outer, audit="budget", calls=4) == [("trace", "5 calls, more than 4")]


def test_transitions_of_nested_graphs_are_looked_at() -> None:
    """A nested run is held to its own graph, where that is given."""
    nested = {
        "name": "outer",
        "start": "a",
        "terminal": ["a"],
        "edges": [],
        "nodes": {"a": {"node_id": "a", "kind": "graph", "callable_id": "count", "input_map": {"n": "n"}}},
    }
    registry = Registry()
    registry.graph(StateGraph.from_dict(GRAPH))
    registry.python("add", lambda n: n + 1)
    registry.ptool("ask", lambda n: "yes")
    outer = run_stategraph(StateGraph.from_dict(nested), {"n": 0}, registry=registry).trace
    assert found(outer, audit="transitions", graph=nested, inner={"count": GRAPH}) == []
    other = {**GRAPH, "start": "ask", "edges": [{**GRAPH["edges"][0], "src": "mend"}, *GRAPH["edges"][1:]]}
    assert found(outer, audit="transitions", graph=nested, inner={"count": other}) == [
        ("step 0 (a) / run 0 / step 0 (add)", "a run begins at 'ask'"),
        ("step 0 (a) / run 0 / step 0 (add)", "an edge from 'add' to 'add' is not in the graph"),
        ("step 0 (a) / run 0 / step 1 (add)", "an edge from 'add' to 'add' is not in the graph"),
    ]


def test_invariants_are_formulas_over_states() -> None:
    """They hold in every state, at the start or at the end; one without a value does not hold."""
    assert found(trace(), audit="invariant", holds="state['n'] <= 3") == []
    assert found(trace(), audit="invariant", holds="state['n'] < 3")[0] == ("step 2 (add)", "state['n'] < 3 is False")
    assert found(trace(), audit="invariant", holds="state['n'] == 3", at="end") == []
    assert found(trace(), audit="invariant", holds="state['word'] == 'yes'", when="'word' in state") == []
    place, reason = found(trace(), audit="invariant", holds="state['word'] == 'yes'", at="start")[0]
    assert (place, "MissingKey" in reason) == ("start", True)


def test_failures_and_repetition() -> None:
    """A failed step is named unless it may fail; a node in a state in which it already was will loop."""
    assert found(trace("no"), audit="no_failures") == [("step 3 (ask)", "it failed: ValueError: ValueError: no word")]
    assert found(trace("no"), audit="no_failures", except_nodes=["ask"]) == []
    assert found(trace(), audit="no_repetition") == []
    still = changed(at=0, changed={})
    assert found(still, audit="no_repetition") == [("step 1 (add)", "it was executed before in the same state")]


def test_users_register_kinds_through_the_same_door() -> None:
    """A kind is a function from trace and settings to violations; a second one of a name is refused."""
    kinds = AuditKinds()

    class Word(TraceAuditSettings):
        word: str

    @kinds.register("says", Word)
    def says(audited: WorkflowTrace, settings: Word) -> list[TraceViolation]:
        return [] if audited.final.get("word") == settings.word else [TraceViolation("end", "another word")]

    (audit,) = audits_of([{"audit": "says", "name": "mine", "word": "no"}], kinds)
    assert audit.of(trace()).as_json() == {
        "audit": "mine",
        "verdict": "failed",
        "violations": [{"place": "end", "reason": "another word"}],
    }
    with pytest.raises(InputError):
        kinds.register("says", Word)


@pytest.mark.parametrize(
    "audits",
    [
        [],
        {},
        None,
        [3],
        [{}],
        [{"audit": "order"}],
        [{"audit": "order", "before": "a", "after": "b", "more": 1}],
        [{"audit": "count", "node": "a", "least": -1}],
        [{"audit": "count", "node": "a", "least": "1"}],
        [{"audit": "invariant", "holds": "state.__class__"}],
        [{"audit": "transitions", "graph": {}}],
        [{"audit": "transitions", "graph": {**GRAPH, "edges": [{"src": "a", "dst": "b", "condition": {"expr": "("}}]}}],
        [{"audit": "required", "nodes": ["a"], "name": 3}],
    ],
)
def test_bad_audits_are_refused(audits: Any) -> None:
    """What is no audit is an InputError, before any trace is looked at."""
    with pytest.raises(InputError):
        audits_of(audits)


def test_unknown_kind_names_the_nearest() -> None:
    """A kind that is not there is answered with those that are close."""
    with pytest.raises(UnknownName) as error:
        audits_of([{"audit": "oder"}])
    assert error.value.nearest[0] == "order"
    assert "transitions" in trace_audits.names()


def test_audits_are_read_from_json_and_yaml(tmp_path: Path) -> None:
    """Both give the same audits; a broken file is named."""
    document = {"audits": [{"audit": "order", "before": "add", "after": "done"}]}
    (tmp_path / "a.json").write_text(json.dumps(document))
    (tmp_path / "a.yaml").write_text("audits:\n- {audit: order, before: add, after: done}\n")
    for name in ("a.json", "a.yaml"):
        assert [each.verdict for each in audit_trace(trace(), read_audits(tmp_path / name))] == ["passed"]
    (tmp_path / "b.yaml").write_text("audits: [")
    with pytest.raises(InputError, match=r"b\.yaml"):
        read_audits(tmp_path / "b.yaml")


def test_changed_trace_is_refused(tmp_path: Path) -> None:
    """A state that is not the one of its hash means that somebody changed the file."""
    document = trace().to_dict()
    file = tmp_path / "t.json"
    file.write_text(json.dumps(document))
    assert read_traces(file)[0].to_dict() == document
    forged = copy.deepcopy(document)
    forged["steps"][1]["changed"] = {"n": 7}
    file.write_text(json.dumps(forged))
    with pytest.raises(InputError, match=r"step 1 \(add\): the state is not the one of hash_after"):
        read_traces(file)


@pytest.mark.parametrize(
    "document",
    [
        None,
        [],
        {},
        {"name": "a", "initial": [], "steps": []},
        {"name": "a", "initial": {}, "steps": [1]},
        {"name": "a", "initial": {}, "steps": [{"node": 1}]},
        {"name": "a", "initial": {"x": float("nan")}, "steps": [{**trace().to_dict()["steps"][0]}]},
    ],
)
def test_what_is_no_trace_is_refused(document: Any) -> None:
    """Documents of any shape are an InputError, never another exception."""
    with pytest.raises(InputError):
        trace_of(document)
