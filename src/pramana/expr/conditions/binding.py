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
    Field,
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

    `${x.name}` is the item `name` of a mapping, or, where `x` is a list of mappings, the list of their items `name`
    (null where one of them has none). For `IN`, members of lists in the list count as its own, null is left out, and
    `id`, `source` and `target` take mappings by their `id`. Raises BindingError where a variable or an item is not
    there, and where `IN` gets no list of texts, numbers and booleans.

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
            return replace(leaf, left=left, values=_list(leaf.values, values, _takes_ids(left)))
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


def _takes_ids(left: Operand) -> bool:
    """Return whether a field holds ids of elements, to which a whole element can be compared by its id."""
    return isinstance(left, Field) and left.path[-1] in ("id", "source", "target")


def _list(variable: Variable, values: Values, of_ids: bool) -> tuple[Scalar, ...]:
    found = _resolve(variable.path, values)
    name = write_path(variable.path)
    if not _is_list(found):
        raise BindingError(name, f"is {_kind_name(found)}, but IN takes a list")
    if len(found) > MAX_BOUND:
        raise BindingError(name, f"has {len(found)} values; IN takes at most {MAX_BOUND}")
    items = []
    for index, item in enumerate(found):
        for each in item if _is_list(item) else (item,):
            frozen = _item(each["id"] if of_ids and isinstance(each, Mapping) and "id" in each else each, variable.path)
            if isinstance(frozen, Opaque):
                known = [write_path((*variable.path, key)) for key in each] if isinstance(each, Mapping) else []
                problem = f"holds {_kind_name(each)} at position {index}; IN takes texts, numbers and booleans"
                raise BindingError(name, problem, known[:8])
            items += [] if frozen is None else [frozen]
    return tuple(items)


def _resolve(path: Path, values: Values) -> Any:
    """Return the value at a path into `values`."""
    value: Any = values
    for depth, name in enumerate(path):
        rest = ".".join(path[depth:])
        if _is_list(value) and value and all(map(_is_list, value)):
            value = [member for item in value for member in item]
        if isinstance(value, Mapping):
            if depth and rest in value:  # a field that is written with dots
                return value[rest]
            value = _get(value, name, path[: depth + 1])
        elif _is_list(value) and all(isinstance(item, Mapping) for item in value):
            if value and any(rest in item for item in value):
                return [item.get(rest) for item in value]
            value = _of_items(value, name, path[: depth + 1])
        else:
            raise BindingError(write_path(path[: depth + 1]), f"is not there: {_kind_name(value)} has no items by name")
    return value


def _of_items(items: Sequence[Mapping[str, Any]], name: str, path: Path) -> list[Any]:
    """Return what items have under a name, null for one that has none of it. Raises BindingError where none has it."""
    if items and not any(name in item for item in items):
        _get(items[0], name, path)
    return [item.get(name) for item in items]


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
