"""What a test says of the values in it where it is true, or false: after `n > 0` n is not 0."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from operator import ge, gt, le, lt
from typing import Final

from pramana.expr.formula.shapes import INF, NUMERIC, TEXT, Scope, Shape
from pramana.expr.formula.syntax import ALIASES, called_name

_ShapeOf = Callable[[ast.expr, Scope], Shape]
_OPPOSITE: Final[dict[type, type[ast.cmpop]]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_TURNED: Final[dict[type, type[ast.cmpop]]] = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE}


_ORDER: Final[dict[type[ast.cmpop], Callable[[str, str], bool]]] = {
    ast.Lt: lt,
    ast.LtE: le,
    ast.Gt: gt,
    ast.GtE: ge,
}


def key(node: ast.expr) -> str | None:
    """Return by what a part of a formula is known in a scope; None for what is not worth keeping."""
    if isinstance(node, ast.Name):
        return node.id
    kept = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)
    return ast.unparse(node) if kept or called_name(node) in ("len", "get") else None


def without(scope: Scope, name: str) -> dict[str, Shape]:
    """Return a scope in which nothing is known of expressions with this name, which now means something else."""
    return {known: shape for known, shape in scope.items() if known == name or name not in _names(known)}


def _names(source: str) -> set[str]:
    if source.isidentifier():
        return {source}
    return {node.id for node in ast.walk(ast.parse(source, mode="eval")) if isinstance(node, ast.Name)}


def assume(scope: Scope, test: ast.expr, truth: bool, shape_of: _ShapeOf) -> Scope | None:
    """Return the scope in which a test is true, or false; None where it cannot be.

    `shape_of` returns the shape of a part of the formula in a scope.
    """
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return assume(scope, test.operand, not truth, shape_of)
    if isinstance(test, ast.BoolOp):
        if isinstance(test.op, ast.And) is not truth:
            return _assume_one(scope, test.values, truth, shape_of)
        return _assume_all(scope, [(part, truth) for part in test.values], shape_of)
    if isinstance(test, ast.Compare):
        return _assume_comparison(scope, test, truth, shape_of)
    return _with_shape(scope, test, _truthy(shape_of(test, scope), truth))


def _assume_all(scope: Scope, parts: list[tuple[ast.expr, bool]], shape_of: _ShapeOf) -> Scope | None:
    known: Scope | None = scope
    for part, truth in parts:
        known = assume(known, part, truth, shape_of) if known is not None else None
    return known


def _assume_one(scope: Scope, parts: list[ast.expr], truth: bool, shape_of: _ShapeOf) -> Scope | None:
    """Return the scope in which one part is so, and those before it are not; None where that can be of none."""
    possible: list[Scope] = []
    known: Scope | None = scope
    for part in parts:
        if known is not None:
            possible += [made] if (made := assume(known, part, truth, shape_of)) is not None else []
            known = assume(known, part, not truth, shape_of)
    return scope if len(possible) > 1 else next(iter(possible), None)  # of several it is not known which


def _assume_comparison(scope: Scope, test: ast.Compare, truth: bool, shape_of: _ShapeOf) -> Scope | None:
    operands = [test.left, *test.comparators]
    if not truth and len(test.ops) > 1:
        return scope
    known: Scope | None = scope
    for left, operator, right in zip(operands, test.ops, operands[1:], strict=False):
        kind = type(operator) if truth else _OPPOSITE[type(operator)]
        for one, how, other in ((left, kind, right), (right, _TURNED.get(kind, kind), left)):
            if known is None or (one is right and kind in (ast.In, ast.NotIn)):
                continue
            known = _with_shape(known, one, _limit_shape(shape_of(one, known), how, shape_of(other, known)))
    return known


def _with_shape(scope: Scope, node: ast.expr, shape: Shape) -> Scope | None:
    if not shape.possible:
        return None
    name = key(node)
    if name is None or name in ALIASES:
        return scope
    known = {**scope, name: shape}
    if isinstance(node, ast.Call) and called_name(node) == "len" and shape.low > 0:
        inner = key(node.args[0])
        if inner is not None and inner in scope:
            known[inner] = replace(scope[inner], filled=True)
    return known


def _truthy(shape: Shape, truth: bool) -> Shape:
    if not shape.known:
        return shape
    if truth:
        kept = shape.only(shape.kinds - {"null"})
        texts = None if kept.texts is None else kept.texts - {""}
        kept = replace(kept, nonzero=True, filled=True, texts=texts)
        return _without_empty_texts(kept.only(kept.kinds - NUMERIC) if kept.low == kept.high == 0 else kept)
    kinds = shape.kinds - ({"text", "list"} if shape.filled else set())
    left = shape.only(kinds)
    if not left.kinds & NUMERIC:
        return _without_empty_texts(left)
    return _without_empty_texts(replace(left, low=0.0, high=0.0) if left.zero else left.only(left.kinds - NUMERIC))


def _limit_shape(shape: Shape, operator: type[ast.cmpop], other: Shape) -> Shape:
    """Return what is left of a shape after a comparison with another one was true."""
    if not (shape.known and other.known):
        return shape
    if operator in (ast.Eq, ast.Is):
        return _equal(shape, other)
    if operator in (ast.NotEq, ast.IsNot):
        return _unequal(shape, other)
    if operator is ast.In:
        return _equal(shape, other.items) if other.kinds == {"list"} and other.items is not None else shape
    if operator is ast.NotIn:
        return _outside(shape, other)
    if not other.kinds & NUMERIC:
        return _ordered_texts(shape.only(TEXT), operator, other) if other.kinds & TEXT else shape
    if other.kinds & TEXT:
        return shape
    above = operator in (ast.Gt, ast.GtE)
    low, high = (other.low, INF) if above else (-INF, other.high)
    if operator in (ast.Gt, ast.Lt) and (shape.high <= low if above else shape.low >= high):
        return shape.only(shape.kinds - NUMERIC)
    nonzero = operator in (ast.Gt, ast.Lt) and (low if above else high) == 0
    return shape.between(low, high, nonzero=nonzero)


def _ordered_texts(shape: Shape, operator: type[ast.cmpop], other: Shape) -> Shape:
    """Return those of the possible texts that can be in this order with another's, where both are known."""
    if shape.texts is None or not other.texts:
        return shape
    compare = _ORDER[operator]
    bound = min(other.texts) if operator in (ast.Gt, ast.GtE) else max(other.texts)
    return _without_empty_texts(replace(shape, texts=frozenset(each for each in shape.texts if compare(each, bound))))


