"""A tree as JSON and as a Mermaid flowchart: the same tree gives the same text, whatever it cost in time."""

from __future__ import annotations

from typing import Any

from pramana.investigate.search.model import S
from pramana.investigate.search.tree import SearchEdge, SearchNode, Tree
from pramana.investigate.search.weighing import best_answer, weights

LABEL = 60
"""Code points of a command or an answer in a picture."""


def tree_json(tree: Tree[S]) -> dict[str, Any]:
    """Return a tree as JSON: `nodes` in the order in which they were found, `edges` with the numbers of their nodes.

    `best` is the number of the node to believe, `way` those of the edges that lead there. Numbers are rounded to six
    places. The data that an edge holds for applying it is omitted.
    """
    found = best_answer(tree)
    edges = list(tree.edges())
    number = {id(edge): index for index, edge in enumerate(edges)}
    weight = weights(tree)
    return {
        "settings": dict(tree.settings),
        "reason": tree.reason,
        "stopped": tree.stopped,
        "rounds": tree.rounds,
        "spent": tree.spent.as_json(),
        "best": found.node.number,
        "way": [number[id(edge)] for edge in found.edges],
        "share": round(found.share, 6),
        "nodes": [_node(node, weight[node]) for node in tree.nodes.values()],
        "edges": [_edge(edge) for edge in edges],
    }


def _node(node: SearchNode[S], weight: float) -> dict[str, Any]:
    told: dict[str, Any] = {
        "number": node.number,
        "hash": node.hash,
        "depth": node.depth,
        "asks": node.asks,
        "value": _round(node.value),
        "signal": _round(node.signal),
        "judged": _round(node.judged),
        "rolled": _round(node.rolled),
        "worth": _round(node.worth),
        "weight": _round(weight),
        "why": node.why,
        "ended": node.ended,
    }
    if node.answer is not None:
        told["answer"] = {"text": node.answer.text, "body": node.answer.body}
    return told


def _edge(edge: SearchEdge[S]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "source": edge.source.number,
        "target": None if edge.child is None else edge.child.number,
        "action": edge.action.body,
        "label": edge.action.label,
        "completes": edge.action.completes,
        "rationale": edge.action.rationale,
        "confidence": _round(edge.action.confidence),
        "asked": edge.asked,
        "prior": _round(edge.prior),
        "visits": edge.visits,
        "worth": _round(edge.worth),
    }
    if edge.applied is not None:
        told |= {"failure": edge.applied.failure, "signals": edge.applied.signals.as_json()}
    return told


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def to_mermaid(tree: Tree[S], *, untried: bool = False) -> str:
    """Return a tree as a Mermaid flowchart; the way to the best node is thick. `untried`: also what was not applied.

    Answers are rounded, what came back to its node is dotted, ended nodes are grey.
    """
    found = best_answer(tree)
    way = set(map(id, found.edges))
    lines = ["flowchart TD"]
    for node in tree.nodes.values():
        before, after = ("([", "])") if node.answer is not None else ("[", "]")
        lines.append(f"  n{node.number}{before}{_mermaid_label(node_label(node))}{after}")
    thick, links = [], 0
    for edge in tree.edges():
        if edge.child is None and not untried:
            continue
        target = f"n{edge.child.number}" if edge.child else f"u{links}"
        if edge.child is None:
            lines.append(f'  u{links}[" "]')
        arrow = "-.->" if edge.child is None or edge.returns else "-->"
        lines.append(f"  n{edge.source.number} {arrow}|{_mermaid_label(edge_label(edge))}| {target}")
        if id(edge) in way:
            thick.append(str(links))
        links += 1
    grey = [f"n{node.number}" for node in tree.nodes.values() if node.ended]
    lines += [f"  linkStyle {','.join(thick)} stroke:#0a7d32,stroke-width:3px"] if thick else []
    lines += [f"  style n{found.node.number} stroke:#0a7d32,stroke-width:3px"]
    lines += [f"  style {name} fill:#ddd,color:#666" for name in grey]
    return "\n".join([*lines, ""])


def node_label(node: SearchNode[S]) -> str:
    """Return a node in a line or two: its number or answer, and what it is worth."""
    name = shorten(node.answer.text) if node.answer is not None else f"state {node.hash[:8]}"
    judged = "" if node.judged is None else f", judged {node.judged:.2f}"
    return f"{node.number}. {name}\nvalue {node.value or 0:.2f}{judged}"


def edge_label(edge: SearchEdge[S]) -> str:
    """Return an edge in a line or two: its first command, its confidence and visits, and how it failed."""
    told = f"{shorten(edge.action.label or 'action')}\nconfidence {edge.action.confidence:.2f}, {edge.visits} ×"
    if edge.applied is not None and edge.applied.failure:
        told += f"\n{shorten(edge.applied.failure)}"
    return told


def shorten(text: str, most: int = LABEL) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def _mermaid_label(text: str) -> str:
    """Return a quoted Mermaid label. All but letters, digits and blanks become entities, so that nothing is markup."""
    characters = ("<br>" if c == "\n" else c if c.isalnum() or c == " " else f"#{ord(c)};" for c in text)
    return f'"{"".join(characters)}"'
