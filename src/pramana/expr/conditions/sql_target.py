"""Conditions as SQLite text over JSON properties and plain columns. Values are bound, names are quoted.

SQLite orders text above numbers, takes booleans for numbers, and, up to some version, ends a JSON text at U+0000; so
each comparison is combined with a test of the JSON type, and texts with U+0000 are encoded.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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

_NUL = "\x00"
_ESCAPED_NUL = "'\\u0000'"
_OVERLONG = b"\xc0\x80"
"""U+0000 as bytes that are not valid UTF-8, so that no text contains them."""
_NEVER, _ALWAYS = "0", "1"
_BOOLS = {False: "false", True: "true"}
_TRUTH: dict[Op, Callable[[bool, bool], bool]] = {
    Op.EQ: bool.__eq__,
    Op.NE: bool.__ne__,
    Op.GT: bool.__gt__,
    Op.GE: bool.__ge__,
    Op.LT: bool.__lt__,
    Op.LE: bool.__le__,
}


@dataclass(frozen=True, slots=True)
class SqlCondition:
    """SQL that is 1 where a predicate is true, 0 or NULL elsewhere, with its `?` parameters in order."""

    text: str
    parameters: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class SqlColumn:
    """How a field is reached in SQL. Make one with `json_column` or `plain_column`.

    `value` is its value, `kind` its JSON type, `json` its JSON text; a plain column has neither, and `numeric` says
    whether it holds numbers or texts.
    """

    value: str
    kind: str | None = None
    json: str | None = None
    numeric: bool = False


def json_column(document: str, path: Path) -> SqlColumn:
    """Return the property at `path` of a JSON object. `document` is SQL, such as `node.props`, and is not quoted here.

    The SQL holds `json_extract(document, '$."name"')`, so an index on just that expression serves equalities.
    """
    if any('"' in name for name in path):
        return _searched_column(document, path)
    where = _sql_string("$" + "".join(f'."{json.dumps(name, ensure_ascii=False)[1:-1]}"' for name in path))
    return SqlColumn(
        f"json_extract({document}, {where})", f"json_type({document}, {where})", f"({document} -> {where})"
    )


def _searched_column(document: str, path: Path) -> SqlColumn:
    """As `json_column`, for names that no JSON path of older SQLite can say."""
    for name in path[:-1]:
        # Only an object has names; a text would even be read as JSON.
        document = f"(SELECT value FROM json_each({document}) WHERE key = {_sql_string(name)} AND type = 'object')"
    one = f"(SELECT {{}} FROM json_each({document}) WHERE key = {_sql_string(path[-1])})"
    return SqlColumn(one.format("value"), one.format("type"), one.format("json_quote(value)"))


def plain_column(name: str, numeric: bool = False) -> SqlColumn:
    """Return a column of texts, or of numbers, without a JSON type. `name` is SQL, and is not quoted here."""
    return SqlColumn(name, numeric=numeric)


def sql_condition(predicate: Predicate, column: Callable[[Path], SqlColumn]) -> SqlCondition:
    """Return the predicate as SQL over the columns that `column` gives for its fields.

    Kept is what is true: where the predicate is false the text is 0, where it is unknown 0 or NULL. Raises BindingError
    where a variable is still to be bound.
    """
    writer = _SqlWriter(column)
    text = writer.test(normalize_negations(require_bound(predicate)))
    return SqlCondition(text, tuple(writer.parameters))


class _SqlWriter:
    """Writes SQL from left to right, so that parameters are collected in the order of their question marks."""

    def __init__(self, column: Callable[[Path], SqlColumn]) -> None:
        self.column = column
        self.parameters: list[Any] = []

    def bound(self, value: Any) -> str:
        self.parameters.append(value)
        return "?"

    def test(self, predicate: Predicate) -> str:
        if isinstance(predicate, And | Or):
            word = " AND " if isinstance(predicate, And) else " OR "
            deepest, *rest = sorted(predicate.parts, key=_levels, reverse=True)
            first = self.test(deepest)
            return f"({first}{word}{_join_balanced([self.test(part) for part in rest], word)})"
        if isinstance(predicate, Not):
            return self.leaf(predicate.part, wanted=False)  # type: ignore[arg-type]  # positive() leaves no other
        return self.leaf(predicate, wanted=True)

    def leaf(self, leaf: Leaf, wanted: bool) -> str:
        """Return SQL that is true where the leaf is `wanted`. Only text operators can be unwanted."""
        right = leaf.right if isinstance(leaf, Comparison) else None
        if isinstance(leaf, Comparison) and isinstance(right, Field | Length):
            return _compare_columns(self.json_operand(leaf.left), leaf.op, self.json_operand(right), wanted)
        if isinstance(leaf.left, Bound):
            return _ALWAYS if evaluate_leaf(leaf, {}) is wanted else _NEVER
        if isinstance(leaf.left, Length):
            return self.of_length(leaf, leaf.left)
        column = self.column(leaf.left.path)
        if isinstance(leaf, IsNull):
            return _null(column, leaf.negated)
        if isinstance(leaf, Membership):
            return self.member(column, leaf.values, leaf.negated)  # type: ignore[arg-type]
        return self.compare(column, leaf.op, _sql_number(right.value if isinstance(right, Bound) else right), wanted)

    def compare(self, column: SqlColumn, op: Op, value: Any, wanted: bool = True) -> str:
        if op in TEXT_OPS:
            return self.text_operator(column, op, value, wanted)
        if isinstance(value, bool):
            kinds = [_BOOLS[held] for held in _BOOLS if _TRUTH[op](held, value)]
            return f"{column.kind} IN ({', '.join(map(_sql_string, kinds))})" if column.kind else _NEVER
        if isinstance(value, int | float):
            return self.number(column, op, value)
        return self.text(column, op, value) if isinstance(value, str) else _NEVER

    def number(self, column: SqlColumn, op: Op, value: float) -> str:
        if is_nan(value) or not (column.kind or column.numeric):
            return _NEVER
        return f"({_is_number(column)} AND {column.value} {op.value} {self.bound(value)})"

    def text(self, column: SqlColumn, op: Op, value: str) -> str:
        if column.json is None:
            return _NEVER if column.numeric else f"{column.value} {op.value} {self.bound(value)}"
        if op is Op.EQ and _NUL not in value:
            equal = f"{column.value} = {self.bound(value)}"
            return f"({column.kind} = 'text' AND {equal} AND NOT {_has_nul(column)})"
        odd = f"{_sortable_text(column)} {op.value} {self.bound(_order(value))}"
        plain = f"{column.value} {op.value} {self.bound(value)}"
        return f"({column.kind} = 'text' AND CASE WHEN {_has_nul(column)} THEN {odd} ELSE {plain} END)"

    def text_operator(self, column: SqlColumn, op: Op, value: Any, wanted: bool) -> str:
        """Return a text operator: on a text, and for CONTAINS on a list too."""
        held = _NEVER
        if isinstance(value, str) and not column.numeric:
            found = self.within(column, op, value)
            guard = f"{column.kind} = 'text' AND " if column.kind else ""
            held = f"({guard}{found if wanted else f'NOT {found}'})"
        if op is not Op.CONTAINS or column.json is None or not isinstance(value, str | int | float) or is_nan(value):
            return held
        item = SqlColumn("item.value", "item.type", f"({column.json} -> item.fullkey)")
        if isinstance(value, str):
            holds = f"(item.type = 'text' AND {self.within(item, op, value)})"
        else:
            holds = self.compare(item, Op.EQ, value)
        items = f"SELECT 1 FROM json_each({column.json}) AS item WHERE {holds}"
        return f"({held} OR ({column.kind} = 'array' AND {'' if wanted else 'NOT '}EXISTS ({items})))"

    def within(self, column: SqlColumn, op: Op, value: str) -> str:
        """Return a test by bytes, which is one by code points: no sign's UTF-8 begins within another's."""
        text, sought = f"CAST({column.value} AS BLOB)", value.encode()
        if column.json is not None:
            text, sought = f"CAST({_bytes(column)} AS BLOB)", sought.replace(b"\0", _OVERLONG)
        if not sought:
            return f"({column.value} = {column.value})"  # true of every text, and unknown of NULL, also turned round
        if op is Op.CONTAINS:
            return f"(instr({text}, {self.bound(sought)}) > 0)"
        place = f"1, {len(sought)}" if op is Op.STARTS_WITH else f"-{len(sought)}"
        # Of no bytes SQLite's substr is NULL, which turned round would not be true.
        return f"(length({text}) >= {len(sought)} AND substr({text}, {place}) = {self.bound(sought)})"

    def member(self, column: SqlColumn, values: tuple[Any, ...], negated: bool) -> str:
        """Return IN, the OR of the equalities; NOT IN, their AND turned round, so never true among unlike types."""
        if not values:
            return _null(column, negated=True) if negated else _NEVER
        values = tuple(map(_sql_number, values))
        texts = [value for value in values if isinstance(value, str)]
        flags = [value for value in values if isinstance(value, bool)]
        numbers = [value for value in values if not isinstance(value, str | bool) and not is_nan(value)]
        if negated:
            groups = [group for group in (texts, flags, numbers) if len(group) == len(values)]
            return self.group(column, groups[0], negated) if groups else _NEVER
        return _join_balanced(
            [self.group(column, group, negated) for group in (texts, flags, numbers) if group] or [_NEVER], " OR "
        )

    def group(self, column: SqlColumn, values: list[Any], negated: bool) -> str:
        """Return IN or NOT IN for values of one kind."""
        one = values[0]
        if isinstance(one, bool) or (isinstance(one, str) and any(_NUL in value for value in values)):
            op, word = (Op.NE, " AND ") if negated else (Op.EQ, " OR ")
            return _join_balanced([self.compare(column, op, value) for value in values], word)
        is_text = isinstance(one, str)
        if column.kind is None and column.numeric is is_text:
            return _NEVER
        within = f"{column.value}{' NOT' * negated} IN (SELECT value FROM json_each({self.bound(_array(values))}))"
        if not is_text:
            return f"({_is_number(column)} AND {within})"
        if column.json is None:
            return within
        nul = f"OR {_has_nul(column)}" if negated else f"AND NOT {_has_nul(column)}"
        return f"({column.kind} = 'text' AND ({within} {nul}))"

    def of_length(self, leaf: Leaf, left: Length) -> str:
        """Return a leaf whose left side is a length, a number wherever it is known."""
        length = _length(self.column(left.of.path))
        if isinstance(leaf, IsNull):
            # Of what is neither text nor list there is a length, one that compares with nothing.
            return _null(self.column(left.of.path), leaf.negated)
        number = SqlColumn(length, numeric=True)
        if isinstance(leaf, Membership):
            if not leaf.values:
                return _null(self.column(left.of.path), negated=True) if leaf.negated else _NEVER
            return self.member(number, leaf.values, leaf.negated)  # type: ignore[arg-type]
        right = leaf.right.value if isinstance(leaf.right, Bound) else leaf.right
        return self.compare(number, leaf.op, _sql_number(right))

    def json_operand(self, operand: Operand) -> SqlColumn:
        """Return a side of a comparison of two columns as a JSON column."""
        if isinstance(operand, Field):
            return _as_json(self.column(operand.path))
        if isinstance(operand, Length):
            return _as_json(SqlColumn(_length(self.column(operand.of.path)), numeric=True))
        assert isinstance(operand, Bound)
        return _constant(operand.value)


def _compare_columns(left: SqlColumn, op: Op, right: SqlColumn, wanted: bool) -> str:
    """Return SQL that is true where the comparison of two JSON columns is `wanted`."""
    alike = [f"({_are(_TEXT_KIND, left, right)} AND {_compare_texts(left, op, right, wanted)})"]
    if op not in TEXT_OPS:
        alike += [
            f"({_are(kinds, left, right)} AND {left.value} {op.value} {right.value})"
            for kinds in (_NUMBER_KINDS, _BOOL_KINDS)
        ]
    elif op is Op.CONTAINS:
        alike.append(_list_has(left, right, wanted))
    return f"({' OR '.join(alike)})"


def _compare_texts(left: SqlColumn, op: Op, right: SqlColumn, wanted: bool) -> str:
    if op in TEXT_OPS:
        return f"{'' if wanted else 'NOT '}{_holds_text(left, op, right)}"
    odd = f"{_sortable_text(left)} {op.value} {_sortable_text(right)}"
    return f"CASE WHEN {_has_nul(left)} OR {_has_nul(right)} THEN {odd} ELSE {left.value} {op.value} {right.value} END"


def _holds_text(left: SqlColumn, op: Op, right: SqlColumn) -> str:
    """Return a test by bytes of whether one text has another at the place that the operator names."""
    text, sought = f"CAST({_bytes(left)} AS BLOB)", f"CAST({_bytes(right)} AS BLOB)"
    if op is Op.CONTAINS:
        found = f"instr({text}, {sought}) > 0"
    else:
        place = f"1, length({sought})" if op is Op.STARTS_WITH else f"-length({sought})"
        found = f"length({text}) >= length({sought}) AND substr({text}, {place}) = {sought}"
    return f"({right.value} = '' AND {right.json} = '\"\"' OR {found})"


def _list_has(left: SqlColumn, right: SqlColumn, wanted: bool) -> str:
    """Return a test of whether a list contains the text, number or boolean of another column."""
    item = SqlColumn("item.value", "item.type", f"({left.json} -> item.fullkey)")
    text = f"({_are(_TEXT_KIND, item, right)} AND {_holds_text(item, Op.CONTAINS, right)})"
    equals = (f"({_are(kinds, item, right)} AND item.value = {right.value})" for kinds in (_NUMBER_KINDS, _BOOL_KINDS))
    items = f"SELECT 1 FROM json_each({left.json}) AS item WHERE {' OR '.join((text, *equals))}"
    scalar = f"{right.kind} IN {_SCALAR_KINDS}"
    return f"({left.kind} = 'array' AND {scalar} AND {'' if wanted else 'NOT '}EXISTS ({items}))"


_TEXT_KIND, _NUMBER_KINDS, _BOOL_KINDS = "('text')", "('integer', 'real')", "('true', 'false')"
_SCALAR_KINDS = "('text', 'integer', 'real', 'true', 'false')"


def _are(kinds: str, *columns: SqlColumn) -> str:
    return " AND ".join(f"{column.kind} IN {kinds}" for column in columns)


def _as_json(column: SqlColumn) -> SqlColumn:
    """Return a plain column as one that has a JSON type and a JSON text."""
    if column.kind is not None:
        return column
    kind = f"CASE WHEN {column.value} IS NULL THEN 'null' ELSE '{'real' if column.numeric else 'text'}' END"
    return SqlColumn(column.value, f"({kind})", f"json_quote({column.value})")


def _constant(value: Any) -> SqlColumn:
    """Return a bound value as a JSON column. Hexadecimal digits need no quoting, however hostile the value is."""
    items = [_json_item(item) for item in value] if isinstance(value, tuple) else _json_item(value)
    written = json.dumps(items, ensure_ascii=False).replace("Infinity", "1e999")
    document = f"CAST(x'{written.encode().hex()}' AS TEXT)"
    return SqlColumn(f"json_extract({document}, '$')", f"json_type({document})", document)


def _json_item(item: Any) -> Any:
    """Return a scalar as JSON holds it; what compares with nothing becomes null."""
    return None if isinstance(item, Opaque) or is_nan(item) else _sql_number(item)


def _levels(predicate: Predicate) -> int:
    """Return how many ANDs and ORs are within each other.

    What comes first in a pair of parentheses costs SQLite's parser one open token a level, what comes later three.
    """
    return 1 + max(map(_levels, predicate.parts)) if isinstance(predicate, And | Or) else 0


def _join_balanced(parts: Sequence[str], word: str) -> str:
    """Return the parts joined in parentheses, as a wide tree: SQLite bounds how deep it is, and a long AND is deep."""
    if len(parts) <= 16:  # arbitrary: short ones stay readable; SQLite allows a depth of 1,000
        return f"({word.join(parts)})"
    middle = len(parts) // 2
    return f"({_join_balanced(parts[:middle], word)}{word}{_join_balanced(parts[middle:], word)})"


def _null(column: SqlColumn, negated: bool) -> str:
    if column.kind is None:
        return f"{column.value} IS{' NOT' * negated} NULL"
    return f"COALESCE({column.kind}, 'null') {'<>' if negated else '='} 'null'"


def _is_number(column: SqlColumn) -> str:
    return f"{column.kind} IN ('integer', 'real')" if column.kind else _ALWAYS


def _length(column: SqlColumn) -> str:
    if column.json is None:
        return "NULL" if column.numeric else f"length({column.value})"
    text = f"WHEN 'text' THEN length({_bytes(column)})"
    return f"(CASE {column.kind} {text} WHEN 'array' THEN json_array_length({column.json}) END)"


def _clear(column: SqlColumn) -> str:
    """Return the JSON text of a column without `\\\\`, which could make what follows look like an escape."""
    return f"replace({column.json}, '\\\\', '\\u005c')"


def _has_nul(column: SqlColumn) -> str:
    return f"(instr({column.json}, {_ESCAPED_NUL}) > 0 AND instr({_clear(column)}, {_ESCAPED_NUL}) > 0)"


def _bytes(column: SqlColumn) -> str:
    """Return a text with U+0000 in its overlong spelling."""
    spelled = f"replace({_clear(column)}, {_ESCAPED_NUL}, CAST(x'c080' AS TEXT))"
    return f"CASE WHEN {_has_nul(column)} THEN json_extract({spelled}, '$') ELSE {column.value} END"


def _sortable_text(column: SqlColumn) -> str:
    """Return a text in which U+0000 and U+0001 are spelled by two signs each, in the order of the code points."""
    spelled = f"replace(replace({_clear(column)}, '\\u0001', '\\u0001\\u0003'), {_ESCAPED_NUL}, '\\u0001\\u0002')"
    return f"json_extract({spelled}, '$')"


def _order(text: str) -> str:
    return text.replace("\x01", "\x01\x03").replace(_NUL, "\x01\x02")


def _sql_number(value: Any) -> Any:
    return finite_number(value) if type(value) is int else value


def _array(values: list[Any]) -> str:
    """Return a JSON array of texts or of numbers. JSON has no infinity, but numbers that are read as one."""
    written = json.dumps(values, ensure_ascii=False)
    return written if isinstance(values[0], str) else written.replace("Infinity", "1e999")


def _sql_string(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
