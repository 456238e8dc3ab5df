"""A graph in plain dictionaries: small, quick to make, gone with the process."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from pramana.canonical import canonical
from pramana.errors import SchemaViolation
from pramana.evidence import Evidence
from pramana.graph.elements import check_unit, edge_element, evidence_element, node_element, stated
from pramana.graph.model import (
    WHOLE_DOCUMENT,
    Edge,
    EdgeFact,
    EdgeKey,
    Node,
    NodeFact,
    Properties,
    StoredEdge,
    Unit,
    by_place,
    fold,
)
from pramana.graph.schema import GraphSchema
from pramana.graph.sethash import SetHash

F = TypeVar("F", Node, Edge)


@dataclass(slots=True)
class _Held(Generic[F]):
    """A live fact, and the evidence that each unit gives for it, by slot, in the units' order."""

    fact: F
    serial: int
    support: dict[str, list[Evidence]] = field(default_factory=dict)

    def evidence(self) -> list[Evidence]:
        return sorted((item for items in self.support.values() for item in items), key=by_place)


class MemoryGraph:
    """A property graph that answers as `SqliteGraph` does, and gives the same hash for the same units.

    Dictionaries keep the order in which their keys came in, so they hold the order of the results too.
    """

    def __init__(self, schema: GraphSchema) -> None:
        self.schema = schema
        self._units: dict[str, Unit] = {}
        self._resting: dict[str, dict[str, None]] = {}
        self._nodes: dict[str, _Held[Node]] = {}
        self._edges: dict[EdgeKey, _Held[Edge]] = {}
        self._leaving: dict[str, dict[EdgeKey, None]] = {}
        self._reaching: dict[str, dict[EdgeKey, None]] = {}
        self._names: dict[str, dict[str, set[str]]] = {}
        self._hash = SetHash()
        self._serial = 0

    # Writing

    def key_of(self, slot: str) -> str | None:
        """Return the key of the unit that fills a slot, None where none does."""
        unit = self._units.get(slot)
        return unit.key if unit else None

    def put(self, unit: Unit) -> bool:
        """Put a unit into its slot. Returns False where an equal one already is there.

        Raises SchemaViolation or CanonicalError, and writes nothing, as `SqliteGraph.put` does.
        """
        check_unit(unit)
        if self.key_of(unit.slot) == unit.key:
            return False
        checked = _Check(self, unit).run()
        self.drop([unit.slot])
        self._insert(checked)
        return True

    def drop(self, slots: Sequence[str]) -> None:
        """Take units out of the graph, with every fact that nothing else supports."""
        for slot in slots:
            unit = self._units.pop(slot, None)
            if unit is not None:
                self._remove(unit)

    def slots_resting_on(self, doc_id: str, line: int | None = None) -> list[str]:
        """Return the slots of the units that have a premise in a document, or in one line of it (or all of it)."""
        slots = self._resting.get(doc_id, {})
        wanted = {(doc_id, line), (doc_id, WHOLE_DOCUMENT)}
        return [slot for slot in slots if line is None or wanted.intersection(self._units[slot].premises)]

    def hash(self) -> str:
        """Return the hash of all live facts with their evidence, under natural keys."""
        return self._hash.hexdigest()

    def _insert(self, unit: Unit) -> None:
        self._units[unit.slot] = unit
        for doc_id, _ in unit.premises:
            self._resting.setdefault(doc_id, {})[unit.slot] = None
        for fact in unit.nodes:
            self._insert_node(unit.slot, fact)
        for edge_fact in unit.edges:
            self._insert_edge(unit.slot, edge_fact)

    def _insert_node(self, slot: str, fact: NodeFact) -> None:
        node = fact.node
        if node.id not in self._nodes:
            self._nodes[node.id] = _Held(node, self._next())
            self._hash.add([node_element(node)])
        self._support(self._nodes[node.id], slot, node.id, fact.evidence)
        for name in fact.names:
            self._names.setdefault(fold(name), {}).setdefault(node.id, set()).add(slot)

    def _insert_edge(self, slot: str, fact: EdgeFact) -> None:
        edge = fact.edge
        for end in (edge.source, edge.target):
            self._support(self._nodes[end], slot, end, ())
        if edge.key not in self._edges:
            self._edges[edge.key] = _Held(edge, self._next())
            self._leaving.setdefault(edge.source, {})[edge.key] = None
            self._reaching.setdefault(edge.target, {})[edge.key] = None
            self._hash.add([edge_element(edge)])
        self._support(self._edges[edge.key], slot, edge, fact.evidence)

    def _support(self, held: _Held[F], slot: str, owner: str | Edge, evidence: Sequence[Evidence]) -> None:
        given = list(dict.fromkeys(evidence))
        held.support.setdefault(slot, []).extend(given)
        self._hash.add(evidence_element(owner, item) for item in given)

    def _next(self) -> int:
        self._serial += 1
        return self._serial

    def _remove(self, unit: Unit) -> None:
        for doc_id, _ in unit.premises:
            self._resting[doc_id].pop(unit.slot, None)
        for fact in unit.nodes:
            for name in fact.names:
                self._forget_name(fold(name), fact.node.id, unit.slot)
        for edge_fact in unit.edges:
            self._release_edge(unit.slot, edge_fact.edge.key)
        for node_id in dict.fromkeys(_nodes_of(unit)):
            self._release_node(unit.slot, node_id)

    def _release_edge(self, slot: str, key: EdgeKey) -> None:
        held = self._edges.get(key)
        if held is None or slot not in held.support:
            return
        edge = held.fact
        self._hash.remove(evidence_element(edge, item) for item in held.support.pop(slot))
        if not held.support:
            del self._edges[key], self._leaving[edge.source][key], self._reaching[edge.target][key]
            self._hash.remove([edge_element(edge)])

    def _release_node(self, slot: str, node_id: str) -> None:
        held = self._nodes[node_id]
        self._hash.remove(evidence_element(node_id, item) for item in held.support.pop(slot))
        if not held.support:
            del self._nodes[node_id]
            self._leaving.pop(node_id, None)
            self._reaching.pop(node_id, None)
            self._hash.remove([node_element(held.fact)])

    def _forget_name(self, name: str, node_id: str, slot: str) -> None:
        bearers = self._names.get(name, {})
        bearers.get(node_id, set()).discard(slot)
        if not bearers.get(node_id):
            bearers.pop(node_id, None)
        if not bearers:
            self._names.pop(name, None)

    # Reading

    def node(self, node_id: str) -> Node | None:
        held = self._nodes.get(node_id)
        return held.fact if held else None

    def nodes(self, node_type: str | None = None) -> Iterator[Node]:
        """Yield all nodes, or those of one type."""
        for held in list(self._nodes.values()):
            if not node_type or held.fact.type == node_type:
                yield held.fact

    def nodes_where(self, node_type: str, name: str, value: str) -> list[Node]:
        """Return the nodes of a type whose text property `name` is `value`, by looking at every node."""
        return [node for node in self.nodes(node_type) if node.properties.get(name) == value]

    def named(self, name: str) -> list[Node]:
        """Return the nodes that go by a name, in any case."""
        bearers = [self._nodes[node_id] for node_id in self._names.get(fold(name), {})]
        return [held.fact for held in sorted(bearers, key=lambda held: held.serial)]

    def names(self) -> list[str]:
        """Return every name that some node goes by, folded, sorted."""
        return sorted(self._names)

    def edges_from(self, node_id: str, relation: str | None = None) -> list[Edge]:
        return self._along(self._leaving.get(node_id, {}), relation)

    def edges_to(self, node_id: str, relation: str | None = None) -> list[Edge]:
        return self._along(self._reaching.get(node_id, {}), relation)

    def count_edges_to(self, node_id: str, relation: str) -> int:
        return len(self.edges_to(node_id, relation))

    def edges(self, relation: str | None = None, limit: int | None = None) -> list[Edge]:
        """Return all edges, or those of one relation, at most `limit` of them."""
        return self._along(self._edges, relation)[:limit]

    def _along(self, keys: dict[EdgeKey, None] | dict[EdgeKey, _Held[Edge]], relation: str | None) -> list[Edge]:
        return [self._edges[key].fact for key in keys if not relation or key[1] == relation]

    def stored(self, edge: Edge) -> StoredEdge | None:
        """Return the edge under this natural key, with what it rests on."""
        held = self._edges.get(edge.key)
        if held is None:
            return None
        first = self._units[next(iter(held.support))]
        verdicts = sorted({self._units[slot].verdict for slot in held.support})
        return StoredEdge(held.fact, tuple(held.evidence()), first.verdict, first.origin, tuple(verdicts))

    def node_evidence(self, node_id: str) -> list[Evidence]:
        """Return where a node stands in the text."""
        held = self._nodes.get(node_id)
        return held.evidence() if held else []

    def node_origin(self, node_id: str) -> tuple[str, tuple[int, str] | None]:
        """Return the verdict and the origin of the unit that supports a node first."""
        held = self._nodes.get(node_id)
        if held is None:
            return "", None
        first = self._units[next(iter(held.support))]
        return first.verdict, first.origin

    def count(self) -> dict[str, int]:
        """Return how many nodes there are of each type and how many edges of each relation."""
        types = Counter(held.fact.type for held in self._nodes.values())
        relations = Counter(key[1] for key in self._edges)
        return dict(sorted(types.items())) | dict(sorted(relations.items()))

    def count_verdicts(self) -> dict[str, int]:
        """Return how many edges rest on units of each verdict."""
        verdicts: Counter[str] = Counter()
        for held in self._edges.values():
            verdicts.update({self._units[slot].verdict for slot in held.support})
        return dict(sorted(verdicts.items()))

    def survivor(self, slot: str, key: str | EdgeKey) -> Node | Edge | None:
        """Return the fact that would still be there if a slot were emptied."""
        held = self._nodes.get(key) if isinstance(key, str) else self._edges.get(key)
        return held.fact if held is not None and held.support.keys() - {slot} else None


