"""Exports a workspace's graph to NetworkX, GraphML and JSON. Equal graphs give equal bytes, whatever their history.

Nodes are sorted by id, edges by natural key. Data that depends on the order of writing (run numbers, the first unit
of several) is left out; edges and added properties list all of their verdicts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pramana.canonical import canonical
from pramana.evidence import Evidence, Grade
from pramana.extras import optional_import
from pramana.graph.flat import flat_record
from pramana.graph.io.graphml_store import GraphmlWriter
from pramana.graph.io.model import Source
from pramana.graph.io.node_link import edge_item, write_lines
from pramana.graph.io.writing import write_graph, written_format
from pramana.graph.model import Edge, Node, StoredEdge, StoredProperty
from pramana.graph.sqlite import SqliteGraph
from pramana.store import replacing

if TYPE_CHECKING:
    import networkx as nx


_SOME_EVIDENCE = (Evidence("", 1, 0, 0, "", Grade.VERBATIM),)
"""A placeholder for an edge's evidence, where only the names and types of attributes are needed."""


def to_networkx(graph: SqliteGraph) -> nx.MultiDiGraph[str]:
    """Return a copy of the graph as a NetworkX graph. An edge's key is its id.

    A node's attributes are its `type` and its properties; an edge's are those of `edge_attributes`. A property with
    a reserved name gets `_` at its end. Raises ExtraMissing without NetworkX.
    """
    with optional_import("networkx", "A NetworkX graph"):
        import networkx as nx

    copy: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    copy.add_nodes_from((node.id, node_attributes(node)) for node in graph.nodes_by_id())
    copy.add_edges_from(
        (each.edge.source, each.edge.target, each.edge.id, edge_attributes(each))
        for each in graph.stored_edges_by_key()
    )
    return copy


def write_graphml(graph: SqliteGraph, path: Path) -> None:
    """Write the graph as GraphML 1.0, with the attributes of `to_networkx`; lists and objects are JSON text.

    Characters that XML cannot hold become U+FFFD. The file is replaced atomically. Raises InputError if it cannot be
    written.
    """
    with replacing(path) as file:
        writer = GraphmlWriter(file)
        for node in graph.nodes_by_id():
            writer.declare("node", node_attributes(node))
        for edge in graph.edges_by_key():
            writer.declare("edge", edge_attributes(StoredEdge(edge, _SOME_EVIDENCE, "", None)))
        writer.begin()
        for node in graph.nodes_by_id():
            writer.node(node.id, node_attributes(node))
        for stored in graph.stored_edges_by_key():
            edge = stored.edge
            writer.edge(edge.id, edge.source, edge.target, edge_attributes(stored))
        writer.end()


def write_json(graph: SqliteGraph, path: Path) -> None:
    """Write the graph as node-link JSON, one node or edge per line, each with all its evidence.

    A node lists the properties that were added to it under `added`, by (name, value), with their evidence and
    verdicts: also values that it does not show because a smaller value has the same name.

    `networkx.node_link_graph` reads it. The file is replaced atomically. Raises InputError if it cannot be written.
    """
    with replacing(path) as file:
        file.write(f'{{"directed":true,"multigraph":true,"graph":{canonical({"hash": graph.hash()})},\n"nodes":[')
        write_lines(file, (_node_record(graph, node) for node in graph.nodes_by_id()))
        file.write('],\n"edges":[')
        write_lines(file, map(_edge_record, graph.stored_edges_by_key()))
        file.write("]}\n")


def node_attributes(node: Node) -> dict[str, Any]:
    """Return a node's type and its properties as one flat record."""
    return flat_record({"type": node.type}, node.properties)


def edge_attributes(stored: StoredEdge) -> dict[str, Any]:
    """Return an edge as one flat record.

    `relation`, its properties, `doc_id`, `line_number`, `quote` and `grade` of its first evidence by place that is not
    that of its `marker` (missing if there is none), `evidence_count`, and `verdict`: the verdicts of all units that
    support it, sorted.
    """
    marker = stored.edge.properties.get("marker")
    mentions = [item for item in stored.evidence if " ".join(item.quote.lower().split()) != marker]
    first = next(iter(mentions or stored.evidence), None)
    place = {"doc_id": first.doc_id, "line_number": first.line_number} if first else {}
    text = {"quote": first.quote, "grade": first.grade.value} if first else {}
    counted = {"evidence_count": len(stored.evidence), "verdict": ", ".join(stored.verdicts)}
    return flat_record({"relation": stored.edge.relation, **place, **text, **counted}, stored.edge.properties)


def _node_record(graph: SqliteGraph, node: Node) -> dict[str, Any]:
    evidence = [_evidence_record(item) for item in graph.node_evidence(node.id)]
    record = {"id": node.id, "type": node.type, "properties": dict(node.properties), "evidence": evidence}
    added = [_property_record(stored) for stored in graph.added_properties(node.id)]
    return {**record, "added": added} if added else record


def _property_record(stored: StoredProperty) -> dict[str, Any]:
    return {
        "name": stored.fact.name,
        "value": stored.fact.value,
        "verdicts": list(stored.verdicts),
        "evidence": [_evidence_record(item) for item in stored.fact.evidence],
    }


def _edge_record(stored: StoredEdge) -> dict[str, Any]:
    evidence = [_evidence_record(item) for item in stored.evidence]
    return {**edge_item(stored.edge), "verdicts": list(stored.verdicts), "evidence": evidence}


def _evidence_record(item: Evidence) -> dict[str, Any]:
    return {
        "doc_id": item.doc_id,
        "line_number": item.line_number,
        "start": item.start,
        "end": item.end,
        "quote": item.quote,
        "grade": item.grade.value,
    }


def evidence_source(graph: SqliteGraph) -> Source:
    """Return the graph as a source: nodes by id, edges by natural key, each edge with its `edge_attributes`."""
    return _WithEvidence(graph)


class _WithEvidence:
    def __init__(self, graph: SqliteGraph) -> None:
        self._graph = graph

    def nodes(self) -> Iterator[Node]:
        return self._graph.nodes_by_id()

    def edges(self) -> Iterator[Edge]:
        for stored in self._graph.stored_edges_by_key():
            attributes = edge_attributes(stored)
            del attributes["relation"]
            yield replace(stored.edge, properties=attributes)


def export_graph(graph: SqliteGraph, path: Path, exact: bool = False) -> tuple[Path, ...]:
    """Write the graph with evidence, in the format of the name's extension, and return the written files.

    JSON has all evidence of every fact; most other formats have an edge's first (see `edge_attributes`). Equal graphs
    give equal bytes. See `write_graph` for the formats and errors.
    """
    write_store = written_format(path).write_store
    return write_graph(evidence_source(graph), path, exact) if write_store is None else write_store(graph, path)
