"""Validation of a whole graph against a schema: all violations as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pramana.canonical import canonical
from pramana.graph.model import Edge, EdgeKey, Node
from pramana.graph.schema.model import GraphSchema
from pramana.graph.schema.violation import Violation, nearest


def violations(
    schema: GraphSchema, nodes: Iterable[Node], edges: Iterable[Edge], limit: int | None = None
) -> list[Violation]:
    """Return the violations of a graph: its nodes in order, then its edges, then its size. `limit` None: all of them.

    Besides the checks of `validate_node` and `validate_edge`: duplicate ids and edges, ends that are not nodes, values
    that must be unique, and the size of the graph.
    """
    found: list[Violation] = []
    for violation in _violations(schema, nodes, edges):
        if limit is not None and len(found) >= limit:
            break
        found.append(violation)
    return found


def _violations(schema: GraphSchema, nodes: Iterable[Node], edges: Iterable[Edge]) -> Iterator[Violation]:
    types: dict[str, str] = {}
    held: dict[tuple[str, str, str], str] = {}
    for node in nodes:
        if node.id in types:
            yield Violation("twice", f"node {node.id!r}", "occurs twice", given=node.id)
        types[node.id] = node.type
        yield from schema.node_violations(node)
        yield from _unique_violations(schema, node, held)
    seen: set[EdgeKey] = set()
    for edge in edges:
        if edge.key in seen:
            yield Violation("twice", f"edge {edge.id!r}", "occurs twice", given=edge.id)
        seen.add(edge.key)
        yield from _edge_violations(schema, edge, types)
    yield from schema.count_violations(len(types), len(seen))


def _edge_violations(schema: GraphSchema, edge: Edge, types: dict[str, str]) -> Iterator[Violation]:
    missing = [end for end in dict.fromkeys((edge.source, edge.target)) if end not in types]
    for end in missing:
        yield Violation("end", f"edge {edge.id!r}", f"unknown node {end!r}", "", end, (), nearest(end, types))
    if not missing:
        yield from schema.edge_violations(edge, types[edge.source], types[edge.target])


def _unique_violations(schema: GraphSchema, node: Node, held: dict[tuple[str, str, str], str]) -> Iterator[Violation]:
    known = schema.node_types.get(node.type)
    for name in known.unique if known is not None else ():
        value = node.properties.get(name)
        if value is not None:
            other = held.setdefault((node.type, name, canonical(value)), node.id)
            if other != node.id:
                problem = f"{name!r} must be unique; {other!r} also has {canonical(value)}"
                yield Violation("unique", f"node {node.id!r}", problem, name, value)
