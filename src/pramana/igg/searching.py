"""Queries on a growing graph: by condition, around a node, between two nodes. Each answer is bounded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

import numpy as np

from pramana.errors import UnknownName
from pramana.expr import (
    Comparison,
    Field,
    Op,
    Predicate,
    field_paths,
    parse_condition,
    predicate_leaves,
    variable_paths,
)
from pramana.graph import Direction, Edge, ElementKind, Node
from pramana.igg.actions import Query, Reference
from pramana.igg.backend import GrowingGraph
from pramana.igg.budgeting import name, quote_text
from pramana.igg.plain import ActionError
from pramana.igg.rendering import edge_line, node_line

ROWS = 25
"""Rows of an answer if the query does not set a limit."""

MOST_ROWS = 500
MOST_HOPS = 6
_LOOKED_THROUGH = 100_000
"""Nodes or edges that are scanned for the property names of a hint; larger graphs get no such hint."""

_MORE = f"a larger `limit` (up to {MOST_ROWS}) or a narrower condition shows"
_EDGES_A_ROW = 4
"""Edges that are shown for each node of a subgraph. Chosen by hand."""


class SearchContext(Protocol):
    """What queries run on: a graph, and the lookup of references."""

    @property
    def graph(self) -> GrowingGraph: ...

    def find(self, reference: Reference, use: str = ...) -> Node: ...


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a query: JSON rows, each with its line of text. `left` describes what was left out, `note` why the
    result is empty.

    `cut` returns what is left out if only this many of the rows fit.
    """

    rows: Sequence[Mapping[str, Any]]
    lines: Sequence[str]
    left: str = ""
    note: str = ""
    cut: Callable[[int], str] | None = None

    def left_after(self, shown: int) -> str:
        """Return what is left out if only `shown` rows are shown."""
        if shown == len(self.lines):
            return self.left
        if self.cut is not None:
            return self.cut(shown)
        more = f", and {self.left}" if self.left else ""
        return f"{len(self.lines) - shown:,} of {len(self.lines):,} rows, which do not fit{more}"


class Given:
    """The arguments of a query, converted to their types. Raises Unfit with the problem."""

    def __init__(self, query: Query) -> None:
        self._arguments = query.arguments

    def text(self, what: str) -> str:
        """Return a required text."""
        text = self._arguments.get(what)
        if not isinstance(text, str) or not text.strip():
            raise ActionError("field", f"`{what}` {'is missing' if text is None else 'must be a text'}")
        return text

    def text_or(self, what: str, default: str) -> str:
        """Return an optional text."""
        return self.text(what) if self._arguments.get(what) is not None else default

    def has(self, what: str) -> bool:
        return self._arguments.get(what) is not None

    def where(self) -> Predicate | None:
        """Return the condition, None if there is none. Raises ConditionError."""
        if self._arguments.get("where") in (None, ""):
            return None
        where = parse_condition(self.text("where"))
        if variable_paths(where):
            raise ActionError(
                "field", f"`where` has the variable ${{{'.'.join(variable_paths(where)[0])}}}: write its value instead"
            )
        return where

    def integer(self, what: str, default: int, most: int) -> int:
        """Return an integer from 1 on, reduced to `most` if it is larger."""
        given = self._arguments.get(what, default)
        if isinstance(given, str) and given.strip().isdecimal() and len(given) < 20:
            given = int(given)
        if isinstance(given, bool) or not isinstance(given, int | float) or not given >= 1 or given % 1 != 0:
            raise ActionError("field", f"`{what}` must be an integer of 1 or more")
        return min(int(given), most)

    @property
    def limit(self) -> int:
        return self.integer("limit", ROWS, MOST_ROWS)

    def node(self, what: str, asked: SearchContext) -> Node:
        """Return the node that an argument identifies."""
        reference = self._arguments.get(what)
        if not reference or not isinstance(reference, str | Mapping):
            raise ActionError(
                "field", f"`{what}` must be a node's id, or an object of properties that only that node has"
            )
        return asked.find(reference, f"`{what}` of a query")

    def direction(self) -> Direction:
        given = self._arguments.get("direction", Direction.BOTH)
        if not isinstance(given, str) or given not in set(Direction):
            raise ActionError("field", "`direction` must be one of out, in, both", tuple(Direction))
        return Direction(given)