class _Check:
    """The reading of a unit before it is written: against the schema, and against what the graph would still hold."""

    def __init__(self, graph: MemoryGraph, unit: Unit) -> None:
        self._graph = graph
        self._unit = unit
        self._nodes: dict[str, Node] = {}
        self._edges: dict[EdgeKey, Edge] = {}

    def run(self) -> Unit:
        """Return the unit as it is to be written: properties as JSON gives them back, without those that are None."""
        nodes = tuple(replace(fact, node=self._node(fact.node)) for fact in self._unit.nodes)
        edges = tuple(replace(fact, edge=self._edge(fact.edge)) for fact in self._unit.edges)
        return replace(self._unit, nodes=nodes, edges=edges)

    def _node(self, node: Node) -> Node:
        plain = replace(node, properties=_plain(node.properties))
        known = self._known(node.id)
        if known is None:
            self._graph.schema.validate_node(node)
        elif node_element(known) != node_element(plain):
            held = canonical(known.properties)
            raise SchemaViolation(f"node {node.id!r}", f"is in the graph as a {known.type} with {held}")
        self._nodes[node.id] = plain
        return plain

    def _edge(self, edge: Edge) -> Edge:
        plain = replace(edge, properties=_plain(edge.properties))
        source, target = (self._endpoint(end, edge) for end in (edge.source, edge.target))
        known = self._edges.get(edge.key) or self._graph.survivor(self._unit.slot, edge.key)
        if known is None:
            self._graph.schema.validate_edge(edge, source.type, target.type)
        elif canonical(known.properties) != canonical(plain.properties):
            raise SchemaViolation(f"edge {edge.id!r}", f"is in the graph with {canonical(known.properties)}")
        self._edges[edge.key] = plain
        return plain

    def _endpoint(self, node_id: str, edge: Edge) -> Node:
        known = self._known(node_id)
        if known is None:
            raise SchemaViolation(f"edge {edge.id!r}", f"there is no node {node_id!r}")
        return known

    def _known(self, node_id: str) -> Node | None:
        known = self._nodes.get(node_id) or self._graph.survivor(self._unit.slot, node_id)
        return known if isinstance(known, Node) else None


def _plain(properties: Properties) -> Properties:
    plain: Properties = json.loads(canonical(stated(properties)))
    return plain


def _nodes_of(unit: Unit) -> Iterator[str]:
    """Yield the nodes that a unit supports: those it gives, and the ends of its edges."""
    yield from (fact.node.id for fact in unit.nodes)
    for fact in unit.edges:
        yield from (fact.edge.source, fact.edge.target)
