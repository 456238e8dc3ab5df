"""From text to a function over JSON values, compiled once."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import TracebackType
from typing import Any, Final, NoReturn

from pramana.errors import FormulaFailed, FormulaRefused
from pramana.expr.formula.failures import FormulaFailure, Trouble
from pramana.expr.formula.functions import FUNCTIONS
from pramana.expr.formula.guards import MAX_STEPS, StepBudget
from pramana.expr.formula.reading import lines_of, parse_formula, position
from pramana.expr.formula.rewriting import BUDGET, Rewriter
from pramana.expr.formula.weighing import check_weight

_FILE: Final = "<formula>"
_BUILT: Final = frozenset({list, tuple, dict})
_KINDS: Final = (
    (KeyError, FormulaFailure.KEY),
    (IndexError, FormulaFailure.INDEX),
    (ZeroDivisionError, FormulaFailure.ZERO),
    (OverflowError, FormulaFailure.RANGE),
    (RecursionError, FormulaFailure.SIZE),
    (MemoryError, FormulaFailure.SIZE),
    (TypeError, FormulaFailure.TYPE),
    (ValueError, FormulaFailure.VALUE),
)


class Formula:
    """A compiled formula. Call it with the values of `names`, in their order.

    `used` are those of the names that it reads. `steps` bounds the items that one evaluation may pass over.
    """

    __slots__ = ("_budgeted", "_function", "names", "source", "steps", "used")

    def __init__(self, source: str, names: Sequence[str], steps: int = MAX_STEPS) -> None:
        self.source = source.strip()
        self.names = tuple(names)
        self.steps = steps
        _check_names(self.source, self.names)
        rewriter = Rewriter(self.source, self.names)
        body = rewriter.rewrite(parse_formula(self.source))
        self._function = _compile(body, self.names, rewriter)
        self.used = frozenset(rewriter.used)
        self._budgeted = rewriter.budgeted

    def __repr__(self) -> str:
        return f"Formula({self.source!r})"

    def __call__(self, *values: Any) -> Any:
        """Return the formula's value: JSON, with tuples as lists. Raises FormulaFailed."""
        try:
            value = self._function(StepBudget(self.steps), *values) if self._budgeted else self._function(*values)
            if type(value) in _BUILT:
                check_weight(value, values)
        except Exception as error:
            self._fail(error)
        kind = type(value)
        if kind is float and not math.isfinite(value):
            raise FormulaFailed(FormulaFailure.RANGE, "the value is not finite", self.source[:80])
        return list(value) if kind is tuple else value

    def evaluate(self, values: Mapping[str, Any]) -> Any:
        """Return the formula's value for values by name; those that it does not read may be missing.

        Raises FormulaFailed, also where one that it reads is missing.
        """
        for name in sorted(self.used):
            if name not in values:
                raise FormulaFailed(FormulaFailure.KEY, f"the value {name!r} is missing", name)
        return self(*map(values.get, self.names))

    def _fail(self, error: Exception) -> NoReturn:
        kind, problem = _failure_of(error)
        what, line, column = self._failing(error.__traceback__)
        raise FormulaFailed(kind, problem, what, line, column) from None

    def _failing(self, trace: TracebackType | None) -> tuple[str, int, int]:
        """Return the innermost piece of the formula that was being worked out."""
        found: tuple[int, int, int, int] | None = None
        while trace:
            code = trace.tb_frame.f_code
            if code.co_filename == _FILE:
                spot = list(code.co_positions())[trace.tb_lasti // 2]
                if None not in spot:
                    found = spot  # type: ignore[assignment]
            trace = trace.tb_next
        if found is None:
            return self.source[:80], 1, 0
        line, end_line, byte, end_byte = found
        first, start = position(self.source, line, byte)
        _, end = position(self.source, end_line, end_byte)
        text = lines_of(self.source)[line - 1]
        return (text[start:end] if line == end_line else text[start:])[:80], first, start


def compile_formula(source: str, names: Sequence[str], steps: int = MAX_STEPS) -> Formula:
    """Return a formula over values by these names. Equal ones are compiled once. Raises FormulaRefused.

    A formula is one Python expression over JSON: texts, numbers, `true`, `false`, `null` (or Python's spelling), lists,
    objects by `value['key']`, `+ - * / // %`, comparisons, `and or not`, `a if test else b`, `[… for x in items if …]`,
    and the functions of `FUNCTIONS`.

    >>> compile_formula("sum(1 for e in items if e['ok'])", ["items"])([{"ok": True}, {"ok": False}])
    1
    """
    return _compile_cached(source, tuple(names), steps)


@lru_cache(maxsize=4096)
def _compile_cached(source: str, names: tuple[str, ...], steps: int) -> Formula:
    return Formula(source, names, steps)


def _compile(body: ast.expr, names: Sequence[str], rewriter: Rewriter) -> Callable[..., Any]:
    parameters = [BUDGET, *names] if rewriter.budgeted else list(names)
    arguments = ast.arguments([], [ast.arg(name) for name in parameters], None, [], [], None, [])
    tree = ast.Expression(ast.copy_location(ast.Lambda(arguments, body), body))
    ast.fix_missing_locations(tree)
    scope: dict[str, Any] = {"__builtins__": {}, **rewriter.called}
    function: Callable[..., Any] = eval(compile(tree, _FILE, "eval"), scope)  # noqa: S307 - the whitelist built this tree
    return function


def _check_names(source: str, names: Sequence[str]) -> None:
    for name in names:
        if not name.isidentifier() or name.startswith("_") or name in FUNCTIONS or name in _RESERVED:
            raise FormulaRefused(source, 1, 0, name, "no value can have this name", f"value_{name.strip('_') or 1}")


_RESERVED: Final = frozenset(
    "and as assert async await break class continue def del elif else except false finally for from global if import "
    "in is lambda nonlocal not null or pass raise return true try while with yield True False None".split()
)


def _failure_of(error: Exception) -> tuple[FormulaFailure, str]:
    if isinstance(error, Trouble):
        return error.kind, error.problem
    for kind, failure in _KINDS:
        if isinstance(error, kind):
            return failure, _words(failure, error)
    raise error


def _words(failure: FormulaFailure, error: Exception) -> str:
    if failure is FormulaFailure.KEY:
        return f"there is no {str(error)[:60]}"
    plain = {
        FormulaFailure.INDEX: "the index is out of range",
        FormulaFailure.ZERO: "the divisor is 0",
        FormulaFailure.RANGE: "the value is too large",
        FormulaFailure.SIZE: "the data are nested too deeply or too large",
    }
    return plain.get(failure) or str(error)[:120].rstrip(".")
