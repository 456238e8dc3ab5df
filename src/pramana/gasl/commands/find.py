"""FIND: nodes, edges and paths of the graph. No model is asked."""

from __future__ import annotations

from typing import Any

from pramana.gasl.commands.base import Work
from pramana.gasl.hints import empty_paths, empty_search
from pramana.gasl.paths import PathQuery, path_query
from pramana.gasl.records import Outcome
from pramana.gasl.tree import FindNode
from pramana.gasl.types import Status, TargetKind
from pramana.graph.adapters import PathSelection, Selection

COUNTED, COUNTED_FOR_NOTHING = 2_000, 200_000
"""Comparisons of unlike types are counted in graphs of up to so many nodes and edges, and, where a search found
nothing, in larger ones: it takes looking at each. A selection's `mismatches` counts them whenever it is asked."""


async def find(node: FindNode, work: Work) -> Outcome:
    """Search the graph. `partial` where a cap cut the result, `empty` where nothing was found, else `success`."""
    where = None if node.where is None else work.scope.bound(node.where)
    if node.target is TargetKind.PATHS:
        return _paths(path_query(where), node, work)
    nodes = node.target is TargetKind.NODES
    found = (work.adapter.find_nodes if nodes else work.adapter.find_edges)(where, node.limit)
    metrics: dict[str, Any] = {"cap_hit": list(found.cap_hit)} if found.cap_hit else {}
    if where is not None and _counts(work, len(found)) and found.mismatches:
        metrics["mismatches"] = found.mismatches
    if not len(found) and where is not None:
        metrics["hints"] = empty_search(work.adapter, node.target, where)
    return _outcome(found, metrics)


def _counts(work: Work, found: int) -> bool:
    """Return whether comparisons of unlike types are counted."""
    return sum(work.adapter.count()) <= (COUNTED if found else COUNTED_FOR_NOTHING)


def _outcome(found: Selection | PathSelection, metrics: dict[str, Any]) -> Outcome:
    status = Status.EMPTY if not len(found) else Status.PARTIAL if found.cap_hit else Status.SUCCESS
    return Outcome(status, found, len(found), metrics)


def _paths(query: PathQuery, node: FindNode, work: Work) -> Outcome:
    adapter = work.adapter
    starts, ends = adapter.find_nodes(query.start), adapter.find_nodes(query.end)
    limit = None if query.picks_lengths else node.limit
    found = adapter.find_paths(starts, ends, query.longest, query.edge, limit)
    if query.picks_lengths:
        found = query.picked(found)[: node.limit]
    metrics: dict[str, Any] = {"starts": len(starts), "ends": len(ends)}
    metrics["max_length"] = min(query.longest or adapter.caps.max_path_length, adapter.caps.max_path_length)
    cut = tuple(dict.fromkeys((*starts.cap_hit, *ends.cap_hit, *found.cap_hit)))
    if cut:
        metrics["cap_hit"] = list(cut)
    if not len(found):
        metrics["hints"] = empty_paths(adapter, query, len(starts), len(ends))
        return Outcome(Status.EMPTY, found, 0, metrics)
    return Outcome(Status.PARTIAL if cut else Status.SUCCESS, found, len(found), metrics)
