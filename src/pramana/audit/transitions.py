"""The audit `transitions`: whether a trace is a run of a graph, given as the JSON that `StateGraph.to_dict` writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from pydantic import BaseModel, Field, PrivateAttr

from pramana.audit.traces import TraceAuditSettings, TraceViolation, trace_audits
from pramana.errors import FormulaFailed
from pramana.expr import Formula, compile_formula
from pramana.trace import TraceStep, WorkflowTrace, place_of


class _GraphNode(BaseModel):
    kind: str
    callable_id: str


class _Condition(BaseModel):
    expr: str = "true"


class _Edge(BaseModel):
    src: str
    dst: str
    condition: _Condition = _Condition()
    on_failure: bool = False


class GraphDocument(BaseModel):
    """Of a graph's JSON, what decides about its transitions."""

    nodes: dict[str, _GraphNode]
    edges: list[_Edge]
    start: str
    terminal: list[str]


class Transitions(TraceAuditSettings):
    """`graph` is a StateGraph's JSON. `guards` false looks at the edges alone, not at whether their guards held.

    `complete` false takes a run that ended before a terminal node. `inner` holds graphs that nodes run, by name: their
    traces are looked at, too.
    """

    graph: GraphDocument
    guards: bool = True
    complete: bool = True
    inner: dict[str, GraphDocument] = Field(default_factory=dict)
    _laws: dict[str | None, _Law] = PrivateAttr(default_factory=dict)

    def model_post_init(self, context: Any, /) -> None:
        """Compile the guards. Raises FormulaRefused."""
        for name, graph in ((None, self.graph), *self.inner.items()):
            formulas = [compile_formula(edge.condition.expr, ["state"]) for edge in graph.edges]
            self._laws[name] = _Law(graph, formulas if self.guards else None)


@trace_audits.register("transitions", Transitions)
def transitions(trace: WorkflowTrace, settings: Transitions) -> Iterator[TraceViolation]:
    """Yield every step that the graph does not allow at its position."""
    yield from _trace_violations(trace, settings, None, "")


def _trace_violations(
    trace: WorkflowTrace, settings: Transitions, name: str | None, above: str
) -> Iterator[TraceViolation]:
    law = settings._laws[name]
    places = [f"{above}{place_of(number, step)}" for number, step in enumerate(trace.steps)]
    if not trace.steps:
        yield TraceViolation(above.removesuffix(" / ") or "trace", "it has no steps")
        return
    if trace.steps[0].node != law.graph.start:
        yield TraceViolation(places[0], f"a run begins at {law.graph.start!r}")
    for place, step in zip(places, trace.steps, strict=True):
        yield from law.node(place, step)
        for run, inner in enumerate(step.inner):
            if step.callable in settings.inner:
                yield from _trace_violations(inner, settings, step.callable, f"{place} / run {run} / ")
    for place, (step, following) in zip(places, pairwise(trace.steps), strict=False):
        yield from law.transition(place, step, following.node)
    last = trace.steps[-1]
    if settings.complete and _ends_early(law, last, nested=name is not None):
        yield TraceViolation(places[-1], "the run ended here, at a node that is not terminal")


def _ends_early(law: _Law, last: TraceStep, nested: bool) -> bool:
    """Return whether a run ended where none ends. A nested run that failed fails the step that ran it, as it may."""
    if not last.ok:
        return not nested
    return last.node not in law.graph.terminal


@dataclass
class _Law:
    graph: GraphDocument
    formulas: Sequence[Formula] | None
    _leaving: dict[tuple[str, bool], list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for index, edge in enumerate(self.graph.edges):
            self._leaving.setdefault((edge.src, edge.on_failure), []).append(index)

    def node(self, place: str, step: TraceStep) -> Iterator[TraceViolation]:
        node = self.graph.nodes.get(step.node)
        if node is None:
            yield TraceViolation(place, f"the graph has no node {step.node!r}")
        elif (node.kind, node.callable_id) != (step.kind, step.callable):
            called, meant = f"{step.kind} {step.callable!r}", f"{node.kind} {node.callable_id!r}"
            yield TraceViolation(place, f"it called the {called}, the graph says {meant}")

    def transition(self, place: str, step: TraceStep, target: str) -> Iterator[TraceViolation]:
        if step.node in self.graph.terminal and step.ok:
            yield TraceViolation(place, f"the run continued to {target!r} after a terminal node")
            return
        leaving = self._leaving.get((step.node, not step.ok), [])
        allowed = [index for index in leaving if self.graph.edges[index].dst == target]
        way = "an edge" if step.ok else "a failure edge"
        if not allowed:
            yield TraceViolation(place, f"{way} from {step.node!r} to {target!r} is not in the graph")
        elif step.edge is not None and step.edge not in allowed:
            yield TraceViolation(place, f"it says that it took the edge {step.edge}, which does not lead to {target!r}")
        elif self.formulas is not None:
            yield from self._guard_violations(place, step, target, leaving, step.edge)

    def _guard_violations(
        self, place: str, step: TraceStep, target: str, leaving: Sequence[int], taken: int | None
    ) -> Iterator[TraceViolation]:
        """The edge that must have been taken is the first whose guard is true."""
        for index in leaving:
            held = self._guard_value(index, step.after)
            if held is True:
                if index != taken and (taken is not None or self.graph.edges[index].dst != target):
                    dst = self.graph.edges[index].dst
                    yield TraceViolation(place, f"the edge {index} to {dst!r} holds in this state and comes first")
                return
            if held is None and step.ok:
                yield TraceViolation(place, f"the guard of the edge {index} has no value in this state")
                return
        yield TraceViolation(place, f"the guard of no edge to {target!r} holds in this state")

    def _guard_value(self, index: int, state: Mapping[str, Any]) -> bool | None:
        assert self.formulas is not None
        try:
            value = self.formulas[index](state)
        except FormulaFailed:
            return None
        return value if type(value) is bool else None
