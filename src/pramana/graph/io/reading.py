"""Files into graphs: which format a file has, and its reader."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pramana.errors import GraphFileError, UnknownName
from pramana.graph.io.graphml_read import read_graphml
from pramana.graph.io.model import Imported

READERS: dict[str, Callable[[Path], Imported]] = {
    "graphml": read_graphml,
}
"""By the name of the format. A reader takes all of a file, or raises GraphFileError and takes nothing."""

ENDINGS = {
    ".graphml": "graphml",
    ".xml": "graphml",
}


def read_graph(path: str | Path, format: str | None = None) -> Imported:
    """Read a graph from a file or a folder, whole or not at all.

    `format` is one of READERS; None: what the name's ending says. Raises GraphFileError with the place where
    the file is broken, UnknownName for a format that is not there.
    """
    file = Path(path)
    name = format or _format_of(file)
    if name not in READERS:
        raise UnknownName("format", name, list(READERS))
    if not file.exists():
        raise GraphFileError(file, "is not there")
    return READERS[name](file)


def _format_of(path: Path) -> str:
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise GraphFileError(
            path, f"has none of the endings that say what it is ({', '.join(ENDINGS)}); name its format"
        )
    return ENDINGS[ending]
