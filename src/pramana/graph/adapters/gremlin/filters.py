"""Conditions as filters of traversals, with their values bound: what a filter drops, the condition is not true for.

A filter may keep more than the condition: rows that it keeps are tested again by the rules of docs/conditions.md, which
differ from Gremlin's in the order of texts, in lists and in unlike types.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from pramana.expr import And, Comparison, Field, IsNull, Membership, Op, Or, Predicate
from pramana.graph.adapters.gremlin.connection import sendable
from pramana.graph.adapters.gremlin.layout import ID, LOCAL, RELATION, TYPE, is_plain
from pramana.graph.adapters.records import EDGE_NAMES, NODE_NAMES
from pramana.graph.adapters.rows import ElementKind

_ENDS = ("source", "target")
_FIELDS = {ElementKind.NODES: {"id": ID, "type": TYPE}, ElementKind.EDGES: {"relation": RELATION}}
_OWN = {ElementKind.NODES: NODE_NAMES, ElementKind.EDGES: EDGE_NAMES}


@dataclass(frozen=True, slots=True)
class OwnFields:
    """The fields of a graph that somebody else wrote. `id_filter` makes a filter of texts that the id may be, and
    `holds` says what values a property has: "text", "odd" for those that become texts here, else "plain"."""

    id_filter: Callable[[list[str]], Any]
    holds: Callable[[ElementKind, str], str]

    def filter_of(self, leaf: Comparison | Membership | IsNull, path: tuple[str, ...], kind: ElementKind) -> Any:
        """Return what keeps the elements that a leaf may be true for; None: nothing can be left out."""
        from gremlin_python.process.graph_traversal import __

        name = path[0]
        if len(path) > 1 or (kind, name) == (ElementKind.EDGES, "id"):
            return None
        texts = _wanted_texts(leaf)
        if name == "id":
            return self.id_filter(texts) if texts else None
        if name == ("type" if kind is ElementKind.NODES else "relation"):
            return __.has_label(*texts) if texts else None
        test = None if name.rstrip("_") in _OWN[kind] else _value_test(leaf)
        if test is None or name == "labels":
            return None
        held = "odd" if test == _PRESENT else self.holds(kind, name)
        if held in ("odd", "unsendable"):
            return __.has(name)
        return __.has(name, test) if texts and held == "text" else __.values(name).is_(test)


def _wanted_texts(leaf: Comparison | Membership | IsNull) -> list[str]:
    """Return the texts of which a leaf wants one; none where it wants anything else."""
    if isinstance(leaf, Comparison) and leaf.op is Op.EQ:
        wanted: tuple[Any, ...] = (leaf.right,)
    elif isinstance(leaf, Membership) and not leaf.negated and isinstance(leaf.values, tuple):
        wanted = leaf.values
    else:
        return []
    return list(wanted) if all(isinstance(each, str) for each in wanted) else []


def filter_of(where: Predicate, kind: ElementKind, local: bool = True, own: OwnFields | None = None) -> Any:
    """Return an anonymous traversal that keeps what `where`, with its negations normalized, may be true for.

    None: nothing can be left out. `local`: what has values that the server cannot search is kept, too; without it the
    caller adds all of that. At the ends of edges it is always kept. `own`: the graph is somebody else's.
    """
    if isinstance(where, And):
        found = [each for part in where.parts if (each := filter_of(part, kind, local, own)) is not None]
        return _join_filters("and_", found) if found else None
    if isinstance(where, Or):
        parts = [filter_of(part, kind, local, own) for part in where.parts]
        return None if any(each is None for each in parts) else _join_filters("or_", parts)
    if isinstance(where, Comparison | Membership | IsNull) and isinstance(where.left, Field):
        return _leaf_filter(where, where.left.path, kind, local, own)
    return None


def reads_value(path: tuple[str, ...], kind: ElementKind) -> bool:
    """Return whether a field is a property of the node or edge itself: its value may be one that no server can
    search."""
    return path[0] not in _FIELDS[kind] and not (kind is ElementKind.EDGES and path[0] in _ENDS)


def _join_filters(step: str, parts: list[Any]) -> Any:
    from gremlin_python.process.graph_traversal import __

    return parts[0] if len(parts) == 1 else getattr(__, step)(*parts)


def _leaf_filter(
    leaf: Comparison | Membership | IsNull,
    path: tuple[str, ...],
    kind: ElementKind,
    local: bool,
    owner: OwnFields | None = None,
) -> Any:
    from gremlin_python.process.graph_traversal import __

    if kind is ElementKind.EDGES and path[0] in _ENDS:
        inner = _leaf_filter(leaf, path[1:] or ("id",), ElementKind.NODES, True, owner)
        if inner is None:
            return None
        return __.filter_((__.out_v() if path[0] == "source" else __.in_v()).filter_(inner))
    if owner is not None:
        return owner.filter_of(leaf, path, kind)
    name = path[0]
    own = _FIELDS[kind].get(name)
    if len(path) > 1 or (own is None and (name.rstrip("_") in _OWN[kind] or not is_plain(name))):
        return None
    test = _value_test(leaf)
    if test is None:
        return None
    if own is not None:
        return __.has(own, test) if test != _PRESENT else __.has(own)
    if test == _PRESENT:
        kept = __.has(name)
    elif _is_folded(leaf):
        kept = __.has(name, test)
    else:
        kept = __.values(name).is_(test)
    return __.or_(kept, __.has(LOCAL, True)) if local else kept


def _is_folded(leaf: Comparison | Membership | IsNull) -> bool:
    """Return whether servers agree on a test within `has`, which they can fold into their search: JanusGraph does not
    find 30 as 30.0 there."""
    return isinstance(leaf, Comparison) and (leaf.op is not Op.EQ or isinstance(leaf.right, str))


_PRESENT = "present"
"""The test that only asks for a value."""


def _value_test(leaf: Comparison | Membership | IsNull) -> Any:
    """Return a predicate of Gremlin's for the values that a leaf may be true for; None: also for a missing one."""
    from gremlin_python.process.traversal import P

    if isinstance(leaf, IsNull):
        return _PRESENT if leaf.negated else None
    if isinstance(leaf, Membership):
        if leaf.negated or not isinstance(leaf.values, tuple):
            return _PRESENT
        values = [sendable(value) for value in leaf.values]
        return _PRESENT if None in values else reduce(lambda one, other: one.or_(other), map(P.eq, values))
    if leaf.op in (Op.CONTAINS, Op.STARTS_WITH, Op.ENDS_WITH, Op.NE):
        return _PRESENT
    value = sendable(leaf.right)
    if value is None or (leaf.op is not Op.EQ and not _is_number(leaf.right)):
        return _PRESENT
    tests = {Op.EQ: P.eq, Op.GT: P.gt, Op.GE: P.gte, Op.LT: P.lt, Op.LE: P.lte}
    return tests[leaf.op](value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
