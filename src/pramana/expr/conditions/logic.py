"""What can be done to a predicate without running it: taken apart, put together, turned inside out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from pramana.errors import BindingError, ConditionError
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


MAX_ALTERNATIONS = 32
"""ANDs within ORs within ANDs. SQLite's parser holds up to 100 open tokens, of which each level takes one to three."""
MAX_LEVELS = 200
"""Parts within each other in a tree, NOTs counted: what a text of the permitted depth can make, and far below the depth
at which Python's stack ends."""


def check_levels(predicate: Predicate, text: str = "") -> None:
    """Refuse a tree that some target could not run: the limit is the same for all. Raises ConditionError."""
    rest: list[tuple[Predicate, int, int, bool, bool | None]] = [(predicate, 0, 0, False, None)]
    while rest:
        part, levels, alternations, turned, within_and = rest.pop()
        if levels > MAX_LEVELS:
            raise ConditionError(f"A condition nests at most {MAX_LEVELS} deep.", text, 0)
        if isinstance(part, Not):
            rest.append((part.part, levels + 1, alternations, not turned, within_and))
        elif isinstance(part, And | Or):
            is_and = isinstance(part, And) is not turned
            alternations += is_and is not within_and
            if alternations > MAX_ALTERNATIONS:
                problem = f"A condition nests ANDs and ORs within each other at most {MAX_ALTERNATIONS} deep."
                raise ConditionError(problem, text, 0)
            rest += [(each, levels + 1, alternations, turned, is_and) for each in part.parts]


def require_bound(predicate: Predicate) -> Predicate:
    """Return a predicate that every target can run.

    Raises BindingError, naming the first one, where a variable is still to be bound, and ConditionError for a predicate
    that nests too deep.
    """
    check_levels(predicate)
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

    return map_fields(predicate, lambda path: path[1:] if len(path) > 1 and path[0] == prefix else path)


def map_fields(predicate: Predicate, change: Callable[[Path], Path]) -> Predicate:
    """Return the predicate with the path of every field put through `change`."""

    def with_path(operand: Part) -> Part:
        if isinstance(operand, Length):
            return replace(operand, of=with_path(operand.of))
        return replace(operand, path=change(operand.path)) if isinstance(operand, Field) else operand

    def change_leaf(leaf: Leaf) -> Predicate:
        if isinstance(leaf, Comparison):
            return replace(leaf, left=with_path(leaf.left), right=with_path(leaf.right))
        return replace(leaf, left=with_path(leaf.left))

    return map_leaves(predicate, change_leaf)


def map_leaves(predicate: Predicate, change: Callable[[Leaf], Predicate]) -> Predicate:
    """Return the predicate with every leaf put through `change`."""
    if isinstance(predicate, And | Or):
        return replace(predicate, parts=tuple(map_leaves(part, change) for part in predicate.parts))
    if isinstance(predicate, Not):
        return Not(map_leaves(predicate.part, change))
    return change(predicate)


def normalize_negations(predicate: Predicate) -> Predicate:
    """Return a predicate with the same three-valued answers, in which only text operators are negated.

    An AND within an AND is opened, and an OR within an OR.

    What is left can be answered in two values, bottom up: a part is true, or it is not. A target without a third value
    needs no more than, for each leaf, where it is true and, for a text operator, where it is false.
    """
    return _push_negation(predicate, wanted=True)


def _push_negation(predicate: Predicate, wanted: bool) -> Predicate:
    if isinstance(predicate, Not):
        return _push_negation(predicate.part, not wanted)
    if isinstance(predicate, And | Or):
        kind = And if isinstance(predicate, And) is wanted else Or
        parts = [_push_negation(part, wanted) for part in predicate.parts]
        return kind(tuple(inner for part in parts for inner in (part.parts if isinstance(part, kind) else (part,))))
    return predicate if wanted else _inverse(predicate)


def _inverse(leaf: Leaf) -> Predicate:
    if isinstance(leaf, Membership | IsNull):
        return replace(leaf, negated=not leaf.negated)
    inverse = INVERSE.get(leaf.op)
    return replace(leaf, op=inverse) if inverse else Not(leaf)
