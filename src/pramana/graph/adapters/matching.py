"""Conditions on nodes and edges: read, compiled, and given the records that they speak of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pramana.expr import (
    And,
    Comparison,
    Field,
    Length,
    Not,
    Or,
    Predicate,
    compile_match,
    mismatches,
    parse_condition,
)
from pramana.graph.adapters.protocol import Where
from pramana.graph.adapters.records import edge_record, node_record
from pramana.graph.model import Edge, Node

ENDS = ("source", "target")

FindNode = Callable[[str], Node]
"""Returns the node with an id that is one's."""


def as_predicate(where: Where) -> Predicate | None:
    """Return a condition as a tree. Raises ConditionError, with the place, where a text is none."""
    return parse_condition(where) if isinstance(where, str) else where


def node_test(where: Predicate) -> Callable[[Node], bool]:
    """Return what says of a node whether the condition is true for it."""
    test = compile_match(where)
    return lambda node: test(node_record(node))


def edge_test(where: Predicate, find_node: FindNode) -> Callable[[Edge], bool]:
    """Return what says of an edge whether the condition is true for it; its ends are looked up where that asks."""
    named, ends = with_ends_named(where)
    test = compile_match(named)
    if not ends:
        return lambda edge: test(edge_record(edge))
    return lambda edge: test(edge_with_ends(edge, ends, find_node))


def node_mismatches(where: Predicate) -> Callable[[Node], int]:
    """Return what counts the comparisons of a condition that meet unlike types in a node."""
    return lambda node: mismatches(where, node_record(node))


def edge_mismatches(where: Predicate, find_node: FindNode) -> Callable[[Edge], int]:
    """Return what counts the comparisons of a condition that meet unlike types in an edge or its ends."""
    named, ends = with_ends_named(where)
    return lambda edge: mismatches(named, edge_with_ends(edge, ends, find_node))


def edge_with_ends(edge: Edge, ends: tuple[str, ...], find_node: FindNode) -> dict[str, Any]:
    """Return the edge's record with those of its ends, under the names that `with_ends_named` gives them."""
    record = edge_record(edge)
    for end in ends:
        record[f"{end}."] = node_record(find_node(edge.source if end == "source" else edge.target))
    return record


def with_ends_named(where: Predicate) -> tuple[Predicate, tuple[str, ...]]:
    """Return a condition on edges in which `source.NAME` leads into the record `source.`, and which ends it asks for.

    In an edge's record `source` is the id of a node; what that node has stands beside it.
    """
    ends: dict[str, None] = {}
    return _named(where, ends), tuple(ends)


def _named(where: Predicate, ends: dict[str, None]) -> Predicate:
    if isinstance(where, And | Or):
        return replace(where, parts=tuple(_named(part, ends) for part in where.parts))
    if isinstance(where, Not):
        return Not(_named(where.part, ends))
    named = replace(where, left=_operand(where.left, ends))
    if isinstance(named, Comparison) and isinstance(named.right, Length):
        return replace(named, right=_operand(named.right, ends))
    return named


def _operand(operand: Any, ends: dict[str, None]) -> Any:
    if isinstance(operand, Field):
        return _field(operand, ends)
    if isinstance(operand, Length) and isinstance(operand.of, Field):
        return Length(_field(operand.of, ends))
    return operand


def _field(field: Field, ends: dict[str, None]) -> Field:
    first, *rest = field.path
    if first not in ENDS or not rest:
        return field
    ends[first] = None
    return Field((f"{first}.", *rest))
