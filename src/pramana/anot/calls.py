"""What the functions of formulas make of shapes, and what they can fail on."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, Protocol

from pramana.anot import arithmetic
from pramana.anot.assuming import Scope
from pramana.anot.findings import Severity, nearest
from pramana.anot.shapes import (
    BOOLEAN,
    INF,
    LIST,
    NULL,
    NUMERIC,
    SERIES,
    SIZED,
    TEXT,
    UNKNOWN,
    Shape,
    item_shape,
    join,
    listed,
    number,
    text,
)


class FormulaReading(Protocol):
    """What a call asks of the reading of the formula that it is in (see `inferring`)."""

    read: set[str]

    def shape(self, node: ast.expr, scope: Scope) -> Shape:
        """Return the shape of a part in a scope, and tell what is found about it."""

    def tell(self, severity: Severity, problem: str, mend: str = "") -> None: ...

    def said(self, node: ast.expr) -> str:
        """Return a part of the formula as it is written."""

    def need(self, node: ast.expr, scope: Scope, kinds: frozenset[str], called: str) -> Shape:
        """Return the shape of a part that has to be of some kinds."""

    def fit(self, node: ast.expr, shape: Shape, kinds: frozenset[str], called: str, what: str = "") -> Shape:
        """Return a part's shape within some kinds, and tell where it can be of another."""


def _series(reading: FormulaReading, node: ast.expr, scope: Scope, kinds: frozenset[str], called: str) -> Shape:
    """Return the shape of a list's items, of those kinds alone; NEVER where it is always empty."""
    shape = reading.need(node, scope, SERIES, "a list")
    items = item_shape(shape)
    if not items.possible or not items.known:
        return items
    element = node.elt if isinstance(node, ast.ListComp | ast.GeneratorExp) else node
    what = "" if element is not node else f"an item of {reading.said(node)}"
    return reading.fit(element, items, kinds, called, what)


def _numbers(reading: FormulaReading, node: ast.Call, scope: Scope) -> list[Shape]:
    return [reading.need(argument, scope, NUMERIC, "a number") for argument in node.args]


def test_all(reading: FormulaReading, node: ast.Call, scope: Scope) -> Shape:
    reading.need(node.args[0], scope, SERIES, "a list")
    return BOOLEAN


def length(reading: FormulaReading, node: ast.Call, scope: Scope) -> Shape:
    shape = reading.need(node.args[0], scope, SIZED, "a list or a text")
    low = 1.0 if shape.known and shape.filled and shape.kinds <= {"list", "text"} else 0.0
    return number(low, INF, whole=True)


def total(reading: FormulaReading, node: ast.Call, scope: Scope) -> Shape:
    items = _series(reading, node.args[0], scope, NUMERIC, "a number")
    if not items.known:
        return number()
    return arithmetic.total(items, reading.shape(node.args[0], scope).filled)


def extreme(reading: FormulaReading, node: ast.Call, scope: Scope) -> Shape:
    defaults = [reading.shape(keyword.value, scope) for keyword in node.keywords]
    if len(node.args) > 1:
        shapes = [reading.shape(argument, scope) for argument in node.args]
        return _chosen(reading, node, [*map(_comparable(reading, shapes), node.args, shapes)])
    series = reading.shape(node.args[0], scope)
    items = _ordered_items(reading, node.args[0], scope)
    if series.known and not series.filled and not defaults:
        problem = f"{reading.said(node)}: the list can be empty"
        texts = items.known and not items.kinds & NUMERIC
        mend = "ask first: … if the_list else …" if texts else f"{node.func.id}(…, default=0)"  # type: ignore[attr-defined]
        reading.tell(Severity.WARNING, problem, mend)
    return replace(join(items, *defaults), field="") if items.possible or defaults else UNKNOWN


def _ordered_items(reading: FormulaReading, node: ast.expr, scope: Scope) -> Shape:
    items = item_shape(reading.shape(node, scope))
    texts = items.known and "text" in items.kinds and not items.kinds & NUMERIC
    return _series(reading, node, scope, TEXT if texts else NUMERIC, "a text" if texts else "a number")


def _comparable(reading: FormulaReading, shapes: Sequence[Shape]) -> Callable[[ast.expr, Shape], Shape]:
    texts = any(shape.known and shape.kinds == TEXT for shape in shapes)
    return lambda node, shape: reading.fit(node, shape, TEXT if texts else NUMERIC, "a text" if texts else "a number")


def _chosen(reading: FormulaReading, node: ast.Call, shapes: Sequence[Shape]) -> Shape:
    made = replace(join(*shapes), field="")
    if not made.known or made.kinds & TEXT:
        return made
    pick = max if isinstance(node.func, ast.Name) and node.func.id == "max" else min
    low, high = pick(shape.low for shape in shapes), pick(shape.high for shape in shapes)
    return replace(made, low=low, high=high)


