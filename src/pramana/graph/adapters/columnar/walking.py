"""Following edges from one node at a time, and testing one edge at a time, as path searches need."""

from __future__ import annotations

from typing import Any

import numpy as np

from pramana.graph.adapters.columnar.csr import Csr
from pramana.graph.adapters.columnar.sieve import Mask, Sieve

TRIED = 64
"""Edges that are tested one by one before the condition is evaluated for all edges. Chosen by hand."""


class Around(dict[int, Any]):
    """The neighbours of one node as keys. The edges to a neighbour are looked up on access."""

    __slots__ = ("_links", "_node")

    def __init__(self, links: Csr, node: int) -> None:
        super().__init__(Near(links)[node])
        self._links = links
        self._node = node

    def __getitem__(self, other: int) -> list[int]:
        return self._links.between(self._node, other)


class Near(dict[int, dict[int, None]]):
    """The neighbours, as keys, of each node that one search visits; looked up once."""

    __slots__ = ("_others", "_starts")

    def __init__(self, links: Csr) -> None:
        super().__init__()
        self._starts, self._others = links.scalars

    def __missing__(self, node: int) -> dict[int, None]:
        starts = self._starts
        near = self[node] = dict.fromkeys(self._others[starts[node] : starts[node + 1]].tolist())
        return near


class OneByOne:
    """Evaluates a sieve on single edges; after TRIED edges it evaluates the sieve once for all of them."""

    def __init__(self, sieve: Sieve, count: int) -> None:
        self._sieve = sieve
        self._count = count
        self._asked = 0
        self._all: Mask | None = None

    def __call__(self, row: int) -> bool:
        if self._all is not None:
            return bool(self._all[row])
        self._asked += 1
        if self._asked > TRIED:
            self._all = self._sieve.at(slice(0, self._count))
            return bool(self._all[row])
        return bool(self._sieve.at(np.array([row]))[0])
