"""One protocol over graphs of any kind: search by condition, results as selections."""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.graph.adapters.base import BaseAdapter
    from pramana.graph.adapters.memory import MemoryAdapter
    from pramana.graph.adapters.memory_log import GraphChange, GraphSnapshot
    from pramana.graph.adapters.networkx import NetworkXAdapter
    from pramana.graph.adapters.plugin import (
        ADAPTERS,
        AdapterPlugin,
        adapter_name,
        adapter_over,
        connect_graph,
        open_adapter,
        projection_target,
    )
    from pramana.graph.adapters.protocol import (
        Caps,
        Closable,
        Direction,
        Evidenced,
        Exporting,
        GraphAdapter,
        Transactional,
        Where,
        Writable,
    )
    from pramana.graph.adapters.records import edge_record, node_record
    from pramana.graph.adapters.rows import ElementKind, Rows, RowSource
    from pramana.graph.adapters.selection import PathSelection, Selection
    from pramana.graph.adapters.sqlite import SqliteAdapter
    from pramana.graph.adapters.sqlite_growing import GROWING_SCHEMA, GrowingSqliteAdapter
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "ADAPTERS",
    "GROWING_SCHEMA",
    "AdapterPlugin",
    "BaseAdapter",
    "Caps",
    "Closable",
    "Direction",
    "ElementKind",
    "Evidenced",
    "Exporting",
    "GraphAdapter",
    "GraphChange",
    "GraphSnapshot",
    "GrowingSqliteAdapter",
    "MemoryAdapter",
    "NetworkXAdapter",
    "PathSelection",
    "RowSource",
    "Rows",
    "Selection",
    "SqliteAdapter",
    "Transactional",
    "Where",
    "Writable",
    "adapter_name",
    "adapter_over",
    "connect_graph",
    "edge_record",
    "node_record",
    "open_adapter",
    "projection_target",
]
