"""Bounds of what operators and functions make of numbers within bounds."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from pramana.expr.formula.shapes.shape import INF, Shape, number_shape

Bounds = tuple[float, float]


def binary(operator: type[ast.operator], left: Shape, right: Shape) -> Shape:
    """Return the shape of `left operator right` for numbers, where the divisor is not 0."""
    if not (left.possible and right.possible):
        return number_shape()
    whole = left.whole and right.whole
    if operator is ast.Add:
        return _number_shape((left.low + right.low, left.high + right.high), whole)
    if operator is ast.Sub:
        return _number_shape((left.low - right.high, left.high - right.low), whole)
    if operator is ast.Mult:
        return _number_shape(_corners(left, right, lambda a, b: 0.0 if a == 0 or b == 0 else a * b), whole)
    if operator is ast.Mod:
        return _remainder(left, right, whole)
    if right.low <= 0 <= right.high:
        if right.low < 0 < right.high:
            return number_shape(whole=operator is ast.FloorDiv and whole)
        low, high = right.low, right.high
        right = replace(right, low=low or math.ulp(0.0), high=high or -math.ulp(0.0))
    divided = _number_shape(_corners(left, right, _quotient), False)
    if operator is ast.Div:
        return divided
    return _number_shape((_floor(divided.low), _floor(divided.high)), whole)


def _quotient(left: float, right: float) -> float:
    if math.isinf(right):
        return 0.0 if math.isfinite(left) else math.copysign(INF, left) * math.copysign(1.0, right)
    try:
        return left / right
    except OverflowError:  # pragma: no cover - floats give infinities
        return math.copysign(INF, left) * math.copysign(1.0, right)


def _corners(left: Shape, right: Shape, make: Callable[[float, float], float]) -> Bounds:
    made = [make(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
    if math.inf in (abs(right.low), abs(right.high)):  # what is divided by ever more comes close to 0
        made.append(0.0) if make is _quotient else None
    return (-INF, INF) if any(map(math.isnan, made)) else (min(made), max(made))


def _remainder(left: Shape, right: Shape, whole: bool) -> Shape:
    low = 0.0 if right.low >= 0 else right.low
    high = 0.0 if right.high <= 0 else right.high
    return number_shape(low, high, whole=whole)


def _floor(value: float) -> float:
    return float(math.floor(value)) if math.isfinite(value) else value


def _number_shape(bounds: Bounds, whole: bool) -> Shape:
    low, high = (-INF if math.isnan(bounds[0]) else bounds[0]), (INF if math.isnan(bounds[1]) else bounds[1])
    return number_shape(low, high, whole=whole)


def negative(shape: Shape) -> Shape:
    return number_shape(-shape.high, -shape.low, whole=shape.whole, nonzero=shape.nonzero)


def absolute(shape: Shape) -> Shape:
    if shape.low >= 0 or shape.high <= 0:
        low, high = sorted((abs(shape.low), abs(shape.high)))
    else:
        low, high = 0.0, max(abs(shape.low), abs(shape.high))
    return number_shape(low, high, whole=shape.whole, nonzero=shape.nonzero)


def monotone(function: Callable[[float], float], shape: Shape) -> Shape:
    """Return the shape of a growing function's values, unbounded where it has none for a bound."""
    return number_shape(_value(function, shape.low, -INF), _value(function, shape.high, INF))


def _value(function: Callable[[float], float], bound: float, otherwise: float) -> float:
    try:
        return float(function(bound))
    except (ValueError, OverflowError):
        return otherwise


def power(base: Shape, exponent: Shape) -> Shape:
    whole = base.whole and exponent.whole and exponent.low >= 0
    even = exponent.low == exponent.high and exponent.low % 2 == 0
    return number_shape(0.0 if base.low >= 0 or even else -INF, INF, whole=whole)


def has_power(base: Shape, exponent: Shape) -> bool:
    """Return whether `pow(base, exponent)` surely has a value."""
    if base.low > 0 or (base.low >= 0 and exponent.low >= 0):
        return True
    fixed = exponent.low == exponent.high and exponent.low == int(exponent.low)
    return fixed and (exponent.low >= 0 or not base.zero)


def total(items: Shape | None, filled: bool) -> Shape:
    """Return the shape of a sum of such numbers."""
    if items is None or not items.possible:
        return number_shape(0.0, 0.0, whole=True)
    low = (items.low if filled else 0.0) if items.low >= 0 else -INF
    high = (items.high if filled else 0.0) if items.high <= 0 else INF
    return number_shape(low, high, whole=items.whole)


def bag_total(elements: Sequence[tuple[Shape, bool]]) -> Shape:
    """Return the shape of the sum of numbers that are known one by one, each with whether it is surely there."""
    there = [(shape, sure) for shape, sure in elements if shape.possible]
    if not all(shape.known for shape, _ in there):
        return number_shape()
    low = math.fsum(shape.low if sure else min(0.0, shape.low) for shape, sure in there)
    high = math.fsum(shape.high if sure else max(0.0, shape.high) for shape, sure in there)
    return number_shape(low, high, whole=all(shape.whole for shape, _ in there))
