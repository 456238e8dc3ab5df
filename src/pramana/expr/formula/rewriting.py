"""The whitelist: which of Python's expressions a formula may hold, and by what each is replaced.

What costs no more than the formula's own length stays Python's own operator; whatever could cost more calls a guard.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final, NoReturn

from pramana.errors import FormulaRefused
from pramana.expr.formula import guards
from pramana.expr.formula.columns import LoopValue, are_numbers, column_of
from pramana.expr.formula.function import Function, Streams
from pramana.expr.formula.functions import FUNCTIONS
from pramana.expr.formula.kinds import is_small, runs_natively
from pramana.expr.formula.reading import place
from pramana.expr.formula.syntax import ALIASES, called_name, is_computed, is_identity_safe, is_plain, is_singleton

BUDGET: Final = "_budget"
"""The compiled function's first parameter, where it has one. A formula's own names cannot begin with `_`."""
_COLUMN, _VALUE = "_column", "_value"
"""The values that a loop calculates with, and one of them."""

_BINARY: Final[dict[type, Callable[..., Any]]] = {
    ast.Add: guards.add,
    ast.Sub: guards.subtract,
    ast.Mult: guards.multiply,
    ast.Div: guards.divide,
    ast.FloorDiv: guards.floor_divide,
    ast.Mod: guards.remainder,
}
_UNARY: Final[dict[type, Callable[..., Any]]] = {ast.USub: guards.negative, ast.UAdd: guards.positive}
_COMPARISONS: Final[dict[type, Callable[..., Any]]] = {
    ast.Eq: guards.equal,
    ast.NotEq: guards.unequal,
    ast.Lt: guards.less,
    ast.LtE: guards.less_equal,
    ast.Gt: guards.greater,
    ast.GtE: guards.greater_equal,
    ast.In: guards.contains,
    ast.NotIn: guards.lacks,
    ast.Is: guards.same,
    ast.IsNot: guards.is_other,
}
_INSTEAD: Final[dict[type, tuple[str, str]]] = {
    ast.Attribute: ("no attributes", "value['name'], get(value, 'name'), lower(text)"),
    ast.JoinedStr: ("no formatted text", "'text' + other_text"),
    ast.Lambda: ("no lambda", "a comprehension, (x for x in items if …)"),
    ast.NamedExpr: ("no assignment", "==, or a step of its own"),
    ast.Starred: ("no unpacking", "the list itself"),
    ast.Set: ("no sets", "a list, [a, b]"),
    ast.SetComp: ("no sets", "a list, [x for x in items]"),
    ast.DictComp: ("no building of objects in a loop", "a list, [x for x in items]"),
    ast.Await: ("nothing to wait for", ""),
    ast.Yield: ("no generators", ""),
    ast.YieldFrom: ("no generators", ""),
}
_OPERATORS: Final[dict[type, tuple[str, str]]] = {
    ast.Pow: ("no **", "pow(a, b)"),
    ast.LShift: ("no shifts", "pow(2, n)"),
    ast.RShift: ("no shifts", "a / pow(2, n)"),
    ast.BitOr: ("no bit operators", "or"),
    ast.BitAnd: ("no bit operators", "and"),
    ast.BitXor: ("no bit operators", "!="),
    ast.MatMult: ("no matrices", ""),
    ast.Invert: ("no bit operators", "not"),
}


@dataclass
class Rewriter:
    """Rewrites one formula's tree. `used` are the parameters it reads, `called` the guards, `budgeted` tells whether
    one of them takes the budget."""

    source: str
    names: Sequence[str]
    used: set[str] = field(default_factory=set)
    called: dict[str, Callable[..., Any]] = field(default_factory=dict)
    budgeted: bool = False
    _scopes: list[str] = field(default_factory=list)

    def rewrite(self, node: ast.expr) -> ast.expr:
        handler = _HANDLERS.get(type(node))
        if handler is None:
            problem, instead = _INSTEAD.get(type(node), (f"no {type(node).__name__}", ""))
            self._refuse(node, f"formulas have {problem}", instead)
        return ast.copy_location(handler(self, node), node)

    # Values

    def _constant(self, node: ast.Constant) -> ast.expr:
        if type(node.value) not in (str, int, float, bool, type(None)):
            self._refuse(node, "a formula knows texts, numbers, true, false and null")
        if type(node.value) is int and node.value.bit_length() > guards.MAX_BITS:
            self._refuse(node, f"an integer of more than {guards.MAX_BITS} bits")
        return node

    def _name(self, node: ast.Name) -> ast.expr:
        if node.id in self._scopes:
            return node
        if node.id in self.names:
            self.used.add(node.id)
            return node
        if node.id in ALIASES:
            return ast.Constant(ALIASES[node.id])
        if node.id in FUNCTIONS:
            self._refuse(node, "a function is called, never passed on", f"{node.id}(…)")
        return self._unknown(node, "unknown name", [*self._scopes, *self.names])

    def _items(self, node: ast.List | ast.Tuple) -> ast.expr:
        return ast.List([self.rewrite(item) for item in node.elts], ast.Load())  # JSON has no tuples

    def _object(self, node: ast.Dict) -> ast.expr:
        for key, value in zip(node.keys, node.values, strict=True):
            if not (isinstance(key, ast.Constant) and isinstance(key.value, str)):
                self._refuse(key or value, "an object's keys are plain texts", "{'name': value}")
        return ast.Dict(node.keys, [self.rewrite(value) for value in node.values])

    def _subscript(self, node: ast.Subscript) -> ast.expr:
        container = self.rewrite(node.value)
        if isinstance(node.slice, ast.Slice):
            if node.slice.step is not None:
                self._refuse(node, "a part has no step", "items[start:stop]")
            bounds = [self.rewrite(b) if b else ast.Constant(None) for b in (node.slice.lower, node.slice.upper)]
            return self._call(guards.part_of, True, [container, *bounds])
        if isinstance(node.slice, ast.Constant) and type(node.slice.value) in (str, int) and is_computed(node.value):
            return ast.Subscript(container, self._constant(node.slice), ast.Load())
        return self._call(guards.item_of, False, [container, self.rewrite(node.slice)])

    # Operators

    def _binary(self, node: ast.BinOp) -> ast.expr:
        left, right = self.rewrite(node.left), self.rewrite(node.right)
        if type(node.op) not in _BINARY:
            self._refuse(node, *_operator(node.op))
        if is_small(node.left) and is_small(node.right):
            return ast.BinOp(left, node.op, right)
        return self._call(_BINARY[type(node.op)], True, [left, right])

    def _unary(self, node: ast.UnaryOp) -> ast.expr:
        operand = self.rewrite(node.operand)
        if isinstance(node.op, ast.Not) or (type(node.op) in _UNARY and is_small(node.operand)):
            return ast.UnaryOp(node.op, operand)
        if type(node.op) not in _UNARY:
            self._refuse(node, *_operator(node.op))
        return self._call(_UNARY[type(node.op)], False, [operand])

    def _boolean(self, node: ast.BoolOp) -> ast.expr:
        return ast.BoolOp(node.op, [self.rewrite(value) for value in node.values])

    def _choice(self, node: ast.IfExp) -> ast.expr:
        return ast.IfExp(self.rewrite(node.test), self.rewrite(node.body), self.rewrite(node.orelse))

    def _compare(self, node: ast.Compare) -> ast.expr:
        operands = [node.left, *node.comparators]
        pairs = list(zip(operands, node.ops, operands[1:], strict=False))
        for left, operator, right in pairs:
            if isinstance(operator, ast.Is | ast.IsNot) and not is_singleton(right):
                self._refuse(node, "`is` takes null, true or false alone", f"{ast.unparse(left)} == …")
        rewritten = [self.rewrite(operand) for operand in operands]
        if all(_cheap(*pair) for pair in pairs):
            return ast.Compare(rewritten[0], node.ops, rewritten[1:])
        if any(not isinstance(operand, ast.Name | ast.Constant) for operand in operands[1:-1]):
            self._refuse(node, "a chain of comparisons has names and constants between its ends", "a < b and b < c")
        tests = [
            self._comparison(operator, rewritten[i], rewritten[i + 1], i, operands)
            for i, operator in enumerate(node.ops)
        ]
        return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)

    def _comparison(
        self, operator: ast.cmpop, left: ast.expr, right: ast.expr, index: int, operands: Sequence[ast.expr]
    ) -> ast.expr:
        if _cheap(operands[index], operator, operands[index + 1]):
            test: ast.expr = ast.Compare(left, [operator], [right])
        else:
            test = self._call(_COMPARISONS[type(operator)], True, [left, right])
        return ast.copy_location(test, operands[index])

    # Calls and loops

    def _function(self, node: ast.Call) -> ast.expr:
        name = called_name(node)
        if not isinstance(node.func, ast.Name):
            _, instead = _INSTEAD[ast.Attribute]
            self._refuse(node.func, "only functions by name are called", instead)
        function = FUNCTIONS.get(name)
        if function is None or name in self._scopes:
            self._unknown(node.func, "unknown function", list(FUNCTIONS))
        for keyword in node.keywords:
            if keyword.arg not in function.keywords:
                self._refuse(node, f"{name} has no argument {keyword.arg or '**'}")
        if not function.least <= len(node.args) <= function.most:
            count = str(function.least) if function.least == function.most else f"{function.least} to {function.most}"
            self._refuse(node, f"{name} takes {count} arguments, not {len(node.args)}")
        if node.args and runs_natively(function.name, node.args[0]) and not node.keywords:
            return self._native(function, node.args[0])
        stream = node.args[0] if node.args else None
        if function.checked and isinstance(stream, ast.GeneratorExp) and not node.keywords:
            return self._as_list_loop(stream, function)
        arguments = [self._argument(argument, function) for argument in node.args]
        keywords = [ast.keyword(keyword.arg, self.rewrite(keyword.value)) for keyword in node.keywords]
        return self._call(function.guard, function.budgeted, arguments, keywords)

    def _native(self, function: Function, stream: ast.expr) -> ast.expr:
        """Return Python's own function over a loop, no item of which can be dear."""
        assert isinstance(stream, ast.GeneratorExp)
        self.called[function.name] = getattr(builtins, function.name)
        loop = self._loop(stream) if function.streams is Streams.LAZY else self._as_list_loop(stream)
        return ast.Call(ast.Name(function.name, ast.Load()), [loop], [])

    def _argument(self, node: ast.expr, function: Function) -> ast.expr:
        if isinstance(node, ast.GeneratorExp) and function.streams is not Streams.NO:
            return self._as_list_loop(node)
        return self.rewrite(node)

    def _stray(self, node: ast.GeneratorExp) -> ast.expr:
        return self._refuse(node, "a bare loop has no value here", "[x for x in items], or sum(1 for x in items)")

    def _list(self, node: ast.ListComp) -> ast.expr:
        return self._loop(node)

    def _as_list_loop(self, node: ast.GeneratorExp, function: Function | None = None) -> ast.expr:
        loop = ast.copy_location(ast.ListComp(node.elt, node.generators), node)
        return ast.copy_location(self._loop(loop, function), node)

    def _loop(self, node: ast.ListComp | ast.GeneratorExp, function: Function | None = None) -> ast.expr:
        """Return the loop, or what a function makes of it."""
        depth = len(self._scopes)
        repeated = [node.elt, *(test for clause in node.generators for test in clause.ifs)]
        repeated += [clause.iter for clause in node.generators[1:]]
        parts = ast.Constant(sum(map(_parts, repeated)))
        clauses = []
        for clause in node.generators:
            if not isinstance(clause.target, ast.Name) or clause.is_async:
                self._refuse(clause.target, "a loop has one plain name", "for item in items")
            self._check_new(clause.target)
            items = ast.copy_location(self._call(guards.iterate, True, [self.rewrite(clause.iter), parts]), clause.iter)
            self._scopes.append(clause.target.id)
            tests = [self.rewrite(test) for test in clause.ifs]
            clauses.append(ast.comprehension(clause.target, items, tests, 0))
        column = column_of(node.elt, self._scopes[depth:]) if isinstance(node, ast.ListComp) else None
        element = self.rewrite(column.value if column else node.elt)
        del self._scopes[depth:]
        loop = ast.copy_location(type(node)(element, clauses), node)
        if column:
            return self._calculation(node.elt, column, loop, function)
        return self._call(function.guard, function.budgeted, [loop]) if function else loop

    def _calculation(
        self, element: ast.expr, column: LoopValue, values: ast.expr, function: Function | None
    ) -> ast.expr:
        """Return `(lambda _column: [element natively] if they are numbers else [element with guards])(values)`.

        With a function around each of the two lists.
        """
        self._scopes.append(_VALUE)
        guarded = self.rewrite(_with_value(element, column, lambda other: other))
        native = _with_value(element, column, self.rewrite)
        others = [self.rewrite(other) for other in column.others]
        self._scopes.pop()
        given = ast.Name(_COLUMN, ast.Load())
        tests = [self._call(are_numbers, False, [each]) for each in (given, ast.List(others, ast.Load()))]
        loops: list[ast.expr] = [
            ast.ListComp(each, [ast.comprehension(ast.Name(_VALUE, ast.Store()), given, [], 0)])
            for each in (native, guarded)
        ]
        if function and function.checked:
            loops = [
                self._call(each, True, [loop])
                for each, loop in zip((function.checked, function.guard), loops, strict=True)
            ]
        choice = ast.IfExp(ast.BoolOp(ast.And(), tests) if others else tests[0], *loops)
        parameters = ast.arguments([], [ast.arg(_COLUMN)], None, [], [], None, [])
        return ast.copy_location(ast.Call(ast.Lambda(parameters, choice), [values], []), values)

    def _check_new(self, node: ast.Name) -> None:
        if node.id.startswith("_") or node.id in FUNCTIONS or node.id in ALIASES:
            self._refuse(node, "a loop cannot take this name", "item")
        if node.id in self.names or node.id in self._scopes:  # Python would look for the new one before it has a value
            self._refuse(node, "a loop cannot take a name that is in use", f"{node.id}_")

    def _call(
        self,
        guard: Callable[..., Any],
        budgeted: bool,
        arguments: list[ast.expr],
        keywords: list[ast.keyword] | None = None,
    ) -> ast.expr:
        name = f"_{guard.__name__}"
        self.called[name] = guard
        self.budgeted |= budgeted
        first: list[ast.expr] = [ast.Name(BUDGET, ast.Load())] if budgeted else []
        return ast.Call(ast.Name(name, ast.Load()), first + arguments, keywords or [])

    # Refusals

    def _unknown(self, node: ast.Name, problem: str, known: list[str]) -> NoReturn:
        nearest = get_close_matches(node.id, sorted(known), n=1, cutoff=0.5)
        self._refuse(node, problem, nearest[0] if nearest else f"one of {', '.join(sorted(known)[:20]) or 'no names'}")

    def _refuse(self, node: ast.expr, problem: str, instead: str = "") -> NoReturn:
        line, column, what = place(self.source, node)
        raise FormulaRefused(self.source, line, column, what[:80], problem, instead)


