"""Graphs that other tools wrote, and what other tools read of ours."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import GraphFileError
from pramana.graph import Edge, Node
from pramana.graph.io import Imported, ListedGraph, read_graph, write_graph

plain_texts = st.text(st.characters(exclude_categories=["C"]), max_size=6)
plain_values = st.booleans() | st.integers(-(2**31), 2**31 - 1) | st.floats(-1e9, 1e9) | plain_texts
plain_names = st.sampled_from(["name", "age", "कर्ता", "a b"])
plain = st.dictionaries(plain_names, plain_values, max_size=3)
one_type_each = st.fixed_dictionaries(
    {},
    optional={
        "name": plain_texts,
        "age": st.integers(-(2**31), 2**31 - 1),
        "कर्ता": st.booleans(),
        "a b": st.floats(-1e9, 1e9),
    },
)
"""NetworkX's GEXF declares a name once, with the type of its first value."""

weights = st.fixed_dictionaries({}, optional={"weight": st.floats(0.1, 9)})
"""GEXF's weight of an edge is a float, whatever it was."""


@st.composite
def plain_sources(draw: st.DrawFn, plain: st.SearchStrategy[dict[str, Any]] = plain) -> ListedGraph:
    """Draw a graph of what NetworkX and XML both hold."""
    ids = draw(st.lists(plain_texts.filter(lambda text: text.strip()), min_size=1, max_size=4, unique=True))
    nodes = tuple(Node(each, "T", draw(plain)) for each in ids)
    ends = draw(st.lists(st.tuples(st.sampled_from(ids), st.sampled_from("RS"), st.sampled_from(ids)), max_size=5))
    edges = [
        Edge(source, relation, target, draw(plain) | draw(weights), ends[:index].count((source, relation, target)))
        for index, (source, relation, target) in enumerate(ends)
    ]
    return ListedGraph(nodes, tuple(edges), draw(st.booleans()))


def as_networkx(source: ListedGraph) -> tuple[Any, Any]:
    """Return the nodes, and the edges in order, as NetworkX's readers give them."""
    nodes = {node.id: {"type": node.type, **node.properties} for node in source.nodes()}
    edges = [(e.source, e.target, {"relation": e.relation, **e.properties}) for e in source.edges()]
    return nodes, edges


def without(record: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name not in names}


def seen_by(graph: nx.Graph, *extra: str) -> tuple[Any, Any]:
    nodes = {node: without(data, *extra) for node, data in graph.nodes(data=True)}
    return nodes, [(source, target, without(data, *extra)) for source, target, data in graph.edges(data=True)]


def alike(found: tuple[Any, Any], expected: tuple[Any, Any], directed: bool) -> bool:
    """Compare, with edges in any order: NetworkX keeps them by node. An undirected edge may be turned round."""

    def sort(edges: list[Any]) -> list[str]:
        ends = [(source, target) if directed else tuple(sorted((source, target))) for source, target, _ in edges]
        return sorted(json.dumps([end, sorted(edge[2].items())]) for end, edge in zip(ends, edges, strict=True))

    return found[0] == expected[0] and sort(found[1]) == sort(expected[1])


@given(source=plain_sources())
@settings(max_examples=60)
def test_networkx_reads_our_files_as_the_same_graph(source: ListedGraph, tmp_path_factory: Any) -> None:
    """GraphML, GEXF and node-link of ours give NetworkX the same nodes, edges, attributes and direction."""
    folder = tmp_path_factory.mktemp("ours")
    for name in ("g.graphml", "g.gexf", "g.json"):
        write_graph(source, folder / name)
    expected = as_networkx(source)
    graphml = nx.read_graphml(folder / "g.graphml", force_multigraph=True)
    assert alike(seen_by(graphml, "id"), expected, source.directed)
    gexf = nx.read_gexf(folder / "g.gexf")
    assert alike(seen_by(gexf, "id", "label"), expected, source.directed)
    link = nx.node_link_graph(json.loads((folder / "g.json").read_text("utf-8")), edges="edges")
    flat = nx.MultiDiGraph() if source.directed else nx.MultiGraph()
    flat.add_nodes_from((node, {"type": d["type"], **d["properties"]}) for node, d in link.nodes(data=True))
    flat.add_edges_from((s, t, {"relation": d["relation"], **d["properties"]}) for s, t, d in link.edges(data=True))
    assert alike(seen_by(flat), expected, source.directed)
    assert {graphml.is_directed(), gexf.is_directed(), link.is_directed()} == {source.directed}


