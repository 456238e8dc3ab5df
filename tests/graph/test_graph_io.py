"""The ways out of a graph."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_graph import MemoryGraph

from pramana.canonical import digest_bytes
from pramana.errors import InputError
from pramana.evidence import Evidence, Grade
from pramana.graph import (
    Edge,
    EdgeFact,
    GraphSchema,
    Node,
    NodeFact,
    NodeType,
    Relation,
    Unit,
    to_networkx,
    write_graphml,
    write_json,
)

pytestmark = pytest.mark.seeds

SCHEMA = GraphSchema({"T": NodeType()}, {"HAS_KARTĀ": Relation(("T",), ("T",))}, self_loops=True)
XML_HOLDS = re.compile("[\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]*")

texts = st.text(max_size=8) | st.sampled_from(
    ["<a b='\"'>&amp;", "]]>", "\r\n\t", "\0\x1f", "कर्ता", "👩‍👩‍👧", " ", "\ufffe"]
)
ids = texts.filter(lambda text: text.strip())
values = st.recursive(
    st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(texts, inner, max_size=2),
    max_leaves=4,
)
properties = st.dictionaries(
    texts | st.sampled_from(["type", "type_", "relation", "id", "key", "self"]), values, max_size=3
)
evidence = st.lists(
    st.builds(Evidence, texts, st.integers(1, 9), st.just(0), st.just(4), texts, st.just(Grade.PARTIAL)), max_size=2
).map(tuple)


@st.composite
def units(draw: st.DrawFn) -> Unit:
    """Draw a unit of a few nodes with edges between them, parallel ones and loops among them."""
    names = draw(st.lists(ids, min_size=1, max_size=4, unique=True))
    nodes = [NodeFact(Node(name, "T", draw(properties)), draw(evidence)) for name in names]
    ends = draw(st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=4))
    edges = [
        EdgeFact(Edge(source, "HAS_KARTĀ", target, draw(properties), ordinal), draw(evidence))
        for ordinal, (source, target) in enumerate(ends)
    ]
    return Unit("s", "k", (), tuple(nodes), tuple(edges), "checked")


def graph_of(*made: Unit) -> MemoryGraph:
    graph = MemoryGraph(SCHEMA)
    for unit in made:
        graph.put(unit)
    return graph


def written(write: Any, graph: MemoryGraph) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph"
        write(graph, path)
        assert [file.name for file in Path(folder).iterdir()] == ["graph"], "no draft stays behind"
        return path.read_bytes()


def read_graphml(body: bytes) -> nx.MultiDiGraph:
    return nx.parse_graphml(body.decode(), edge_key_type=str, force_multigraph=True)


def as_xml(value: Any) -> Any:
    """Return an attribute as GraphML holds it: nested values and long integers as text, no forbidden characters."""
    if isinstance(value, bool | float) or (isinstance(value, int) and -(2**63) <= value < 2**63):
        return value
    text = (
        value
        if isinstance(value, str)
        else json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    )
    return "".join(character if XML_HOLDS.fullmatch(character) else "\ufffd" for character in text)


@settings(max_examples=100)
@given(units())
def test_graphml_comes_back_as_it_went(unit: Unit) -> None:
    """NetworkX reads back every node, edge and attribute value, whatever the texts hold."""
    graph = graph_of(unit)
    expected, found = to_networkx(graph), read_graphml(written(write_graphml, graph))
    assert len(found) == len(expected)
    for (node, attributes), (back, others) in zip(expected.nodes(data=True), found.nodes(data=True), strict=True):
        assert back.rstrip("_") == as_xml(node).rstrip("_")
        assert values_of(others) == values_of({name: as_xml(value) for name, value in attributes.items()})
    assert len(found.edges) == len(expected.edges)
    if all(XML_HOLDS.fullmatch(node) for node in expected):
        assert list(found.edges(keys=True)) == list(expected.edges(keys=True))
        for edge in expected.edges(keys=True):
            attributes = {name: as_xml(value) for name, value in expected.edges[edge].items()}
            assert values_of(found.edges[edge]) == values_of(attributes)


def values_of(attributes: dict[str, Any]) -> list[str]:
    """Return the values without their names, which may have got a `_`, in an order of their own."""
    return sorted(map(repr, attributes.values()))


@settings(max_examples=60)
@given(units())
def test_json_holds_everything(unit: Unit) -> None:
    """Every node and edge is there, with its properties, verdicts and all its evidence."""
    graph = graph_of(unit)
    document = json.loads(written(write_json, graph))
    assert document["graph"] == {"hash": graph.hash()}
    assert [item["id"] for item in document["nodes"]] == sorted(node.id for node in graph.nodes())
    for item in document["nodes"]:
        assert graph.node(item["id"]) == Node(item["id"], item["type"], item["properties"])
        assert graph.node_evidence(item["id"]) == [evidence_of(record) for record in item["evidence"]]
    for item in document["edges"]:
        edge = Edge(item["source"], item["relation"], item["target"], item["properties"], item["ordinal"])
        stored = graph.stored_edge(edge)
        assert stored is not None
        assert stored.edge == edge
        assert stored.evidence == tuple(evidence_of(record) for record in item["evidence"])
        assert list(stored.verdicts) == item["verdicts"]
    assert len(document["edges"]) == len(graph.edges())
    copy = nx.node_link_graph(document, edges="edges")
    assert sorted(copy.edges(keys=True)) == sorted(to_networkx(graph).edges(keys=True))


def evidence_of(record: dict[str, Any]) -> Evidence:
    return Evidence(**{**record, "grade": Grade(record["grade"])})


@settings(max_examples=40)
@given(units())
def test_same_graph_gives_the_same_bytes(unit: Unit) -> None:
    """The order in which facts came in does not show."""
    nodes, edges = unit.nodes, unit.edges
    backwards = Unit(unit.slot, unit.key, unit.premises, nodes[::-1], edges[::-1], unit.verdict, (7, "line/1"))
    for write in (write_graphml, write_json):
        assert written(write, graph_of(unit)) == written(write, graph_of(backwards))


RAMA = Unit(
    "s",
    "k",
    (("rama.txt", 1),),
    (NodeFact(Node("K1", "T", {"verb": "give", "type": "event"})), NodeFact(Node("Rama", "T", {"aliases": ["R"]}))),
    (
        EdgeFact(
            Edge("K1", "HAS_KARTĀ", "Rama"),
            (
                Evidence("rama.txt", 2, 0, 2, "he", Grade.RESOLVED),
                Evidence("rama.txt", 1, 0, 4, "Rama", Grade.VERBATIM),
            ),
        ),
    ),
    "checked",
    (1, "rama.txt/line/1"),
)


def test_networkx_copy_has_flat_attributes() -> None:
    """A node has its type and properties; an edge the place of its first evidence, the count and the verdict."""
    copy = to_networkx(graph_of(RAMA))
    assert dict(copy.nodes(data=True)) == {
        "K1": {"type": "T", "type_": "event", "verb": "give"},
        "Rama": {"type": "T", "aliases": ["R"]},
    }
    assert list(copy.edges(keys=True, data=True)) == [
        (
            "K1",
            "Rama",
            "K1 -HAS_KARTĀ-> Rama",
            {
                "relation": "HAS_KARTĀ",
                "doc_id": "rama.txt",
                "line_number": 1,
                "quote": "Rama",
                "grade": "verbatim",
                "evidence_count": 2,
                "verdict": "checked",
            },
        )
    ]


def test_verdicts_of_all_units_are_given() -> None:
    """An edge that units of two verdicts support says both, whichever came first."""
    other = Unit("s2", "k", (), RAMA.nodes, RAMA.edges, "verified")
    bodies = [written(write_graphml, graph_of(*order)) for order in ((RAMA, other), (other, RAMA))]
    assert bodies[0] == bodies[1]
    assert b"checked, verified" in bodies[0]


def test_ids_that_xml_cannot_tell_apart_stay_apart(tmp_path: Path) -> None:
    """Two ids that differ only in control characters are two nodes in GraphML too, each with its own edges."""
    nodes = tuple(NodeFact(Node(identity, "T")) for identity in ("a\1", "a\2", "b"))
    graph = graph_of(Unit("s", "k", (), nodes, (EdgeFact(Edge("a\2", "HAS_KARTĀ", "b")),)))
    found = read_graphml(written(write_graphml, graph))
    assert list(found) == ["a\ufffd", "a\ufffd_", "b"]
    assert list(found.edges()) == [("a\ufffd_", "b")]


def test_file_that_stands_is_kept_where_writing_fails(tmp_path: Path) -> None:
    """The file is replaced whole or not at all, and no draft stays behind."""
    path = tmp_path / "graph.json"
    path.write_text("before")

    class Torn(MemoryGraph):
        def edges(self, relation: str | None = None, limit: int | None = None) -> list[Edge]:
            raise KeyboardInterrupt

    torn = Torn(SCHEMA)
    torn.put(RAMA)
    with pytest.raises(KeyboardInterrupt):
        write_json(torn, path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("write", [write_graphml, write_json])
def test_path_that_cannot_be_written_is_bad_input(tmp_path: Path, write: Any) -> None:
    """A folder that is not there, or a folder in the file's place, is told with its path."""
    for path in (tmp_path / "missing" / "graph", tmp_path):
        with pytest.raises(InputError, match=re.escape(str(path))):
            write(graph_of(RAMA), path)
    assert list(tmp_path.iterdir()) == []


def test_networkx_is_imported_only_where_it_is_used() -> None:
    """Importing the room costs no NetworkX."""
    code = "import sys, pramana.graph; sys.exit('networkx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_hash_and_files_never_change(tmp_path: Path) -> None:
    """The hash of a graph and the bytes of its files are the same on every machine, from one release to the next."""
    graph = graph_of(RAMA)
    assert graph.hash() == "71383b4c1d35ba4e7143500f2eab2a3e"
    assert digest_bytes(written(write_graphml, graph)) == "0bbe142eaa94db7570bd3cade7a5d740"
    assert digest_bytes(written(write_json, graph)) == "ae652dd7cb5a2a070cb0ab1263436a0e"
