"""Whatever the runtime does is legal under its own graph."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from workflows import INPUTS, Handlers, workflows

from pramana.audit import audit_trace, audits_of
from pramana.errors import StateGraphError
from pramana.stategraph import StateGraph, run_stategraph
from pramana.trace import WorkflowTrace, trace_of

QUIET = settings(max_examples=60, suppress_health_check=list(HealthCheck))


def ran(graph: StateGraph, inner: list[StateGraph], inputs: dict[str, Any]) -> tuple[WorkflowTrace, bool]:
    """Return the trace of a run, and whether it came to its end."""
    try:
        return run_stategraph(graph, inputs, registry=Handlers().registry(inner), max_steps=12).trace, True
    except StateGraphError as error:
        return error.trace, False


def law(graph: StateGraph, inner: list[StateGraph], complete: bool) -> dict[str, Any]:
    nested = {each.name: each.to_dict() for each in inner}
    audit = {"audit": "transitions", "graph": graph.to_dict(), "complete": complete, "inner": nested}
    return audit if complete else {**audit, "inner": {}}


@QUIET
@given(workflows(), INPUTS)
def test_what_the_runtime_does_is_legal(workflow: tuple[StateGraph, list[StateGraph]], inputs: dict[str, Any]) -> None:
    """On random graphs, handlers and inputs no transition is found illegal, read back from JSON too."""
    trace, done = ran(*workflow, inputs)
    assume(trace.steps)
    for each in (trace, trace_of(trace.to_dict())):
        (result,) = audit_trace(each, audits_of([law(*workflow, done)]))
        assert result.violations == ()
