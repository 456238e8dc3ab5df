"""A graph read once into lists and dictionaries, as the base adapter uses it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from pramana.errors import AdapterError
from pramana.graph.elements import without_nulls
from pramana.graph.model import Edge, Node

T = TypeVar("T", Node, Edge)

Adjacency = list[dict[int, list[int]]]
"""Maps a node's row to its neighbours' rows, each with the rows of the edges between them, in order."""


@dataclass(slots=True)
class RowTable:
    """Nodes and edges by row, in the order in which they were read. In an undirected graph `ahead` is `behind`."""

    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    row_of: dict[str, int] = field(default_factory=dict)
    ahead: Adjacency = field(default_factory=list)
    behind: Adjacency = field(default_factory=list)


def read_table(nodes: Iterable[Node], edges: Iterable[Edge], directed: bool) -> RowTable:
    """Read a graph. Raises AdapterError if two nodes have the same id, or an edge has an end that is not a node."""
    table = RowTable()
    for node in nodes:
        if table.row_of.setdefault(node.id, len(table.nodes)) != len(table.nodes):
            raise AdapterError(f"Two nodes have the id {node.id!r}.")
        table.nodes.append(_without_nulls(node))
    table.ahead = [{} for _ in table.nodes]
    table.behind = [{} for _ in table.nodes] if directed else table.ahead
    for edge in edges:
        _link(table, edge)
    return table


def _link(table: RowTable, edge: Edge) -> None:
    source, target = (_row(table, end, edge) for end in (edge.source, edge.target))
    row = len(table.edges)
    table.edges.append(_without_nulls(edge))
    table.ahead[source].setdefault(target, []).append(row)
    if source != target or table.ahead is not table.behind:
        table.behind[target].setdefault(source, []).append(row)


def _without_nulls(item: T) -> T:
    """Return a node or an edge without the properties that are None."""
    if None in item.properties.values():
        return replace(item, properties=without_nulls(item.properties))
    return item


def _row(table: RowTable, node_id: str, edge: Edge) -> int:
    row = table.row_of.get(node_id)
    if row is None:
        raise AdapterError(f"The edge {edge.id!r} has the end {node_id!r}, which is not a node.")
    return row
