"""The result of a search: an adapter and row numbers. Nodes and edges are read on access."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from pramana.expr import Predicate
from pramana.extras import optional_import
from pramana.graph.adapters.records import edge_record, node_record
from pramana.graph.adapters.rows import ElementKind, Rows, RowSource
from pramana.graph.model import Edge, Node

if TYPE_CHECKING:
    import networkx as nx
    import polars as pl


@dataclass(frozen=True, eq=False)
class Selection(Sequence[dict[str, Any]]):
    """Nodes or edges of one adapter, in order. An item is a record; a slice is a selection.

    `cap_hit` names the caps that cut the result. Items are read from the graph on access, so a later change of the
    graph is visible.
    """

    source: RowSource
    kind: ElementKind
    rows: Rows
    cap_hit: tuple[str, ...] = ()
    where: Predicate | None = None

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.to_dicts())

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...

    @overload
    def __getitem__(self, index: slice) -> Selection: ...

    def __getitem__(self, index: int | slice) -> dict[str, Any] | Selection:
        if isinstance(index, slice):
            return Selection(self.source, self.kind, self.rows[index], self.cap_hit, self.where)
        rows = self.rows[index : index + 1 or None]  # a list of one index takes five times as long
        return Selection(self.source, self.kind, rows).to_dicts()[0]

    @property
    def ids(self) -> list[str]:
        return self.source.node_ids(self.rows) if self.kind is ElementKind.NODES else self.source.edge_ids(self.rows)

    @cached_property
    def mismatches(self) -> int:
        """How many comparisons of the condition had operands of different types, over everything that was searched."""
        return self.source.count_mismatches(self.kind, self.where) if self.where is not None else 0

    def nodes(self) -> list[Node]:
        """Return the nodes. Raises TypeError if edges were selected."""
        self._require_kind(ElementKind.NODES)
        return self.source.nodes_at(self.rows)

    def edges(self) -> list[Edge]:
        """Return the edges. Raises TypeError if nodes were selected."""
        self._require_kind(ElementKind.EDGES)
        return self.source.edges_at(self.rows)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the records that conditions see."""
        if self.kind is ElementKind.NODES:
            return [node_record(node) for node in self.source.nodes_at(self.rows)]
        return [edge_record(edge) for edge in self.source.edges_at(self.rows)]

    def to_polars(self) -> pl.DataFrame:
        """Return a frame with a column for each field of the records."""
        if self.kind is ElementKind.NODES:
            return self.source.node_frame(self.rows)
        return self.source.edge_frame(self.rows)

    def to_networkx(self) -> nx.MultiDiGraph[str]:
        """Return the selected nodes, or the selected edges with their ends. Raises ExtraMissing without NetworkX."""
        with optional_import("networkx", "A NetworkX graph"):
            import networkx as nx

        graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
        if self.kind is ElementKind.NODES:
            nodes, edges = self.nodes(), []
        else:
            edges = self.edges()
            nodes = []
            graph.add_nodes_from(dict.fromkeys(end for edge in edges for end in (edge.source, edge.target)))
        graph.add_nodes_from((node.id, {"type": node.type, **node.properties}) for node in nodes)
        graph.add_edges_from(
            (edge.source, edge.target, edge.id, {"relation": edge.relation, **edge.properties}) for edge in edges
        )
        return graph

    def _require_kind(self, kind: ElementKind) -> None:
        if self.kind is not kind:
            raise TypeError(f"The selection holds {self.kind}, not {kind}.")


@dataclass(frozen=True, eq=False)
class PathSelection(Sequence[dict[str, Any]]):
    """Paths of one adapter, shortest first. `nodes[i]` and `edges[i]` are the rows of the i-th path.

    A path has one edge less than nodes.
    """

    source: RowSource
    nodes: tuple[Rows, ...]
    edges: tuple[Rows, ...]
    cap_hit: tuple[str, ...] = ()
    where: Predicate | None = None

    def __len__(self) -> int:
        return len(self.nodes)

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...

    @overload
    def __getitem__(self, index: slice) -> PathSelection: ...

    def __getitem__(self, index: int | slice) -> dict[str, Any] | PathSelection:
        if isinstance(index, slice):
            return PathSelection(self.source, self.nodes[index], self.edges[index], self.cap_hit, self.where)
        nodes, edges = self.nodes[index], self.edges[index]
        return _path_record(self.source.node_ids(nodes), self.source.edges_at(edges))

    @property
    def ids(self) -> list[list[str]]:
        """The ids of each path's nodes."""
        if not self.nodes:
            return []
        flat = self.source.node_ids(np.concatenate(self.nodes))
        bounds = np.cumsum([0, *(len(path) for path in self.nodes)])
        return [flat[start:end] for start, end in pairwise(bounds)]

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a record for each path: `start`, `end`, `length` in edges, `nodes` (ids) and `edges` (records)."""
        if not self.nodes:
            return []
        rows = np.unique(
            np.concatenate(self.edges)
        )  # read at once: a graph on a server takes a request for each reading
        read = dict(zip(rows.tolist(), self.source.edges_at(rows), strict=True))
        paths = zip(self.ids, self.edges, strict=True)
        return [_path_record(nodes, [read[row] for row in edges.tolist()]) for nodes, edges in paths]


def _path_record(nodes: list[str], edges: list[Edge]) -> dict[str, Any]:
    return {
        "start": nodes[0],
        "end": nodes[-1],
        "length": len(edges),
        "nodes": nodes,
        "edges": [edge_record(edge) for edge in edges],
    }
