"""The fields of nodes and edges as SQL over the tables of a workspace's graph."""

from __future__ import annotations

from dataclasses import dataclass, field

from pramana.expr import (
    Comparison,
    Field,
    Membership,
    Op,
    Predicate,
    SqlColumn,
    conjoin,
    conjuncts,
    field_paths,
    json_column,
    plain_column,
    sql_condition,
)
from pramana.graph.adapters.records import EDGE_NAMES, NODE_NAMES
from pramana.graph.adapters.rows import ElementKind
from pramana.graph.sqlite_tables import SupportKind as FactKind
from pramana.graph.sqlite_tables import relation_code

Path = tuple[str, ...]

PLACE = {"doc_id": "doc_id", "line_number": "line", "quote": "quote", "grade": "grade"}
"""The fields that a node or an edge has from its first place in the text, each with its column."""

FIRST_PLACE = "doc_id, line, start, end, quote, grade"
"""Sorts evidence by place. All columns are needed: two pieces of evidence may differ in the last one only."""

_ENDS = {"source": "start", "target": "stop"}
_EDGE_ID = (
    "(start.id || ' -' || edge.relation || '-> ' || stop.id || "
    "CASE edge.ordinal WHEN 0 THEN '' ELSE ' #' || edge.ordinal END)"
)


def shown_properties(table: str = "") -> str:
    """Return SQL for the visible properties of a node, its own and the added ones, as one JSON object."""
    props, added = (f"{table}.{name}" if table else name for name in ("props", "added"))
    # An added value is never null nor an object, so that `json_patch` is a plain merge.
    return f"CASE WHEN {added} IS NULL THEN {props} ELSE json_patch({props}, {added}) END"


@dataclass(slots=True)
class Search:
    """A search of nodes or edges: `sql` with its `parameters`, and the `rest` of the condition, for Python."""

    kind: ElementKind
    where: Predicate | None
    rest: Predicate | None = None
    parameters: tuple[object, ...] = ()
    sql: str = ""
    coded: bool = False
    """Whether an index of edges is searched by codes of relations."""
    _joined: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        parts = conjuncts(self.where) if self.where is not None else ()
        asked = [part for part in parts if all(map(self._has, field_paths(part)))]
        self.rest = conjoin(part for part in parts if part not in asked)
        table = "node" if self.kind is ElementKind.NODES else "edge"
        pushed, clause = conjoin(asked), ""
        if pushed is not None:
            condition = sql_condition(pushed, self._column)
            clause, self.parameters = f" WHERE {condition.text}", condition.parameters
        for relations in filter(None, map(_relations, asked)) if self.coded else ():
            clause += f" AND edge.relation_code IN ({', '.join('?' * len(relations))})"
            self.parameters += tuple(map(relation_code, relations))
        joins = (f" JOIN node {end} ON {end}.key = edge.{name}" for name, end in _ENDS.items() if end in self._joined)
        self.sql = f"SELECT {table}.key FROM {table}{''.join(joins)}{clause} ORDER BY {table}.key"

    def _has(self, path: Path) -> bool:
        if self.kind is ElementKind.EDGES and path[0] in _ENDS and len(path) > 1:
            return _is_known(path[1:], NODE_NAMES)
        return _is_known(path, NODE_NAMES if self.kind is ElementKind.NODES else EDGE_NAMES)

    def _column(self, path: Path) -> SqlColumn:
        if self.kind is ElementKind.NODES:
            return _node_column(path, "node")
        if path[0] in _ENDS:
            end = _ENDS[path[0]]
            self._joined.add(end)
            return _node_column(path[1:] or ("id",), end)
        if path == ("id",):
            self._joined.update(_ENDS.values())
            return plain_column(_EDGE_ID)
        if path == ("relation",):
            return plain_column("edge.relation")
        return _property(path, "edge.props", "edge", FactKind.EDGE)


def _relations(part: Predicate) -> tuple[str, ...]:
    """Return the relations of which an edge must have one where a condition is true; none where it does not say."""
    if isinstance(part, Comparison) and part.left == Field(("relation",)) and part.op is Op.EQ:
        return (part.right,) if isinstance(part.right, str) else ()
    if isinstance(part, Membership) and part.left == Field(("relation",)) and not part.negated:
        values = part.values if isinstance(part.values, tuple) else ()
        return tuple(map(str, values)) if all(isinstance(value, str) for value in values) else ()
    return ()


def _is_known(path: Path, own: tuple[str, ...]) -> bool:
    """Return whether a field is a column, or a property that was not renamed: a name that ends in `_` may have been."""
    return path[0] in own if len(path) == 1 and path[0] in own else path[0].rstrip("_") not in own


def _node_column(path: Path, table: str) -> SqlColumn:
    if path in (("id",), ("type",)):
        return plain_column(f"{table}.{path[0]}")
    return _property(path, shown_properties(table), table, FactKind.NODE)


def _property(path: Path, document: str, table: str, kind: FactKind) -> SqlColumn:
    own = json_column(document, path)
    if len(path) > 1 or path[0] not in PLACE:
        return own
    place = (
        f"(SELECT {PLACE[path[0]]} FROM evidence JOIN source ON source.id = evidence.source "
        f"WHERE kind = {int(kind)} AND fact = {table}.key ORDER BY {FIRST_PLACE} LIMIT 1)"
    )
    given = f"CASE WHEN {own.kind} IS NULL THEN"
    return SqlColumn(
        f"({given} {place} ELSE {own.value} END)",
        f"({given} nullif(typeof({place}), 'null') ELSE {own.kind} END)",
        f"({given} json_quote({place}) ELSE {own.json} END)",
    )
