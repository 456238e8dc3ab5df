"""Checks a change of a graph against its schema, without scanning the rest of the graph."""

from __future__ import annotations

from collections.abc import Iterator

from pramana.canonical import canonical
from pramana.graph.adapters.memory_state import MemoryState
from pramana.graph.adapters.rows import ElementKind
from pramana.graph.model import Edge, Node
from pramana.graph.schema import Added, GraphSchema, SchemaMode, Violation, extend_schema

Admitted = tuple[GraphSchema, tuple[Added, ...]]
"""The schema, widened for the change, and the additions to it."""


def prepare(state: MemoryState, schema: GraphSchema) -> None:
    """Index the properties that must be unique."""
    for kind in schema.node_types.values():
        for name in kind.unique:
            state.indexes.create(ElementKind.NODES, name, ((row, node) for row, node in enumerate(state.nodes) if node))


def check_node(state: MemoryState, schema: GraphSchema, node: Node, *, is_new: bool) -> Admitted:
    """Return the schema, widened for the node if its mode is soft. Raises SchemaViolation if it refuses the node."""
    admitted = admit_node(schema, node, len(state.node_row) + 1 if is_new else 0)
    for violation in _likes(state, schema, node) if node.type in schema.node_types else ():
        raise violation.error()
    return admitted


def admit_node(schema: GraphSchema, node: Node, count: int) -> Admitted:
    """Return the schema, widened for the node if its mode is soft; unique properties are not looked at.

    `count` is the number of nodes with it, 0 where that does not grow. Raises SchemaViolation.
    """
    added: tuple[Added, ...] = ()
    if schema.mode is SchemaMode.SOFT and node.type not in schema.node_types:
        schema, added = extend_schema(schema, [node])
    schema.validate_node(node)
    schema.validate_counts(count, 0)
    return schema, added


def check_edge(state: MemoryState, schema: GraphSchema, edge: Edge, *, is_new: bool) -> Admitted:
    """Return the schema, widened for the edge if its mode is soft. Raises SchemaViolation if it refuses the edge."""
    source, target = (state.node(state.node_row[end]).type for end in (edge.source, edge.target))
    return admit_edge(schema, edge, (source, target), len(state.edge_row) + 1 if is_new else 0)


def admit_edge(schema: GraphSchema, edge: Edge, types: tuple[str, str], count: int) -> Admitted:
    """Return the schema, widened for the edge if its mode is soft. `types` are those of its ends.

    `count` is the number of edges with it, 0 where that does not grow. Raises SchemaViolation.
    """
    added: tuple[Added, ...] = ()
    if schema.mode is SchemaMode.SOFT:
        schema, added = _admit_edge(schema, edge, *types)
    schema.validate_edge(edge, *types)
    schema.validate_counts(0, count)
    return schema, added


def _admit_edge(schema: GraphSchema, edge: Edge, source: str, target: str) -> Admitted:
    known = schema.relations.get(edge.relation)
    ends = [(source, known.sources), (target, known.targets)] if known is not None else []
    if ends and all(allowed is None or end in allowed for end, allowed in ends):
        return schema, ()
    return extend_schema(schema, edges=[edge], types={edge.source: source, edge.target: target})


def _likes(state: MemoryState, schema: GraphSchema, node: Node) -> Iterator[Violation]:
    """Yield a violation for each unique property whose value another node of the type has."""
    for name in schema.node_types[node.type].unique:
        value = node.properties.get(name)
        if value is None:
            continue
        for row in state.indexes.rows(ElementKind.NODES, name, value):
            other = state.node(row)
            same = (other.type, canonical(other.properties.get(name))) == (node.type, canonical(value))
            if same and other.id != node.id:
                problem = f"{name!r} must be unique; {other.id!r} also has {canonical(value)}"
                yield Violation("unique", f"node {node.id!r}", problem, name, value)