def node_record(node: Node) -> dict[str, Any]:
    """Return a node as a row of an answer."""
    return {"id": node.id, "type": node.type, "properties": dict(node.properties)}


def edge_record(edge: Edge) -> dict[str, Any]:
    """Return an edge as a row of an answer."""
    own = {"source": edge.source, "relation": edge.relation, "target": edge.target}
    return {**own, **({"properties": dict(edge.properties)} if edge.properties else {})}


def nodes_where(asked: SearchContext, given: Given) -> SearchResult:
    """Answer `nodes`: those for which the condition is true, in order of insertion."""
    where, graph = given.where(), asked.graph
    found = graph.find_nodes(where, given.limit + 1).nodes()
    shown, left = _cut_results(found, given.limit, "nodes")
    note = "" if found else _hint(graph, where, ElementKind.NODES)
    return SearchResult([node_record(node) for node in shown], [node_line(node) for node in shown], left, note)


def edges_where(asked: SearchContext, given: Given) -> SearchResult:
    """Answer `edges`. The condition may use `relation`, `source`, `source.name` and similar fields."""
    where, graph = given.where(), asked.graph
    found = graph.find_edges(where, given.limit + 1).edges()
    shown, left = _cut_results(found, given.limit, "edges")
    note = "" if found else _hint(graph, where, ElementKind.EDGES)
    return SearchResult([edge_record(edge) for edge in shown], [edge_line(edge) for edge in shown], left, note)


def subgraph_where(asked: SearchContext, given: Given) -> SearchResult:
    """Answer `subgraph`: the nodes for which the condition is true, those up to `hops` away, and the edges between."""
    where, graph = given.where(), asked.graph
    rows = graph.node_rows(where, given.limit + 1).tolist()
    if not rows:
        return SearchResult([], [], "", _hint(graph, where, ElementKind.NODES))
    hops = given.integer("hops", 1, MOST_HOPS) if given.has("hops") else 0
    return _part(graph, rows, hops, Direction.BOTH, None, given.limit)


def near_nodes(asked: SearchContext, given: Given) -> SearchResult:
    """Answer `neighbours`: the nodes up to `hops` away, over edges for which the condition is true, and these edges."""
    graph, where, direction = asked.graph, given.where(), given.direction()
    start = graph.row_of(given.node("node", asked).id)
    assert start is not None
    test = None if where is None else graph.edge_test(where)
    found = _part(graph, [start], given.integer("hops", 1, MOST_HOPS), direction, test, given.limit + 1)
    return found if len(found.rows) > 1 else SearchResult([], [], "", "no such edge" + _hint_suffix(graph, where))


def paths_between(asked: SearchContext, given: Given) -> SearchResult:
    """Answer `paths`: simple paths, shortest first."""
    graph, where = asked.graph, given.where()
    ends = [given.node(what, asked).id for what in ("from", "to")]
    longest = given.integer("max_length", graph.caps.max_path_length, 100)
    paths = graph.find_paths([ends[0]], [ends[1]], longest, where, given.limit + 1)
    cut = len(paths) > given.limit or "max_expansions" in paths.cap_hit
    notes = [f"more paths, which {_MORE}"] if cut else []
    if "max_path_length" in paths.cap_hit:
        notes.append(f"paths of more than {graph.caps.max_path_length} edges")
    lines = [_path_line(graph.edges_at(edges)) for edges in paths.edges[: given.limit]]
    bound = min(longest, graph.caps.max_path_length)
    note = "" if lines else f"no path of up to {bound} edges" + _hint_suffix(graph, where)
    rows = [{"nodes": nodes} for nodes in paths.ids[: given.limit]]
    return SearchResult(rows, lines, " and ".join(notes), note)


def _path_line(edges: Sequence[Edge]) -> str:
    steps = "".join(f" -{name(edge.relation)}-> {quote_text(edge.target)}" for edge in edges)
    return f"- {quote_text(edges[0].source)}{steps}"


