"""The source of the pieces that a distilled module names, with what they name in turn, whatever module they are in."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from pramana.expr import plain_functions
from pramana.mining import parts

_OWN = "pramana."
_PREFIX = re.compile(r"\bPlain(?=[A-Z])")
"""Begins the names of classes that a distilled module has under the names of the classes of `stategraph`."""


def pieces_of(names: set[str]) -> tuple[list[str], str]:
    """Return the import lines, and the sources of the pieces of these names and of those that they name in turn."""
    found: dict[tuple[str, str], str] = {}
    imports: dict[str, set[str]] = {}
    homes = {name: piece.__module__ for name, piece in plain_functions().items()}
    pending = [(homes.get(name, parts.__name__), name) for name in names]
    while pending:
        module, name = pending.pop()
        source = _module(module)
        if name in source.defined and (module, name) not in found:
            found[module, name] = source.text(name)
            pending += [(module, each) for each in _free(source.defined[name])]
        elif name in source.imported:
            origin, line = source.imported[name]
            if origin.startswith(_OWN):
                pending.append((origin, name))
            else:
                imports.setdefault(origin, set()).add(line)
    order = sorted(found, key=lambda key: (key[0] != parts.__name__, key[0], _module(key[0]).defined[key[1]].lineno))
    return [*_lines(imports)], _PREFIX.sub("", "\n\n\n".join(found[key] for key in order)) + "\n"


def known_names() -> frozenset[str]:
    """Return every name that pieces or their imports can have in a distilled module."""
    modules = {parts.__name__, *(piece.__module__ for piece in plain_functions().values())}
    return frozenset(
        _PREFIX.sub("", name) for each in modules for name in (*_module(each).defined, *_module(each).imported)
    )


def names_in(tree: ast.AST) -> set[str]:
    """Return the names that a tree reads or binds."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _free(tree: ast.stmt) -> set[str]:
    """Return the names that a definition takes from its module."""
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return names_in(tree) - bound - {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}


def _lines(imports: dict[str, set[str]]) -> Iterator[str]:
    yield from ("from __future__ import annotations", "")
    for origin, names in sorted(imports.items(), key=lambda each: (each[0] != "", each[0])):
        yield from (
            (f"import {name}" for name in sorted(names))
            if not origin
            else [f"from {origin} import {', '.join(sorted(names))}"]
        )


@dataclass(frozen=True, slots=True)
class _SourceModule:
    """What a module defines by name, and its imports by name: from which module, "" for `import x`, and as what."""

    lines: list[str]
    defined: dict[str, ast.stmt]
    imported: dict[str, tuple[str, str]]

    def text(self, name: str) -> str:
        """Return the source of what the module defines under a name."""
        tree = self.defined[name]
        decorated = isinstance(tree, ast.ClassDef | ast.FunctionDef) and tree.decorator_list
        first = decorated[0] if decorated else tree
        return "\n".join(self.lines[first.lineno - 1 : tree.end_lineno])


@cache
def _module(name: str) -> _SourceModule:
    source = inspect.getsource(sys.modules[name])
    module = _SourceModule(source.splitlines(), {}, {})
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.ClassDef | ast.FunctionDef):
            module.defined[statement.name] = statement
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            module.defined[statement.targets[0].id] = statement
        elif isinstance(statement, ast.Import | ast.ImportFrom):
            origin = statement.module or "" if isinstance(statement, ast.ImportFrom) else ""
            for alias in statement.names:
                module.imported[alias.asname or alias.name] = origin, ast.unparse(ast.alias(alias.name, alias.asname))
    return module
