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
from pramana.mining.binding import bindings_by_step, fresh_name, learned_nodes
from pramana.mining.executing import execution_problem
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

    `training` and `held_out` count runs on whose recorded states the guards lead where the run went; `executed` and
    `executed_held_out` count runs whose path the graph takes when it is executed on their inputs, the actions answering
    as they did. `problems` are the reasons why held-out runs are not followed, with how many have each.

    `labels` maps each node to its action. `inputs` are state keys that no node writes and some node takes;
    `unbound` are those of them, by node, that are arguments for which no state key held the value in every trace;
    `constants` those that had one value in all traces, with it.
    """

    graph: StateGraph
    labels: Mapping[str, str]
    training: PathCoverage
    held_out: PathCoverage
    branches: tuple[Branch, ...]
    inputs: tuple[str, ...]
    unbound: Mapping[str, tuple[str, ...]]
    executed: PathCoverage
    executed_held_out: PathCoverage
    problems: Mapping[str, int]
    constants: Mapping[str, Any]

    json_shape = JsonShape(
        without=("labels", "training", "held_out", "executed", "executed_held_out"),
        convert={"graph": lambda graph: graph.name},
        computed={
            "coverage": lambda found: {"training": found.training, "held_out": found.held_out},
            "execution": lambda found: {"training": found.executed, "held_out": found.executed_held_out},
        },
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
    problems = Counter(filter(None, (_execution_problem(made, trace) for trace in unseen)))
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
        PathCoverage(len(kept), made.executed_count(kept)),
        PathCoverage(len(unseen), len(unseen) - sum(problems.values())),
        dict(problems.most_common()),
        made.constants,
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

    def roles(self, label: str, way: str) -> dict[tuple[int, int], int]:
        """Return the role of each step of an action, by trace and step, as a number: how its steps are split."""
        found = [
            (number, at)
            for number, trace in enumerate(self.traces)
            for at, step in enumerate(trace.steps)
            if step.node == label
        ]
        if way == "place":
            return {(number, at): self.columns[number][at] for number, at in found}
        if way == "binding":
            numbers = bindings_by_step([self.traces[number].steps[at] for number, at in found])
            return dict(zip(found, numbers, strict=True))
        before = [self.traces[number].steps[at - 1].node if at else "" for number, at in found]
        order = {name: index for index, name in enumerate(sorted(set(before)))}
        return {place: order[name] for place, name in zip(found, before, strict=True)}

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
    constants: dict[str, Any]

    def executed_count(self, traces: Sequence[WorkflowTrace]) -> int:
        return sum(not _execution_problem(self, trace) for trace in traces)

    def score(self, traces: Sequence[WorkflowTrace]) -> tuple[int, int]:
        """Return how many traces the graph follows when executed, then how many on the recorded states."""
        return self.executed_count(traces), coverage(self.graph, self.labels, traces).reproduced

    def split_ways(self, evidence: _Evidence) -> list[tuple[str, str]]:
        """Return the actions that may be split, each with the way: by its places in the aligned traces; by what its
        arguments came from, or by the action before it, where no key held an argument every time."""
        ways = [(label, "place") for label, columns in evidence.places().items() if len(columns) > 1]
        loose = sorted({self.labels[node] for node in self.unbound})
        return ways + [(label, way) for label in loose for way in ("before", "binding")]


def _execution_problem(made: _Made, trace: WorkflowTrace) -> str:
    return execution_problem(made.graph, made.labels, trace, made.constants)


def _best(evidence: _Evidence, name: str) -> _Made:
    """Begin with one node an action; split, one action a round, where the most traces more are followed."""
    split: dict[str, str] = {}
    made = _build(evidence, split, name)
    best, whole = made.score(evidence.traces), (len(evidence.traces),) * 2
    for _ in range(MAX_ROUNDS):
        if best == whole:
            break
        tried = [
            (label, way, _build(evidence, {**split, label: way}, name))
            for label, way in made.split_ways(evidence)
            if split.get(label) != way
        ]
        # The fewest nodes of those that follow most: a way that parts more than it must is harder to read.
        gains = [(each.score(evidence.traces), -len(each.graph.nodes), label, way, each) for label, way, each in tried]
        if not gains:
            break
        score, _, label, way, better = max(gains, key=lambda gain: gain[:2])
        if score <= best:
            break
        best, made, split = score, better, {**split, label: way}
    return made


def _build(evidence: _Evidence, split: Mapping[str, str], name: str) -> _Made:
    roles = {label: evidence.roles(label, way) for label, way in sorted(split.items())}
    names = _names(evidence, roles)
    labels = {node: label for (label, _), node in names.items()}
    paths = [
        [
            names[step.node, roles[step.node][number, at] if step.node in split else -1]
            for at, step in enumerate(trace.steps)
        ]
        for number, trace in enumerate(evidence.traces)
    ]
    ways = _ways(evidence.traces, paths)
    ends = {node for (node, ok), samples in ways.items() if ok and all(label == END for _, label in samples)}
    learned = learned_nodes(evidence.traces, paths)
    nodes = learned.nodes
    start, end = fresh_name("start", nodes), fresh_name("end", nodes)
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
    first = start if len(starts) > 1 else starts[0]
    graph = StateGraph(name, nodes, edges, first, ends, no_repetition=True)
    return _Made(graph, labels, branches, learned.unbound, learned.constants)


def _names(evidence: _Evidence, roles: Mapping[str, Mapping[tuple[int, int], int]]) -> dict[tuple[str, int], str]:
    """Return the node of each action, or of each action in a role."""
    places = evidence.places()
    names: dict[tuple[str, int], str] = {(label, -1): label for label in places if label not in roles}
    taken = set(places)
    for label in sorted(roles):
        for number, role in enumerate(sorted(set(roles[label].values())), 1):
            node = label if number == 1 else fresh_name(f"{label}_{number}", taken)
            taken.add(node)
            names[label, role] = node
    return names


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