def _outside(shape: Shape, other: Shape) -> Shape:
    """Return what is left of a shape that is in none of a list's elements; only those that are surely there count."""
    for element, sure in other.elements or ():
        shape = _unequal(shape, element) if sure and other.kinds == {"list"} else shape
    return shape


def _equal(shape: Shape, other: Shape) -> Shape:
    numeric = other.kinds & NUMERIC
    left = shape.only(other.kinds | (NUMERIC if numeric else frozenset()))
    if left.kinds & NUMERIC:
        low, high = max(left.low, other.low), min(left.high, other.high)
        if low > high or (low == high == 0 and (left.nonzero or other.nonzero)):
            left = left.only(left.kinds - NUMERIC)
        else:
            left = replace(left, low=low, high=high, nonzero=left.nonzero or other.nonzero)
    if "text" in left.kinds:
        texts = (
            other.texts if left.texts is None else left.texts & other.texts if other.texts is not None else left.texts
        )
        left = replace(left, texts=texts, dates=left.dates or other.dates)
    return _without_empty_texts(left)


def _unequal(shape: Shape, other: Shape) -> Shape:
    if other.kinds == {"null"}:
        return _without_empty_texts(shape.only(shape.kinds - {"null"}))
    if other.kinds and other.kinds <= NUMERIC and other.low == other.high:
        if shape.low == shape.high == other.low:
            return shape.only(shape.kinds - NUMERIC)
        return replace(shape, nonzero=True) if other.low == 0 else shape
    if other.kinds == TEXT and other.texts is not None and len(other.texts) == 1 and shape.texts is not None:
        return _without_empty_texts(replace(shape, texts=shape.texts - other.texts))
    return shape


def _without_empty_texts(shape: Shape) -> Shape:
    """Return a shape without texts where it can be none of them any more."""
    return shape.only(shape.kinds - {"text"}) if "text" in shape.kinds and shape.texts == frozenset() else shape
