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

    `value` is its value. `equals`, where given, returns Cypher for "this is the text", in place of `value = $text`: for
    labels and relations, which the database finds faster than by their names.
    """

    value: str
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
            return _compare_values(self.operand(leaf.left), leaf.op, self.operand(right), wanted)
        if isinstance(leaf.left, Bound):
            return _ALWAYS if evaluate_leaf(leaf, {}) is wanted else _NEVER
        column = self._column_of(leaf.left)
        if isinstance(leaf, IsNull):
            # What is neither text nor list has a length, one that compares with nothing.
            of = self.column(leaf.left.of.path) if isinstance(leaf.left, Length) else column
            return f"{of.value} IS{' NOT' * leaf.negated} NULL"
        if isinstance(leaf, Membership):
            return self.member(leaf, column)
        return self.compare(column, leaf.op, _plain(right.value if isinstance(right, Bound) else right), wanted)

    def _column_of(self, operand: Operand) -> CypherColumn:
        if isinstance(operand, Field):
            return self.column(operand.path)
        assert isinstance(operand, Length)
        return CypherColumn(_length(self.column(operand.of.path).value))

    def operand(self, operand: Operand) -> str:
        """Return a side of a comparison of two values."""
        if isinstance(operand, Bound):
            value = operand.value
            return self.bound([_plain(item) for item in value] if isinstance(value, tuple) else _plain(value))
        return self._column_of(operand).value

    def compare(self, column: CypherColumn, op: Op, value: Any, wanted: bool) -> str:
        if not isinstance(value, str | int | float) or is_nan(value):
            return _NEVER
        if op in TEXT_OPS:
            return self.text_operator(column.value, op, value, wanted)
        if op is Op.EQ and column.equals is not None and isinstance(value, str):
            return column.equals(value)
        compared = f"{column.value} {_WORDS.get(op, op.value)} {self.bound(value)}"
        if op is not Op.NE:
            return compared
        return f"({_is(column.value, _kind_of(value))} AND {column.value} = {column.value} AND {compared})"

    def text_operator(self, x: str, op: Op, value: Any, wanted: bool) -> str:
        """Return a text operator: on a text, and for CONTAINS on a list too."""
        no = "" if wanted else "NOT "
        held = f"{no}({x} {_WORDS.get(op, op.value)} {self.bound(value)})" if isinstance(value, str) else _NEVER
        if op is not Op.CONTAINS:
            return held
        within = "CONTAINS" if isinstance(value, str) else "="
        found = f"any(i IN {x} WHERE coalesce(i {within} {self.bound(value)}, false))"
        return f"CASE WHEN {_is(x, _LIST)} THEN {no}{found} ELSE {held} END"

    def member(self, leaf: Membership, column: CypherColumn) -> str:
        """Return IN, the OR of the equalities; NOT IN, their AND turned round, so never true among unlike types."""
        values = [_plain(value) for value in leaf.values]  # type: ignore[union-attr]
        if not values:
            of = self.column(leaf.left.of.path) if isinstance(leaf.left, Length) else column
            return f"{of.value} IS NOT NULL" if leaf.negated else _NEVER
        if leaf.negated:
            kinds = {None if is_nan(value) else _kind_of(value) for value in values}
            kind = kinds.pop()
            if kinds or kind is None:
                return _NEVER
            x = column.value
            return f"({_is(x, kind)} AND {x} = {x} AND NOT {x} IN {self.bound(values)})"
        values = [value for value in values if not is_nan(value)]
        if column.equals is not None:
            tests = [column.equals(value) for value in values if isinstance(value, str)]
            return f"({' OR '.join(tests)})" if tests else _NEVER
        return f"{column.value} IN {self.bound(values)}"


def _compare_values(left: str, op: Op, right: str, wanted: bool) -> str:
    """Return Cypher that is true where the comparison of two values of any type is `wanted`."""
    no, texts = "" if wanted else "NOT ", f"{_is(left, _TEXT)} AND {_is(right, _TEXT)}"
    if op not in TEXT_OPS:
        alike = [f"({_is(left, kind)} AND {_is(right, kind)})" for kind in (_TEXT, _NUMBER, _BOOLEAN)]
        # NaN differs from itself, and from everything.
        known = f" AND {left} = {left} AND {right} = {right}" if op is Op.NE else ""
        return f"(({' OR '.join(alike)}) AND {left} {_WORDS.get(op, op.value)} {right}{known})"
    held = f"({texts} AND {no}({left} {_WORDS.get(op, op.value)} {right}))"
    if op is not Op.CONTAINS:
        return held
    text = f"any(i IN {left} WHERE coalesce(i CONTAINS {right}, false))"
    same = f"any(i IN {left} WHERE coalesce(i = {right}, false))"
    scalar = f"({_is(right, _NUMBER)} OR {_is(right, _BOOLEAN)}) AND {right} = {right}"
    return (
        f"CASE WHEN NOT {_is(left, _LIST)} THEN {held} WHEN {_is(right, _TEXT)} THEN {no}{text} "
        f"WHEN {scalar} THEN {no}{same} ELSE false END"
    )


def _is(x: str, kind: str) -> str:
    return f"({x} IS :: {kind})"


def _kind_of(value: Any) -> str:
    if isinstance(value, bool):
        return _BOOLEAN
    return _TEXT if isinstance(value, str) else _NUMBER


def _length(x: str) -> str:
    return f"(CASE WHEN {_is(x, _TEXT)} OR {_is(x, _LIST)} THEN size({x}) END)"


def _plain(value: Any) -> Any:
    """Return a value as a parameter; what compares with nothing becomes null."""
    if isinstance(value, Opaque) or is_nan(value):
        return None
    return finite_number(value) if type(value) is int else value
