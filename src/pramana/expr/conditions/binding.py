"""Variables bound to whole values: what a value holds is never read as a condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from pramana.errors import BindingError
from pramana.expr.conditions.logic import check_levels, map_leaves
from pramana.expr.conditions.meaning import finite_number
from pramana.expr.conditions.names import write_path
from pramana.expr.conditions.tree import (
    Bound,
    Comparison,
    Item,
    Leaf,
    Length,
    Membership,
    Opaque,
    Operand,
    Path,
    Predicate,
    Scalar,
    Variable,
)

MAX_BOUND = 1_000_000
"""Values that a variable may bring into a list."""

Values = Mapping[str, Any]


def bind(predicate: Predicate, values: Values) -> Predicate:
    """Return the predicate with each `${variable}` replaced by its value, whole; `IN ${x}` takes a list.

    `${x.name}` is the item `name` of a mapping, or, where `x` is a list of mappings, the list of their items `name`.
    Raises BindingError where a variable or an item is not there, and where `IN` gets no list of texts, numbers and
    booleans.

    >>> from pramana.expr import Comparison, Field, Op, Variable
    >>> bind(Comparison(Field(("name",)), Op.EQ, Variable(("who",))), {"who": 'O"Neil'})
    Comparison(left=Field(path=('name',)), op=<Op.EQ: '='>, right='O"Neil')
    """

    check_levels(predicate)

    def bind_leaf(leaf: Leaf) -> Predicate:
        left = _operand(leaf.left, values)
        if isinstance(leaf, Comparison):
            return replace(leaf, left=left, right=_right(leaf.right, values))
        if isinstance(leaf, Membership) and isinstance(leaf.values, Variable):
            return replace(leaf, left=left, values=_list(leaf.values, values))
        return replace(leaf, left=left)

    return map_leaves(predicate, bind_leaf)


def _operand(operand: Operand, values: Values) -> Operand:
    if isinstance(operand, Variable):
        return Bound(_frozen(_resolve(operand.path, values), operand.path))
    if isinstance(operand, Length) and isinstance(operand.of, Variable):
        return Bound(_length(_resolve(operand.of.path, values)))
    return operand


def _right(right: Scalar | Operand, values: Values) -> Scalar | Operand:
    if not isinstance(right, Variable | Length):
        return right
    bound = _operand(right, values)
    if isinstance(bound, Bound) and isinstance(bound.value, str | int | float):
        return bound.value
    return bound


def _list(variable: Variable, values: Values) -> tuple[Scalar, ...]:
    found = _resolve(variable.path, values)
    name = write_path(variable.path)
    if not _is_list(found):
        raise BindingError(name, f"is {_kind_name(found)}, but IN takes a list")
    if len(found) > MAX_BOUND:
        raise BindingError(name, f"has {len(found)} values; IN takes at most {MAX_BOUND}")
    items = []
    for index, item in enumerate(found):
        frozen = _item(item, variable.path)
        if frozen is None or isinstance(frozen, Opaque):
            raise BindingError(
                name, f"holds {_kind_name(item)} at position {index}; IN takes texts, numbers and booleans"
            )
        items.append(frozen)
    return tuple(items)


def _resolve(path: Path, values: Values) -> Any:
    """Return the value at a path into `values`."""
    value: Any = values
    for depth, name in enumerate(path):
        if isinstance(value, Mapping):
            value = _get(value, name, path[: depth + 1])
        elif _is_list(value) and value and all(isinstance(item, Mapping) for item in value):
            value = [_get(item, name, path[: depth + 1]) for item in value]
        else:
            raise BindingError(write_path(path[: depth + 1]), f"is not there: {_kind_name(value)} has no items by name")
    return value


def _get(mapping: Mapping[str, Any], name: str, path: Path) -> Any:
    try:
        return mapping[name]
    except KeyError:
        known = [key for key in mapping if isinstance(key, str)]
        nearest = [write_path((*path[:-1], key)) for key in get_close_matches(name, known, n=3, cutoff=0.5)]
        raise BindingError(write_path(path), "has no value", nearest) from None


def _frozen(value: Any, path: Path) -> Item | tuple[Item, ...]:
    return tuple(_item(item, path) for item in value) if _is_list(value) else _item(value, path)


def _item(value: Any, path: Path) -> Item:
    """Return a value as a plain scalar; what no comparison takes becomes opaque."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _text(str.__str__(value), path)
    if isinstance(value, int):
        return finite_number(int(value))
    return float(value) if isinstance(value, float) else Opaque.VALUE


def _text(text: str, path: Path) -> str:
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise BindingError(write_path(path), "holds a lone surrogate, which is not valid text") from None
    return text


def _length(value: Any) -> Item:
    if value is None or isinstance(value, Mapping | bytes | bytearray) or not isinstance(value, Sized):
        return None if value is None else Opaque.VALUE
    return len(value)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray)


def _kind_name(value: Any) -> str:
    if value is None:
        return "null"
    return "a mapping" if isinstance(value, Mapping) else f"a {type(value).__name__}"
