"""Nodes and edges of a graph of Pramana's on a Gremlin server, by condition and by id, and all of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from pramana.errors import AdapterError
from pramana.expr import Predicate, field_paths, normalize_negations
from pramana.graph.adapters.base import first_rows
from pramana.graph.adapters.fetched import FetchingAdapter
from pramana.graph.adapters.gremlin.connection import GremlinConnection, sendable
from pramana.graph.adapters.gremlin.filters import filter_of, reads_value
from pramana.graph.adapters.gremlin.layout import DOC, GRAPH, ID, LOCAL, ORDINAL, RELATION, ROW, TYPE
from pramana.graph.adapters.matching import edge_test, node_test
from pramana.graph.adapters.protocol import Caps, Places
from pramana.graph.adapters.rows import ElementKind, Rows
from pramana.graph.adapters.selection import Selection
from pramana.graph.model import Edge, Node

CHUNK = 2_000
"""Nodes or edges that are read with one request."""
MOST_IDS = 500
"""Ids that are looked up with one request: JanusGraph is delivered with a bound of 64 KB for a message."""


class GremlinRows(FetchingAdapter):
    """Reads a graph that Pramana wrote. Rows are the places in order of insertion.

    What a search has read serves the first look at its results; each further look reads the server again.
    """

    name = "gremlin"
    chunk = CHUNK
    """Nodes or edges that are read with one request."""

    def __init__(self, connection: GremlinConnection, graph: str, *, caps: Caps | None = None) -> None:
        self.connection = connection
        self.graph = graph
        self.caps = caps or Caps()

    def refresh(self) -> None:
        """Forget what the last search has read."""
        self.forget()

    def close(self) -> None:
        """Close the connection, which is opened again when it is needed."""
        self.connection.close()

    # Traversals

    def _elements(self, kind: ElementKind, *, inner: bool = False) -> Any:
        """Return a traversal to all nodes or edges; `inner`: as a part of another one."""
        from gremlin_python.process.graph_traversal import __

        g = __ if inner else self.connection.g
        return self._of_graph(g.V() if kind is ElementKind.NODES else g.E())

    def _of_graph(self, elements: Any) -> Any:
        """Return a traversal that keeps what belongs to this graph."""
        return elements.has(GRAPH, self.graph)

    def _filter_of(self, where: Predicate, kind: ElementKind, local: bool = True) -> Any:
        return filter_of(where, kind, local)

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
        for start in range(0, len(rows), self.chunk):
            yield from at(rows[start : start + self.chunk])

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

        wanted = [each for each in dict.fromkeys(node_ids) if is_text(each)]
        found: dict[str, int] = {}
        for start in range(0, len(wanted), MOST_IDS):
            part = wanted[start : start + MOST_IDS]
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
        self.forget()
        self.hold(kind, dict(first))
        return first_rows(row for row, _ in first)

    def _candidates(self, kind: ElementKind, where: Predicate) -> Any:
        """Return a traversal to all elements that a condition may be true for."""
        kept = self._filter_of(normalize_negations(where), kind, local=False)
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
        known = self.known_ids(rows.tolist())
        if known is not None:
            return known
        return [node.id for node in self._in_given_order(ElementKind.NODES, self._read_nodes, rows)]

    def _in_given_order(self, kind: ElementKind, read: Callable[[Any], list[Any]], rows: Rows) -> list[Any]:
        wanted: list[int] = rows.tolist()
        taken = self.take_items(kind, wanted)
        if taken is not None:
            return taken
        found: dict[int, Any] = {}
        for start in range(0, len(wanted), self.chunk):
            found |= dict(read(self._at_rows(kind, wanted[start : start + self.chunk])))
        try:
            return [found[row] for row in wanted]
        except KeyError:
            raise AdapterError("A selected node or edge was deleted from the server meanwhile.") from None


def _asks_ends(where: Predicate) -> bool:
    """Return whether a condition on edges needs the nodes at their ends."""
    return any(len(path) > 1 and path[0] in ("source", "target") for path in field_paths(where))


def is_text(node_id: str) -> bool:
    """Return whether an id can be sent: an unpaired surrogate cannot, and no node has one."""
    try:
        node_id.encode()
    except UnicodeEncodeError:
        return False
    return True
