"""Which answer to believe: what the planner's confidences and the scorer's judgements say together, over all ways."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import exp, log
from typing import Generic

from pramana.investigate.search.model import S, SearchAnswer
from pramana.investigate.search.tree import SearchEdge, SearchNode, Tree

_LEAST = 0.02
"""No judgement is surer than this, or one of them would decide alone."""


@dataclass(frozen=True, slots=True)
class WeightedAnswer(Generic[S]):
    """An answer with all nodes that give it, the weightiest first. `share`: its part of the weight of all, 0 to 1."""

    same: str
    nodes: tuple[SearchNode[S], ...]
    share: float


def weights(tree: Tree[S]) -> dict[SearchNode[S], float]:
    """Return how probable it is that a way through each node is the right one, up to a factor.

    A node has the weight of the nodes from which steps lead to it, each by the confidence of its step among those of
    its node that did not come back to it, times the odds of its judgement against the mean odds of the tree's. All
    ways to a node add up: independent ways to one state speak for it.
    """
    judged = [_odds(node.judged) for node in tree.nodes.values() if node.judged is not None]
    mean = sum(judged) / len(judged) if judged else 0.0
    found: dict[SearchNode[S], float] = defaultdict(float)
    found[tree.root] = 1.0
    for node in sorted(tree.nodes.values(), key=lambda each: (each.depth, each.number)):
        if node.judged is not None:
            found[node] *= exp(_odds(node.judged) - mean)
        total = _open(node) + sum(edge.confidence for edge in node.edges if not edge.returns)
        for edge in node.below():
            if edge.child is not None and edge.child.depth > node.depth and total:
                found[edge.child] += found[node] * edge.confidence / total
    return found


def _open(node: SearchNode[S]) -> float:
    """Return the confidence that goes to what the planner has not proposed yet."""
    left = 1.0
    for edge in node.edges:
        left *= 1 - edge.action.confidence
    return left


def _odds(judged: float) -> float:
    bounded = min(1 - _LEAST, max(_LEAST, judged))
    return log(bounded / (1 - bounded))


def standings(tree: Tree[S]) -> list[WeightedAnswer[S]]:
    """Return the answers, the one with the largest share first; ties are broken by order of discovery."""
    weight = weights(tree)
    same: dict[str, list[SearchNode[S]]] = defaultdict(list)
    for node in tree.answers():
        assert node.answer is not None
        same[node.answer.same or node.answer.text].append(node)
    total = sum(weight[node] for nodes in same.values() for node in nodes)
    told = []
    for text, nodes in same.items():
        nodes.sort(key=lambda node: (-weight[node], node.number))
        told.append(WeightedAnswer(text, tuple(nodes), sum(weight[node] for node in nodes) / total if total else 0.0))
    return sorted(told, key=lambda each: (-each.share, each.nodes[0].number))


@dataclass(frozen=True, slots=True)
class Best(Generic[S]):
    """The result of a search: the answer with the largest share, or, without an answer, the most promising node.

    `edges` lead there. `share` is the answer's share in the weight of all answers, 0 to 1.
    """

    node: SearchNode[S]
    edges: tuple[SearchEdge[S], ...]
    answer: SearchAnswer | None
    value: float
    share: float = 0.0


def best_answer(tree: Tree[S]) -> Best[S]:
    """Return the answer to believe with the steps that led to it, or, where there is none, the most promising node."""
    found = standings(tree)
    if found:
        node = found[0].nodes[0]
    else:
        node = min(tree.nodes.values(), key=lambda each: (-(each.value or 0.0), -each.depth, each.number))
    return Best(node, node.way_here(), node.answer, node.value or 0.0, found[0].share if found else 0.0)
