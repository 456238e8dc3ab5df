"""A formula evaluated by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pramana.expr import compile_formula


def python_eval(formula: str, values: Mapping[str, Any]) -> Any:
    """Return the value of a formula over values by name.

    The formula is one expression of a checked subset of Python, compiled to bounded code; Python's `eval` never sees
    it. A whole seed is computed by CompiledDag, which compiles each formula once.

    >>> python_eval("sum(1 for e in extractions if e['n'] > 1) * 2", {"extractions": [{"n": 1}, {"n": 2}]})
    2

    Raises FormulaRefused for what is not such an expression, FormulaFailed where it has no value.
    """
    return compile_formula(formula, list(values)).evaluate(values)
