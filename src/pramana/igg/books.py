"""Who added each node and edge of a growing graph, and the evidence for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pramana.evidence import Evidence
from pramana.graph import Edge, EdgeKey, Node
from pramana.igg.payload import SchemaConfig
from pramana.igg.references import NodeFinder


class GrowthListener(Protocol):
    """Is notified of every change after it was made (for an atomic batch: after the whole batch)."""

    def node_added(self, node: Node) -> None: ...

    def node_updated(self, before: Node, after: Node) -> None: ...

    def node_removed(self, node: Node) -> None: ...

    def edge_added(self, edge: Edge) -> None: ...

    def edge_removed(self, edge: Edge) -> None: ...


@dataclass(frozen=True, slots=True)
class Provenance:
    """Who added a node or an edge, and its evidence: empty if it is asserted."""

    owner: str
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class ProvenanceChange:
    """A change of a node or an edge: added (`before` is None), removed (`after` is None) or updated."""

    before: Node | Edge | None
    after: Node | Edge | None
    was: Provenance | None
    now: Provenance | None

    def reverse(self) -> ProvenanceChange:
        return ProvenanceChange(self.after, self.before, self.now, self.was)


class Books:
    """Tracks owners, evidence and references, event by event."""

    def __init__(self, schema: SchemaConfig) -> None:
        self.finder = NodeFinder(schema)
        self.standing: dict[str | EdgeKey, Provenance] = {}

    def enter(self, event: ProvenanceChange) -> None:
        item = event.after if event.after is not None else event.before
        assert item is not None
        key = item.id if isinstance(item, Node) else item.key
        if event.now is None:
            del self.standing[key]
        else:
            self.standing[key] = event.now
        before, after = event.before, event.after
        if isinstance(before, Node) and isinstance(after, Node):
            self.finder.change(before, after)
        elif isinstance(after, Node):
            self.finder.add(after)
        elif isinstance(before, Node):
            self.finder.drop(before)
            self.finder.release(before.id)


def tell(listener: GrowthListener, event: ProvenanceChange) -> None:
    """Notify a listener of an event."""
    before, after = event.before, event.after
    if isinstance(before, Node) and isinstance(after, Node):
        listener.node_updated(before, after)
    elif isinstance(after, Node):
        listener.node_added(after)
    elif isinstance(before, Node):
        listener.node_removed(before)
    elif isinstance(after, Edge):
        listener.edge_added(after)
    elif isinstance(before, Edge):
        listener.edge_removed(before)
