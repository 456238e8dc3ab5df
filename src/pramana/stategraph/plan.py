"""A graph made ready to run: names looked up, guards compiled, edges sorted to their nodes. Done once a graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pramana.errors import FormulaRefused, InputError, UnknownName
from pramana.expr import Formula, compile_formula
from pramana.stategraph.model import MapOver, Retry, StateEdge, StateGraph, StateNode
from pramana.stategraph.registry import Handler, Registry

ALWAYS = frozenset({"true", "True"})
WAIT = "wait"
"""The kind of a node at which a run ends until it is given an answer."""
META = "_meta"
"""The state key that the run writes itself: the graph's name and hash, and the last failure."""


@dataclass(slots=True)
class PlannedEdge:
    """`guard` None holds always."""

    index: int
    target: str
    guard: Formula | None


@dataclass(slots=True)
class PlannedNode:
    """A node with its callable. `plain` where it is called once, at once, and gives its result without waiting."""

    id: str
    kind: str
    callable: str
    call: Handler | None
    awaits: bool
    plain: bool
    terminal: bool
    inputs: tuple[tuple[str, str], ...]
    outputs: tuple[tuple[str, str], ...]
    retry: Retry | None
    map: MapOver | None
    timeout: float | None
    inner: NodePlan | None = None
    after_success: list[PlannedEdge] = field(default_factory=list)
    after_failure: list[PlannedEdge] = field(default_factory=list)


@dataclass(slots=True)
class NodePlan:
    """`waits` where some node may wait, so that running it needs an event loop."""

    graph: StateGraph
    nodes: Mapping[str, PlannedNode]
    waits: bool


def plan(graph: StateGraph, registry: Registry, _outer: tuple[str, ...] = ()) -> NodePlan:
    """Return the graph ready to run.

    Raises UnknownName where a node or a callable is not there, FormulaRefused where a guard does not compile, and
    InputError where graphs contain each other or a node writes `_meta`.
    """
    if graph.name in _outer:
        raise InputError(f"The graph {graph.name!r} contains itself: {' > '.join((*_outer, graph.name))}.")
    nodes = {name: _node(name, node, graph, registry, (*_outer, graph.name)) for name, node in graph.nodes.items()}
    for name in (graph.start, *sorted(graph.terminal)):
        _check_node(name, graph)
    for index, edge in enumerate(graph.edges):
        _check_node(edge.src, graph)
        _check_node(edge.dst, graph)
        planned = PlannedEdge(index, edge.dst, guard_of(edge))
        source = nodes[edge.src]
        (source.after_failure if edge.on_failure else source.after_success).append(planned)
    waits = any(not node.plain and (node.inner is None or node.inner.waits or _waits(node)) for node in nodes.values())
    return NodePlan(graph, nodes, waits)


def guard_of(edge: StateEdge) -> Formula | None:
    """Return the compiled guard of an edge, None where it holds always. Raises FormulaRefused."""
    text = edge.condition.expr.strip()
    if text in ALWAYS:
        return None
    try:
        return compile_formula(text, ["state"])
    except FormulaRefused as error:
        error.add_note(f"in the condition of the edge {edge.src} → {edge.dst}")
        raise


def _node(name: str, node: StateNode, graph: StateGraph, registry: Registry, outer: tuple[str, ...]) -> PlannedNode:
    if node.node_id != name:
        raise InputError(f"The node {name!r} calls itself {node.node_id!r}.")
    if META in node.output_map.values() or (node.map is not None and node.map.failures == META):
        raise InputError(f"The node {name!r} writes {META!r}, which is the run's own.")
    inner, call, awaits = None, None, False
    if node.kind == WAIT:
        problem = wait_problem(node)
        if problem or outer[1:]:
            problem = problem or "a nested graph cannot wait; wait in the graph around it"
            raise InputError(f"The node {name!r} waits for {node.callable_id!r}: {problem}.")
    elif node.kind == "graph":
        if node.callable_id not in registry.graphs:
            raise UnknownName("graph callable", node.callable_id, registry.names("graph"))
        inner = plan(registry.graphs[node.callable_id], registry, outer)
    else:
        registered = registry.get(node.kind, node.callable_id)
        call, awaits = registered.call, registered.awaits
    planned = PlannedNode(
        id=name,
        kind=node.kind,
        callable=node.callable_id,
        call=call,
        awaits=awaits,
        plain=False,
        terminal=name in graph.terminal,
        inputs=tuple(node.input_map.items()),
        outputs=tuple(node.output_map.items()),
        retry=node.retry,
        map=node.map,
        timeout=node.timeout,
        inner=inner,
    )
    planned.plain = call is not None and not awaits and not _waits(planned)
    return planned


def wait_problem(node: StateNode) -> str:
    """Return what is wrong with a node that waits, "" where nothing is."""
    if not node.output_map:
        return "its output_map names nothing that it could be given"
    if node.map is not None or node.retry is not None:
        return "it is answered once, so it takes neither map nor retry"
    return ""


def _waits(node: PlannedNode) -> bool:
    return node.awaits or node.retry is not None or node.map is not None or node.timeout is not None


def _check_node(name: str, graph: StateGraph) -> None:
    if name not in graph.nodes:
        raise UnknownName("node", name, list(graph.nodes))
