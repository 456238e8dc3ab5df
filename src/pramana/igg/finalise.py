"""The end of a run: exports the graph, and turns an extended schema into a strict one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pramana.canonical import canonical
from pramana.evidence import Evidence
from pramana.graph import (
    Edge,
    GraphSchema,
    Node,
    SchemaMode,
    Transactional,
    Writable,
    flat_record,
    path_for_format,
    schema_as_json,
    write_graph,
)
from pramana.igg.growth import Growth
from pramana.igg.payload import Endpoints, RunConfig, SchemaConfig
from pramana.serialization import json_value
from pramana.store import replacing


def prune(growth: Growth) -> tuple[str, ...]:
    """Remove isolated nodes if the configuration asks for it, and return their ids."""
    return growth.prune() if growth.payload.config.prune else ()


def export(growth: Growth, target: str | Path | Writable, format: str | None = None) -> tuple[Path, ...]:
    """Write the graph to a file, or into a writable graph; return the written files.

    `format` is the name of a format, whose extension the file gets if it has none of it; None: the file's extension
    sets it, as for `write_graph`: `.graphml`, `.json`, `.cypher` and others. JSON has all
    evidence; other files have the first of each node and edge, as `doc_id`, `line_number`, `quote` and `grade`. Nodes
    are sorted by id, edges by natural key, so that equal graphs give equal bytes.

    A writable graph gets all nodes, then all edges, in order of insertion; all or nothing if it supports transactions.
    Raises SchemaViolation if it refuses one, UnknownName for an unknown extension, InputError if a file cannot be
    written.
    """
    if not isinstance(target, str | Path):
        _pour(growth, target)
        return ()
    path = Path(target)
    path = path if format is None else path_for_format(path, format)
    if path.suffix.lower() == ".json":
        _write_json(growth, path)
        return (path,)
    return write_graph(_Sorted(growth), path)


def promote(growth: Growth) -> GraphSchema:
    """Return the current schema as a strict one. The graph satisfies it."""
    return replace(growth.schema, mode=SchemaMode.STRICT)


def promoted_config(growth: Growth) -> RunConfig:
    """Return the configuration of a strict run that starts with the current schema."""
    config = growth.payload.config
    return config.model_copy(update={"mode": SchemaMode.STRICT, "schema_": _as_config(growth)})


def final_schema(growth: Growth) -> dict[str, Any]:
    """Return the current schema as JSON, with its additions: who, when (iteration) and why."""
    return {"schema": schema_as_json(growth.schema), "widened": [one.as_json() for one in growth.widened]}


def _as_config(growth: Growth) -> SchemaConfig:
    given = growth.payload.config.schema_
    written = schema_as_json(growth.schema)
    kinds = {**written["node_types"], **written["relations"]}
    relations = growth.schema.relations
    ends = {
        name: Endpoints.model_validate({"from": kind.sources, "to": kind.targets})
        for name, kind in relations.items()
        if kind.sources is not None or kind.targets is not None
    }
    return SchemaConfig(
        node_types=list(written["node_types"]),
        edge_types=list(written["relations"]),
        required_attributes={name: kind["required"] for name, kind in kinds.items() if "required" in kind},
        attribute_types={name: kind["attributes"] for name, kind in kinds.items() if "attributes" in kind},
        endpoints=ends,
        unique_keys=given.unique_keys,
        evidence=given.evidence,
    )


def _pour(growth: Growth, target: Writable) -> None:
    if isinstance(target, Transactional):
        with target.transaction():
            _add_all(growth, target)
    else:
        _add_all(growth, target)


def _add_all(growth: Growth, target: Writable) -> None:
    for node in growth.graph.nodes():
        target.add_node(node)
    for edge in growth.graph.edges():
        target.add_edge(edge)


def _nodes(growth: Growth) -> list[Node]:
    return sorted(growth.graph.nodes(), key=lambda node: node.id)


def _edges(growth: Growth) -> list[Edge]:
    return sorted(growth.graph.edges(), key=lambda edge: edge.key)


def _write_json(growth: Growth, path: Path) -> None:
    """Write node-link JSON, one node or edge per line, like the export of a workspace's graph."""
    with replacing(path) as file:
        file.write(f'{{"directed":true,"multigraph":true,"graph":{canonical({"hash": growth.hash})},\n"nodes":[')
        file.write(",".join(f"\n{canonical(_node_json(growth, node))}" for node in _nodes(growth)))
        file.write('],\n"edges":[')
        file.write(",".join(f"\n{canonical(_edge_json(growth, edge))}" for edge in _edges(growth)))
        file.write("]}\n")


def _node_json(growth: Growth, node: Node) -> dict[str, Any]:
    evidence = json_value(growth.evidence_of(node.id))
    return {"id": node.id, "type": node.type, "properties": dict(node.properties), "evidence": evidence}


def _edge_json(growth: Growth, edge: Edge) -> dict[str, Any]:
    evidence = json_value(growth.evidence_of(edge.key))
    named = {"source": edge.source, "target": edge.target, "key": edge.id, "relation": edge.relation}
    return {**named, "ordinal": edge.ordinal, "properties": dict(edge.properties), "evidence": evidence}


class _Sorted:
    """The graph as a source, each node and edge with its first place in the text."""

    def __init__(self, growth: Growth) -> None:
        self._growth = growth

    def nodes(self) -> Iterator[Node]:
        for node in _nodes(self._growth):
            yield replace(node, properties=_with_place(node, self._growth.evidence_of(node.id)))

    def edges(self) -> Iterator[Edge]:
        for edge in _edges(self._growth):
            yield replace(edge, properties=_with_place(edge, self._growth.evidence_of(edge.key)))


def _with_place(item: Node | Edge, evidence: tuple[Evidence, ...]) -> dict[str, Any]:
    if not evidence:
        return dict(item.properties)
    first = json_value(evidence[0])
    return flat_record({name: first[name] for name in ("doc_id", "line_number", "quote", "grade")}, item.properties)
