"""Detects the format of a file and calls its reader."""

from __future__ import annotations

from pathlib import Path

from pramana.errors import GraphFileError, InputError, UnknownName
from pramana.graph.adapters.plugin import connect_graph
from pramana.graph.adapters.protocol import Closable, Exporting
from pramana.graph.address import GraphAddress, address_in, parse_address
from pramana.graph.io.format import FORMATS, read_suffixes, readable_formats
from pramana.graph.io.model import Imported


def read_graph(path: str | Path, format: str | None = None) -> Imported:
    """Read a graph from a file, a folder or a server's address (`neo4j://…`), completely or not at all.

    `format` is the name of a readable format; None: determined by the file's extension or the folder's files. For a
    format with two files, pass either of them or their common name: `graph.csv` for `graph.nodes.csv` and
    `graph.edges.csv`. A `.csv` file without such a partner holds edges, and their ends are the nodes. Raises
    GraphFileError with the place of the problem if the content is invalid, UnknownName for an unknown format,
    GraphServerError.
    """
    address = address_in(path)
    if address is not None:
        return _from_server(parse_address(address))
    file = Path(path)
    if format is not None and format not in readable_formats():
        raise UnknownName("format", format, readable_formats())
    found = FORMATS[format or format_of(file)]
    assert found.read is not None, "format_of returns readable formats only"
    if not file.exists() and not found.paired:
        raise GraphFileError(file, "no such file")
    return found.read(file)


def _from_server(address: GraphAddress) -> Imported:
    adapter = connect_graph(address)
    try:
        if not isinstance(adapter, Exporting):
            raise InputError(f"{address}: graphs of this kind do not list their nodes and edges.")
        return Imported(tuple(adapter.nodes()), tuple(adapter.edges()), address.scheme, adapter.directed)
    finally:
        if isinstance(adapter, Closable):
            adapter.close()


def format_of(path: str | Path) -> str:
    """Return the name of a file's or folder's format. Raises GraphFileError if no readable format matches."""
    file = Path(path)
    if file.is_dir():
        return _format_in(file)
    if file.exists() and any(each.is_part(file) for each in FORMATS.values() if each.is_part is not None):
        raise GraphFileError(file, "one table of several; pass its folder")
    names = read_suffixes()
    if file.suffix.lower() not in names:
        raise GraphFileError(file, f"unknown file extension; supported are {', '.join(names)}")
    return names[file.suffix.lower()]


def _format_in(folder: Path) -> str:
    ranked = sorted(FORMATS.items(), key=lambda item: (item[1].rank, item[0]))
    for name, each in ranked:
        if each.read is not None and each.is_folder is not None and each.is_folder(folder):
            return name
    raise GraphFileError(folder, "not a graph: has neither GraphRAG's tables, nor files of nodes and edges")
