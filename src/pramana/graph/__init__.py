"""The property graph: schema, storage in units, content hash, import and export.

A unit holds the facts of one accepted proposal; a fact is removed when the last unit that supports it is removed.
"""

from pramana.graph.io import to_networkx, write_graphml, write_json
from pramana.graph.model import (
    WHOLE_DOCUMENT,
    Edge,
    EdgeFact,
    Node,
    NodeFact,
    PropertyFact,
    StoredEdge,
    StoredProperty,
    Unit,
    fold,
)
from pramana.graph.schema import GraphSchema, NodeType, Relation
from pramana.graph.sethash import SetHash
from pramana.graph.sqlite import SqliteGraph
from pramana.graph.sqlite_tables import GRAPH_SCHEMA

__all__ = [
    "GRAPH_SCHEMA",
    "WHOLE_DOCUMENT",
    "Edge",
    "EdgeFact",
    "GraphSchema",
    "Node",
    "NodeFact",
    "NodeType",
    "PropertyFact",
    "Relation",
    "SetHash",
    "SqliteGraph",
    "StoredEdge",
    "StoredProperty",
    "Unit",
    "fold",
    "to_networkx",
    "write_graphml",
    "write_json",
]
