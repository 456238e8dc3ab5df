"""FIND: nodes, edges and paths of the graph. No model is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pramana.errors import ExecutionError
from pramana.expr import Predicate, parse_condition, strip_prefix
from pramana.gasl.binding import item_rows
from pramana.gasl.command import Command
from pramana.gasl.commands.degree import DIRECTION, EdgeDirection
from pramana.gasl.estimating import SHOWN, Estimator, Explained, KnownVariable
from pramana.gasl.hints import empty_paths, empty_search, known_attributes
from pramana.gasl.paths import EXAMPLE, PathQuery, path_query
from pramana.gasl.ranking import ranked_by
from pramana.gasl.records import Outcome
from pramana.gasl.slots import FILTER, LIMIT, FlagWord, Keyword, ValueSlot, choice, optional, quoted_kind, result
from pramana.gasl.tree import GASLNode
from pramana.gasl.types import Status, TargetKind
from pramana.gasl.work import Work
from pramana.graph import Direction, GraphAdapter, PathSelection, Selection

COUNTED, COUNTED_FOR_NOTHING = 2_000, 200_000
"""Comparisons of unlike types are counted in graphs of up to so many nodes and edges, and, where a search found
nothing, in larger ones: it takes looking at each. A selection's `mismatches` counts them whenever it is asked."""


_IS_EVENT = parse_condition('type = "Kriya"')
_NOT_CITING = parse_condition('relation != "CITED_IN"')


@dataclass(frozen=True, slots=True)
class FindNode(GASLNode):
    """FIND: what is searched for; without `where` everything, without `limit` all that there is. `matches` are words
    by which the elements are ranked; those that have none of them are left out. Of paths: `shortest` ones alone, and
    the direction in which edges are followed (None: see `_direction`)."""

    target: TargetKind
    output: str
    where: Predicate | None = None
    limit: int | None = None
    matches: str | None = None
    shortest: bool = False
    direction: EdgeDirection | None = None


async def find(node: FindNode, work: Work) -> Outcome:
    """Search the graph. `partial` where a cap cut the result, `empty` where nothing was found, else `success`."""
    where = None if node.where is None else work.scope.bound(node.where)
    if node.target is TargetKind.PATHS:
        if node.matches is not None:
            raise ExecutionError("MATCHES ranks nodes or edges, not paths.", example=FIND.example)
        return _paths(path_query(where), node, work)
    if node.shortest or node.direction is not None:
        raise ExecutionError(f"SHORTEST and DIRECTION are for paths, not {node.target}.", example=FIND.example)
    nodes = node.target is TargetKind.NODES
    where = _own_terms(where, node.target)
    known_attributes(work.adapter, node.target).require_others(where, f"FIND {node.target} WHERE … AS {node.output}")
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
    for where, kind in query.conditions():
        known_attributes(adapter, kind).require_others(where, EXAMPLE)
    starts, ends = adapter.find_nodes(query.start), adapter.find_nodes(query.end)
    direction, edge = _direction(node, query, adapter)
    longest = min(query.longest or adapter.caps.max_path_length, adapter.caps.max_path_length)
    found = _found_paths(query, node, adapter, (starts, ends), edge, direction)
    metrics: dict[str, Any] = {"starts": len(starts), "ends": len(ends), "max_length": longest}
    cut = tuple(dict.fromkeys((*starts.cap_hit, *ends.cap_hit, *found.cap_hit)))
    if not len(found) and not cut and _leads_further(query, adapter, starts, ends, edge, direction):
        cut = ("max_path_length",)
    if cut:
        metrics["cap_hit"] = list(cut)
    if not len(found):
        metrics["hints"] = [_cut_hint(cut, longest)] if cut else empty_paths(adapter, query, len(starts), len(ends))
        return Outcome(Status.PARTIAL if cut else Status.EMPTY, found, 0, metrics)
    return Outcome(Status.PARTIAL if cut else Status.SUCCESS, found, len(found), metrics)


def _direction(node: FindNode, query: PathQuery, adapter: GraphAdapter) -> tuple[Direction, Predicate | None]:
    """Return in which direction edges are followed, and the condition on them.

    Along them, but in a graph of events either way: participants are connected through the events, whose edges lead to
    them. There, where nothing is asked of the edges, those to the lines that cite events are not followed: every two
    participants of a document would be connected.
    """
    if node.direction is not None:
        return node.direction.of_adapter, query.edge
    if not len(adapter.find_nodes(_IS_EVENT, 1)):
        return Direction.OUT, query.edge
    return Direction.BOTH, _NOT_CITING if query.edge is None else query.edge


def _found_paths(
    query: PathQuery,
    node: FindNode,
    adapter: GraphAdapter,
    places: tuple[Selection, Selection],
    edge: Predicate | None,
    direction: Direction,
) -> PathSelection:
    limit = None if query.picks_lengths else node.limit
    if not node.shortest:
        found = adapter.find_paths(*places, query.longest, edge, limit, direction)
        return query.of_wanted_length(found)[: node.limit] if query.picks_lengths else found
    longest = min(query.longest or adapter.caps.max_path_length, adapter.caps.max_path_length)
    for length in range(1, longest + 1):
        found = adapter.find_paths(*places, length, edge, limit, direction)
        wanted = query.of_wanted_length(found)[: node.limit]
        if len(wanted) or found.cap_hit:
            return wanted
    return adapter.find_paths(*places, query.longest, edge, 0, direction)


def _leads_further(
    query: PathQuery,
    adapter: GraphAdapter,
    starts: Selection,
    ends: Selection,
    edge: Predicate | None,
    direction: Direction,
) -> bool:
    """Return whether a longer path than the cap allows may connect starts and ends, none being asked shorter.

    In large graphs the answer is yes without a look: following all edges takes seconds.
    """
    asked = query.longest is not None and query.longest <= adapter.caps.max_path_length
    if asked or not len(starts) or not len(ends):
        return False
    if sum(adapter.count()) > COUNTED_FOR_NOTHING:
        return True
    reached = adapter.neighbours(starts, adapter.count()[0], direction, edge)
    return bool(reached.cap_hit) or not set(reached.ids).isdisjoint(ends.ids)  # what a cap left out may lead there


def _cut_hint(cut: tuple[str, ...], longest: int) -> dict[str, Any]:
    names = " and ".join(f"adapter.caps.{name}" for name in cut)
    message = f"Nothing was found within {longest} edges, where the bound {names} ended the search. SET raises it."
    return {"kind": "cut", "caps": list(cut), "within": longest, "message": message}


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
        FlagWord("shortest", "SHORTEST"),
        optional("DIRECTION", ValueSlot("direction", DIRECTION)),
        optional("LIMIT", ValueSlot("limit", LIMIT)),
        *result(),
    ),
    example='FIND nodes WHERE entity_type = "PERSON" LIMIT 100 AS people',
    says="Searches the graph; MATCHES ranks by words in any form; SHORTEST and DIRECTION are for paths.",
    gives="MATCHES (nodes, edges): best first; SHORTEST, DIRECTION: paths",
    estimate=estimate,
)
