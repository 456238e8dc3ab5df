"""What is kept in this process of the last states of graphs: each reader of a server asks for that of one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from pramana.graph import SqliteGraph

KEPT = 4
"""States of graphs of which something is kept."""
Kept = TypeVar("Kept")


class KeptByState(Generic[Kept]):
    """Something made of a graph, once for each of its last states: a hash of the graph covers all that it rests on."""

    def __init__(self, make: Callable[[SqliteGraph], Kept]) -> None:
        self._make = make
        self._lock = Lock()
        self._kept: OrderedDict[str, Kept] = OrderedDict()

    def of(self, graph: SqliteGraph) -> Kept:
        """Return what was made of a graph, and make it first where it was not."""
        now = graph.hash()
        with self._lock:  # who comes meanwhile waits: all of them at it would take as many times as long
            if now not in self._kept:
                self._kept[now] = self._make(graph)
            self._kept.move_to_end(now)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[now]
