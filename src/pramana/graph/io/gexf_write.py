"""Writes GEXF 1.2 from which our reader restores the same graph. See graphml_write for the encoding of types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, Any

from pramana.graph.io.columns import Owner, SourceColumns, XmlIds, attribute, kept_as, text_of
from pramana.graph.io.model import Source, is_directed
from pramana.graph.io.values import FORBIDDEN, NAMESPACE

_HEAD = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    f'<gexf xmlns="http://www.gexf.net/1.2draft" xmlns:pramana="{NAMESPACE}" version="1.2">\n'
)


def write_gexf_source(source: Source, file: IO[str]) -> None:
    """Write a source as GEXF. A node's label is its id; a number under `weight` is also the edge's weight."""
    columns = SourceColumns(source)
    ids = XmlIds()
    file.write(_HEAD)
    file.write(f'<graph defaultedgetype="{"directed" if is_directed(source) else "undirected"}" mode="static">\n')
    file.writelines(_attributes(columns, "node"))
    file.writelines(_attributes(columns, "edge"))
    file.write("<nodes>\n")
    for node in source.nodes():
        label = attribute(FORBIDDEN.sub("\ufffd", node.id))
        cells = _values(columns.cells("node", node.type, node.properties))
        file.write(f"<node {ids.add(node.id)} label={label}>{cells}</node>\n")
    file.write("</nodes>\n<edges>\n")
    for number, edge in enumerate(source.edges()):
        cells = _values(columns.cells("edge", edge.relation, edge.properties))
        ends = f"source={ids.of(edge.source)} target={ids.of(edge.target)}"
        file.write(f'<edge id="{number}" {ends}{_weight(edge.properties.get("weight"))}>{cells}</edge>\n')
    file.write("</edges>\n</graph>\n</gexf>\n")


def _attributes(columns: SourceColumns, owner: Owner) -> Iterator[str]:
    yield f'<attributes class="{owner}" mode="static">\n'
    for column in columns.declarations(owner):
        title = attribute(column.shown)
        yield f'<attribute id="{column.id}" title={title} type="{column.xml_type}"{column.marks()}/>\n'
    yield "</attributes>\n"


def _values(cells: Iterable[tuple[str, str]]) -> str:
    values = "".join(f'<attvalue for="{key}" value={attribute(text)}/>' for key, text in cells)
    return f"<attvalues>{values}</attvalues>"


def _weight(value: Any) -> str:
    kept = kept_as(value)
    return f' weight="{text_of(value, kept)}"' if kept in ("long", "double") else ""