def _part(
    graph: GrowingGraph,
    starts: Sequence[int],
    hops: int,
    direction: Direction,
    test: Callable[[int], bool] | None,
    most: int,
) -> SearchResult:
    """Return the nodes within reach, nearest first, up to `most`, each with its edges to earlier ones."""
    reached = list(islice(_rows_by_distance(graph, starts, hops, direction, test), most + 1))
    left = [f"nodes beyond {most:,}, which {_MORE}"] if len(reached) > most else []
    room, before = most * _EDGES_A_ROW, set[int]()
    rows: list[Mapping[str, Any]] = []
    lines: list[str] = []
    for row, node in zip(reached[:most], graph.nodes_at(np.array(reached[:most], np.int64)), strict=True):
        before.add(row)
        edges = graph.edges_at(np.array(_to_those(graph, row, before, test)[:room], np.int64))
        room -= len(edges)
        rows += [node_record(node), *map(edge_record, edges)]
        lines += [node_line(node), *map(edge_line, edges)]
    if not room:
        left.append(f"edges beyond {most * _EDGES_A_ROW:,}")
    return SearchResult(rows, lines, " and ".join(left))


def _rows_by_distance(
    graph: GrowingGraph, starts: Iterable[int], hops: int, direction: Direction, test: Callable[[int], bool] | None
) -> Iterator[int]:
    """Yield rows of nodes by distance, then in order of insertion."""
    level = list(dict.fromkeys(starts))
    seen = set(level)
    yield from level
    sides = {Direction.OUT: [graph.ahead], Direction.IN: [graph.behind]}.get(direction, [graph.ahead, graph.behind])
    for _ in range(hops):
        following: set[int] = set()
        for row in level:
            for side in sides:
                near = side(row).items()
                following.update(other for other, edges in near if test is None or any(map(test, edges)))
        level = sorted(following - seen)
        seen.update(level)
        yield from level


def _to_those(graph: GrowingGraph, row: int, those: set[int], test: Callable[[int], bool] | None) -> list[int]:
    """Return the edges between a node and others, including itself, in order of insertion."""
    sides = (graph.ahead(row), graph.behind(row))
    edges = {edge for side in sides for other in those.intersection(side) for edge in side[other]}
    return sorted(edge for edge in edges if test is None or test(edge))


def _cut_results(found: Sequence[Any], limit: int, what: str) -> tuple[Sequence[Any], str]:
    return found[:limit], f"more {what}, which {_MORE}" if len(found) > limit else ""


# Why nothing was found


def _hint_suffix(graph: GrowingGraph, where: Predicate | None) -> str:
    hint = _hint(graph, where, ElementKind.EDGES) if where is not None else ""
    return f"; {hint}" if hint else ""


def _hint(graph: GrowingGraph, where: Predicate | None, kind: ElementKind) -> str:
    """Return a hint for a condition without matches: the property, type or relation in it that does not occur."""
    if where is None:
        return f"there are no {kind.value}"
    small = graph.count()[kind is ElementKind.EDGES] <= _LOOKED_THROUGH
    names = _names(graph, kind) if small else []
    for path in field_paths(where) if small else ():
        if path[0] == "label" and "label" not in names:
            called = "`type`" if kind is ElementKind.NODES else "`relation`"
            return f"the `label` of actions is {called} in conditions"
        if path[0] not in names and not (kind is ElementKind.EDGES and path[0] in ("source", "target")):
            return _unknown(f"property of {kind.value}", path[0], names)
    return next(filter(None, (_kind_hint(graph, leaf) for leaf in predicate_leaves(where))), "")


def _kind_hint(graph: GrowingGraph, leaf: Any) -> str:
    if not (isinstance(leaf, Comparison) and leaf.op is Op.EQ and isinstance(leaf.left, Field)):
        return ""
    what, schema = leaf.left.path[-1], graph.schema
    if schema is None or what not in ("type", "relation") or not isinstance(leaf.right, str):
        return ""
    known = schema.node_types if what == "type" else schema.relations
    return _unknown("node type" if what == "type" else what, leaf.right, known) if leaf.right not in known else ""


def _names(graph: GrowingGraph, kind: ElementKind) -> list[str]:
    """Return the field names of conditions: those that occur in nodes or edges, and those of the schema."""
    schema = graph.schema
    items: Iterable[Node | Edge] = graph.nodes() if kind is ElementKind.NODES else graph.edges()
    known = dict.fromkeys(("id", "type") if kind is ElementKind.NODES else ("id", "source", "target", "relation"))
    if schema is not None:
        for each in (schema.node_types if kind is ElementKind.NODES else schema.relations).values():
            known.update(dict.fromkeys((*each.required, *each.attributes)))
    for item in items:
        known.update(dict.fromkeys(item.properties))
    return list(known)


def _unknown(what: str, given: str, known: Iterable[str]) -> str:
    return str(UnknownName(what, given[:200], list(known)))
