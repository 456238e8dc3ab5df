"""Conditions as Polars expressions over typed columns: true, false, or null for unknown.

Polars itself would cast literals to a column's type, or a column to a float, order NaN above all numbers, and refuse a
text that an Enum does not know. So each literal is first brought to the column's own type, exactly or not at all.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pramana.expr.conditions.logic import require_bound
from pramana.expr.conditions.meaning import (
    LARGE,
    ValueKind,
    compare_values,
    evaluate,
    evaluate_leaf,
    is_nan,
    value_kind,
)
from pramana.expr.conditions.tree import (
    SWAPPED,
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
    Or,
    Path,
    Predicate,
    Scalar,
)

if TYPE_CHECKING:
    import polars as pl

    Column = tuple[pl.Expr, pl.DataType]

Schema = Mapping[str, Any]
"""The columns' types by name, as `DataFrame.schema` has them."""

_ORDERS: dict[Op, Callable[[Any, Any], Any]] = {
    Op.EQ: operator.eq,
    Op.NE: operator.ne,
    Op.GT: operator.gt,
    Op.GE: operator.ge,
    Op.LT: operator.lt,
    Op.LE: operator.le,
}


def polars_condition(predicate: Predicate, schema: Schema) -> pl.Expr:
    """Return the predicate as a boolean expression of a frame's height; null is unknown, and `filter` drops it.

    A field without a column is missing everywhere; a path leads into Struct columns. Int, Float, String, Categorical,
    Enum, Boolean, List and Array columns are compared, columns of any other type are unlike everything. Raises
    BindingError where a variable is still to be bound.
    """
    import polars as pl

    expression = _condition(require_bound(predicate), schema)
    # A name that was escaped as a pattern, to be matched exactly, is not a root name.
    if expression.meta.root_names() or expression.meta.is_regex_projection():
        return expression
    # Nothing of it depends on a column, so one record answers for all; a bare literal would have the height 1.
    return pl.repeat(evaluate(predicate, {}), pl.len(), dtype=pl.Boolean)


def _condition(predicate: Predicate, schema: Schema) -> pl.Expr:
    if isinstance(predicate, Not):
        return ~_condition(predicate.part, schema)
    if isinstance(predicate, And | Or):
        joined = operator.and_ if isinstance(predicate, And) else operator.or_
        return _join_balanced([_condition(part, schema) for part in predicate.parts], joined)
    return _leaf(predicate, schema)


def _join_balanced(parts: list[pl.Expr], joined: Callable[[Any, Any], Any]) -> pl.Expr:
    """Return the parts joined as a tree that is wide, not deep: Polars walks its expressions recursively."""
    if len(parts) == 1:
        return parts[0]
    middle = len(parts) // 2
    both: pl.Expr = joined(_join_balanced(parts[:middle], joined), _join_balanced(parts[middle:], joined))
    return both


def _leaf(leaf: Leaf, schema: Schema) -> pl.Expr:
    if isinstance(leaf.left, Length) and (_asks_presence(leaf)):
        # What has no length is there all the same.
        return _leaf(replace(leaf, left=leaf.left.of), schema)
    left = _column(leaf.left, schema)
    right = leaf.right if isinstance(leaf, Comparison) else None
    if isinstance(leaf, Comparison) and isinstance(right, Field | Length):
        return _compare_columns(leaf, right, schema)
    if left is None:
        return _literal(evaluate_leaf(leaf, {}))
    if isinstance(leaf, IsNull):
        return left[0].is_not_null() if leaf.negated else left[0].is_null()
    if isinstance(leaf, Membership):
        return _member(left, leaf.values, leaf.negated)  # type: ignore[arg-type]
    return _compare(left, leaf.op, right.value if isinstance(right, Bound) else right)


def _asks_presence(leaf: Leaf) -> bool:
    """Return whether all that a leaf asks is whether there is a value."""
    return isinstance(leaf, IsNull) or (isinstance(leaf, Membership) and not leaf.values)


def _compare_columns(leaf: Comparison, right: Field | Length, schema: Schema) -> pl.Expr:
    """Compare two columns, or a bound value with one."""
    import polars as pl

    sides = _column(leaf.left, schema), _column(right, schema)
    if isinstance(leaf.left, Bound) and sides[1] is not None:
        if leaf.op in SWAPPED:
            return _compare(sides[1], SWAPPED[leaf.op], leaf.left.value)
        return _one_by_one(leaf, [sides[1]])
    if sides[0] is None or sides[1] is None:
        return _literal(None)
    (one, first), (other, second) = sides[0], sides[1]
    if _is_text(first) and _is_text(second):
        return _compare_text(one.cast(pl.String), leaf.op, other.cast(pl.String))
    if leaf.op in _ORDERS and _are_exact(first, second):
        answer = _null_for_nan((other, second), _ORDERS[leaf.op](one, other))
        return _null_for_nan((one, first), answer)
    return _one_by_one(leaf, [sides[0], sides[1]])


