"""Free-form traces become a StateGraph: steps aligned and merged, guards inferred from the states at each branch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pramana.canonical import digest
from pramana.errors import FormulaFailed, FormulaRefused, InputError
from pramana.expr import compile_formula
from pramana.mining.alignment import align_sequences
from pramana.mining.binding import learned_nodes
from pramana.mining.trees import MAX_DEPTH, Sample, Tree, guard_formula, labels_of, learn_tree, tree_label
from pramana.serialization import JsonRecord, JsonShape
from pramana.stategraph import StateCondition, StateEdge, StateGraph, StateNode
from pramana.trace import WorkflowTrace

END: Final = "\0end"
"""The target of the last step of a trace."""
MAX_ROUNDS: Final = 20
"""Most splits of a node into several."""


@dataclass(frozen=True, slots=True)
class Branch:
    """The guards learned for a node that leads to more than one target.

    In training, the guards reproduce `agreement` of `samples` transitions.
    """

    node: str
    on_failure: bool
    targets: tuple[str, ...]
    samples: int
    agreement: int


@dataclass(frozen=True, slots=True)
class PathCoverage(JsonRecord):
    """The graph reproduces the path of `reproduced` of `traces`: on the recorded states, its guards choose the recorded
    steps. `share` is None where there are no traces."""

    traces: int
    reproduced: int

    json_shape = JsonShape(plus=("share",))

    @property
    def share(self) -> float | None:
        return self.reproduced / self.traces if self.traces else None


@dataclass(frozen=True, slots=True)
class Clustering(JsonRecord):
    """A graph learned from traces, and its coverage of them.

    `labels` maps each node to its action. `inputs` are state keys that no node writes and some node takes;
    `unbound` are those of them, by node, that are arguments for which no state key held the value in every trace.
    """

    graph: StateGraph
    labels: Mapping[str, str]
    training: PathCoverage
    held_out: PathCoverage
    branches: tuple[Branch, ...]
    inputs: tuple[str, ...]
    unbound: Mapping[str, tuple[str, ...]]

    json_shape = JsonShape(
        without=("labels", "training", "held_out"),
        convert={"graph": lambda graph: graph.name},
        computed={"coverage": lambda found: {"training": found.training, "held_out": found.held_out}},
    )


def cluster(traces: Sequence[WorkflowTrace], name: str = "clustered", held_out: float = 0.25) -> Clustering:
    """Return the graph that the traces have in common. Deterministic; the order of the traces does not matter.

    A node represents an action. Where no guard distinguishes its targets, it is split by its positions in the aligned
    traces, as long as that reproduces more of them. `held_out` (0 up to 1, exclusive) is the share of traces, chosen by
    their hashes, that is excluded from learning. Raises InputError where nothing is left to learn from.
    """
    if not 0 <= held_out < 1:
        raise InputError(f"The share held out is from 0 up to 1, not {held_out}.")
    usable = sorted((trace for trace in traces if trace.steps), key=lambda trace: digest(trace.to_dict()))
    kept = [trace for number, trace in enumerate(usable) if not _is_held(number, held_out)]
    if not kept:
        raise InputError("No trace with a step to learn from.")
    unseen = [trace for number, trace in enumerate(usable) if _is_held(number, held_out)]
    made = _best(_Evidence(kept), name)
    used = {key for node in made.graph.nodes.values() for key in node.input_map.values()}
    written = {key for node in made.graph.nodes.values() for key in node.output_map.values()}
    return Clustering(
        made.graph,
        made.labels,
        coverage(made.graph, made.labels, kept),
        coverage(made.graph, made.labels, unseen),
        tuple(made.branches),
        tuple(sorted(used - written)),
        made.unbound,
    )


def coverage(graph: StateGraph, labels: Mapping[str, str], traces: Sequence[WorkflowTrace]) -> PathCoverage:
    """Return how many of the traces a graph reproduces. `labels` maps a node to its action."""
    return PathCoverage(len(traces), sum(_reproduces(graph, labels, trace) for trace in traces))


def _is_held(number: int, share: float) -> bool:
    return int((number + 1) * share) > int(number * share)


# Reproducing


def _reproduces(graph: StateGraph, labels: Mapping[str, str], trace: WorkflowTrace) -> bool:
    """Follow the recorded states through the graph: its guards must lead where the trace went, and end with it."""
    here: str | None = graph.start
    if here is not None and labels[here] == "":
        here = _next(graph, here, trace.initial, True)
    for number, step in enumerate(trace.steps):
        if here is None or labels[here] != step.node:
            return False
        last = number == len(trace.steps) - 1
        if here in graph.terminal and step.ok:
            return last
        here = _next(graph, here, step.after, step.ok)
    return here is not None and here in graph.terminal and labels[here] == ""


def _next(graph: StateGraph, node: str, state: Mapping[str, Any], ok: bool) -> str | None:
    for edge in graph.edges:
        if edge.src == node and edge.on_failure is not ok:
            try:
                if compile_formula(edge.condition.expr, ["state"])(dict(state)) is True:
                    return edge.dst
            except FormulaFailed:
                return None
    return None


# Building


@dataclass
class _Evidence:
    """The traces to learn from, with the column of each step, and how the steps of an action are parted."""

    traces: Sequence[WorkflowTrace]
    columns: list[list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.columns = align_sequences([[step.node for step in trace.steps] for trace in self.traces])

    def places(self) -> dict[str, list[int]]:
        """Return the columns of each action, rising."""
        found: dict[str, set[int]] = {}
        for trace, columns in zip(self.traces, self.columns, strict=True):
            for step, column in zip(trace.steps, columns, strict=True):
                found.setdefault(step.node, set()).add(column)
        return {label: sorted(columns) for label, columns in sorted(found.items())}


@dataclass
class _Made:
    graph: StateGraph
    labels: dict[str, str]
    branches: list[Branch]
    unbound: dict[str, tuple[str, ...]]


def _best(evidence: _Evidence, name: str) -> _Made:
    """Begin with one node an action; split, one action a round, where that reproduces the most traces more."""
    split: frozenset[str] = frozenset()
    made = _build(evidence, split, name)
    best = coverage(made.graph, made.labels, evidence.traces).reproduced
    several = [label for label, columns in evidence.places().items() if len(columns) > 1]
    for _ in range(MAX_ROUNDS):
        if best == len(evidence.traces):
            break
        tried = [(label, _build(evidence, split | {label}, name)) for label in several if label not in split]
        gains = [(-coverage(each.graph, each.labels, evidence.traces).reproduced, label, each) for label, each in tried]
        if not gains:
            break
        reproduced, label, better = min(gains, key=lambda gain: gain[:2])
        if -reproduced <= best:
            break
        best, made, split = -reproduced, better, split | {label}
    return made


def _build(evidence: _Evidence, split: frozenset[str], name: str) -> _Made:
    names = _names(evidence, split)
    labels = {node: label for (label, _), node in names.items()}
    paths = [
        [names[step.node, column if step.node in split else -1] for step, column in zip(t.steps, columns, strict=True)]
        for t, columns in zip(evidence.traces, evidence.columns, strict=True)
    ]
    ways = _ways(evidence.traces, paths)
    ends = {node for (node, ok), samples in ways.items() if ok and all(label == END for _, label in samples)}
    nodes, unbound = learned_nodes(evidence.traces, paths)
    start, end = _fresh("start", nodes), _fresh("end", nodes)
    starts = sorted({path[0] for path in paths})
    edges: list[StateEdge] = []
    branches: list[Branch] = []
    if len(starts) > 1:
        nodes[start], labels[start] = StateNode(start, "python", "identity"), ""
        ways[start, True] = [(trace.initial, path[0]) for trace, path in zip(evidence.traces, paths, strict=True)]
    for (node, ok), samples in sorted(ways.items(), key=lambda way: (way[0][0], not way[0][1])):
        if not (ok and node in ends):
            found, branch = _edges(node, ok, [(state, end if label == END else label) for state, label in samples])
            edges += found
            branches += [branch] if branch else []
    if any(edge.dst == end for edge in edges):
        nodes[end], labels[end] = StateNode(end, "python", "identity"), ""
        ends.add(end)
    graph = StateGraph(name, nodes, edges, start if len(starts) > 1 else starts[0], ends)
    return _Made(graph, labels, branches, unbound)


def _names(evidence: _Evidence, split: frozenset[str]) -> dict[tuple[str, int], str]:
    """Return the node of each action, or of each action at a column."""
    places = evidence.places()
    names: dict[tuple[str, int], str] = {(label, -1): label for label in places if label not in split}
    taken = set(places)
    for label in sorted(split):
        for number, column in enumerate(places[label], 1):
            node = label if number == 1 else _fresh(f"{label}_{number}", taken)
            taken.add(node)
            names[label, column] = node
    return names


def _fresh(name: str, taken: Mapping[str, Any] | set[str]) -> str:
    made, number = name, 2
    while made in taken:
        made, number = f"{name}_{number}", number + 1
    return made


def _ways(traces: Sequence[WorkflowTrace], paths: Sequence[Sequence[str]]) -> dict[tuple[str, bool], list[Sample]]:
    """Return for each node, after success and after failure, the states after it with the next node."""
    ways: dict[tuple[str, bool], list[Sample]] = {}
    for trace, path in zip(traces, paths, strict=True):
        for step, node, target in zip(trace.steps, path, [*path[1:], END], strict=True):
            ways.setdefault((node, step.ok), []).append((step.after, target))
    return ways


def _edges(node: str, ok: bool, samples: Sequence[Sample]) -> tuple[list[StateEdge], Branch | None]:
    """Return the edges that leave a node: the rarest target first, the most frequent last, without a guard."""
    targets = Counter(label for _, label in samples)
    if len(targets) == 1:
        return [StateEdge(node, next(iter(targets)), on_failure=not ok)], None
    tree = _told_apart(samples)
    reached = sorted(set(labels_of(tree)), key=lambda label: (targets[label], label))
    guards = [*(guard_formula(tree, label) for label in reached[:-1]), "true"]
    edges = [
        StateEdge(node, target, StateCondition(expr), not ok) for target, expr in zip(reached, guards, strict=True)
    ]
    agreement = sum(tree_label(tree, state) == label for state, label in samples)
    return edges, Branch(node, not ok, tuple(reached), len(samples), agreement)


def _told_apart(samples: Sequence[Sample]) -> Tree:
    """Return the deepest tree whose guards are all short enough to be formulas."""
    for depth in range(MAX_DEPTH, 0, -1):
        tree = learn_tree(samples, depth)
        try:
            for label in set(labels_of(tree)):
                compile_formula(guard_formula(tree, label), ["state"])
        except FormulaRefused:
            continue
        return tree
    return learn_tree(samples, 0)
