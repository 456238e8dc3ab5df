"""One file through every reader and every adapter: the same commands find the same."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import networkx as nx
import pytest

import pramana
from pramana.app.sources import open_source, rag_adapter
from pramana.expr import parse_condition
from pramana.gasl import GASLExecutor, item_rows, without_provenance
from pramana.graph import (
    GRAPH_SCHEMA,
    EdgeFact,
    GraphAdapter,
    GraphSchema,
    MemoryAdapter,
    NetworkXAdapter,
    NodeFact,
    NodeType,
    Relation,
    SqliteAdapter,
    SqliteGraph,
    Unit,
    open_adapter,
    written_suffixes,
)
from pramana.store import Database

COMMANDS = (
    "FIND nodes AS x",
    "FIND edges AS x",
    'FIND nodes WHERE id = "ADA LOVELACE" AS x',
    'FIND nodes WHERE type = "PERSON" AND entity_type = "PERSON" AS x',
    'FIND nodes WHERE description CONTAINS "paper" AS x',
    'FIND nodes WHERE NOT description CONTAINS "paper" AS x',
    'FIND nodes WHERE description = "He wrote a paper." AS x',
    'FIND nodes WHERE description STARTS_WITH "Ada" AS x',
    'FIND nodes WHERE source_id CONTAINS "chunk-2" AS x',
    "FIND nodes WHERE LEN source_id = 2 AS x",
    "FIND nodes WHERE rank >= 2 AS x",
    "FIND nodes WHERE note IS NULL AS x",
    "FIND nodes WHERE description CONTAINS note AS x",
    'FIND nodes MATCHES "translating papers" AS x',
    "FIND edges WHERE weight >= 8 AS x",
    "FIND edges WHERE source.entity_type = target.entity_type AS x",
    "FIND edges WHERE source.rank > target.rank AND description CONTAINS 'paper' AS x",
    'FIND edges MATCHES "designs" AS x',
    'FIND paths WHERE start.id = "LUIGI MENABREA" AND end.type = "ARTIFACT" SHORTEST DIRECTION any AS x',
    'FIND nodes WHERE entity_type = "PERSON" AS p\nDEGREE p DIRECTION any AS x',
    "FIND nodes AS p\nCOUNT p BY entity_type AS x",
    "FIND edges AS e\nSELECT e FIELDS id, source, source.rank, target.entity_type, target.description AS x",
    "FIND edges AS e\nSELECT e WHERE source.rank > target.rank AS s\nSORT s BY target.rank DESC, source AS x",
    "FIND edges AS e\nGROUP e BY target.entity_type COUNT, MAX source.rank AS x",
    "FIND edges AS e\nCOUNT e BY target.entity_type AS c\nSORT c BY target.entity_type AS x",
    "FIND nodes AS n\nFIND edges AS e\nJOIN n WITH e ON note = target.note AS x",
    'FIND paths WHERE start.id = "LUIGI MENABREA" AND end.type = "ARTIFACT" SHORTEST DIRECTION any AS p\n'
    "SELECT p FIELDS start.rank, end.type, nodes, nodes.entity_type, edges.weight AS x",
    'FIND paths WHERE start.id = "LUIGI MENABREA" AND end.type = "ARTIFACT" SHORTEST DIRECTION any AS p\n'
    "FIND nodes WHERE id IN ${p.nodes} AS x",
    "FIND nodes AS p\nFIND edges AS e\nJOIN p WITH e ON id = source AS j\nSORT j BY weight DESC, target AS x",
)
CHUNKS = {"chunk-1": {"content": "Ada wrote notes."}, "chunk-2": {"content": "He wrote a paper."}}


def nano_graph() -> nx.Graph[str]:
    """A graph as nano-graphrag writes it: texts in quotes, values of several chunks joined by <SEP>."""
    graph: nx.Graph[str] = nx.Graph()
    nodes: tuple[tuple[str, str, str, str, dict[str, Any]], ...] = (
        ("ADA LOVELACE", "PERSON", "Ada wrote notes.|She translated a paper.", "chunk-1|chunk-2", {"rank": 3}),
        ("CHARLES BABBAGE", "PERSON", "Babbage designed an engine.", "chunk-1", {"rank": 2, "note": '"engine"'}),
        ("ANALYTICAL ENGINE", "ARTIFACT", "A machine, never built.", "chunk-1", {"rank": 1}),
        ("LUIGI MENABREA", "PERSON", "He wrote a paper.", "chunk-2", {"rank": 1, "note": '"Paper"'}),
    )
    for name, kind, described, chunks, more in nodes:
        joined = "<SEP>".join(f'"{part}"' for part in described.split("|"))
        held = {"entity_type": f'"{kind}"', "description": joined, "source_id": chunks.replace("|", "<SEP>"), **more}
        graph.add_node(f'"{name}"', **held)
    for source, target, weight, described, chunks in (
        ("ADA LOVELACE", "CHARLES BABBAGE", 8.0, "They worked together.", "chunk-1<SEP>chunk-2"),
        ("ADA LOVELACE", "LUIGI MENABREA", 7.0, "She translated his paper.", "chunk-2"),
        ("CHARLES BABBAGE", "ANALYTICAL ENGINE", 9.0, "He designed it.", "chunk-1"),
    ):
        held = {"weight": weight, "description": f'"{described}"', "source_id": chunks}
        graph.add_edge(f'"{source}"', f'"{target}"', **held)
    return graph


@pytest.fixture(scope="module")
def adapters(tmp_path_factory: pytest.TempPathFactory) -> dict[str, GraphAdapter]:
    folder = tmp_path_factory.mktemp("graphs")
    (folder / "rag").mkdir()
    file, graph = folder / "rag" / "graph_chunk_entity_relation.graphml", nano_graph()
    nx.write_graphml(graph, file)
    (folder / "rag" / "kv_store_text_chunks.json").write_text(json.dumps(CHUNKS), "utf-8")
    columns = open_adapter(file)
    memory = MemoryAdapter.of(columns.find_nodes(None).nodes(), columns.find_edges(None).edges())
    found: dict[str, GraphAdapter] = {
        "columns": columns,
        "memory": memory,
        "networkx: the file": NetworkXAdapter(nx.read_graphml(file)),
        "networkx: in memory": NetworkXAdapter(graph),
        "lightrag: folder": open_source(folder / "rag", lightrag=True).adapter,
        "lightrag: object": rag_adapter(SimpleNamespace(chunk_entity_relation_graph=SimpleNamespace(_graph=graph))),
    }
    for suffix in sorted(written_suffixes()):
        memory.export(folder / f"again{suffix}")
        if suffix != ".cypher":  # written only
            found[f"read again: {suffix}"] = open_adapter(folder / f"again{suffix}")
    found["sqlite"] = tables(columns)
    return found


def tables(graph: GraphAdapter) -> SqliteAdapter:
    """The graph in the tables of a workspace."""
    nodes, edges = graph.find_nodes(None).nodes(), graph.find_edges(None).edges()
    types = {node.type: NodeType() for node in nodes}
    schema = GraphSchema(types, {edge.relation: Relation(tuple(types), tuple(types)) for edge in edges})
    stored = SqliteGraph(Database(None, [GRAPH_SCHEMA]), schema)
    stored.put(Unit("all", "1", (("d", 1),), tuple(map(NodeFact, nodes)), tuple(map(EdgeFact, edges))))
    return SqliteAdapter(stored)


def outcome(adapter: GraphAdapter, script: str) -> Any:
    """Return what the last command of a script made, without its provenance."""
    with GASLExecutor(adapter) as executor:
        result = [executor.execute_one(command) for command in script.split("\n")][-1]
    assert result.error is None, result.error
    value = result.value if isinstance(result.value, int) else [plain(item) for item in item_rows(result.value)]
    return result.status, json.loads(json.dumps(value, sort_keys=True))


def plain(item: Any) -> Any:
    kept = without_provenance(item)
    if isinstance(kept, dict):
        return {name: plain(value) for name, value in kept.items()}
    return [plain(each) for each in kept] if isinstance(kept, list) else kept


@pytest.mark.parametrize("script", COMMANDS)
def test_every_reader_and_adapter_finds_the_same(adapters: dict[str, GraphAdapter], script: str) -> None:
    """Nodes have one id, values one form, and results one order, wherever the graph is kept and however it was read."""
    expected = outcome(adapters["columns"], script)
    for name, adapter in adapters.items():
        assert outcome(adapter, script) == expected, name


def test_an_import_keeps_the_ids_as_names(tmp_path: Path) -> None:
    """A workspace may import several graphs: an id begins with the import's name there, and `name` is the file's id."""
    nx.write_graphml(nano_graph(), tmp_path / "carol.graphml")
    columns = open_adapter(tmp_path / "carol.graphml")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.import_graph(tmp_path / "carol.graphml", name="carol")
        for condition in ('type = "PERSON"', 'description CONTAINS "paper"', "rank >= 2"):
            found = ws.gasl(f"FIND nodes WHERE {condition} AS x")
            expected = columns.find_nodes(parse_condition(condition)).ids
            assert [row["name"] for row in found] == expected
            assert [row["id"] for row in found] == [f"carol:{each}" for each in expected]
