"""Neighbours and short paths between two nodes as one query each, which the database answers whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pramana.graph.adapters.neo4j.layout import Layout, quote_name
from pramana.graph.adapters.neo4j.searching import CypherSearch
from pramana.graph.adapters.protocol import Direction
from pramana.graph.model import Edge

MOST_HOPS = 4
"""Neighbours within more hops are read hop by hop, since each hop here also follows again what was reached before."""
MOST_WAYS = 2_000
"""Ways of one length that are read; where there are as many, the path search reads the graph level by level."""

MakeSearch = Callable[[str, tuple[str, str]], CypherSearch]
"""From the names of an edge and of its ends to the condition on it."""


def arrow(direction: Direction, edge: str) -> str:
    """Return the pattern of an edge that is followed in a direction."""
    before, after = {Direction.OUT: ("", ">"), Direction.IN: ("<", ""), Direction.BOTH: ("", "")}[direction]
    return f"{before}-[{edge}]-{after}"


def node_key(layout: Layout, name: str, wanted: str) -> str:
    """Return Cypher for "this node has the wanted id", in the form that an index answers. A key of a user's own graph
    that is a number is not found."""
    if layout.managed:
        return f"{layout.id_of(name)} = {wanted}"
    return f"{name}.{quote_name(layout.key)} = {wanted}" if layout.key else f"id({name}) = toInteger({wanted})"


def edge_fields(layout: Layout, edge: str = "r", ends: tuple[str, str] = ("a", "b")) -> str:
    """Return Cypher for the number of an edge and what `Layout.as_edge` makes an edge of."""
    a, b = ends
    ordinal = "0"
    if not layout.managed:  # the place of an edge among those of its relation between the same nodes
        ordinal = f"COUNT {{ ({a})-[q]->({b}) WHERE type(q) = type({edge}) AND id(q) < id({edge}) }}"
    return f"id({edge}), {layout.id_of(a)}, type({edge}), {layout.id_of(b)}, properties({edge}), {ordinal}"


def neighbours_query(layout: Layout, begun: str, hops: int, direction: Direction, search: CypherSearch) -> str:
    """Return a query for the nodes `n` within hops of those that the pattern `begun` finds, these included.

    Each row is the node's place, its number, its id; then, for up to `$held` nodes, its labels and its properties.
    """
    near, far = ("a", "b") if direction is not Direction.IN else ("b", "a")
    step = f"MATCH ({near}){arrow(direction, 'r')}{layout.node(far)} WHERE {search.condition} RETURN DISTINCT {far}"
    parts = [f"{begun} WITH collect(DISTINCT n) AS h0"]
    for hop in range(1, hops + 1):
        kept = ", ".join(f"h{number}" for number in range(hop))
        parts.append(f"WITH {kept}, COLLECT {{ UNWIND h{hop - 1} AS {near} {step} }} AS h{hop}")
    reached = " + ".join(f"h{number}" for number in range(hops + 1))
    few = ("labels(n)", "properties(n)")
    shown = ", ".join(f"CASE WHEN few THEN {part} END" for part in few)
    place = f"{layout.order_of('n')}, id(n), {layout.id_of('n')}"
    return (
        f"{' '.join(parts)} WITH {reached} AS reached WITH reached, size(reached) <= $held AS few "
        f"UNWIND reached AS n WITH DISTINCT n, few RETURN {place}, {shown}"
    )


def ways_query(layout: Layout, longest: int, direction: Direction, search: MakeSearch) -> str:
    """Return a query for the ways of 1 to `longest` edges from the node `$start` to the node `$end`.

    Its one row has place and number of either node and how many edges may begin or end a way; then, for each length,
    up to MOST_WAYS ways, or null where there are more than `$many` such edges. A way is the place and the
    number of each node between, then of each edge its place and what `edge_fields` returns.
    """
    ends = [f"MATCH {layout.node(name)} WHERE {node_key(layout, name, f'${key}')}" for name, key in _ENDS]
    degree = f"COUNT {{ (s){arrow(direction, '')}() }} + COUNT {{ (){arrow(direction, '')}(e) }}"
    counted = f"WITH s, e, {degree} AS degree".replace("[]", "")
    places = ", ".join(f"[{layout.order_of(name)}, id({name})]" for name, _ in _ENDS)
    ways = (f"CASE WHEN degree <= $many THEN {_ways(layout, n, direction, search)} END" for n in range(1, longest + 1))
    return f"{' '.join(ends)} {counted} RETURN {places}, degree, {', '.join(ways)}"


_ENDS = (("s", "start"), ("e", "end"))


def _ways(layout: Layout, length: int, direction: Direction, search: MakeSearch) -> str:
    names = ["s", *(f"x{number}" for number in range(1, length)), "e"]
    inner = names[1:-1]
    pattern, tests, shown = "(s)", [], [f"[{layout.order_of(name)}, id({name})]" for name in inner]
    for number, (one, other) in enumerate(pairwise(names), 1):
        edge = f"r{number}"
        ends = (other, one) if direction is Direction.IN else (one, other)
        pattern += arrow(direction, edge) + (layout.node(other) if other in inner else f"({other})")
        tests.append(search(edge, ends).condition)
        shown.append(f"[{layout.order_of(edge)}, {edge_fields(layout, edge, ends)}]")
    tests += [f"{name} <> {other}" for place, name in enumerate(inner) for other in ("s", "e", *inner[:place])]
    return f"COLLECT {{ MATCH {pattern} WHERE {' AND '.join(tests)} RETURN [{', '.join(shown)}] LIMIT {MOST_WAYS} }}"


@dataclass(frozen=True, slots=True)
class PairPath:
    """A way between two nodes: the rows of its nodes, its edges' rows, and the edges."""

    nodes: tuple[int, ...]
    edges: tuple[int, ...]
    listed: tuple[Edge, ...]


def first_ways(ways: Sequence[PairPath]) -> list[PairPath]:
    """Return one way for each sequence of nodes, with the first edge between each two, shortest first."""
    found: dict[tuple[int, ...], PairPath] = {}
    for way in ways:
        held = found.get(way.nodes)
        if held is None or way.edges < held.edges:  # all combinations are there, so the least has each step's first
            found[way.nodes] = way
    return sorted(found.values(), key=lambda way: (len(way.nodes), way.nodes))


def read_ways(
    layout: Layout, row: Sequence[Any], node_row: Callable[[int, int], int], edge_row: Callable[[int, int], int]
) -> list[PairPath] | None:
    """Return the ways of a row of `ways_query`; None where not all of them were read."""
    begun, ended = node_row(*row[0]), node_row(*row[1])
    found: list[PairPath] = []
    for length, ways in enumerate(row[3:], 1):
        if ways is None or len(ways) >= MOST_WAYS:
            return None
        for way in ways if begun != ended else ():
            inner, steps = way[: length - 1], way[length - 1 :]
            nodes = (begun, *(node_row(*place) for place in inner), ended)
            edges = tuple(edge_row(order, number) for order, number, *_ in steps)
            found.append(PairPath(nodes, edges, tuple(layout.as_edge(*fields) for _, _, *fields in steps)))
    return found


__all__ = [
    "MOST_HOPS",
    "PairPath",
    "edge_fields",
    "first_ways",
    "neighbours_query",
    "node_key",
    "read_ways",
    "ways_query",
]
