"""Graphs into files: which format a name asks for, and its writer."""

from __future__ import annotations

from pathlib import Path

from pramana.errors import GraphFileError, UnknownName
from pramana.graph.io.format import FORMATS, Files, GraphFormat, written_suffixes
from pramana.graph.io.model import Source


def write_graph(source: Source, path: str | Path) -> Files:
    """Write a graph in the format that the name's ending says, and return the files that were written.

    `.csv`, `.parquet` and `.arrow` are two files each: `graph.csv` stands for `graph.nodes.csv` and `graph.edges.csv`.
    Files are replaced whole, or not at all. Nothing is held in memory but the ids of the nodes and a batch of rows.
    Properties that are None are left out. Raises UnknownName for another ending, CanonicalError for what JSON cannot
    hold, InputError where a file cannot be written.
    """
    file = Path(path)
    write = written_format(file).write
    assert write is not None, "only formats that are written have a name's ending"
    return write(source, file)


def written_format(file: Path) -> GraphFormat:
    """Return the format that a name's ending asks for. Raises GraphFileError, UnknownName for one that is not there."""
    names, wanted = written_suffixes(), file.suffix.lower()
    if not wanted:
        raise GraphFileError(file, f"has no ending; a graph is written as {', '.join(names)}")
    if wanted not in names:
        raise UnknownName("format to write a graph in", wanted, list(names))
    return FORMATS[names[wanted]]
