"""The inputs and outputs of learned nodes: state keys that held their arguments, keys that their results wrote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from pramana.canonical import digest
from pramana.mining.trees import META
from pramana.stategraph import StateNode
from pramana.trace import TraceStep, WorkflowTrace

MOST_BINDINGS: Final = 4
"""Bindings that the steps of an action are split by. Each becomes a node: a graph of many more is hard to read."""

LEAST_CONSTANT: Final = 3
"""Steps in which a value must be the same to be a constant: in one or two it may be by chance."""


@dataclass(frozen=True, slots=True)
class LearnedNodes:
    """Nodes by id. `unbound` are arguments, by node, that no state key held in every run and that differed; `constants`
    are the values, by the state key that the graph takes them from, of those that were always the same."""

    nodes: dict[str, StateNode]
    unbound: dict[str, tuple[str, ...]]
    constants: dict[str, Any]


def learned_nodes(traces: Sequence[WorkflowTrace], paths: Sequence[Sequence[str]]) -> LearnedNodes:
    """Return the nodes with what they take and write, and the arguments that no state key accounts for."""
    steps: dict[str, list[TraceStep]] = {}
    for trace, path in zip(traces, paths, strict=True):
        for step, node in zip(trace.steps, path, strict=True):
            steps.setdefault(node, []).append(step)
    known = {key for trace in traces for state in (trace.initial, trace.final) for key in state}
    nodes, unbound = {}, {}
    constants: dict[str, Any] = {}
    for node, found in sorted(steps.items()):
        kinds = Counter((step.kind, step.callable) for step in found)
        kind, called = min(kinds, key=lambda pair: (-kinds[pair], pair))
        inputs, loose = _inputs(found)
        for argument in loose:  # never a key that holds something else
            constant = _constant(argument, [_arguments(step)[argument] for step in found])
            taken = known | {key for key in constants if digest(constants[key]) != digest(constant.get(key))}
            key = inputs[argument] = argument if argument not in taken else fresh_name(f"{node}_{argument}", taken)
            if constant:
                constants[key] = constant[argument]
        loose = tuple(argument for argument in loose if inputs[argument] not in constants)
        made = StateNode(node, _kind(kind), called, inputs, _outputs(found))
        nodes[node] = replace(made, goal=f"Learned from {len(found)} steps")
        if loose:
            unbound[node] = loose
    return LearnedNodes(nodes, unbound, constants)


def _constant(key: str, values: Sequence[Any]) -> dict[str, Any]:
    """Return the value of a key by the key, nothing where the values differ or are few."""
    same = len({digest(value) for value in values}) == 1
    return {key: values[0]} if same and len(values) >= LEAST_CONSTANT else {}


def bindings_by_step(steps: Sequence[TraceStep]) -> list[int]:
    """Return the number of the binding of each step, from 0: steps of one binding took their arguments from the same
    keys. The binding that most steps share is found first, then that of most of the others."""
    held = [{name: _holding(step, value) for name, value in sorted(_arguments(step).items())} for step in steps]
    numbers = [-1] * len(steps)
    for number in range(MOST_BINDINGS):
        left = [index for index, found in enumerate(numbers) if found < 0]
        if not left:
            break
        for index in _sharing(held, left) if number < MOST_BINDINGS - 1 else left:
            numbers[index] = number
    return numbers


def _sharing(held: Sequence[Mapping[str, set[str]]], left: Sequence[int]) -> list[int]:
    """Return the most steps, greedily argument by argument, whose arguments came from the same keys."""
    chosen = list(left)
    for argument in sorted({name for index in left for name in held[index]}):
        counts = Counter(key for index in chosen for key in held[index].get(argument, ()))
        if counts:
            key = min(counts, key=lambda key: (-counts[key], key != argument, key))
            chosen = [index for index in chosen if key in held[index].get(argument, ())]
    return chosen


def fresh_name(name: str, taken: Collection[str]) -> str:
    """Return a name that is not taken: itself, else with a number from 2."""
    made, number = name, 2
    while made in taken:
        made, number = f"{name}_{number}", number + 1
    return made


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
    called = [_arguments(step) for step in steps if _has_arguments(step)]
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


def _arguments(step: TraceStep) -> Mapping[str, Any]:
    found: Mapping[str, Any] = step.before[META]["arguments"] if _has_arguments(step) else {}
    return found


def _holding(step: TraceStep, value: Any) -> set[str]:
    wanted = digest(value)
    return {key for key, held in step.before.items() if key != META and digest(held) == wanted}
