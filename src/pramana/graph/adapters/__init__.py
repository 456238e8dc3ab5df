"""Graphs of any kind behind one protocol: searched by conditions, answered by selections."""

from pramana.graph.adapters.protocol import (
    Caps,
    Direction,
    Exporting,
    GraphAdapter,
    Kind,
    Rows,
    RowSource,
    Transactional,
    Where,
    Writable,
)
from pramana.graph.adapters.records import edge_record, node_record
from pramana.graph.adapters.selection import PathSelection, Selection

__all__ = [
    "Caps",
    "Direction",
    "Exporting",
    "GraphAdapter",
    "Kind",
    "PathSelection",
    "RowSource",
    "Rows",
    "Selection",
    "Transactional",
    "Where",
    "Writable",
    "edge_record",
    "node_record",
]
