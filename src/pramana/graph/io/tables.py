"""What formats of two tables, of nodes and of edges, have in common."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pramana.graph.io.format import Files, GraphFormat
from pramana.graph.io.model import Imported, Source
from pramana.graph.io.pairs import found_pair, has_pair, is_alone, written_pair
from pramana.store import replacing_paths


def table_format(
    ending: str,
    rank: int,
    read: Callable[[Path, Path], Imported],
    write: Callable[[Source, Path, Path], None],
    write_exact: Callable[[Source, Path, Path], None] | None = None,
    read_edges: Callable[[Path], Imported] | None = None,
) -> GraphFormat:
    """Return the format whose files end in `ending` (`.csv`). `read` and `write` take the node and the edge file.

    `read_edges` reads a file that has no such partner, a table of edges alone; None: it is not a graph.
    """

    def read_tables(path: Path) -> Imported:
        if read_edges is not None and is_alone(path):
            return read_edges(path)
        return read(*found_pair(path))

    return GraphFormat(
        suffixes=(ending,),
        read=read_tables,
        write=_pair_writer(write),
        write_exact=None if write_exact is None else _pair_writer(write_exact),
        paired=True,
        is_folder=lambda folder: has_pair(folder, ending),
        rank=rank,
    )


def _pair_writer(write: Callable[[Source, Path, Path], None]) -> Callable[[Source, Path], Files]:
    def write_pair(source: Source, path: Path) -> Files:
        pair = written_pair(path)
        with replacing_paths(*pair) as (nodes, edges):
            write(source, nodes, edges)
        return pair

    return write_pair
