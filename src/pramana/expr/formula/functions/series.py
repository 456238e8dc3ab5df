"""Functions of lists."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from pramana.expr.formula.failures import FormulaFailure, Trouble
from pramana.expr.formula.function import Function, Gives, ShapeReader, Streams
from pramana.expr.formula.guards import (
    MAX_BITS,
    NUMBERS,
    SIZED,
    STEPS_A_CALL,
    STEPS_A_LONG,
    STEPS_A_LONG_COMPARED,
    WORD_BITS,
    StepBudget,
    all_fit,
    cost,
    kind_name,
    number,
)
from pramana.expr.formula.pieces import _in_one_order, _listed, _number
from pramana.expr.formula.shapes import (
    BOOLEAN,
    INF,
    LIST,
    NUMERIC,
    SERIES,
    TEXT,
    UNKNOWN,
    Scope,
    Shape,
    arithmetic,
    constant,
    item_shape,
    join_shapes,
    list_shape,
    number_shape,
    text_shape,
)
from pramana.expr.formula.shapes import SIZED as SIZED_KINDS
from pramana.expr.formula.syntax import called_name
from pramana.findings import Severity

_LISTS: Final = frozenset({list, tuple, dict})


def _charge_items(budget: StepBudget, items: Any) -> Collection[Any]:
    """Return the items, paid for."""
    if type(items) not in _LISTS:
        raise Trouble(FormulaFailure.TYPE, f"{kind_name(items)} is not a list")
    budget.charge(len(items) + STEPS_A_CALL)
    charged: Collection[Any] = items
    return charged


def _check_order(budget: StepBudget, items: list[Any], rounds: int) -> None:
    kinds = set(map(type, items))
    if not kinds <= NUMBERS and kinds != {str}:
        raise Trouble(FormulaFailure.TYPE, "only numbers, or only texts, have an order")
    longest = max((item.bit_length() for item in items if type(item) is int), default=0)
    if longest > MAX_BITS:
        raise Trouble(FormulaFailure.SIZE, f"an integer of more than {MAX_BITS} bits")
    if float in kinds and any(item != item for item in items):
        raise Trouble(FormulaFailure.NUMBER, "NaN has no order")
    dear = STEPS_A_LONG_COMPARED if longest > WORD_BITS else 1
    budget.charge(rounds * sum(map(cost, items)) if str in kinds else rounds * dear * len(items))


def _item_shape(reader: ShapeReader, node: ast.expr, scope: Scope, kinds: frozenset[str], called: str) -> Shape:
    """Return the shape of a list's items, of those kinds alone; NEVER where it is always empty."""
    shape = reader.need(node, scope, SERIES, "a list")
    items = item_shape(shape)
    if not items.possible or not items.known:
        return items
    element = node.elt if isinstance(node, ast.ListComp | ast.GeneratorExp) else node
    what = "" if element is not node else f"an item of {reader.quote(node)}"
    return reader.fit(element, items, kinds, called, what)


def _ordered_item_shape(reader: ShapeReader, node: ast.expr, scope: Scope) -> Shape:
    items = item_shape(reader.shape(node, scope))
    texts = items.known and "text" in items.kinds and not items.kinds & NUMERIC
    return _item_shape(reader, node, scope, TEXT if texts else NUMERIC, "a text" if texts else "a number")


# all, any


def every(budget: StepBudget, items: Any) -> bool:
    return all(_charge_items(budget, items))


def _all(items: Any) -> bool:
    return all(_listed(items))


def any_item(budget: StepBudget, items: Any) -> bool:
    return any(_charge_items(budget, items))


def _any(items: Any) -> bool:
    return any(_listed(items))


def truth_shape(reader: ShapeReader, node: ast.Call, scope: Scope) -> Shape:
    series = reader.need(node.args[0], scope, SERIES, "a list")
    if series.elements is None or series.kinds != LIST:
        return BOOLEAN
    every_one = called_name(node) == "all"
    for shape, sure in series.elements:
        if sure and (_surely(shape, False) if every_one else _surely(shape, True)):
            return constant(not every_one)
    settled = all(_surely(shape, every_one) for shape, _ in series.elements)
    return constant(every_one) if settled else BOOLEAN


def _surely(shape: Shape, truth: bool) -> bool:
    """Return whether a shape is surely true, or surely false, as a test is; only numbers and booleans are looked at."""
    if not shape.known or not shape.kinds or not shape.kinds <= NUMERIC:
        return False
    return not shape.zero if truth else shape.low == shape.high == 0


