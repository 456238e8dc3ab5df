"""A graph of Pramana's on a Gremlin server as an adapter: neighbours, and what a path search reads first, are one
request each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pramana.expr import Predicate, normalize_negations
from pramana.graph.adapters.base import first_rows
from pramana.graph.adapters.fetched import HELD, EdgeCache
from pramana.graph.adapters.gremlin.layout import ID, ROW
from pramana.graph.adapters.gremlin.reading import MOST_IDS, GremlinRows, is_text
from pramana.graph.adapters.protocol import Direction, Places, Where
from pramana.graph.adapters.rows import ElementKind, Rows
from pramana.graph.adapters.selection import Selection

_NEAR, _NEXT = 200, 2_000
"""A path search reads the neighbours of a place with the place, and their edges, too: up to so many neighbours and
edges. More than that is read when it is needed."""
_HOPS = 4
"""Neighbours within more hops are read hop by hop."""

Step = tuple[int, int, int]
"""The rows of an edge's source, of its target, and of the edge."""


class GremlinAdapter(GremlinRows):
    """Reads a graph that Pramana wrote."""

    def edge_cache(self, where: Predicate | None) -> EdgeCache:
        """Return the edges for which a condition is true, for one search."""
        return EdgeCache(lambda rows, along: self._edges_of(rows, along, where))

    def _edges_of(self, rows: list[int], along: bool, where: Predicate | None) -> list[tuple[int, int, int]]:
        found: list[Step] = []
        for start in range(0, len(rows), self.chunk):
            nodes = self._at_rows(ElementKind.NODES, rows[start : start + self.chunk])
            found += self._read_steps(self._edges_at_nodes(nodes, along, where), where)
        turned = found if along else [(target, source, edge) for source, target, edge in found]
        return sorted(turned, key=lambda each: each[2])

    def _edges_at_nodes(self, nodes: Any, along: bool, where: Predicate | None) -> Any:
        edges = self._of_graph(nodes.out_e() if along else nodes.in_e())
        kept = None if where is None else self._filter_of(normalize_negations(where), ElementKind.EDGES)
        return edges if kept is None else edges.filter_(kept)

    def _read_steps(self, edges: Any, where: Predicate | None) -> list[Step]:
        """Return the rows of edges and of their ends, and keep the ids of the ends."""
        return self._passing_steps(self._read_ends_of(edges), where)

    def _read_ends_of(self, edges: Any) -> list[Step]:
        from gremlin_python.process.graph_traversal import __

        named = edges.project("e", "s", "t", "i", "j").by(ROW).by(__.out_v().values(ROW)).by(__.in_v().values(ROW))
        read = self._ask(named.by(__.out_v().values(ID)).by(__.in_v().values(ID)))
        ids = {int(each[row]): each[name] for each in read for row, name in (("s", "i"), ("t", "j"))}
        self.hold_ids({**self._held_ids, **ids})
        return [(int(each["s"]), int(each["t"]), int(each["e"])) for each in read]

    def _passing_steps(self, found: list[Step], where: Predicate | None) -> list[Step]:
        if where is None or not found:
            return found
        numbers = list(dict.fromkeys(edge for _, _, edge in found))
        listed = self.edges_at(np.array(numbers, dtype=np.int64))
        test = self._edge_check(where, listed)
        passing = {row for row, edge in zip(numbers, listed, strict=True) if test(edge)}
        return [each for each in found if each[2] in passing]

    def neighbours(
        self, nodes: Places, hops: int = 1, direction: Direction = Direction.OUT, where: Where = None
    ) -> Selection:
        """Return the nodes reached from `nodes` over 1 to `hops` edges for which `where` is true, without `nodes`."""
        self.forget()
        found = None
        if where is None and not isinstance(nodes, Selection) and 1 <= hops <= _HOPS:
            found = self._rows_within([nodes] if isinstance(nodes, str) else list(nodes), hops, direction)
        if found is None:
            return super().neighbours(nodes, hops, direction, where)
        rows, cap_hit = self._search_within(lambda most: first_rows(found[:most]), None)
        return Selection(self, ElementKind.NODES, rows, cap_hit)

    def _rows_within(self, ids: list[str], hops: int, direction: Direction) -> list[int] | None:
        """Return the rows of the nodes within hops of others, with one request, and keep the nodes.

        None where an id is unknown, and where these are too many to be read at once.
        """

        starts = set(ids)
        if len(starts) > MOST_IDS or not all(map(is_text, starts)):
            return None
        walked = self._with_ids(sorted(starts)).aggregate("reached")
        for _ in range(hops):
            edges = {Direction.OUT: walked.out_e, Direction.IN: walked.in_e, Direction.BOTH: walked.both_e}[direction]()
            others = self._of_graph(edges)
            ends = {Direction.OUT: others.in_v, Direction.IN: others.out_v, Direction.BOTH: others.other_v}
            walked = ends[direction]().dedup().aggregate("reached")
        found = dict(self._read_nodes(walked.cap("reached").unfold().dedup().limit(HELD + 1)))
        known = {row for row, node in found.items() if node.id in starts}
        if len(known) < len(starts) or len(found) > HELD:
            return None
        self.hold(ElementKind.NODES, found)
        return sorted(found.keys() - known)

    def _with_ids(self, ids: list[str], *, inner: bool = False) -> Any:
        from gremlin_python.process.traversal import P

        return self._elements(ElementKind.NODES, inner=inner).has(ID, ids[0] if len(ids) == 1 else P.within(ids))

    def _paths_between(
        self, starts: Places, ends: Places, longest: int, most: int, where: Predicate | None, direction: Direction
    ) -> tuple[list[tuple[Rows, Rows]], tuple[str, ...]]:
        self.forget()
        if isinstance(starts, Selection) or isinstance(ends, Selection):
            return super()._paths_between(starts, ends, longest, most, where, direction)
        begun, ended = ([places] if isinstance(places, str) else list(places) for places in (starts, ends))
        cache = self.edge_cache(where)
        rows = self._read_ends(cache, begun, ended, where, direction, longest)
        missing = [each for each in (*begun, *ended) if each not in rows]
        rows |= self.rows_of(missing) if missing else {}
        first, last = (
            [rows[each] if each in rows else self._known_row(each) for each in ids] for ids in (begun, ended)
        )
        return self._paths_over(cache, first, last, longest, most, direction)

    def _read_ends(
        self,
        cache: EdgeCache,
        starts: list[str],
        ends: list[str],
        where: Predicate | None,
        direction: Direction,
        longest: int,
    ) -> dict[str, int]:
        """Return the rows of the nodes at both ends of paths that have edges. These, and those of the starts'
        neighbours, are read with the same request."""
        ids = list(dict.fromkeys((*starts, *ends)))
        if direction is Direction.BOTH or not ids or len(ids) > _NEAR or not all(map(is_text, ids)) or longest < 1:
            return {}
        along = direction is Direction.OUT
        # Each part begins at its own nodes: TinkerGraph's index answers for one value, never for one of several.
        begun, ended = (self._with_ids(sorted(set(each)), inner=True) for each in (starts, ends))
        parts = [self._edges_at_nodes(begun.clone(), along, where), self._edges_at_nodes(ended, not along, where)]
        if longest > 2:
            beyond = self._edges_at_nodes(begun, along, where)
            beyond = (beyond.in_v() if along else beyond.out_v()).dedup().limit(_NEAR + 1)
            parts.append(self._edges_at_nodes(beyond, along, where).limit(_NEXT + 1))
        read = self._read_ends_of(self.connection.g.inject(0).union(*parts))
        rows = {node_id: row for row, node_id in self._held_ids.items() if node_id in set(ids)}
        near = {rows[each] for each in starts if each in rows}
        far = {rows[each] for each in ends if each in rows}
        self._fill(cache, read, self._passing_steps(read, where), near, far, along, beyond=longest > 2)
        return rows

    def _fill(
        self,
        cache: EdgeCache,
        read: Sequence[Step],
        passing: Sequence[Step],
        near: set[int],
        far: set[int],
        along: bool,
        *,
        beyond: bool,
    ) -> None:
        """Keep the edges that were read: those of the nodes near, far, and of the near ones' neighbours."""
        kept = sorted(set(passing), key=lambda step: step[2])
        ahead = kept if along else [(target, source, edge) for source, target, edge in kept]
        behind = [(other, node, edge) for node, other, edge in ahead]
        every = {(node, other, edge) if along else (other, node, edge) for node, other, edge in read}
        leaving = [step for step in every if step[0] in near]
        reaching = [step for step in every if step[1] in far]
        neighbours = {other for _, other, _ in leaving}
        # What the third part has read is what the other two have not; at its bound it may be cut.
        if beyond and len(neighbours) <= _NEAR and len(read) - len(leaving) - len(reaching) <= _NEXT:
            nodes = neighbours | near
        else:
            nodes = near
        cache.put(nodes, along, (step for step in ahead if step[0] in nodes))
        cache.put(far, not along, (step for step in behind if step[0] in far))


__all__ = ["GremlinAdapter"]
