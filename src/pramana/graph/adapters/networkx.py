"""An adapter over an existing NetworkX graph, which is neither copied nor modified."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from pramana.expr import Predicate
from pramana.graph.adapters.base import BaseAdapter, first_rows, names_of
from pramana.graph.adapters.matching import edge_test, node_test
from pramana.graph.adapters.networkx_names import (
    RELATION_NAMES,
    TYPE_NAMES,
    NodeNames,
    node_type,
    properties,
    relation_of,
)
from pramana.graph.adapters.networkx_scan import ALL_NODES, EDGES, PARALLEL, SOME_NODES, Own, scanner, split_condition
from pramana.graph.adapters.paths import Links, simple_paths
from pramana.graph.adapters.protocol import Caps
from pramana.graph.adapters.records import EDGE_NAMES, NODE_NAMES
from pramana.graph.adapters.rows import Rows
from pramana.graph.model import Edge, Node, fold_name

if TYPE_CHECKING:
    import networkx as nx


class NetworkXAdapter(BaseAdapter):
    """An adapter over a Graph, DiGraph, MultiGraph or MultiDiGraph with nodes and attributes of any type.

    A node's id is its text (`original` returns the node itself); its type is the first of `types` that it has, an
    edge's relation the first of `relations`. These attributes remain visible as properties, except those named `type`
    and `relation`. Texts lose the quotes that LightRAG and nano-graphrag leave around them;
    in graphs of these tools `description`, `source_id` and `file_path` are lists, as when their files are read.

    Nodes are in the graph's order, edges in the order of `graph.edges()`: by their first node, then by neighbour.

    Attributes and edges are read on every access. The list of nodes is cached until their number or the last node
    changes; after any other change of nodes call `refresh`.
    """

    name = "networkx"

    def __init__(
        self,
        graph: nx.Graph[Any],
        *,
        types: Iterable[str] = TYPE_NAMES,
        relations: Iterable[str] = RELATION_NAMES,
        caps: Caps | None = None,
    ) -> None:
        self.graph = graph
        self.directed = graph.is_directed()
        self.caps = caps or Caps()
        self._multi = graph.is_multigraph()
        self._succ: Mapping[Any, Mapping[Any, Any]] = graph._succ if self.directed else graph._adj
        self._pred: Mapping[Any, Mapping[Any, Any]] = graph._pred if self.directed else graph._adj
        self._listed = NodeNames(graph)
        self._own_node = Own("type", tuple(types), node_type, NODE_NAMES, self._listed.settled)
        self._own_edge = Own("relation", tuple(relations), relation_of, EDGE_NAMES, self._listed.settled)
        self._links: Links[Any] = Links(
            self._succ.__getitem__,
            self._pred.__getitem__,
            lambda nodes: sorted(nodes, key=self._listed.row.__getitem__),
        )

    @property
    def _names(self) -> NodeNames:
        if not self._listed.fits(self.graph):
            self.refresh()
        return self._listed

    def refresh(self) -> None:
        """Rebuild the list of nodes."""
        super().refresh()
        self._listed = NodeNames(self.graph)
        self._own_node = replace(self._own_node, settled=self._listed.settled)
        self._own_edge = replace(self._own_edge, settled=self._listed.settled)

    def original(self, node_id: str) -> Hashable:
        """Return the node of the NetworkX graph with this id. Raises UnknownName if there is none."""
        return self._names.nodes[self._known_row(node_id)]

    # Nodes

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes, in the graph's order."""
        names = self._names
        attributes = self.graph._node
        return (
            self._node_from(node_id, attributes[node]) for node_id, node in zip(names.ids, names.nodes, strict=True)
        )

    def _node_from(self, node_id: str, attributes: Mapping[Any, Any]) -> Node:
        return Node(
            node_id, node_type(attributes, self._own_node.names), properties(attributes, "type", self._own_node.settled)
        )

    def count(self) -> tuple[int, int]:
        """Return the number of nodes and the number of edges."""
        return self.graph.number_of_nodes(), self.graph.number_of_edges()

    def row_of(self, node_id: str) -> int | None:
        """Return the row of the node with this id, or of the node that equals this text, quotes included."""
        names = self._names
        row = names.row_of.get(node_id)
        return names.row.get(node_id) if row is None else row

    def node_ids(self, rows: Rows) -> list[str]:
        ids = self._names.ids
        return [ids[row] for row in rows.tolist()]

    def nodes_at(self, rows: Rows) -> list[Node]:
        names, attributes = self._names, self.graph._node
        return [self._node_from(names.ids[row], attributes[names.nodes[row]]) for row in rows.tolist()]

    def node_rows(self, where: Predicate | None, most: int | None) -> Rows:
        """Return the rows of the first `most` nodes (None: of all) for which the condition is true, in order."""
        if where is None:
            return np.arange(len(self._names.nodes))[:most]
        raw, rest = split_condition(where, self._own_node)
        scan = scanner(ALL_NODES if most is None else SOME_NODES, raw, self._own_node)
        found: Iterable[int] = scan(self.graph._node.values())
        if rest is not None:
            test = node_test(rest)
            found = (row for row in found if test(self._at(row)))
        return first_rows(found, most)

    # Edges: a row encodes the rows of both nodes and the edge's position among their parallel edges

    def edges(self) -> Iterator[Edge]:
        """Yield all edges, in the order of `graph.edges()`."""
        return (edge for _, _, edges in self._between_all() for edge in edges)

    def _between_all(self) -> Iterator[tuple[int, int, list[Edge]]]:
        """Yield the rows of each pair of adjacent nodes, and the edges between them."""
        names = self._names
        rows, ids = names.row, names.ids
        for source, node in enumerate(names.nodes):
            for other, data in self._succ[node].items():
                target = rows[other]
                if self.directed or target >= source:
                    yield source, target, self._edges_of(ids[source], ids[target], data)

    def _edges_of(self, source: str, target: str, data: Mapping[Any, Any]) -> list[Edge]:
        """Return the edges between two nodes, given the graph's data for the pair."""
        edges = []
        likes: dict[str, int] = {}
        for attributes in data.values() if self._multi else (data,):
            relation = relation_of(attributes, self._own_edge.names)
            ordinal = likes.get(relation, 0)
            likes[relation] = ordinal + 1
            edges.append(
                Edge(source, relation, target, properties(attributes, "relation", self._own_edge.settled), ordinal)
            )
        return edges

    def edge_rows(self, where: Predicate | None, most: int | None) -> Rows:
        """Return the rows of the first `most` edges (None: of all) for which the condition is true, in order."""
        raw, rest = split_condition(where, self._own_edge)
        test = self._optional_test(rest)
        found = (row for row in self._scan_edges(raw) if test is None or test(row))
        return first_rows(found, most)

    def _scan_edges(self, raw: Predicate | None) -> Iterator[int]:
        """Yield the rows of the edges whose raw attributes satisfy a condition."""
        bits, row = self._names.bits, self._names.row
        scan = scanner(PARALLEL if self._multi else EDGES, raw, self._own_edge)
        for one, other, place in scan(self._succ.items()):
            source, target = row[one], row[other]
            # An undirected edge is listed at both of its ends; only the first one counts.
            if self.directed or target >= source:
                yield ((place << bits | source) << bits) | target

    def edges_at(self, rows: Rows) -> list[Edge]:
        return list(self._edges_in(rows.tolist()))

    def _edges_in(self, rows: Iterable[int]) -> Iterator[Edge]:
        names, bits = self._names, self._names.bits
        mask = (1 << bits) - 1
        between: dict[int, list[Edge]] = {}
        for row in rows:
            pair = row & ((mask << bits) | mask)
            if pair not in between:
                source, target = pair >> bits, pair & mask
                data = self._succ[names.nodes[source]][names.nodes[target]]
                between[pair] = self._edges_of(names.ids[source], names.ids[target], data)
            yield between[pair][row >> (2 * bits)]

    def edge_test(self, where: Predicate) -> Callable[[int], bool]:
        """Return a test of edge rows that is true where the condition is true."""
        test = edge_test(where, self._node)
        return lambda row: test(next(self._edges_in([row])))

    def ahead(self, row: int) -> Mapping[int, Collection[int]]:
        """Return the nodes one edge away along the edges, each with those edges in order."""
        return self._side(row, self._succ, turned=False)

    def behind(self, row: int) -> Mapping[int, Collection[int]]:
        """Return the nodes one edge away against the edges; in an undirected graph, what `ahead` returns."""
        return self._side(row, self._pred, turned=self.directed)

    def _side(self, row: int, side: Mapping[Any, Mapping[Any, Any]], turned: bool) -> dict[int, list[int]]:
        names = self._names
        rows = names.row
        return {
            rows[other]: self._rows_between(*((rows[other], row) if turned else (row, rows[other])), data)
            for other, data in side[names.nodes[row]].items()
        }

    def _rows_between(self, source: int, target: int, data: Mapping[Any, Any]) -> list[int]:
        bits = self._names.bits
        if not self.directed and target < source:
            source, target = target, source
        pair = source << bits | target
        return [place << (2 * bits) | pair for place in range(len(data) if self._multi else 1)]

    def in_order(self, edges: Iterable[int]) -> list[int]:
        """Return the rows of edges in the order of `edges`: by their first node, then by its neighbours."""
        names, bits = self._names, self._names.bits
        mask = (1 << bits) - 1
        places: dict[int, dict[Hashable, int]] = {}

        def place(row: int) -> tuple[int, int, int]:
            source, target = row >> bits & mask, names.nodes[row & mask]
            if source not in places:
                places[source] = {other: number for number, other in enumerate(self._succ[names.nodes[source]])}
            return source, places[source][target], row >> (2 * bits)

        return sorted(edges, key=place)

    # Paths

    def path_rows(
        self, starts: Sequence[int], ends: Sequence[int], longest: int, most: int, where: Predicate | None
    ) -> tuple[list[tuple[Rows, Rows]], tuple[str, ...]]:
        """Return the rows of each path's nodes and edges, searched on the graph's own dictionaries."""
        names = self._names
        nodes, links, first = names.nodes, self._links, None
        if where is not None:
            first = self._first_passing(where)
            links = replace(links, passes=lambda one, other: first(one, other) is not None)
        begun, ended = {nodes[start] for start in starts}, {nodes[end] for end in ends}
        paths, cut = simple_paths(links, begun, ended, longest, most, self.caps.max_expansions)
        return [self._as_rows(path, names, first) for path in paths], cut

    def _first_passing(self, where: Predicate) -> Callable[[Hashable, Hashable], int | None]:
        """Return a function that finds the row of the first edge between two nodes for which the condition is true."""
        row, succ, test = self._names.row, self._succ, self.edge_test(where)

        def first(one: Hashable, other: Hashable) -> int | None:
            return next(filter(test, self._rows_between(row[one], row[other], succ[one][other])), None)

        return first

    def _as_rows(
        self, path: tuple[Hashable, ...], names: NodeNames, first: Callable[[Hashable, Hashable], int | None] | None
    ) -> tuple[Rows, Rows]:
        row, bits = names.row, names.bits
        rows = [row[node] for node in path]
        if first is not None:
            edges = [edge for one, other in pairwise(path) if (edge := first(one, other)) is not None]
        elif self.directed:
            edges = [one << bits | other for one, other in pairwise(rows)]
        else:
            edges = [min(pair) << bits | max(pair) for pair in pairwise(rows)]
        return np.array(rows), np.array(edges)

    def _row_named(self, folded: str) -> int | None:
        # Not cached: attributes may have changed since the last call.
        names = ((row, name) for row, node in enumerate(self.nodes()) for name in names_of(node))
        return next((row for row, name in names if fold_name(name) == folded), None)
