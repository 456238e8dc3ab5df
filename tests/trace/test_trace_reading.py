"""Traces from JSON: the same steps and states back, what was put in by hand included; places of nested steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from pramana.errors import InputError
from pramana.trace import TraceStep, WorkflowTrace, read_traces, trace_of, walk_steps


def forked() -> WorkflowTrace:
    """A trace in whose second step something was put into the state by hand."""
    first = TraceStep("a", "python", "a", {"x": 0}, {"x": 1}, 0)
    given = {"x": 1, "y": 5}
    second = TraceStep("b", "python", "b", given, given, 1)
    second.given = {"y": 5}
    third = TraceStep("c", "python", "c", given, {**given, "z": 6})
    return WorkflowTrace("f", {"x": 0}, [first, second, third])


def test_what_was_given_by_hand_stays_in_the_states() -> None:
    """A forked run's trace goes through JSON with the same states before and after each step."""
    trace = forked()
    again = trace_of(trace.to_dict())
    assert [dict(step.before) for step in again.steps] == [dict(step.before) for step in trace.steps]
    assert [dict(step.after) for step in again.steps] == [dict(step.after) for step in trace.steps]
    assert again.to_dict() == trace.to_dict()


def test_steps_of_nested_graphs_have_places() -> None:
    """Each place names the run and the steps above it."""
    outer = WorkflowTrace("o", {}, [TraceStep("run", "graph", "f", {}, {}, inner=[forked(), forked()])])
    assert [place for place, _ in walk_steps(outer)] == [
        "step 0 (run)",
        *(f"step 0 (run) / run {run} / step {n} ({'abc'[n]})" for run in (0, 1) for n in (0, 1, 2)),
    ]


def test_place_of_what_is_wrong_is_named(tmp_path: Path) -> None:
    """File, trace and step stand in the message."""
    file = tmp_path / "t.jsonl"
    file.write_text('{"name": "a", "initial": {}, "steps": []}\n{"name": "a", "initial": {}, "steps": [{}]}\n')
    with pytest.raises(InputError, match=r"t\.jsonl, trace 1: .*step 0: 'node' is missing"):
        read_traces(file)
    file.write_text("[" * 5000)
    with pytest.raises(InputError, match="no JSON"):
        read_traces(file)
