"""Neighbour lists as compressed sparse rows: for each node its edges in order, and the nodes at their other ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from pramana.graph.adapters.rows import Rows

Narrow = NDArray[np.int32]


@dataclass(frozen=True)
class Csr:
    """The edges of node `n` are at `starts[n]` to `starts[n + 1]` (exclusive) of `edges` and `others`.

    `edges` holds edge rows, ascending for each node; `others` the node at the other end of each.
    """

    starts: Narrow
    edges: Narrow
    others: Narrow

    @cached_property
    def scalars(self) -> tuple[memoryview[int], memoryview[int]]:
        """`starts` and `others` as memory views: single lookups as fast as in lists, without a copy."""
        return self.starts.data, self.others.data

    def between(self, node: int, other: int) -> list[int]:
        """Return the edges from one node to another, in order."""
        part = slice(self.starts[node], self.starts[node + 1])
        found: list[int] = self.edges[part][self.others[part] == other].tolist()
        return found

    def first_edges(self, path: Sequence[int]) -> Rows:
        """Return for each step of a path its first edge."""
        return np.array([self.between(one, other)[0] for one, other in pairwise(path)], dtype=np.int64)

    def places(self, nodes: Rows) -> Rows:
        """Return the positions in `edges` and `others` of the edges of nodes, node after node."""
        first = self.starts[nodes].astype(np.int64)
        sizes = self.starts[nodes + 1] - first
        ends = np.cumsum(sizes)
        total = int(ends[-1]) if len(ends) else 0
        return np.repeat(first - ends + sizes, sizes) + np.arange(total)


def csr(near: Narrow, far: Narrow, nodes: int) -> Csr:
    """Return the neighbour lists of `nodes` nodes, whose edges go from `near[e]` to `far[e]`.

    Edges are sorted as integers with the row number in the low bits: twice as fast as a stable argsort.
    """
    bits = max(1, len(near).bit_length())
    packed = near.astype(np.int64)
    packed <<= bits
    packed |= np.arange(len(near), dtype=np.int32)
    packed.sort()
    packed &= (1 << bits) - 1
    edges = packed.astype(np.int32)
    del packed
    starts = np.zeros(nodes + 1, dtype=np.int32)
    np.cumsum(np.bincount(near, minlength=nodes), out=starts[1:])
    return Csr(starts, edges, far[edges])


def both_ways(source: Narrow, target: Narrow, nodes: int) -> Csr:
    """Return the neighbour lists of an undirected graph: each edge is listed at both of its ends, a loop once."""
    loop = source == target
    rows = np.arange(len(source), dtype=np.int32)
    near, far = np.concatenate([source, target[~loop]]), np.concatenate([target, source[~loop]])
    which = np.concatenate([rows, rows[~loop]])
    order = np.lexsort((which, near))
    starts = np.zeros(nodes + 1, dtype=np.int32)
    np.cumsum(np.bincount(near, minlength=nodes), out=starts[1:])
    return Csr(starts, which[order], far[order])
