"""Conditions as Cypher 5. Values are parameters; names are quoted by whoever gives the columns.

Cypher compares unlike types with null for an order and with false for equality, so that only inequality and negation
need a test of the type. Where a condition is unknown, the Cypher is false or null.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pramana.expr.conditions.logic import normalize_negations, require_bound
from pramana.expr.conditions.meaning import evaluate_leaf, finite_number, is_nan
from pramana.expr.conditions.tree import (
    TEXT_OPS,
    And,
    Bound,
    Comparison,
    Field,
    IsNull,
    Leaf,
    Length,
    Membership,
    Not,
    Op,
    Opaque,
    Operand,
    Or,
    Path,
    Predicate,
)

_NEVER, _ALWAYS = "false", "true"
_TEXT, _BOOLEAN, _LIST = "STRING NOT NULL", "BOOLEAN NOT NULL", "LIST<ANY> NOT NULL"
_NUMBER = "INTEGER NOT NULL | FLOAT NOT NULL"
_WORDS = {Op.STARTS_WITH: "STARTS WITH", Op.ENDS_WITH: "ENDS WITH", Op.NE: "<>"}


@dataclass(frozen=True, slots=True)
class CypherColumn:
    """How a field is reached in Cypher.

    `value` is its value; `is_text` says that it is a text, and that Cypher knows it. `equals`, where given, returns
    Cypher for "this is the text", in place of `value = $text`: for labels and relations, which the database finds
    faster than by their names.
    """

    value: str
    is_text: bool = False
    equals: Callable[[str], str] | None = None


@dataclass(frozen=True, slots=True)
class CypherCondition:
    """Cypher that is true where a predicate is true, false or null elsewhere, with its parameters by name."""

    text: str
    parameters: dict[str, Any]


def cypher_condition(
    predicate: Predicate, column: Callable[[Path], CypherColumn], prefix: str = "w"
) -> CypherCondition:
    """Return the predicate as Cypher over the columns that `column` gives for its fields.

    Parameters are called `prefix` and a number. Raises BindingError where a variable is still to be bound.
    """
    writer = _CypherWriter(column, prefix)
    return CypherCondition(writer.test(normalize_negations(require_bound(predicate))), writer.parameters)


@dataclass(slots=True)
class _CypherWriter:
    column: Callable[[Path], CypherColumn]
    prefix: str
    parameters: dict[str, Any] = field(default_factory=dict)

    def bound(self, value: Any) -> str:
        name = f"{self.prefix}{len(self.parameters)}"
        self.parameters[name] = value
        return f"${name}"

    def test(self, predicate: Predicate) -> str:
        if isinstance(predicate, And | Or):
            word = " AND " if isinstance(predicate, And) else " OR "
            return f"({word.join(map(self.test, predicate.parts))})"
        if isinstance(predicate, Not):
            return self.leaf(predicate.part, wanted=False)  # type: ignore[arg-type]  # no other part is left
        return self.leaf(predicate, wanted=True)

    def leaf(self, leaf: Leaf, wanted: bool) -> str:
        """Return Cypher that is true where the leaf is `wanted`. Only text operators can be unwanted."""
        right = leaf.right if isinstance(leaf, Comparison) else None
        if isinstance(leaf, Comparison) and isinstance(right, Field | Length):
            return _compare_columns(self.operand(leaf.left), leaf.op, self.operand(right), wanted)
        if isinstance(leaf.left, Bound):
            return _ALWAYS if evaluate_leaf(leaf, {}) is wanted else _NEVER
        column = self._column_of(leaf.left)
        if isinstance(leaf, IsNull):
            # What is neither text nor list has a length, one that compares with nothing.
            of = self.column(leaf.left.of.path) if isinstance(leaf.left, Length) else column
            return f"{of.value} IS{' NOT' * leaf.negated} NULL"
        if isinstance(leaf, Membership):
            return self.member(leaf, column)
        return self.compare(column, leaf.op, _parameter_of(right.value if isinstance(right, Bound) else right), wanted)

    def _column_of(self, operand: Operand) -> CypherColumn:
        if isinstance(operand, Field):
            return self.column(operand.path)
        assert isinstance(operand, Length)
        return _Number(_length(self.column(operand.of.path).value))

    def operand(self, operand: Operand) -> CypherColumn:
        """Return a side of a comparison of two values."""
        if isinstance(operand, Bound):
            value = operand.value
            items = [_parameter_of(item) for item in value] if isinstance(value, tuple) else _parameter_of(value)
            return CypherColumn(self.bound(items))
        return self._column_of(operand)

    def compare(self, column: CypherColumn, op: Op, value: Any, wanted: bool) -> str:
        if not isinstance(value, str | int | float) or is_nan(value):
            return _NEVER
        if op in TEXT_OPS:
            return self.text_operator(column, op, value, wanted)
        if _kind_of(value) not in _kinds(column):
            return _NEVER
        if op is Op.EQ and column.equals is not None and isinstance(value, str):
            return column.equals(value)
        compared = f"{column.value} {_WORDS.get(op, op.value)} {self.bound(value)}"
        if op is not Op.NE:
            return compared
        return f"({_is(column.value, _kind_of(value))} AND {column.value} = {column.value} AND {compared})"

    def text_operator(self, column: CypherColumn, op: Op, value: Any, wanted: bool) -> str:
        """Return a text operator: on a text, and for CONTAINS on a list too."""
        no, x = "" if wanted else "NOT ", column.value
        text = isinstance(value, str) and _TEXT in _kinds(column)
        held = f"{no}({x} {_WORDS.get(op, op.value)} {self.bound(value)})" if text else _NEVER
        if op is not Op.CONTAINS or _LIST not in _kinds(column):
            return held
        within = "CONTAINS" if isinstance(value, str) else "="
        found = f"any(i IN {x} WHERE coalesce(i {within} {self.bound(value)}, false))"
        return f"CASE WHEN {_is(x, _LIST)} THEN {no}{found} ELSE {held} END"

    def member(self, leaf: Membership, column: CypherColumn) -> str:
        """Return IN, the OR of the equalities; NOT IN, their AND turned round, so never true among unlike types."""
        values = [_parameter_of(value) for value in leaf.values]  # type: ignore[union-attr]
        if not values:
            of = self.column(leaf.left.of.path) if isinstance(leaf.left, Length) else column
            return f"{of.value} IS NOT NULL" if leaf.negated else _NEVER
        if leaf.negated:
            kinds = {None if is_nan(value) else _kind_of(value) for value in values}
            kind = kinds.pop()
            if kinds or kind not in _kinds(column):
                return _NEVER
            x = column.value
            return f"({_is(x, kind)} AND {x} = {x} AND NOT {x} IN {self.bound(values)})"
        values = [value for value in values if not is_nan(value) and _kind_of(value) in _kinds(column)]
        if column.equals is not None:
            tests = [column.equals(value) for value in values if isinstance(value, str)]
            return f"({' OR '.join(tests)})" if tests else _NEVER
        return f"{column.value} IN {self.bound(values)}"


@dataclass(frozen=True, slots=True)
class _Number(CypherColumn):
    """A value that Cypher knows to be a number, or null."""


def _kinds(column: CypherColumn) -> tuple[str, ...]:
    """Return the kinds that the values of a column can be of. Cypher refuses a query whose known types do not fit."""
    if isinstance(column, _Number):
        return (_NUMBER,)
    return (_TEXT,) if column.is_text else (_TEXT, _NUMBER, _BOOLEAN, _LIST)


def _compare_columns(one: CypherColumn, op: Op, other: CypherColumn, wanted: bool) -> str:
    """Return Cypher that is true where the comparison of two columns is `wanted`."""
    left, right, no = one.value, other.value, "" if wanted else "NOT "
    common = [kind for kind in (_TEXT, _NUMBER, _BOOLEAN) if kind in _kinds(one) and kind in _kinds(other)]
    if op not in TEXT_OPS:
        alike = [f"({_is(left, kind)} AND {_is(right, kind)})" for kind in common]
        # NaN differs from itself, and from everything.
        known = f" AND {left} = {left} AND {right} = {right}" if op is Op.NE else ""
        compared = f"{left} {_WORDS.get(op, op.value)} {right}"
        return f"(({' OR '.join(alike)}) AND {compared}{known})" if alike else _NEVER
    compared = f"{no}({left} {_WORDS.get(op, op.value)} {right})"
    held = f"({_is(left, _TEXT)} AND {_is(right, _TEXT)} AND {compared})" if _TEXT in common else _NEVER
    if op is not Op.CONTAINS or _LIST not in _kinds(one):
        return held
    return f"CASE WHEN NOT {_is(left, _LIST)} THEN {held} {_list_has(left, other, no)} ELSE false END"


def _list_has(left: str, other: CypherColumn, no: str) -> str:
    """Return the cases of a list: it has a text within an item, a number or a boolean as an item."""
    right, cases = other.value, ""
    if _TEXT in _kinds(other):
        cases = f"WHEN {_is(right, _TEXT)} THEN {no}any(i IN {left} WHERE coalesce(i CONTAINS {right}, false)) "
    if other.is_text:
        return cases
    scalar = f"({_is(right, _NUMBER)} OR {_is(right, _BOOLEAN)}) AND {right} = {right}"
    return f"{cases}WHEN {scalar} THEN {no}any(i IN {left} WHERE coalesce(i = {right}, false))"


def _is(x: str, kind: str) -> str:
    return f"({x} IS :: {kind})"


def _kind_of(value: Any) -> str:
    if isinstance(value, bool):
        return _BOOLEAN
    return _TEXT if isinstance(value, str) else _NUMBER


def _length(x: str) -> str:
    return f"(CASE WHEN {_is(x, _TEXT)} OR {_is(x, _LIST)} THEN size({x}) END)"


def _parameter_of(value: Any) -> Any:
    """Return a value as a parameter; what compares with nothing becomes null."""
    if isinstance(value, Opaque) or is_nan(value):
        return None
    return finite_number(value) if type(value) is int else value
