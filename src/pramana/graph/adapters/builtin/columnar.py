"""Files of any format, read into columns."""

from __future__ import annotations

from pathlib import Path

from pramana.graph.adapters.plugin import AdapterPlugin
from pramana.graph.adapters.protocol import GraphAdapter


def _open(path: Path) -> GraphAdapter:
    from pramana.graph.adapters.columnar import ColumnarAdapter
    from pramana.graph.io import read_graph

    found = read_graph(path)
    return ColumnarAdapter.from_elements(found.nodes, found.edges, found.directed)


PLUGIN = AdapterPlugin(open=_open)
