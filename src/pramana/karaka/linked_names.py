"""Other names of whom a query names, by the links that the graph accepted."""

from __future__ import annotations

from itertools import islice

from pramana.graph import SqliteGraph, fold_name
from pramana.karaka.schema import ENTITY, IS_SAME_AS
from pramana.retrieval import query_names

MOST_NAMES = 20
"""Other names that a search looks up: the first by the alphabet. A group of hundreds is pronouns and descriptions."""


def linked_names(graph: SqliteGraph, query: str) -> list[str]:
    """Return up to MOST_NAMES names that links join to a name in a query, in any case, sorted: of *Bob* *Robert Hale*.

    One link is followed: further ones lead to whom a link's own line does not show.
    """
    asked = {node.id for name in query_names(query) for node in graph.nodes_named(name) if node.type == ENTITY}
    edges = [
        edge for id_ in sorted(asked) for edge in graph.edges_from(id_, IS_SAME_AS) + graph.edges_to(id_, IS_SAME_AS)
    ]
    others = {end for edge in edges for end in (edge.source, edge.target)} - asked
    nodes = (graph.node(id_) for id_ in others)
    names = {
        str(node.properties["canonical_name"])
        for node in nodes
        if node is not None and not node.properties.get("pronoun") and node.properties.get("canonical_name")
    }
    return list(islice(sorted(names, key=lambda name: (fold_name(name), name)), MOST_NAMES))
