"""Validation: what can be said of a graph before anything runs."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property

from pramana.errors import FormulaRefused
from pramana.expr import GuardVerdict, compile_formula, constant_truth, decide_guards, guard_reads
from pramana.stategraph.findings import GraphFinding, Severity
from pramana.stategraph.model import StateCondition, StateEdge, StateGraph, StateNode
from pramana.stategraph.plan import ALWAYS, META, WAIT, wait_problem
from pramana.stategraph.reaching import (
    Held,
    Keys,
    after,
    flow,
    needed_keys,
    reachable_nodes,
    unbounded_cycles,
    written_keys,
)
from pramana.stategraph.registry import Registry, default_registry, identity

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE


def validate(
    graph: StateGraph, registry: Registry | None = None, inputs: Collection[str] | None = None
) -> list[GraphFinding]:
    """Return what is found about a graph, by its place in it; a graph without errors can be run.

    `inputs` are the state keys that a run is given; None where they are not known yet. Nothing is called.
    """
    return _validate(graph, registry or default_registry, inputs, ())


def _validate(
    graph: StateGraph, registry: Registry, inputs: Collection[str] | None, outer: tuple[str, ...]
) -> list[GraphFinding]:
    within = (*outer, graph.name)
    found = [*_names(graph), *_guards_compile(graph), *_calls(graph, registry, within)]
    view = _view_of(graph, registry, None if inputs is None else frozenset(inputs))
    checks = [_edges, _unread]
    if graph.start in graph.nodes:  # else what follows from where a run begins is not known
        checks = [_edges, _reach, _cycles, _keys, _unread, _failure_edges]
    found += [finding for check in checks for finding in check(view)]
    return list(dict.fromkeys([*found, *_nested_findings(view, within)]))


def _view_of(graph: StateGraph, registry: Registry, inputs: Keys | None) -> _ValidatedGraph:
    """Return the view of a graph in which edges to unknown nodes are left out, and guards that do not compile may hold:
    nothing is said that only follows from such a fault."""
    broken = {
        index for index, edge in enumerate(graph.edges) if edge.src not in graph.nodes or edge.dst not in graph.nodes
    }
    refused = {index for index, edge in enumerate(graph.edges) if not _compiles(edge.condition.expr.strip())}
    edges = [
        replace(edge, condition=StateCondition()) if index in refused else edge
        for index, edge in enumerate(graph.edges)
    ]
    return _ValidatedGraph(replace(graph, edges=edges), registry, inputs, frozenset(broken), frozenset(refused))


def _compiles(guard: str) -> bool:
    try:
        compile_formula(guard, ["state"])
    except FormulaRefused:
        return False
    return True


@dataclass
class _ValidatedGraph:
    """A graph with what is worked out once. `live` are the edges that some run may take.

    `broken` edges name a node that is not there, `refused` ones have a guard that does not compile.
    """

    graph: StateGraph
    registry: Registry
    inputs: Keys | None
    broken: frozenset[int] = frozenset()
    refused: frozenset[int] = frozenset()
    dead: dict[int, GraphFinding] = field(default_factory=dict)
    remarks: list[GraphFinding] = field(default_factory=list)

    def __post_init__(self) -> None:
        for group in _groups(self.graph):
            self._judge([(index, edge) for index, edge in group if index not in self.broken | self.refused])

    @cached_property
    def live(self) -> list[StateEdge]:
        return [edge for index, edge in enumerate(self.graph.edges) if not self.is_untaken(index)]

    def is_untaken(self, index: int) -> bool:
        return index in self.dead or index in self.broken

    @cached_property
    def reachable(self) -> set[str]:
        return reachable_nodes(self.graph.start, self.live)

    @cached_property
    def keys_by_node(self) -> dict[str, Held]:
        return flow(self.graph, self.live, (self.inputs or frozenset()) | {META})

    def _judge(self, group: Sequence[tuple[int, StateEdge]]) -> None:
        decisions = decide_guards([edge.condition.expr.strip() for _, edge in group])
        for (index, edge), decision in zip(group, decisions, strict=True):
            place, guard = f"edges.{index}.condition", edge.condition.expr.strip()
            if edge.src in self.graph.terminal and not edge.on_failure:
                reason = f"{edge.src!r} is terminal: the run ends there, and this edge is never looked at"
                self.dead[index] = GraphFinding(f"edges.{index}", WARNING, "after-end", reason, "delete the edge")
            elif constant_truth(guard) is False:
                reason = "the guard's value is neither true nor false, which fails the node"
                self.dead[index] = GraphFinding(place, ERROR, "not-boolean", reason, "compare it: … > 0, … is not null")
            elif decision.alone is GuardVerdict.NEVER:
                reason = "the guard is true for no state"
                self.dead[index] = GraphFinding(
                    place, WARNING, "never", reason, "correct the guard, or delete the edge"
                )
            elif decision.shadowed:
                reason = "edges before this one take every state in which its guard is true"
                self.dead[index] = GraphFinding(place, WARNING, "shadowed", reason, "put it before them, or delete it")
            elif decision.alone is GuardVerdict.ALWAYS and guard not in ALWAYS:
                reason = "the guard is true wherever it has a value"
                self.remarks.append(GraphFinding(place, NOTE, "always", reason, "write true, if it is meant"))
            elif decision.alone is GuardVerdict.UNDECIDED:
                reason = "whether the guard can hold was not decided"
                self.remarks.append(GraphFinding(place, NOTE, "undecided", reason))


def _groups(graph: StateGraph) -> list[list[tuple[int, StateEdge]]]:
    """Return the edges that are tried together, in their order."""
    groups: dict[tuple[str, bool], list[tuple[int, StateEdge]]] = {}
    for index, edge in enumerate(graph.edges):
        groups.setdefault((edge.src, edge.on_failure), []).append((index, edge))
    return list(groups.values())


# Names


def _names(graph: StateGraph) -> Iterator[GraphFinding]:
    uses = [("start", graph.start), *((f"terminal.{name}", name) for name in sorted(graph.terminal))]
    for index, edge in enumerate(graph.edges):
        uses += [(f"edges.{index}.src", edge.src), (f"edges.{index}.dst", edge.dst)]
    for place, name in uses:
        if name not in graph.nodes:
            yield GraphFinding(place, ERROR, "unknown-node", f"unknown node {name!r}", _nearest(name, graph.nodes))
    for name, node in graph.nodes.items():
        if node.node_id != name:
            reason = f"the node {name!r} calls itself {node.node_id!r}"
            yield GraphFinding(f"nodes.{name}.node_id", ERROR, "node-id", reason, f"write {name!r}")
        if META in written_keys(node):
            place, reason = f"nodes.{name}.output_map", f"{META!r} is the run's own"
            yield GraphFinding(place, ERROR, "meta-written", reason, "write to another key")
    if not graph.terminal:
        yield GraphFinding("terminal", ERROR, "no-terminal", "no node ends a run", "name at least one terminal node")


def _guards_compile(graph: StateGraph) -> Iterator[GraphFinding]:
    for index, edge in enumerate(graph.edges):
        try:
            compile_formula(edge.condition.expr.strip(), ["state"])
        except FormulaRefused as error:
            place, mend = f"edges.{index}.condition", f"write {error.instead}" if error.instead else "rewrite it"
            yield GraphFinding(place, ERROR, "guard-refused", str(error), mend)


def _nearest(name: str, known: Iterable[str]) -> str:
    names = sorted(known)
    close = get_close_matches(name, names, n=1, cutoff=0.5)
    if close:
        return f"write {close[0]!r}"
    return f"there are {', '.join(map(repr, names[:8]))}" if names else "there is none yet"


# Callables


def _calls(graph: StateGraph, registry: Registry, outer: tuple[str, ...]) -> Iterator[GraphFinding]:
    for name, node in graph.nodes.items():
        place = f"nodes.{name}.callable_id"
        if node.kind == WAIT:
            yield from _wait(name, node, nested=len(outer) > 1)
        elif not registry.has(node.kind, node.callable_id):
            reason = f"no {node.kind} callable {node.callable_id!r} is registered"
            mend = _nearest(node.callable_id, registry.names(node.kind))
            yield GraphFinding(place, ERROR, "unknown-callable", reason, mend)
        elif node.kind != "graph":
            yield from _arguments(node, registry, f"nodes.{name}.input_map")
        elif node.callable_id in outer:
            reason = f"the graph contains itself: {' > '.join((*outer, node.callable_id))}"
            yield GraphFinding(place, ERROR, "contains-itself", reason, "make the repetition a cycle of edges")


def _wait(name: str, node: StateNode, nested: bool) -> Iterator[GraphFinding]:
    problem, place = wait_problem(node), f"nodes.{name}"
    if problem:
        yield GraphFinding(place, ERROR, "unusable-wait", problem, "name what it is to be given: output_map")
    elif nested:
        reason = "a nested graph cannot wait"
        yield GraphFinding(place, ERROR, "unusable-wait", reason, "wait in the graph around it")


def _arguments(node: StateNode, registry: Registry, place: str) -> Iterator[GraphFinding]:
    handler = registry.get(node.kind, node.callable_id).call
    given = [*node.input_map, *([node.map.item] if node.map is not None else [])]
    try:
        parameters = inspect.signature(handler).parameters
        inspect.signature(handler).bind(**dict.fromkeys(given))
    except ValueError:  # a function in C without a signature
        return
    except TypeError as error:
        takes = ", ".join(parameters) or "none"
        reason = f"{node.callable_id!r} cannot be called so: {error}"
        yield GraphFinding(place, ERROR, "wrong-arguments", reason, f"its arguments are: {takes}")


# Edges, reach, cycles


def _edges(view: _ValidatedGraph) -> Iterator[GraphFinding]:
    yield from (view.dead[index] for index in sorted(view.dead))
    yield from view.remarks


def _reach(view: _ValidatedGraph) -> Iterator[GraphFinding]:
    graph = view.graph
    for name in graph.nodes:
        if name not in view.reachable:
            if view.broken:  # the edge that leads here may be one that names another node by mistake
                continue
            mend = "add an edge that leads to it" if name in graph.terminal else "add an edge, or delete the node"
            yield GraphFinding(
                f"nodes.{name}", WARNING, "unreachable", "no path leads from the start to this node", mend
            )
        elif name not in graph.terminal:
            yield from _dead_end(view, name)
    if graph.nodes.keys() & graph.terminal and not view.broken and graph.terminal.isdisjoint(view.reachable):
        reason = "no path leads from the start to a terminal node"
        yield GraphFinding("terminal", ERROR, "endless", reason, "add the edges that lead there")


def _dead_end(view: _ValidatedGraph, name: str) -> Iterator[GraphFinding]:
    leaving = [edge for edge in view.live if edge.src == name]
    if any(view.graph.edges[index].src == name for index in view.broken):
        return
    if not any(not edge.on_failure for edge in leaving):
        reason = "the node is not terminal, and no edge can be taken after it succeeds"
        severity = WARNING if leaving else ERROR
        yield GraphFinding(f"nodes.{name}", severity, "dead-end", reason, "add an edge, or make the node terminal")


def _cycles(view: _ValidatedGraph) -> Iterator[GraphFinding]:
    live = [edge for edge in view.live if edge.src in view.reachable]
    for cycle, leaves in unbounded_cycles(view.graph, live):
        shown = " → ".join([*cycle, cycle[0]]) if len(cycle) <= 8 else f"{len(cycle)} nodes from {cycle[0]}"
        place = f"nodes.{cycle[0]}"
        if any(view.graph.edges[index].src in cycle for index in view.broken | view.refused):
            continue
        if not leaves:
            reason = f"the cycle {shown} cannot be left"
            yield GraphFinding(place, ERROR, "endless-cycle", reason, "add an edge that leaves it")
        else:
            reason = f"nothing that the cycle {shown} writes decides whether it is left; only max_steps bounds it"
            mend = "count in the state, and guard an edge that leaves it by the count"
            yield GraphFinding(place, WARNING, "unbounded-cycle", reason, mend)


# Keys


def _keys(view: _ValidatedGraph) -> Iterator[GraphFinding]:
    for name, node in view.graph.nodes.items():
        if name in view.keys_by_node:
            for place, key in needed_keys(node).items():
                yield from _readable(view, f"nodes.{name}.{place}", key, view.keys_by_node[name])
    for index, edge in enumerate(view.graph.edges):
        if not view.is_untaken(index) and edge.src in view.keys_by_node:
            before = after(view.graph.nodes[edge.src], view.keys_by_node[edge.src], edge.on_failure)
            for key in sorted(guard_reads(edge.condition.expr).needed):
                yield from _readable(view, f"edges.{index}.condition", key, before)


def _readable(view: _ValidatedGraph, place: str, key: str, held: Held) -> Iterator[GraphFinding]:
    if key in held.surely:
        return
    known = {key for node in view.graph.nodes.values() for key in written_keys(node)}
    if view.broken and key in known:  # a path that is left out may write it
        return
    if view.inputs is None:
        how = "not every path to here writes it" if key in held.perhaps else "no path to here writes it"
        yield GraphFinding(place, NOTE, "input-needed", f"{key!r} must be among the inputs: {how}")
    elif key in held.perhaps:
        reason = f"{key!r} is read here, but not every path to here writes it"
        mend = f"give it as an input, write it on each path, or ask for it: '{key}' in state"
        yield GraphFinding(place, WARNING, "perhaps-missing", reason, mend)
    else:
        reason = f"{key!r} is read here, but no path to here writes it, and it is not an input"
        yield GraphFinding(place, ERROR, "missing", reason, _nearest(key, known | view.inputs))


def _unread(view: _ValidatedGraph) -> Iterator[GraphFinding]:
    guards = [guard_reads(edge.condition.expr) for edge in view.graph.edges]
    if view.refused:  # what their guards mean to read is not known
        return
    if any(guard.whole for guard in guards):
        return
    read = {key for guard in guards for key in guard.needed | guard.optional}
    read.update(key for node in view.graph.nodes.values() for key in needed_keys(node).values())
    for name, node in view.graph.nodes.items():
        if name not in view.graph.terminal:
            for result, key in node.output_map.items():
                if key not in read:
                    reason = f"{key!r} is written, but nothing reads it"
                    yield GraphFinding(f"nodes.{name}.output_map.{result}", NOTE, "unread", reason)


def _failure_edges(view: _ValidatedGraph) -> Iterator[GraphFinding]:
    for index, edge in enumerate(view.graph.edges):
        if not edge.on_failure or view.is_untaken(index) or edge.src not in view.keys_by_node:
            continue
        if _succeeds(view, edge.src):
            reason = f"{edge.src!r} cannot fail, so this edge is never looked at"
            yield GraphFinding(f"edges.{index}", WARNING, "needless-failure", reason, "delete the edge")


def _succeeds(view: _ValidatedGraph, name: str) -> bool:
    """Return whether a node surely succeeds: `identity` on keys that are there, with an edge that is always taken."""
    node = view.graph.nodes[name]
    plain = node.kind == "python" and node.map is None and node.timeout is None
    if not plain or not view.registry.has("python", node.callable_id):
        return False
    if view.registry.get("python", node.callable_id).call is not identity:
        return False
    binds = len(node.output_map) <= 1 if len(node.input_map) == 1 else node.output_map.keys() <= node.input_map.keys()
    if not binds or not frozenset(node.input_map.values()) <= view.keys_by_node[name].surely:
        return False
    first = next((edge for edge in view.graph.edges if edge.src == name and not edge.on_failure), None)
    return name in view.graph.terminal or (first is not None and first.condition.expr.strip() in ALWAYS)


# Nested graphs


def _nested_findings(view: _ValidatedGraph, outer: tuple[str, ...]) -> list[GraphFinding]:
    """Return what is found in nested graphs, under the first node that runs the graph: once, however many do."""
    found = []
    told: set[tuple[str, GraphFinding]] = set()
    for name, node in view.graph.nodes.items():
        if node.kind != "graph" or node.callable_id not in view.registry.graphs or node.callable_id in outer:
            continue
        inner = view.registry.graphs[node.callable_id]
        inputs = {*node.input_map, *([node.map.item] if node.map is not None else [])}
        place = f"nodes.{name} > {inner.name}"
        for finding in _validate(inner, view.registry, inputs, outer):
            if (inner.name, finding) not in told:
                told.add((inner.name, finding))
                found.append(replace(finding, place=f"{place} > {finding.place}"))
        given = inputs.union(*map(written_keys, inner.nodes.values()))
        for result in node.output_map:
            if result not in given:
                reason = f"the graph {inner.name!r} never gives {result!r}"
                at = f"nodes.{name}.output_map.{result}"
                found.append(GraphFinding(at, ERROR, "missing-result", reason, _nearest(result, given)))
    return found