@given(source=plain_sources(one_type_each))
@settings(max_examples=60)
def test_our_readers_read_networkx_writings_as_the_same_graph(source: ListedGraph, tmp_path_factory: Any) -> None:
    """GraphML, GEXF and node-link of NetworkX's give us the same nodes, edges, attributes and direction."""
    folder = tmp_path_factory.mktemp("theirs")
    graph: Any = nx.MultiDiGraph() if source.directed else nx.MultiGraph()
    nodes, edges = as_networkx(source)
    graph.add_nodes_from(nodes.items())
    graph.add_edges_from(edges)
    nx.write_graphml(graph, folder / "g.graphml")
    nx.write_gexf(graph, folder / "g.gexf")
    (folder / "g.json").write_text(json.dumps(nx.node_link_data(graph, edges="edges")), "utf-8")
    (folder / "old.json").write_text(json.dumps(nx.node_link_data(graph, edges="links")), "utf-8")
    for name in ("g.graphml", "g.gexf", "g.json", "old.json"):
        found = read_graph(folder / name)
        assert alike(as_networkx(found.source()), (nodes, edges), source.directed), name
        assert found.directed == source.directed


def labelled(count: int, label: Callable[[int], str], **more: Any) -> list[dict[str, Any]]:
    return [{"id": number, "label": label(number), **more} for number in range(count)]


@pytest.mark.parametrize(
    ("nodes", "types"),
    [
        (labelled(6, lambda n: ("Person", "City")[n % 2]), {"Person", "City"}),
        (labelled(6, lambda n: ("Person", "City")[n % 2], name="Ann"), {"Person", "City"}),
        (labelled(6, lambda n: f"Ann {n}"), {"Entity"}),
        (labelled(6, lambda n: f"Ann {max(n, 1)}"), {"Entity"}),  # one of them is called as another
        (labelled(6, lambda n: "Ann", type="Person"), {"Person"}),
        (labelled(2, lambda n: ("Person", "City")[n]), {"Entity"}),
        ([*labelled(3, lambda n: "Ann"), {"id": "b", "entity_type": "person"}], {"Entity", "person"}),
    ],
)
def test_a_label_is_a_type_where_nodes_share_it(tmp_path: Path, nodes: list[dict[str, Any]], types: set[str]) -> None:
    """In node-link JSON some tools put a type there, others a name. It is an attribute unless it is the type."""
    (tmp_path / "g.json").write_text(json.dumps({"nodes": nodes, "edges": []}), "utf-8")
    found = read_graph(tmp_path / "g.json").nodes
    assert {node.type for node in found} == types
    is_type = types == {"Person", "City"}
    assert all(
        ("label" in node.properties) is ("label" in given and not is_type)
        for node, given in zip(found, nodes, strict=True)
    )


def test_tables_are_read_by_polars_and_pyarrow(tmp_path: Path) -> None:
    """Parquet and Arrow hold typed columns under the properties' names."""
    nodes = (Node("a", "T", {"age": 3, "tags": ["x"], "odd": 1}), Node("b", "T", {"age": 4, "odd": "1"}))
    source = ListedGraph(nodes, (Edge("a", "R", "b", {"weight": 0.5}), Edge("a", "R", "b", {}, 1)))
    write_graph(source, tmp_path / "g.parquet")
    write_graph(source, tmp_path / "g.arrow")
    expected = [
        {"id": "a", "type": "T", "age": 3, "odd": "1", "tags": ["x"]},
        {"id": "b", "type": "T", "age": 4, "odd": '"1"', "tags": None},
    ]
    assert pl.read_parquet(tmp_path / "g.nodes.parquet").to_dicts() == expected
    assert pl.read_ipc(tmp_path / "g.nodes.arrow").to_dicts() == expected
    table = pq.read_table(tmp_path / "g.edges.parquet")
    assert table.schema.names == ["source", "target", "relation", "weight"]
    assert table.schema.field("weight").type == pa.float64()
    assert table.to_pylist()[1] == {"source": "a", "target": "b", "relation": "R", "weight": None}


