"""Lookup of edges in a growing graph, by their ends and by id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import numpy as np

from pramana.graph import Edge, MemoryAdapter
from pramana.igg.plain import ActionError
from pramana.igg.references import MOST_CANDIDATES

_MOST_READINGS = 50
"""Ways to split an edge id that are tried: a hostile id could have thousands."""


def touching(graph: MemoryAdapter, node_id: str) -> list[Edge]:
    """Return the edges of a node, in order."""
    row = graph.row_of(node_id)
    assert row is not None
    sides = (graph.ahead(row), graph.behind(row))
    return _at(graph, {edge for side in sides for edges in side.values() for edge in edges})


def between(graph: MemoryAdapter, source: str, relation: str, target: str) -> Edge:
    """Return the edge of a relation from one node to another. Raises Unfit if there is none, or more than one."""
    start, end = graph.row_of(source), graph.row_of(target)
    assert start is not None
    assert end is not None
    there = _at(graph, set(graph.ahead(start).get(end, ())))
    found = [edge for edge in there if edge.relation == relation]
    if len(found) == 1:
        return found[0]
    if found:
        ids = tuple(edge.id for edge in found[:MOST_CANDIDATES])
        raise ActionError("ambiguous_reference", f"{len(found)} edges match: name one by its id, as `edge`", ids)
    ids = tuple(edge.id for edge in there[:MOST_CANDIDATES])
    raise ActionError("unknown_reference", f"unknown edge {Edge(source, relation, target).id!r}", ids)


def edge_by_id(graph: MemoryAdapter, edge_id: str) -> Edge:
    """Return the edge with this id. Raises Unfit if there is none."""
    near: dict[str, None] = {}
    for source, target in islice(_readings(edge_id), _MOST_READINGS):
        start, end = graph.row_of(source), graph.row_of(target)
        if start is not None and end is not None:
            for edge in _at(graph, set(graph.ahead(start).get(end, ()))):
                if edge.id == edge_id:
                    return edge
                near[edge.id] = None
    raise ActionError("unknown_reference", f"unknown edge {edge_id!r}", tuple(near)[:MOST_CANDIDATES])


def _readings(edge_id: str) -> Iterator[tuple[str, str]]:
    """Yield the possible ends of an edge with this id: a node's id can contain an arrow."""
    text, mark, number = edge_id.rpartition(" #")
    texts = [edge_id, text] if mark and number.isdecimal() else [edge_id]
    for whole in texts:
        for tail in re.finditer(" -", whole):
            for head in re.finditer("-> ", whole[tail.end() :]):
                yield whole[: tail.start()], whole[tail.end() + head.end() :]


def _at(graph: MemoryAdapter, rows: set[int]) -> list[Edge]:
    return graph.edges_at(np.array(sorted(rows), np.int64))
