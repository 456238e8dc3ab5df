"""Names that a package exports without importing their modules before one of them is used."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any


def exports_of(source: str) -> dict[str, tuple[str, str]]:
    """Return the names that a module imports under `if TYPE_CHECKING`, each with its module and its name there.

    >>> exports_of("if TYPE_CHECKING:\\n    from json import dumps as dumps, loads as read")
    {'dumps': ('json', 'dumps'), 'read': ('json', 'loads')}
    """
    blocks = [node for node in ast.parse(source).body if isinstance(node, ast.If)]
    checking = [each for each in blocks if isinstance(each.test, ast.Name) and each.test.id == "TYPE_CHECKING"]
    imports = [node for block in checking for node in block.body if isinstance(node, ast.ImportFrom)]
    return {name.asname or name.name: (str(node.module), name.name) for node in imports for name in node.names}


class LazyPackage(ModuleType):
    """A package whose exports are not replaced by its modules of the same names: `gasl.replay` is the function.

    An import of a module sets it as an attribute of its package. Such a module is found in `sys.modules` alone.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if not (isinstance(value, ModuleType) and name in self.__dict__.get("_exports", ())):
            super().__setattr__(name, value)


def lazy_exports(package: str, file: str) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package whose `__init__` imports what it exports under `if TYPE_CHECKING` alone.

    So each export is declared once, in the form that type checkers read. `__all__` has them all, sorted, where the
    package does not define it.
    """
    exports = exports_of(Path(file).read_text("utf-8"))
    if module := sys.modules.get(package):
        module.__dict__["_exports"] = exports
        module.__class__ = LazyPackage

    def get(name: str) -> Any:
        if name == "__all__":
            return sorted(exports)
        if name not in exports:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        place, there = exports[name]
        found = getattr(import_module(place), there)
        if module is not None:
            module.__dict__[name] = found
        return found

    return get
