"""Searching a workspace's lines: full text, names with those that links join to them, links, and vectors."""

from __future__ import annotations

from pramana.app.workspace import WorkspaceResources
from pramana.errors import InputError
from pramana.karaka import linked_names
from pramana.retrieval import RankedLine
from pramana.views import ShownList


async def search(workspace: WorkspaceResources, query: str, limit: int) -> ShownList[RankedLine]:
    """Return up to `limit` lines, best first. Raises InputError for an empty query, and what embedding raises."""
    if not query.strip():
        raise InputError("The query is empty.")
    cosines = await workspace.passage_vectors.cosines(query)
    names = linked_names(workspace.graph, query)
    return ShownList(workspace.line_search.lines(query, limit, names=names, cosines=cosines))
