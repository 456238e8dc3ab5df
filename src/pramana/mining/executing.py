"""Learned graphs executed on recorded runs: the actions answer as they did, and the path must be the recorded one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from pramana.canonical import digest
from pramana.errors import StateGraphError
from pramana.mining.trees import META
from pramana.stategraph import Registry, StateGraph, run_stategraph
from pramana.trace import TraceStep, WorkflowTrace, recorded_error

SPARE_STEPS = 20
"""Steps beyond those of the recorded run after which its execution is given up."""


class NeverRecorded(Exception):
    """The graph calls an action as the recorded run never did."""


def execution_problem(
    graph: StateGraph, labels: Mapping[str, str], trace: WorkflowTrace, constants: Mapping[str, Any]
) -> str:
    """Return why executing the graph on a run's inputs does not follow the run, "" where it does.

    Each action answers what it answered in the run when it was called with these arguments; a call that the run never
    made ends the execution. `labels` maps a node to its action, `constants` are inputs that were always the same.
    """
    recorded = _RecordedAnswers(trace.steps)
    registry = Registry()
    for node, label in labels.items():
        if label:
            registry.python(_callable(node), recorded.handler(label))
    given = {**constants, **{key: value for key, value in trace.initial.items() if key != META}}
    try:
        result = run_stategraph(
            _callable_graph(graph, labels), given, registry=registry, max_steps=len(trace.steps) + SPARE_STEPS
        )
    except StateGraphError as error:
        return f"{error}"
    path = [labels[node] for node in result.trace.path if labels[node]]
    expected = [step.node for step in trace.steps]
    for at, (was, now) in enumerate(zip_longest(expected, path, fillvalue="the end"), 1):
        if was != now:
            return f"step {at} is {now}, the run's was {was}"
    return ""


def _callable(node: str) -> str:
    return f"recorded {node}"


def _callable_graph(graph: StateGraph, labels: Mapping[str, str]) -> StateGraph:
    """Return the graph with its actions as Python callables that answer from the record."""
    nodes = {
        name: replace(node, kind="python", callable_id=_callable(name)) if labels[name] else node
        for name, node in graph.nodes.items()
    }
    return replace(graph, nodes=nodes)


class _RecordedAnswers:
    """What the actions of one run answered, by action and arguments, in order; the last answer is repeated."""

    def __init__(self, steps: Sequence[TraceStep]) -> None:
        self._answers: dict[tuple[str, str], list[TraceStep]] = {}
        for step in steps:
            self._answers.setdefault((step.node, digest(_arguments(step))), []).append(step)

    def handler(self, label: str) -> Any:
        def answer(**arguments: Any) -> Mapping[str, Any]:
            left = self._answers.get((label, digest(arguments)))
            if left is None:
                raise NeverRecorded(f"the run never called {label} so: {arguments!r:.120}")
            step = left.pop(0) if len(left) > 1 else left[0]
            if step.error is not None:
                raise recorded_error(step.error)
            return {key: value for key, value in step.after.items() if key != META}

        return answer


def _arguments(step: TraceStep) -> Mapping[str, Any]:
    meta = step.before.get(META)
    arguments = meta.get("arguments") if isinstance(meta, Mapping) else None
    return arguments if isinstance(arguments, Mapping) else {}
