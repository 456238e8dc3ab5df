"""What a run keeps its graph in: the interface, and the one that keeps everything in memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

from pramana.expr import Predicate
from pramana.graph import Edge, EdgeKey, ElementKind, GraphAdapter, GraphSchema, MemoryAdapter, Node
from pramana.igg.books import Provenance
from pramana.igg.turn import Widened

Place: TypeAlias = Any
"""A value as a key: a text, or a tuple of texts, numbers and such tuples. 1 and 1.0 share one, True and "1" do not."""


class GrowingGraph(GraphAdapter, Protocol):
    """A graph that a run changes. Rows ascend in order of insertion and are never those of another element."""

    schema: GraphSchema

    def add_node(self, node: Node) -> None: ...

    def add_edge(self, edge: Edge) -> Edge:
        """Add an edge and return it as stored: with the next free ordinal among parallel edges."""

    def update_node(self, node_id: str, properties: Mapping[str, Any]) -> Node: ...

    def remove_node(self, node_id: str) -> None:
        """Remove a node and the edges that touch it."""

    def remove_edge(self, edge: Edge) -> None: ...

    def transaction(self) -> AbstractContextManager[None]:
        """Keep all writes inside; if an exception leaves the block, take them back."""

    def hash(self) -> str:
        """Return the hash of all nodes and edges, the same for equal graphs in every backend."""

    def nodes(self) -> Iterator[Node]: ...

    def edges(self) -> Iterator[Edge]: ...

    def row_of(self, node_id: str) -> int | None: ...

    def edge_row_of(self, key: EdgeKey) -> int | None: ...

    def node_at(self, row: int) -> Node: ...

    def edge_at(self, row: int) -> Edge: ...

    def node_rows(self, where: Predicate | None, most: int | None) -> Any: ...

    def edge_test(self, where: Predicate) -> Callable[[int], bool]: ...

    def ahead(self, row: int) -> Mapping[int, Collection[int]]:
        """Return the nodes one edge away along the edges, each with those edges in order."""

    def behind(self, row: int) -> Mapping[int, Collection[int]]:
        """Return the nodes one edge away against the edges, each with those edges in order."""


@runtime_checkable
class ServerGraph(GrowingGraph, Protocol):
    """A growing graph on a server."""

    def claim(self, owner: str) -> None:
        """Empty the graph for a run. Raises InputError where it holds what another owner has put there."""

    def keep(self) -> None:
        """Let `roll_back` come back to the present state."""

    def roll_back(self) -> None:
        """Drop what was written since `keep`."""

    def close(self) -> None:
        """Close the connection, which is opened again when it is needed."""


class RowIndex(Protocol):
    """The rows of nodes by a key."""

    def enter(self, place: Place, row: int) -> None: ...

    def leave(self, place: Place, row: int) -> None: ...

    def rows(self, place: Place) -> Iterator[int]:
        """Yield the rows with a key, ascending."""

    def count(self, place: Place) -> int:
        """Return how many rows have a key; of many, at least a large number."""


class ProvenanceBook(Protocol):
    """The provenance of nodes and edges by row."""

    def get(self, kind: ElementKind, row: int) -> Provenance: ...

    def put(self, kind: ElementKind, row: int, provenance: Provenance | None) -> None: ...


@dataclass(frozen=True, slots=True)
class KeptGrowth:
    """What a backend has besides the graph: the last iteration in it, the log's chain there, and a soft schema's
    additions."""

    iteration: int
    chain: str
    widened: tuple[Widened, ...] = ()


class GraphBackend(Protocol):
    """Holds the graph of one run, with its indexes and its provenance.

    A backend that outlives the process has what `keep` gave it, whole or not at all: what was changed since is dropped
    and comes again from the log.
    """

    @property
    def graph(self) -> GrowingGraph: ...

    @property
    def provenance(self) -> ProvenanceBook: ...

    @property
    def kept_growth(self) -> KeptGrowth | None:
        """What an earlier process kept; None for a new graph."""

    def index(self, name: str) -> RowIndex:
        """Return the index with this name, empty where it is new."""

    def index_names(self) -> list[str]:
        """Return the names of the indexes that are there."""

    def keep(self, growth: KeptGrowth) -> None:
        """Note that the graph is that of the log after an iteration. May be written later, with others."""

    def pause(self) -> None:
        """Write what `keep` noted, and drop what was changed since."""

    def clear(self) -> GraphBackend:
        """Return an empty backend in place of this one, whose graph is not that of the log."""


class MemoryIndex:
    """The rows of nodes by a key, in memory. A single row is stored without a dictionary, in a tenth of the memory."""

    def __init__(self) -> None:
        self._held: dict[Place, int | dict[int, None]] = {}
        self._unsorted: set[Place] = set()

    def enter(self, place: Place, row: int) -> None:
        held = self._held.get(place)
        if held is None:
            self._held[place] = row
        elif isinstance(held, int):
            self._held[place] = {min(held, row): None, max(held, row): None}
        else:
            if row < next(reversed(held)):
                self._unsorted.add(place)
            held[row] = None

    def leave(self, place: Place, row: int) -> None:
        held = self._held[place]
        if isinstance(held, int):
            del self._held[place]
        else:
            del held[row]
            if not held:
                del self._held[place]
                self._unsorted.discard(place)

    def rows(self, place: Place) -> Iterator[int]:
        held = self._held.get(place, {})
        if place in self._unsorted and isinstance(held, dict):
            held = self._held[place] = dict.fromkeys(sorted(held))
            self._unsorted.discard(place)
        return iter((held,) if isinstance(held, int) else held)

    def count(self, place: Place) -> int:
        held = self._held.get(place, {})
        return 1 if isinstance(held, int) else len(held)


class MemoryProvenance:
    """The provenance of nodes and edges by row, in memory."""

    def __init__(self) -> None:
        self._held: dict[ElementKind, dict[int, Provenance]] = {kind: {} for kind in ElementKind}

    def get(self, kind: ElementKind, row: int) -> Provenance:
        return self._held[kind][row]

    def put(self, kind: ElementKind, row: int, provenance: Provenance | None) -> None:
        if provenance is None:
            del self._held[kind][row]
        else:
            self._held[kind][row] = provenance


class MemoryBackend:
    """Keeps everything in memory, and nothing beyond the process: the log rebuilds it."""

    def __init__(self, schema: GraphSchema) -> None:
        self._schema = schema
        self.graph: Any = MemoryAdapter(schema)
        self.provenance = MemoryProvenance()
        self._indexes: dict[str, MemoryIndex] = {}

    @property
    def kept_growth(self) -> KeptGrowth | None:
        return None

    def index(self, name: str) -> MemoryIndex:
        return self._indexes.setdefault(name, MemoryIndex())

    def index_names(self) -> list[str]:
        return list(self._indexes)

    def keep(self, growth: KeptGrowth) -> None: ...

    def pause(self) -> None: ...

    def clear(self) -> MemoryBackend:
        return MemoryBackend(self._schema)
