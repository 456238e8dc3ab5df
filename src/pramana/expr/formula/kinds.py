"""Which kind of value a piece of a formula surely has, whatever the data are. It must be one that compiles."""

from __future__ import annotations

import ast

from pramana.expr.formula.function import Gives, Streams
from pramana.expr.formula.functions import FUNCTIONS
from pramana.expr.formula.syntax import MISSING, called_name, is_state, is_whole, literal


def is_small(node: ast.expr) -> bool:
    """Return whether an expression is surely a number of few bits."""
    if isinstance(node, ast.Constant):
        return type(node.value) in (int, float, bool)
    if isinstance(node, ast.Compare):
        return True
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not) or (isinstance(node.op, ast.USub | ast.UAdd) and is_small(node.operand))
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Add | ast.Sub) and is_small(node.left) and is_small(node.right)
    if isinstance(node, ast.IfExp):
        return is_small(node.body) and is_small(node.orelse)
    return isinstance(node, ast.Call) and _counts(node)


def _counts(node: ast.Call) -> bool:
    function = FUNCTIONS.get(called_name(node))
    if function is None or node.keywords:
        return False
    if function.streams is Streams.WHOLE and node.args and isinstance(node.args[0], ast.GeneratorExp):
        return is_small(node.args[0].elt)
    return function.small


def is_number(node: ast.expr) -> bool:
    """Return whether an expression surely is a number or a boolean, or fails."""
    if isinstance(node, ast.Constant):
        return type(node.value) in (int, float, bool)
    if isinstance(node, ast.UnaryOp | ast.Compare):
        return True
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Sub | ast.Div | ast.FloorDiv) or (is_number(node.left) and is_number(node.right))
    return isinstance(node, ast.Call) and FUNCTIONS[called_name(node)].gives in (Gives.NUMBER, Gives.BOOLEAN)


def is_boolean(node: ast.expr) -> bool | None:
    """Return whether an expression is true or false wherever it has a value; None where the data decide."""
    if isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
        return True
    if isinstance(node, ast.BoolOp | ast.IfExp):
        parts = node.values if isinstance(node, ast.BoolOp) else [node.body, node.orelse]
        kinds = {is_boolean(part) for part in parts}
        return kinds.pop() if len(kinds) == 1 else None
    if isinstance(node, ast.Call):
        gives = FUNCTIONS[called_name(node)].gives
        return None if gives is Gives.ANY else gives is Gives.BOOLEAN
    if isinstance(node, ast.Subscript | ast.Name) and literal(node) is MISSING:
        return False if is_state(node) else None
    return type(literal(node)) is bool


def runs_natively(name: str, stream: ast.expr) -> bool:
    """Return whether Python's own function of this name over a stream means the same, and costs no more than it."""
    streams = FUNCTIONS[name].streams
    if not isinstance(stream, ast.GeneratorExp):
        return False
    return streams is Streams.LAZY or (streams is Streams.WHOLE and is_whole(stream.elt))
