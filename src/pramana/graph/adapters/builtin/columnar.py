"""Files of any format, read into columns; into memory where the extra `tables` is not installed."""

from __future__ import annotations

from pathlib import Path

from pramana.extras import has_tables
from pramana.graph.adapters.plugin import AdapterPlugin
from pramana.graph.adapters.protocol import GraphAdapter


def _open(path: Path) -> GraphAdapter:
    from pramana.graph.io import read_graph

    found = read_graph(path)
    if not has_tables():
        from pramana.graph.adapters.memory import MemoryAdapter

        return MemoryAdapter.of(found.nodes, found.edges, directed=found.directed)
    from pramana.graph.adapters.columnar import ColumnarAdapter

    return ColumnarAdapter.from_elements(found.nodes, found.edges, found.directed)


PLUGIN = AdapterPlugin(open=_open)
