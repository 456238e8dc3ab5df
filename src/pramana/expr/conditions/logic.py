"""What can be done to a predicate without running it: taken apart, put together, turned inside out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from pramana.errors import BindingError
from pramana.expr.conditions.names import write_path
from pramana.expr.conditions.tree import (
    INVERSE,
    And,
    Comparison,
    Field,
    IsNull,
    Leaf,
    Length,
    Membership,
    Not,
    Or,
    Path,
    Predicate,
    Variable,
    predicate_leaves,
)

Part = TypeVar("Part")


def field_paths(predicate: Predicate) -> tuple[Path, ...]:
    """Return the paths of the attributes that a predicate looks at, each once, in the order of the text."""
    return _paths(predicate, Field)


def variable_paths(predicate: Predicate) -> tuple[Path, ...]:
    """Return the paths of the variables that wait to be bound, each once, in the order of the text."""
    return _paths(predicate, Variable)


def _paths(predicate: Predicate, kind: type[Field] | type[Variable]) -> tuple[Path, ...]:
    found: dict[Path, None] = {}
    for leaf in predicate_leaves(predicate):
        for part in _operands(leaf):
            inner = part.of if isinstance(part, Length) else part
            if isinstance(inner, kind):
                found[inner.path] = None
    return tuple(found)


def _operands(leaf: Leaf) -> tuple[object, ...]:
    if isinstance(leaf, Comparison):
        return leaf.left, leaf.right
    return (leaf.left, leaf.values) if isinstance(leaf, Membership) else (leaf.left,)


def require_bound(predicate: Predicate) -> Predicate:
    """Return a predicate that waits for no variable. Raises BindingError, naming the first one, for another."""
    for path in variable_paths(predicate):
        raise BindingError(write_path(path), "is not bound")
    return predicate


def conjuncts(predicate: Predicate) -> tuple[Predicate, ...]:
    """Return the predicates of which all must be true, nested ANDs opened."""
    if isinstance(predicate, And):
        return tuple(inner for part in predicate.parts for inner in conjuncts(part))
    return (predicate,)


def conjoin(parts: Iterable[Predicate]) -> Predicate | None:
    """Return the predicate that asks for all of `parts`; None, which keeps everything, where there are none."""
    found = tuple(parts)
    if len(found) > 1:
        return And(found)
    return found[0] if found else None


def strip_prefix(predicate: Predicate, prefix: str) -> Predicate:
    """Return the predicate as seen from `prefix`: `source.name` becomes `name`. Other fields stay as they are."""

    def strip(operand: Part) -> Part:
        if isinstance(operand, Length):
            return replace(operand, of=strip(operand.of))
        if isinstance(operand, Field) and len(operand.path) > 1 and operand.path[0] == prefix:
            return replace(operand, path=operand.path[1:])
        return operand

    def strip_leaf(leaf: Leaf) -> Predicate:
        if isinstance(leaf, Comparison):
            return replace(leaf, left=strip(leaf.left), right=strip(leaf.right))
        return replace(leaf, left=strip(leaf.left))

    return map_leaves(predicate, strip_leaf)


def map_leaves(predicate: Predicate, change: Callable[[Leaf], Predicate]) -> Predicate:
    """Return the predicate with every leaf put through `change`."""
    if isinstance(predicate, And | Or):
        return replace(predicate, parts=tuple(map_leaves(part, change) for part in predicate.parts))
    if isinstance(predicate, Not):
        return Not(map_leaves(predicate.part, change))
    return change(predicate)


def normalize_negations(predicate: Predicate) -> Predicate:
    """Return a predicate with the same three-valued answers, in which only text operators are negated.

    What is left can be answered in two values, bottom up: a part is true, or it is not. A target without a third value
    needs no more than, for each leaf, where it is true and, for a text operator, where it is false.
    """
    return _push_negation(predicate, wanted=True)


def _push_negation(predicate: Predicate, wanted: bool) -> Predicate:
    if isinstance(predicate, Not):
        return _push_negation(predicate.part, not wanted)
    if isinstance(predicate, And | Or):
        kind = And if isinstance(predicate, And) is wanted else Or
        return kind(tuple(_push_negation(part, wanted) for part in predicate.parts))
    return predicate if wanted else _inverse(predicate)


def _inverse(leaf: Leaf) -> Predicate:
    if isinstance(leaf, Membership | IsNull):
        return replace(leaf, negated=not leaf.negated)
    inverse = INVERSE.get(leaf.op)
    return replace(leaf, op=inverse) if inverse else Not(leaf)
