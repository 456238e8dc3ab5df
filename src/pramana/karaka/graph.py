"""The Kāraka graph with the operations of the specification: written node by node, walked, and asked for its lines."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pramana.canonical import digest
from pramana.documents import DOCUMENT_SCHEMA
from pramana.errors import UnknownName
from pramana.events import search_names
from pramana.evidence import Grade
from pramana.graph import GRAPH_SCHEMA, Edge, EdgeFact, GraphSchema, Node, NodeFact, Unit, to_networkx
from pramana.karaka.asked_tables import TRAVERSAL_SCHEMA
from pramana.karaka.clear_names import MAX_HOPS
from pramana.karaka.resolver import EntityResolver
from pramana.karaka.schema import (
    CITED_IN,
    DOCUMENT,
    ENTITY,
    KARAKA_SCHEMA,
    KRIYA,
    document_node_id,
    kriya_node_id,
)
from pramana.karaka.senses import SenseGraph
from pramana.llm import RESPONSE_SCHEMA
from pramana.retrieval import RETRIEVAL_SCHEMA, FAISSVectorStore
from pramana.store import BLOB_SCHEMA, Database
from pramana.trace import TRACE_SCHEMA

if TYPE_CHECKING:
    import networkx as nx

SCHEMAS = (
    *(BLOB_SCHEMA, TRACE_SCHEMA, RESPONSE_SCHEMA, DOCUMENT_SCHEMA),
    *(RETRIEVAL_SCHEMA, GRAPH_SCHEMA, TRAVERSAL_SCHEMA),
)
"""The tables of a graph that was made without a workspace: its lines, its runs and its responses are kept beside it."""

EdgeFilter: TypeAlias = str | Iterable[str] | Callable[[Edge], bool] | None
"""The edges that a walk follows: of one relation, of several, those for which a function is true; None: all."""

_SLOT = "asserted/"
_SEQUENCE = re.compile(r"_K(\d+)$")


@dataclass(frozen=True, slots=True)
class DocumentNode:
    """One line of a document. `node_id` is `{doc_id}_L{line_number}`."""

    node_id: str
    doc_id: str
    line_number: int
    text: str
    type: Literal["Document"] = "Document"


@dataclass(frozen=True, slots=True)
class KriyaNode:
    """One event. `node_id` is `{doc_id}_L{line_number}_K{sequence}`, `verb` the lemma."""

    node_id: str
    verb: str
    doc_id: str
    line_number: int
    type: Literal["Kriya"] = "Kriya"


@dataclass(frozen=True, slots=True)
class EntityNode:
    """Whoever or whatever takes part in events. `entity_type` is None until the pass `types` decides it."""

    node_id: str
    canonical_name: str
    entity_type: str | None = None
    type: Literal["Entity"] = "Entity"


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """One edge, with the place of its first evidence; None where it was asserted without a place."""

    source: str
    target: str
    relation: str
    doc_id: str | None = None
    line_number: int | None = None


class KarakaGraphV2(SenseGraph):
    """A Kāraka graph: a workspace's own, or one in memory.

    What `add_…` writes goes through units and the schema like everything else, and has the verdict `asserted`, because
    no text was compared with it. It is in no run of the ledger, so no replay repeats it: use `ws.import_graph` for
    facts that a workspace should keep a record of.
    """

    def __init__(
        self, embedding_model: Any = None, schema: GraphSchema = KARAKA_SCHEMA, *, database: Database | None = None
    ) -> None:
        """`embedding_model` has `encode(text)`; None: letter sequences. `database` None is one in memory."""
        super().__init__(database or Database(None, SCHEMAS), schema)
        self.vector_store = FAISSVectorStore()
        """Vectors of lines by the id of their Document node. Kept in memory only."""
        self.entity_resolver = EntityResolver(embedding_model, graph=self)

    @property
    def graph(self) -> nx.MultiDiGraph[str]:
        """A copy of the graph for NetworkX: what is changed in it changes nothing here."""
        return to_networkx(self)

    # Writing

    def add_document_node(self, doc_id: str, line_number: int, text: str) -> str:
        """Add a line of a document and return its id. An existing line with the same text is not changed.

        Raises SchemaViolation if the line exists with another text.
        """
        node_id = document_node_id(doc_id, line_number)
        properties = {"doc_id": doc_id, "line_number": line_number, "text": text}
        self._assert(node_id, NodeFact(Node(node_id, DOCUMENT, properties)), (doc_id, line_number))
        return node_id

    def add_kriya_node(self, verb: str, doc_id: str, line_number: int) -> str:
        """Add an event to a line and return its id: the next free one, or that of the line's event of the same verb."""
        lemma = verb.strip().lower()
        taken = 0
        for node in self._kriyas_of(doc_id, line_number):
            if node.properties["verb"] == lemma:
                return node.id
            found = _SEQUENCE.search(node.id)
            taken = max(taken, int(found[1]) if found else 0)
        node_id = kriya_node_id(doc_id, line_number, taken + 1)
        properties = {"verb": lemma, "doc_id": doc_id, "line_number": line_number}
        self._assert(node_id, NodeFact(Node(node_id, KRIYA, properties)), (doc_id, line_number))
        return node_id

    def add_entity_node(self, canonical_name: str) -> str:
        """Add an entity and return its id, which is its name. An existing entity is not changed."""
        known = self.node(canonical_name)
        if known is None or known.type != ENTITY:
            fact = NodeFact(
                Node(canonical_name, ENTITY, {"canonical_name": canonical_name}), (), search_names(canonical_name)
            )
            self._assert(canonical_name, fact)
        return canonical_name

    def add_edge(self, source: str, target: str, relation: str, **attrs: Any) -> None:
        """Add an edge between two nodes. An existing edge is not changed.

        An edge with `doc_id` and `line_number` among `attrs` is removed together with that line. Raises
        SchemaViolation, and writes nothing, for an unknown relation, a missing node, or ends of the wrong type.
        """
        edge = Edge(source, relation, target, {name: value for name, value in attrs.items() if value is not None})
        if self.stored_edge(edge) is None:
            place = (attrs["doc_id"], attrs["line_number"]) if {"doc_id", "line_number"} <= {*attrs} else None
            self._assert(edge.id, EdgeFact(edge), place)

    def _assert(self, name: str, fact: NodeFact | EdgeFact, place: tuple[str, int] | None = None) -> None:
        node = fact.node if isinstance(fact, NodeFact) else None
        known = self.node(node.id) if node is not None else None
        if node is not None and known is not None and _holds(known, node):
            return
        nodes = (fact,) if isinstance(fact, NodeFact) else ()
        edges = (fact,) if isinstance(fact, EdgeFact) else ()
        premises = () if place is None else (place,)
        key = digest([name, place, dict(node.properties) if node else None])
        self.put(Unit(f"{_SLOT}{name}#{key[:12]}", key, premises, nodes, edges, Grade.ASSERTED.value))

    # Reading

    def record(self, node_id: str) -> DocumentNode | KriyaNode | EntityNode | None:
        """Return a node as a record of its type, None where there is none."""
        node = self.node(node_id)
        if node is None:
            return None
        held = node.properties
        if node.type == DOCUMENT:
            return DocumentNode(node.id, held["doc_id"], held["line_number"], held["text"])
        if node.type == KRIYA:
            return KriyaNode(node.id, held["verb"], held["doc_id"], held["line_number"])
        return EntityNode(node.id, str(held.get("canonical_name", node.id)), held.get("entity_type"))

    def edge_records(self, node_id: str) -> list[GraphEdge]:
        """Return the edges that leave a node, each with the place of its first evidence."""
        return [self._edge_record(edge) for edge in self.edges_from(node_id)]

    def _edge_record(self, edge: Edge) -> GraphEdge:
        stored = self.stored_edge(edge)
        first = stored.evidence[0] if stored is not None and stored.evidence else None
        doc_id = first.doc_id if first else edge.properties.get("doc_id")
        line_number = first.line_number if first else edge.properties.get("line_number")
        return GraphEdge(edge.source, edge.target, edge.relation, doc_id, line_number)

    def get_neighbors(
        self, node_id: str, relation: str | None = None, direction: Literal["in", "out"] = "out"
    ) -> list[str]:
        """Return the ids at the other ends of the edges that leave a node (`out`) or reach it (`in`), each once."""
        if direction == "in":
            return list(dict.fromkeys(edge.source for edge in self.edges_to(node_id, relation)))
        return list(dict.fromkeys(edge.target for edge in self.edges_from(node_id, relation)))

    def traverse(self, start_node: str, edge_filter: EdgeFilter = None, max_hops: int = MAX_HOPS) -> list[str]:
        """Return the ids of the nodes within `max_hops` edges of a node, the nearest first, without the node itself.

        Edges are followed in both directions: all roles lead from the event to the entity, so that the way from an
        entity to its events runs against them. Circles are walked once. An unknown node has no neighbours.
        """
        follows = _follows(edge_filter)
        reached, todo = {start_node: 0}, deque([start_node])
        while todo:
            here = todo.popleft()
            if reached[here] >= max_hops:
                continue
            for near in self._next_to(here, follows):
                if near not in reached:
                    reached[near] = reached[here] + 1
                    todo.append(near)
        return [node_id for node_id in reached if node_id != start_node]

    def _next_to(self, node_id: str, follows: Callable[[Edge], bool]) -> Iterator[str]:
        yield from (edge.target for edge in self.edges_from(node_id) if follows(edge))
        yield from (edge.source for edge in self.edges_to(node_id) if follows(edge))

    def get_cited_documents(self, kriya_ids: Iterable[str]) -> list[dict[str, Any]]:
        """Return the lines that events cite, each once, as `doc_id`, `line_number` and `text`, in order of place."""
        cited = {edge.target for kriya in kriya_ids for edge in self.edges_from(kriya, CITED_IN)}
        found = [node.properties for node in map(self.node, cited) if node is not None]
        lines = [{name: held[name] for name in ("doc_id", "line_number", "text")} for held in found]
        return sorted(lines, key=lambda line: (line["doc_id"], line["line_number"]))

    def _kriyas_of(self, doc_id: str, line_number: int) -> list[Node]:
        found = self.nodes_where(KRIYA, "doc_id", doc_id)
        return [node for node in found if node.properties["line_number"] == line_number]


def _holds(known: Node, wanted: Node) -> bool:
    """Return whether a node has all that another one says of it."""
    held: Mapping[str, Any] = known.properties
    return known.type == wanted.type and all(held.get(name) == value for name, value in wanted.properties.items())


def _follows(edge_filter: EdgeFilter) -> Callable[[Edge], bool]:
    if edge_filter is None:
        return lambda _: True
    if callable(edge_filter):
        return edge_filter
    relations = {edge_filter} if isinstance(edge_filter, str) else set(edge_filter)
    for relation in sorted(relations - {*KARAKA_SCHEMA.relations}):
        raise UnknownName("relation", relation, list(KARAKA_SCHEMA.relations))
    return lambda edge: edge.relation in relations
