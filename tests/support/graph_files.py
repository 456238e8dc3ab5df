"""Graphs to be written to files and read again."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from pramana.graph import Edge, Node
from pramana.graph.io import Imported, ListedGraph, read_graph, write_graph

HARD_TEXTS = (
    "<a b='\"'>&amp;",
    "]]>",
    "\r\n\t",
    "\r",
    "\0\x1f",
    "कर्ता",
    "👩‍👩‍👧",
    " ",
    "",
    "\ufffe",
    "\ufffd",
    "a_",
    "3",
    "-0.0",
    "1e999",
    "true",
    "null",
    "NaN",
    '"x"',
    "[1]",
    "{}",
    " 3",
    ",",
    '"',
    "a<SEP>b",
    "\ufeffx",
    "\u2028",
    "`'\\",
    "\\u0027",
)
HARD_NAMES = ("type", "type_", "relation", "relation_", "id", "key", "self", "source", "target", "weight", "label", "")

texts = st.text(max_size=6) | st.sampled_from(HARD_TEXTS)
ids = texts.filter(lambda text: text.strip())
numbers = st.integers() | st.sampled_from([2**63 - 1, -(2**63), 2**63, 10**40])
floats = st.floats(allow_nan=False, allow_infinity=False) | st.just(-0.0)
values = st.recursive(
    st.none() | st.booleans() | numbers | floats | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=2),
    max_leaves=5,
)
names = texts | st.sampled_from(HARD_NAMES)
properties = st.dictionaries(names, values, max_size=4)


@st.composite
def sources(draw: st.DrawFn, names: st.SearchStrategy[str] = names) -> ListedGraph:
    """Draw a graph of a few nodes with edges between them, parallel ones and loops among them."""
    properties = st.dictionaries(names, values, max_size=4)
    found = draw(st.lists(ids, min_size=1, max_size=5, unique=True))
    nodes = tuple(Node(name, draw(ids), draw(properties)) for name in found)
    ends = st.tuples(st.sampled_from(found), ids, st.sampled_from(found))
    counts: dict[tuple[str, str, str], int] = {}
    edges = []
    for like in draw(st.lists(ends, max_size=6)):
        source, relation, target = like
        counts[like] = counts.get(like, -1) + 1
        edges.append(Edge(source, relation, target, draw(properties), counts[like]))
    return ListedGraph(nodes, tuple(edges), draw(st.booleans()))


def round_trip(source: ListedGraph, name: str) -> Imported:
    """Write a graph and read it again."""
    with tempfile.TemporaryDirectory() as folder:
        write_graph(source, Path(folder) / name, exact=True)
        return read_graph(Path(folder) / name)


def stated(source: ListedGraph) -> ListedGraph:
    """Return the graph without properties that are None: what every format keeps."""

    def kept(properties: Any) -> dict[str, Any]:
        return {name: value for name, value in properties.items() if value is not None}

    nodes = tuple(Node(node.id, node.type, kept(node.properties)) for node in source.nodes())
    edges = tuple(
        Edge(edge.source, edge.relation, edge.target, kept(edge.properties), edge.ordinal) for edge in source.edges()
    )
    return ListedGraph(nodes, edges, source.directed)
