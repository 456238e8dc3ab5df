"""An independent property graph in plain dictionaries. Tests compare the SQLite graph with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from memory_graph_check import Check

from pramana.canonical import canonical
from pramana.evidence import Evidence
from pramana.graph.elements import (
    Owner,
    check_unit,
    edge_element,
    evidence_element,
    merge_properties,
    node_element,
    property_element,
)
from pramana.graph.model import (
    WHOLE_DOCUMENT,
    Edge,
    EdgeFact,
    EdgeKey,
    Node,
    NodeFact,
    PropertyFact,
    StoredEdge,
    StoredProperty,
    Unit,
    by_place,
    fold_name,
)
from pramana.graph.schema import GraphSchema
from pramana.graph.sethash import SetHash

F = TypeVar("F", Node, Edge, PropertyFact)
PropertyKey = tuple[str, str]
"""A property's natural key among those of one node: its name, and its value as canonical JSON."""


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

    Its facts come in units and rest on lines. A graph that is changed node by node, undone and searched by conditions
    is `pramana.graph.adapters.MemoryAdapter`.
    """

    def __init__(self, schema: GraphSchema) -> None:
        self.schema = schema
        self._units: dict[str, Unit] = {}
        self._resting: dict[str, dict[str, None]] = {}
        self._nodes: dict[str, _Held[Node]] = {}
        self._edges: dict[EdgeKey, _Held[Edge]] = {}
        self._properties: dict[str, dict[PropertyKey, _Held[PropertyFact]]] = {}
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
        checked = Check(self.schema, self._survivor, unit).run()
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

    def slots_below(self, prefix: str) -> list[str]:
        """Return the filled slots that begin with `prefix`, sorted."""
        return sorted(slot for slot in self._units if slot.startswith(prefix))

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
        for property_fact in unit.properties:
            self._insert_property(unit.slot, property_fact)

    def _insert_node(self, slot: str, fact: NodeFact) -> None:
        node = fact.node
        if node.id not in self._nodes:
            self._nodes[node.id] = _Held(node, self._next())
            self._hash.add([node_element(node)])
        self._support(self._nodes[node.id], slot, node.id, fact.evidence)
        for name in fact.names:
            self._names.setdefault(fold_name(name), {}).setdefault(node.id, set()).add(slot)

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

    def _insert_property(self, slot: str, fact: PropertyFact) -> None:
        self._support(self._nodes[fact.node], slot, fact.node, ())
        added = self._properties.setdefault(fact.node, {})
        if _property_key(fact) not in added:
            added[_property_key(fact)] = _Held(replace(fact, evidence=()), self._next())
            self._hash.add([property_element(fact)])
        self._support(added[_property_key(fact)], slot, fact, fact.evidence)

    def _support(self, held: _Held[F], slot: str, owner: Owner, evidence: Sequence[Evidence]) -> None:
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
                self._forget_name(fold_name(name), fact.node.id, unit.slot)
        for edge_fact in unit.edges:
            self._release_edge(unit.slot, edge_fact.edge.key)
        for property_fact in unit.properties:
            self._release_property(unit.slot, property_fact)
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

    def _release_property(self, slot: str, fact: PropertyFact) -> None:
        added = self._properties.get(fact.node, {})
        held = added.get(_property_key(fact))
        if held is None or slot not in held.support:
            return
        self._hash.remove(evidence_element(fact, item) for item in held.support.pop(slot))
        if not held.support:
            del added[_property_key(fact)]
            self._hash.remove([property_element(fact)])
        if not added:
            del self._properties[fact.node]

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
        return self._shown(held) if held else None

    def nodes(self, node_type: str | None = None) -> Iterator[Node]:
        """Yield all nodes, or those of one type."""
        for held in list(self._nodes.values()):
            if not node_type or held.fact.type == node_type:
                yield self._shown(held)

    def nodes_by_id(self) -> Iterator[Node]:
        yield from sorted(self.nodes(), key=lambda node: node.id)

    def edges_by_key(self) -> Iterator[Edge]:
        yield from sorted(self.edges(), key=lambda edge: edge.key)

    def stored_edges_by_key(self) -> Iterator[StoredEdge]:
        yield from filter(None, map(self.stored_edge, self.edges_by_key()))

    def _shown(self, held: _Held[Node]) -> Node:
        """Return a node with the properties added to it: under each name the one with the smallest canonical value."""
        node = held.fact
        if node.id not in self._properties:
            return node
        kept = self._properties[node.id]
        added = {key[0]: kept[key].fact.value for key in sorted(kept, reverse=True)}
        return replace(node, properties=merge_properties(node.properties, added))

    def nodes_where(self, node_type: str, name: str, value: str) -> list[Node]:
        """Return the nodes of a type whose text property `name` is `value`, by looking at every node."""
        return [node for node in self.nodes(node_type) if node.properties.get(name) == value]

    def nodes_named(self, name: str) -> list[Node]:
        """Return the nodes that go by a name, in any case."""
        bearers = [self._nodes[node_id] for node_id in self._names.get(fold_name(name), {})]
        return [self._shown(held) for held in sorted(bearers, key=lambda held: held.serial)]

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

    def stored_edge(self, edge: Edge) -> StoredEdge | None:
        """Return the edge under this natural key, with what it rests on."""
        held = self._edges.get(edge.key)
        if held is None:
            return None
        return StoredEdge(held.fact, tuple(held.evidence()), *self._backing(held))

    def node_evidence(self, node_id: str) -> list[Evidence]:
        """Return where a node stands in the text, with the evidence of the properties added to it."""
        if node_id not in self._nodes:
            return []
        added = [item for held in self._properties.get(node_id, {}).values() for item in held.evidence()]
        return sorted(self._nodes[node_id].evidence() + added, key=by_place)

    def node_origin(self, node_id: str) -> tuple[str, tuple[int, str] | None]:
        """Return the verdict and the origin of the unit that supports a node first."""
        held = self._nodes.get(node_id)
        if held is None:
            return "", None
        verdict, origin, _ = self._backing(held)
        return verdict, origin

    def added_properties(self, node_id: str, name: str | None = None) -> list[StoredProperty]:
        """Return the properties added to a node, or those of one name, by (name, canonical value)."""
        added = sorted(self._properties.get(node_id, {}).items())
        return [self._stored_property(held) for key, held in added if name in (None, key[0])]

    def property_evidence(self, node_id: str, name: str) -> list[Evidence]:
        """Return what the shown value of an added property rests on, by place. Empty where none was added."""
        added = self.added_properties(node_id, name)
        return list(added[0].fact.evidence) if added else []

    def property_origin(self, node_id: str, name: str) -> tuple[str, tuple[int, str] | None]:
        """Return the verdict and the origin of the unit that first supports the shown value of an added property."""
        added = self.added_properties(node_id, name)
        return (added[0].verdict, added[0].origin) if added else ("", None)

    def _stored_property(self, held: _Held[PropertyFact]) -> StoredProperty:
        return StoredProperty(replace(held.fact, evidence=tuple(held.evidence())), *self._backing(held))

    def _backing(self, held: _Held[F]) -> tuple[str, tuple[int, str] | None, tuple[str, ...]]:
        """Return verdict and origin of the unit that supports a fact first, and the verdicts of all."""
        first = self._units[next(iter(held.support))]
        return first.verdict, first.origin, tuple(sorted({self._units[slot].verdict for slot in held.support}))

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

    def _survivor(self, slot: str, key: str | EdgeKey) -> Node | Edge | None:
        """Return the fact that would still be there if a slot were emptied."""
        held = self._nodes.get(key) if isinstance(key, str) else self._edges.get(key)
        return held.fact if held is not None and held.support.keys() - {slot} else None


def _nodes_of(unit: Unit) -> Iterator[str]:
    """Yield the nodes that a unit supports: those it gives, the ends of its edges, those it adds properties to."""
    yield from (fact.node.id for fact in unit.nodes)
    for fact in unit.edges:
        yield from (fact.edge.source, fact.edge.target)
    yield from (added.node for added in unit.properties)


def _property_key(fact: PropertyFact) -> PropertyKey:
    return fact.name, canonical(fact.value)
