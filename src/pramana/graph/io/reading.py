"""Detects the format of a file and calls its reader."""

from __future__ import annotations

from pathlib import Path

from pramana.errors import GraphFileError, UnknownName
from pramana.graph.io.format import FORMATS, read_suffixes, readable_formats
from pramana.graph.io.model import Imported


def read_graph(path: str | Path, format: str | None = None) -> Imported:
    """Read a graph from a file or a folder, completely or not at all.

    `format` is the name of one that is read; None: what the name's ending or the folder's files say. Of a format of
    two files, name either, or what they are named after: `graph.csv` for `graph.nodes.csv` and `graph.edges.csv`.
    Raises GraphFileError with the place where something is broken, UnknownName for an unknown format.
    """
    file = Path(path)
    if format is not None and format not in readable_formats():
        raise UnknownName("format", format, readable_formats())
    found = FORMATS[format or format_of(file)]
    assert found.read is not None, "only formats that are read have been asked for"
    if not file.exists() and not found.paired:
        raise GraphFileError(file, "is not there")
    return found.read(file)


def format_of(path: str | Path) -> str:
    """Return the name of a file's or folder's format. Raises GraphFileError where it is of none that is read."""
    file = Path(path)
    if file.is_dir():
        return _format_in(file)
    if file.exists() and any(each.is_part(file) for each in FORMATS.values() if each.is_part is not None):
        raise GraphFileError(file, "is one table of several; name its folder")
    names = read_suffixes()
    if file.suffix.lower() not in names:
        raise GraphFileError(file, f"has none of the endings that say what it is ({', '.join(names)})")
    return names[file.suffix.lower()]


def _format_in(folder: Path) -> str:
    ranked = sorted(FORMATS.items(), key=lambda item: (item[1].rank, item[0]))
    for name, each in ranked:
        if each.read is not None and each.is_folder is not None and each.is_folder(folder):
            return name
    raise GraphFileError(folder, "holds no graph: neither GraphRAG's tables, nor files of nodes and edges")
