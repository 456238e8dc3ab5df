"""What a condition means, said once and plainly. Every target is held to this module by the differential test.

A value is of one kind: text, number, boolean, list; or null, which also means missing; or opaque, which no
comparison takes. None as an answer is *unknown*.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from pramana.expr.conditions.tree import (
    TEXT_OPS,
    And,
    Bound,
    Comparison,
    Field,
    IsNull,
    Leaf,
    Length,
    Not,
    Op,
    Opaque,
    Operand,
    Or,
    Path,
    Predicate,
    Scalar,
    predicate_leaves,
)

Record = Mapping[str, Any]
LARGE = 2**63
"""An integer at or beyond this, or at or beyond its negative, counts as the float that is nearest to it.

Databases and frames hold no larger integers; so all targets see one value.
"""


class ValueKind(Enum):
    TEXT = "text"
    NUMBER = "number"
    BOOLEAN = "boolean"
    LIST = "list"
    NULL = "null"
    OPAQUE = "opaque"


_SCALARS = frozenset({ValueKind.TEXT, ValueKind.NUMBER, ValueKind.BOOLEAN})
_EXACT = {
    str: ValueKind.TEXT,
    int: ValueKind.NUMBER,
    float: ValueKind.NUMBER,
    bool: ValueKind.BOOLEAN,
    list: ValueKind.LIST,
    type(None): ValueKind.NULL,
}
_OPERATORS: dict[Op, Callable[[Any, Any], bool]] = {
    Op.EQ: operator.eq,
    Op.NE: operator.ne,
    Op.GT: operator.gt,
    Op.GE: operator.ge,
    Op.LT: operator.lt,
    Op.LE: operator.le,
    Op.CONTAINS: operator.contains,
    Op.STARTS_WITH: str.startswith,
    Op.ENDS_WITH: str.endswith,
}


def evaluate(predicate: Predicate, record: Record) -> bool | None:
    """Return whether a predicate is true of a record: True, False, or None for unknown."""
    if isinstance(predicate, Not):
        answer = evaluate(predicate.part, record)
        return None if answer is None else not answer
    if isinstance(predicate, And | Or):
        return either([evaluate(part, record) for part in predicate.parts], decisive=isinstance(predicate, Or))
    return evaluate_leaf(predicate, record)


def either(answers: list[bool | None], decisive: bool) -> bool | None:
    """Return the OR of answers, with `decisive` False their AND: one decisive answer decides, else an unknown one."""
    if decisive in answers:
        return decisive
    return None if None in answers else not decisive


def evaluate_leaf(leaf: Leaf, record: Record) -> bool | None:
    """Return what one comparison, membership or null test answers for a record."""
    left = value_of(leaf.left, record)
    if isinstance(leaf, IsNull):
        return (left is None) is not leaf.negated
    if isinstance(leaf, Comparison):
        return compare_values(left, leaf.op, value_of(leaf.right, record))
    answer = member(left, leaf.values)  # type: ignore[arg-type]
    return None if answer is None else answer is not leaf.negated


def mismatches(predicate: Predicate, record: Record) -> int:
    """Return how many leaves are unknown because they met unlike types, each looked at: for metrics.

    What is missing or NaN is unknown too, and does not count.
    """
    return sum(_is_mismatch(leaf, record) for leaf in predicate_leaves(predicate))


def _is_mismatch(leaf: Leaf, record: Record) -> bool:
    if isinstance(leaf, IsNull):
        return False
    left = value_of(leaf.left, record)
    if isinstance(leaf, Comparison):
        return _unlike(left, leaf.op, value_of(leaf.right, record))
    values: Any = leaf.values
    return member(left, values) is None and any(_unlike(left, Op.EQ, value) for value in values)


def value_of(operand: Operand | Scalar, record: Record) -> Any:
    """Return the value of an operand in a record, None where it is missing."""
    if isinstance(operand, Field):
        return value_at(record, operand.path)
    if isinstance(operand, Length):
        return length(value_at(record, operand.of.path))
    return operand.value if isinstance(operand, Bound) else operand


def value_at(record: Record, path: Path) -> Any:
    """Return the value at a path into nested mappings, None where it leads nowhere."""
    value: Any = record
    for name in path:
        if not isinstance(value, Mapping):
            return None
        value = value.get(name)
    return value


def length(value: Any) -> int | Opaque | None:
    """Return the length of a text in code points, or of a list; None for null, Opaque for anything else."""
    if value is None:
        return None
    return len(value) if value_kind(value) in (ValueKind.TEXT, ValueKind.LIST) else Opaque.VALUE


def value_kind(value: Any) -> ValueKind:
    """Return the kind of a value. Subclasses of Python's types count as them, a boolean never as a number."""
    found = _EXACT.get(type(value))
    if found:
        return found
    if isinstance(value, str):
        return ValueKind.TEXT
    if isinstance(value, int | float):
        return ValueKind.NUMBER
    return ValueKind.LIST if isinstance(value, list | tuple) else ValueKind.OPAQUE


def compare_values(left: Any, op: Op, right: Any) -> bool | None:
    """Return what `left op right` answers for two values."""
    if not _comparable(left, op, right) or is_nan(right):
        return None
    if value_kind(left) is ValueKind.LIST:
        within = Op.CONTAINS if value_kind(right) is ValueKind.TEXT else Op.EQ
        return any(_holds(item, within, right) for item in left)
    if is_nan(left):
        return None
    return _OPERATORS[op](_number(left), _number(right))


def _holds(item: Any, op: Op, value: Any) -> bool:
    """Return whether an item of a list has a text within it, or is the value. A list within a list is neither."""
    return value_kind(item) is not ValueKind.LIST and compare_values(item, op, value) is True


def member(value: Any, values: tuple[Scalar, ...]) -> bool | None:
    """Return what `value IN values` answers: the OR of the equalities, so false for no values; unknown for null."""
    if value is None:
        return None
    return either([compare_values(value, Op.EQ, item) for item in values], decisive=True)


def _comparable(left: Any, op: Op, right: Any) -> bool:
    """Return whether two values are of kinds that `op` takes."""
    kinds = value_kind(left), value_kind(right)
    if kinds[0] is ValueKind.LIST:
        return op is Op.CONTAINS and kinds[1] in _SCALARS
    if op in TEXT_OPS:
        return kinds == (ValueKind.TEXT, ValueKind.TEXT)
    return kinds[0] is kinds[1] and kinds[0] in _SCALARS


def _unlike(left: Any, op: Op, right: Any) -> bool:
    return left is not None and right is not None and not _comparable(left, op, right)


def is_nan(value: Any) -> bool:
    return isinstance(value, float) and value != value


def _number(value: Any) -> Any:
    return finite_number(value) if type(value) is int else value


def finite_number(value: int) -> int | float:
    """Return an integer, or the nearest float where it is too large."""
    if -LARGE <= value < LARGE:
        return value
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
