"""Operators and checks in plain Python, whose source is copied into distilled modules. Only the standard library.

They mean what `guards` means, without budgets and bounds of size: a plain module works on its owner's data. Their names
begin with `_`, which no name of a formula's own does.
"""

from __future__ import annotations

from typing import Any


def _truth(value: Any) -> bool:
    """Return a guard's value, which is true or false and nothing else."""
    if type(value) is not bool:
        raise TypeError(f"the guard is neither true nor false, but {value!r:.60}")
    return value


def _number(value: Any) -> Any:
    if type(value) not in (int, float, bool):
        raise TypeError(f"{value!r:.40} is not a number")
    return value


def _listed(items: Any) -> Any:
    if type(items) not in (list, tuple, dict):
        raise TypeError(f"{items!r:.40} is not a list")
    return items


def _in_one_order(items: Any) -> list[Any]:
    """Return a list whose items have an order: all numbers, or all texts."""
    listed = list(_listed(items))
    kinds = set(map(type, listed))
    if not kinds <= {int, float, bool} and kinds != {str}:
        raise TypeError("only numbers, or only texts, have an order")
    if any(item != item for item in listed):
        raise ValueError("NaN has no order")
    return listed


def _less(left: Any, right: Any) -> bool:
    if not (type(left) is str and type(right) is str):
        _number(left), _number(right)
    return bool(left < right)


def _less_equal(left: Any, right: Any) -> bool:
    return _less(left, right) or bool(left == right)


def _same(left: Any, right: Any) -> bool:
    return left is right


def _times(left: Any, right: Any) -> Any:
    return _number(left) * _number(right)


def _remainder(left: Any, right: Any) -> Any:
    return _number(left) % _number(right)


def _contains(item: Any, container: Any) -> bool:
    if type(container) is dict and type(item) is not str:
        return False
    return item in container


def _item(container: Any, key: Any) -> Any:
    if type(container) is not dict and type(key) is not int:
        raise TypeError(f"{key!r:.40} is not a position")
    return container[key]


def _part(container: Any, start: Any, stop: Any) -> Any:
    if bool in (type(start), type(stop)) or type(container) is dict:
        raise TypeError("a part is of a list or a text, between whole numbers")
    return container[start:stop]


OPERATORS = (_truth, _less, _less_equal, _same, _times, _remainder, _contains, _item, _part)
"""What plain formulas name of this module."""
