"""Import and export of graphs in the formats of other tools.

A graph is written from any source of nodes and edges; a file is read completely, or an error is raised.
"""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.graph.io.format import FORMATS, GraphFormat, one_file, readable_formats, written_suffixes
    from pramana.graph.io.model import Imported, ListedGraph, Source
    from pramana.graph.io.reading import format_of, read_graph
    from pramana.graph.io.spreadsheets import shown_in_cells
    from pramana.graph.io.store import evidence_source, export_graph, to_networkx, write_graphml, write_json
    from pramana.graph.io.writing import path_for_format, write_graph
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "FORMATS",
    "GraphFormat",
    "Imported",
    "ListedGraph",
    "Source",
    "evidence_source",
    "export_graph",
    "format_of",
    "one_file",
    "path_for_format",
    "read_graph",
    "readable_formats",
    "shown_in_cells",
    "to_networkx",
    "write_graph",
    "write_graphml",
    "write_json",
    "written_suffixes",
]
