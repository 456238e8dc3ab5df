"""JSON in node-link form, with the dialects of kg-gen and others."""

from __future__ import annotations

from pathlib import Path

from pramana.graph.io.format import Files, GraphFormat, one_file
from pramana.graph.io.node_link import read_json, write_node_link
from pramana.graph.sqlite import SqliteGraph


def _write_store(graph: SqliteGraph, path: Path) -> Files:
    from pramana.graph.io.store import write_json

    write_json(graph, path)
    return (path,)


PLUGIN = GraphFormat(suffixes=(".json",), read=read_json, write=one_file(write_node_link), write_store=_write_store)