NANO = """<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="d0" for="node" attr.name="entity_type" attr.type="string"/>
<key id="d1" for="node" attr.name="description" attr.type="string"/>
<key id="d2" for="node" attr.name="source_id" attr.type="string"/>
<key id="d3" for="node" attr.name="clusters" attr.type="string"/>
<key id="d4" for="edge" attr.name="weight" attr.type="double"/>
<key id="d5" for="edge" attr.name="source_id" attr.type="string"/>
<key id="d6" for="edge" attr.name="{extra}" attr.type="string"/>
<graph edgedefault="undirected">
<node id="&quot;RAMA&quot;"><data key="d0">"PERSON"</data>
<data key="d1">"A prince."&lt;SEP&gt;"A prince."&lt;SEP&gt;"Has a bow.</data>
<data key="d2">c-1&lt;SEP&gt;c-2</data><data key="d3">[{{"level": 0, "cluster": 1}}]</data></node>
<node id="BOW"><data key="d0">""</data></node>
<edge source="&quot;RAMA&quot;" target="BOW"><data key="d4">2.0</data><data key="d5">c-1</data>
<data key="d6">has&lt;SEP&gt;"owns"</data></edge>
</graph></graphml>"""


@pytest.mark.parametrize(("extra", "dialect"), [("order", "nano-graphrag"), ("keywords", "lightrag")])
def test_quotes_and_lists_of_graphrag_dialects_are_settled(tmp_path: Path, extra: str, dialect: str) -> None:
    """Quotes are stripped, `<SEP>` lists split with each text once, clusters read; `entity_type` is the type and stays; one that is empty is none."""
    (tmp_path / "g.graphml").write_text(NANO.format(extra=extra), "utf-8")
    found = read_graph(tmp_path / "g.graphml")
    rama = {
        "entity_type": "PERSON",
        "description": ["A prince.", "Has a bow."],
        "source_id": ["c-1", "c-2"],
        "clusters": [{"level": 0, "cluster": 1}],
    }
    assert found.nodes[0] == Node("RAMA", "PERSON", rama)
    assert found.nodes[1].id, found.nodes[1].type == ("BOW", "Entity")
    assert found.edges == (
        Edge("RAMA", "RELATED_TO", "BOW", {"weight": 2.0, "source_id": ["c-1"], extra: 'has<SEP>"owns"'}),
    )
    assert (found.format, found.directed, found.warnings) == (dialect, False, ())


def test_ids_that_quotes_alone_tell_apart_are_refused(tmp_path: Path) -> None:
    """Stripped, `"BOW"` and `BOW` would be one node, which is not what the file says."""
    text = NANO.format(extra="x").replace('<node id="&quot;RAMA', '<node id="&quot;BOW&quot;"/><node id="&quot;RAMA')
    (tmp_path / "g.graphml").write_text(text, "utf-8")
    with pytest.raises(GraphFileError, match="only in quotes"):
        read_graph(tmp_path / "g.graphml")


def test_graphrag_folder_gives_titles_descriptions_and_texts(tmp_path: Path) -> None:
    """Entities are nodes under their titles, relationships edges, text units texts; unknown ends are added."""
    entities = {
        "id": ["u1", "u2"],
        "human_readable_id": [0, 1],
        "title": ["RAMA", "BOW"],
        "type": ["PERSON", ""],
        "description": ["A prince.", "A weapon."],
        "text_unit_ids": [["t1"], ["t1"]],
        "description_embedding": [[0.1], [0.2]],
    }
    relationships = {
        "id": ["r1", "r2"],
        "source": ["RAMA", "RAMA"],
        "target": ["BOW", "SITA"],
        "description": ["He has it.", "Married."],
        "weight": [2.0, float("nan")],
        "text_unit_ids": [["t1"], None],
    }
    for name, columns in (
        ("entities", entities),
        ("relationships", relationships),
        ("text_units", {"id": ["t1"], "text": ["Rama has a bow."]}),
    ):
        pq.write_table(pa.table(columns), tmp_path / f"{name}.parquet")
    found = read_graph(tmp_path)
    assert [(node.id, node.type) for node in found.nodes] == [("RAMA", "PERSON"), ("BOW", "Entity"), ("SITA", "Entity")]
    assert found.nodes[0].properties == {
        "id": "u1",
        "human_readable_id": 0,
        "description": "A prince.",
        "text_unit_ids": ["t1"],
    }
    assert found.edges[0].properties == {
        "id": "r1",
        "description": "He has it.",
        "weight": 2.0,
        "text_unit_ids": ["t1"],
    }
    assert found.edges[1].properties == {"id": "r2", "description": "Married."}
    assert dict(found.texts) == {"t1": "Rama has a bow."}
    assert found.format == "graphrag"
    assert found.warnings == (
        "Nodes that occur only in edges were added: 'SITA'.",
        "Values that are not a number (NaN) were left out: 'weight'.",
    )