ALL: Final = Function(
    "all",
    "all(test for x in list if test)",
    "whether every test is true",
    every,
    Gives.BOOLEAN,
    truth_shape,
    _all,
    streams=Streams.LAZY,
    small=True,
)
ANY: Final = replace(
    ALL,
    name="any",
    usage="any(test for x in list if test)",
    meaning="whether a test is true",
    guard=any_item,
    twin=_any,
)


# len


def length(items: Any) -> int:
    if type(items) not in SIZED:
        raise Trouble(FormulaFailure.TYPE, f"{kind_name(items)} has no length")
    return len(items)


def length_shape(reader: ShapeReader, node: ast.Call, scope: Scope) -> Shape:
    shape = reader.need(node.args[0], scope, SIZED_KINDS, "a list or a text")
    if shape.elements is not None and shape.kinds == LIST:
        return number_shape(float(sum(sure for _, sure in shape.elements)), float(len(shape.elements)), whole=True)
    low = 1.0 if shape.known and shape.filled and shape.kinds <= {"list", "text"} else 0.0
    return number_shape(low, INF, whole=True)


LEN: Final = Function(
    "len",
    "len(list or text)",
    "how many items or characters it has; of an object, how many keys",
    length,
    Gives.NUMBER,
    length_shape,
    small=True,
)


# max, min


def smallest(budget: StepBudget, *items: Any, **default: Any) -> Any:
    return _extreme(budget, min, items, default)


def largest(budget: StepBudget, *items: Any, **default: Any) -> Any:
    return _extreme(budget, max, items, default)


def _extreme(budget: StepBudget, choose: Any, items: tuple[Any, ...], default: Mapping[str, Any]) -> Any:
    candidates = list(_charge_items(budget, items[0] if len(items) == 1 else list(items)))
    if not candidates and not default:
        raise Trouble(FormulaFailure.EMPTY, "there is nothing to choose from")
    _check_order(budget, candidates, rounds=1)
    return choose(candidates, **default)


def _smallest(*items: Any, **default: Any) -> Any:
    return min(_in_one_order(items[0] if len(items) == 1 else list(items)), **default)


def _largest(*items: Any, **default: Any) -> Any:
    return max(_in_one_order(items[0] if len(items) == 1 else list(items)), **default)


def extreme_shape(
    choose: Callable[[Sequence[float]], float], reader: ShapeReader, node: ast.Call, scope: Scope
) -> Shape:
    defaults = [reader.shape(keyword.value, scope) for keyword in node.keywords]
    if len(node.args) > 1:
        return _chosen_shape(choose, reader, node, [reader.shape(argument, scope) for argument in node.args])
    series = reader.shape(node.args[0], scope)
    items = _ordered_item_shape(reader, node.args[0], scope)
    if series.known and not series.filled and not defaults:
        problem = f"{reader.quote(node)}: the list can be empty"
        texts = items.known and not items.kinds & NUMERIC
        fix = "ask first: … if the_list else …" if texts else f"{ast.unparse(node.func)}(…, default=0)"
        reader.report(Severity.WARNING, problem, fix)
    if series.elements is not None and series.kinds == LIST and items.known:
        items = _extreme_element(choose is max, series.elements, items)
        if any(sure for _, sure in series.elements):
            defaults = []
    return replace(join_shapes(items, *defaults), field="") if items.possible or defaults else UNKNOWN


def _extreme_element(largest_one: bool, elements: Sequence[tuple[Shape, bool]], items: Shape) -> Shape:
    """Return the shape of the largest, or smallest, of elements: no smaller than any that is surely there."""
    sure = [shape for shape, there in elements if there]
    if items.kinds == TEXT and items.texts is not None:
        if largest_one:
            least = max((min(shape.texts) for shape in sure if shape.texts), default="")
            return text_shape(each for each in items.texts if each >= least)
        most = min((max(shape.texts) for shape in sure if shape.texts), default=None)
        return text_shape(each for each in items.texts if most is None or each <= most)
    if items.kinds and items.kinds <= NUMERIC:
        numbers = [shape for shape in sure if shape.kinds and shape.kinds <= NUMERIC]
        if largest_one:
            return replace(items, low=max((shape.low for shape in numbers), default=items.low))
        return replace(items, high=min((shape.high for shape in numbers), default=items.high))
    return items


