"""Counting the objects of a list by the values that they have."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, Final

from pramana.expr.formula.failures import FormulaFailure, Trouble
from pramana.expr.formula.function import Function, Gives, ShapeReader
from pramana.expr.formula.guards import STEPS_A_CALL, StepBudget, cost, kind_name, short_repr
from pramana.expr.formula.shapes import LIST, TEXT, Scope, Shape, item_shape, number_shape
from pramana.findings import Severity, nearest

_PLAIN: Final = frozenset({"text", "number", "boolean", "null"})
_SCALARS: Final = (str, int, float, bool, type(None))


def count_where(budget: StepBudget, items: Any, *pairs: Any) -> int:
    """Return how many objects of a list have these values: a field's name and its value, in turn.

    An object without the field has null there.
    """
    if type(items) not in (list, tuple):
        raise Trouble(FormulaFailure.TYPE, f"{kind_name(items)} is not a list")
    if not pairs or len(pairs) % 2:
        raise Trouble(FormulaFailure.TYPE, "count_where takes names of fields, each with its value")
    for name, value in zip(pairs[::2], pairs[1::2], strict=True):
        if type(name) is not str or type(value) not in _SCALARS:
            raise Trouble(FormulaFailure.TYPE, f"{short_repr([name, value])} is not a field's name and a plain value")
    for item in items:
        if type(item) is not dict:
            raise Trouble(FormulaFailure.TYPE, f"{kind_name(item)} has no keys")
    budget.charge(STEPS_A_CALL + len(items) * sum(map(cost, pairs)))
    return _matches(items, pairs)


def _matches(items: Any, pairs: Sequence[Any]) -> int:
    wanted = list(zip(pairs[::2], pairs[1::2], strict=True))
    return sum(all(_equal_plain(item.get(name), value) for name, value in wanted) for item in items)


def _equal_plain(one: Any, other: Any) -> bool:
    """Return whether two values are equal; lists and objects equal nothing, so that comparing costs little."""
    return type(one) not in (list, tuple, dict) and bool(one == other)


def _count_where(items: Any, *pairs: Any) -> int:
    if not pairs or len(pairs) % 2:
        raise TypeError("count_where takes names of fields, each with its value")
    if type(items) not in (list, tuple) or any(type(item) is not dict for item in items):
        raise TypeError(f"{items!r:.40} is not a list of objects")
    return _matches(items, pairs)


def counted_shape(reader: ShapeReader, node: ast.Call, scope: Scope) -> Shape:
    series = reader.need(node.args[0], scope, LIST, "a list")
    shapes = [reader.need(argument, scope, _PLAIN, "a plain value") for argument in node.args[1:]]
    if len(shapes) < 2 or len(shapes) % 2:
        reader.report(Severity.ERROR, "count_where takes names of fields, each with its value")
        return number_shape(0.0, whole=True)
    pairs = list(zip(shapes[::2], shapes[1::2], strict=True))
    objects = reader.fit(node.args[0], item_shape(series), frozenset({"object"}), "an object", "an item")
    for name, value in pairs:
        _check_pair(reader, node, objects, name, value)
    if not series.known or series.elements is None:
        return number_shape(0.0, whole=True)
    found = [_has_all(element, pairs) for element, _ in series.elements]
    least = sum(has is True and sure for has, (_, sure) in zip(found, series.elements, strict=True))
    return number_shape(float(least), float(sum(has is not False for has in found)), whole=True)


def _check_pair(reader: ShapeReader, node: ast.Call, objects: Shape, name: Shape, value: Shape) -> None:
    if name.kinds != TEXT or name.texts is None:
        reader.report(Severity.WARNING, f"{reader.quote(node)} may name a field that is not there", "name the field")
        reader.fields.update(objects.fields)
        return
    reader.fields.update(name.texts)
    if not objects.known or objects.kinds != {"object"}:
        return
    for each in sorted(name.texts - objects.fields.keys()):
        problem = f"{reader.quote(node)}: unknown field {each!r}"
        reader.report(Severity.ERROR, problem, nearest(each, objects.fields))
    for each in sorted(name.texts & objects.fields.keys()):
        texts = objects.fields[each].texts
        if value.kinds == TEXT and value.texts is not None and texts is not None and objects.fields[each].kinds == TEXT:
            for word in sorted(value.texts - texts):
                problem = f"{word!r} is not a value of the field {each!r}"
                reader.report(Severity.ERROR, problem, nearest(word, sorted(texts)))


def _has_all(element: Shape, pairs: Sequence[tuple[Shape, Shape]]) -> bool | None:
    """Return whether an object of this shape surely has, or has not, all these values; None where it may."""
    found = [_has(element, name, value) for name, value in pairs]
    return False if False in found else True if all(each is True for each in found) else None


def _has(element: Shape, name: Shape, value: Shape) -> bool | None:
    if not (element.known and name.texts and len(name.texts) == 1 and value.known):
        return None
    held = element.fields.get(next(iter(name.texts)))
    if held is None or not held.known:
        return None
    if held.kinds == value.kinds == TEXT and held.texts is not None and value.texts is not None:
        if not held.texts & value.texts:
            return False
        return True if len(held.texts) == len(value.texts) == 1 else None
    numeric = frozenset({"number", "boolean"})
    if held.kinds <= numeric and value.kinds <= numeric and held.kinds and value.kinds:
        if held.low > value.high or held.high < value.low:
            return False
        return True if held.low == held.high == value.low == value.high else None
    kinds = [shape.kinds | (numeric if shape.kinds & numeric else frozenset()) for shape in (held, value)]
    if not kinds[0] & kinds[1]:
        return False
    return True if held.kinds == value.kinds == {"null"} else None


COUNT_WHERE: Final = Function(
    "count_where",
    "count_where(list, 'field', value, 'field', value)",
    "how many objects of a list have these values; any number of fields, each with its value",
    count_where,
    Gives.NUMBER,
    counted_shape,
    _count_where,
    small=True,
)
