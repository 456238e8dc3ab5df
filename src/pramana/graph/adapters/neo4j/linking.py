"""The neighbours of nodes in Neo4j, read for many nodes with one query, and kept for one search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from pramana.graph.adapters.neo4j.layout import Layout, number_of, pack_row
from pramana.graph.adapters.neo4j.searching import CypherSearch
from pramana.graph.adapters.protocol import Direction
from pramana.graph.adapters.rows import Rows

Neighbours = dict[int, list[int]]
"""Neighbours' rows, each with the rows of the edges between, in order."""

Ways = Callable[[int], Mapping[int, list[int]]]


class FetchedLinks:
    """The edges for which a condition is true, of the nodes that were asked for so far.

    `passing` keeps of edges' rows those that pass what the database did not evaluate.
    """

    def __init__(
        self,
        ask: Callable[..., list[tuple[Any, ...]]],
        layout: Layout,
        search: CypherSearch,
        passing: Callable[[Sequence[int]], set[int]],
    ) -> None:
        self._ask, self._layout, self._search, self._passing = ask, layout, search, passing
        self._ahead: dict[int, Neighbours] = {}
        self._behind: dict[int, Neighbours] = {}
        self._around: dict[int, Neighbours] = {}

    def ahead(self, row: int) -> Neighbours:
        """Return the neighbours along the edges."""
        return self._read_links([row], self._ahead, "a", "b")[row]

    def behind(self, row: int) -> Neighbours:
        """Return the neighbours against the edges."""
        return self._read_links([row], self._behind, "b", "a")[row]

    def around(self, row: int) -> Neighbours:
        """Return the neighbours over edges either way, of each the edges along before those against."""
        if row not in self._around:
            found = {other: list(edges) for other, edges in self.ahead(row).items()}
            for other, edges in self.behind(row).items():
                held = found.setdefault(other, [])
                held += [edge for edge in edges if edge not in held]
            self._around[row] = found
        return self._around[row]

    def ways(self, direction: Direction) -> tuple[Ways, Ways]:
        """Return the neighbours onward and back in a direction."""
        if direction is Direction.BOTH:
            return self.around, self.around
        return (self.ahead, self.behind) if direction is Direction.OUT else (self.behind, self.ahead)

    def fetch(self, rows: Iterable[int], direction: Direction, forward: bool = True) -> None:
        """Read the neighbours of nodes, onward in a direction or (`forward` false) back."""
        wanted = list(rows)
        if direction is Direction.BOTH or forward == (direction is Direction.OUT):
            self._read_links(wanted, self._ahead, "a", "b")
        if direction is Direction.BOTH or forward != (direction is Direction.OUT):
            self._read_links(wanted, self._behind, "b", "a")

    def reached_nodes(self, rows: Iterable[int], direction: Direction) -> set[int]:
        """Return the nodes one edge away from any of the nodes."""
        wanted = list(rows)
        self.fetch(wanted, direction)
        onward, _ = self.ways(direction)
        return {other for row in wanted for other in onward(row)}

    def touching(self, rows: Iterable[int], direction: Direction) -> set[int]:
        """Return the edges at any of the nodes."""
        wanted = list(rows)
        self.fetch(wanted, direction)
        onward, _ = self.ways(direction)
        return {edge for row in wanted for edges in onward(row).values() for edge in edges}

    def steps(self, path: tuple[int, ...], onward: Ways) -> Rows:
        """Return the first edge of each step of a path."""
        return np.array([onward(one)[other][0] for one, other in pairwise(path)], dtype=np.int64)

    def _read_links(
        self, rows: Iterable[int], held: dict[int, Neighbours], near: str, far: str
    ) -> dict[int, Neighbours]:
        missing = [row for row in dict.fromkeys(rows) if row not in held]
        if missing:
            for row in missing:
                held[row] = {}
            found = self._edges_at(missing, near, far)
            kept = self._passing([edge for _, _, edge in found])
            for row, other, edge in found:
                if edge in kept:
                    held[row].setdefault(other, []).append(edge)
        return held

    def _edges_at(self, rows: list[int], near: str, far: str) -> list[tuple[int, int, int]]:
        """Return (node, neighbour, edge) of each edge at the nodes, in order of the edges."""
        layout, by_number = self._layout, {number_of(row): row for row in rows}
        pattern = f"({near})-[r]->{layout.node(far)}" if near == "a" else f"{layout.node(far)}-[r]->({near})"
        ends = f"id({near}) AS near, {layout.order_of(far)} AS far_order, id({far}) AS far"
        returned = f"{ends}, {layout.order_of('r')} AS edge_order, id(r) AS edge"
        query = f"MATCH {pattern} WHERE id({near}) IN $numbers AND {self._search.condition} RETURN {returned}"
        found = self._ask(query, numbers=list(by_number), **self._search.parameters)
        edges = [(by_number[row[0]], pack_row(row[1], row[2]), pack_row(row[3], row[4])) for row in found]
        return sorted(edges, key=lambda edge: edge[2])
