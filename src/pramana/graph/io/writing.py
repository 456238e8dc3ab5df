"""Selects the writer for the extension of a file name."""

from __future__ import annotations

from pathlib import Path

from pramana.errors import GraphFileError, UnknownName
from pramana.graph.io.format import FORMATS, Files, GraphFormat, written_suffixes
from pramana.graph.io.model import Source


def write_graph(source: Source, path: str | Path, exact: bool = False) -> Files:
    """Write a graph in the format of the name's extension, and return the files that were written.

    `.csv`, `.parquet` and `.arrow` have two files each: `graph.csv` means `graph.nodes.csv` and `graph.edges.csv`.
    Files are replaced atomically. Only the ids of the nodes and one batch of rows are in memory at a time. Properties
    that are None are left out. In CSV, texts that a spreadsheet would run as formulas get an apostrophe, unless
    `exact`. Raises UnknownName for an unknown extension, CanonicalError for values that JSON cannot hold, InputError if
    a file cannot be written.
    """
    file = Path(path)
    found = written_format(file)
    write = (found.write_exact if exact else None) or found.write
    assert write is not None, "written_format returns writable formats only"
    return write(source, file)


def path_for_format(path: Path, format: str) -> Path:
    """Return a path whose extension is one of a format's: itself, else with the format's first behind it. Raises
    UnknownName with the formats that are written."""
    found = {name: each.suffixes for name, each in FORMATS.items() if each.write is not None}
    if format not in found:
        raise UnknownName("format to write a graph in", format, sorted(found), f"Formats: {', '.join(sorted(found))}.")
    return path if path.suffix.lower() in found[format] else path.with_name(f"{path.name}{found[format][0]}")


def written_format(file: Path) -> GraphFormat:
    """Return the format of a file extension. Raises GraphFileError if there is none, UnknownName if it is unknown."""
    names, wanted = written_suffixes(), file.suffix.lower()
    if not wanted:
        raise GraphFileError(file, f"has no extension; supported are {', '.join(names)}")
    if wanted not in names:
        raise UnknownName("format to write a graph in", wanted, list(names), f"Formats: {', '.join(names)}.")
    return FORMATS[names[wanted]]
