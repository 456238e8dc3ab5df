"""A graph in Neo4j as an adapter: neighbours and short paths are one query, longer paths are searched here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from pramana.expr import Predicate
from pramana.graph.adapters.base import first_rows
from pramana.graph.adapters.fetched import EdgeCache
from pramana.graph.adapters.matching import as_predicate
from pramana.graph.adapters.neo4j.reading import CHUNK, Neo4jRows, is_text
from pramana.graph.adapters.neo4j.searching import CypherSearch
from pramana.graph.adapters.neo4j.ways import (
    MOST_HOPS,
    PairPath,
    first_ways,
    neighbours_query,
    node_key,
    read_ways,
    ways_query,
)
from pramana.graph.adapters.paths import MANY, NEAR
from pramana.graph.adapters.protocol import Direction, Places, Where
from pramana.graph.adapters.rows import ElementKind, Rows
from pramana.graph.adapters.selection import Selection
from pramana.graph.model import Edge


class Neo4jAdapter(Neo4jRows):
    """A read-only adapter over a graph in Neo4j."""

    def neighbours(
        self, nodes: Places, hops: int = 1, direction: Direction = Direction.OUT, where: Where = None
    ) -> Selection:
        """Return the nodes reached from `nodes` over 1 to `hops` edges for which `where` is true, without `nodes`."""
        search = self._search(ElementKind.EDGES, as_predicate(where))
        either_way = direction is Direction.BOTH and search.text  # its condition names the ends by the edge's direction
        if search.rest is not None or either_way or not 1 <= hops <= MOST_HOPS:
            return super().neighbours(nodes, hops, direction, where)
        self.forget()
        if isinstance(nodes, Selection):
            given: list[Any] = self._numbers_of(ElementKind.NODES, np.array(self.place_rows(nodes), dtype=np.int64))
            begun, named = f"MATCH {self.layout.node('n')} WHERE id(n) IN $given", 1
        else:
            given = [nodes] if isinstance(nodes, str) else list(nodes)
            begun = f"UNWIND $given AS i MATCH {self.layout.node('n')} WHERE {node_key(self.layout, 'n', 'i')}"
            named = 2
            if not all(map(is_text, given)):
                return super().neighbours(nodes, hops, direction, where)
        query = neighbours_query(self.layout, begun, hops, direction, search)
        rows = self._ask(query, given=given, held=CHUNK, **search.parameters)
        starts = set(given)
        if sorted(row[named] for row in rows if row[named] in starts) != sorted(starts):
            # An id that no node has, one that several have, a key that is a number.
            return super().neighbours(nodes, hops, direction, where)
        reached = {self._row_for(ElementKind.NODES, *row[:2]): row[2:] for row in rows if row[named] not in starts}
        if all(labels is not None for _, labels, _ in reached.values()):
            self.hold(ElementKind.NODES, {row: self.layout.as_node(*fields) for row, fields in reached.items()})
        found, cap_hit = self._search_within(lambda most: first_rows(sorted(reached)[:most]), None)
        return Selection(self, ElementKind.NODES, found, cap_hit)

    def _paths_between(
        self, starts: Places, ends: Places, longest: int, most: int, where: Predicate | None, direction: Direction
    ) -> tuple[list[tuple[Rows, Rows]], tuple[str, ...]]:
        one, other = _only_id(starts), _only_id(ends)
        ways = None
        if one is not None and other is not None and direction is not Direction.BOTH and longest > 0:
            ways = self._ways_of_a_pair(one, other, min(longest, NEAR), where, direction)
        if ways is None:
            return super()._paths_between(starts, ends, longest, most, where, direction)
        (start, end), found = ways
        self._hold_ways(found[:most], direction)
        paths = [(np.array(way.nodes), np.array(way.edges)) for way in found[:most]]
        if longest <= NEAR or len(paths) == most:
            return paths, ()
        cache = self.edge_cache(where)
        more, cut = self._paths_over(cache, [start], [end], longest, most - len(paths), direction, begin=NEAR + 1)
        return paths + more, cut

    def _hold_ways(self, ways: Sequence[PairPath], direction: Direction) -> None:
        edges: dict[int, Edge] = {}
        ids: dict[int, str] = {}
        for way in ways:
            edges.update(zip(way.edges, way.listed, strict=True))
            for nodes, edge in zip(pairwise(way.nodes), way.listed, strict=True):
                named = (edge.source, edge.target) if direction is Direction.OUT else (edge.target, edge.source)
                ids.update(zip(nodes, named, strict=True))
        self.hold(ElementKind.EDGES, edges)
        self.hold_ids(ids)

    def _ways_of_a_pair(
        self, start: str, end: str, longest: int, where: Predicate | None, direction: Direction
    ) -> tuple[tuple[int, int], list[PairPath]] | None:
        """Return the rows of two nodes, and the ways between them, with one query; None where it cannot read all."""

        def search(edge: str, ends: tuple[str, str]) -> CypherSearch:
            return CypherSearch(self.layout, ElementKind.EDGES, where, self._is_plain, edge, ends)

        condition = search("r", ("a", "b"))
        if condition.rest is not None:
            return None
        self.forget()
        many = min(self.caps.max_expansions, MANY)
        query = ways_query(self.layout, longest, direction, search)
        rows = self._ask(query, start=start, end=end, many=many, **condition.parameters)
        if len(rows) != 1:  # an id that no node has, a key that is a number, or that several have
            return None
        node_row, edge_row = (partial(self._row_for, kind) for kind in ElementKind)
        found = read_ways(self.layout, rows[0], node_row, edge_row)
        return None if found is None else ((node_row(*rows[0][0]), node_row(*rows[0][1])), first_ways(found))

    def edge_cache(self, where: Predicate | None) -> EdgeCache:
        """Return the edges for which a condition is true, read for many nodes with one query."""
        search = self._search(ElementKind.EDGES, where)
        check = None if search.rest is None else self._edge_check(search.rest)

        def read(rows: list[int], along: bool) -> list[tuple[int, int, int]]:
            found = self._edges_around(rows, along, search)
            if check is None:
                return found
            edges = self.edges_at(np.array([edge for _, _, edge in found], dtype=np.int64))
            return [each for each, edge in zip(found, edges, strict=True) if check(edge)]

        return EdgeCache(read)

    def _edges_around(self, rows: list[int], along: bool, search: CypherSearch) -> list[tuple[int, int, int]]:
        """Return (node, neighbour, edge) of each edge that leaves or reaches one of the nodes, in order of edges."""
        layout, row_for = self.layout, self._row_for
        by_number = dict(zip(self._numbers_of(ElementKind.NODES, np.array(rows, dtype=np.int64)), rows, strict=True))
        # Conditions on the ends of an edge name them `a` and `b`, the way it goes.
        near, far = ("a", "b") if along else ("b", "a")
        pattern = f"({near})-[r]->{layout.node(far)}" if along else f"{layout.node(far)}-[r]->({near})"
        ends = f"id({near}) AS near, {layout.order_of(far)} AS far_order, id({far}) AS far"
        returned = f"{ends}, {layout.order_of('r')} AS edge_order, id(r) AS edge"
        query = f"MATCH {pattern} WHERE id({near}) IN $numbers AND {search.condition} RETURN {returned}"
        found = self._ask(query, numbers=list(by_number), **search.parameters)
        edges = [
            (by_number[near], row_for(ElementKind.NODES, *far_end), row_for(ElementKind.EDGES, *edge))
            for near, far_end, edge in ((row[0], row[1:3], row[3:5]) for row in found)
        ]
        return sorted(edges, key=lambda edge: edge[2])


def _only_id(places: Places) -> str | None:
    """Return the id, where places are one node by its id."""
    if isinstance(places, str):
        places = [places]
    if isinstance(places, Selection) or len(ids := list(places)) != 1 or not is_text(ids[0]):
        return None
    return ids[0]
