"""GraphML, with the dialects of LightRAG, nano-graphrag and others."""

from __future__ import annotations

from pathlib import Path

from pramana.graph.io.format import Files, GraphFormat, one_file
from pramana.graph.io.graphml_read import read_graphml
from pramana.graph.io.graphml_write import write_graphml_source
from pramana.graph.sqlite import SqliteGraph


def _write_store(graph: SqliteGraph, path: Path) -> Files:
    from pramana.graph.io.store import write_graphml

    write_graphml(graph, path)
    return (path,)


PLUGIN = GraphFormat(
    suffixes=(".graphml",),
    also_read=(".xml",),
    read=read_graphml,
    write=one_file(write_graphml_source),
    write_store=_write_store,
)
