"""Writes GraphML from which our reader restores the same graph, including types.

Values for which GraphML has no type (lists, objects, integers beyond 64 bits, texts that XML cannot hold) are JSON
text under a key that is marked with an attribute of our namespace.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO
from xml.sax.saxutils import escape

from pramana.graph.io.columns import DeclaredColumn, SourceColumns, XmlIds, attribute
from pramana.graph.io.model import Source, is_directed
from pramana.graph.io.values import NAMESPACE

_HEAD = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    f'<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:pramana="{NAMESPACE}">\n'
)
_ENDS = {"\r": "&#13;"}


def write_graphml_source(source: Source, file: IO[str]) -> None:
    """Write a source as GraphML. Edge ids are consecutive numbers."""
    columns = SourceColumns(source)
    ids = XmlIds()
    file.write(_HEAD)
    for column in (*columns.declarations("node"), *columns.declarations("edge")):
        file.write(_key(column))
    file.write(f'<graph edgedefault="{"directed" if is_directed(source) else "undirected"}">\n')
    for node in source.nodes():
        cells = _data(columns.cells("node", node.type, node.properties))
        file.write(f"<node {ids.add(node.id)}>{cells}</node>\n")
    for number, edge in enumerate(source.edges()):
        cells = _data(columns.cells("edge", edge.relation, edge.properties))
        ends = f"source={ids.of(edge.source)} target={ids.of(edge.target)}"
        file.write(f'<edge id="e{number}" {ends}>{cells}</edge>\n')
    file.write("</graph>\n</graphml>\n")


def _key(column: DeclaredColumn) -> str:
    name = attribute(column.shown)
    return (
        f'<key id="{column.id}" for="{column.owner}" attr.name={name} attr.type="{column.xml_type}"{column.marks()}/>\n'
    )


def _data(cells: Iterable[tuple[str, str]]) -> str:
    return "".join(f'<data key="{key}">{escape(text, _ENDS)}</data>' for key, text in cells)
