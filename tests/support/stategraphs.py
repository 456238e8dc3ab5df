"""Short ways to write a StateGraph."""

from __future__ import annotations

from typing import Any

from pramana.stategraph import Registry, StateCondition, StateEdge, StateGraph, StateNode


def node(
    name: str,
    call: str = "identity",
    inputs: dict[str, str] | None = None,
    outputs: dict[str, str] | None = None,
    **more: Any,
) -> StateNode:
    return StateNode(name, more.pop("kind", "python"), call, inputs or {}, outputs or {}, **more)


def edge(src: str, dst: str, guard: str = "true", on_failure: bool = False) -> StateEdge:
    return StateEdge(src, dst, StateCondition(guard), on_failure)


def graph(
    nodes: list[StateNode], edges: list[StateEdge], terminal: set[str] | None = None, name: str = "g"
) -> StateGraph:
    ends = {nodes[-1].node_id} if terminal is None else terminal
    return StateGraph(name, {n.node_id: n for n in nodes}, edges, nodes[0].node_id, ends)


def registry(**handlers: Any) -> Registry:
    made = Registry()
    for name, handler in handlers.items():
        made.python(name, handler)
    return made
