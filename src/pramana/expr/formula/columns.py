"""Loops that calculate with one value of each item: the values are checked together, and Python calculates with them.

A guard for each item takes twice the time of the calculation. One pass of C over all values says the same.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from pramana.expr.formula.guards import all_fit

_MOST_OPERANDS: Final = 4
"""Operands of a calculation: integers that fit into a float have at most 1,024 bits, and four of them make 4,096 bits,
which is what arithmetic may give (`guards.MAX_BITS`)."""
_OPERATORS: Final = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod)


@dataclass(frozen=True, slots=True)
class LoopValue:
    """What a loop calculates with: the value of each item, and `others` that are the same in every turn."""

    value: ast.expr
    others: tuple[ast.expr, ...]


def column_of(element: ast.expr, targets: Collection[str]) -> LoopValue | None:
    """Return what a loop's element calculates with, None where it does not calculate with one value of each item.

    `targets` are the names that the loop gives to items.
    """
    operands = _operands(element)
    if len(operands) < 2 or len(operands) > _MOST_OPERANDS or not all(map(_is_operand, operands)):
        return None
    values = {ast.dump(each): each for each in operands if not isinstance(each, ast.Constant)}
    changing = [key for key, each in values.items() if _root(each) in targets]
    if len(changing) != 1:
        return None
    return LoopValue(values.pop(changing[0]), tuple(values.values()))


def _operands(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, _OPERATORS):
        return [*_operands(node.left), *_operands(node.right)]
    return [node]


def _is_operand(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return type(node.value) is float or (type(node.value) is int and node.value.bit_length() <= 64)
    return _root(node) != ""


def _root(node: ast.expr) -> str:
    """Return the name at the beginning of `item` or `item['key']['key']`, "" for anything else."""
    while isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def are_numbers(values: list[Any]) -> bool:
    """Return whether values are numbers, and their integers at most 1,024 bits long. False where there is none."""
    if not values:
        return False
    return (type(values[0]) is not float and all_fit("q", values)) or all_fit("d", values)
