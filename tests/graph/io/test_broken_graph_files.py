"""Files that are broken or mean harm: refused with the place, and nothing of them taken."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import GraphFileError, InputError, UnknownName
from pramana.graph import Edge, Node
from pramana.graph.io import ListedGraph, read_graph, write_graph, written_suffixes, xml_stream
from pramana.graph.io.cypher_write import literal, quoted_name

HEAD = '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'


def graphml(body: str) -> str:
    return f'{HEAD}\n<key id="k" for="node" attr.name="n" attr.type="int"/>\n<graph edgedefault="directed">\n{body}\n</graph></graphml>'


@pytest.mark.parametrize(
    ("body", "reason", "line"),
    [
        ('<node id="a"><data key="x">1</data></node>', "undeclared key 'x'", 4),
        ('<node id="a"/>\n<node id="b"><data key="k">1.5</data></node>', "has the type int", 5),
        ('<node id="a"/>\n\n<node id="a"/>', "occurs twice", 6),
        ("<node/>", "has no id", 4),
        ('<node id="a"/>\n<edge source="a" target="b"/>', "'b', which is not a node", 5),
        ('<node id="a"/>\n<edge source="a"/>', "lacks an end", 5),
        ('</graph><graph edgedefault="directed">', "more than one graph", 4),
        ('<node id="a">', "mismatched tag", 5),
        ("<node id='a'>&foo;</node>", "undefined entity", 4),
    ],
)
def test_fault_in_graphml_is_told_with_its_line(tmp_path: Path, body: str, reason: str, line: int) -> None:
    """What is wrong is told with the line at which it stands."""
    (tmp_path / "g.graphml").write_text(graphml(body), "utf-8")
    with pytest.raises(GraphFileError, match=reason) as caught:
        read_graph(tmp_path / "g.graphml")
    assert caught.value.line == line
    assert f"line {line}" in str(caught.value)
    assert caught.value.exit_code == 2


BOMB = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">]>
<graphml>&lol2;</graphml>"""
FILE_READER = '<?xml version="1.0"?><!DOCTYPE g [<!ENTITY x SYSTEM "file:///etc/passwd">]><graphml>&x;</graphml>'
OUTER = '<?xml version="1.0"?><!DOCTYPE graphml SYSTEM "http://localhost/x.dtd"><graphml/>'


@pytest.mark.parametrize("text", [BOMB, FILE_READER, OUTER])
@pytest.mark.parametrize("name", ["g.graphml", "g.gexf"])
def test_document_types_and_so_entities_are_refused(tmp_path: Path, text: str, name: str) -> None:
    """No billion laughs, no other files, no addresses: a document type ends the reading where it begins."""
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(GraphFileError, match="document type"):
        read_graph(tmp_path / name)


