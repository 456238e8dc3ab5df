"""The functions that formulas may call: a function is one `Function` in a module here, and nothing else lists it.

Guards take JSON values alone and bound what they take and give; twins are the same in plain Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

from pramana.expr.formula.function import Function


def functions_of(module: ModuleType) -> Iterator[Function]:
    """Yield the functions that a module declares."""
    return (value for value in vars(module).values() if isinstance(value, Function))


_MODULES = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]

FUNCTIONS: Final[dict[str, Function]] = {
    function.name: function
    for function in sorted((each for module in _MODULES for each in functions_of(module)), key=lambda each: each.name)
}
"""Every function by its name, in the order of the names."""

__all__ = ["FUNCTIONS", "functions_of"]
