"""What is true of a package, found without the agent's reading: by importing it, by `grimp`, by a trace of calls."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

Pair = tuple[str, str]
_TRACER = Path(__file__).with_name("tracing.py")


@dataclass(frozen=True)
class Truth:
    """What there is in a package, by qualified names. `functions` holds methods, too.

    `imports` are pairs of modules, `calls` pairs (caller, callee) that were seen to happen; `lines` are the lines
    that ran, each a caller and a line number: only there was a call that did not happen seen not to happen.
    """

    classes: frozenset[str]
    functions: frozenset[str]
    imports: frozenset[Pair]
    calls: frozenset[Pair]
    lines: frozenset[tuple[str, int]]


def truth_of(package: str, workload: str) -> Truth:
    """Return what is true of a package. `workload` is Python code that puts it to use, for the trace."""
    classes, functions = introspected(package)
    calls, lines = traced(package, workload)
    return Truth(classes, functions, imported(package), calls, lines)


def modules(package: str) -> Iterator[ModuleType]:
    """Yield a package and all its modules that can be imported; `__main__` modules are programs, and left alone."""
    root = import_module(package)
    yield root
    for found in walk_packages(getattr(root, "__path__", ()), f"{package}."):
        if not found.name.endswith("__main__"):
            try:
                yield import_module(found.name)
            except ImportError:  # it needs something that is not installed
                continue


def introspected(package: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the classes and functions that a package's modules really hold once they are imported."""
    classes: set[str] = set()
    functions: set[str] = set()
    for module in modules(package):
        for value in vars(module).values():
            if inspect.isclass(value) and value.__module__ == module.__name__:
                _class(value, module.__name__, classes, functions)
            elif (name := _function(value, module.__name__)) is not None:
                functions.add(name)
    return frozenset(classes), frozenset(functions)


def _class(found: type, module: str, classes: set[str], functions: set[str]) -> None:
    name = f"{module}.{found.__qualname__}"
    if name in classes or "<locals>" in name:
        return
    classes.add(name)
    for value in vars(found).values():
        if inspect.isclass(value) and value.__qualname__.startswith(f"{found.__qualname__}."):
            _class(value, module, classes, functions)
        elif (method := _function(value, module)) is not None and method.startswith(f"{name}."):
            functions.add(method)


def _function(value: Any, module: str) -> str | None:
    """Return the qualified name of a function that was written in a module, None for anything else.

    Functions that Python wrote itself (a dataclass's `__init__`) stand in no file, and do not count.
    """
    for inner in ("fget", "__func__", "func", "__wrapped__"):
        value = getattr(value, inner, None) or value
    code = getattr(value, "__code__", None)
    if not inspect.isfunction(value) or value.__module__ != module or "<" in value.__qualname__:
        return None
    return f"{module}.{value.__qualname__}" if code and not code.co_filename.startswith("<") else None


def imported(package: str) -> frozenset[Pair]:
    """Return which module imports which, inside the package, by `grimp`."""
    import grimp

    graph = grimp.build_graph(package)
    inside = [each for each in graph.modules if not each.endswith(".__main__")]
    pairs = ((each, other) for each in inside for other in graph.find_modules_directly_imported_by(each))
    return frozenset((each, other) for each, other in pairs if each != other)


def traced(package: str, workload: str) -> tuple[frozenset[Pair], frozenset[tuple[str, int]]]:
    """Return which function called which while a workload ran, in a process of its own, and which lines ran."""
    done = subprocess.run(
        [sys.executable, str(_TRACER), package], input=workload, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"The workload of {package} failed:\n{done.stderr}")
    seen = json.loads(done.stdout)
    return frozenset(map(tuple, seen["calls"])), frozenset((name, line) for name, line in seen["lines"])