def _chosen_shape(
    choose: Callable[[Sequence[float]], float], reader: ShapeReader, node: ast.Call, shapes: Sequence[Shape]
) -> Shape:
    texts = any(shape.known and shape.kinds == TEXT for shape in shapes)
    kinds, called = (TEXT, "a text") if texts else (NUMERIC, "a number")
    fitting = [reader.fit(*pair, kinds, called) for pair in zip(node.args, shapes, strict=True)]
    made = replace(join_shapes(*fitting), field="")
    if not made.known or made.kinds & TEXT:
        return made
    return replace(made, low=choose([each.low for each in fitting]), high=choose([each.high for each in fitting]))


MAX: Final = Function(
    "max",
    "max(a, b) or max(list, default=0)",
    "the largest of numbers, or of texts; without default it fails for an empty list",
    largest,
    Gives.ANY,
    partial(extreme_shape, max),
    _largest,
    ("default",),
    Streams.LISTED,
)
MIN: Final = replace(
    MAX,
    name="min",
    usage="min(a, b) or min(list, default=0)",
    meaning="the smallest of numbers, or of texts; without default it fails for an empty list",
    guard=smallest,
    shape=partial(extreme_shape, min),
    twin=_smallest,
)


# sorted


def sort_items(budget: StepBudget, items: Any, reverse: Any = False) -> list[Any]:
    charged = list(_charge_items(budget, items))
    _check_order(budget, charged, rounds=1 + len(charged).bit_length() // 4)
    return sorted(charged, reverse=bool(reverse))


def _sorted(items: Any, reverse: Any = False) -> list[Any]:
    return sorted(_in_one_order(items), reverse=bool(reverse))


def ordered_shape(reader: ShapeReader, node: ast.Call, scope: Scope) -> Shape:
    for keyword in node.keywords:
        reader.shape(keyword.value, scope)
    items = _ordered_item_shape(reader, node.args[0], scope)
    series = reader.shape(node.args[0], scope)
    filled = series.known and series.filled and series.kinds == LIST
    made = list_shape(items, filled=filled) if items.possible else list_shape(None, filled=False)
    return replace(made, elements=series.elements if series.kinds == LIST else None)


SORTED: Final = Function(
    "sorted",
    "sorted(list) or sorted(list, reverse=true)",
    "the items in order: numbers only, or texts only",
    sort_items,
    Gives.LIST,
    ordered_shape,
    _sorted,
    ("reverse",),
    Streams.LISTED,
)


# sum


def total(budget: StepBudget, items: Any) -> Any:
    """Return the sum of a list of numbers.

    With a float among them it is the exactly rounded sum, the same in any order and on any version of Python.
    """
    charged = _charge_items(budget, items)
    return sum(charged) if all_fit("q", charged) else _total_of_any(budget, charged)


def checked_total(budget: StepBudget, items: list[Any]) -> Any:
    """Return the sum of numbers within the bounds."""
    budget.charge(len(items) + STEPS_A_CALL)
    found = sum(items)
    return found if type(found) is int else math.fsum(items)


def _total_of_any(budget: StepBudget, charged: Collection[Any]) -> Any:
    kinds = set(map(type, charged))
    if not kinds <= NUMBERS:
        raise Trouble(FormulaFailure.TYPE, "only numbers have a sum")
    if float in kinds:
        budget.charge(4 * len(charged))  # of numbers of unlike size it keeps many partial sums
        return math.fsum(map(number, charged) if int in kinds else charged)
    longest = max(map(int.bit_length, charged), default=0)
    if longest > MAX_BITS:
        raise Trouble(FormulaFailure.SIZE, f"an integer of more than {MAX_BITS} bits")
    if longest > WORD_BITS:
        budget.charge(STEPS_A_LONG * len(charged))
    return sum(charged)


def _total(items: Any) -> Any:
    """Return the sum of numbers; with a float among them the exactly rounded one."""
    listed = [_number(item) for item in _listed(items)]
    return math.fsum(listed) if float in set(map(type, listed)) else sum(listed)


def total_shape(reader: ShapeReader, node: ast.Call, scope: Scope) -> Shape:
    items = _item_shape(reader, node.args[0], scope, NUMERIC, "a number")
    if not items.known:
        return number_shape()
    series = reader.shape(node.args[0], scope)
    if series.elements is not None and series.kinds == LIST:
        return arithmetic.bag_total([(shape.only(NUMERIC), sure) for shape, sure in series.elements])
    return arithmetic.total(items, series.filled)


SUM: Final = Function(
    "sum",
    "sum(number for x in list if test)",
    "the sum; with a float among them exactly rounded, the same in any order",
    total,
    Gives.NUMBER,
    total_shape,
    _total,
    streams=Streams.WHOLE,
    checked=checked_total,
)