def _are_exact(first: pl.DataType, second: pl.DataType) -> bool:
    """Return whether Polars compares two types as they are: floats, signed integers, booleans, each among themselves.

    Of an integer and a float it would compare the integer's nearest float.
    """
    import polars as pl

    signed = first.is_signed_integer() and second.is_signed_integer() and pl.Int128 not in (first, second)
    return signed or (first.is_float() and second.is_float()) or first == second == pl.Boolean


def _one_by_one(leaf: Comparison, columns: list[Column]) -> pl.Expr:
    """Compare values row by row in Python: numbers of unlike types, lists and what they contain."""
    import polars as pl

    def compare_rows(rows: pl.Series) -> pl.Series:
        values = [tuple(row.values()) for row in rows.to_list()]
        if isinstance(leaf.left, Bound):
            values = [(leaf.left.value, *each) for each in values]
        return pl.Series([compare_values(left, leaf.op, right) for left, right in values], dtype=pl.Boolean)

    sides = [expression.alias(str(number)) for number, (expression, _) in enumerate(columns)]
    return pl.struct(sides).map_batches(compare_rows, return_dtype=pl.Boolean)


def _column(operand: Any, schema: Schema) -> Column | None:
    """Return the expression and the type of an operand; None where it is missing everywhere, or no column."""
    if isinstance(operand, Length):
        return _length(_column(operand.of, schema))
    return _at(operand.path, schema) if isinstance(operand, Field) else None


def _at(path: Path, schema: Schema) -> Column | None:
    import polars as pl

    if path[0] not in schema:
        return None
    found, dtype = pl.col(_exactly(path[0])), schema[path[0]]
    for name in path[1:]:
        inner = {field.name: field.dtype for field in dtype.fields} if isinstance(dtype, pl.Struct) else {}
        if name not in inner:
            return None
        found, dtype = found.struct.field(_exactly(name)), inner[name]
    return found, dtype() if isinstance(dtype, type) else dtype


def _exactly(name: str) -> str:
    """Return a name that Polars matches exactly. It would read `*`, and a name from `^` to `$`, as a pattern."""
    return f"^{re.escape(name)}$" if name == "*" or (name.startswith("^") and name.endswith("$")) else name


def _length(column: Column | None) -> Column | None:
    import polars as pl

    if column is None:
        return None
    expression, dtype = column
    if _is_text(dtype):
        return expression.cast(pl.String).str.len_chars().cast(pl.Int64), pl.Int64()
    if isinstance(dtype, pl.List | pl.Array):
        return _as_list(expression, dtype).list.len().cast(pl.Int64), pl.Int64()
    return None


def _compare(column: Column, op: Op, value: Any) -> pl.Expr:
    """Compare a column with a literal of any kind."""
    import polars as pl

    expression, dtype = column
    if isinstance(dtype, pl.List | pl.Array):
        return _list_contains(expression, dtype, value) if op is Op.CONTAINS else _literal(None)
    if value_kind(value) is not _kind(dtype) or is_nan(value):
        return _literal(None)
    if _is_text(dtype):
        return _compare_text(expression.cast(pl.String), op, pl.lit(value))
    if op not in _ORDERS:
        return _literal(None)
    if dtype.is_integer():
        return _compare_integer(expression, dtype, op, value)
    if dtype.is_float():
        return _compare_float(column, op, value)
    answer: pl.Expr = _ORDERS[op](expression, pl.lit(value))
    return answer


def _compare_text(text: pl.Expr, op: Op, other: pl.Expr) -> pl.Expr:
    if op is Op.CONTAINS:
        return text.str.contains(other, literal=True)
    if op is Op.STARTS_WITH:
        return text.str.starts_with(other)
    if op is Op.ENDS_WITH:
        return text.str.ends_with(other)
    answer: pl.Expr = _ORDERS[op](text, other)
    return answer


def _compare_integer(integers: pl.Expr, dtype: pl.DataType, op: Op, value: float) -> pl.Expr:
    """Compare integers with a number; those of more than 64 bits as the floats that they count as."""
    import polars as pl

    low, high = _range(dtype)
    exact = _compare_exactly(integers, dtype, op, value)
    if high < LARGE or -LARGE < value < LARGE:
        return exact
    beyond = integers >= pl.lit(LARGE, dtype=dtype)
    if low < 0:
        beyond |= integers < pl.lit(-LARGE, dtype=dtype)
    return pl.when(beyond).then(_ORDERS[op](integers.cast(pl.Float64), value)).otherwise(exact)


