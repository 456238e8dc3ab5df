"""What an adapter should answer, worked out in the plainest way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise, permutations

from pramana.expr import Predicate
from pramana.graph import Edge, Node
from pramana.graph.adapters.matching import edge_test, node_test


def matching_nodes(nodes: Iterable[Node], where: Predicate | None) -> list[str]:
    """Return the ids of the nodes for which a condition is true."""
    test = node_test(where) if where is not None else None
    return [node.id for node in nodes if test is None or test(node)]


def matching_edges(nodes: Iterable[Node], edges: Iterable[Edge], where: Predicate | None) -> list[Edge]:
    """Return the edges for which a condition is true."""
    by_id = {node.id: node for node in nodes}
    test = edge_test(where, by_id.__getitem__) if where is not None else None
    return [edge for edge in edges if test is None or test(edge)]


def simple_paths(
    nodes: Sequence[Node], links: set[tuple[str, str]], starts: Iterable[str], ends: Iterable[str], longest: int
) -> list[list[str]]:
    """Return all simple paths over the links: by length, then by the nodes' order. Tries every order of every nodes."""
    ids = [node.id for node in nodes]
    first, last = set(starts), set(ends)
    return [
        list(way)
        for length in range(2, min(longest + 1, len(ids)) + 1)
        for way in permutations(ids, length)
        if way[0] in first and way[-1] in last and all(step in links for step in pairwise(way))
    ]
