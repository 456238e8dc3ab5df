"""How many independent documents state what an answer says: *Stated by 3 documents: a.txt:1, b.txt:4, c.txt:2*."""

from __future__ import annotations

from collections.abc import Collection

from pramana.graph import SqliteGraph
from pramana.karaka.passes import STATED_BY
from pramana.karaka.schema import CITED_IN, KRIYA, document_node_id


def source_notes(graph: SqliteGraph, kriyas: Collection[str]) -> list[str]:
    """Return for each event of Kriyās that several documents state how many do, and where, in order of place."""
    found = {}
    for kriya in kriyas:
        stated = graph.property_evidence(kriya, STATED_BY)
        places = sorted({(place.doc_id, place.line_number) for place in stated})
        if places:
            found[tuple(places)] = ", ".join(f"{doc_id}:{number}" for doc_id, number in places)
    return [f"Stated by {len(places)} documents: {found[places]}" for places in sorted(found)]


def kriyas_of_lines(graph: SqliteGraph, places: Collection[tuple[str, int]]) -> list[str]:
    """Return the ids of the Kriyās of lines."""
    edges = [edge for place in sorted(places) for edge in graph.edges_to(document_node_id(*place), CITED_IN)]
    nodes = [graph.node(edge.source) for edge in edges]
    return [node.id for node in nodes if node is not None and node.type == KRIYA]
