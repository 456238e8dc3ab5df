"""The payload that has an agent map any installed package."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pramana.errors import InputError

NODE_TYPES = ["Module", "Class", "Function"]
_FIELDS = {"name": "text", "qualified_name": "text", "line": "integer"}
SCHEMA: dict[str, Any] = {
    "node_types": NODE_TYPES,
    "edge_types": ["DEFINES", "IMPORTS", "INHERITS", "CALLS"],
    "required_attributes": {kind: ["name", "qualified_name"] for kind in NODE_TYPES},
    "attribute_types": dict.fromkeys(NODE_TYPES, _FIELDS),
    "unique_keys": {kind: ["qualified_name"] for kind in NODE_TYPES},
    "endpoints": {
        "DEFINES": {"from": ["Module", "Class"], "to": ["Class", "Function"]},
        "IMPORTS": {"from": ["Module"], "to": ["Module"]},
        "INHERITS": {"from": ["Class"], "to": ["Class"]},
        "CALLS": {"from": ["Function"], "to": ["Function", "Class"]},
    },
}
GOAL = (
    "Map the dependencies of the package {package} from its sources: modules, classes and functions (methods, too) by "
    "qualified name; which of them defines, imports, inherits and calls which. Leave out what is not of this package."
)
TOKENS = 40_000
"""Of an observation: room for some 1,500 lines of source at once."""


def sources_of(package: str) -> dict[str, str]:
    """Return the sources of an installed package by their paths, `__main__` and empty files left out.

    Raises InputError where there is no such package, or it holds no Python.
    """
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        spec = None
    if spec is None or not spec.submodule_search_locations:
        raise InputError(f"There is no installed package {package!r}.")
    root = Path(next(iter(spec.submodule_search_locations)))
    above = root.parents[package.count(".")]
    files = [file for file in sorted(root.rglob("*.py")) if file.name != "__main__.py"]
    found = {file.relative_to(above).as_posix(): file.read_text("utf-8", "replace") for file in files}
    if not found:
        raise InputError(f"{package!r} holds no Python sources.")
    return {name: text if text.strip() else "# empty\n" for name, text in found.items()}


def payload_of(package: str, session_id: str | None = None) -> dict[str, Any]:
    """Return the payload for an installed package, as JSON. Raises InputError where there is none of that name."""
    return {
        "session_id": session_id or f"codemap-{package}",
        "goal_prompt": GOAL.format(package=package),
        "context_data": {"text": sources_of(package)},
        "config": {"max_iterations": 100, "schema": SCHEMA, "observe": {"tokens": TOKENS}},
    }
