"""Writes that every growing graph checks alike, whatever keeps it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from pramana.errors import UnknownName
from pramana.graph.adapters.memory_checks import admit_node
from pramana.graph.adapters.rows import ElementKind
from pramana.graph.adapters.values import plain_properties
from pramana.graph.model import Edge, EdgeKey, Node
from pramana.graph.schema import GraphSchema, Violation


class CheckedWrites(ABC):
    """Adds and updates nodes and removes edges by changes that its heir makes, each at a place: a row, by default.

    Name it behind the adapter that reads the graph, whose methods go first.
    """

    schema: GraphSchema

    @abstractmethod
    def count(self) -> tuple[int, int]: ...

    @abstractmethod
    def row_of(self, node_id: str) -> int | None: ...

    @abstractmethod
    def edge_row_of(self, key: EdgeKey) -> int | None: ...

    @abstractmethod
    def node_at(self, row: int) -> Node: ...

    @abstractmethod
    def edge_at(self, row: int) -> Edge: ...

    @abstractmethod
    def _known_row(self, node_id: str) -> int: ...

    @abstractmethod
    def _next_place(self, kind: ElementKind) -> int:
        """Return the place of the next node or edge."""

    @abstractmethod
    def _change(
        self, kind: ElementKind, place: int, before: Node | Edge | None, after: Node | Edge | None, schema: GraphSchema
    ) -> None:
        """Replace what is at a place (None: nothing), and the schema."""

    def _place_of(self, row: int) -> int:
        return row

    def add_node(self, node: Node) -> None:
        """Add a node. Its properties are copied; those that are None are left out.

        Raises SchemaViolation if the schema refuses it or its id is taken, CanonicalError if a property is not JSON.
        """
        if self.row_of(node.id) is not None:
            raise Violation("twice", f"node {node.id!r}", "already exists", given=node.id).error()
        node = Node(node.id, node.type, plain_properties(node.properties))
        widened, _ = admit_node(self.schema, node, self.count()[0] + 1)
        self._change(ElementKind.NODES, self._next_place(ElementKind.NODES), None, node, widened)

    def update_node(self, node_id: str, properties: Mapping[str, Any]) -> Node:
        """Set properties of a node; None removes a property. Returns the changed node."""
        row = self._known_row(node_id)
        before = self.node_at(row)
        after = Node(before.id, before.type, plain_properties({**before.properties, **properties}))
        admit_node(self.schema, after, 0)
        self._change(ElementKind.NODES, self._place_of(row), before, after, self.schema)
        return after

    def remove_edge(self, edge: Edge) -> None:
        """Remove the edge with this natural key. Raises UnknownName if it does not exist."""
        row = self.edge_row_of(edge.key)
        if row is None:
            raise UnknownName("edge", edge.id, ())
        self._change(ElementKind.EDGES, self._place_of(row), self.edge_at(row), None, self.schema)
