"""Graphs on a server: the neighbours of many nodes are read with one request; what a search has read serves the first
look at its results."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from pramana.expr import Predicate
from pramana.graph.adapters.base import BaseAdapter, first_rows
from pramana.graph.adapters.matching import as_predicate
from pramana.graph.adapters.paths import Links, simple_paths
from pramana.graph.adapters.protocol import Direction, Places, Where
from pramana.graph.adapters.rows import ElementKind, Rows
from pramana.graph.adapters.selection import Selection

NeighbourRows: TypeAlias = dict[int, list[int]]
"""The rows of neighbours, each with the rows of the edges between, in order."""
ReadEdges: TypeAlias = Callable[[list[int], bool], list[tuple[int, int, int]]]
"""From nodes, and whether edges are followed along, to (node, neighbour, edge) of each edge, in order of edges."""
WayFrom: TypeAlias = Callable[[int], Mapping[int, list[int]]]


class EdgeCache:
    """The edges of the nodes that were asked for so far."""

    def __init__(self, read: ReadEdges) -> None:
        self._read = read
        self._held: dict[bool, dict[int, NeighbourRows]] = {True: {}, False: {}}
        self._around: dict[int, NeighbourRows] = {}

    def ahead(self, row: int) -> NeighbourRows:
        """Return the neighbours along the edges."""
        return self._fill([row], True)[row]

    def behind(self, row: int) -> NeighbourRows:
        """Return the neighbours against the edges."""
        return self._fill([row], False)[row]

    def around(self, row: int) -> NeighbourRows:
        """Return the neighbours over edges either way, of each the edges along before those against."""
        if row not in self._around:
            found = {other: list(edges) for other, edges in self.ahead(row).items()}
            for other, edges in self.behind(row).items():
                held = found.setdefault(other, [])
                held += [edge for edge in edges if edge not in held]
            self._around[row] = found
        return self._around[row]

    def ways(self, direction: Direction) -> tuple[WayFrom, WayFrom]:
        """Return the neighbours onward and back in a direction."""
        if direction is Direction.BOTH:
            return self.around, self.around
        return (self.ahead, self.behind) if direction is Direction.OUT else (self.behind, self.ahead)

    def fetch(self, rows: Iterable[int], direction: Direction, onward: bool = True) -> None:
        """Read the neighbours of nodes, onward in a direction or back."""
        wanted = list(rows)
        for along in (True, False):
            if direction is Direction.BOTH or along == (onward == (direction is Direction.OUT)):
                self._fill(wanted, along)

    def touching(self, rows: Sequence[int], direction: Direction) -> list[int]:
        """Return the edges at any of the nodes, in order."""
        self.fetch(rows, direction)
        onward, _ = self.ways(direction)
        return sorted({edge for row in rows for edges in onward(row).values() for edge in edges})

    def put(self, rows: Iterable[int], along: bool, edges: Iterable[tuple[int, int, int]]) -> None:
        """Keep all edges of some nodes, which were read otherwise: (node, neighbour, edge), in order of edges."""
        held = self._held[along]
        held.update((row, {}) for row in rows)
        for row, other, edge in edges:
            held[row].setdefault(other, []).append(edge)

    def _fill(self, rows: Sequence[int], along: bool) -> dict[int, NeighbourRows]:
        held = self._held[along]
        missing = [row for row in dict.fromkeys(rows) if row not in held]
        if missing:
            self.put(missing, along, self._read(missing, along))
        return held


HELD = 20_000
"""Nodes or edges of a search that are kept until they are looked at: some megabytes. Chosen by hand."""


class FetchingAdapter(BaseAdapter):
    """An adapter that reads the edges of many nodes at once: `edge_cache` is all that must be added.

    What a search has read is kept with `hold`, and given once with `take_items`; each search begins with `forget`.
    """

    _held: Mapping[ElementKind, dict[int, Any]] = {}
    _held_ids: Mapping[int, str] = {}

    def hold(self, kind: ElementKind, found: dict[int, Any]) -> None:
        """Keep the nodes or edges in some rows for the first look, if they are not too many."""
        if len(found) <= HELD:
            self._held = {**self._held, kind: found}

    def hold_ids(self, ids: dict[int, str]) -> None:
        """Keep the ids of the nodes in some rows."""
        self._held_ids = ids if len(ids) <= HELD else {}

    def forget(self) -> None:
        """Forget what the last search has read."""
        self._held, self._held_ids = {}, {}

    def take_items(self, kind: ElementKind, rows: Sequence[int]) -> list[Any] | None:
        """Return the nodes or edges in rows as the last search has read them, once; else None."""
        found = self._held.get(kind)
        if found is None:
            return None
        self._held = {each: held for each, held in self._held.items() if each is not kind}
        return [found[row] for row in rows] if all(row in found for row in rows) else None

    def known_ids(self, rows: Sequence[int]) -> list[str] | None:
        """Return the ids of nodes, where the last search has read all of them; else None."""
        held, known = self._held.get(ElementKind.NODES, {}), self._held_ids
        found = [held[row].id if row in held else known.get(row) for row in rows]
        return None if None in found else [each for each in found if each is not None]

    @abstractmethod
    def edge_cache(self, where: Predicate | None) -> EdgeCache:
        """Return the edges for which a condition is true, for one search."""

    def ahead(self, row: int) -> NeighbourRows:
        """Return the nodes one edge away along the edges, each with those edges in order."""
        return self.edge_cache(None).ahead(row)

    def behind(self, row: int) -> NeighbourRows:
        """Return the nodes one edge away against the edges, each with those edges in order."""
        return self.edge_cache(None).behind(row)

    def neighbours(
        self, nodes: Places, hops: int = 1, direction: Direction = Direction.OUT, where: Where = None
    ) -> Selection:
        """Return the nodes reached from `nodes` over 1 to `hops` edges for which `where` is true, without `nodes`."""
        cache = self.edge_cache(as_predicate(where))
        onward, _ = cache.ways(direction)
        seen = set(self.place_rows(nodes))
        begun, frontier = frozenset(seen), seen
        for _ in range(hops):
            cache.fetch(frontier, direction)
            frontier = {other for row in frontier for other in onward(row)} - seen
            if not frontier:
                break
            seen = seen | frontier
        rows, cap_hit = self._search_within(lambda most: first_rows(sorted(seen - begun)[:most]), None)
        return Selection(self, ElementKind.NODES, rows, cap_hit)

    def incident(self, nodes: Places, direction: Direction = Direction.BOTH, where: Where = None) -> Selection:
        """Return the edges that leave (OUT), reach (IN) or touch (BOTH) one of the nodes."""
        touched = self.edge_cache(as_predicate(where)).touching(self.place_rows(nodes), direction)
        found, cap_hit = self._search_within(lambda most: first_rows(touched[:most]), None)
        return Selection(self, ElementKind.EDGES, found, cap_hit)

    def path_rows(
        self, starts: Sequence[int], ends: Sequence[int], longest: int, most: int, where: Predicate | None
    ) -> tuple[list[tuple[Rows, Rows]], tuple[str, ...]]:
        """Return the rows of each path's nodes and edges, and the names of the caps that ended the search early."""
        return self._turned_path_rows(starts, ends, longest, most, where, Direction.OUT)

    def _turned_path_rows(
        self,
        starts: Sequence[int],
        ends: Sequence[int],
        longest: int,
        most: int,
        where: Predicate | None,
        direction: Direction,
    ) -> tuple[list[tuple[Rows, Rows]], tuple[str, ...]]:
        return self._paths_over(self.edge_cache(where), starts, ends, longest, most, direction)

    def _paths_over(
        self,
        cache: EdgeCache,
        starts: Sequence[int],
        ends: Sequence[int],
        longest: int,
        most: int,
        direction: Direction,
        begin: int = 1,
    ) -> tuple[list[tuple[Rows, Rows]], tuple[str, ...]]:
        """Return the paths of `begin` to `longest` edges over the edges of a cache."""
        onward, back = cache.ways(direction)
        links = Links(onward, back, sorted, None, lambda nodes, forth: cache.fetch(nodes, direction, forth))
        paths, cut = simple_paths(links, set(starts), set(ends), longest, most, self.caps.max_expansions, begin=begin)
        steps = [np.array([onward(one)[other][0] for one, other in pairwise(path)], dtype=np.int64) for path in paths]
        return [(np.array(path), edges) for path, edges in zip(paths, steps, strict=True)], cut


__all__ = ["HELD", "EdgeCache", "FetchingAdapter"]
