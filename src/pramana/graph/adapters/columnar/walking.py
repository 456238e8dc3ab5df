"""Edges followed one node at a time, and conditions put to one edge at a time: what path searches ask."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from pramana.graph.adapters.columnar.csr import Csr
from pramana.graph.adapters.columnar.sieve import Mask, Sieve

CACHED = 1024
"""Nodes whose neighbours are kept ready for the next path search."""

TRIED = 64
"""Edges that are put to a condition one by one before all are put to it at once."""


class Around(dict[int, Any]):
    """The neighbours of one node as keys. The edges to one of them are looked up when somebody asks."""

    __slots__ = ("_links", "_node")

    def __init__(self, links: Csr, node: int, others: list[int]) -> None:
        super().__init__(dict.fromkeys(others))
        self._links = links
        self._node = node

    def __getitem__(self, other: int) -> list[int]:
        return self._links.between(self._node, other)


def around(links: Csr) -> Callable[[int], Around]:
    """Return what gives a node's neighbours, the last ones asked for from memory."""
    others_of = links.one_by_one()
    return lru_cache(CACHED)(lambda node: Around(links, node, others_of(node)))


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
