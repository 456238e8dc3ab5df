"""What an adapter should answer, worked out in the plainest way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise, permutations

from pramana.expr import Predicate, evaluate
from pramana.graph import Edge, Node, edge_with_ends, node_record, with_ends_named


def matching_nodes(nodes: Iterable[Node], where: Predicate | None) -> list[str]:
    """Return the ids of the nodes for which a condition is true."""
    return [node.id for node in nodes if where is None or evaluate(where, node_record(node)) is True]


def matching_edges(nodes: Iterable[Node], edges: Iterable[Edge], where: Predicate | None) -> list[Edge]:
    """Return the edges for which a condition is true."""
    if where is None:
        return list(edges)
    by_id = {node.id: node for node in nodes}
    named, ends = with_ends_named(where)
    return [edge for edge in edges if evaluate(named, edge_with_ends(edge, ends, by_id.__getitem__)) is True]


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
