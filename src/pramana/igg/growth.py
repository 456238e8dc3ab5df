"""A graph that grows action by action, inside its schema and its bounds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from pramana.evidence import Evidence
from pramana.graph.adapters import MemoryAdapter
from pramana.graph.model import Edge, EdgeKey, Node
from pramana.graph.schema import GraphSchema
from pramana.igg.actions import Answer
from pramana.igg.outcome import Outcome
from pramana.igg.payload import Payload


class Aligning(Protocol):
    """Finds quotes in the context. `documents` is empty where the context has no text."""

    @property
    def documents(self) -> Any: ...

    def align(self, quote: str, doc: str | None = None) -> Evidence | None: ...


class GrowthListener(Protocol):
    """Is told of every change, after it was made (of an atomic batch: once all of it stands)."""

    def node_added(self, node: Node) -> None: ...

    def node_updated(self, before: Node, after: Node) -> None: ...

    def node_removed(self, node: Node) -> None: ...

    def edge_added(self, edge: Edge) -> None: ...

    def edge_removed(self, edge: Edge) -> None: ...


class Growth:
    """The state of a run: the graph, and what is known of it. It knows no model and no clock."""

    def __init__(
        self, payload: Payload, context: Aligning | None = None, listeners: Iterable[GrowthListener] = ()
    ) -> None:
        self.payload = payload
        self.context = context
        self.graph = MemoryAdapter(payload.graph_schema())
        self.iteration = 0

    @property
    def schema(self) -> GraphSchema:
        schema = self.graph.schema
        assert schema is not None
        return schema

    @property
    def hash(self) -> str:
        return self.graph.hash()

    def listen(self, listener: GrowthListener) -> None:
        """Tell a listener of all that is there, and from now on of every change."""

    def act(self, answer: Answer, who: str = "agent") -> Outcome:
        """Apply an answer's actions, each checked on its own."""
        raise NotImplementedError

    def evidence_of(self, item: str | EdgeKey) -> tuple[Evidence, ...]:
        """Return what a node (by id) or an edge (by key) rests on; nothing where it is asserted."""
        return ()