def in_order(reading: FormulaReading, node: ast.Call, scope: Scope) -> Shape:
    for keyword in node.keywords:
        reading.shape(keyword.value, scope)
    items = _ordered_items(reading, node.args[0], scope)
    series = reading.shape(node.args[0], scope)
    filled = series.known and series.filled and series.kinds == LIST
    return listed(items, filled=filled) if items.possible else listed(None, filled=False)


def rounded(reading: FormulaReading, node: ast.Call, scope: Scope) -> Shape:
    value = reading.need(node.args[0], scope, NUMERIC, "a number")
    if len(node.args) == 1:
        return replace(arithmetic.monotone(round, value), whole=True) if value.known else number(whole=True)
    digits = reading.need(node.args[1], scope, frozenset({"number", "null"}), "a number of digits")
    fixed = digits.known and digits.whole and digits.low == digits.high and -400 < digits.low < 400
    if not fixed:
        if digits.known and digits.kinds != {"null"}:
            reading.tell(
                Severity.WARNING, f"{reading.said(node.args[1])} may be no number of digits", "write the number"
            )
        return number()
    places = int(digits.low)
    made = arithmetic.monotone(lambda bound: round(bound, places), value) if value.known else number()
    return replace(made, whole=value.whole)


def power(reading: FormulaReading, node: ast.Call, scope: Scope) -> Shape:
    base, exponent = _numbers(reading, node, scope)
    if not (base.known and exponent.known):
        return number()
    if not arithmetic.has_power(base, exponent):
        reading.tell(Severity.WARNING, f"{reading.said(node)} may have no value", "raise nothing below 0: max(0, base)")
    return arithmetic.power(base, exponent)


def exponential(reading: FormulaReading, node: ast.Call, scope: Scope) -> Shape:
    (value,) = _numbers(reading, node, scope)
    made = arithmetic.monotone(_exp, value) if value.known else number(0.0, INF)
    return replace(made, low=max(0.0, made.low))


def root(reading: FormulaReading, node: ast.Call, scope: Scope) -> Shape:
    (value,) = _numbers(reading, node, scope)
    if value.known and value.low < 0:
        reading.tell(Severity.WARNING, f"{reading.said(node)}: the number can be below 0", "sqrt(max(0, …))")
    return number(0.0, INF, nonzero=value.known and value.low > 0)


def logarithm(reading: FormulaReading, node: ast.Call, scope: Scope) -> Shape:
    shapes = _numbers(reading, node, scope)
    for argument, shape in zip(node.args, shapes, strict=True):
        if shape.known and shape.low <= 0 and not (shape.low == 0 and shape.nonzero):
            reading.tell(Severity.WARNING, f"log: {reading.said(argument)} can be 0 or below", "log(max(1, …))")
    if len(shapes) > 1 and shapes[1].known and shapes[1].low <= 1 <= shapes[1].high:
        reading.tell(Severity.WARNING, f"log: the base {reading.said(node.args[1])} can be 1", "write the base")
    return number()


def absolute(reading: FormulaReading, node: ast.Call, scope: Scope) -> Shape:
    (value,) = _numbers(reading, node, scope)
    return arithmetic.absolute(value) if value.known else number(0.0, INF)


def days(reading: FormulaReading, node: ast.Call, scope: Scope) -> Shape:
    for argument in node.args:
        shape = reading.need(argument, scope, TEXT, "a date")
        if shape.known and not shape.dates:
            reading.tell(Severity.WARNING, f"{reading.said(argument)} may be no date", "use a field of the type date")
    return number(whole=True)


def get(reading: FormulaReading, node: ast.Call, scope: Scope) -> Shape:
    container = reading.need(node.args[0], scope, frozenset({"object"}), "an object")
    name = reading.shape(node.args[1], scope)
    otherwise = reading.shape(node.args[2], scope) if len(node.args) > 2 else NULL
    if not (container.known and name.known and name.kinds == TEXT and name.texts is not None):
        reading.read.update(container.fields)
        return UNKNOWN
    reading.read.update(name.texts)
    there = [container.fields[each] for each in sorted(name.texts) if each in container.fields]
    missing = sorted(name.texts - container.fields.keys())
    for each in missing:
        reading.tell(
            Severity.ERROR, f"{reading.said(node)}: there is no field {each!r}", nearest(each, container.fields)
        )
    return join(*there, *([otherwise] if missing else []))


def lower(reading: FormulaReading, node: ast.Call, scope: Scope) -> Shape:
    shape = reading.need(node.args[0], scope, TEXT, "a text")
    if not shape.known or shape.texts is None:
        return text(filled=shape.known and shape.filled)
    return text(value.casefold() for value in shape.texts)


def _exp(value: float) -> float:
    return math.exp(value)


Made = Callable[["FormulaReading", ast.Call, Scope], Shape]
CALLS: Final[dict[str, Made]] = {
    "abs": absolute,
    "all": test_all,
    "any": test_all,
    "days_between": days,
    "exp": exponential,
    "get": get,
    "len": length,
    "log": logarithm,
    "lower": lower,
    "max": extreme,
    "min": extreme,
    "pow": power,
    "round": rounded,
    "sorted": in_order,
    "sqrt": root,
    "sum": total,
}
