"""Values derived from a growing graph. They follow the graph's history, so that undone changes are included."""

from __future__ import annotations

from abc import ABC, abstractmethod

from pramana.errors import GraphError
from pramana.graph import Edge, GraphChange, MemoryAdapter, Node, change_route

FAR = 1_000
"""Events: after this many, following at once pays. Following each event by itself takes four times as long."""


class Follower(ABC):
    """Follows one graph. A query costs as much as the changes since the last one.

    It is also a listener of a growth: events only trigger an update, so that a query never has many changes to apply.
    The update reads the graph's history, so it includes changes without an event, and those that an undo or a failed
    transaction reverted.
    """

    def __init__(self, graph: MemoryAdapter) -> None:
        self._graph = graph
        self._head = graph.snapshot().head
        self._heard = 0
        self._restart()

    def follow(self) -> None:
        """Update to the current state of the graph. If the graph's history was deleted, start again."""
        self._heard = 0
        head = self._graph.snapshot().head
        if head is self._head:
            return
        try:
            back, forth = change_route(self._head, head)
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
        """Discard everything, and read the graph as it is now."""

    @abstractmethod
    def _turn(self, change: GraphChange, old: Node | Edge | None, new: Node | Edge | None) -> None:
        """Apply one change, made (from `old` to `new`) or reverted."""

    # Events of a growth

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
