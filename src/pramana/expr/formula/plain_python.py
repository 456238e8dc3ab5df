"""A formula as plain Python: its own operators where they mean the same on any JSON, else a named piece."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from pramana.expr.formula.compiling import compile_formula
from pramana.expr.formula.function import Streams
from pramana.expr.formula.functions import FUNCTIONS
from pramana.expr.formula.kinds import is_boolean, is_number, runs_natively
from pramana.expr.formula.pieces import OPERATORS
from pramana.expr.formula.syntax import (
    ALIASES,
    called_name,
    is_computed,
    is_identity_safe,
    is_plain,
    is_state,
    text_of,
)

_ARITHMETIC: Final[dict[type, str]] = {ast.Mult: "_times", ast.Mod: "_remainder"}
_COMPARISONS: Final[dict[type, tuple[str, bool]]] = {
    ast.Lt: ("_less", False),
    ast.LtE: ("_less_equal", False),
    ast.Gt: ("_less", True),
    ast.GtE: ("_less_equal", True),
    ast.In: ("_contains", False),
    ast.NotIn: ("_contains", False),
    ast.Is: ("_same", False),
    ast.IsNot: ("_same", False),
}
"""The piece for a comparison, and whether it takes the operands the other way round."""


@dataclass(frozen=True, slots=True)
class Plain:
    """`text` is a Python expression over the formula's names. `truth` where it is surely true or false, or raises."""

    text: str
    truth: bool

    @property
    def test(self) -> str:
        """The expression as the test of an `if`, which takes nothing but true and false."""
        return self.text if self.truth else f"_truth({self.text})"


def plain_formula(source: str, names: list[str]) -> Plain:
    """Return a formula as plain Python, with the pieces that it names. Raises FormulaRefused."""
    formula = compile_formula(source, names)
    tree = ast.parse(formula.source, mode="eval").body
    truth = is_boolean(tree) is True
    return Plain(ast.unparse(ast.fix_missing_locations(_PlainWriter().visit(tree))), truth)


def plain_functions() -> dict[str, Callable[..., Any]]:
    """Return the functions that plain formulas name, by the names that they have there."""
    found: dict[str, Callable[..., Any]] = {operator.__name__: operator for operator in OPERATORS}
    return found | {each.twin.__name__: each.twin for each in FUNCTIONS.values() if each.twin is not None}


class _PlainWriter(ast.NodeTransformer):
    """Rewrites a tree that the formula compiler took, so it holds whitelisted nodes alone.

    What a node is, is asked before its parts are rewritten.
    """

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(ALIASES[node.id]) if node.id in ALIASES else node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        native = type(node.op) not in _ARITHMETIC or (is_number(node.left) and is_number(node.right))
        left, right = self.visit(node.left), self.visit(node.right)
        return ast.BinOp(left, node.op, right) if native else _call(_ARITHMETIC[type(node.op)], left, right)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        operands = [node.left, *node.comparators]
        native = [_native(*pair) for pair in zip(operands, node.ops, operands[1:], strict=False)]
        written = [self.visit(operand) for operand in operands]
        if all(native):
            return ast.Compare(written[0], node.ops, written[1:])
        tests = [
            ast.Compare(written[i], [operator], [written[i + 1]])
            if native[i]
            else _comparison_call(operator, written[i], written[i + 1])
            for i, operator in enumerate(node.ops)
        ]
        return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if isinstance(node.slice, ast.Slice):
            bounds = [self.visit(b) if b else ast.Constant(None) for b in (node.slice.lower, node.slice.upper)]
            return _call("_part", self.visit(node.value), *bounds)
        native = isinstance(node.slice, ast.Constant) and is_computed(node.value)
        container, key = self.visit(node.value), self.visit(node.slice)
        return ast.Subscript(container, key, ast.Load()) if native else _call("_item", container, key)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = called_name(node)
        function = FUNCTIONS[name]
        native = bool(node.args) and runs_natively(name, node.args[0])
        from_state = name == "get" and is_state(node.args[0]) and text_of(node.args[1]) is not None
        self.generic_visit(node)
        if from_state:  # the state is always an object
            return ast.Call(ast.Attribute(node.args[0], "get", ast.Load()), node.args[1:], node.keywords)
        first = node.args[0] if node.args else None
        if not native and isinstance(first, ast.GeneratorExp) and function.streams is not Streams.NO:
            node.args[0] = ast.ListComp(first.elt, first.generators)
        twin = None if native else function.twin
        return node if twin is None else ast.Call(ast.Name(twin.__name__, ast.Load()), node.args, node.keywords)


def _comparison_call(operator: ast.cmpop, left: ast.expr, right: ast.expr) -> ast.expr:
    name, turned = _COMPARISONS[type(operator)]
    test = _call(name, right, left) if turned else _call(name, left, right)
    return ast.UnaryOp(ast.Not(), test) if isinstance(operator, ast.NotIn | ast.IsNot) else test


def _call(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _native(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> bool:
    """Return whether Python's own comparison means the same on any JSON, failures included."""
    if isinstance(operator, ast.Is | ast.IsNot):
        return is_identity_safe(left)
    if isinstance(operator, ast.Eq | ast.NotEq):
        return True
    if isinstance(operator, ast.In | ast.NotIn):
        return is_plain(left) or isinstance(right, ast.List | ast.Tuple)
    return is_plain(left) or is_plain(right) or (is_number(left) and is_number(right))
