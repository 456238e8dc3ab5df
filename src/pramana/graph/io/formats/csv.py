"""Two tables of comma-separated values, or one of edges."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from pramana.graph.io.csv_tables import read_csv_edges, read_csv_tables, write_csv_edges, write_csv_nodes
from pramana.graph.io.model import Source
from pramana.graph.io.tables import table_format


def _write(source: Source, nodes: Path, edges: Path, exact: bool = False) -> None:
    for path, write in ((nodes, write_csv_nodes), (edges, write_csv_edges)):
        with path.open("w", encoding="utf-8", newline="\n") as file:
            write(source, file, exact)


PLUGIN = table_format(".csv", 1, read_csv_tables, _write, partial(_write, exact=True), read_csv_edges)
