"""Where a search goes next: each strategy chooses a node to ask, or an action to apply."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from typing import Generic

from pramana.canonical import digest
from pramana.investigate.search.model import S
from pramana.investigate.search.settings import SearchSettings, Strategy
from pramana.investigate.search.tree import SearchEdge, SearchNode, Tree, may_ask, reaches


@dataclass(eq=False, slots=True)
class SearchChoice(Generic[S]):
    """What one worker of a round does: apply `edge`, or, where it is None, ask at `node` and then apply one.

    `path` are the edges from the root to the node. `leads`: it asks itself; another one asks at its node otherwise.
    `late` are nodes on its path that are to be judged now.
    """

    node: SearchNode[S]
    path: list[SearchEdge[S]] = field(default_factory=list)
    edge: SearchEdge[S] | None = None
    leads: bool = False
    late: list[SearchNode[S]] = field(default_factory=list)


def choose(tree: Tree[S], settings: SearchSettings, newest: SearchNode[S]) -> SearchChoice[S] | None:
    """Return what comes next, None where nothing is left. `newest` is where the last step of a greedy search led."""
    if settings.strategy is Strategy.MCTS:
        return _descend(tree, settings)
    if settings.strategy is Strategy.BEST_FIRST:
        return _most_promising(tree, settings)
    return _go_on(newest, settings)


def freshest(node: SearchNode[S], settings: SearchSettings) -> SearchEdge[S] | None:
    """Return the most confident action that waits at a node, those of the newest asking first."""
    found = list(node.open_edges())
    return min(found, key=lambda edge: (-edge.asked, -edge.action.confidence, _tie(edge, settings)), default=None)


def _tie(edge: SearchEdge[S], settings: SearchSettings) -> str:
    return digest([settings.seed, edge.source.hash, edge.action.id])


# Greedy


def _go_on(node: SearchNode[S], settings: SearchSettings) -> SearchChoice[S] | None:
    if node.answer is not None or node.depth >= settings.depth:
        return None
    path = list(node.way_here())
    if may_ask(node, settings.asks):
        return SearchChoice(node, path, leads=True)
    edge = freshest(node, settings)
    return SearchChoice(node, path, edge) if edge is not None else None


# Best first


def _most_promising(tree: Tree[S], settings: SearchSettings) -> SearchChoice[S] | None:
    """Return the choice of the highest value: a node's own, times the confidence in the action."""
    found = min(_frontier(tree, settings), key=lambda each: each[:3], default=None)
    if found is None:
        return None
    node, edge = found[3], found[4]
    return SearchChoice(node, list(node.way_here()), edge, leads=edge is None)


def _frontier(
    tree: Tree[S], settings: SearchSettings
) -> Iterator[tuple[float, int, str, SearchNode[S], SearchEdge[S] | None]]:
    for node in tree.nodes.values():
        if node.value is None or node.answer is not None or node.depth >= settings.depth:
            continue
        for edge in node.open_edges():
            yield -node.value * edge.action.confidence, node.number, _tie(edge, settings), node, edge
        if may_ask(node, settings.asks):
            left = 1.0
            for edge in node.edges:
                left *= 1 - edge.action.confidence
            yield -node.value * left, node.number, "", node, None


# Monte Carlo tree search


def _descend(tree: Tree[S], settings: SearchSettings) -> SearchChoice[S] | None:
    """Walk from the root by PUCT to an action that waits or a node to ask. Nodes on the path are not come back to."""
    node, path, on = tree.root, list[SearchEdge[S]](), {tree.root}
    while True:
        if node.pending or (not node.asks and may_ask(node, settings.asks)):
            return SearchChoice(node, path, leads=not node.pending)
        option = _option(node, on, settings)
        if option is None:
            return None
        if isinstance(option, SearchNode):
            return SearchChoice(node, path, leads=True)
        if option.child is None:
            return SearchChoice(node, path, option)
        path.append(option)
        node = option.child
        on.add(node)


def _option(
    node: SearchNode[S], on: set[SearchNode[S]], settings: SearchSettings
) -> SearchEdge[S] | SearchNode[S] | None:
    """Return the edge to follow, or the node itself where its planner should be asked again."""
    if node.depth >= settings.depth:
        return None
    tried = sum(edge.visits + edge.ahead for edge in node.edges) + node.asks
    scored: list[tuple[float, str, SearchEdge[S] | SearchNode[S]]] = []
    for edge in node.edges:
        if _leads_on(edge, on, settings):
            scored.append((-_puct(edge, tried, settings), _tie(edge, settings), edge))
    if may_ask(node, settings.asks):
        bonus = settings.explore * node.widen * sqrt(tried) / (1 + node.asks)
        scored.append((-((node.value or 0.0) + bonus), "", node))
    return min(scored, key=lambda each: each[:2])[2] if scored else None


def _leads_on(edge: SearchEdge[S], on: set[SearchNode[S]], settings: SearchSettings) -> bool:
    if edge.child is None:
        return not edge.ahead
    return edge.child not in on and reaches(edge.child, on, settings.asks, settings.depth)


def _puct(edge: SearchEdge[S], tried: int, settings: SearchSettings) -> float:
    """Return an edge's worth and its bonus: the prior counts until the visits do. What is under way counts as lost."""
    seen = edge.visits + edge.ahead
    worth = edge.worth * edge.visits / seen if seen else edge.worth
    return worth + settings.explore * edge.prior * sqrt(tried) / (1 + seen)
