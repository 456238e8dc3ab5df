"""Edges followed one node at a time, and conditions put to one edge at a time: what path searches ask."""

from __future__ import annotations

from typing import Any

import numpy as np

from pramana.graph.adapters.columnar.csr import Csr
from pramana.graph.adapters.columnar.sieve import Mask, Sieve

TRIED = 64
"""Edges that are put to a condition one by one before all are put to it at once."""


class Around(dict[int, Any]):
    """The neighbours of one node as keys. The edges to one of them are looked up when somebody asks."""

    __slots__ = ("_links", "_node")

    def __init__(self, links: Csr, node: int) -> None:
        super().__init__(Near(links)[node])
        self._links = links
        self._node = node

    def __getitem__(self, other: int) -> list[int]:
        return self._links.between(self._node, other)


class Near(dict[int, dict[int, None]]):
    """The neighbours of each node that one search asks for, as keys; looked up once."""

    __slots__ = ("_others", "_starts")

    def __init__(self, links: Csr) -> None:
        super().__init__()
        self._starts, self._others = links.scalars

    def __missing__(self, node: int) -> dict[int, None]:
        starts = self._starts
        near = self[node] = dict.fromkeys(self._others[starts[node] : starts[node + 1]].tolist())
        return near


class OneByOne:
    """A sieve asked about single edges. Where it is asked often, it is put to all edges, once."""

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
