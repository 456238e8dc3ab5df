"""What can be said of a piece of a formula's tree alone, for everything that walks one."""

from __future__ import annotations

import ast
from typing import Any, Final

ALIASES: Final = {"true": True, "false": False, "null": None}
"""JSON's spelling of constants. No value and no loop can take these names."""
MISSING: Final = object()


def literal(node: ast.AST) -> Any:
    """Return the value of a constant, `true`, `null` or a negative number; MISSING for anything else."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return ALIASES.get(node.id, MISSING)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = literal(node.operand)
        return -value if type(value) in (int, float) else MISSING
    return MISSING


def is_plain(node: ast.expr) -> bool:
    """Return whether an expression is a constant, which makes a comparison with it cheap and its failures Python's."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return is_plain(node.operand)
    return literal(node) is not MISSING


def is_whole(node: ast.expr) -> bool:
    """Return whether an expression is surely a small integer or a boolean, whose sum needs no exact rounding."""
    if isinstance(node, ast.Constant):
        return type(node.value) in (int, bool)
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


def is_state(node: ast.AST) -> bool:
    """Return whether an expression is the state that guards are about: always an object."""
    return isinstance(node, ast.Name) and node.id == "state"


def called_name(node: ast.AST) -> str:
    """Return the name of the function that an expression calls, "" where it calls none."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def text_of(node: ast.AST) -> str | None:
    """Return the text that an expression is, None where it is something else."""
    return node.value if isinstance(node, ast.Constant) and type(node.value) is str else None


def is_computed(node: ast.expr) -> bool:
    """Return whether CPython cannot know an expression's value when it compiles.

    It folds constants first, `(1, 2)[0]` too, and warns of `1[1]`, `'a'['b']` and `1 is None`. What it warns of is
    passed to a function instead, of whose arguments it knows nothing.
    """
    if isinstance(node, ast.Subscript):
        return is_computed(node.value)
    return isinstance(node, ast.Name | ast.Call) and literal(node) is MISSING


def is_singleton(node: ast.expr) -> bool:
    """Return whether an expression is null, true or false itself."""
    return any(literal(node) is value for value in ALIASES.values())


def is_identity_safe(node: ast.expr) -> bool:
    """Return whether CPython compiles `node is None` without a warning."""
    return is_computed(node) or isinstance(node, ast.Compare | ast.BoolOp | ast.IfExp) or is_singleton(node)
