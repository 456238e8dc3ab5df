"""Tree to text, in the canonical spelling."""

from __future__ import annotations

import math

from pramana.expr.conditions.names import write_path, write_text
from pramana.expr.conditions.tree import (
    And,
    Field,
    IsNull,
    Item,
    Leaf,
    Length,
    Membership,
    Not,
    Opaque,
    Operand,
    Or,
    Predicate,
    Variable,
)


def write_condition(predicate: Predicate) -> str:
    """Return the one canonical text of a predicate: `parse_condition` reads it as an equal tree.

    What only `bind` makes (a value on the left, a null, a list, NaN) is written too, for logs; no parser reads it.

    >>> from pramana.expr import And, Comparison, Field, IsNull, Op
    >>> write_condition(And((Comparison(Field(("age",)), Op.GE, 18), IsNull(Field(("name",)), negated=True))))
    'age >= 18 AND name IS NOT NULL'
    """
    if isinstance(predicate, Or):
        return " OR ".join(_within(part, Or) for part in predicate.parts)
    if isinstance(predicate, And):
        return " AND ".join(_within(part, Or, And) for part in predicate.parts)
    if isinstance(predicate, Not):
        return f"NOT {_within(predicate.part, Or, And)}"
    return _leaf(predicate)


def _within(part: Predicate, *looser: type) -> str:
    text = write_condition(part)
    return f"({text})" if isinstance(part, looser) else text


def _leaf(leaf: Leaf) -> str:
    left = _operand(leaf.left)
    if isinstance(leaf, IsNull):
        return f"{left} IS{' NOT' * leaf.negated} NULL"
    if isinstance(leaf, Membership):
        return f"{left}{' NOT' * leaf.negated} IN {_values(leaf.values)}"
    right = leaf.right
    if isinstance(right, Field):
        return f"{left} {leaf.op.value} {_other_field(right)}"
    written = _operand(right) if isinstance(right, Operand) else write_item(right)
    return f"{left} {leaf.op.value} {written}"


def _other_field(field: Field) -> str:
    """Return a field on the right side; alone with a capital it takes backticks, or would be read as a bare text."""
    name = write_path(field.path)
    return f"`{name}`" if len(field.path) == 1 and "A" <= name[0] <= "Z" else name


def _values(values: tuple[Item, ...] | Variable) -> str:
    if isinstance(values, Variable):
        return _operand(values)
    return f"[{', '.join(map(write_item, values))}]"


def _operand(operand: Operand) -> str:
    if isinstance(operand, Field):
        return write_path(operand.path)
    if isinstance(operand, Variable):
        return f"${{{write_path(operand.path)}}}"
    if isinstance(operand, Length):
        return f"LEN {_operand(operand.of)}"
    return _values(operand.value) if isinstance(operand.value, tuple) else write_item(operand.value)


def write_item(item: Item) -> str:
    """Return one value as conditions write it."""
    if isinstance(item, str):
        return write_text(item)
    if item is None or isinstance(item, bool):
        return {None: "null", True: "true", False: "false"}[item]
    if isinstance(item, Opaque):
        return "{…}"
    if isinstance(item, float) and math.isinf(item):
        return "1e999" if item > 0 else "-1e999"
    return repr(item)
