"""A complete adapter from two iterators; subclasses override the methods that they can make faster."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from rapidfuzz import process

from pramana.errors import UnknownNode
from pramana.expr import Predicate
from pramana.graph.adapters.frames import frame
from pramana.graph.adapters.matching import as_predicate, edge_mismatches, edge_test, node_mismatches, node_test
from pramana.graph.adapters.paths import Links, simple_paths
from pramana.graph.adapters.protocol import Caps, Direction, Places, Where
from pramana.graph.adapters.records import EDGE_NAMES, NODE_NAMES, edge_record, node_record
from pramana.graph.adapters.rows import ElementKind, Rows
from pramana.graph.adapters.selection import PathSelection, Selection
from pramana.graph.adapters.table import RowTable, read_table
from pramana.graph.model import Edge, Node, fold_name

if TYPE_CHECKING:
    import polars as pl

Neighbours = Callable[[int], Mapping[int, Collection[int]]]
"""Maps a node's row to its neighbours' rows, each with the rows of the edges between them, in order."""


HINTED_NODES = 20_000
"""In larger graphs an error suggests no similar ids, since comparing all of them takes seconds. Chosen by hand."""


class BaseAdapter(ABC):
    """An adapter that needs only `nodes` and `edges`; every other method is answered from one pass over them.

    `caps` and `directed` may be set on the class or the object. Call `refresh` after the underlying graph changes.
    Faster adapters override the row methods (`node_rows`, `edge_rows`, `row_of`, `ahead`, `behind`, `edge_test`,
    `nodes_at`, `edges_at`); the public methods are built on them.
    """

    name: str = "base"
    directed: bool = True
    caps: Caps = Caps()

    @abstractmethod
    def nodes(self) -> Iterable[Node]:
        """Yield all nodes, always in the same order. Ids are unique."""

    @abstractmethod
    def edges(self) -> Iterable[Edge]:
        """Yield all edges, always in the same order. Ids are unique; both ends are nodes."""

    def refresh(self) -> None:
        """Drop the cached tables, so that the next query reads the graph again."""
        for cached in ("_table", "_row_by_name"):
            self.__dict__.pop(cached, None)

    @cached_property
    def _table(self) -> RowTable:
        return read_table(self.nodes(), self.edges(), self.directed)

    # Row methods: a faster adapter overrides these

    def row_of(self, node_id: str) -> int | None:
        """Return the row of the node with this id, None if there is none."""
        return self._table.row_of.get(node_id)

    def node_rows(self, where: Predicate | None, most: int | None) -> Rows:
        """Return the rows of the first `most` nodes (None: of all) for which the condition is true, in order."""
        nodes = self._table.nodes
        if where is None:
            return np.arange(len(nodes) if most is None else min(most, len(nodes)))
        test = node_test(where)
        return first_rows((row for row, node in enumerate(nodes) if test(node)), most)

    def edge_rows(self, where: Predicate | None, most: int | None) -> Rows:
        """Return the rows of the first `most` edges (None: of all) for which the condition is true, in order."""
        count = len(self._table.edges)
        if where is None:
            return np.arange(count if most is None else min(most, count))
        return first_rows(filter(self.edge_test(where), range(count)), most)

    def edge_test(self, where: Predicate) -> Callable[[int], bool]:
        """Return a test of edge rows that is true where the condition is true."""
        nodes, edges, row_of = self._table.nodes, self._table.edges, self._table.row_of
        test = edge_test(where, lambda node_id: nodes[row_of[node_id]])
        return lambda row: test(edges[row])

    def ahead(self, row: int) -> Mapping[int, Collection[int]]:
        """Return the nodes one edge away along the edges, each with those edges in order. Do not change it."""
        return self._table.ahead[row]

    def behind(self, row: int) -> Mapping[int, Collection[int]]:
        """Return the nodes one edge away against the edges; in an undirected graph, what `ahead` returns."""
        return self._table.behind[row]

    def walking(self) -> tuple[Neighbours, Neighbours]:
        """Return the two neighbour functions of a path search: `ahead` and `behind`, or a faster pair."""
        return self.ahead, self.behind

    def in_order(self, edges: Iterable[int]) -> list[int]:
        """Return the rows of edges in the order in which `edge_rows` gives them."""
        return sorted(edges)

    def nodes_at(self, rows: Rows) -> list[Node]:
        nodes = self._table.nodes
        return [nodes[row] for row in rows.tolist()]

    def edges_at(self, rows: Rows) -> list[Edge]:
        edges = self._table.edges
        return [edges[row] for row in rows.tolist()]

    # Derived from the row methods

    def node_ids(self, rows: Rows) -> list[str]:
        return [node.id for node in self.nodes_at(rows)]

    def edge_ids(self, rows: Rows) -> list[str]:
        return [edge.id for edge in self.edges_at(rows)]

    def node_frame(self, rows: Rows) -> pl.DataFrame:
        """Return the nodes as a frame: `id`, `type`, then their properties by name."""
        return frame([node_record(node) for node in self.nodes_at(rows)], NODE_NAMES)

    def edge_frame(self, rows: Rows) -> pl.DataFrame:
        """Return the edges as a frame: `id`, `source`, `target`, `relation`, then their properties by name."""
        return frame([edge_record(edge) for edge in self.edges_at(rows)], EDGE_NAMES)

    def count_mismatches(self, kind: ElementKind, where: Predicate) -> int:
        """Return how many comparisons of `where` have operands of different types, over all nodes or edges.

        AND and OR do not short-circuit here.
        """
        if kind is ElementKind.NODES:
            return sum(map(node_mismatches(where), self.nodes_at(self.node_rows(None, None))))
        return sum(map(edge_mismatches(where, self._node), self.edges_at(self.edge_rows(None, None))))

    def count(self) -> tuple[int, int]:
        """Return the number of nodes and the number of edges."""
        return len(self.node_rows(None, None)), len(self.edge_rows(None, None))

    def export(self, path: Path) -> None:
        """Write the graph to a file, in the format of the name's extension."""
        from pramana.graph.io import write_graph

        write_graph(self, path)

    def get_node(self, name_or_id: str) -> Node | None:
        """Return the node with this id; else the first whose id or `name` equals it, ignoring case."""
        row = self.row_of(name_or_id)
        if row is None:
            row = self._row_named(fold_name(name_or_id))
        return None if row is None else self._at(row)

    def _row_named(self, folded: str) -> int | None:
        return self._row_by_name.get(folded)

    @cached_property
    def _row_by_name(self) -> dict[str, int]:
        rows = self.node_rows(None, None)
        index: dict[str, int] = {}
        for row, node in zip(rows.tolist(), self.nodes_at(rows), strict=True):
            for name in names_of(node):
                index.setdefault(fold_name(name), row)
        return index

    def nearest(self, name: str, limit: int = 3) -> list[str]:
        """Return up to `limit` ids or names of nodes with a similar spelling, the closest first."""
        known = list(dict.fromkeys(known for node in self.nodes() for known in names_of(node)))
        found = process.extract(fold_name(name), known, processor=fold_name, limit=limit, score_cutoff=60)
        return [choice for choice, _, _ in found]

    def find_nodes(self, where: Where = None, limit: int | None = None) -> Selection:
        """Return the nodes for which the condition is true. With a limit: the first in order of insertion."""
        predicate = as_predicate(where)
        rows, cap_hit = self._search_within(lambda most: self.node_rows(predicate, most), limit)
        return Selection(self, ElementKind.NODES, rows, cap_hit, predicate)

    def find_edges(self, where: Where = None, limit: int | None = None) -> Selection:
        """Return the edges for which the condition is true. With a limit: the first in order of insertion."""
        predicate = as_predicate(where)
        rows, cap_hit = self._search_within(lambda most: self.edge_rows(predicate, most), limit)
        return Selection(self, ElementKind.EDGES, rows, cap_hit, predicate)

    def neighbours(
        self, nodes: Places, hops: int = 1, direction: Direction = Direction.OUT, where: Where = None
    ) -> Selection:
        """Return the nodes reached from `nodes` over 1 to `hops` edges for which `where` is true, without `nodes`."""
        test = self._optional_test(as_predicate(where))
        seen = set(self.place_rows(nodes))
        begun, frontier = frozenset(seen), seen
        for _ in range(hops):
            frontier = {
                other for row in frontier for other in self._neighbour_rows(row, direction, test) if other not in seen
            }
            if not frontier:
                break
            seen = seen | frontier
        rows, cap_hit = self._search_within(lambda most: first_rows(sorted(seen - begun)[:most]), None)
        return Selection(self, ElementKind.NODES, rows, cap_hit)

    def _neighbour_rows(self, row: int, direction: Direction, test: Callable[[int], bool] | None) -> Iterator[int]:
        for neighbours in self._sides(direction):
            for other, edges in neighbours(row).items():
                if test is None or any(map(test, edges)):
                    yield other

    def incident(self, nodes: Places, direction: Direction = Direction.BOTH, where: Where = None) -> Selection:
        """Return the edges that leave (OUT), reach (IN) or touch (BOTH) one of the nodes."""
        predicate = as_predicate(where)
        test = self._optional_test(predicate)
        sides = self._sides(direction)
        touched = {
            edge for row in self.place_rows(nodes) for side in sides for edges in side(row).values() for edge in edges
        }
        kept = self.in_order(edge for edge in touched if test is None or test(edge))
        rows, cap_hit = self._search_within(lambda most: first_rows(kept[:most]), None)
        return Selection(self, ElementKind.EDGES, rows, cap_hit)

    def _sides(self, direction: Direction) -> list[Neighbours]:
        if not self.directed or direction is Direction.OUT:
            return [self.ahead]
        return [self.behind] if direction is Direction.IN else [self.ahead, self.behind]

    def find_paths(
        self,
        starts: Places,
        ends: Places,
        max_length: int | None = None,
        where: Where = None,
        limit: int | None = None,
        direction: Direction = Direction.OUT,
    ) -> PathSelection:
        """Return the simple paths between starts and ends, shortest first, within the caps. See the protocol."""
        predicate = as_predicate(where)
        longest, most, hit = self._path_bounds(max_length, limit)
        paths, cut = self._paths_between(starts, ends, longest, most + 1, predicate, direction)
        if len(paths) > most:
            del paths[most:]
            cut += () if limit == most else ("max_paths",)
        nodes, edges = zip(*paths, strict=True) if paths else ((), ())
        return PathSelection(self, nodes, edges, hit + cut, predicate)

    def _paths_between(
        self, starts: Places, ends: Places, longest: int, most: int, where: Predicate | None, direction: Direction
    ) -> tuple[list[tuple[Rows, Rows]], tuple[str, ...]]:
        begun, ended = self.place_rows(starts), self.place_rows(ends)
        if direction is Direction.OUT or not self.directed:
            return self.path_rows(begun, ended, longest, most, where)
        return self._turned_path_rows(begun, ended, longest, most, where, direction)

    def path_rows(
        self, starts: Sequence[int], ends: Sequence[int], longest: int, most: int, where: Predicate | None
    ) -> tuple[list[tuple[Rows, Rows]], tuple[str, ...]]:
        """Return the rows of each path's nodes and edges, and the names of the caps that ended the search early."""
        test = self._optional_test(where)
        ahead, behind = self.walking()
        links = Links(ahead, behind, sorted, _passing(ahead, test))
        paths, cut = simple_paths(links, set(starts), set(ends), longest, most, self.caps.max_expansions)
        return [(np.array(path), _steps(path, ahead, test)) for path in paths], cut

    def _turned_path_rows(
        self,
        starts: Sequence[int],
        ends: Sequence[int],
        longest: int,
        most: int,
        where: Predicate | None,
        direction: Direction,
    ) -> tuple[list[tuple[Rows, Rows]], tuple[str, ...]]:
        """Return what `path_rows` does for paths against the edges (IN), or over edges either way (BOTH)."""
        test = self._optional_test(where)
        ahead, behind = self.walking()
        onward, back = (behind, ahead) if direction is Direction.IN else (both := _either_way(ahead, behind), both)
        links = Links(onward, back, sorted, _passing(onward, test))
        paths, cut = simple_paths(links, set(starts), set(ends), longest, most, self.caps.max_expansions)
        return [(np.array(path), _steps(path, onward, test)) for path in paths], cut

    def _path_bounds(self, max_length: int | None, limit: int | None) -> tuple[int, int, tuple[str, ...]]:
        """Return the maximum length, the maximum number of paths, and the caps that reduced the requested length."""
        check_limit(limit)
        caps = self.caps
        longest = caps.max_path_length if max_length is None else min(max_length, caps.max_path_length)
        hit = ("max_path_length",) if max_length is not None and max_length > longest else ()
        return longest, caps.max_paths if limit is None else min(limit, caps.max_paths), hit

    def place_rows(self, places: Places) -> list[int]:
        """Return the rows of nodes, given as a selection or by id. Raises UnknownNode if an id is unknown."""
        if isinstance(places, Selection):
            if places.source is self and places.kind is ElementKind.NODES:
                rows: list[int] = places.rows.tolist()
                return rows
            places = [node.id for node in places.nodes()]
        return [self._known_row(node_id) for node_id in ([places] if isinstance(places, str) else places)]

    def _known_row(self, node_id: str) -> int:
        row = self.row_of(node_id)
        if row is None:
            raise UnknownNode(node_id, self._hints(node_id))
        return row

    def _hints(self, node_id: str) -> list[str]:
        """Return ids and names similar to an unknown id; nothing in graphs above HINTED_NODES."""
        return self.nearest(node_id) if self.count()[0] <= HINTED_NODES else []

    def _at(self, row: int) -> Node:
        return self.nodes_at(np.array([row]))[0]

    def _node(self, node_id: str) -> Node:
        return self._at(self._known_row(node_id))

    def _optional_test(self, where: Predicate | None) -> Callable[[int], bool] | None:
        return None if where is None else self.edge_test(where)

    def _search_within(self, search: Callable[[int | None], Rows], limit: int | None) -> tuple[Rows, tuple[str, ...]]:
        """Search within the limit and `max_rows`; `max_rows` is reported if it was smaller and was reached."""
        check_limit(limit)
        cap = self.caps.max_rows
        if cap is None or (limit is not None and limit <= cap):
            return search(limit), ()
        rows = search(cap + 1)
        return rows[:cap], ("max_rows",) if len(rows) > cap else ()


