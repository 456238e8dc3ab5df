"""Functions of objects, texts and dates."""

from __future__ import annotations

import ast
import math
from datetime import date, datetime
from typing import Any, Final

from pramana.expr.formula.failures import FormulaFailure, Trouble
from pramana.expr.formula.function import Function, Gives, ShapeReader
from pramana.expr.formula.guards import StepBudget, cost, kind_name, short_repr
from pramana.expr.formula.shapes import INF, NULL, TEXT, UNKNOWN, Scope, Shape, join_shapes, number_shape, text_shape
from pramana.findings import Severity, nearest

# days_between


def days_between(first: Any, second: Any) -> int:
    """Return the days from one ISO 8601 date to another, negative where the second is earlier; times are left out."""
    return (date_of(second) - date_of(first)).days


def date_of(value: Any) -> date:
    if type(value) is not str:
        raise Trouble(FormulaFailure.TYPE, f"{kind_name(value)} is not a date")
    try:
        return _day(value)
    except ValueError:
        raise Trouble(FormulaFailure.VALUE, f"{short_repr(value)} is not a date such as 2024-05-31") from None


def _days_between(first: Any, second: Any) -> int:
    return (_day(second) - _day(first)).days


def _day(value: Any) -> date:
    return datetime.fromisoformat(value[:64]).date()


def days_shape(reader: ShapeReader, node: ast.Call, scope: Scope) -> Shape:
    days: list[tuple[int, int] | None] = []
    for argument in node.args:
        shape = reader.need(argument, scope, TEXT, "a date")
        if shape.known and not shape.dates:
            problem = f"{reader.quote(argument)} may not be a date"
            reader.report(Severity.WARNING, problem, "use a field of the type date")
        days.append(_day_bounds(shape))
    if days[0] is None or days[1] is None:
        return number_shape(whole=True)
    (early, late), (least, most) = days[0], days[1]
    return number_shape(float(least - late), float(most - early), whole=True)


def _day_bounds(shape: Shape) -> tuple[int, int] | None:
    """Return the ordinals of the first and the last of the possible dates, None where they are not known."""
    if not (shape.known and shape.dates and shape.texts):
        return None
    found = [_day(text).toordinal() for text in shape.texts]
    return min(found), max(found)


DAYS_BETWEEN: Final = Function(
    "days_between",
    "days_between(first_date, second_date)",
    "whole days between ISO 8601 dates, negative where the second is earlier; null is not a date",
    days_between,
    Gives.NUMBER,
    days_shape,
    _days_between,
    small=True,
)


# get


def get(container: Any, key: Any, default: Any = None) -> Any:
    """Return what an object has under a key, the default where it has nothing."""
    if type(container) is not dict:
        raise Trouble(FormulaFailure.TYPE, f"{kind_name(container)} has no keys")
    return container.get(key, default) if type(key) is str else default


def _get(container: Any, key: Any, default: Any = None) -> Any:
    if type(container) is not dict:
        raise TypeError(f"{container!r:.40} has no keys")
    return container.get(key, default) if type(key) is str else default


def get_shape(reader: ShapeReader, node: ast.Call, scope: Scope) -> Shape:
    container = reader.need(node.args[0], scope, frozenset({"object"}), "an object")
    name = reader.shape(node.args[1], scope)
    otherwise = reader.shape(node.args[2], scope) if len(node.args) > 2 else NULL
    if not (container.known and name.known and name.kinds == TEXT and name.texts is not None):
        reader.fields.update(container.fields)
        return UNKNOWN
    reader.fields.update(name.texts)
    there = [container.fields[each] for each in sorted(name.texts) if each in container.fields]
    missing = sorted(name.texts - container.fields.keys())
    for each in missing:
        problem = f"{reader.quote(node)}: unknown field {each!r}"
        reader.report(Severity.ERROR, problem, nearest(each, container.fields))
    return join_shapes(*there, *([otherwise] if missing else []))


GET: Final = Function(
    "get",
    "get(object, 'key', default)",
    "what an object has under a key; the default, or null, where it has nothing",
    get,
    Gives.ANY,
    get_shape,
    _get,
)


# lower


