"""A graph as a picture: Mermaid and DOT. Names come from data, so every one is written as a quoted text."""

from __future__ import annotations

from collections import Counter

from pramana.stategraph.model import StateGraph, StateNode
from pramana.stategraph.plan import ALWAYS
from pramana.trace import WorkflowTrace

_MERMAID = {"python": ("[", "]"), "ptool": ("([", "])"), "graph": ("[[", "]]"), "wait": (">", "]")}
_DOT = {"python": "box", "ptool": "oval", "graph": "box3d", "wait": "octagon"}
_TAKEN = "stroke:#0a7d32,stroke-width:3px"


def to_mermaid(graph: StateGraph, trace: WorkflowTrace | None = None) -> str:
    """Return the graph as a Mermaid flowchart. With a trace, the edges that were taken are thick and counted.

    Nodes are `n0`, `n1`, … in the graph's order, with their names as labels; terminal nodes have a double border,
    failure edges are dotted.
    """
    ids = {name: f"n{number}" for number, name in enumerate(graph.nodes)}
    taken = _edge_counts(trace)
    lines = ["flowchart TD", f"  begin((( ))) --> {ids[graph.start]}"]
    for name, node in graph.nodes.items():
        before, after = ("{{", "}}") if name in graph.terminal else _MERMAID[node.kind]
        lines.append(f"  {ids[name]}{before}{_entities(_label(name, node))}{after}")
    for index, edge in enumerate(graph.edges):
        arrow = "-.->" if edge.on_failure else "==>" if taken[index] else "-->"
        label = _entities(_edge_label(graph, index, taken[index]))
        lines.append(f"  {ids[edge.src]} {arrow}{f'|{label}|' if label else ''} {ids[edge.dst]}")
    walked = [str(index + 1) for index in range(len(graph.edges)) if taken[index]]  # the first link is the start's
    if walked:
        lines.append(f"  linkStyle {','.join(walked)} {_TAKEN}")
    return "\n".join([*lines, ""])


def to_dot(graph: StateGraph, trace: WorkflowTrace | None = None) -> str:
    """Return the graph as DOT, for Graphviz. With a trace, the edges that were taken are bold and counted."""
    taken = _edge_counts(trace)
    begin = _dot_string(_begin(graph))
    lines = [f"digraph {_dot_string(graph.name)} {{", f"  {begin} [shape=point];"]
    for name, node in graph.nodes.items():
        border = ", peripheries=2" if name in graph.terminal else ""
        lines.append(
            f"  {_dot_string(name)} [label={_dot_string(_label(name, node))}, shape={_DOT[node.kind]}{border}];"
        )
    lines.append(f"  {begin} -> {_dot_string(graph.start)};")
    for index, edge in enumerate(graph.edges):
        style = ["style=dashed"] if edge.on_failure else []
        style += ["color=darkgreen", "penwidth=3"] if taken[index] else []
        label = _edge_label(graph, index, taken[index])
        shown = ", ".join([*([f"label={_dot_string(label)}"] if label else []), *style])
        lines.append(f"  {_dot_string(edge.src)} -> {_dot_string(edge.dst)}{f' [{shown}]' if shown else ''};")
    return "\n".join([*lines, "}", ""])


def _edge_counts(trace: WorkflowTrace | None) -> Counter[int]:
    return Counter(step.edge for step in trace.steps if step.edge is not None) if trace else Counter()


def _label(name: str, node: StateNode) -> str:
    return f"{name}\n{node.goal or node.callable_id}"


def _edge_label(graph: StateGraph, index: int, times: int) -> str:
    guard = graph.edges[index].condition.expr.strip()
    parts = ["" if guard in ALWAYS else guard, f"{times} ×" if times > 1 else ""]
    return "\n".join(part for part in parts if part)


def _begin(graph: StateGraph) -> str:
    name = "begin"
    while name in graph.nodes:
        name += "'"
    return name


def _entities(text: str) -> str:
    """Return a quoted Mermaid label. All but letters, digits and blanks become entities, so that nothing is markup."""
    if not text:
        return ""
    characters = ("<br>" if c == "\n" else c if c.isalnum() or c == " " else f"#{ord(c)};" for c in text)
    return f'"{"".join(characters)}"'


def _dot_string(text: str) -> str:
    """Return a DOT text."""
    shown = "".join(c if c.isprintable() or c == "\n" else f"\\u{ord(c):04x}" for c in text)
    return '"' + shown.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
