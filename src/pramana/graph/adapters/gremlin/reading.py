"""A graph of Pramana's on a Gremlin server as an adapter: always in its current state."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from pramana.errors import AdapterError
from pramana.expr import Predicate, field_paths, normalize_negations
from pramana.graph.adapters.base import first_rows
from pramana.graph.adapters.fetched import EdgeCache, FetchingAdapter
from pramana.graph.adapters.gremlin.connection import GremlinConnection, sendable
from pramana.graph.adapters.gremlin.filters import filter_of, reads_value
from pramana.graph.adapters.gremlin.layout import DOC, GRAPH, ID, LOCAL, ORDINAL, RELATION, ROW, TYPE
from pramana.graph.adapters.matching import edge_test, node_test
from pramana.graph.adapters.protocol import Caps, Direction, Places
from pramana.graph.adapters.rows import ElementKind, Rows
from pramana.graph.adapters.selection import Selection
from pramana.graph.model import Edge, Node

_CHUNK = 2_000
"""Nodes or edges that are read with one request."""
_IDS = 500
"""Ids that are looked up with one request: JanusGraph is delivered with a bound of 64 KB for a message."""
_HELD = 20_000
"""Nodes or edges of a search that are kept until they are looked at: some megabytes."""
_NEAR, _NEXT = 200, 2_000
"""A path search reads the neighbours of a place with the place, and their edges, too: up to so many neighbours and
edges. More than that is read when it is needed."""


class GremlinAdapter(FetchingAdapter):
    """Reads a graph that Pramana wrote. Rows are the places in order of insertion.

    What a search has read serves the first look at its results; each further look reads the server again.
    """

    name = "gremlin"

    def __init__(self, connection: GremlinConnection, graph: str, *, caps: Caps | None = None) -> None:
        self.connection = connection
        self.graph = graph
        self.caps = caps or Caps()
        self._held: dict[ElementKind, dict[int, Any]] = {}
        self._held_ids: dict[int, str] = {}

    def refresh(self) -> None:
        """Forget what the last search has read."""
        self._held, self._held_ids = {}, {}

    def close(self) -> None:
        """Close the connection, which is opened again when it is needed."""
        self.connection.close()

    # Traversals

    def _elements(self, kind: ElementKind, *, inner: bool = False) -> Any:
        """Return a traversal to all nodes or edges; `inner`: as a part of another one."""
        from gremlin_python.process.graph_traversal import __

        g = __ if inner else self.connection.g
        return (g.V() if kind is ElementKind.NODES else g.E()).has(GRAPH, self.graph)

    def _at_rows(self, kind: ElementKind, rows: Sequence[int]) -> Any:
        from gremlin_python.process.traversal import P

        values = [sendable(row) for row in rows]
        return self._elements(kind).has(ROW, values[0] if len(values) == 1 else P.within(values))

    def _ask(self, traversal: Any) -> list[Any]:
        return self.connection.run(traversal)

    def _read_nodes(self, traversal: Any) -> list[tuple[int, Node]]:
        found = self._ask(traversal.project("r", "i", "t", "d").by(ROW).by(ID).by(TYPE).by(DOC))
        return sorted(
            ((each["r"], Node(each["i"], each["t"], json.loads(each["d"]))) for each in found), key=lambda pair: pair[0]
        )

    def _read_edges(self, traversal: Any) -> list[tuple[int, Edge]]:
        return [(row, edge) for row, edge, _ in self._read_with_ends(traversal, with_ends=False)]

    def _read_with_ends(self, traversal: Any, *, with_ends: bool) -> list[tuple[int, Edge, tuple[Node, ...]]]:
        """Return rows and edges in order, and the nodes at their ends where these are wanted."""
        from gremlin_python.process.graph_traversal import __

        ends = ((__.out_v, "st", "sd"), (__.in_v, "tt", "td")) if with_ends else ()
        named = traversal.project("r", "s", "l", "t", "o", "d", *(name for _, *names in ends for name in names))
        named = named.by(ROW).by(__.out_v().values(ID)).by(RELATION).by(__.in_v().values(ID)).by(ORDINAL).by(DOC)
        for end, *_ in ends:
            named = named.by(end().values(TYPE)).by(end().values(DOC))
        read = []
        for each in self._ask(named):
            edge = Edge(each["s"], each["l"], each["t"], json.loads(each["d"]), int(each["o"]))
            nodes = ((edge.source, "st", "sd"), (edge.target, "tt", "td")) if with_ends else ()
            found = tuple(Node(node_id, each[kind], json.loads(each[doc])) for node_id, kind, doc in nodes)
            read.append((each["r"], edge, found))
        return sorted(read, key=lambda found: found[0])

    # The whole graph

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes, in order of insertion; a chunk of them is in memory at once."""
        return self._in_chunks(ElementKind.NODES, self.nodes_at)

    def edges(self) -> Iterator[Edge]:
        """Yield all edges, in order of insertion; a chunk of them is in memory at once."""
        return self._in_chunks(ElementKind.EDGES, self.edges_at)

    def _in_chunks(self, kind: ElementKind, at: Callable[[Rows], list[Any]]) -> Iterator[Any]:
        rows = self._all_rows(kind)
        for start in range(0, len(rows), _CHUNK):
            yield from at(rows[start : start + _CHUNK])

    def _all_rows(self, kind: ElementKind, most: int | None = None) -> Rows:
        ordered = self._elements(kind).values(ROW)
        found = self._ask(ordered if most is None else ordered.order().limit(most))
        return np.sort(np.fromiter(found, np.int64, len(found)))

    def count(self) -> tuple[int, int]:
        """Return the number of nodes and the number of edges."""
        # JanusGraph 1.1 fails to count what a composite index finds, unless a step that is no filter comes between.
        nodes, edges = (self._ask(self._elements(kind).project("r").by(ROW).count())[0] for kind in ElementKind)
        return int(nodes), int(edges)

    # Rows

    def row_of(self, node_id: str) -> int | None:
        """Return the row of the node with this id, None if there is none."""
        return self.rows_of([node_id]).get(node_id)

    def rows_of(self, node_ids: Iterable[str]) -> dict[str, int]:
        """Return the rows of the nodes with these ids, with one request. Ids that no node has are left out."""
        from gremlin_python.process.traversal import P

        wanted = [each for each in dict.fromkeys(node_ids) if _is_text(each)]
        found: dict[str, int] = {}
        for start in range(0, len(wanted), _IDS):
            part = wanted[start : start + _IDS]
            asked = self._elements(ElementKind.NODES).has(ID, part[0] if len(part) == 1 else P.within(part))
            found |= {each["i"]: int(each["r"]) for each in self._ask(asked.project("i", "r").by(ID).by(ROW))}
        return found

    def place_rows(self, places: Places) -> list[int]:
        """Return the rows of nodes, given as a selection or by id. Raises UnknownNode if an id is unknown."""
        if isinstance(places, Selection):
            return super().place_rows(places)
        ids = [places] if isinstance(places, str) else list(places)
        found = self.rows_of(ids)
        return [found[each] if each in found else self._known_row(each) for each in ids]

    def node_rows(self, where: Predicate | None, most: int | None) -> Rows:
        """Return the rows of the first `most` nodes (None: of all) for which the condition is true, in order."""
        if where is None or most == 0:
            return self._all_rows(ElementKind.NODES, most)
        test = node_test(where)
        found = self._read_nodes(self._candidates(ElementKind.NODES, where))
        return self._hold(ElementKind.NODES, ((row, node) for row, node in found if test(node)), most)

    def edge_rows(self, where: Predicate | None, most: int | None) -> Rows:
        """Return the rows of the first `most` edges (None: of all) for which the condition is true, in order."""
        if where is None or most == 0:
            return self._all_rows(ElementKind.EDGES, most)
        with_ends = _asks_ends(where)
        ends: dict[str, Node] = {}
        found = self._read_with_ends(self._candidates(ElementKind.EDGES, where), with_ends=with_ends)
        ends.update((node.id, node) for _, _, nodes in found for node in nodes)
        test = edge_test(where, ends.__getitem__)
        return self._hold(ElementKind.EDGES, ((row, edge) for row, edge, _ in found if test(edge)), most)

    def _hold(self, kind: ElementKind, found: Iterable[tuple[int, Any]], most: int | None) -> Rows:
        """Return the rows of what a search found, and keep it for the first look."""
        first = list(islice(found, most))
        self._held = {kind: dict(first)} if len(first) <= _HELD else {}
        return first_rows(row for row, _ in first)

    def _candidates(self, kind: ElementKind, where: Predicate) -> Any:
        """Return a traversal to all elements that a condition may be true for."""
        kept = filter_of(normalize_negations(where), kind, local=False)
        if kept is None:
            return self._elements(kind)
        if not any(reads_value(path, kind) for path in field_paths(where)):
            return self._elements(kind).filter_(kept)
        return (
            self.connection.g.inject(0)
            .union(  # the second one is found by an index, and mostly empty
                self._elements(kind, inner=True).filter_(kept), self._elements(kind, inner=True).has(LOCAL, True)
            )
            .dedup()
        )

    def _edge_check(self, where: Predicate, edges: Sequence[Edge]) -> Callable[[Edge], bool]:
        """Return a test of these edges. The nodes at their ends are read at once, if the condition needs them."""
        if not _asks_ends(where):
            return edge_test(where, self._node)
        rows = self.rows_of(dict.fromkeys(end for edge in edges for end in (edge.source, edge.target)))
        nodes = {node.id: node for node in self.nodes_at(np.array(list(rows.values()), dtype=np.int64))}
        return edge_test(where, nodes.__getitem__)

    def edge_test(self, where: Predicate) -> Callable[[int], bool]:
        """Return a test of edge rows that is true where the condition is true."""

        def test(row: int) -> bool:
            edges = self.edges_at(np.array([row]))
            return self._edge_check(where, edges)(edges[0])

        return test

    def nodes_at(self, rows: Rows) -> list[Node]:
        return self._in_given_order(ElementKind.NODES, self._read_nodes, rows)

    def edges_at(self, rows: Rows) -> list[Edge]:
        return self._in_given_order(ElementKind.EDGES, self._read_edges, rows)

    def node_ids(self, rows: Rows) -> list[str]:
        wanted: list[int] = rows.tolist()
        held, known = self._held.get(ElementKind.NODES, {}), self._held_ids
        found = {row: held[row].id if row in held else known.get(row) for row in wanted}
        if None in found.values():
            return [node.id for node in self._in_given_order(ElementKind.NODES, self._read_nodes, rows)]
        return [str(found[row]) for row in wanted]

    def _in_given_order(self, kind: ElementKind, read: Callable[[Any], list[Any]], rows: Rows) -> list[Any]:
        wanted: list[int] = rows.tolist()
        found: dict[int, Any] = self._held.pop(kind, {})
        if any(row not in found for row in wanted):
            found = {}
            for start in range(0, len(wanted), _CHUNK):
                found |= dict(read(self._at_rows(kind, wanted[start : start + _CHUNK])))
        try:
            return [found[row] for row in wanted]
        except KeyError:
            raise AdapterError("A selected node or edge was deleted from the server meanwhile.") from None

    # Walking

    def edge_cache(self, where: Predicate | None) -> EdgeCache:
        """Return the edges for which a condition is true, for one search."""
        return EdgeCache(lambda rows, along: self._edges_of(rows, along, where))

    def _edges_of(self, rows: list[int], along: bool, where: Predicate | None) -> list[tuple[int, int, int]]:
        found: list[tuple[int, int, int]] = []
        for start in range(0, len(rows), _CHUNK):
            found += self._edges_of_some(rows[start : start + _CHUNK], along, where)
        return sorted(found, key=lambda each: each[2])

    def _edges_of_some(self, rows: list[int], along: bool, where: Predicate | None) -> list[tuple[int, int, int]]:
        nodes = self._at_rows(ElementKind.NODES, rows)
        read = self._ask(_steps_over(self._edges_at_nodes(nodes, along, where), along, ""))
        return self._passing_steps(read, where)

    def _edges_at_nodes(self, nodes: Any, along: bool, where: Predicate | None) -> Any:
        edges = (nodes.out_e() if along else nodes.in_e()).has(GRAPH, self.graph)
        kept = None if where is None else filter_of(normalize_negations(where), ElementKind.EDGES)
        return edges if kept is None else edges.filter_(kept)

    def _passing_steps(self, read: Sequence[Mapping[str, Any]], where: Predicate | None) -> list[tuple[int, int, int]]:
        """Return (node, neighbour, edge) of each edge that was read and for which the condition is true."""
        if len(self._held_ids) > _HELD:
            self._held_ids = {}
        self._held_ids |= {int(each["f"]): each["i"] for each in read}
        found = [_as_numbers(each) for each in read]
        if where is None or not found:
            return found
        numbers = list(dict.fromkeys(edge for _, _, edge in found))
        listed = self.edges_at(np.array(numbers, dtype=np.int64))
        test = self._edge_check(where, listed)
        passing = {row for row, edge in zip(numbers, listed, strict=True) if test(edge)}
        return [each for each in found if each[2] in passing]

    def _paths_between(
        self, starts: Places, ends: Places, longest: int, most: int, where: Predicate | None, direction: Direction
    ) -> tuple[list[tuple[Rows, Rows]], tuple[str, ...]]:
        self._held_ids = {}
        if isinstance(starts, Selection) or isinstance(ends, Selection):
            return super()._paths_between(starts, ends, longest, most, where, direction)
        begun, ended = ([places] if isinstance(places, str) else list(places) for places in (starts, ends))
        cache = self.edge_cache(where)
        rows = self._read_ends(cache, begun, ended, where, direction)
        first, last = (
            [rows[each] if each in rows else self._known_row(each) for each in ids] for ids in (begun, ended)
        )
        return self._paths_over(cache, first, last, longest, most, direction)

    def _read_ends(
        self, cache: EdgeCache, starts: list[str], ends: list[str], where: Predicate | None, direction: Direction
    ) -> dict[str, int]:
        """Return the rows of the nodes at both ends of paths. Their edges, and those of the starts' neighbours, are
        read with the same request."""
        from gremlin_python.process.graph_traversal import __
        from gremlin_python.process.traversal import P

        ids = [each for each in dict.fromkeys((*starts, *ends)) if _is_text(each)]
        if direction is Direction.BOTH or not ids or len(ids) > _NEAR:
            return self.rows_of(ids)
        along = direction is Direction.OUT
        begun = [each for each in ids if each in set(starts)]
        start, end = __.has(ID, P.within(begun)), __.has(ID, P.within([each for each in ids if each in set(ends)]))
        near = self._edges_at_nodes(start.clone(), along, where)
        beyond = self._edges_at_nodes(start.clone(), along, where)
        beyond = (beyond.in_v() if along else beyond.out_v()).dedup().limit(_NEAR + 1)
        parts = (
            _steps_over(near, along, "near"),
            _steps_over(self._edges_at_nodes(end, not along, where), not along, "back"),
            _steps_over(self._edges_at_nodes(beyond, along, where), along, "next").limit(_NEXT + 1),
        )
        places = __.project("k", "n", "i").by(__.constant("place")).by(ROW).by(ID)
        found: dict[str, list[Any]] = {name: [] for name in ("place", "near", "back", "next")}
        for each in self._ask(self._elements(ElementKind.NODES).has(ID, P.within(ids)).union(places, *parts)):
            found[each["k"]].append(each)
        rows = {each["i"]: int(each["n"]) for each in found["place"]}
        self._held_ids = {row: node_id for node_id, row in rows.items()}
        steps = [each for name in ("near", "back", "next") for each in found[name]]
        passing = set(self._passing_steps(steps, where))
        whole = len({each["f"] for each in found["near"]}) <= _NEAR and len(found["next"]) <= _NEXT
        neighbours = {int(each["f"]) for each in found["near"]} if whole else set()
        for name, places, way in (
            ("next", neighbours, along),  # first: a start may be a neighbour of a start
            ("near", {rows[each] for each in starts if each in rows}, along),
            ("back", {rows[each] for each in ends if each in rows}, not along),
        ):
            kept = (step for step in map(_as_numbers, found[name]) if step in passing and step[0] in places)
            cache.put(places, way, sorted(dict.fromkeys(kept), key=lambda step: step[2]))
        return rows


def _as_numbers(step: Mapping[str, Any]) -> tuple[int, int, int]:
    return int(step["n"]), int(step["f"]), int(step["e"])


def _steps_over(edges: Any, along: bool, kind: str) -> Any:
    """Return what is read of edges that are walked: the node, its neighbour with its id, the edge."""
    from gremlin_python.process.graph_traversal import __

    near, far = (__.out_v, __.in_v) if along else (__.in_v, __.out_v)
    named = edges.project("k", "n", "f", "e", "i").by(__.constant(kind)).by(near().values(ROW))
    return named.by(far().values(ROW)).by(ROW).by(far().values(ID))


def _asks_ends(where: Predicate) -> bool:
    """Return whether a condition on edges needs the nodes at their ends."""
    return any(len(path) > 1 and path[0] in ("source", "target") for path in field_paths(where))


def _is_text(node_id: str) -> bool:
    """Return whether an id can be sent: an unpaired surrogate cannot, and no node has one."""
    try:
        node_id.encode()
    except UnicodeEncodeError:
        return False
    return True
