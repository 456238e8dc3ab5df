"""Two tables of comma-separated values."""

from __future__ import annotations

from pathlib import Path

from pramana.graph.io.csv_tables import read_csv_tables, write_csv_edges, write_csv_nodes
from pramana.graph.io.format import Files, GraphFormat
from pramana.graph.io.model import Imported, Source
from pramana.graph.io.pairs import found_pair, has_pair, written_pair
from pramana.store import replacing_paths


def _read_pair(path: Path) -> Imported:
    return read_csv_tables(*found_pair(path))


def _write(source: Source, path: Path) -> Files:
    pair = written_pair(path)
    with replacing_paths(*pair) as drafts:
        for draft, write in zip(drafts, (write_csv_nodes, write_csv_edges), strict=True):
            with draft.open("w", encoding="utf-8", newline="\n") as file:
                write(source, file)
    return pair


PLUGIN = GraphFormat(
    suffixes=(".csv",),
    read=_read_pair,
    write=_write,
    paired=True,
    is_folder=lambda folder: has_pair(folder, ".csv"),
    rank=1,
)
