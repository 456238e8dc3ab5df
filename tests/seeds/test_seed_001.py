"""StateGraph: every name and signature of the specification, and its example as it is written there."""

from __future__ import annotations

import json
from typing import Any

import pytest
from specified import Named, check, named, shown, table

from pramana.errors import NodeFailed
from pramana.stategraph import (
    Registry,
    StateCondition,
    StateEdge,
    StateGraph,
    StateGraphError,
    StateNode,
    run_stategraph,
    runtime,
    validate,
)

PACKAGE = "pramana.stategraph"
NAMES = [
    Named("StateGraph", f"{PACKAGE}:StateGraph", ("name", "nodes", "edges", "start", "terminal")),
    Named(
        "StateNode",
        f"{PACKAGE}:StateNode",
        ("node_id", "kind", "callable_id", "input_map", "output_map", "goal"),
        "`input_map` is argument → state key, as the specification's example uses it",
    ),
    Named("StateEdge", f"{PACKAGE}:StateEdge", ("src", "dst", "condition", "on_failure")),
    Named("StateCondition", f"{PACKAGE}:StateCondition", ("expr",), "a checked formula; no Python `eval`"),
    Named("run_stategraph", f"{PACKAGE}:run_stategraph", ("graph", "inputs")),
    Named("StateGraph.to_dict", f"{PACKAGE}:StateGraph.to_dict", ()),
    Named("StateGraph.from_dict", f"{PACKAGE}:StateGraph.from_dict", ("document",)),
    Named("StateGraphError", f"{PACKAGE}:StateGraphError", None, "has `node`, `state`, and the `trace` so far"),
    *named("TraceStep WorkflowTrace", PACKAGE),
]
"""All that the specification of StateGraph names."""


@pytest.mark.parametrize("entry", NAMES, ids=lambda entry: entry.name)
def test_name_is_there(entry: Named) -> None:
    """Every name is public, and takes what the specification gives it."""
    check(entry)


def test_the_page_lists_every_name() -> None:
    """The table in docs/specifications.md is the one that is checked here."""
    assert shown("001") == table(NAMES)


def test_a_graph_is_json_both_ways() -> None:
    """`from_dict(to_dict())` gives an equal graph, through JSON."""
    assert StateGraph.from_dict(json.loads(json.dumps(graph.to_dict()))) == graph


def test_an_error_where_no_edge_matches_is_a_stategraph_error() -> None:
    """StateGraphError, as the package exports it, names the node and carries the state."""
    made = Registry()
    made.ptool("identify_calculator", lambda task: {"calculator": None})
    made.ptool("extract_clinical_values", lambda note, required: None)
    made.python("compute_score", lambda calculator, values: None)
    with pytest.raises(StateGraphError) as raised:
        run_stategraph(graph, INPUTS, registry=made)
    assert (raised.value.node, raised.value.state["calculator"]) == ("identify", None)


graph = StateGraph(
    name="medcalc_l2",
    start="identify",
    terminal={"done"},
    nodes={
        "identify": StateNode(
            node_id="identify",
            kind="ptool",
            callable_id="identify_calculator",
            input_map={"task": "task_description"},
            output_map={"calculator": "calculator"},
            goal="Choose calculator",
        ),
        "extract": StateNode(
            node_id="extract",
            kind="ptool",
            callable_id="extract_clinical_values",
            input_map={"note": "note", "required": "required_fields"},
            output_map={"values": "values"},
            goal="Extract values",
        ),
        "compute": StateNode(
            node_id="compute",
            kind="python",
            callable_id="compute_score",
            input_map={"calculator": "calculator", "values": "values"},
            output_map={"score": "score"},
        ),
        "done": StateNode(
            node_id="done",
            kind="python",
            callable_id="identity",
            input_map={"score": "score"},
            output_map={"answer": "answer"},
        ),
    },
    edges=[
        StateEdge("identify", "extract", StateCondition("state['calculator'] is not None")),
        StateEdge("extract", "compute", StateCondition("state['values'] is not None")),
        StateEdge("compute", "done", StateCondition("state['score'] is not None")),
    ],
)
INPUTS = {
    "task_description": "Compute CHA2DS2-VASc",
    "note": "A woman of 76 with hypertension.",
    "required_fields": ["age", "sex", "history"],
}


def compute_score(calculator: str, values: dict[str, Any]) -> int:
    assert calculator == "CHA2DS2-VASc"
    return 2 * (values["age"] >= 75) + (values["sex"] == "female") + len(values["history"])


def extract(note: str, required: list[str]) -> dict[str, Any]:
    return {"values": dict(zip(required, (76, "female", ["hypertension"]), strict=True))}


@pytest.fixture
def callables(monkeypatch: pytest.MonkeyPatch) -> Registry:
    """The default registry with the example's callables."""
    made = Registry()
    made.ptool("identify_calculator", lambda task: task.removeprefix("Compute "))
    made.ptool("extract_clinical_values", extract)
    made.python("compute_score", compute_score)
    monkeypatch.setattr(runtime, "default_registry", made)
    return made


def test_the_specifications_example_runs_as_written(callables: Registry) -> None:
    """The graph runs with the default registry, and its answer is in the state."""
    result = run_stategraph(graph, inputs=INPUTS)
    assert result.state["answer"] == 4
    assert result.trace.path == ["identify", "extract", "compute", "done"]
    assert result.trace.meta["graph"] == "medcalc_l2"


def test_the_specifications_example_is_sound(callables: Registry) -> None:
    """Validation finds nothing in the graph, with its inputs known."""
    assert validate(graph, callables, INPUTS) == []
    assert [finding.code for finding in validate(graph, callables)] == ["input-needed"] * 3


def test_an_error_holds_the_node_and_the_state(callables: Registry) -> None:
    """A node that fails ends the run with its id and a snapshot of the state."""
    callables.python("compute_score", lambda calculator, values: 1 // 0)
    with pytest.raises(NodeFailed) as failed:
        run_stategraph(graph, INPUTS)
    assert (failed.value.node, failed.value.state["calculator"]) == ("compute", "CHA2DS2-VASc")
