"""The folder of tables that Microsoft's GraphRAG writes."""

from __future__ import annotations

from pramana.graph.io.format import GraphFormat
from pramana.graph.io.graphrag import is_graphrag, read_graphrag

PLUGIN = GraphFormat(
    read=read_graphrag,
    is_folder=is_graphrag,
    is_part=lambda file: file.suffix.lower() == ".parquet" and is_graphrag(file.parent),
    rank=0,
)
