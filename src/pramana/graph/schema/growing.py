"""Extension of a soft schema by new types, and inference of a schema from a graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from pramana.graph.model import Edge, Node
from pramana.graph.schema.model import GraphSchema, NodeType, Relation, SchemaMode
from pramana.graph.schema.values import Attribute, AttributeType, join_types, type_of
from pramana.serialization import JsonRecord


@dataclass(frozen=True, slots=True)
class Added(JsonRecord):
    """An addition to a schema. `type` is the node type that a relation may now lead from or to, "" for others."""

    what: Literal["node type", "relation", "source", "target"]
    name: str
    type: str = ""

    def __str__(self) -> str:
        ends = {"source": f": leads from a {self.type}", "target": f": leads to a {self.type}"}
        return f"{'relation' if self.what in ends else self.what} {self.name!r}{ends.get(self.what, '')}"


def extend_schema(
    schema: GraphSchema, nodes: Iterable[Node] = (), edges: Iterable[Edge] = (), types: Mapping[str, str] | None = None
) -> tuple[GraphSchema, tuple[Added, ...]]:
    """Return the schema extended for these nodes and edges if its mode is soft, and the additions, in order.

    `types` gives the type of each end that is not among `nodes`. Only node types, relations and their ends are added;
    required properties and bounds do not change. A strict schema is returned unchanged.
    """
    if schema.mode is not SchemaMode.SOFT:
        return schema, ()
    node_types, relations = dict(schema.node_types), dict(schema.relations)
    added: list[Added] = []
    known = dict(types or {})
    for node in nodes:
        known[node.id] = node.type
        if node.type not in node_types:
            node_types[node.type] = NodeType()
            added.append(Added("node type", node.type))
    for edge in edges:
        _admit_edge(relations, edge, (known.get(edge.source), known.get(edge.target)), added)
    return replace(schema, node_types=node_types, relations=relations), tuple(added)


def _admit_edge(
    relations: dict[str, Relation], edge: Edge, ends: tuple[str | None, str | None], added: list[Added]
) -> None:
    if edge.relation not in relations:
        relations[edge.relation] = Relation((), ())
        added.append(Added("relation", edge.relation))
    relation = relations[edge.relation]
    source, target = ends
    if source is not None and relation.sources is not None and source not in relation.sources:
        relation = replace(relation, sources=(*relation.sources, source))
        added.append(Added("source", edge.relation, source))
    if target is not None and relation.targets is not None and target not in relation.targets:
        relation = replace(relation, targets=(*relation.targets, target))
        added.append(Added("target", edge.relation, target))
    relations[edge.relation] = relation


def infer_schema(nodes: Iterable[Node], edges: Iterable[Edge]) -> GraphSchema:
    """Return the narrowest schema that a graph satisfies.

    A property is required if all nodes of the type, or all edges of the relation, have it, and not empty. Unique
    properties, allowed values and bounds are not inferred: a graph does not show them. Names are sorted.
    """
    types: dict[str, str] = {}
    kinds: dict[str, _Seen] = {}
    for node in nodes:
        types[node.id] = node.type
        kinds.setdefault(node.type, _Seen()).note(node.properties)
    relations: dict[str, _Seen] = {}
    loops = False
    for edge in edges:
        seen = relations.setdefault(edge.relation, _Seen())
        seen.note(edge.properties)
        seen.ends.add((types.get(edge.source, ""), types.get(edge.target, "")))
        loops = loops or edge.source == edge.target
    return GraphSchema(
        {name: NodeType(kinds[name].required_names(), kinds[name].attributes()) for name in sorted(kinds)},
        {name: relations[name].relation() for name in sorted(relations)},
        loops,
    )


class _Seen:
    """The properties of one type of nodes or edges that were seen so far."""

    def __init__(self) -> None:
        self.ends: set[tuple[str, str]] = set()
        self._count = 0
        self._filled: dict[str, int] = {}
        self._types: dict[str, AttributeType] = {}

    def note(self, properties: Mapping[str, Any]) -> None:
        self._count += 1
        for name, value in properties.items():
            if value is not None:
                self._filled[name] = self._filled.get(name, 0) + (value != "")
                found = type_of(value)
                self._types[name] = join_types(self._types.get(name, found), found)

    def required_names(self) -> tuple[str, ...]:
        return tuple(name for name in sorted(self._filled) if self._filled[name] == self._count)

    def attributes(self) -> dict[str, Attribute]:
        return {name: Attribute(self._types[name]) for name in sorted(self._types)}

    def relation(self) -> Relation:
        sources, targets = (tuple(sorted({end[side] for end in self.ends})) for side in (0, 1))
        return Relation(sources, targets, self.required_names(), self.attributes())
