"""Graphs into files: which format a name asks for, and its writer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import IO

from pramana.errors import GraphFileError, UnknownName
from pramana.graph.io.arrow_write import write_tables
from pramana.graph.io.csv_tables import write_csv_edges, write_csv_nodes
from pramana.graph.io.cypher_write import write_cypher_source
from pramana.graph.io.gexf_write import write_gexf_source
from pramana.graph.io.graphml_write import write_graphml_source
from pramana.graph.io.model import Source
from pramana.graph.io.node_link import write_node_link
from pramana.graph.io.pairs import written_pair
from pramana.store import replacing, replacing_paths

Files = tuple[Path, ...]


def _one_file(write: Callable[[Source, IO[str]], None]) -> Callable[[Source, Path], Files]:
    def whole(source: Source, path: Path) -> Files:
        with replacing(path) as file:
            write(source, file)
        return (path,)

    return whole


def _write_csv(source: Source, path: Path) -> Files:
    pair = written_pair(path)
    with replacing_paths(*pair) as drafts:
        for draft, write in zip(drafts, (write_csv_nodes, write_csv_edges), strict=True):
            with draft.open("w", encoding="utf-8", newline="\n") as file:
                write(source, file)
    return pair


def _write_tables(source: Source, path: Path) -> Files:
    pair = written_pair(path)
    with replacing_paths(*pair) as (nodes, edges):
        write_tables(source, nodes, edges, parquet=path.suffix.lower() == ".parquet")
    return pair


WRITERS: dict[str, Callable[[Source, Path], Files]] = {
    ".graphml": _one_file(write_graphml_source),
    ".gexf": _one_file(write_gexf_source),
    ".json": _one_file(write_node_link),
    ".csv": _write_csv,
    ".parquet": _write_tables,
    ".arrow": _write_tables,
    ".cypher": _one_file(write_cypher_source),
}
"""By the ending of the file's name."""


def write_graph(source: Source, path: str | Path) -> Files:
    """Write a graph in the format that the name's ending says, and return the files that were written.

    `.csv`, `.parquet` and `.arrow` are two files each: `graph.csv` stands for `graph.nodes.csv` and `graph.edges.csv`.
    Files are replaced whole, or not at all. Nothing is held in memory but the ids of the nodes and a batch of rows.
    Properties that are None are left out. Raises UnknownName for another ending, CanonicalError for what JSON cannot
    hold, InputError where a file cannot be written.
    """
    file = Path(path)
    wanted = file.suffix.lower()
    if not wanted:
        raise GraphFileError(file, f"has no ending; a graph is written as {', '.join(WRITERS)}")
    if wanted not in WRITERS:
        raise UnknownName("format to write a graph in", wanted, list(WRITERS))
    return WRITERS[wanted](source, file)
