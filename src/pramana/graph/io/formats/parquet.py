"""Two tables in Parquet files."""

from __future__ import annotations

from pathlib import Path

from pramana.graph.io.arrow_read import read_tables
from pramana.graph.io.arrow_write import write_tables
from pramana.graph.io.format import Files, GraphFormat
from pramana.graph.io.model import Imported, Source
from pramana.graph.io.pairs import found_pair, has_pair, written_pair
from pramana.store import replacing_paths


def _read_pair(path: Path) -> Imported:
    return read_tables(*found_pair(path))


def _write(source: Source, path: Path) -> Files:
    pair = written_pair(path)
    with replacing_paths(*pair) as (nodes, edges):
        write_tables(source, nodes, edges, parquet=True)
    return pair


PLUGIN = GraphFormat(
    suffixes=(".parquet",),
    read=_read_pair,
    write=_write,
    paired=True,
    is_folder=lambda folder: has_pair(folder, ".parquet"),
    rank=2,
)