def _with_value(node: ast.expr, column: LoopValue, other: Callable[[ast.expr], ast.expr]) -> ast.expr:
    """Return a loop's element with `_value` for the value of an item, and its other operands as `other` gives them."""
    if isinstance(node, ast.BinOp):
        sides = (_with_value(side, column, other) for side in (node.left, node.right))
        return ast.copy_location(ast.BinOp(next(sides), node.op, next(sides)), node)
    same = ast.dump(node) == ast.dump(column.value)
    return ast.copy_location(ast.Name(_VALUE, ast.Load()), node) if same else other(node)


def _operator(operator: ast.operator | ast.unaryop) -> tuple[str, str]:
    problem, instead = _OPERATORS[type(operator)]
    return f"formulas have {problem}", instead


def _cheap(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> bool:
    """Return whether a comparison costs no more than the constant in it."""
    if isinstance(operator, ast.Is | ast.IsNot):
        return is_identity_safe(left)
    if isinstance(operator, ast.In | ast.NotIn):
        return isinstance(right, ast.List | ast.Tuple) and all(map(is_plain, right.elts))
    return is_plain(left) or is_plain(right) or (is_small(left) and is_small(right))


def _parts(node: ast.expr) -> int:
    return sum(isinstance(part, ast.expr) for part in ast.walk(node))


_HANDLERS: Final[dict[type, Callable[..., ast.expr]]] = {
    ast.Constant: Rewriter._constant,
    ast.Name: Rewriter._name,
    ast.List: Rewriter._items,
    ast.Tuple: Rewriter._items,
    ast.Dict: Rewriter._object,
    ast.Subscript: Rewriter._subscript,
    ast.BinOp: Rewriter._binary,
    ast.UnaryOp: Rewriter._unary,
    ast.BoolOp: Rewriter._boolean,
    ast.IfExp: Rewriter._choice,
    ast.Compare: Rewriter._compare,
    ast.Call: Rewriter._function,
    ast.ListComp: Rewriter._list,
    ast.GeneratorExp: Rewriter._stray,
}
