"""Functions of numbers."""

from __future__ import annotations

import ast
import math
from dataclasses import replace
from typing import Any, Final

from pramana.expr.formula.failures import FormulaFailure, Trouble
from pramana.expr.formula.function import Function, Gives, ShapeReader
from pramana.expr.formula.guards import MAX_BITS, StepBudget, long_work, number, short_repr
from pramana.expr.formula.pieces import _number
from pramana.expr.formula.shapes import INF, NUMERIC, Scope, Shape, arithmetic, number_shape
from pramana.findings import Severity


def _shapes(reader: ShapeReader, node: ast.Call, scope: Scope) -> list[Shape]:
    return [reader.need(argument, scope, NUMERIC, "a number") for argument in node.args]


# abs


def absolute(value: Any) -> Any:
    return abs(number(value))


def absolute_shape(reader: ShapeReader, node: ast.Call, scope: Scope) -> Shape:
    (value,) = _shapes(reader, node, scope)
    return arithmetic.absolute(value) if value.known else number_shape(0.0, INF)


ABS: Final = Function("abs", "abs(number)", "the number without its sign", absolute, Gives.NUMBER, absolute_shape)


# exp


def exponential(value: Any) -> float:
    return math.exp(number(value))


def _exp(value: Any) -> float:
    return math.exp(value)


def exponential_shape(reader: ShapeReader, node: ast.Call, scope: Scope) -> Shape:
    (value,) = _shapes(reader, node, scope)
    made = arithmetic.monotone(_exp, value) if value.known else number_shape(0.0, INF)
    return replace(made, low=max(0.0, made.low))


EXP: Final = Function(
    "exp", "exp(number)", "e raised to the number", exponential, Gives.NUMBER, exponential_shape, _exp
)


# log


def logarithm(value: Any, base: Any = None) -> float:
    return math.log(number(value)) if base is None else math.log(number(value), number(base))


def _logarithm(value: Any, base: Any = None) -> float:
    return math.log(_number(value)) if base is None else math.log(_number(value), _number(base))


def logarithm_shape(reader: ShapeReader, node: ast.Call, scope: Scope) -> Shape:
    shapes = _shapes(reader, node, scope)
    for argument, shape in zip(node.args, shapes, strict=True):
        if shape.known and shape.low <= 0 and not (shape.low == 0 and shape.nonzero):
            reader.report(Severity.WARNING, f"log: {reader.quote(argument)} can be 0 or below", "ask first: … > 0")
    if len(shapes) > 1 and shapes[1].known and shapes[1].low <= 1 <= shapes[1].high:
        reader.report(Severity.WARNING, f"log: the base {reader.quote(node.args[1])} can be 1", "write the base")
    return number_shape()


LOG: Final = Function(
    "log",
    "log(number) or log(number, base)",
    "the logarithm, natural without a base; fails for 0 and below",
    logarithm,
    Gives.NUMBER,
    logarithm_shape,
    _logarithm,
)


# pow


def power(budget: StepBudget, base: Any, exponent: Any) -> Any:
    number(base)
    number(exponent)
    if type(base) is not float and type(exponent) is not float:
        if exponent < 0:
            return math.pow(base, exponent)
        bits = int(base).bit_length() * exponent
        if bits > MAX_BITS:
            raise Trouble(FormulaFailure.SIZE, f"an integer of more than {MAX_BITS} bits")
        budget.charge(long_work(bits, bits))
        return base**exponent
    return math.pow(base, exponent)


def _power(base: Any, exponent: Any) -> Any:
    whole = float not in (type(_number(base)), type(_number(exponent)))
    return base**exponent if whole and exponent >= 0 else math.pow(base, exponent)


def power_shape(reader: ShapeReader, node: ast.Call, scope: Scope) -> Shape:
    base, exponent = _shapes(reader, node, scope)
    if not (base.known and exponent.known):
        return number_shape()
    if not arithmetic.has_power(base, exponent):
        problem = f"{reader.quote(node)} may have no value"
        reader.report(Severity.WARNING, problem, "raise nothing below 0: max(0, base)")
    return arithmetic.power(base, exponent)


POW: Final = Function(
    "pow", "pow(base, exponent)", "the base raised to the exponent", power, Gives.NUMBER, power_shape, _power
)


# round. Digits are bounded by 400: floats have at most 309 before the point and 324 behind it.


def round_number(budget: StepBudget, value: Any, digits: Any = None) -> Any:
    if digits is not None and (type(digits) is not int or not -400 < digits < 400):
        raise Trouble(FormulaFailure.TYPE, f"{short_repr(digits)} is not a number of digits between -399 and 399")
    if type(number(value)) is int and digits is not None:
        budget.charge(long_work(value.bit_length(), value.bit_length()))
    return round(value, digits)


def _rounded(value: Any, digits: Any = None) -> Any:
    if digits is not None and (type(digits) is not int or not -400 < digits < 400):
        raise TypeError(f"{digits!r:.40} is not a number of digits")
    return round(_number(value), digits)


def rounded_shape(reader: ShapeReader, node: ast.Call, scope: Scope) -> Shape:
    value = reader.need(node.args[0], scope, NUMERIC, "a number")
    if len(node.args) == 1:
        return replace(arithmetic.monotone(round, value), whole=True) if value.known else number_shape(whole=True)
    digits = reader.need(node.args[1], scope, frozenset({"number", "null"}), "a number of digits")
    fixed = digits.known and digits.whole and digits.low == digits.high and -400 < digits.low < 400
    if not fixed:
        if digits.known and digits.kinds != {"null"}:
            problem = f"{reader.quote(node.args[1])} may not be a number of digits"
            reader.report(Severity.WARNING, problem, "write the number")
        return number_shape()
    places = int(digits.low)
    made = arithmetic.monotone(lambda bound: round(bound, places), value) if value.known else number_shape()
    return replace(made, whole=value.whole)


ROUND: Final = Function(
    "round",
    "round(number, digits)",
    "the number rounded to so many digits, to a whole number without `digits`; halves to even",
    round_number,
    Gives.NUMBER,
    rounded_shape,
    _rounded,
)


# sqrt


def square_root(value: Any) -> float:
    return math.sqrt(number(value))


def _sqrt(value: Any) -> float:
    return math.sqrt(value)


def square_root_shape(reader: ShapeReader, node: ast.Call, scope: Scope) -> Shape:
    (value,) = _shapes(reader, node, scope)
    if value.known and value.low < 0:
        reader.report(Severity.WARNING, f"{reader.quote(node)}: the number can be below 0", "sqrt(max(0, …))")
    return number_shape(0.0, INF, nonzero=value.known and value.low > 0)


SQRT: Final = Function(
    "sqrt", "sqrt(number)", "the square root; fails below 0", square_root, Gives.NUMBER, square_root_shape, _sqrt
)
