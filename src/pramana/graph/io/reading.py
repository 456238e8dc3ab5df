"""Files into graphs: which format a file has, and its reader."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pramana.errors import GraphFileError, UnknownName
from pramana.graph.io.arrow_read import read_tables
from pramana.graph.io.csv_tables import read_csv_tables
from pramana.graph.io.gexf_read import read_gexf
from pramana.graph.io.graphml_read import read_graphml
from pramana.graph.io.graphrag import is_graphrag, read_graphrag
from pramana.graph.io.model import Imported
from pramana.graph.io.node_link import read_json
from pramana.graph.io.pairs import found_pair, pair_ending

READERS: dict[str, Callable[[Path], Imported]] = {
    "graphml": read_graphml,
    "gexf": read_gexf,
    "json": read_json,
    "csv": lambda path: read_csv_tables(*found_pair(path)),
    "parquet": lambda path: read_tables(*found_pair(path)),
    "arrow": lambda path: read_tables(*found_pair(path)),
    "graphrag": read_graphrag,
}
"""By the name of the format. A reader takes all of a file, or raises GraphFileError and takes nothing."""

_PAIRED = ("csv", "parquet", "arrow")
_ENDINGS = {
    ".graphml": "graphml",
    ".xml": "graphml",
    ".gexf": "gexf",
    ".json": "json",
    ".csv": "csv",
    ".parquet": "parquet",
    ".arrow": "arrow",
}


def read_graph(path: str | Path, format: str | None = None) -> Imported:
    """Read a graph from a file or a folder, whole or not at all.

    `format` is one of READERS; None: what the name's ending or the folder's files say. Of a format of two files, name
    either, or what they are named after: `graph.csv` for `graph.nodes.csv` and `graph.edges.csv`. Raises
    GraphFileError with the place where something is broken, UnknownName for a format that is not there.
    """
    file = Path(path)
    if format is not None and format not in READERS:
        raise UnknownName("format", format, list(READERS))
    name = format or _format_of(file)
    if not file.exists() and name not in _PAIRED:
        raise GraphFileError(file, "is not there")
    return READERS[name](file)


def _format_of(path: Path) -> str:
    if path.is_dir():
        return _format_in(path)
    if path.suffix.lower() == ".parquet" and is_graphrag(path.parent) and path.exists():
        raise GraphFileError(path, "is one table of several; name its folder")
    if path.suffix.lower() not in _ENDINGS:
        raise GraphFileError(path, f"has none of the endings that say what it is ({', '.join(_ENDINGS)})")
    return _ENDINGS[path.suffix.lower()]


def _format_in(folder: Path) -> str:
    if is_graphrag(folder):
        return "graphrag"
    ending = pair_ending(folder)
    if ending is None:
        raise GraphFileError(folder, "holds no graph: neither GraphRAG's tables, nor files of nodes and edges")
    return _ENDINGS[ending]