def _compare_exactly(integers: pl.Expr, dtype: pl.DataType, op: Op, value: float) -> pl.Expr:
    """Compare integers with a number: a fraction becomes the integer below it, and never equal."""
    import polars as pl

    low, high = _range(dtype)
    if math.isinf(value) or not low <= math.floor(value) <= high:
        return _always(integers, bool(_ORDERS[op](0, value)))
    below = math.floor(value)
    if below != value:
        if op in (Op.EQ, Op.NE):
            return _always(integers, op is Op.NE)
        op = Op.GT if op in (Op.GT, Op.GE) else Op.LE
    answer: pl.Expr = _ORDERS[op](integers, pl.lit(below, dtype=dtype))
    return answer


def _compare_float(column: Column, op: Op, value: float) -> pl.Expr:
    """Compare floats with a number, exactly: an integer that no float holds becomes the float below it."""
    import polars as pl

    near = float(value)
    if near != value:
        if op in (Op.EQ, Op.NE):
            return _null_for_nan(column, _always(column[0], op is Op.NE))
        near = near if near < value else math.nextafter(near, -math.inf)
        op = Op.GT if op in (Op.GT, Op.GE) else Op.LE
    return _null_for_nan(column, _ORDERS[op](column[0].cast(pl.Float64), pl.lit(near)))


def _member(column: Column, values: tuple[Scalar, ...], negated: bool) -> pl.Expr:
    """Return `column IN values`: the OR of the equalities, so null where none holds and one compares unlike types."""
    import polars as pl

    expression, dtype = column
    if not values:
        return _always(expression, negated)
    like = [value for value in values if value_kind(value) is _kind(dtype) and not is_nan(value)]
    if not like:
        return _literal(None)
    found = _is_in(column, like)
    if len(like) < len(values):
        found = pl.when(found).then(True)
    return ~found if negated else found


def _is_in(column: Column, values: list[Any]) -> pl.Expr:
    """Return whether a column holds one of the values, which have the column's kind."""
    import polars as pl

    expression, dtype = column
    if _is_text(dtype):
        return expression.cast(pl.String).is_in(pl.Series(values, dtype=pl.String).implode())
    if value_kind(values[0]) is ValueKind.BOOLEAN or any(not -LARGE < value < LARGE for value in values):
        return _join_balanced([_compare(column, Op.EQ, value) for value in values], operator.or_)
    if dtype.is_integer():
        low, high = _range(dtype)
        whole = [int(value) for value in values if value == math.floor(value) and low <= value <= high]
        return expression.is_in(pl.Series(whole, dtype=dtype).implode())
    exact = [float(value) for value in values if float(value) == value]
    return _null_for_nan(column, expression.cast(pl.Float64).is_in(pl.Series(exact, dtype=pl.Float64).implode()))


def _list_contains(lists: pl.Expr, dtype: Any, value: Any) -> pl.Expr:
    """Return whether lists hold a value. An item of another type is not it, and does not make the answer unknown."""
    import polars as pl

    if value_kind(value) not in (ValueKind.TEXT, ValueKind.NUMBER, ValueKind.BOOLEAN) or is_nan(value):
        return _literal(None)
    inner = dtype.inner() if isinstance(dtype.inner, type) else dtype.inner
    if value_kind(value) is not _kind(inner):
        return _always(lists, False)
    items = pl.element()
    within = Op.CONTAINS if isinstance(value, str) else Op.EQ
    held = _as_list(lists, dtype).list.eval(_compare((items, inner), within, value).fill_null(False))
    return held.list.any()


def _as_list(lists: pl.Expr, dtype: Any) -> pl.Expr:
    import polars as pl

    return lists.arr.to_list() if isinstance(dtype, pl.Array) else lists


def _null_for_nan(column: Column, answer: pl.Expr) -> pl.Expr:
    """Return the answer, null where a float is NaN."""
    import polars as pl

    expression, dtype = column
    return pl.when(expression.is_nan()).then(None).otherwise(answer) if dtype.is_float() else answer


def _always(expression: pl.Expr, answer: bool) -> pl.Expr:
    """Return one answer wherever there is a value, null elsewhere."""
    import polars as pl

    return pl.when(expression.is_not_null()).then(pl.lit(answer))


def _literal(answer: bool | None) -> pl.Expr:
    import polars as pl

    return pl.lit(answer, dtype=pl.Boolean)


def _kind(dtype: pl.DataType) -> ValueKind:
    import polars as pl

    if _is_text(dtype):
        return ValueKind.TEXT
    if dtype.is_integer() or dtype.is_float():
        return ValueKind.NUMBER
    return ValueKind.BOOLEAN if isinstance(dtype, pl.Boolean) else ValueKind.OPAQUE


def _is_text(dtype: pl.DataType) -> bool:
    import polars as pl

    return isinstance(dtype, pl.String | pl.Categorical | pl.Enum)


def _range(dtype: pl.DataType) -> tuple[int, int]:
    """Return the least and the greatest value of an integer type."""
    bits = int(str(dtype).removeprefix("U").removeprefix("Int"))
    return (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if dtype.is_signed_integer() else (0, 2**bits - 1)