def test_kggen_triples_and_clusters(tmp_path: Path) -> None:
    """Triples are edges under their predicates; a cluster's other names are aliases; unknown ends are added."""
    graph = {
        "entities": ["Rama", "bow"],
        "edges": ["has", "is married to"],
        "relations": [["Rama", "has", "bow"], ["Rama", "has", "bow"], ["Rama", "is married to", "Sita"]],
        "entity_clusters": {"Rama": ["Rama", "Prince Rama"], "bow": ["bow"]},
        "edge_clusters": None,
    }
    (tmp_path / "g.json").write_text(json.dumps(graph), "utf-8")
    found: Imported = read_graph(tmp_path / "g.json")
    assert found.format == "kggen"
    assert found.nodes == (
        Node("Rama", "Entity", {"aliases": ["Prince Rama"]}),
        Node("bow", "Entity"),
        Node("Sita", "Entity"),
    )
    assert [edge.key for edge in found.edges] == [
        ("Rama", "has", "bow", 0),
        ("Rama", "has", "bow", 1),
        ("Rama", "is married to", "Sita", 0),
    ]


def test_csv_of_others_is_read_cell_by_cell(tmp_path: Path) -> None:
    """Numbers, truths and lists are read as such, all else as text; a byte-order mark and blank lines do no harm."""
    (tmp_path / "nodes.csv").write_bytes(
        b'\xef\xbb\xbfid,type,age,code,tags\r\n1,Person,42,007,"[""a""]"\r\n\r\n2,,,true,\r\n'
    )
    (tmp_path / "edges.csv").write_text("source,target,weight\n1,2,0.5\n", "utf-8")
    for name in (".", "nodes.csv", "edges.csv"):
        found = read_graph(tmp_path / name)
        assert found.nodes == (
            Node("1", "Person", {"age": 42, "code": "007", "tags": ["a"]}),
            Node("2", "Entity", {"code": True}),
        )
        assert found.edges == (Edge("1", "RELATED_TO", "2", {"weight": 0.5}),)


@pytest.mark.parametrize("header", ["source,target,relation,year", "Source,Target,Label,year"])
def test_a_table_of_edges_alone_is_a_graph_of_their_ends(tmp_path: Path, header: str) -> None:
    """Without a table of nodes its ends are the nodes, in the order of the rows; a row without an end is refused."""
    path = tmp_path / "links.csv"
    path.write_text(f"{header}\nOsprey,Trout,eats,1999\nHeron,Trout,eats,\n", "utf-8")
    graph = read_graph(path)
    assert [node.id for node in graph.nodes] == ["Osprey", "Trout", "Heron"]
    assert graph.edges == (Edge("Osprey", "eats", "Trout", {"year": 1999}), Edge("Heron", "eats", "Trout"))
    assert graph.warnings == ("Nodes that occur only in edges were added: 'Osprey', 'Trout', 'Heron'.",)
    path.write_text(f"{header}\nOsprey,,eats,1999\n", "utf-8")
    with pytest.raises(GraphFileError, match="an edge lacks an end"):
        read_graph(path)


def test_defaults_nested_nodes_and_drawings_of_graphml(tmp_path: Path) -> None:
    """A key's default stands where nothing is given; nodes inside of nodes are nodes; drawings are named in a warning."""
    (tmp_path / "g.graphml").write_text(
        """<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
<key id="c" for="node" attr.name="color" attr.type="string"><default>red</default></key>
<key id="y" for="node" yfiles.type="nodegraphics"/>
<graph edgedefault="directed">
<node id="a"><data key="y"><y:ShapeNode><y:NodeLabel>A</y:NodeLabel></y:ShapeNode></data>
<graph><node id="b"><data key="c">blue</data></node></graph></node>
<edge source="b" target="a"/><hyperedge><endpoint node="a"/></hyperedge>
</graph></graphml>""",
        "utf-8",
    )
    found = read_graph(tmp_path / "g.graphml")
    assert found.nodes == (Node("b", "Entity", {"color": "blue"}), Node("a", "Entity", {"color": "red"}))
    assert found.edges == (Edge("b", "RELATED_TO", "a"),)
    assert found.warnings == (
        "Values of keys without attr.name (drawings) were left out.",
        "Nested nodes were imported as top-level nodes.",
        "Hyperedges were left out, in lines: 7.",
    )