def test_depth_and_length_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Elements nested without end, endless texts and endless tags are refused before they fill the memory."""
    file = tmp_path / "g.graphml"
    file.write_text(HEAD + "<x>" * 1000, "utf-8")
    with pytest.raises(GraphFileError, match="deeper than 100"):
        read_graph(file)
    monkeypatch.setattr(xml_stream, "LONGEST_TEXT", 200_000)
    file.write_text(graphml(f'<node id="a"><data key="k">{"1" * 300_000}</data></node>'), "utf-8")
    with pytest.raises(GraphFileError, match="a text of more than 200,000"):
        read_graph(file)
    file.write_text(graphml(f'<node id="{"1" * 600_000}"/>'), "utf-8")
    with pytest.raises(GraphFileError, match="a tag of more than 200,000"):
        read_graph(file)


@pytest.mark.parametrize(
    ("text", "reason", "place"),
    [
        ('{"nodes": [\n  {"id": "a"},\n]}', "not valid JSON", (3, 1)),
        ('{"nodes": [{"id": 1}, {"id": "1"}], "edges": []}', "'1' occurs twice, in node 2", None),
        ('{"nodes": [{"id": true}], "edges": []}', "true instead of an id, in node 1", None),
        ('{"nodes": [3], "edges": []}', "invalid node, node 1", None),
        ('{"nodes": []}', "no lists", None),
        ("[]", "not a JSON object", None),
        ('{"nodes": [{"id": "a", "x": NaN}], "edges": []}', "NaN is not valid JSON", None),
        ('{"nodes": [{"id": "a", "x": 1e999}], "edges": []}', "larger than any number", None),
        ('{"nodes": [{"id": "\\ud800"}], "edges": []}', "lone surrogate", None),
        ("[" * 100_000, "nested too deeply", None),
        ('{"a":' * 150 + "1" + "}" * 150, "nested deeper than 100", None),
        ('{"entities": ["a"], "relations": [["a", "b"]]}', "invalid relation 1", None),
        ('{"entities": [1], "relations": []}', "an entity that is not a text", None),
        ('{"entities": ["a"], "relations": [], "entity_clusters": {"a": "b"}}', "invalid cluster 'a'", None),
    ],
)
def test_fault_in_json_is_told(tmp_path: Path, text: str, reason: str, place: tuple[int, int] | None) -> None:
    """What is wrong is told with line and column, or with the item."""
    (tmp_path / "g.json").write_text(text, "utf-8")
    with pytest.raises(GraphFileError, match=reason) as caught:
        read_graph(tmp_path / "g.json")
    assert (caught.value.line, caught.value.column) == (place or (None, None))


@pytest.mark.parametrize(
    ("nodes", "edges", "reason", "row"),
    [
        ("name\na\n", "source,target\n", "no column 'id'", 1),
        ("id,id\na,b\n", "source,target\n", "two columns", 1),
        ("id,x\na\n", "source,target\n", "1 cells in a row with 2 columns", 2),
        ("id\na\n", 'source,target\na,"a', "not valid CSV", 2),
        ("id\na\na\n", "source,target\n", "occurs twice", 3),
        ("id\na\n", "source,target\na,b\n", "'b', which is not a node", 2),
        ("id\n \n", "source,target\n", "no id", 2),
    ],
)
def test_fault_in_csv_is_told_with_its_row(tmp_path: Path, nodes: str, edges: str, reason: str, row: int) -> None:
    """What is wrong is told with the row; the line of names is row 1."""
    (tmp_path / "nodes.csv").write_text(nodes, "utf-8")
    (tmp_path / "edges.csv").write_text(edges, "utf-8")
    with pytest.raises(GraphFileError, match=reason) as caught:
        read_graph(tmp_path)
    assert caught.value.row == row


def test_fault_in_parquet_is_told(tmp_path: Path) -> None:
    """A file that is cut, a column that lacks, an id that is none and bytes are told with file and row."""
    nodes, edges = tmp_path / "nodes.parquet", tmp_path / "edges.parquet"
    pq.write_table(pa.table({"source": ["a"], "target": ["a"]}), edges)
    for columns, reason in (
        ({"name": ["a"]}, "no column 'id'"),
        ({"id": ["a", None]}, "None instead of a text in column 'id' .row 2"),
        ({"id": ["a"], "x": [b"\xff"]}, "bytes has no JSON equivalent .row 1"),
        ({"id": ["b"]}, "'a', which is not a node .row 1"),
    ):
        pq.write_table(pa.table(columns), nodes)
        with pytest.raises(GraphFileError, match=reason):
            read_graph(tmp_path)
    nodes.write_bytes(nodes.read_bytes()[:-9])
    with pytest.raises(GraphFileError, match="not a parquet file"):
        read_graph(tmp_path)


@pytest.mark.parametrize("name", ["g.graphml", "g.gexf", "g.json"])
@given(data=st.binary(max_size=60) | st.text("<>/&;\"' ={}[]:,graphmlnodekidx\0", max_size=60).map(str.encode))
@settings(max_examples=80)
def test_any_bytes_are_read_or_refused(name: str, data: bytes, tmp_path_factory: Any) -> None:
    """Nothing but GraphFileError comes of a file that is no graph."""
    file = tmp_path_factory.mktemp("bytes") / name
    file.write_bytes(data)
    try:
        read_graph(file)
    except GraphFileError as error:
        assert error.path == str(file)


@given(data=st.data())
@settings(max_examples=60)
def test_cut_file_is_refused_whole(data: st.DataObject, tmp_path_factory: Any) -> None:
    """A file that ends too early gives no part of a graph."""
    folder = tmp_path_factory.mktemp("cut")
    nodes = tuple(Node(str(number), "T", {"x": "y"}) for number in range(3))
    for name in ("g.graphml", "g.gexf", "g.json"):
        write_graph(ListedGraph(nodes, (Edge("0", "R", "1"),)), folder / name)
        body = (folder / name).read_bytes().rstrip()
        (folder / name).write_bytes(body[: data.draw(st.integers(0, len(body) - 1))])
        with pytest.raises(GraphFileError):
            read_graph(folder / name)


def test_what_is_not_there_or_not_known_is_told(tmp_path: Path) -> None:
    """A path that is not there, an ending or a format that is unknown, a folder without a graph, half of a pair."""
    (tmp_path / "g.txt").touch()
    (tmp_path / "nodes.csv").write_text("id\n")
    for path, reason in (
        (tmp_path / "no.graphml", "no such file"),
        (tmp_path / "g.txt", "unknown file extension"),
        (tmp_path, "not a graph: has neither"),
        (tmp_path / "nodes.csv", "expected nodes.csv and edges.csv"),
        (tmp_path / "no.csv", "no.nodes.csv and no.edges.csv"),
    ):
        with pytest.raises(GraphFileError, match=reason):
            read_graph(path)
    with pytest.raises(UnknownName, match="graphml"):
        read_graph(tmp_path / "g.txt", "graphlm")
    with pytest.raises(UnknownName, match=r"\.graphml"):
        write_graph(ListedGraph((), ()), tmp_path / "g.graphlm")
    with pytest.raises(InputError):
        write_graph(ListedGraph((), ()), tmp_path / "no" / "g.csv")


def test_cypher_is_escaped_so_that_nothing_breaks_out() -> None:
    """Texts, names and values stand in literals that end where they should, one statement a line."""
    assert literal("'}) DETACH DELETE n //\n\\u0027") == r"'\'}) DETACH DELETE n //\n\\u0027'"
    assert quoted_name("a`}) DELETE n\\u0060") == "`a``}) DELETE n\\u005cu0060`"
    assert literal([1, "a"]) == "'[1,\"a\"]'"
    assert literal(2**63) == "'9223372036854775808'"
    assert [literal(value) for value in (True, -0.0, 1e300, [], ["a"])] == ["true", "-0.0", "1e+300", "[]", "['a']"]


def test_cypher_keeps_parallel_edges(tmp_path: Path) -> None:
    """Each edge is created by itself; nodes of one type, and edges of one relation, that follow each other go together."""
    nodes = (Node("a", "T", {"n": 1, "no": None}), Node("b", "U"))
    edges = (Edge("a", "R", "b", {"w": 0.5}), Edge("a", "R", "b", {}, 1))
    write_graph(ListedGraph(nodes, edges), tmp_path / "g.cypher")
    assert (tmp_path / "g.cypher").read_text("utf-8").splitlines() == [
        "CREATE CONSTRAINT pramana_id IF NOT EXISTS FOR (n:PramanaNode) REQUIRE n.pramana_id IS UNIQUE;",
        "UNWIND [{i: 'a', p: {`n`: 1}}] AS row CREATE (n:PramanaNode:`T`) SET n = row.p, n.pramana_id = row.i;",
        "UNWIND [{i: 'b', p: {}}] AS row CREATE (n:PramanaNode:`U`) SET n = row.p, n.pramana_id = row.i;",
        "UNWIND [{s: 'a', t: 'b', p: {`w`: 0.5}}, {s: 'a', t: 'b', p: {}}] AS row "
        "MATCH (a:PramanaNode {pramana_id: row.s}), (b:PramanaNode {pramana_id: row.t}) "
        "CREATE (a)-[e:`R`]->(b) SET e = row.p;",
    ]


class Counted:
    """A graph that is made while it is written: a ring of a few nodes with many edges."""

    def __init__(self, edges: int) -> None:
        self._edges = edges

    def nodes(self) -> Iterator[Node]:
        return (Node(str(number), "T", {"name": f"node {number}"}) for number in range(100))

    def edges(self) -> Iterator[Edge]:
        for number in range(self._edges):
            yield Edge(
                str(number % 100), "R", str((number + 1) % 100), {"note": f"edge {number}", "w": 0.5}, number // 100
            )


@pytest.mark.slow
@pytest.mark.parametrize("ending", sorted(written_suffixes()))
def test_writing_holds_no_more_for_more_edges(ending: str, tmp_path: Path) -> None:
    """Texts are written as they come; of tables a batch of rows is held, and no more for more edges."""
    tracemalloc.start()
    try:
        write_graph(Counted(60_000), tmp_path / f"g{ending}")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < (24 if ending in (".parquet", ".arrow") else 1) * 2**20