def check_limit(limit: int | None) -> None:
    if limit is not None and limit < 0:
        raise ValueError(f"The limit is {limit}; it must be 0 or more.")


def _steps(path: tuple[int, ...], ahead: Neighbours, test: Callable[[int], bool] | None) -> Rows:
    """Return for each step of a path the first edge that passes the test."""
    steps = (ahead(one)[other] for one, other in pairwise(path))
    return first_rows(next(iter(edges)) if test is None else next(filter(test, edges)) for edges in steps)


def _either_way(ahead: Neighbours, behind: Neighbours) -> Neighbours:
    """Return the function to the neighbours over edges either way, of each the edges along before those against."""

    @cache
    def around(row: int) -> Mapping[int, Collection[int]]:
        along, against = ahead(row), behind(row)  # looked up by key: some adapters find the edges on access alone
        found = {other: list(along[other]) for other in along}
        for other in against:
            held = found.setdefault(other, [])
            held += [edge for edge in against[other] if edge not in held]
        return found

    return around


def _passing(ahead: Neighbours, test: Callable[[int], bool] | None) -> Callable[[int, int], bool] | None:
    return None if test is None else lambda one, other: any(map(test, ahead(one)[other]))


def names_of(node: Node) -> list[str]:
    """Return the id of a node, and its `name` if that is a text."""
    name = node.properties.get("name")
    return [node.id, name] if isinstance(name, str) else [node.id]


def first_rows(rows: Iterable[int], most: int | None = None) -> Rows:
    """Return the first rows, at most `most` of them (None: all), as an array."""
    return np.fromiter(islice(rows, most), dtype=np.int64)
