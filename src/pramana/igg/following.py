"""What is worked out beside a growing graph: it follows the graph's own history, so that no undo can get past it."""

from __future__ import annotations

from abc import ABC, abstractmethod

from pramana.errors import GraphError
from pramana.graph import Edge, Node
from pramana.graph.adapters import Change, MemoryAdapter
from pramana.graph.adapters.memory_log import route

FAR = 1_000
"""Events: so far behind is far enough to follow. One by one costs four times as much."""


class Follower(ABC):
    """Follows one graph. A question costs what was changed since the one before.

    It is a listener of a growth, too: events say no more than that it is time to follow, so that a question never finds
    much left to do. What counts is the history: a change that nobody told of, or one that an undo or a failed
    transaction took back, is followed all the same.
    """

    def __init__(self, graph: MemoryAdapter) -> None:
        self._graph = graph
        self._head = graph.snapshot().head
        self._heard = 0
        self._restart()

    def follow(self) -> None:
        """Go to where the graph is now. Where the graph has forgotten its history, begin anew."""
        self._heard = 0
        head = self._graph.snapshot().head
        if head is self._head:
            return
        try:
            back, forth = route(self._head, head)
        except GraphError:
            self._restart()
        else:
            for change in back:
                self._turn(change, change.after, change.before)
            for change in forth:
                self._turn(change, change.before, change.after)
        self._head = head

    @abstractmethod
    def _restart(self) -> None:
        """Forget all, and count the graph as it is now."""

    @abstractmethod
    def _turn(self, change: Change, old: Node | Edge | None, new: Node | Edge | None) -> None:
        """Follow one change, made (from `old` to `new`) or taken back."""

    # What a growth tells

    def node_added(self, node: Node) -> None:
        self._hear()

    def node_updated(self, before: Node, after: Node) -> None:
        self._hear()

    def node_removed(self, node: Node) -> None:
        self._hear()

    def edge_added(self, edge: Edge) -> None:
        self._hear()

    def edge_removed(self, edge: Edge) -> None:
        self._hear()

    def _hear(self) -> None:
        self._heard += 1
        if self._heard >= FAR:
            self.follow()
