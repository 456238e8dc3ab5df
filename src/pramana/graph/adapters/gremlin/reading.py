"""A graph of Pramana's on a Gremlin server as an adapter: always in its current state."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from pramana.errors import AdapterError
from pramana.expr import Predicate, field_paths, normalize_negations
from pramana.graph.adapters.base import first_rows
from pramana.graph.adapters.fetched import EdgeCache, FetchingAdapter
from pramana.graph.adapters.gremlin.connection import GremlinConnection, sendable
from pramana.graph.adapters.gremlin.filters import filter_of
from pramana.graph.adapters.gremlin.layout import DOC, GRAPH, ID, LOCAL, ORDINAL, RELATION, ROW, TYPE
from pramana.graph.adapters.matching import edge_test, node_test
from pramana.graph.adapters.protocol import Caps, Places
from pramana.graph.adapters.rows import ElementKind, Rows
from pramana.graph.adapters.selection import Selection
from pramana.graph.model import Edge, Node

_CHUNK = 2_000
"""Nodes or edges that are read with one request, and tested together."""


class GremlinAdapter(FetchingAdapter):
    """Reads a graph that Pramana wrote. Rows are the places in order of insertion."""

    name = "gremlin"

    def __init__(self, connection: GremlinConnection, graph: str, *, caps: Caps | None = None) -> None:
        self.connection = connection
        self.graph = graph
        self.caps = caps or Caps()

    def close(self) -> None:
        """Close the connection, which is opened again when it is needed."""
        self.connection.close()

    # Traversals

    def _elements(self, kind: ElementKind) -> Any:
        g = self.connection.g
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
        from gremlin_python.process.graph_traversal import __

        named = traversal.project("r", "s", "l", "t", "o", "d")
        ends = (named.by(ROW).by(__.out_v().values(ID)).by(RELATION).by(__.in_v().values(ID)).by(ORDINAL)).by(DOC)
        found = self._ask(ends)
        read = (
            (each["r"], Edge(each["s"], each["l"], each["t"], json.loads(each["d"]), int(each["o"]))) for each in found
        )
        return sorted(read, key=lambda pair: pair[0])

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
        for start in range(0, len(wanted), _CHUNK):
            part = wanted[start : start + _CHUNK]
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
        return first_rows((row for row, node in found if test(node)), most)

    def edge_rows(self, where: Predicate | None, most: int | None) -> Rows:
        """Return the rows of the first `most` edges (None: of all) for which the condition is true, in order."""
        if where is None or most == 0:
            return self._all_rows(ElementKind.EDGES, most)
        found = self._read_edges(self._candidates(ElementKind.EDGES, where))
        test = self._edge_check(where, [edge for _, edge in found])
        return first_rows(islice((row for row, edge in found if test(edge)), most))

    def _candidates(self, kind: ElementKind, where: Predicate) -> Any:
        kept = filter_of(normalize_negations(where), kind, self._has_local_values())
        return self._elements(kind) if kept is None else self._elements(kind).filter_(kept)

    def _has_local_values(self) -> bool:
        return any(self._ask(self._elements(kind).has(LOCAL, True).limit(1).values(ROW)) for kind in ElementKind)

    def _edge_check(self, where: Predicate, edges: Sequence[Edge]) -> Callable[[Edge], bool]:
        """Return a test of these edges. The nodes at their ends are read at once, if the condition needs them."""
        ends = {"source", "target"}
        if not any(len(path) > 1 and path[0] in ends for path in field_paths(where)):
            return edge_test(where, self._node)
        ids = dict.fromkeys(end for edge in edges for end in (edge.source, edge.target))
        rows = self.rows_of(ids)
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

    def _in_given_order(self, kind: ElementKind, read: Callable[[Any], list[Any]], rows: Rows) -> list[Any]:
        wanted: list[int] = rows.tolist()
        found: dict[int, Any] = {}
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
        from gremlin_python.process.graph_traversal import __

        nodes = self._at_rows(ElementKind.NODES, rows)
        edges = (nodes.out_e() if along else nodes.in_e()).has(GRAPH, self.graph)
        if where is not None:
            kept = filter_of(normalize_negations(where), ElementKind.EDGES, self._has_local_values())
            edges = edges if kept is None else edges.filter_(kept)
        near, far = (__.out_v(), __.in_v()) if along else (__.in_v(), __.out_v())
        read = self._ask(edges.project("n", "f", "e").by(near.values(ROW)).by(far.values(ROW)).by(ROW))
        found = [(int(each["n"]), int(each["f"]), int(each["e"])) for each in read]
        if where is None or not found:
            return found
        numbers = [edge for _, _, edge in found]
        listed = self.edges_at(np.array(numbers, dtype=np.int64))
        test = self._edge_check(where, listed)
        passing = {row for row, edge in zip(numbers, listed, strict=True) if test(edge)}
        return [each for each in found if each[2] in passing]


def _is_text(node_id: str) -> bool:
    """Return whether an id can be sent: an unpaired surrogate cannot, and no node has one."""
    try:
        node_id.encode()
    except UnicodeEncodeError:
        return False
    return True
