"""Lookup of edges in a growing graph, by their ends and by id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from pramana.graph import Edge
from pramana.igg.backend import GrowingGraph
from pramana.igg.plain import ActionError
from pramana.igg.references import MOST_CANDIDATES

_MOST_READINGS = 50
"""Ways to split an edge id that are tried: a hostile id could have thousands."""


def touching(graph: GrowingGraph, row: int) -> list[int]:
    """Return the rows of the edges of a node, in order."""
    sides = (graph.ahead(row), graph.behind(row))
    return sorted({edge for side in sides for edges in side.values() for edge in edges})


def between(graph: GrowingGraph, source: int, relation: str, target: int) -> int:
    """Return the row of the edge of a relation from one node to another, both given by row.

    Raises ActionError if there is none, or more than one.
    """
    there = {row: graph.edge_at(row) for row in _joining(graph, source, target)}
    found = [row for row, edge in there.items() if edge.relation == relation]
    if len(found) == 1:
        return found[0]
    if found:
        ids = tuple(there[row].id for row in found[:MOST_CANDIDATES])
        raise ActionError("ambiguous_reference", f"{len(found)} edges match: name one by its id, as `edge`", ids)
    ids = tuple(edge.id for edge in there.values())[:MOST_CANDIDATES]
    wanted = Edge(graph.node_at(source).id, relation, graph.node_at(target).id)
    raise ActionError("unknown_reference", f"unknown edge {wanted.id!r}", ids)


def edge_by_id(graph: GrowingGraph, edge_id: str) -> int:
    """Return the row of the edge with this id. Raises ActionError if there is none."""
    near: dict[str, None] = {}
    for source, target in islice(_readings(edge_id), _MOST_READINGS):
        start, end = graph.row_of(source), graph.row_of(target)
        if start is not None and end is not None:
            for row in _joining(graph, start, end):
                found = graph.edge_at(row).id
                if found == edge_id:
                    return row
                near[found] = None
    raise ActionError("unknown_reference", f"unknown edge {edge_id!r}", tuple(near)[:MOST_CANDIDATES])


def _readings(edge_id: str) -> Iterator[tuple[str, str]]:
    """Yield the possible ends of an edge with this id: a node's id can contain an arrow."""
    text, mark, number = edge_id.rpartition(" #")
    texts = [edge_id, text] if mark and number.isdecimal() else [edge_id]
    for whole in texts:
        for tail in re.finditer(" -", whole):
            for head in re.finditer("-> ", whole[tail.end() :]):
                yield whole[: tail.start()], whole[tail.end() + head.end() :]


def _joining(graph: GrowingGraph, source: int, target: int) -> list[int]:
    return sorted(graph.ahead(source).get(target, ()))
