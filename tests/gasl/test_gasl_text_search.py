"""CONTAINS and MATCHES find the same in one file by every reader and every adapter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import networkx as nx
import pytest

from pramana.gasl import GASLExecutor
from pramana.graph import (
    GRAPH_SCHEMA,
    Edge,
    EdgeFact,
    GraphAdapter,
    GraphSchema,
    MemoryAdapter,
    NetworkXAdapter,
    Node,
    NodeFact,
    NodeType,
    Relation,
    SqliteAdapter,
    SqliteGraph,
    Unit,
    read_graph,
)
from pramana.graph.adapters.columnar import ColumnarAdapter
from pramana.graph.io import ListedGraph, write_graph
from pramana.store import Database

NODES = (
    Node("KELLER", "PERSON", {"description": ["She sold her patents to Colora.", "A chemist of Graz."]}),
    Node("COLORA", "ORGANIZATION", {"description": ["A company in Basel that bought a patent."]}),
    Node("BASEL", "GEO", {"description": ["A city on the Rhine."]}),
    Node("GRAZ", "GEO", {"description": ["A city in Styria; a school was founded there."]}),
)
EDGES = (
    Edge("KELLER", "RELATED", "COLORA", {"description": ["Keller sells the patent to Colora."]}),
    Edge("KELLER", "RELATED", "GRAZ", {"description": ["Keller founded a school in Graz."]}),
)


def in_sqlite(nodes: Iterable[Node], edges: Iterable[Edge]) -> GraphAdapter:
    held, links = tuple(nodes), tuple(edges)
    types = {node.type: NodeType() for node in held}
    relations = {edge.relation: Relation(tuple(types), tuple(types)) for edge in links}
    graph = SqliteGraph(Database(None, [GRAPH_SCHEMA]), GraphSchema(types, relations, self_loops=True))
    graph.put(Unit("all", "1", (("d", 1),), tuple(map(NodeFact, held)), tuple(map(EdgeFact, links))))
    return SqliteAdapter(graph)


def in_networkx(nodes: Iterable[Node], edges: Iterable[Edge]) -> GraphAdapter:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_nodes_from((node.id, {**node.properties, "type": node.type}) for node in nodes)
    graph.add_edges_from((e.source, e.target, {**e.properties, "relation": e.relation}) for e in edges)
    return NetworkXAdapter(graph)


ADAPTERS: dict[str, Callable[[Iterable[Node], Iterable[Edge]], GraphAdapter]] = {
    "memory": MemoryAdapter.of,
    "networkx": in_networkx,
    "columnar": ColumnarAdapter.from_elements,
    "sqlite": in_sqlite,
}
READERS = ("none", "g.graphml", "g.gexf", "g.json", "g.csv", "g.parquet", "g.arrow", "nano-graphrag")


def separated(folder: Path) -> Path:
    """Write the graph as nano-graphrag does: descriptions are one text with `<SEP>` between its parts."""
    graph: nx.Graph[str] = nx.Graph()
    for node in NODES:
        text = "<SEP>".join(node.properties["description"])
        graph.add_node(f'"{node.id}"', entity_type=f'"{node.type}"', description=text, source_id="c1<SEP>c2")
    for edge in EDGES:
        text = "<SEP>".join(edge.properties["description"])
        graph.add_edge(f'"{edge.source}"', f'"{edge.target}"', description=text, weight=1.0, source_id="c1")
    nx.write_graphml(graph, folder / "nano.graphml")
    return folder / "nano.graphml"


def elements(reader: str, folder: Path) -> tuple[tuple[Node, ...], tuple[Edge, ...]]:
    if reader == "none":
        return NODES, EDGES
    if reader == "nano-graphrag":
        found = read_graph(separated(folder))
    else:
        write_graph(ListedGraph(NODES, EDGES), folder / reader)
        path = folder / reader
        found = read_graph(path if path.exists() else folder / reader.replace("g.", "g.nodes."))
    return tuple(found.nodes), tuple(found.edges)


@pytest.mark.parametrize("adapter", ADAPTERS)
@pytest.mark.parametrize("reader", READERS)
def test_one_file_is_searched_alike(reader: str, adapter: str, tmp_path: Path) -> None:
    """A text within any part of a description is found; words rank the same, whatever reads and holds the graph."""
    with GASLExecutor(ADAPTERS[adapter](*elements(reader, tmp_path))) as gasl:
        found = [
            [item["id"] for item in gasl.execute_one(command).value]
            for command in (
                'FIND nodes WHERE description CONTAINS "atent" AS n',
                'FIND nodes WHERE description CONTAINS "Graz" AS n',
                'FIND nodes WHERE NOT description CONTAINS "city" AS n',
                'FIND nodes MATCHES "selling a patent" AS n',
                'FIND nodes WHERE id != "COLORA" MATCHES "cities founding schools" LIMIT 1 AS n',
            )
        ]
        edges = gasl.execute_one('FIND edges MATCHES "sold patents" AS e').value
    assert found == [["KELLER", "COLORA"], ["KELLER"], ["KELLER", "COLORA"], ["KELLER", "COLORA"], ["GRAZ"]]
    assert [(edge["source"], edge["target"]) for edge in edges] == [("KELLER", "COLORA")]


def test_matches_is_refused_for_paths() -> None:
    """Paths have no texts of their own."""
    with GASLExecutor(MemoryAdapter.of(NODES, EDGES)) as gasl:
        assert gasl.execute_one('FIND paths MATCHES "patent" AS p').status == "error"


@pytest.mark.parametrize("words", ["", "the of", "zeppelin"])
def test_words_that_nothing_has_find_nothing(words: str) -> None:
    """Without a match the result is empty."""
    with GASLExecutor(MemoryAdapter.of(NODES, EDGES)) as gasl:
        assert gasl.execute_one(f'FIND nodes MATCHES "{words}" AS n').status == "empty"