def lower(budget: StepBudget, value: Any) -> str:
    """Return a text case-folded."""
    if type(value) is not str:
        raise Trouble(FormulaFailure.TYPE, f"{kind_name(value)} is not a text")
    budget.charge(cost(value) if value.isascii() else 1 + len(value) // 8)
    return value.casefold()


def _lower(value: Any) -> Any:
    return value.casefold()


def lower_shape(reader: ShapeReader, node: ast.Call, scope: Scope) -> Shape:
    shape = reader.need(node.args[0], scope, TEXT, "a text")
    if not shape.known or shape.texts is None:
        return text_shape(filled=shape.known and shape.filled)
    return text_shape(value.casefold() for value in shape.texts)


LOWER: Final = Function("lower", "lower(text)", "the text case-folded", lower, Gives.TEXT, lower_shape, _lower)


# number


def number_of(value: Any, default: Any = None) -> Any:
    """Return the number that a text writes (*4.5*, *1,200*), a number itself, else the default."""
    if type(value) in (int, float):
        return value
    if type(value) is not str and value is not None:
        raise Trouble(FormulaFailure.TYPE, f"{kind_name(value)} is neither a text nor a number")
    found = _numeral(value)
    if found is None and default is None:
        raise Trouble(FormulaFailure.VALUE, f"{short_repr(value)} is not a number")
    return default if found is None else found


def _numeral(value: Any) -> Any:
    """Return the number that a text of at most 64 characters writes, None where it writes none."""
    text = value.strip().replace(",", "") if type(value) is str and len(value) <= 64 else ""
    try:
        number = float(text) if text.isascii() and "_" not in text else math.nan
    except ValueError:
        return None
    if not math.isfinite(number):
        return None
    return int(text) if text.lstrip("+-").isdigit() else number


def _number_of(value: Any, default: Any = None) -> Any:
    if type(value) in (int, float):
        return value
    if type(value) is not str and value is not None:
        raise TypeError(f"{value!r:.40} is neither a text nor a number")
    found = _numeral(value)
    if found is None and default is None:
        raise ValueError(f"{value!r:.40} is not a number")
    return default if found is None else found


def number_of_shape(reader: ShapeReader, node: ast.Call, scope: Scope) -> Shape:
    kinds = frozenset({"text", "number"} if len(node.args) == 1 else {"text", "number", "null"})
    shape = reader.need(node.args[0], scope, kinds, "a text or a number")
    if len(node.args) > 1:
        return join_shapes(number_shape(), reader.shape(node.args[1], scope))
    if not shape.known:
        return number_shape()
    texts = shape.texts if "text" in shape.kinds else frozenset()
    if texts is None or any(_numeral(text) is None for text in texts):
        problem = f"{reader.quote(node.args[0])} may not be a number"
        reader.report(Severity.WARNING, problem, f"{reader.quote(node).removesuffix(')')}, 0)")
    return shape.between(-INF, INF) if not texts and shape.kinds == {"number"} else number_shape()


NUMBER: Final = Function(
    "number",
    "number(text) or number(text, default)",
    "the number that a text writes, 4.5 or 1,200; the default where it writes none, without one it fails",
    number_of,
    Gives.ANY,
    number_of_shape,
    _number_of,
)


# year


def year(value: Any) -> int:
    """Return the year of an ISO 8601 date."""
    return date_of(value).year


def _year(value: Any) -> int:
    return _day(value).year


def year_shape(reader: ShapeReader, node: ast.Call, scope: Scope) -> Shape:
    shape = reader.need(node.args[0], scope, TEXT, "a date")
    if shape.known and not shape.dates:
        problem = f"{reader.quote(node.args[0])} may not be a date"
        reader.report(Severity.WARNING, problem, "use a field of the type date")
    years = [_day(text).year for text in shape.texts] if shape.known and shape.dates and shape.texts else [1, 9999]
    return number_shape(float(min(years)), float(max(years)), whole=True)


YEAR: Final = Function(
    "year",
    "year(date)",
    "the year of an ISO 8601 date; null is not a date",
    year,
    Gives.NUMBER,
    year_shape,
    _year,
    small=True,
)
