"""FIND: nodes, edges and paths of the graph. No model is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pramana.errors import ExecutionError
from pramana.expr import Predicate, strip_prefix
from pramana.gasl.binding import item_rows
from pramana.gasl.command import Command
from pramana.gasl.estimating import SHOWN, Estimator, Explained, KnownVariable
from pramana.gasl.hints import empty_paths, empty_search
from pramana.gasl.paths import PathQuery, path_query
from pramana.gasl.ranking import ranked_by
from pramana.gasl.records import Outcome
from pramana.gasl.slots import FILTER, LIMIT, Keyword, ValueSlot, choice, optional, quoted_kind, result
from pramana.gasl.tree import GASLNode
from pramana.gasl.types import Status, TargetKind
from pramana.gasl.work import Work
from pramana.graph import PathSelection, Selection

COUNTED, COUNTED_FOR_NOTHING = 2_000, 200_000
"""Comparisons of unlike types are counted in graphs of up to so many nodes and edges, and, where a search found
nothing, in larger ones: it takes looking at each. A selection's `mismatches` counts them whenever it is asked."""


@dataclass(frozen=True, slots=True)
class FindNode(GASLNode):
    """FIND: what is searched for; without `where` everything, without `limit` all that there is. `matches` are words
    by which the elements are ranked; those that have none of them are left out."""

    target: TargetKind
    output: str
    where: Predicate | None = None
    limit: int | None = None
    matches: str | None = None


async def find(node: FindNode, work: Work) -> Outcome:
    """Search the graph. `partial` where a cap cut the result, `empty` where nothing was found, else `success`."""
    where = None if node.where is None else work.scope.bound(node.where)
    if node.target is TargetKind.PATHS:
        if node.matches is not None:
            raise ExecutionError("MATCHES ranks nodes or edges, not paths.", example=FIND.example)
        return _paths(path_query(where), node, work)
    nodes = node.target is TargetKind.NODES
    where = _own_terms(where, node.target)
    search = work.adapter.find_nodes if nodes else work.adapter.find_edges
    found = search(where, node.limit) if node.matches is None else ranked_by(search(where), node.matches, node.limit)
    metrics: dict[str, Any] = {"cap_hit": list(found.cap_hit)} if found.cap_hit else {}
    if where is not None and _counts(work, len(found)) and found.mismatches:
        metrics["mismatches"] = found.mismatches
    if not len(found) and where is not None:
        metrics["hints"] = empty_search(work.adapter, node.target, where)
    return _outcome(found, metrics)


def _own_terms(where: Predicate | None, target: TargetKind) -> Predicate | None:
    """Return a condition on edges without *edge.*, which a condition on paths needs: both may be written."""
    return strip_prefix(where, "edge") if where is not None and target is TargetKind.EDGES else where


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
        found = query.of_wanted_length(found)[: node.limit]
    metrics: dict[str, Any] = {"starts": len(starts), "ends": len(ends)}
    metrics["max_length"] = min(query.longest or adapter.caps.max_path_length, adapter.caps.max_path_length)
    cut = tuple(dict.fromkeys((*starts.cap_hit, *ends.cap_hit, *found.cap_hit)))
    if cut:
        metrics["cap_hit"] = list(cut)
    if not len(found):
        metrics["hints"] = empty_paths(adapter, query, len(starts), len(ends))
        return Outcome(Status.EMPTY, found, 0, metrics)
    return Outcome(Status.PARTIAL if cut else Status.SUCCESS, found, len(found), metrics)


def estimate(node: FindNode, estimator: Estimator) -> Explained:
    """Search where every value is known, to say exactly how much there is; else say what would be read."""
    where = _own_terms(estimator.bound(node.where), node.target)
    unknown = where is None and node.where is not None
    if node.target is TargetKind.PATHS:
        estimator.known[node.output] = KnownVariable(node.limit)
        reads = "paths, with values that are not known yet" if unknown else _paths_read(where, estimator)
        return Explained(reads, node.limit)
    nodes, edges = estimator.adapter.count()
    of_nodes = node.target is TargetKind.NODES
    reads = f"{nodes:,} nodes" if of_nodes else f"{edges:,} edges"
    if unknown:
        estimator.known[node.output] = KnownVariable(node.limit)
        return Explained(f"{reads}, with values that are not known yet", node.limit)
    if node.matches is not None:
        estimator.known[node.output] = KnownVariable(node.limit)
        return Explained(f"the words of {reads}", node.limit)
    found = (estimator.adapter.find_nodes if of_nodes else estimator.adapter.find_edges)(where, node.limit)
    estimator.known[node.output] = KnownVariable(len(found), True, item_rows(found[:SHOWN]))
    return Explained(reads, len(found), True)


def _paths_read(where: Predicate | None, estimator: Estimator) -> str:
    query, adapter = path_query(where), estimator.adapter
    starts, ends = len(adapter.find_nodes(query.start)), len(adapter.find_nodes(query.end))
    longest = min(query.longest or adapter.caps.max_path_length, adapter.caps.max_path_length)
    most = f"at most {adapter.caps.max_expansions:,} edges"
    return f"paths of up to {longest} edges from {starts:,} to {ends:,} nodes, {most}"


FIND = Command(
    place=20,
    node=FindNode,
    run=find,
    parts=(
        *(Keyword("FIND"), ValueSlot("target", choice("TARGET", TargetKind))),
        optional("WHERE", ValueSlot("where", FILTER)),
        optional("MATCHES", ValueSlot("matches", quoted_kind("words"))),
        optional("LIMIT", ValueSlot("limit", LIMIT)),
        *result(),
    ),
    example='FIND nodes WHERE entity_type = "PERSON" LIMIT 100 AS people',
    says="Searches the graph; MATCHES ranks by words in any form.",
    estimate=estimate,
)
