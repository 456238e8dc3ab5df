"""Conditions on nodes and edges: parsing, compilation, and the records that they are evaluated on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from pramana.expr import (
    And,
    Comparison,
    ConditionCode,
    Field,
    Length,
    Not,
    Or,
    Predicate,
    compiled_test,
    mismatches,
    normalize_negations,
    parse_condition,
    value_at,
)
from pramana.graph.adapters.protocol import Where
from pramana.graph.adapters.records import EDGE_NAMES, NODE_NAMES, edge_record, node_record
from pramana.graph.model import Edge, Node

ENDS = ("source", "target")
NODE_FIELDS = {name: f"r.{name}" for name in NODE_NAMES}
EDGE_FIELDS = {name: f"r.{name}" for name in EDGE_NAMES}
"""The record fields that are not properties, and the code that reads them from a node or an edge `r`."""

FindNode = Callable[[str], Node]
"""Returns the node with this id; the id must exist."""


def as_predicate(where: Where) -> Predicate | None:
    """Return a condition as a tree. Raises ConditionError with the position if a text cannot be parsed."""
    return parse_condition(where) if isinstance(where, str) else where


def node_test(where: Predicate) -> Callable[[Node], bool]:
    """Return a test of nodes that is true where the condition is true."""
    code = ItemCode(NODE_FIELDS, node_record)
    test: Callable[[Node], bool] = compiled_test("lambda r: {}", code, code.test(normalize_negations(where)))
    return test


def edge_test(where: Predicate, find_node: FindNode) -> Callable[[Edge], bool]:
    """Return a test of edges that is true where the condition is. Ends are looked up if the condition needs them."""
    named, ends = with_ends_named(where)
    code = ItemCode(EDGE_FIELDS, lambda edge: edge_with_ends(edge, ends, find_node), find_node)
    test: Callable[[Edge], bool] = compiled_test("lambda r: {}", code, code.test(normalize_negations(named)))
    return test


class ItemCode(ConditionCode):
    """Generates tests in which `r` is a node or an edge; a record is built only if a field requires one."""

    def __init__(
        self, fields: Mapping[str, str], record: Callable[[Any], dict[str, Any]], find_node: FindNode | None = None
    ) -> None:
        super().__init__()
        self._fields = fields
        self._record = record
        self._find_node = find_node

    def get(self, path: tuple[str, ...]) -> str:
        """Return the expression for the value at a path of the record of `r`."""
        first = path[0]
        if len(path) == 1 and _is_plain(first, self._fields):
            return self._fields.get(first) or f"r.properties.get({self.name(first)})"
        end = first.removesuffix(".")
        if len(path) == 2 and end in ENDS and end != first and _is_plain(path[1], NODE_FIELDS):
            node = f"{self.name(self._find_node)}(r.{end})"
            own = NODE_FIELDS.get(path[1])
            return node + own.removeprefix("r") if own else f"{node}.properties.get({self.name(path[1])})"
        return f"{self.name(value_at)}({self.name(self._record)}(r), {self.name(path)})"

    def name(self, value: Any) -> str:
        """Return the name of a value in the code. A function of a record is given one."""
        if isinstance(value, partial):
            look, record = value, self._record
            return super().name(lambda item: look(record(item)))
        return super().name(value)


def _is_plain(name: str, fields: Mapping[str, str]) -> bool:
    """Return whether a name is a field, or a property that cannot have been renamed because of a field."""
    return name in fields or name.rstrip("_") not in fields


def node_mismatches(where: Predicate) -> Callable[[Node], int]:
    """Return a function that counts the comparisons with operands of different types in a node."""
    return lambda node: mismatches(where, node_record(node))


def edge_mismatches(where: Predicate, find_node: FindNode) -> Callable[[Edge], int]:
    """Return a function that counts the comparisons with operands of different types in an edge or its ends."""
    named, ends = with_ends_named(where)
    return lambda edge: mismatches(named, edge_with_ends(edge, ends, find_node))


def edge_with_ends(edge: Edge, ends: tuple[str, ...], find_node: FindNode) -> dict[str, Any]:
    """Return the edge's record with those of its ends, under the names that `with_ends_named` assigns."""
    record = edge_record(edge)
    for end in ends:
        record[f"{end}."] = node_record(find_node(edge.source if end == "source" else edge.target))
    return record


def with_ends_named(where: Predicate) -> tuple[Predicate, tuple[str, ...]]:
    """Return a condition on edges in which `source.NAME` refers to the record `source.`, and the ends that it uses.

    In an edge's record `source` is the id of a node; the record of the node is stored under the key `source.`.
    """
    ends: dict[str, None] = {}
    return _name_ends(where, ends), tuple(ends)


def _name_ends(where: Predicate, ends: dict[str, None]) -> Predicate:
    if isinstance(where, And | Or):
        return replace(where, parts=tuple(_name_ends(part, ends) for part in where.parts))
    if isinstance(where, Not):
        return Not(_name_ends(where.part, ends))
    named = replace(where, left=_operand(where.left, ends))
    return replace(named, right=_operand(named.right, ends)) if isinstance(named, Comparison) else named


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
