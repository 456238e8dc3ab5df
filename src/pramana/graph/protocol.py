"""What every store of facts can do, whatever it keeps them in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from pramana.evidence import Evidence
from pramana.graph.model import Edge, Node, StoredEdge, StoredProperty, Unit
from pramana.graph.schema import GraphSchema

if TYPE_CHECKING:
    from pramana.graph.memory import MemoryGraph
    from pramana.graph.sqlite import SqliteGraph


class GraphStore(Protocol):
    """A property graph written unit by unit. All results are in the order in which facts came in.

    A node that is read shows its own properties and the added ones. Where several values were added under one name, it
    shows the one whose canonical JSON is smallest by code point; all stay stored.
    """

    schema: GraphSchema

    def key_of(self, slot: str) -> str | None:
        """Return the key of the unit that fills a slot, None where none does."""

    def put(self, unit: Unit) -> bool:
        """Put a unit into its slot whole, or raise and write nothing. False where an equal one already is there."""

    def drop(self, slots: Sequence[str]) -> None:
        """Take units out, with every fact that nothing else supports. Empty slots are passed over."""

    def slots_resting_on(self, doc_id: str, line: int | None = None) -> list[str]:
        """Return the slots of the units that have a premise in a document, or in one line of it (or all of it)."""

    def slots_below(self, prefix: str) -> list[str]:
        """Return the filled slots that begin with `prefix`, sorted."""

    def hash(self) -> str:
        """Return the hash of all live facts with their evidence, under natural keys."""

    def node(self, node_id: str) -> Node | None:
        """Return a node by its id, None where there is none."""

    def nodes(self, node_type: str | None = None) -> Iterator[Node]:
        """Yield all nodes, or those of one type."""

    def nodes_where(self, node_type: str, name: str, value: str) -> list[Node]:
        """Return the nodes of a type whose text property `name` is `value`."""

    def named(self, name: str) -> list[Node]:
        """Return the nodes that go by a name, in any case."""

    def names(self) -> list[str]:
        """Return every name that some node goes by, folded, sorted."""

    def edges_from(self, node_id: str, relation: str | None = None) -> list[Edge]:
        """Return the edges that leave a node, or those of one relation."""

    def edges_to(self, node_id: str, relation: str | None = None) -> list[Edge]:
        """Return the edges that reach a node, or those of one relation."""

    def count_edges_to(self, node_id: str, relation: str) -> int:
        """Return how many edges of a relation reach a node."""

    def edges(self, relation: str | None = None, limit: int | None = None) -> list[Edge]:
        """Return all edges, or those of one relation, at most `limit` of them (None: all)."""

    def stored(self, edge: Edge) -> StoredEdge | None:
        """Return the edge under this natural key, with what it rests on."""

    def node_evidence(self, node_id: str) -> list[Evidence]:
        """Return where a node stands in the text, by place, with the evidence of the properties added to it."""

    def node_origin(self, node_id: str) -> tuple[str, tuple[int, str] | None]:
        """Return the verdict and the origin of the unit that supports a node first."""

    def added_properties(self, node_id: str, name: str | None = None) -> list[StoredProperty]:
        """Return the properties added to a node, or those of one name, by (name, canonical value).

        The first of each name is the one that the node shows.
        """

    def property_evidence(self, node_id: str, name: str) -> list[Evidence]:
        """Return what the shown value of an added property rests on, by place. Empty where none was added."""

    def property_origin(self, node_id: str, name: str) -> tuple[str, tuple[int, str] | None]:
        """Return the verdict and the origin of the unit that first supports the shown value of an added property."""

    def count(self) -> dict[str, int]:
        """Return how many nodes there are of each type and how many edges of each relation."""

    def count_verdicts(self) -> dict[str, int]:
        """Return how many edges rest on units of each verdict."""


if TYPE_CHECKING:
    _STORES: tuple[type[GraphStore], ...] = (MemoryGraph, SqliteGraph)
    """Both are held to the protocol by the type checker."""
