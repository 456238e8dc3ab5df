"""A formula as plain Python: its own operators where they mean the same on any JSON, else a named piece."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Final

from pramana.expr.formula import compile_formula

_ALIASES: Final = {"true": True, "false": False, "null": None}
_FUNCTIONS: Final = {
    "days_between": "_days_between",
    "exp": "_exp",
    "get": "_get",
    "log": "_logarithm",
    "max": "_largest",
    "min": "_smallest",
    "pow": "_power",
    "round": "_rounded",
    "sorted": "_sorted",
    "sqrt": "_sqrt",
    "sum": "_total",
}
_OPERATORS: Final[dict[type, str]] = {ast.Mult: "_times", ast.Mod: "_remainder"}
_ORDERS: Final[dict[type, tuple[str, bool]]] = {
    ast.Lt: ("_less", False),
    ast.LtE: ("_less_equal", False),
    ast.Gt: ("_less", True),
    ast.GtE: ("_less_equal", True),
}


@dataclass(frozen=True, slots=True)
class Plain:
    """`text` is a Python expression over the formula's names. `truth` where it is surely true or false, or raises."""

    text: str
    truth: bool

    @property
    def test(self) -> str:
        """The expression as the test of an `if`, which takes nothing but true and false."""
        return self.text if self.truth else f"_truth({self.text})"


def plain(source: str, names: list[str]) -> Plain:
    """Return a formula as plain Python, with the pieces of `mining.parts` that it names. Raises FormulaRefused."""
    formula = compile_formula(source, names)
    tree = ast.parse(formula.source, mode="eval").body
    written = _Writer(set(names)).visit(tree)
    return Plain(ast.unparse(ast.fix_missing_locations(written)), _truth(tree))


class _Writer(ast.NodeTransformer):
    """Rewrites a tree that the formula compiler took; so it holds whitelisted nodes alone."""

    def __init__(self, names: set[str]) -> None:
        self._names = names
        self._loops: list[str] = []

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in _ALIASES and node.id not in self._names and node.id not in self._loops:
            return ast.Constant(_ALIASES[node.id])
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        name = _OPERATORS.get(type(node.op))
        if name is None or (_numeric(node.left) and _numeric(node.right)):
            self.generic_visit(node)
            return node
        return _call(name, self.visit(node.left), self.visit(node.right))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        operands = [node.left, *node.comparators]
        plain = [_native(*pair) for pair in zip(operands, node.ops, operands[1:], strict=False)]
        written = [self.visit(operand) for operand in operands]
        if all(plain):
            return ast.Compare(written[0], node.ops, written[1:])
        tests = [
            ast.Compare(written[i], [operator], [written[i + 1]])
            if plain[i]
            else self._compared(operator, written[i], written[i + 1])
            for i, operator in enumerate(node.ops)
        ]
        return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)

    def _compared(self, operator: ast.cmpop, left: ast.expr, right: ast.expr) -> ast.expr:
        if isinstance(operator, ast.In):
            return _call("_contains", left, right)
        if isinstance(operator, ast.NotIn):
            return ast.UnaryOp(ast.Not(), _call("_contains", left, right))
        name, turned = _ORDERS[type(operator)]
        return _call(name, right, left) if turned else _call(name, left, right)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if isinstance(node.slice, ast.Slice):
            bounds = [self.visit(b) if b else ast.Constant(None) for b in (node.slice.lower, node.slice.upper)]
            return _call("_part", self.visit(node.value), *bounds)
        if isinstance(node.slice, ast.Constant):
            self.generic_visit(node)
            return node
        return _call("_item", self.visit(node.value), self.visit(node.slice))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        arguments = [self.visit(argument) for argument in node.args]
        keywords = [ast.keyword(keyword.arg, self.visit(keyword.value)) for keyword in node.keywords]
        if name == "lower":
            return ast.Call(ast.Attribute(arguments[0], "casefold", ast.Load()), [], [])
        if name == "get" and _is_state(node) and len(arguments) >= 2:
            return ast.Call(ast.Attribute(arguments[0], "get", ast.Load()), arguments[1:], keywords)
        streams = bool(node.args) and isinstance(node.args[0], ast.GeneratorExp)
        if name in ("all", "any"):
            arguments = arguments if streams else [_call("_listed", *arguments)]
        elif name == "sum" and streams and _counting(node.args[0]):
            return ast.Call(node.func, arguments, keywords)
        elif streams:
            assert isinstance(arguments[0], ast.GeneratorExp)
            arguments = [ast.ListComp(arguments[0].elt, arguments[0].generators), *arguments[1:]]
        return ast.Call(ast.Name(_FUNCTIONS.get(name, name), ast.Load()), arguments, keywords)

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        return self._loop(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        return self._loop(node)

    def _loop(self, node: ast.ListComp | ast.GeneratorExp) -> ast.expr:
        depth = len(self._loops)
        clauses = []
        for clause in node.generators:
            assert isinstance(clause.target, ast.Name)
            items = self.visit(clause.iter)
            self._loops.append(clause.target.id)
            clauses.append(ast.comprehension(clause.target, items, [self.visit(test) for test in clause.ifs], 0))
        element = self.visit(node.elt)
        del self._loops[depth:]
        return type(node)(element, clauses)


def _call(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _is_state(node: ast.Call) -> bool:
    """Return whether a call is `get(state, 'key')`: the state is always an object."""
    first, key = node.args[0], node.args[1]
    return (
        isinstance(first, ast.Name)
        and first.id == "state"
        and isinstance(key, ast.Constant)
        and isinstance(key.value, str)
    )


def _native(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> bool:
    """Return whether Python's own comparison means the same on any JSON, failures included."""
    if isinstance(operator, ast.Is | ast.IsNot | ast.Eq | ast.NotEq):
        return True
    if isinstance(operator, ast.In | ast.NotIn):
        return _plain_constant(left) or isinstance(right, ast.List | ast.Tuple)
    return _plain_constant(left) or _plain_constant(right) or (_numeric(left) and _numeric(right))


def _plain_constant(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return _plain_constant(node.operand)
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id in _ALIASES)


def _numeric(node: ast.expr) -> bool:
    """Return whether an expression surely is a number, or fails."""
    if isinstance(node, ast.Constant):
        return type(node.value) in (int, float, bool)
    if isinstance(node, ast.UnaryOp | ast.Compare):
        return True
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Sub | ast.Div | ast.FloorDiv) or (_numeric(node.left) and _numeric(node.right))
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _GIVE_NUMBERS


_GIVE_NUMBERS: Final = frozenset("abs all any days_between exp len log pow round sqrt sum".split())


def _counting(stream: ast.expr) -> bool:
    assert isinstance(stream, ast.GeneratorExp)
    element = stream.elt
    return isinstance(element, ast.Compare) or (
        isinstance(element, ast.Constant) and type(element.value) in (int, bool)
    )


def _truth(node: ast.expr) -> bool:
    """Return whether an expression is surely true or false, where it has a value."""
    if isinstance(node, ast.BoolOp):
        return all(map(_truth, node.values))
    if isinstance(node, ast.IfExp):
        return _truth(node.body) and _truth(node.orelse)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in ("all", "any")
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    if isinstance(node, ast.Name):
        return node.id in ("true", "false")
    return isinstance(node, ast.Compare) or (isinstance(node, ast.Constant) and type(node.value) is bool)
