"""Runs a workload, read from standard input, and prints which functions of a package called which, and what ran.

    python tracing.py PACKAGE < workload.py

Calls are named by the module and the qualified name of the code that ran. Making an object is a call of its class.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import sys
from pathlib import Path
from types import FrameType
from typing import Any


class Tracer:
    """Follows frames of one package."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.calls: set[tuple[str, str]] = set()
        self.lines: set[tuple[str, int]] = set()

    def __call__(self, frame: FrameType, event: str, _: Any) -> Any:
        callee = self.name(frame)
        if callee is None:
            return None
        caller = None if frame.f_back is None else self.name(frame.f_back)
        if caller is not None and frame.f_back is not None and self.is_named(frame):
            self.calls.add((caller, self.called(frame, callee, frame.f_back)))
        return self.line

    def line(self, frame: FrameType, event: str, _: Any) -> Any:
        if event == "line" and (name := self.name(frame)) is not None:
            self.lines.add((name, frame.f_lineno))
        return self.line

    def name(self, frame: FrameType) -> str | None:
        """Return the function that a frame runs; a comprehension's or a lambda's is the function that it stands in."""
        module = frame.f_globals.get("__name__", "")
        if module != self.package and not module.startswith(f"{self.package}."):
            return None
        name = frame.f_code.co_qualname
        if name == "<module>":
            return module
        return f"{module}.{name.partition('.<')[0]}" if not name.startswith("<") else module

    def is_named(self, frame: FrameType) -> bool:
        """Return whether a frame runs a function that has a name outside: no lambda, nothing inside a function."""
        return "<" not in frame.f_code.co_qualname or frame.f_code.co_name == "__init__"

    def called(self, frame: FrameType, callee: str, caller: FrameType) -> str:
        """Return what was called: the class, where an object is being made by anyone but its own subclass."""
        if frame.f_code.co_name not in ("__init__", "__new__", "__post_init__") or not frame.f_code.co_varnames:
            return callee
        if caller.f_code.co_name in ("__init__", "__new__") and _first(caller) is _first(frame):
            return callee
        made = _first(frame)
        kind = made if isinstance(made, type) else type(made)
        if not kind.__module__.startswith(self.package):
            return callee
        return f"{kind.__module__}.{kind.__qualname__}"


def _first(frame: FrameType) -> Any:
    names = frame.f_code.co_varnames
    return frame.f_locals.get(names[0]) if names else None


def main(package: str) -> None:
    importlib.import_module(package)
    workload = compile(sys.stdin.read(), "<workload>", "exec")
    sys.path.remove(str(Path(__file__).parent))
    tracer = Tracer(package)
    with contextlib.redirect_stdout(io.StringIO()):
        sys.settrace(tracer)
        try:
            exec(workload, {"__name__": "__workload__"})  # noqa: S102
        finally:
            sys.settrace(None)
    print(json.dumps({"calls": sorted(tracer.calls), "lines": sorted(tracer.lines)}))  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1])
