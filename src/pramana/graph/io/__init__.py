"""Graphs out to files and in from them, in the formats that other tools have.

What is written is a source of nodes and edges; what is read is taken whole or not at all.
"""

from pramana.graph.io.model import Imported, Listed, Source
from pramana.graph.io.reading import READERS, read_graph
from pramana.graph.io.store import evidence_source, export_graph, to_networkx, write_graphml, write_json
from pramana.graph.io.writing import WRITERS, write_graph

__all__ = [
    "READERS",
    "WRITERS",
    "Imported",
    "Listed",
    "Source",
    "evidence_source",
    "export_graph",
    "read_graph",
    "to_networkx",
    "write_graph",
    "write_graphml",
    "write_json",
]
