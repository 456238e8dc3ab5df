"""The inputs and outputs of learned nodes: state keys that held their arguments, keys that their results wrote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from pramana.canonical import digest
from pramana.mining.trees import META
from pramana.stategraph import StateNode
from pramana.trace import TraceStep, WorkflowTrace


def learned_nodes(
    traces: Sequence[WorkflowTrace], paths: Sequence[Sequence[str]]
) -> tuple[dict[str, StateNode], dict[str, tuple[str, ...]]]:
    """Return the nodes with what they take and write, and the arguments that no state key accounts for."""
    steps: dict[str, list[TraceStep]] = {}
    for trace, path in zip(traces, paths, strict=True):
        for step, node in zip(trace.steps, path, strict=True):
            steps.setdefault(node, []).append(step)
    nodes, unbound = {}, {}
    for node, found in sorted(steps.items()):
        kinds = Counter((step.kind, step.callable) for step in found)
        kind, called = min(kinds, key=lambda pair: (-kinds[pair], pair))
        inputs, loose = _inputs(found)
        made = StateNode(node, _kind(kind), called, inputs, _outputs(found))
        nodes[node] = replace(made, goal=f"Learned from {len(found)} steps")
        if loose:
            unbound[node] = loose
    return nodes, unbound


def _kind(kind: str) -> Literal["ptool", "python", "graph"]:
    return "ptool" if kind == "ptool" else "graph" if kind == "graph" else "python"


def _outputs(steps: Sequence[TraceStep]) -> dict[str, str]:
    """Return the keys that the steps wrote, those that every successful step left behind."""
    done = [step for step in steps if step.ok]
    written = {key for step in done for key in step.after if key not in step.before or _differ(step, key)}
    return {key: key for key in sorted(written - {META}) if all(key in step.after for step in done)}


def _differ(step: TraceStep, key: str) -> bool:
    return step.before[key] is not step.after[key]


def _inputs(steps: Sequence[TraceStep]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return a state key for each argument that every step was called with, and the unbound arguments.

    The key always held the argument's value. An unbound argument has no such key and takes a key of the same name.
    """
    called = [step.before[META]["arguments"] for step in steps if _has_arguments(step)]
    if len(called) < len(steps):
        return {}, ()
    inputs: dict[str, str] = {}
    loose = []
    for argument in sorted(set.intersection(*map(set, called))):
        keys = set.intersection(
            *(_holding(step, arguments[argument]) for step, arguments in zip(steps, called, strict=True))
        )
        if argument in keys:
            inputs[argument] = argument
        elif keys:
            inputs[argument] = min(keys)
        else:
            inputs[argument] = argument
            loose.append(argument)
    return inputs, tuple(loose)


def _has_arguments(step: TraceStep) -> bool:
    meta = step.before.get(META)
    return isinstance(meta, Mapping) and isinstance(meta.get("arguments"), Mapping)


def _holding(step: TraceStep, value: Any) -> set[str]:
    wanted = digest(value)
    return {key for key, held in step.before.items() if key != META and digest(held) == wanted}
