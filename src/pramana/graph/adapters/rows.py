"""Rows: the numbers that an adapter gives to its nodes and edges, and the methods that read them."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pramana.expr import Predicate
from pramana.graph.model import Edge, Node

if TYPE_CHECKING:
    import polars as pl

Rows: TypeAlias = NDArray[np.int64]
"""Row numbers of nodes or of edges of one adapter. They are not valid for another adapter."""


class ElementKind(StrEnum):
    NODES = "nodes"
    EDGES = "edges"


class RowSource(Protocol):
    """The methods of an adapter that a selection uses to read its rows. All keep the order of `rows`."""

    def node_ids(self, rows: Rows) -> list[str]: ...

    def edge_ids(self, rows: Rows) -> list[str]: ...

    def nodes_at(self, rows: Rows) -> list[Node]: ...

    def edges_at(self, rows: Rows) -> list[Edge]: ...

    def node_frame(self, rows: Rows) -> pl.DataFrame:
        """Return the nodes as a frame: `id`, `type`, then their properties by name."""

    def edge_frame(self, rows: Rows) -> pl.DataFrame:
        """Return the edges as a frame: `id`, `source`, `target`, `relation`, then their properties by name."""

    def count_mismatches(self, kind: ElementKind, where: Predicate) -> int:
        """Return how many comparisons of `where` have operands of different types, over all nodes or edges.

        AND and OR do not short-circuit here.
        """
